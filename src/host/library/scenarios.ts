// The ready worlds that come with Orrery.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { type NewSetup, type ReadySetup, Scenario } from '../../core/model.ts'

/** The scenarios in `resources`, by file name. */
export async function readScenarios(resources: string): Promise<Scenario[]> {
  const folder = join(resources, 'scenarios')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.map((text) => Scenario.parse(JSON.parse(text)))
}

/**
 * The setup of a new world with an initial state: its own, else that of the ready world which its domain starts from, else none.
 * @throws OrreryError not-found
 */
export async function withInitialState(setup: NewSetup, resources: string): Promise<ReadySetup> {
  const { initialState } = setup
  const { start, title } = findDomain(setup.domain)
  if (initialState !== undefined || start === undefined) return { ...setup, initialState: initialState ?? '' }
  const ready = (await readScenarios(resources)).find(({ name }) => name === start)?.setup
  if (!ready) {
    const where = join(resources, 'scenarios')
    throw new OrreryError(
      'not-found',
      `The scenario "${start}", which a ${title} world starts from, is missing from ${where}. Reinstall Orrery, or give an initial state.`
    )
  }
  return { ...setup, initialState: ready.initialState, instruction: setup.instruction || ready.instruction }
}
