// Tools that were made as they were called are told by what is exported, and by what is read back.
import { expect, test } from 'vitest'
import { withMadeTools } from '../../../src/core/domains/made-tools.ts'
import { findExporter } from '../../../src/core/formats/exporters/index.ts'
import { linearTree } from '../../../src/core/formats/importers/linear.ts'
import { readText } from '../../../src/core/formats/importing-text.ts'
import { parseJson } from '../../../src/core/text/json.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'
import { written } from '../trees.ts'

const LIST = { name: 'list', inputSchema: { type: 'object' as const } }
const call = (name: string, given = {}) => ({ action: { name, arguments: given }, observation: '{"ok": true}' })

const world = () =>
  linearTree({
    ...{ format: 'test', title: 'Weather', notes: '', createdAt: 5 },
    setup: Setup.parse({ domain: 'mcp', tools: [LIST], makesTools: true }),
    turns: [call('list'), call('weather', { place: 'Bergen' }), call('weather', { place: 'Vik' }), call('tide')]
  })

const writtenOf = async (format: string, tree: Awaited<ReturnType<typeof world>>) => {
  const text = await written(findExporter(format), tree, { options: format === 'messages' ? { view: 'agent' } : {} })
  return format === 'atif' ? [text] : text.trim().split('\n')
}

const rows = async (name: string, options: Record<string, unknown>) =>
  (await written(findExporter(name), await world(), { options })).trim().split('\n').map(parseJson) as {
    tools?: string
    messages: { role: string; content: string }[]
  }[]

test('60.4 rows for agents list a tool from the turn on that made it', async () => {
  const told = (await rows('messages', { view: 'agent' })).map(({ tools = '[]' }) =>
    (parseJson(tools) as { function: { name: string } }[]).map((one) => one.function.name)
  )
  expect(told).toEqual([['list'], ['list', 'weather'], ['list', 'weather', 'tide']])
})

test('60.4 rows for world models have the prompt that was asked, with the tool that the call made', async () => {
  const systems = (await rows('messages', { view: 'world' })).map(({ messages }) => messages[0]?.content ?? '')
  const has = (name: string) => systems.map((text) => text.includes(name))
  expect([has('weather'), has('tide')]).toEqual([
    [false, true, true],
    [false, false, true]
  ])
})

test('60.4 ATIF defines the made tools, and what it is read back to makes the same ones', async () => {
  const text = await written(findExporter('atif'), await world())
  const { agent } = parseJson(text) as { agent: { tool_definitions: { function: { name: string } }[] } }
  expect(agent.tool_definitions.map((one) => one.function.name)).toEqual(['list', 'weather', 'tide'])
  for (const format of ['atif', 'orrery']) {
    const file = await written(findExporter(format), await world())
    const { trees } = await readText(file, { now: 0 })
    const { branches, steps } = must(trees[0])
    const { setup } = must(branches[0])
    expect(withMadeTools(setup, { chain: steps }).tools.map(({ name }) => name)).toEqual(['list', 'weather', 'tide'])
  }
})

test('60.4 a tool that the model wrote is exported as it was written, and kept with its call', async () => {
  const tree = await world()
  const [, weather] = tree.steps
  const tool = { name: 'weather', description: 'Says what the weather will be.', inputSchema: LIST.inputSchema }
  const written = {
    ...tree,
    branches: tree.branches.map((one) => ({ ...one, setup: { ...one.setup, makesTools: 'written' as const } })),
    calls: tree.calls.map((one) => ({
      ...{ ...one, setup: { ...one.setup, makesTools: 'written' as const } },
      ...(one.step === weather?.id && { made: tool })
    }))
  }
  const lines = await writtenOf('messages', written)
  expect(lines.map((line) => line.includes(tool.description))).toEqual([false, true, true])
  expect(await writtenOf('atif', written)).toEqual([expect.stringContaining(tool.description)])
  const { trees } = await readText((await writtenOf('orrery', written)).join('\n'), { now: 0 })
  expect(must(trees[0]).calls.flatMap(({ made }) => made ?? [])).toEqual([tool])
})
