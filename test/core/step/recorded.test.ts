// Where a recording stands under perturbations.
import { expect, test } from 'vitest'
import { heldAfter, undisturbed } from '../../../src/core/step/recorded.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import type { Action, Call, Firing, Step, StepId } from '../../../src/core/tree/model.ts'

type Turn = [action: string, text: string, firing?: Partial<Firing>]

async function world(...turns: Turn[]) {
  const chain: Step[] = []
  const firings = new Map<StepId, Firing[]>()
  for (const [action, text, firing] of turns) {
    const step = await makeStep(chain.at(-1)?.id ?? null, action, { text })
    chain.push(step)
    if (firing) firings.set(step.id, [{ name: 'x', effect: 'alter', draw: null, detail: '', ...firing }])
  }
  const callOf = (step: StepId) => ({ firings: firings.get(step) ?? [] }) as unknown as Call
  return { chain, callOf, tip: chain.at(-1)?.id ?? null }
}

test('what perturbations altered or answered does not move a recording', async () => {
  const { tip } = await world(['ls', 'a b'], ['cat a', 'one'])
  const altered = await world(['ls', 'a', { effect: 'alter', before: 'a b' }], ['cat a', 'one'])
  expect(altered.tip).not.toBe(tip)
  expect(await undisturbed(altered.chain, altered.callOf)).toBe(tip)
  const answered = await world(['ls', 'a b'], ['cat a', 'HTTP 503', { effect: 'answer' }], ['cat a', 'one'])
  expect(await undisturbed(answered.chain, answered.callOf)).toBe(tip)
  // Of several alterations the first one found what was recorded.
  const twice = await world(['ls', 'x', { before: 'a b' }], ['cat a', 'one'])
  expect(await undisturbed(twice.chain, twice.callOf)).toBe(tip)
  const plain = await world(['ls', 'a b'], ['cat a', 'two'])
  expect(await undisturbed(plain.chain, plain.callOf)).toBe(plain.tip)
  // What only told the model, or broke the machine, is in the answer.
  const told = await world(['ls', 'a b', { effect: 'instruct' }], ['cat a', 'one'])
  expect(await undisturbed(told.chain, told.callOf)).toBe(tip)
})

test('the place itself comes first, and without a recording none is looked for', async () => {
  const seen: (StepId | null)[] = []
  const holding = (places: (StepId | null)[]) => ({
    holds(parent: StepId | null, _action: Action) {
      seen.push(parent)
      return places.includes(parent)
    }
  })
  const { tip } = await world(['ls', 'a b'])
  const altered = await world(['ls', 'a', { before: 'a b' }])
  expect(await heldAfter(holding([altered.tip]), 'cat a', altered)).toBe(altered.tip)
  expect(seen).toEqual([altered.tip])
  expect(await heldAfter(holding([tip]), 'cat a', altered)).toBe(tip)
  expect(await heldAfter(holding([]), 'cat a', altered)).toBeUndefined()
  expect(await heldAfter({}, 'cat a', altered)).toBeUndefined()
})
