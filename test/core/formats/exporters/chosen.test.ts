// What of a world is trained on: thoughts, the best of several predictions, branches by how they ended, one turn that is drawn.
import { describe, expect, test } from 'vitest'
import { agentworldTurns } from '../../../../src/core/formats/exporters/agentworld-turns.ts'
import { judgedCandidates } from '../../../../src/core/formats/exporters/candidates.ts'
import { axolotl, messages, sharegpt } from '../../../../src/core/formats/exporters/conversations.ts'
import { rwml } from '../../../../src/core/formats/exporters/rwml.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { verl } from '../../../../src/core/formats/exporters/verl.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { must } from '../../../must.ts'
import { writing, written } from '../../trees.ts'
import { type Made, rowsIn, world } from './training.ts'

const rows = async (...given: Parameters<typeof written>) => rowsIn(await written(...given))
const turns = async (tree: SessionTree, options: object) =>
  (await rows(messages, tree, { options: { view: 'world', rows: 'turn', ...options } })).map((row) => row.metadata.turn)

const THOUGHT = { view: 'world', rows: 'turn', thinking: 'target' }
const answer = (thinking: string, text: string) =>
  `<think>\n${thinking}\n</think>\n\n<predicted_observation>\n${text}\n</predicted_observation>`

describe('the thinking is learned before the answer', () => {
  const thought = world({ domain: 'textenv' }, [
    { action: 'look', text: 'A room.', thinking: 'It is dark.' },
    { action: 'wait', text: 'Nothing.', engine: 'recorded' },
    { action: 'go', text: 'A hall.', thinking: 'The door is open.' }
  ])

  test('in the answer alone, never in the history; turns without any are context', async () => {
    const [first, second, ...more] = await rows(messages, await thought, { options: THOUGHT })
    expect(more).toEqual([])
    expect(first.completion).toEqual([{ role: 'assistant', content: answer('It is dark.', 'A room.') }])
    expect(second.completion[0].content).toBe(answer('The door is open.', 'A hall.'))
    expect(JSON.stringify(second.prompt)).toContain('Nothing.')
    expect(JSON.stringify(second.prompt)).not.toContain('It is dark.')
  })

  test('in the rows of every trainer', async () => {
    const [share] = await rows(sharegpt, await thought, { options: THOUGHT })
    expect(share.conversations.at(-1).value).toBe(answer('It is dark.', 'A room.'))
    const [flagged] = await rows(axolotl, await thought, { options: THOUGHT })
    expect(flagged.messages.at(-1)).toMatchObject({ train: true, content: answer('It is dark.', 'A room.') })
    const record = await verl.record?.(treeSource(await thought), verl.options.parse(THOUGHT), writing())
    expect(JSON.parse(must(record)).reward_model.ground_truth).toBe(answer('It is dark.', 'A room.'))
  })

  test('what is lost says so, and only there is the thinking kept', async () => {
    const source = treeSource(await thought)
    const losses = (options: object) => messages.losses(source, messages.options.parse({ view: 'world', ...options }))
    expect(losses({ rows: 'turn' })).toContain("The model's thinking.")
    expect(losses({ thinking: 'target' })).toContain("The model's thinking.")
    const said = losses({ rows: 'turn', thinking: 'target' })
    expect(said).not.toContain("The model's thinking.")
    expect(said).toContain('Turns without thinking, as rows: they are context of later ones.')
  })
})

describe('the best of several predictions', () => {
  const real: Made = {
    ...{ action: 'look', text: 'a small room with a lamp', engine: 'recorded' },
    instead: [
      { action: 'look', text: 'a small room with a table', thinking: 'Rooms have tables.' },
      { action: 'look', text: 'a small room with a lamp on', thinking: 'It is lit.' },
      { action: 'look', text: 'outside', thinking: 'Who knows.' },
      { action: 'wait', text: 'a small room with a lamp', thinking: 'Another action.' }
    ]
  }

  test('is the one nearest to the real answer, marked as simulated', async () => {
    const made = await world({ domain: 'textenv' }, [real])
    const [row, ...more] = await rows(messages, made, { options: { ...THOUGHT, best: 'truth' } })
    expect(more).toEqual([])
    expect(row.completion[0].content).toBe(answer('It is lit.', 'a small room with a lamp on'))
    expect(row.metadata.simulated).toEqual([true])
    const [plain] = await rows(messages, made, { options: { ...THOUGHT, thinking: 'none', best: 'truth' } })
    expect(plain.completion[0].content).toBe('**Environment Observation:**\na small room with a lamp on')
  })

  test('below the threshold, and without a real answer, the turn is left out', async () => {
    const made = await world({ domain: 'textenv' }, [real, { action: 'go', text: 'A hall.', thinking: 'Why not.' }])
    expect(await turns(made, { thinking: 'target', best: 'truth', least: 0.9 })).toEqual([1])
    expect(await turns(made, { thinking: 'target', best: 'truth', least: 0.99 })).toEqual([])
  })
})

