// What an agent's trajectory shows of a world: not what only the world's model reads, nor what its user wants.
import { expect, test } from 'vitest'
import { exporters, findExporter } from '../../../../src/core/formats/exporters/index.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { linearTree } from '../../../../src/core/formats/importers/linear.ts'
import { isObject, parseJson } from '../../../../src/core/text/json.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { must } from '../../../must.ts'
import { writing, written } from '../../trees.ts'

const SECRET = 'SECRET'
const world = (domain: string, setup: object, action: unknown) =>
  linearTree({
    ...{ format: 'test', title: 'Cellar', notes: '', createdAt: 5 },
    setup: Setup.parse({ domain, hidden: `${SECRET} summary`, instruction: `${SECRET} rule`, ...setup }),
    turns: [{ action: action as never, observation: 'You see a box.' }]
  })
const CELLAR = { initialState: `The box holds the ${SECRET}.\n\nScene:\nYou stand in a cellar.` }
const DESK = { initialState: '', user: { answers: 'model', wants: `${SECRET} wish`, persona: 'Kind', knows: {} } }

const worlds = async () => [
  await world('textenv', CELLAR, 'look'),
  await world('mcp', DESK, { name: 'say', arguments: { message: 'Yes?' } })
]

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
  for (const tree of await worlds()) {
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

test.each(['triplet', 'context', 'rl', 'sft'])('rwml as %s shows none of it', async (form) => {
  for (const tree of await worlds()) {
    const text = await written(findExporter('rwml'), tree, { options: { form } })
    expect(text).toContain('You see a box.')
    expect(text).not.toContain(SECRET)
  }
})

test.each(['turn', 'session'])(
  'verl with a row for each %s shows an agent none of it, and a world model all',
  async (rows) => {
    const { options, record } = findExporter('verl')
    for (const tree of await worlds()) {
      const shownIn = (view: string) => must(record)(treeSource(tree), options.parse({ rows, view }), writing())
      expect(await shownIn('agent')).not.toContain(SECRET)
      expect(await shownIn('world')).toContain(SECRET)
    }
  }
)

test('those that train world models or keep everything are the others', () => {
  const others = exporters.map(({ name }) => name).filter((name) => !AGENTS.includes(name))
  expect(others).toEqual(['orrery', 'agentworldbench', 'html', 'markdown', 'verl', 'agentworld-turns', 'rwml'])
})
