import { describe, expect, test } from 'vitest'
import {
  axolotl,
  messages as exporter,
  sharegpt as sharegptExporter
} from '../../../../src/core/formats/exporters/conversations.ts'
import { findImporter, recognise } from '../../../../src/core/formats/importers/index.ts'
import type { Finding, SessionTree } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'
import { must } from '../../../must.ts'
import { tree, written } from '../../trees.ts'
import { notes, shell, TOOLS } from '../exporters/training.ts'

async function read(text: string, options: Record<string, unknown> = {}, name?: string) {
  const file = textInput(text)
  const importer = findImporter(file, name)
  const { signal } = new AbortController()
  const found: Finding[] = []
  for await (const one of importer.read(file, { now: 5, signal, find: () => null }, importer.options.parse(options))) {
    found.push(one)
  }
  const counts = (type: 'understood' | 'dropped') =>
    Object.fromEntries(
      found
        .flatMap((one) => (one.type === type ? [[one.what, one.count ?? 1] as const] : []))
        .reduce((sum, [what, n]) => sum.set(what, (sum.get(what) ?? 0) + n), new Map<string, number>())
    )
  return {
    importer: importer.name,
    trees: found.flatMap((one) => (one.type === 'tree' ? [one.tree] : [])),
    problems: found.flatMap((one) => (one.type === 'problem' ? [[one.line, one.reason] as const] : [])),
    dropped: counts('dropped'),
    understood: counts('understood')
  }
}

const main = ({ steps, branches }: SessionTree) => {
  const chain = []
  for (let at = must(branches[0]).tip; at; at = must(chain[0]).parent)
    chain.unshift(must(steps.find(({ id }) => id === at)))
  return chain
}
const did = ({ steps }: SessionTree) => steps.map(({ action, observation }) => [action, observation.text])

describe('what Orrery wrote comes back', () => {
  const whole = [
    [exporter, notes, {}],
    [exporter, notes, { view: 'world' }],
    [axolotl, notes, {}],
    [sharegptExporter, notes, { view: 'world' }],
    [exporter, notes, { view: 'world', rows: 'turn' }]
  ] as const
  test.each(whole)(
    '$name in the view of $options: the same step ids, the same tools',
    async (format, given, options) => {
      const { trees, problems } = await read(await written(format, given, { options }))
      expect(problems).toEqual([])
      expect(trees.map(({ steps }) => steps)).toEqual([main(given)])
      expect(must(must(trees[0]).branches[0]).setup.tools).toEqual(
        options && 'view' in options
          ? TOOLS
          : [{ ...TOOLS[0], inputSchema: must(TOOLS[0]).inputSchema }, expect.objectContaining({ name: 'now' })]
      )
      expect(must(trees[0]).session).toMatchObject({ domain: 'mcp' })
    }
  )

  test('awkward texts, turn-level instructions, initial state and instruction, in the view of the world model', async () => {
    const original = await tree()
    const { trees } = await read(await written(exporter, original, { options: { view: 'world' } }))
    expect(must(trees[0]).steps).toEqual(main(original))
    expect(must(trees[0]).calls.map(({ instruction }) => instruction)).toEqual(['', 'Answer slowly.', '', '', '', ''])
    expect(must(must(trees[0]).branches[0]).setup).toMatchObject({
      initialState: 'A fresh Debian box.',
      instruction: 'Slow disk.'
    })
    expect(must(trees[0]).session.title).toBe('Awkward')
  })

  test('6.14 simulated text stays marked as simulated, and real text as real', async () => {
    const text = await written(exporter, shell)
    const { trees } = await read(text)
    expect(must(trees[0]).calls.map(({ engine }) => engine)).toEqual(['recorded', 'simulated', 'simulated'])
    const again = await written(exporter, must(trees[0]))
    expect(JSON.parse(again).metadata.simulated).toEqual([false, true, true])
    expect(JSON.parse(again).messages).toEqual(JSON.parse(text).messages)
  })

  test('what ShareGPT drops is what was said to be dropped: the last observation', async () => {
    const { trees, dropped } = await read(await written(sharegptExporter, notes))
    expect(must(trees[0]).steps).toEqual(main(notes).slice(0, 1))
    expect(dropped).toEqual({ 'actions that nothing answered': 1 })
  })
})

const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) }
})
const LOG = {
  messages: [
    { role: 'system', content: 'You are an agent.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Weather in Oslo and Rome?' },
        { type: 'image_url', image_url: {} }
      ]
    },
    {
      role: 'assistant',
      content: 'Let me see.',
      tool_calls: [call('a', 'get_weather', { city: 'Oslo' }), call('b', 'get_weather', { city: 'Rome' })]
    },
    { role: 'tool', tool_call_id: 'b', content: '21' },
    { role: 'tool', tool_call_id: 'a', content: '4' },
    { role: 'assistant', content: '4 and 21 degrees.' },
    { role: 'user', content: 'Thanks.' },
    { role: 'assistant', content: null, tool_calls: [call('c', 'bye', {})] }
  ],
  tools: [
    {
      type: 'function',
      function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }
    }
  ],
  score: 1
}