describe('the prediction that a judge scores highest', () => {
  const real: Made = {
    ...{ action: 'look', text: 'a small room with a lamp', engine: 'recorded' },
    instead: [
      { action: 'look', text: 'a small room with a table', thinking: 'Rooms have tables.' },
      { action: 'look', text: 'a lamp lights a little room', thinking: 'It is lit.' },
      { action: 'look', text: 'no end\n[Orrery cut this off after 9 tokens]' },
      { action: 'wait', text: 'a small room with a lamp', thinking: 'Another action.' }
    ]
  }
  const CHOSEN = { ...THOUGHT, best: 'judge' }

  test('is learned, whatever its words; one without a score is not', async () => {
    const made = await world({ domain: 'textenv' }, [{ action: 'go', text: 'A hall.' }, real])
    const items = []
    for await (const item of judgedCandidates(treeSource(made))) items.push(item)
    expect(items).toEqual(
      ['a small room with a table', 'a lamp lights a little room'].map((prediction) => ({
        ...{ id: expect.stringMatching(/^[0-9a-f]{64}$/), by: 'demo', session: 's1', domain: 'textenv' },
        ...{ history: [{ action: 'go', observation: 'A hall.' }], action: 'look' },
        ...{ truth: 'a small room with a lamp', prediction }
      }))
    )
    const [table, little] = items.map(({ id }) => id)
    const learned = async (scores: [string | undefined, number][], options = {}) => {
      const given = { scores: new Map(scores.map(([id, score]) => [must(id), score])) }
      const found = await rows(messages, made, { options: { ...CHOSEN, ...options }, writing: given })
      return found.map(({ completion }) => completion[0].content)
    }
    const both: [string | undefined, number][] = [
      [table, 0.85],
      [little, 0.9]
    ]
    expect(await learned(both)).toEqual([answer('It is lit.', 'a lamp lights a little room')])
    expect(await learned([[table, 0.85]])).toEqual([answer('Rooms have tables.', 'a small room with a table')])
    expect(await learned(both, { least: 0.95 })).toEqual([])
    expect(await learned([])).toEqual([])
  })

  test('without a judge nothing is chosen, and the reason says what to do; what is lost is said before', async () => {
    const made = await world({ domain: 'textenv' }, [real])
    await expect(rows(messages, made, { options: CHOSEN })).rejects.toThrow('--judge-model')
    expect(messages.losses(treeSource(made), messages.options.parse(CHOSEN))).toContain(
      'Turns of which no prediction has a score of 0.8 by the judge, and the real answers of the others.'
    )
  })
})

describe('branches are chosen', () => {
  const ended = (text: string) =>
    world({ domain: 'textenv' }, [
      { action: 'look', text: 'A room.' },
      { action: 'open box', text }
    ])

  test('by how they ended: the world’s reward counts before what the agent said', async () => {
    const won = await ended('The box opens.\n\n**Reward:** 1\n**Done:** True')
    const lost = await ended('It is locked.\n\n**Reward:** 0\n**Done:** True')
    const open = await ended('It is locked.')
    const found = async (outcome: string) =>
      Promise.all([won, lost, open].map(async (tree) => (await turns(tree, { outcome })).length))
    expect(await found('success')).toEqual([2, 0, 0])
    expect(await found('failure')).toEqual([0, 2, 0])
    expect(await found('all')).toEqual([2, 2, 2])
    expect(await rows(rwml, lost, { options: { outcome: 'success' } })).toEqual([])
  })

  test.each([
    ['an empty page', ''],
    ['a CAPTCHA', '[1] heading "Please solve the CAPTCHA"'],
    ['an HTTP error', '[1] heading "502 Bad Gateway"']
  ])('without those that %s interrupted, and only of screens', async (_, text) => {
    const page = { action: "click('1')", text: '[1] link "Home"' }
    const web = (text: string) => world({ domain: 'web' }, [page, { action: "click('1')", text }])
    expect(await turns(await web(text), { failures: 'drop' })).toEqual([])
    expect(await turns(await web(text), {})).toEqual([1, 2])
    expect(await turns(await web('[1] heading "Page 502 of 900"'), { failures: 'drop' })).toEqual([1, 2])
    const typed = await world({ domain: 'textenv' }, [{ action: 'look', text }])
    expect(await turns(typed, { failures: 'drop' })).toEqual([1])
  })
})

describe('one turn of a branch is drawn', () => {
  const many = world(
    { domain: 'textenv' },
    Array.from({ length: 6 }, (_, n) => ({ action: `go ${n}`, text: `Room ${n}, which is large.` }))
  )

  test('the same one for the same seed, each one for some seed', async () => {
    const drawn = (seed: number) => many.then((tree) => turns(tree, { draw: 'one', seed }))
    expect(await drawn(3)).toEqual(await drawn(3))
    const all = await Promise.all(Array.from({ length: 80 }, (_, seed) => drawn(seed)))
    expect(all.every((numbers) => numbers.length === 1)).toBe(true)
    expect([...new Set(all.flat())].sort()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('only among those that are learned from; the rest stays as context', async () => {
    const made = await world({ domain: 'textenv' }, [
      { action: 'a', text: 'One.' },
      { action: 'b', text: 'Two.', engine: 'recorded' },
      { action: 'c', text: 'Three.' }
    ])
    expect(await turns(made, { draw: 'one', learn: 'real' })).toEqual([2])
    const [row] = await rows(axolotl, made, { options: { view: 'world', draw: 'one', learn: 'real' } })
    expect(row.metadata.learned).toEqual([false, true, false])
    expect(
      await turns(await world({ domain: 'textenv' }, [{ action: 'a', text: 'One.' }]), { draw: 'one', learn: 'real' })
    ).toEqual([])
  })

  test('turns by kind say which were not drawn', async () => {
    const [row] = await rows(agentworldTurns, await many, { options: { draw: 'one', ratios: false } })
    const answers = row.messages.filter((one: { role: string }) => one.role === 'assistant')
    expect(answers.map((one: { masked: string | null }) => one.masked).sort()).toEqual(
      [null, ...Array(5).fill('not drawn')].sort()
    )
  })

  test('verl has the one row', async () => {
    const options = verl.options.parse({ view: 'world', draw: 'one' })
    const record = must(await verl.record?.(treeSource(await many), options, writing()))
    expect([JSON.parse(record).extra_info.turn]).toEqual(await turns(await many, { draw: 'one' }))
  })
})
