// What is said to a user between actions are turns: read from other programs' files, written for trainers, and read again.
import { describe, expect, test } from 'vitest'
import { talkParts } from '../../../src/core/domains/talk.ts'
import { findExporter } from '../../../src/core/formats/exporters/index.ts'
import { treeSource } from '../../../src/core/formats/exporters/source.ts'
import { parseJson } from '../../../src/core/text/json.ts'
import { originOf } from '../../../src/core/tree/origin.ts'
import { must } from '../../must.ts'
import { writing, written } from '../trees.ts'
import { read, rows } from './importers/reading.ts'

const call = (id: string, name: string, given: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(given) }
})
const CHAT = [
  { role: 'system', content: 'You are at the desk of an airline.' },
  { role: 'user', content: 'I want to cancel my flight.' },
  { role: 'assistant', content: 'What is your reference?' },
  { role: 'user', content: 'QX7L2' },
  { role: 'assistant', content: null, tool_calls: [call('a', 'get_booking', { reference: 'QX7L2' })] },
  { role: 'tool', tool_call_id: 'a', content: '{"paid": 130}' },
  { role: 'assistant', content: 'You get 78.00 back. Shall I cancel it?' },
  { role: 'user', content: 'Yes, please.' },
  { role: 'assistant', content: null, tool_calls: [call('b', 'cancel_booking', { reference: 'QX7L2' })] },
  { role: 'tool', tool_call_id: 'b', content: 'done' },
  { role: 'assistant', content: 'It is cancelled.' }
]
const say = (message: string) => ({ name: 'say', arguments: { message } })
const STEPS = [
  [say('What is your reference?'), 'QX7L2'],
  [{ name: 'get_booking', arguments: { reference: 'QX7L2' } }, '{"paid": 130}'],
  [say('You get 78.00 back. Shall I cancel it?'), 'Yes, please.'],
  [{ name: 'cancel_booking', arguments: { reference: 'QX7L2' } }, 'done']
]
const told = (tree: Awaited<ReturnType<typeof read>>['trees'][number] | undefined) =>
  must(tree).steps.map(({ action, observation }) => [action, observation.text])

const shared = CHAT.slice(1).map(({ role, content, tool_calls: [asked] = [] as ReturnType<typeof call>[] }) => {
  const from = asked ? 'function_call' : { user: 'human', assistant: 'gpt', tool: 'observation' }[role]
  const { name, arguments: given } = asked?.function ?? { name: '', arguments: '{}' }
  return { from, value: asked ? JSON.stringify({ name, arguments: parseJson(given) }) : content }
})

describe('the user’s messages between calls are turns', () => {
  test.each([
    ['messages', rows({ messages: CHAT })],
    ['sharegpt', rows({ conversations: shared })]
  ])('of %s', async (importer, text) => {
    const found = await read(text)
    expect(found.importer).toBe(importer)
    expect(found.trees.map(told)).toEqual([STEPS])
    const { setup } = must(must(found.trees[0]).branches[0])
    expect(setup).toMatchObject({
      task: 'I want to cancel my flight.',
      user: { answers: 'recorded', dialogue: ['QX7L2', 'Yes, please.'], tools: [] }
    })
    expect(setup.tools.map(({ name }) => name)).toEqual(['get_booking', 'cancel_booking'])
    expect(found.dropped).toEqual({ 'messages of the agent without a call': 1 })
  })

  test('where the world has a tool of that name, they are left out and counted as before', async () => {
    const tools = [{ type: 'function', function: { name: 'say', parameters: { type: 'object' } } }]
    const { trees, dropped } = await read(rows({ messages: CHAT, tools }))
    expect(told(trees[0])).toHaveLength(2)
    expect(dropped).toEqual({ 'messages of the agent without a call': 3, "the user's messages between actions": 1 })
  })

  test('a file of JSON lines is the same world each time', async () => {
    const [one, two] = [await read(rows({ messages: CHAT })), await read(rows({ messages: CHAT }))]
    expect(two.trees).toEqual(one.trees)
  })
})

