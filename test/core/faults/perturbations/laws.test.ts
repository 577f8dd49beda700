// What holds for every perturbation: chance is the draw alone, nothing but the answer changes, and its note says what it did.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import type { HookEffect, Moment, Perturbation } from '../../../../src/core/faults/perturbation.ts'
import { perturbations, readPerturbation } from '../../../../src/core/faults/perturbations/index.ts'
import { readText } from '../../../../src/core/formats/importing-text.ts'
import { fits } from '../../../../src/core/text/wildcard.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { type Action, Setup, type Step } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { must } from '../../../must.ts'
import { take } from './worlds.ts'

/** Answers that no world of an example gives. */
const ODD = [
  '',
  '\n',
  'x'.repeat(100_000),
  'a\r\nb\r\n',
  '👩‍👧 \ud83d שלום \u202e',
  '{"items": [{"id": 1}, ',
  '[]',
  '{"items": []}',
  'null',
  '<html><body><p>',
  '$ ls\n$ '
]

const DRAWS = [0, 0.25, 0.5, 0.999]

/** A turn that may be disturbed. */
interface Turn {
  domain: string
  setup: Setup
  chain: Step[]
  action: Action
  observation: string
}

const FOLDER = join(import.meta.dirname, '../../../../resources/samples')
const recorded: Turn[] = (
  await Promise.all(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.jsonl'))
      .map(async (name) => (await readText(readFileSync(join(FOLDER, name), 'utf8'), { now: 0 })).trees)
  )
)
  .flat()
  .map(({ session, branches, steps }) => {
    const last = must(steps.at(-1))
    return {
      ...{ domain: session.domain, setup: must(branches[0]).setup, chain: steps.slice(0, -1) },
      ...{ action: last.action, observation: last.observation.text }
    }
  })

/** The same, so that writing into it throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

function momentOf({ domain: id, setup, chain, action }: Turn, draw: number, before?: string): Moment {
  const domain = findDomain(id)
  const tool = domain.toolOf(action)
  const state = chain.reduce((known, step) => domain.fold(known, step), domain.initial(setup))
  let further = draw
  return {
    ...frozen(structuredClone({ setup, action, chain, state })),
    ...{ domain, tool, draw, when: null, use: 'law', label: domain.label(action) },
    before: before ?? chain.at(-1)?.observation.text ?? setup.initialState,
    past: () => chain.map((step) => ({ step, label: domain.label(step.action), firings: [] })),
    calls: (tools) => fits(tools, tool ?? ''),
    random: () => {
      further = (further * 7 + 0.31) % 1
      return further
    }
  }
}

/** All that its hooks do in this moment to this text. */
function allOf(one: Perturbation, moment: () => Moment, text: string, options: unknown): (HookEffect | null)[] {
  const instructed = one.instruct?.(moment(), options) ?? null
  if (instructed) expect([true, false, null]).toContain(one.took?.(moment(), text, options) ?? null)
  return [
    one.answer?.(moment(), options) ?? null,
    one.change?.(moment(), options) ?? null,
    instructed,
    one.alter?.(moment(), text, options) ?? null
  ]
}

/** The turns that its examples end with. */
async function shownOn(one: Perturbation): Promise<(Turn & { options: Json })[]> {
  return Promise.all(
    one.examples.map(async ({ domain: id, setup: rules = {}, turns, options = {} }) => {
      const domain = findDomain(id)
      const setup = Setup.parse({ ...rules, domain: id })
      const chain: Step[] = []
      for (const { action, observation } of turns.slice(0, -1)) {
        const read = domain.fromText(action, setup)
        chain.push(await makeStep(chain.at(-1)?.id ?? null, read, { text: observation }))
      }
      const { action, observation } = must(turns.at(-1))
      return { domain: id, setup, chain, action: domain.fromText(action, setup), observation, options }
    })
  )
}

describe.each(perturbations)('the perturbation "$name"', (one) => {
  it('does the same in the same moment, writes into nothing, and says in its note what it did', async () => {
    let took = 0
    for (const turn of await shownOn(one)) {
      const options = frozen(readPerturbation({ name: one.name, options: turn.options }).options)
      for (const draw of DRAWS) {
        const effects = () => allOf(one, () => momentOf(turn, draw), turn.observation, options)
        const first = effects()
        expect(effects()).toEqual(first)
        for (const effect of first) {
          if (!effect) continue
          took++
          expect(effect.detail).toMatch(/\S/)
          if (effect.draw !== null) expect(effect.draw).toBe(draw)
        }
      }
    }
    expect(took).toBeGreaterThan(0)
  })

  it('bears any answer, and any before it, in every world that it serves', async () => {
    const examples = await shownOn(one)
    const { options: own } = must(examples[0])
    const turns = [...examples, ...recorded.map((turn) => ({ ...turn, options: own }))]
    const served = turns.filter(({ domain }) => one.serves?.(findDomain(domain)) ?? true)
    expect(served.length).toBeGreaterThan(0)
    for (const turn of served) {
      const options = frozen(readPerturbation({ name: one.name, options: turn.options }).options)
      for (const text of ODD) {
        for (const effect of allOf(one, () => momentOf(turn, 0.25, text), text, options)) {
          if (effect) expect([typeof effect.text, effect.detail !== '']).toEqual(['string', true])
        }
      }
    }
  })

  it('leaves the turns alone that its trigger does not name', async () => {
    for (const { domain, setup = {}, turns, options = {} } of one.examples) {
      const again = [...turns, must(turns.at(-1))]
      const use = { name: one.name, options, when: { turn: again.length + 1 } }
      const taken = await take({ domain, setup }, [use], again)
      const undisturbed = await take({ domain, setup }, [], again)
      expect(taken.map(({ step, firings }) => [step, firings])).toEqual(undisturbed.map(({ step }) => [step, []]))
    }
  })

  it('refuses options that are none of its own, by its name and theirs', () => {
    const { options = {} } = one.examples[0]
    for (const wrong of [null, 7, 'x', []]) {
      expect(() => readPerturbation({ name: one.name, options: wrong })).toThrow(
        `The perturbation "${one.name}" cannot be used`
      )
    }
    expect(() => readPerturbation({ name: one.name, options: { ...Object(options), nonsense: 1 } })).toThrow('nonsense')
    for (const key of Object.keys(Object(readPerturbation({ name: one.name, options }).options))) {
      const wrong = { ...Object(options), [key]: { no: 'such' } }
      expect(() => readPerturbation({ name: one.name, options: wrong }), key).toThrow(
        new RegExp(`^The perturbation "${one.name}" cannot be used: ${key}`)
      )
    }
  })
})
