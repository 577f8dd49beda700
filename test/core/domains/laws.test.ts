import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { domains } from '../../../src/core/domains/index.ts'
import { readText } from '../../../src/core/formats/importing-text.ts'
import type { Action, Step } from '../../../src/core/tree/model.ts'
import { unread } from '../../../src/core/tree/unread.ts'
import { mutation } from '../../fixtures/mutation.ts'
import { must } from '../../must.ts'

const FOLDER = join(import.meta.dirname, '../../../resources/samples')
const DRAWN = 200

const trees = (
  await Promise.all(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.jsonl'))
      .map(async (name) => (await readText(readFileSync(join(FOLDER, name), 'utf8'), { now: 0 })).trees)
  )
).flat()

/** The same, so that writing into it throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** JSON that is an action of no domain, or looks like one of several. */
const STRANGE: Action[] = [
  null,
  7,
  '',
  [],
  {},
  [7],
  { name: 7 },
  { action_type: {} },
  { keystrokes: [] },
  unread('ls -la')
]

describe.each(domains)('the $id domain', (domain) => {
  const own = trees.filter(({ session }) => session.domain === domain.id)
  const steps: Step[] = own.flatMap((tree) => tree.steps)
  const { setup } = must(must(own[0]).branches[0])

  /** Recorded actions, and what is left of them when some things are wrong with their texts, where that still is an action. */
  const drawn = (): Action[] => {
    const texts = steps.map(({ action }) => domain.format(action))
    const bent = Array.from({ length: DRAWN }, (_, seed) => {
      try {
        return [domain.read(mutation(texts, seed))]
      } catch {
        return []
      }
    })
    return [...steps.map(({ action }) => action), ...bent.flat()]
  }

  it('reads every action back from what it writes', () => {
    const actions = drawn()
    expect(actions.length).toBeGreaterThan(steps.length)
    for (const action of actions) expect(domain.read(domain.format(action))).toEqual(action)
  })

  it('folds a step into the same state each time, and changes neither', () => {
    for (const { session, steps, branches } of own) {
      let state = frozen(domain.initial(must(branches[0]).setup))
      for (const step of frozen(steps)) {
        const next = domain.fold(state, step)
        expect(domain.fold(state, structuredClone(step)), session.title).toEqual(next)
        state = frozen(next)
      }
    }
  })

  it('tells of any action, also of one that it cannot read', () => {
    const state = domain.initial(setup)
    for (const action of [...frozen(STRANGE), ...drawn()]) {
      expect(typeof domain.format(action)).toBe('string')
      expect(domain.label(action).length).toBeGreaterThan(0)
      expect(typeof domain.fence(action)).toBe('string')
      expect(typeof domain.prediction.prefill(action, state)).toBe('string')
      const told = [
        domain.toolOf(action),
        domain.tools?.certain(action, setup) ?? null,
        domain.shell?.typed(action) ?? null,
        domain.screen?.aim?.(action) ?? null,
        domain.fail?.(action, { status: 503, message: '' }, { state, setup, before: setup.initialState }) ?? null
      ]
      for (const text of told) expect(text === null || typeof text === 'string').toBe(true)
      expect([true, false, null]).toContain(domain.task?.concludes?.(action) ?? null)
      expect(domain.document?.read(action, 'x').text ?? 'x').toBe('x')
      expect(Object.keys(domain.fold(state, { action, observation: { text: 'x' } })).length).toBeGreaterThan(0)
    }
  })
})