describe('they are written as messages and read again', () => {
  test.each([
    ['messages', {}],
    ['messages', { reader: 'openai' }],
    ['messages', { rows: 'turn' }],
    ['sharegpt', {}],
    ['axolotl', {}],
    ['orrery', {}],
    ['atif', {}]
  ])('as %s %j', async (name, options) => {
    const tree = must((await read(rows({ messages: CHAT }))).trees[0])
    const text = await written(findExporter(name), tree, { options })
    const again = await read(text)
    // OpenAI and ShareGPT end in an answer, so nothing follows the last call.
    const whole = name !== 'sharegpt' && !('reader' in options) && !('rows' in options)
    expect(told(again.trees.at(-1))).toEqual(whole ? STEPS : STEPS.slice(0, 3))
    expect(must(must(again.trees.at(-1)).branches[0]).setup.user?.answers).toBe('recorded')
  })

  test('an agent is trained on what it says, and has no tool for it', async () => {
    const tree = must((await read(rows({ messages: CHAT }))).trees[0])
    const row = parseJson(await written(findExporter('messages'), tree, { options: { reader: 'openai' } }))
    const { messages, tools } = row as { messages: object[]; tools: { function: { name: string } }[] }
    expect(messages.slice(1, 4)).toEqual([
      { role: 'assistant', content: 'What is your reference?', weight: 1 },
      { role: 'user', content: 'QX7L2' },
      expect.objectContaining({ role: 'assistant', content: '' })
    ])
    expect(tools.map((one) => one.function.name)).toEqual(['get_booking', 'cancel_booking'])
  })
})

test('ATIF has what is said as messages, and gives back the same steps; another program’s is read the same', async () => {
  const tree = must((await read(rows({ messages: CHAT }))).trees[0])
  const document = parseJson(await written(findExporter('atif'), tree)) as {
    steps: Record<string, unknown>[]
    extra?: object
  }
  const said = document.steps
    .filter(({ source }) => source !== 'system')
    .map(({ source, message, tool_calls }) => [source, tool_calls ? 'call' : message])
  expect(said.slice(-6)).toEqual([
    ['agent', 'What is your reference?'],
    ['user', 'QX7L2'],
    ['agent', 'call'],
    ['agent', 'You get 78.00 back. Shall I cancel it?'],
    ['user', 'Yes, please.'],
    ['agent', 'call']
  ])
  expect((await read(JSON.stringify(document))).trees[0]?.steps).toEqual(tree.steps)
  const foreign = { ...document, extra: undefined, steps: document.steps.map(({ extra: _extra, ...step }) => step) }
  const again = must((await read(JSON.stringify(foreign))).trees[0])
  expect(told(again)).toEqual(STEPS)
  expect(must(again.branches[0]).setup.user?.dialogue).toEqual(['QX7L2', 'Yes, please.'])
})

test('verl has them as messages too', async () => {
  const tree = must((await read(rows({ messages: CHAT }))).trees[0])
  const verl = findExporter('verl')
  const options = verl.options.parse({ rows: 'session' })
  const row = parseJson(must(await verl.record?.(treeSource(tree), options, writing())))
  const { messages } = row as { messages: { role: string; content: string }[] }
  expect(messages.slice(1, 3)).toEqual([
    expect.objectContaining({ role: 'assistant', content: 'What is your reference?', tool_calls: [] }),
    expect.objectContaining({ role: 'user', content: 'QX7L2' })
  ])
})

