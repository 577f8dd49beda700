import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { findDomain } from '../../../src/core/domains/index.ts'
import type { Moment, Perturbation } from '../../../src/core/faults/perturbation.ts'
import { perturbations } from '../../../src/core/faults/perturbations/index.ts'
import { perturb } from '../../../src/core/step/perturb.ts'
import { Setup } from '../../../src/core/tree/model.ts'

const Options = z.strictObject({ times: z.coerce.number().default(3) })
const seen: { hook: string; moment: Moment; times: unknown }[] = []
const nosy: Perturbation<z.infer<typeof Options>> = {
  name: 'nosy',
  title: 'Looks on',
  description: '',
  weakness: '',
  kind: 'implicit',
  examples: [{ domain: 'terminal', turns: [{ action: 'ls', observation: '$ ls' }] }],
  options: Options,
  answer: (moment, { times }) => note('answer', moment, times),
  instruct: (moment, { times }) => note('instruct', moment, times),
  alter: (moment, _, { times }) => note('alter', moment, times)
}
function note(hook: string, moment: Moment, times: unknown) {
  seen.push({ hook, moment, times })
  return null
}
afterEach(() => {
  seen.length = 0
  perturbations.splice(perturbations.indexOf(nosy), 1)
})

/** What every hook saw of a step on a branch with these options, twice. */
async function look(...options: { times?: unknown }[]) {
  if (!perturbations.includes(nosy)) perturbations.push(nosy)
  seen.length = 0
  const uses = options.map((one) => ({ name: 'nosy', options: one as Record<string, never> }))
  const setup = Setup.parse({ domain: 'terminal', perturbations: uses })
  const branch = { id: 'b', session: 's', title: '', tip: null, fork: null, setup, createdAt: 0 }
  const chain = [{ id: 'a'.repeat(64), parent: null, action: [], observation: { text: '$ ' } }]
  const turn = { branch, domain: findDomain('terminal'), action: [], state: {}, chain, callOf: () => null }
  const disturbed = await perturb(7, turn)
  for (const alter of disturbed.alterations) await alter('x')
  return [...seen]
}

test('every hook draws its own number, the same each time', async () => {
  const draws = (await look({}, {})).map(({ moment }) => moment.draw)
  expect(new Set(draws).size).toBe(6)
  expect((await look({}, {})).map(({ moment }) => moment.draw)).toEqual(draws)
  // The first use of two draws what it draws alone.
  const alone = (await look({})).map(({ moment }) => moment.draw)
  expect(draws).toEqual(expect.arrayContaining(alone))
})

test('options are read by their schema, and the steps before are seen', async () => {
  const all = await look({}, { times: '5' })
  expect(all.map(({ hook, times }) => `${hook} ${times}`).sort()).toEqual(
    ['alter 3', 'alter 5', 'answer 3', 'answer 5', 'instruct 3', 'instruct 5'].sort()
  )
  expect(all.every(({ moment }) => moment.chain[0]?.observation.text === '$ ')).toBe(true)
})