describe('logs of other programs', () => {
  test('tool calls are steps, matched to their answers; the task is in the notes; what is dropped is counted', async () => {
    const { importer, trees, dropped, understood, problems } = await read(`${JSON.stringify(LOG)}\n`)
    expect(importer).toBe('messages')
    expect(trees.map(did)).toEqual([
      [
        [{ name: 'get_weather', arguments: { city: 'Rome' } }, '21'],
        [{ name: 'get_weather', arguments: { city: 'Oslo' } }, '4'],
        [{ name: 'say', arguments: { message: '4 and 21 degrees.' } }, 'Thanks.']
      ]
    ])
    expect(must(trees[0]).session).toMatchObject({
      title: 'Weather in Oslo and Rome?',
      domain: 'mcp',
      notes: 'System prompt:\n\nYou are an agent.\n\nTask:\n\nWeather in Oslo and Rome?'
    })
    expect(must(must(trees[0]).branches[0]).setup.tools.map(({ name }) => name)).toEqual(['get_weather'])
    expect(problems).toEqual([])
    expect(dropped).toEqual({
      'the field "score"': 1,
      'pictures and other parts that are not text': 1,
      "the agent's words beside its calls": 1,
      'actions that nothing answered': 1
    })
    expect(understood).toEqual({ conversations: 1 })
  })

  test('6.11 the same file twice is the same world', async () => {
    const text = JSON.stringify(LOG)
    const [one, two] = [await read(text), await read(text)]
    expect(two.trees).toEqual(one.trees)
  })

  test('one piece of JSON: a list of rows, one row over several lines, a bare list of messages', async () => {
    for (const json of [[LOG], LOG, LOG.messages]) {
      const { trees, problems } = await read(JSON.stringify(json, null, 2))
      expect([trees.length, problems]).toEqual([1, []])
    }
  })

  test('function_call of the older API', async () => {
    const { trees } = await read(
      JSON.stringify({
        messages: [
          { role: 'user', content: 'Time?' },
          { role: 'assistant', content: null, function_call: { name: 'now', arguments: '{}' } },
          { role: 'function', name: 'now', content: '12:00' }
        ]
      })
    )
    expect(trees.map(did)).toEqual([[[{ name: 'now', arguments: {} }, '12:00']]])
  })

  test('AgentGym: thoughts are dropped, actions are steps of a text environment, and the first scene is what is shown', async () => {
    const rows = {
      conversations: [
        { from: 'human', value: 'You are in a house.', loss: null },
        { from: 'gpt', value: 'OK.', loss: false },
        { from: 'human', value: 'A room. Task: find the egg.', loss: null },
        { from: 'gpt', value: 'Thought:\nI look.\n\nAction:\nlook around', loss: true },
        { from: 'human', value: 'An egg.', loss: null }
      ]
    }
    const { importer, trees, dropped } = await read(JSON.stringify([rows]))
    expect([importer, ...trees.map(did)]).toEqual(['sharegpt', [['look around', 'An egg.']]])
    expect(must(must(trees[0]).branches[0]).setup.initialState).toBe(
      'You are in a house.\n\nA room. Task: find the egg.'
    )
    expect(dropped).toEqual({ 'messages of the agent without an action': 1, "the agent's thoughts": 1 })
  })

  test('rows of a world model without marks are read in that view when it is asked for', async () => {
    const text = JSON.stringify([
      {
        messages: [
          { role: 'system', content: 'Be ALFWorld.' },
          { role: 'user', content: 'look' },
          { role: 'assistant', content: 'A room.' }
        ]
      }
    ])
    const { trees } = await read(text, { view: 'world' })
    expect(trees.map(did)).toEqual([[['look', 'A room.']]])
    expect(must(trees[0]).session.notes).toBe('System prompt:\n\nBe ALFWorld.')
  })

  test('6.4 bad lines are named, the rest is imported', async () => {
    const lines = [
      '{"messages":[{"role":"user","content":"hi"}]}',
      '{"messages":',
      JSON.stringify(LOG),
      '{"messages":[{"role":"user"},{"content":1}]}',
      JSON.stringify({
        ...LOG,
        messages: [
          { role: 'assistant', tool_calls: [call('x', 'y', {})] },
          { role: 'tool', content: '' }
        ].map((one) => ({
          ...one,
          tool_calls: one.tool_calls?.map((it) => ({ ...it, function: { name: 'y', arguments: '{' } }))
        }))
      })
    ]
    const { trees, problems } = await read(lines.join('\n'))
    expect(trees).toHaveLength(1)
    expect(problems).toEqual([
      [1, 'There is no action in this conversation that something followed.'],
      [2, expect.stringMatching(/^Not JSON/)],
      [4, expect.stringContaining('no conversation: a row has messages')],
      [5, expect.stringMatching(/^Action 1 is none of the mcp domain: its arguments are no JSON/)]
    ])
  })

  test('a function_call that is not JSON, and rows in one piece of JSON, are named', async () => {
    const bad = {
      conversations: [
        { from: 'human', value: 'x' },
        { from: 'function_call', value: 'now()' }
      ]
    }
    const { problems } = await read(JSON.stringify([bad, { conversations: 3 }], null, 1), {}, 'sharegpt')
    expect(problems).toEqual([
      [null, 'A function_call is JSON with name and arguments; this one is "now()".'],
      [null, expect.stringMatching(/^Row 2: /)]
    ])
  })

  test('a domain can be named; one that there is not is refused in words', async () => {
    const text = JSON.stringify({
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'look' },
        { role: 'user', content: 'A room.' }
      ]
    })
    expect(must((await read(text)).trees[0]).session.domain).toBe('textenv')
    expect((await read(text, { domain: 'moon' })).problems).toEqual([[1, 'There is no domain "moon".']])
  })
})

test('6.10 the format is recognised and named', async () => {
  expect(recognise(textInput(JSON.stringify(LOG)))?.found).toEqual({ format: 'Chat messages', sure: 'likely' })
  expect(recognise(textInput(JSON.stringify([LOG], null, 4)))?.importer.name).toBe('messages')
  expect(recognise(textInput(await written(sharegptExporter, notes)))?.found).toEqual({
    format: 'ShareGPT',
    sure: 'certain'
  })
  expect(recognise(textInput('{"messages": "none"}'))).toBe(null)
})
