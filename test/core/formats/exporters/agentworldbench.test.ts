import { expect, test } from 'vitest'
import { terminal } from '../../../../src/core/domains/terminal/index.ts'
import { small } from '../../../../src/core/domains/terminal/prompts.ts'
import { OrreryError } from '../../../../src/core/errors.ts'
import { agentworldbench } from '../../../../src/core/formats/exporters/agentworldbench.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { systemParts } from '../../../../src/core/step/prompt.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { must } from '../../../must.ts'
import { AWKWARD, tree, written } from '../../trees.ts'
import { rowsIn, world } from './training.ts'

const original = await tree()
const samples = async (branch?: string) =>
  (await written(agentworldbench, original, { branch }))
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line))

const prompt = (turn: number, keystrokes: string) =>
  `### Turn ${turn}\n**Action:**\n\`\`\`json\n${JSON.stringify([{ keystrokes, duration: 0.5 }])}\n\`\`\``
const response = (text: string) => `**Environment Observation:**\n${text}`

test('a line a turn, with its past, its truth and the instruction that held for it alone', async () => {
  const [[first, seen], [second, then], [third, last]] = [must(AWKWARD[0]), must(AWKWARD[1]), must(AWKWARD[2])]
  const common = {
    task: 'terminal',
    system_str: systemParts(terminal, small, must(original.branches[0]).setup)
      .map(({ text }) => text)
      .join('\n\n'),
    total_turns: 6
  }
  const instructed = `${prompt(2, second)}\n\n**Simulation Instruction:**\nAnswer slowly.`
  expect((await samples()).slice(0, 3)).toEqual([
    {
      ...common,
      id: 's1/b1/1',
      prompt: [prompt(1, first)],
      response: [response(seen)],
      current_prompt: prompt(1, first),
      turn_idx: 1
    },
    {
      ...common,
      id: 's1/b1/2',
      prompt: [prompt(1, first), instructed],
      response: [response(seen), response(then)],
      current_prompt: instructed,
      turn_idx: 2
    },
    {
      ...common,
      id: 's1/b1/3',
      prompt: [prompt(1, first), prompt(2, second), prompt(3, third)],
      response: [response(seen), response(then), response(last)],
      current_prompt: prompt(3, third),
      turn_idx: 3
    }
  ])
})

test('another branch by id or title', async () => {
  expect(await samples('b2')).toEqual(await samples('other'))
  expect(await samples('b2')).toHaveLength(3)
})

test('a branch before its first step has no samples', async () => {
  const branches = [{ ...must(original.branches[0]), tip: null }]
  expect(await written(agentworldbench, { ...original, branches })).toBe('')
})

test('observations go out whole, with their marks', async () => {
  const cut = await makeStep(null, [], { text: 'a\n[Orrery cut this off after 9 tokens]' })
  const next = await makeStep(cut.id, [], { text: 'b' })
  const branches = [{ ...must(original.branches[0]), tip: next.id }]
  const lines = (await written(agentworldbench, { ...original, branches, steps: [cut, next], calls: [] })).split('\n')
  expect(JSON.parse(must(lines[1])).response).toEqual([
    response('a\n[Orrery cut this off after 9 tokens]'),
    response('b')
  ])
})

test('a branch that is not there is named, with those that are', async () => {
  await expect(samples('nowhere')).rejects.toThrow(
    new OrreryError('not-found', '"Awkward" has no branch "nowhere". It has: main (b1), other (b2).')
  )
})

const numbers = async (given: SessionTree, options: Record<string, unknown>) =>
  rowsIn(await written(agentworldbench, given, { options })).map(({ id }) => Number(id.split('/').at(-1)))

test('five turns of a branch: both ends, and three drawn between, with their whole history', async () => {
  const long = await world(
    { domain: 'textenv' },
    Array.from({ length: 12 }, (_, n) => ({ action: `go ${n}`, text: `Room ${n}.` }))
  )
  const five = await numbers(long, { turns: 'five', seed: 1 })
  expect(five).toHaveLength(5)
  expect([five[0], five.at(-1)]).toEqual([1, 12])
  expect(await numbers(long, { turns: 'five', seed: 1 })).toEqual(five)
  expect(await numbers(long, { turns: 'five', seed: 2 })).not.toEqual(five)
  const last = rowsIn(await written(agentworldbench, long, { options: { turns: 'five' } })).at(-1)
  expect([last.turn_idx, last.prompt.length, last.response.length]).toEqual([12, 12, 12])
  const half = await Promise.all(Array.from({ length: 40 }, (_, seed) => numbers(long, { turns: 'half', seed })))
  // 200 chances of one half, give or take four standard deviations.
  expect(Math.abs(half.flat().length - 100)).toBeLessThan(29)
  expect(await numbers(await world({ domain: 'textenv' }, [{ action: 'go', text: 'A.' }]), { turns: 'five' })).toEqual([
    1
  ])
})

test('of screens the simple turns are passed over', async () => {
  const page = (action: string, text: string) => ({ action, text })
  const web = await world({ domain: 'web', initialState: '[1] link "Home"' }, [
    page("click('1')", '[1] link "Home"'),
    page("click('1')", '[1] textbox "Name"'),
    page("fill('1', 'Ada')", '[1] textbox "Name" value="Ada"'),
    page("click('1')", '[1] heading "Thanks"')
  ])
  expect(await numbers(web, { turns: 'five' })).toEqual([2, 4])
})
