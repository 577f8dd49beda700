import { describe, expect, test } from 'vitest'
import { dataReward } from '../../../../src/core/control/rewards.ts'
import { rwml } from '../../../../src/core/formats/exporters/rwml.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { UserUse } from '../../../../src/core/tree/user.ts'
import { written } from '../../trees.ts'
import { notes, rowsIn, shell, TOOLS, world } from './training.ts'

const rows = async (...given: Parameters<typeof written>) => rowsIn(await written(...given))

test('a triplet for each turn: the state before, the action, the state after', async () => {
  expect(await rows(rwml, shell)).toEqual([
    {
      ...{ state: 'A box.\n$ ', action: '[{"keystrokes":"ls\\n","duration":1}]', next_state: '$ ls\na\n$ ' },
      ...{ attempts: 0, mean_reward: null },
      metadata: {
        ...{ program: 'orrery', version: '0.0.0', session: 's1', title: 'Fix it', branch: 'main', domain: 'terminal' },
        ...{ turn: 1, simulated: false, model: 'bash 5.2' }
      }
    },
    expect.objectContaining({ state: '$ ls\na\n$ ', next_state: '$ cat a\nhello\n$ ' })
  ])
})

const truth = 'one two three four five six seven eight nine ten'
const attempted = (right: number, wrong: number) =>
  world({ domain: 'textenv' }, [
    {
      action: 'look',
      text: truth,
      engine: 'recorded',
      instead: [
        ...Array.from({ length: right }, (_, n) => ({ action: 'look', text: `${truth} ${n}` })),
        ...Array.from({ length: wrong }, (_, n) => ({ action: 'look', text: `nothing of that sort ${n}` }))
      ]
    }
  ])

test('a turn that is predicted well in enough attempts is left out; one in ten of them stays', async () => {
  expect(await rows(rwml, await attempted(9, 1), { options: { keep: 0 } })).toEqual([])
  expect(await rows(rwml, await attempted(9, 1), { options: { keep: 1 } })).toMatchObject([
    { attempts: 10, mean_reward: 0.9 }
  ])
  expect(await rows(rwml, await attempted(5, 5), { options: { keep: 0 } })).toMatchObject([
    { attempts: 10, mean_reward: 0.5 }
  ])
})

test('too few attempts say nothing, and other actions are no attempts', async () => {
  expect(await rows(rwml, await attempted(9, 0), { options: { keep: 0 } })).toMatchObject([
    { attempts: 9, mean_reward: 1 }
  ])
  const [first] = await rows(rwml, notes)
  expect(first).toMatchObject({ attempts: 1, mean_reward: 0 })
})

