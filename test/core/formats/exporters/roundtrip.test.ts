import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { agentworldbench } from '../../../../src/core/formats/exporters/agentworldbench.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { readText } from '../../../../src/core/formats/importing-text.ts'
import type { Setup } from '../../../../src/core/tree/model.ts'
import { must } from '../../../must.ts'
import { written } from '../../trees.ts'

const FOLDER = join(import.meta.dirname, '../../../../resources/samples')

async function trees(text: string): Promise<SessionTree[]> {
  const { trees, skipped } = await readText(text, { now: 0 })
  expect(skipped).toEqual([])
  return trees
}

const samples = await Promise.all(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .map(async (file) => ({ file, tree: must((await trees(readFileSync(join(FOLDER, file), 'utf8')))[0]) }))
)

// A system prompt has no blanks around its parts; the first screen, which stands in turn 1, is told as it is.
function told({ domain, initialState, instruction, tools }: Setup) {
  const state = findDomain(domain).prediction.stateInFirstTurn ? initialState : initialState.trim()
  return { domain, initialState: state, instruction, tools }
}

const whole = ({ steps, calls, branches }: SessionTree) => ({
  steps,
  templates: calls.map(({ template }) => template),
  instructions: calls.map(({ instruction }) => instruction),
  setups: calls.map(({ setup }) => told(setup)),
  rules: told(must(branches[0]).setup)
})

it.each(samples)(
  '6.3 $file comes back from AgentWorldBench with its steps, initial state, tools and template',
  async ({ tree }) => {
    const back = await trees(await written(agentworldbench, tree))
    expect(back.map(whole)).toEqual([whole(tree)])
  }
)
