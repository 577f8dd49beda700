// What an import finds in a text, in a form that tests compare whole.
import { readFile } from 'node:fs/promises'
import { readOptions } from '../../../../src/core/formats/exporters/index.ts'
import { findImporter } from '../../../../src/core/formats/importers/index.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'
import type { Action } from '../../../../src/core/tree/model.ts'
import type { StepResult } from '../../../../src/core/tree/result.ts'
import { must } from '../../../must.ts'

export interface World {
  title: string
  domain: string
  task: string | undefined
  state: string
  tools: string[]
  steps: [action: Action, observation: string][]
  /** Of each step. */
  results: (StepResult | undefined)[]
}

export interface Read {
  importer: string
  worlds: World[]
  trees: SessionTree[]
  problems: [line: number | null, reason: string][]
  dropped: Record<string, number>
  understood: Record<string, number>
}

interface Asked {
  name?: string
  format?: string
  options?: Record<string, unknown>
}

export async function read(text: string, { name = 'x', format, options = {} }: Asked = {}): Promise<Read> {
  const file = textInput(text, name)
  const importer = findImporter(file, format)
  const reading = { now: 5, signal: new AbortController().signal, find: () => null }
  const found: Read = { importer: importer.name, worlds: [], trees: [], problems: [], dropped: {}, understood: {} }
  for await (const one of importer.read(file, reading, importer.options.parse(readOptions(importer, options)))) {
    if (one.type === 'tree') {
      found.trees.push(one.tree)
      found.worlds.push(worldOf(one.tree))
    } else if (one.type === 'problem') found.problems.push([one.line, one.reason])
    else found[one.type][one.what] = (found[one.type][one.what] ?? 0) + (one.count ?? 1)
  }
  return found
}

/** Reads a file of test/fixtures/elsewhere or test/fixtures/casts. */
export async function readFixture(path: string, asked: Asked = {}): Promise<Read> {
  const text = await readFile(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8')
  return read(text, { name: path.split('/').at(-1) ?? path, ...asked })
}

function worldOf({ session, branches, steps, calls }: SessionTree): World {
  const { setup } = must(branches[0])
  return {
    ...{ title: session.title, domain: session.domain, task: setup.task, state: setup.initialState },
    tools: setup.tools.map((tool) => tool.name),
    steps: steps.map(({ action, observation }) => [action, observation.text]),
    results: steps.map(({ id }) => calls.find(({ step }) => step === id)?.result)
  }
}

export const rows = (...all: object[]): string => all.map((row) => `${JSON.stringify(row)}\n`).join('')