describe('with what a prediction may use', () => {
  const desk = () =>
    world(
      {
        ...{ domain: 'mcp', tools: TOOLS, initialState: 'A desk.', task: 'Help Ada.' },
        user: UserUse.parse({ persona: 'Ada, in a hurry.', knows: { code: 'X7' }, wants: 'A refund.', tools: ['now'] })
      },
      [
        { action: { name: 'say', arguments: { message: 'Which code?' } }, text: 'X7' },
        { action: { name: 'find', arguments: { word: 'X7' } }, text: '[{"id": 1, "paid": 9.5}]' },
        { action: { name: 'find', arguments: { word: 'X8' } }, text: 'nothing found' }
      ]
    )

  test('history of H turns, task, policy, tools and user, without what the user wants', async () => {
    const [, second, third] = await rows(rwml, await desk(), {
      options: { form: 'context', history: 1, policy: 'Ask.' }
    })
    expect(second).toMatchObject({
      ...{ task: 'Help Ada.', policy: 'Ask.', state: 'X7', next_state: '[{"id": 1, "paid": 9.5}]' },
      ...{ user: { persona: 'Ada, in a hurry.', knows: { code: 'X7' } }, tools: [{ name: 'find' }, { name: 'say' }] },
      history: [{ state: 'A desk.', action: expect.stringContaining('Which code?') }]
    })
    expect(second.user.tools).toMatchObject([{ name: 'now' }])
    expect(third.history).toEqual([{ state: 'X7', action: second.action }])
    expect(JSON.stringify([second, third])).not.toContain('refund')
  })

  test('a conversation that was imported has its policy from the system prompt', async () => {
    const made = await desk()
    const notes = 'System prompt:\n\nBe kind.\n\nTask:\n\nHelp.'
    const [row] = await rows(rwml, { ...made, session: { ...made.session, notes } }, { options: { form: 'context' } })
    expect(row.policy).toBe('Be kind.')
  })

  test('for reinforcement learning a prompt that asks for a thought, the truth, and how it is rewarded', async () => {
    const [said, found, status] = await rows(rwml, await desk(), { options: { form: 'rl', reward: 'rwml' } })
    expect(said).toMatchObject({ ground_truth: 'X7', reward: { answer: 'user', measure: 'distance', below: 0.4 } })
    expect(JSON.parse(found.ground_truth)).toEqual({
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'integer' }, paid: { type: 'number' } } }
    })
    expect(found.reward).toEqual({ answer: 'tool', measure: 'rouge-l', step: 0.2 })
    expect(status.ground_truth).toBe('nothing found')
    const [{ role, content }] = found.prompt
    expect(role).toBe('user')
    for (const part of [
      '# Task\nHelp Ada.',
      'code: X7',
      '"word": "X7"',
      '<think></think>',
      '<next_state></next_state>'
    ])
      expect(content).toContain(part)
    expect(content).not.toMatch(/refund|paid/)
    const [plain] = await rows(rwml, shell, { options: { form: 'rl' } })
    expect(plain.reward).toEqual({ answer: 'state', measure: 'distance', below: 0.2 })
  })

  test('for fine-tuning the label has an empty thought', async () => {
    const [, row] = await rows(rwml, await desk(), { options: { form: 'sft' } })
    expect(row.messages[1]).toEqual({
      role: 'assistant',
      content: '<think> </think> <next_state> [{"id": 1, "paid": 9.5}] </next_state>'
    })
    expect(row.messages[0].content).toContain('Write no thought')
  })

  test('what is lost is said for each form', async () => {
    const source = treeSource(await desk())
    const losses = (options: object) => rwml.losses(source, rwml.options.parse(options))
    expect(losses({})).toContain('The history before each state.')
    expect(losses({ form: 'rl', history: 3, reward: 'rwml' })).toEqual(
      expect.arrayContaining([
        'The history of a turn before its last 3 turns.',
        'What the user wants, and how they answer.',
        "The values in a tool's answer that is JSON: its schema is what is learned."
      ])
    )
  })
})

describe('rewards as the paper has them', () => {
  const words = (right: number, of: number) =>
    Array.from({ length: of }, (_, n) => (n < right ? `w${n}` : `x${n}`)).join(' ')

  test('what a world says is right below 0.1, what a user says below 0.15', () => {
    const truth = words(100, 100)
    expect([dataReward(words(91, 100), truth, 'state'), dataReward(words(89, 100), truth, 'state')]).toEqual([1, 0])
    expect([dataReward(words(86, 100), truth, 'user'), dataReward(words(84, 100), truth, 'user')]).toEqual([1, 0])
  })

  test('a tool’s answer is measured by its schema in steps of 0.2, and a message as it is', () => {
    expect(dataReward('{"id": 1, "name": "a"}', '{"id": 2, "name": "b"}', 'tool')).toBe(1)
    expect(dataReward('{"id": 1}', '{"id": 2, "name": "b"}', 'tool')).toBe(0.8)
    expect(dataReward('not found', 'not there', 'tool')).toBe(0.6)
    expect(dataReward('not found', '{"id": 2}', 'tool')).toBe(0)
  })

  test('the threshold follows the share that is to be easy', async () => {
    const attempt = (n: number, right: number) => ({
      action: `look ${n}`,
      text: `${truth} ${n}`,
      engine: 'recorded',
      instead: Array.from({ length: 10 }, (_, k) => ({
        action: `look ${n}`,
        text: k < right ? `${truth} ${n} ${k}` : `nothing of that sort ${k}`
      }))
    })
    // Mean rewards 0.0, 0.1 ... 0.9: three of ten are at 0.7 and more.
    const made = await world(
      { domain: 'textenv' },
      Array.from({ length: 10 }, (_, n) => attempt(n, n))
    )
    const kept = async (share: number) =>
      (await rows(rwml, made, { options: { share, keep: 0 } })).map((row) => row.mean_reward)
    expect(await kept(0.3)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    expect(await kept(1)).toEqual([])
    expect(await kept(0.01)).toHaveLength(10)
  })
})
