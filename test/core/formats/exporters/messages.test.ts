import { describe, expect, test } from 'vitest'
import { axolotl, messages, sharegpt } from '../../../../src/core/formats/exporters/conversations.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { must } from '../../../must.ts'
import { AWKWARD, tree, written } from '../../trees.ts'
import { notes, rowsIn, shell, TOOLS, world } from './training.ts'

const rows = async (...given: Parameters<typeof written>) => rowsIn(await written(...given))
const act = (keystrokes: string) => JSON.stringify([{ keystrokes, duration: 1 }])
// As the flagship was trained: the prompt line in turn 1, indented JSON, seconds as floats.
const ask = (turn: number, keystrokes: string) =>
  `### Turn ${turn}\n${turn === 1 ? '**Current State:**\n$\n\n' : ''}**Action:**\n\`\`\`json\n[\n  {\n    "keystrokes": ${JSON.stringify(keystrokes)},\n    "duration": 1.0\n  }\n]\n\`\`\``
const observed = (text: string) => `**Environment Observation:**\n${text}`
const metadata = { program: 'orrery', version: '0.0.0', session: 's1', title: 'Fix it', branch: 'main', turn: null }

describe('chat messages', () => {
  test('the agent is asked by the title and what it is shown, and acts', async () => {
    expect(await rows(messages, shell)).toEqual([
      {
        messages: [
          { role: 'user', content: 'Fix it\n\nA box.\n$' },
          { role: 'assistant', content: act('ls\n'), weight: 1 },
          { role: 'user', content: '$ ls\na\n$ ' },
          { role: 'assistant', content: act('cat a\n'), weight: 1 },
          { role: 'user', content: '$ cat a\nhello\n$ ' },
          { role: 'assistant', content: act('yes\n'), weight: 1 },
          { role: 'user', content: '$ yes\ny\ny' }
        ],
        tools: '[]',
        metadata: {
          ...metadata,
          ...{ domain: 'terminal', view: 'agent', simulated: [false, true, true], learned: [true, true, true] },
          ...{ known: [true, true, true], models: ['bash 5.2', 'demo'], tools: '[]' }
        }
      }
    ])
  })

  test('where the domain has tools, an action is a call and the observation its answer', async () => {
    const [row] = await rows(messages, notes, { options: { task: 'Find rye.' } })
    expect(row.messages).toEqual([
      { role: 'user', content: 'Find rye.\n\nNotes of ada.' },
      {
        ...{ role: 'assistant', content: '', weight: 1 },
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"word":"rye"}' } }]
      },
      { role: 'tool', tool_call_id: 'call_1', name: 'find', content: '[{"id": 1}]' },
      {
        ...{ role: 'assistant', content: '', weight: 1 },
        tool_calls: [{ id: 'call_2', type: 'function', function: { name: 'now', arguments: '{}' } }]
      },
      { role: 'tool', tool_call_id: 'call_2', name: 'now', content: '12:01' }
    ])
    expect(JSON.parse(row.tools)).toEqual([
      {
        type: 'function',
        function: { name: 'find', description: 'Finds notes.', parameters: must(TOOLS[0]).inputSchema }
      },
      { type: 'function', function: { name: 'now', description: '', parameters: { type: 'object', properties: {} } } }
    ])
  })

  test('the world model is asked what it was asked, and answers with the observation, never with a mark', async () => {
    const [row] = await rows(messages, shell, { options: { view: 'world' } })
    expect(row.messages.slice(1)).toEqual([
      { role: 'user', content: ask(1, 'ls\n') },
      { role: 'assistant', content: observed('$ ls\na\n$ '), weight: 1 },
      { role: 'user', content: `${ask(2, 'cat a\n')}\n\n**Simulation Instruction:**\nBe slow.` },
      { role: 'assistant', content: observed('$ cat a\nhello\n$ '), weight: 1 },
      { role: 'user', content: ask(3, 'yes\n') },
      { role: 'assistant', content: observed('$ yes\ny\ny'), weight: 0 }
    ])
    expect(row.messages[0].content).toContain('# Initial State\n\nA box.')
    expect(row.metadata.learned).toEqual([true, true, false])
  })

  test('the prompts can be those of another template, by its name or drawn by branch and seed', async () => {
    const prompts = async (options: Record<string, unknown>) =>
      (await rows(messages, shell, { options: { view: 'world', ...options } }))[0].messages[0].content
    const [standard, small] = [await prompts({ template: 'standard' }), await prompts({ template: 'small' })]
    expect(await prompts({})).toBe(standard)
    expect(small).not.toBe(standard)
    const drawn = await Promise.all([0, 1, 2, 3].map((seed) => prompts({ template: 'drawn', seed })))
    expect(new Set(drawn)).toEqual(new Set([standard, small]))
    expect(await prompts({ template: 'drawn', seed: 1 })).toBe(drawn[1])
    await expect(prompts({ template: 'none' })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('for models that were trained without any form, an answer is the observation and nothing else', async () => {
    const rules = { domain: 'textenv', initialState: 'You are in a room.' }
    const room = await world(rules, [{ action: 'look', text: 'A lamp is here.' }])
    for (const more of [{}, { rows: 'turn' }]) {
      const options = { view: 'world', template: 'word2world', ...more }
      const [row] = await rows(messages, room, { options })
      const said = [...(row.messages ?? row.prompt), ...(row.completion ?? [])].slice(1).map(({ content }) => content)
      expect(said).toEqual(['look', 'A lamp is here.'])
    }
  })

  test('rows of single turns are the very prompts, and what is not learned from has none', async () => {
    const [first, second, ...more] = await rows(messages, shell, { options: { view: 'world', rows: 'turn' } })
    expect(more).toEqual([])
    expect(first.completion).toEqual([{ role: 'assistant', content: observed('$ ls\na\n$ ') }])
    expect(second.prompt.slice(1)).toEqual([
      { role: 'user', content: ask(1, 'ls\n') },
      { role: 'assistant', content: observed('$ ls\na\n$ ') },
      { role: 'user', content: expect.stringMatching(/predicted_observation/) }
    ])
    expect(second.prompt.at(-1).content).toContain(`${ask(2, 'cat a\n')}\n\n**Simulation Instruction:**\nBe slow.\n\n`)
    expect(second.metadata).toMatchObject({ turn: 2, simulated: [false, true], learned: [false, true] })
  })

  test('an instruction for one turn stands in no later prompt', async () => {
    const again = await world({ domain: 'terminal' }, [
      { action: [], text: 'a', instruction: 'Be slow.' },
      { action: [], text: 'b' }
    ])
    const [, second] = await rows(messages, again, { options: { view: 'world', rows: 'turn' } })
    expect(JSON.stringify(second)).not.toContain('Be slow.')
  })

  test('only turns that a real environment answered, where that is wanted', async () => {
    const [row] = await rows(axolotl, shell, { options: { learn: 'real' } })
    expect(row.metadata.learned).toEqual([true, false, false])
    expect(await rows(messages, shell, { options: { learn: 'real', rows: 'turn' } })).toHaveLength(1)
  })

  test('an answer that a perturbation gave or altered is context for a world model', async () => {
    const firings = [{ name: 'flaky', effect: 'answer' as const, draw: 0.1, detail: '' }]
    const flaky = await world({ domain: 'terminal' }, [
      { action: [], text: 'a' },
      { action: [], text: 'boom', firings }
    ])
    const learned = async (view: string) => (await rows(messages, flaky, { options: { view } }))[0].metadata.learned
    expect([await learned('world'), await learned('agent')]).toEqual([
      [true, false],
      [true, true]
    ])
  })

  test('where the rules change within a branch another row begins, with the past as context', async () => {
    const changed = await world({ domain: 'terminal' }, [
      { action: [], text: 'a' },
      { action: [], text: 'b', setup: { instruction: 'Rain.' } },
      { action: [], text: 'c', setup: { instruction: 'Rain.' } }
    ])
    const [before, after, ...more] = await rows(axolotl, changed, { options: { view: 'world' } })
    expect(more).toEqual([])
    expect(before.metadata.learned).toEqual([true])
    expect(after.metadata.learned).toEqual([false, true, true])
    expect(after.messages.map(({ train }: { train: boolean }) => train)).toEqual([
      undefined,
      undefined,
      false,
      undefined,
      true,
      undefined,
      true
    ])
    expect(after.messages[0].content).toContain('Rain.')
    expect(before.messages[0].content).not.toContain('Rain.')
  })

  test('the first screen of a phone is what the agent is shown, and stands in the first turn of the world model', async () => {
    const phone = await world({ domain: 'android', initialState: 'UI element 0: {"index": 0, "text": "OK"}' }, [
      { action: { action_type: 'click', index: 0 }, text: 'UI element 0: {"index": 0, "text": "Done"}' }
    ])
    const [agent] = await rows(messages, phone)
    expect(agent.messages[0].content).toBe('Fix it\n\nUI element 0: {"index": 0, "text": "OK"}')
    const [model] = await rows(messages, phone, { options: { view: 'world' } })
    expect(model.messages[1].content).toContain('**Current State:**\nUI element 0')
  })

  test('an agent is not told what stands above the scene of a text environment', async () => {
    const nest = await world({ domain: 'textenv', initialState: 'The egg is in the box.\n\nScene:\nA room.' }, [
      { action: 'look', text: 'A room.' }
    ])
    expect((await rows(messages, nest))[0].messages[0].content).toBe('Fix it\n\nA room.')
  })

  test('OpenAI has tools as a list, weights, and an answer last', async () => {
    const [row] = await rows(messages, notes, { options: { reader: 'openai' } })
    expect(row.tools).toHaveLength(2)
    expect(row.messages.at(-1)).toMatchObject({ role: 'assistant', weight: 1 })
    const [, second] = await rows(messages, notes, { options: { reader: 'openai', rows: 'turn' } })
    expect(second.messages.map(({ weight }: { weight?: number }) => weight)).toEqual([undefined, 0, undefined, 1])
  })

  test('awkward texts go through as they are', async () => {
    const [row] = await rows(messages, await tree())
    const seen = row.messages.filter((_: unknown, index: number) => index && index % 2 === 0)
    expect(seen.map(({ content }: { content: string }) => content)).toEqual(AWKWARD.map(([, text]) => text))
  })

  test('branches that are too short are left out; an empty branch is no row', async () => {
    expect(await rows(messages, shell, { options: { minTurns: 4 } })).toEqual([])
    const empty = { ...shell, branches: [{ ...must(shell.branches[0]), tip: null }] }
    expect(await rows(messages, empty)).toEqual([])
  })
})

describe('ShareGPT', () => {
  test('questions stand at odd places and answers at even ones, and an answer is last', async () => {
    for (const [given, options] of [
      [shell, {}],
      [notes, {}],
      [shell, { view: 'world' }],
      [notes, { view: 'world', rows: 'turn' }],
      [notes, { rows: 'turn' }]
    ] as const) {
      const all = await rows(sharegpt, given, { options })
      expect(all).not.toEqual([])
      for (const { conversations, system, tools } of all) {
        expect(conversations.length % 2).toBe(0)
        for (const [index, { from }] of conversations.entries()) {
          expect(index % 2 ? ['gpt', 'function_call'] : ['human', 'observation']).toContain(from)
        }
        expect([typeof system, typeof tools]).toEqual(['string', 'string'])
      }
    }
  })

  test('a call is JSON with its arguments as an object', async () => {
    const [row] = await rows(sharegpt, notes)
    expect(row.conversations.slice(1, 3)).toEqual([
      { from: 'function_call', value: '{"name":"find","arguments":{"word":"rye"}}' },
      { from: 'observation', value: '[{"id": 1}]' }
    ])
    expect(row.conversations).toHaveLength(4)
  })

  test('what is dropped is listed', () => {
    const losses = (options: object) => sharegpt.losses(treeSource(notes), sharegpt.options.parse(options))
    expect(losses({})).toEqual([
      'Other branches (2): only "main" is exported.',
      'The parts of the initial state that the agent does not see, and the simulation instruction.',
      'The sampling, seed and perturbation settings.',
      'Which model made each step, with its token counts and times.',
      'The raw model output that each observation was read from.',
      'Marks where an answer was cut off: its text ends there.',
      'Ids, and the seed, template and times of each step: a re-import creates a new world.',
      'The last observation: LLaMA-Factory drops a conversation that does not end in an answer.',
      'Which turns are trained on: LLaMA-Factory trains on all answers of a row. Rows per turn keep this.'
    ])
    expect(losses({ view: 'world', rows: 'turn' }).at(-1)).toBe(
      'That only the last answer is trained on: set mask_history: true.'
    )
  })
})

test('Axolotl has a flag on every answer', async () => {
  const [row] = await rows(axolotl, shell, { options: { view: 'world' } })
  expect(row.messages.map(({ role, train }: { role: string; train: boolean }) => [role, train])).toEqual([
    ['system', undefined],
    ['user', undefined],
    ['assistant', true],
    ['user', undefined],
    ['assistant', true],
    ['user', undefined],
    ['assistant', false]
  ])
})

test('6.14 simulated text is marked in the metadata of every row, never in a message', async () => {
  for (const exporter of [messages, sharegpt, axolotl]) {
    for (const view of ['agent', 'world']) {
      for (const rowsOf of ['session', 'turn']) {
        const all = await rows(exporter, notes, { options: { view, rows: rowsOf } })
        for (const { metadata, ...rest } of all) {
          expect(metadata.simulated.every((one: unknown) => one === true)).toBe(true)
          // The system prompt itself speaks of simulating.
          const { messages = [], prompt = [], conversations = [], completion = [] } = rest
          const said = [...messages, ...prompt, ...conversations, ...completion].filter(({ role }) => role !== 'system')
          expect(JSON.stringify(said)).not.toMatch(/simulated|orrery/i)
        }
      }
    }
  }
})
