// What an agent's trajectory shows of a world: not what only the world's model reads, nor what its user wants.
import { expect, test } from 'vitest'
import { exporters, findExporter } from '../../../../src/core/formats/exporters/index.ts'
import { linearTree } from '../../../../src/core/formats/importers/linear.ts'
import { isObject, parseJson } from '../../../../src/core/text/json.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { written } from '../../trees.ts'

const SECRET = 'SECRET'
const world = (domain: string, setup: object, action: unknown) =>
  linearTree({
    ...{ format: 'test', title: 'Cellar', notes: '', createdAt: 5 },
    setup: Setup.parse({ domain, hidden: `${SECRET} summary`, instruction: `${SECRET} rule`, ...setup }),
    turns: [{ action: action as never, observation: 'You see a box.' }]
  })
const CELLAR = { initialState: `The box holds the ${SECRET}.\n\nScene:\nYou stand in a cellar.` }
const DESK = { initialState: '', user: { answers: 'model', wants: `${SECRET} wish`, persona: 'Kind', knows: {} } }

/** What stands for an agent: without what a format keeps beside it, for Orrery to read back. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key]) => !['orrery', 'extra', 'extra_info', 'metadata'].includes(key))
  return Object.fromEntries(kept.map(([key, one]) => [key, shown(one)]))
}

const AGENTS = [
  'atif',
  'inspect',
  'traj',
  'messages',
  'sharegpt',
  'axolotl',
  'patchworld',
  'early-experience',
  'asciicast'
]

test.each(AGENTS)('%s shows none of it', async (name) => {
  const exporter = findExporter(name)
  const worlds = [
    await world('textenv', CELLAR, 'look'),
    await world('mcp', DESK, { name: 'say', arguments: { message: 'Yes?' } })
  ]
  for (const tree of worlds) {
    const text = await written(exporter, tree)
    const parts = text.trim().startsWith('[') || exporter.extension.endsWith('jsonl') ? text.trim().split('\n') : [text]
    const told = parts.map((part) => {
      try {
        return JSON.stringify(shown(parseJson(part)))
      } catch {
        return part
      }
    })
    expect(told.join('\n')).not.toContain(SECRET)
  }
})

test('those that train world models or keep everything are the others', () => {
  const others = exporters.map(({ name }) => name).filter((name) => !AGENTS.includes(name))
  expect(others).toEqual(['orrery', 'agentworldbench', 'html', 'markdown', 'verl', 'agentworld-turns', 'rwml'])
})
