// What is read of a turn before its action is known: the beginning of the prompt that a step then asks with.
import { expect, test } from 'vitest'
import { fold } from '../../../src/core/domains/fold.ts'
import { domains, findTemplate } from '../../../src/core/domains/index.ts'
import { readAhead } from '../../../src/core/step/ahead.ts'
import { buildPrompt } from '../../../src/core/step/prompt.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Branch, Setup, type Step } from '../../../src/core/tree/model.ts'
import type { Engine, Ground, Request } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'

/** What an engine is given to read ahead in a world of `setup`, after `chain`. */
async function given(setup: Setup, chain: Step[] = [], ground: Ground | null = null): Promise<Request[]> {
  const read: Request[] = []
  const engine: Partial<Engine> = {
    info: () => ({ engine: 'e', model: { name: 'm', hash: null }, contextSize: null, template: 'small' }),
    readAhead: async (request) => void read.push(request)
  }
  const store = { chain: () => chain }
  const branch: Branch = { id: 'b', session: 's', title: 'main', tip: null, fork: null, setup, createdAt: 0 }
  const world = {
    engine,
    store,
    ground: () => ground,
    stateAfter: (setup: Setup) => fold(must(domains.find(({ id }) => id === setup.domain)), setup, chain)
  }
  // `as`: what is used of an engine and a store.
  await readAhead(world as unknown as Parameters<typeof readAhead>[0], branch, chain.at(-1)?.id ?? null)
  return read
}

test.each(domains)('$id: it is the beginning of what any action there is asked with', async (domain) => {
  const setup = Setup.parse({ domain: domain.id, initialState: 'What there is.', template: 'small' })
  const template = findTemplate(domain, 'small', 'small')
  const first = await makeStep(null, domain.fromText('', setup), { text: 'shown' })
  for (const chain of [[], [first]]) {
    const [request] = await given(setup, chain)
    const { messages } = must(request)
    const whole = (line: string) =>
      buildPrompt(domain, template, setup, chain, domain.fromText(line, setup)).messages.map(({ content }) => content)
    const read = messages.map(({ content }) => content)
    expect(read.slice(0, -1)).toEqual(whole('q').slice(0, -1))
    expect(must(whole('q').at(-1)).startsWith(must(read.at(-1)))).toBe(true)
    expect(must(read.at(-1))).toContain('**Action:**')
    if (domain.prediction.stateInFirstTurn && !chain.length) expect(read.at(-1)).toContain('What there is.')
  }
})

test('nothing is read where answers are computed, or where nothing that was read is used', async () => {
  // `as`: that it is there is all that counts.
  const ground = { id: 'machine' } as Ground
  const setup = Setup.parse({ domain: 'terminal' })
  expect(await given(setup, [], ground)).toHaveLength(1)
  expect(await given({ ...setup, grounding: 'grounded' }, [], ground)).toEqual([])
  expect(await given({ ...setup, grounding: 'grounded' })).toHaveLength(1)
  expect(await given({ ...setup, strict: true })).toEqual([])
})
