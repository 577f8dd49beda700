// Scenarios as people write them: without what is as usual.

import { canonical } from '../tree/history.ts'
import { ReadySetup, type Setup } from '../tree/model.ts'
import { ScenarioFile } from '../tree/scenario.ts'

/** The setup without what every world of its domain has. */
export function writtenSetup(setup: ReadySetup | Setup): { [key: string]: unknown } {
  return without(setup, ReadySetup.parse({ domain: setup.domain }), ['domain', 'initialState'])
}

/** The scenario without what every scenario has. */
export function writtenScenario(file: ScenarioFile): { [key: string]: unknown } {
  const { name, title, description, setup } = file
  const usual = ScenarioFile.parse({ name, title, description, setup: { domain: setup.domain } })
  const { setup: _, ...written } = without(file, usual, ['name', 'title', 'description'])
  const { name: ownName, title: ownTitle, description: about, teaches, tries, ...rest } = written
  const head = { name: ownName, title: ownTitle, description: about, ...(teaches !== undefined && { teaches }) }
  return { ...head, ...(tries !== undefined && { tries }), setup: writtenSetup(setup), ...rest }
}

function without(value: object, usual: object, always: readonly string[]): { [key: string]: unknown } {
  const known = new Map<string, unknown>(Object.entries(usual))
  const isUsual = (key: string, one: unknown) =>
    known.has(key) && canonical(json(known.get(key))) === canonical(json(one))
  return Object.fromEntries(
    Object.entries(value).filter(([key, one]) => one !== undefined && (always.includes(key) || !isUsual(key, one)))
  )
}

type Json = Parameters<typeof canonical>[0]
const json = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))