const turn = (role: string, content: string | null, more: object = {}) => ({ role, content, turn_idx: 0, ...more })
const asks = (id: string, name: string, requestor: string, given: object = {}) => ({
  tool_calls: [{ id, name, arguments: given, requestor }]
})
const SIMULATIONS = {
  timestamp: '2026-01-01T00:00:00',
  info: {
    user_info: { implementation: 'user_simulator' },
    environment_info: { domain_name: 'telecom', policy: 'Be kind.' }
  },
  tasks: [
    {
      id: 't1',
      user_scenario: {
        persona: 'Ola, curt.',
        instructions: { domain: 'telecom', reason_for_call: 'No internet.', known_info: 'Your number is 555-0199.' }
      }
    }
  ],
  simulations: [
    {
      id: 's1',
      task_id: 't1',
      reward_info: { reward: 1 },
      messages: [
        turn('assistant', 'Hi! How can I help you today?'),
        turn('user', 'My phone has no data.'),
        turn('assistant', null, asks('1', 'get_line', 'assistant', { number: '555-0199' })),
        turn('tool', '{"roaming": true}', { id: '1', requestor: 'assistant', error: false }),
        turn('assistant', 'Turn on mobile data, and look again.'),
        turn('user', null, asks('2', 'toggle_data', 'user')),
        turn('tool', 'Data is on.', { id: '2', requestor: 'user' }),
        turn('user', null, asks('3', 'status_bar', 'user')),
        turn('tool', '4G', { id: '3', requestor: 'user' }),
        turn('user', 'It shows 4G. ###STOP###')
      ]
    }
  ]
}

describe('results of tau2-bench', () => {
  test('what both said and did are steps, with what the user did themselves', async () => {
    const { importer, trees, dropped, problems } = await read(JSON.stringify(SIMULATIONS, null, 2))
    expect([importer, problems]).toEqual(['tau2', []])
    const tree = must(trees[0])
    expect(told(tree)).toEqual([
      [say('Hi! How can I help you today?'), 'My phone has no data.'],
      [{ name: 'get_line', arguments: { number: '555-0199' } }, '{"roaming": true}'],
      [say('Turn on mobile data, and look again.'), 'It shows 4G. ###STOP###']
    ])
    const { setup } = must(tree.branches[0])
    expect(setup.user).toMatchObject({
      persona: 'Ola, curt.',
      wants: 'No internet.',
      knows: { 'known info': 'Your number is 555-0199.' },
      tools: ['toggle_data', 'status_bar']
    })
    const last = must(tree.calls.at(-1))
    expect(last.grounded?.acted).toEqual({
      ...{ action: { name: 'status_bar', arguments: {} }, text: '4G', ground: 'import', hash: '' },
      before: [{ action: { name: 'toggle_data', arguments: {} }, text: 'Data is on.' }]
    })
    expect(originOf(last)).toBe('predicted')
    expect(dropped).toEqual({ 'the field "reward_info" of simulations': 1 })
    expect(talkParts(setup, tree.steps.slice(-1), { [last.step]: must(last.grounded?.acted) }).slice(0, 4)).toEqual([
      { step: last.step, by: 'agent', words: 'Turn on mobile data, and look again.' },
      { step: last.step, by: 'user-tool', action: { name: 'toggle_data', arguments: {} }, result: 'Data is on.' },
      { step: last.step, by: 'user-tool', action: { name: 'status_bar', arguments: {} }, result: '4G' },
      { step: last.step, by: 'user', words: 'It shows 4G.', left: true }
    ])
  })

  test('natively all of it is kept', async () => {
    const tree = must((await read(JSON.stringify(SIMULATIONS))).trees[0])
    const again = must((await read(await written(findExporter('orrery'), tree))).trees[0])
    expect(again.calls).toEqual(tree.calls)
    expect(again.branches).toEqual(tree.branches)
  })

  test('a simulation that is broken costs only itself', async () => {
    const broken = { id: 's2', task_id: 't1', messages: [{ role: 'robot' }] }
    const both = { ...SIMULATIONS, simulations: [broken, ...SIMULATIONS.simulations] }
    const { trees, problems } = await read(JSON.stringify(both))
    expect(trees).toHaveLength(1)
    expect(problems).toEqual([[null, expect.stringContaining('Simulation 1 was left out: message 1')]])
  })
})
