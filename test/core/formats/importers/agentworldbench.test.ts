import { describe, expect, test } from 'vitest'
import { agentworldbench as exporter } from '../../../../src/core/formats/exporters/agentworldbench.ts'
import { agentworldbench as importer } from '../../../../src/core/formats/importers/agentworldbench.ts'
import { readText, textInput } from '../../../../src/core/formats/importing-text.ts'
import { must } from '../../../must.ts'
import { AWKWARD, tree, written } from '../../trees.ts'

const original = await tree()
const text = await written(exporter, original)
const all = text.split('\n').slice(0, -1)
const ID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const main = original.steps.slice(0, AWKWARD.length)

const read = (changed: string, title?: string) => readText(changed, { format: 'agentworldbench', now: 5, title })
const change = (line: string, fields: Record<string, unknown>) => JSON.stringify({ ...JSON.parse(line), ...fields })

test('a branch comes back with the same step ids, whatever its texts hold', async () => {
  const { trees, skipped } = await read(text)
  expect(skipped).toEqual([])
  expect(trees.map(({ steps }) => steps)).toEqual([main])
})

test('initial state, instruction, turn-level instruction and template come back where the template is known', async () => {
  const { trees } = await read(text)
  const { session, branches, calls } = must(trees[0])
  expect(session).toEqual({
    id: ID,
    title: 's1/b1',
    notes: '',
    domain: 'terminal',
    createdAt: 5,
    updatedAt: 5
  })
  const { setup } = must(original.branches[0])
  expect(branches).toEqual([
    { id: ID, session: ID, title: 'main', tip: must(main.at(-1)).id, fork: null, setup, createdAt: 5 }
  ])
  expect(calls[1]).toEqual({
    id: ID,
    step: must(main[1]).id,
    session: ID,
    branch: ID,
    engine: 'import',
    model: { name: 'agentworldbench', hash: null },
    seed: 0,
    setup,
    template: 'small',
    instruction: 'Answer slowly.',
    firings: [],
    raw: `**Environment Observation:**\n${must(AWKWARD[1])[1]}`,
    thinking: '',
    warnings: [],
    tokens: { prompt: 0, cached: 0, generated: 0 },
    ms: { first: 0, total: 0 },
    createdAt: 5,
    trace: null
  })
})

test('what was imported goes out as the same samples again', async () => {
  const { trees } = await read(text)
  const again = await written(exporter, must(trees[0]))
  expect(again).toBe(
    text.replaceAll('"id":"s1/b1/', `"id":"${must(trees[0]).session.id}/${must(must(trees[0]).branches[0]).id}/`)
  )
})

test.each([
  [
    'only an initial state',
    { initialState: 'A box with (odd) [signs] $1 \\d.\n\n# Demonstrations\n\nnone', instruction: '' }
  ],
  ['only an instruction', { initialState: '', instruction: '# Task\n\nBe slow.' }],
  ['neither', { initialState: '', instruction: '' }]
])('the system prompt is read back: %s', async (_, said) => {
  const calls = original.calls.map((call) => ({ ...call, setup: { ...call.setup, ...said } }))
  const { trees } = await read(await written(exporter, { ...original, calls }))
  expect(must(must(trees[0]).branches[0]).setup).toMatchObject(said)
})

test("another author's system prompt is kept in the notes", async () => {
  const { trees, skipped } = await read(all.map((line) => change(line, { system_str: 'Be a VT100.' })).join('\n'))
  expect(skipped).toEqual([])
  expect(must(trees[0]).session.notes).toBe('System prompt of the imported samples:\n\nBe a VT100.')
  expect(must(trees[0]).steps).toEqual(main)
})

test('samples without a system prompt are imported, and nothing is noted', async () => {
  const { trees } = await read(all.map((line) => change(line, { system_str: '' })).join('\n'))
  expect(trees.map(({ session, steps }) => [session.notes, steps])).toEqual([['', main]])
})

describe('which samples belong together', () => {
  test('the last sample alone holds the whole trajectory', async () => {
    expect((await read(must(all.at(-1)))).trees.map(({ steps }) => steps)).toEqual([main])
  })

  test('order does not matter, nor do samples that are not there', async () => {
    const { trees } = await read([all[5], all[0], all[3]].join('\n'))
    expect(trees.map(({ steps }) => steps)).toEqual([main])
  })

  test('samples that each hold the whole trajectory are one session', async () => {
    const { prompt, response } = JSON.parse(must(all.at(-1)))
    const { trees } = await read(all.map((line) => change(line, { prompt, response })).join('\n'))
    expect(trees.map(({ steps }) => steps)).toEqual([main])
  })

  test('trajectories that part ways are a session each', async () => {
    const other = await written(exporter, original, { branch: 'other' })
    const { trees } = await read(text + other, 'Both')
    expect(trees.map(({ session, steps }) => [session.title, steps.length])).toEqual([
      ['Both', 6],
      ['Both', 3]
    ])
    expect(must(trees[1]).steps).toEqual([original.steps[0], original.steps[1], original.steps[6]])
  })
})

test('tasks with a prefix, prompts without a fence and responses without a marker are read', async () => {
  const line = change(must(all[0]), {
    task: 'orrery/terminal',
    prompt: ['### Turn 1\n**Action:**\n[{"keystrokes": "ls -la\\n", "duration": 0.5}]\n'],
    response: [must(AWKWARD[0])[1]]
  })
  expect(await read(line)).toMatchObject({ trees: [{ steps: [main[0]] }], skipped: [] })
})

test('lines that hold no sample are reported with their number, the rest is imported', async () => {
  const bad = [
    '{"task":',
    change(must(all[0]), { task: 'spreadsheet' }),
    change(must(all[0]), { prompt: ['### Turn 1\n**Action:**\n```json\n\n```'] }),
    change(must(all[0]), { prompt: ['### Turn 1\n**Action:**'] }),
    change(must(all[1]), { response: ['**Environment Observation:**\nx'] }),
    must(all[0]).replace('"turn_idx":1,', '')
  ]
  const { trees, skipped } = await read([...bad, all[0], '{"task":"terminal"'].join('\n'))
  expect(trees.map(({ steps }) => steps)).toEqual([[main[0]]])
  expect(skipped).toEqual([
    { line: 1, reason: expect.stringMatching(/^Not JSON: /) },
    { line: 2, reason: 'There is no domain for the task "spreadsheet".' },
    { line: 3, reason: 'Turn 1 holds no action.' },
    { line: 4, reason: 'Turn 1 holds no action.' },
    { line: 5, reason: 'response: response has fewer entries than turn_idx says: the true observation is missing' },
    { line: 6, reason: '"turn_idx" is missing (a number).' },
    { line: 8, reason: expect.stringMatching(/^The file ends in the middle of this line/) }
  ])
})

test('samples are recognised by their keys', () => {
  expect(importer.recognise(textInput(must(all[0])))).toEqual({ format: 'AgentWorldBench samples', sure: 'certain' })
  // A line that is longer than the beginning that is seen.
  const long = change(must(all[0]), { prompt: ['x'.repeat(100_000)] })
  expect(importer.recognise(textInput(long))).toEqual({ format: 'AgentWorldBench samples', sure: 'likely' })
  expect(importer.recognise(textInput('{"format":"orrery","version":1}'))).toBe(null)
  expect(importer.recognise(textInput('{"type":"session","session":{}}'))).toBe(null)
})
