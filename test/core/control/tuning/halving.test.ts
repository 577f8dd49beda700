// Successive halving, and the parts of a search that need no model.
import { expect, test } from 'vitest'
import { successiveHalving } from '../../../../src/core/control/tuning/halving.ts'
import { promptOf, readRewrite, rewriteMessages, splitFor } from '../../../../src/core/control/tuning/prompts.ts'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { must } from '../../../must.ts'

test('the better half goes on with twice the budget, up to the most there is', async () => {
  const asked: string[] = []
  const rungs = await successiveHalving([1, 2, 3, 4, 5], {
    ...{ first: 2, most: 6 },
    async score(candidate, budget) {
      asked.push(`${candidate} of ${budget}`)
      return candidate / 10
    }
  })
  expect(rungs.map(({ budget, kept }) => [budget, kept])).toEqual([
    [2, [5, 4, 3]],
    [4, [5, 4]],
    [6, [5]],
    [6, [5]]
  ])
  expect(asked).toHaveLength(5 + 3 + 2 + 1)
})

test('among equals the first stays, and one candidate has one rung', async () => {
  const score = async () => 0.5
  expect((await successiveHalving(['a', 'b'], { first: 1, most: 1, score })).at(-1)?.kept).toEqual(['a'])
  expect(await successiveHalving(['a'], { first: 3, most: 2, score })).toEqual([
    { budget: 2, scores: [{ candidate: 'a', score: 0.5 }], kept: ['a'] }
  ])
  expect(await successiveHalving([], { first: 1, most: 1, score })).toEqual([])
})

test('recordings are split the same way each time, with one on each side at least', () => {
  const draw = (at: number) => (at * 7) % 5
  expect(splitFor(['a', 'b', 'c', 'd'], { share: 0.5, draw })).toEqual(
    splitFor(['a', 'b', 'c', 'd'], { share: 0.5, draw })
  )
  for (const share of [0.01, 0.99]) {
    const { chosenBy, heldOut } = splitFor(['a', 'b', 'c'], { share, draw })
    expect(Math.min(chosenBy.length, heldOut.length)).toBe(1)
    expect([...chosenBy, ...heldOut].sort()).toEqual(['a', 'b', 'c'])
  }
})

test('a built-in template as a prompt has its places, and a rewrite must keep each of them once', () => {
  const mcp = findDomain('mcp')
  const prompt = promptOf(mcp, must(mcp.templates[0]))
  expect(prompt.split('{tool_definitions}')).toHaveLength(2)
  const [, asked] = rewriteMessages(prompt, [{ action: 'ls', truth: 'a', predicted: '' }])
  expect(asked?.content).toContain('(nothing)')
  const better = `${prompt}\n\nBe brief.`
  expect(readRewrite(`Here: <prompt>${better}</prompt>`, prompt)).toBe(better)
  expect(readRewrite(`<prompt>${prompt}</prompt>`, prompt)).toBe(null)
  expect(readRewrite(`<prompt>${better.replace('{tool_definitions}', '')}</prompt>`, prompt)).toBe(null)
  expect(readRewrite(`<prompt>${better} {tool_definitions}</prompt>`, prompt)).toBe(null)
  expect(readRewrite('No.', prompt)).toBe(null)
})

test('marks of an observation stand in a prompt and in no question to a writer', () => {
  const prompt = 'Answer inside <predicted_observation></predicted_observation>. {initial_state}'
  const [, asked] = rewriteMessages(prompt, [{ action: 'ls', truth: '**Environment Observation:**\na', predicted: '' }])
  expect(asked?.content).not.toMatch(/predicted_observation|\*\*Environment/)
  const said = '<prompt>Be brief. [[observation]][[/observation]] {initial_state}</prompt>'
  expect(readRewrite(said, prompt)).toBe('Be brief. <predicted_observation></predicted_observation> {initial_state}')
})
