// Every perturbation in worlds of a program, at each of its doors: what is said is altered, and the next undisturbed step is computed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { isResponse } from '../../src/core/domains/http-response.ts'
import { findDomain } from '../../src/core/domains/index.ts'
import type { Perturbation } from '../../src/core/faults/perturbation.ts'
import { perturbations } from '../../src/core/faults/perturbations/index.ts'
import type { Action, Branch, StepEvent, StepId } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { must } from '../must.ts'
import { byName, readAll } from './control/runs/shipped.ts'

let home = ''
let host: Handlers
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-faulty-'))
  host = await createHost({ home, resources: 'resources', tempo: 0 })
})
afterAll(async () => {
  await host.dispose()
  await rm(home, { recursive: true, force: true })
})

const shipped = readAll('scenarios')

const get = (path: string): Action => ({ name: 'http_request', arguments: { method: 'GET', path }, door: 'http' })
const post = (path: string, body: Record<string, string | number>): Action => ({
  name: 'http_request',
  arguments: { method: 'POST', path, body },
  door: 'http'
})

/** What is done where a scenario's own walk is not. */
const REQUESTS: Action[] = [
  get('/accounts'),
  get('/accounts/1'),
  post('/transfers', { source: 1, target: 2, amount: 30.05 }),
  get('/messages'),
  get('/messages'),
  post('/transfers/TR-1/confirm', { code: 177773 }),
  get('/accounts/2'),
  get('/transfers'),
  get('/accounts'),
  get('/accounts')
]

/** Perturbations that do nothing here though they serve such worlds, by what they would need. */
interface Door {
  door: 'tools' | 'http' | 'text' | 'page' | 'phone' | 'desktop'
  scenario: string
  actions?: Action[]
  idle: string[]
}
const DOORS: Door[] = [
  // No call opens an address.
  { door: 'tools', scenario: 'helpdesk', idle: ['dead-link'] },
  // The bank tells no times.
  { door: 'http', scenario: 'bank', actions: REQUESTS, idle: ['clock-skew', 'dead-link'] },
  // Neither a time nor a number with a fraction is in the kitchen.
  { door: 'text', scenario: 'household', idle: ['clock-skew', 'locale'] },
  { door: 'page', scenario: 'bookshop', idle: [] },
  { door: 'page', scenario: 'bank-pages', idle: [] },
  { door: 'page', scenario: 'wool', idle: [] },
  // Nothing in these walks is gone to by its address.
  ...['board', 'calendar-pages', 'flights', 'forum', 'mail', 'permit', 'pottery-shop', 'tickets'].map((scenario) => ({
    door: 'page' as const,
    scenario,
    idle: ['dead-link']
  })),
  ...['phone-contacts', 'phone-people', 'phone-settings'].map((scenario) => ({
    ...{ door: 'phone' as const, scenario, idle: [] }
  })),
  ...['desktop-browser', 'desktop-windows', 'file-manager', 'text-editor'].map((scenario) => ({
    ...{ door: 'desktop' as const, scenario, idle: [] }
  }))
]

type Committed = Extract<StepEvent, { type: 'committed' }>
type Place = { session: string; branch: string }

async function act(at: Place, action: Action): Promise<Committed> {
  let last: Committed | null = null
  const asked = { ...at, action } as never
  for await (const event of host.streams['steps.run'](asked, { signal: new AbortController().signal })) {
    if (event.type === 'failed') throw new Error(`${JSON.stringify(action)}: ${event.error.message}`)
    if (event.type === 'committed') last = event
  }
  return must(last)
}

/** The usual ones, and those of an example. */
function optionsOf({ options, examples }: Perturbation, domain: string): unknown[] {
  const shown = (examples.find((one) => one.domain === domain) ?? examples[0]).options ?? {}
  return options.safeParse({}).success ? [{}, shown] : [shown]
}

/** How what lies over a screen goes away: by its button, or by a key. */
function wayOut(door: Door['door'], seen: string): Action[] {
  if (door === 'desktop') return ["pyautogui.press('esc')"]
  if (door === 'phone') return [{ action_type: 'navigate_back' }]
  if (door !== 'page') return []
  const buttons = [...seen.matchAll(/\[(\w+)\] button '(?:Reject|Close|Not now)[^']*'/g)]
  return [...buttons.map(([, id]) => `click('${id}')`), 'noop()']
}

// What only tells a model what goes wrong does nothing where rules answer, and none of these worlds has a user.
const real = perturbations.filter((one) => (one.answer || one.alter || one.change) && !one.name.startsWith('user-'))

describe.each(DOORS)('at the door $door of $scenario', ({ door, scenario, actions: own, idle }) => {
  it('31 alters what is said, and leaves the next step to the program', { timeout: 300_000 }, async () => {
    const { setup, actions: lines } = byName(shipped, scenario)
    const domain = findDomain(setup.domain)
    const made = await host.calls['worlds.create']({ setup: { ...setup, grounding: 'executed', seed: 3 } } as never)
    const [session, branch] = [made.session.id, made.branch as Branch]
    const actions =
      own ??
      must(lines).map((line) => (typeof line === 'string' ? domain.fromText(line, branch.setup) : (line as Action)))
    const walk: Committed[] = []
    for (const action of actions) walk.push(await act({ session, branch: branch.id }, action))
    expect(walk.map(({ call }) => call.grounded?.origin)).toEqual(walk.map(() => 'executed'))

    /** The turn that the perturbation disturbs, and what is seen then and after. */
    async function disturbed({ name }: Perturbation, options: unknown): Promise<string> {
      for (const [index, action] of actions.entries()) {
        const at: StepId | null = walk[index - 1]?.step.id ?? null
        const use = { name, when: { turn: index + 1 }, options }
        const change = { perturbations: [use] } as never
        const fork = await host.calls['worlds.fork']({ session, branch: branch.id, at, setup: change })
        const place = { session, branch: fork.id }
        const { step, call } = await act(place, action)
        if (!call.firings.length) continue
        const plain = must(walk[index])
        const same = step.observation.text === plain.step.observation.text
        if (same && call.result?.isError === plain.call.result?.isError) return `turn ${index + 1} says the same`
        if (door === 'http' && !isResponse(step.observation.text)) return `turn ${index + 1} is no response`
        // Some go on for a turn or two, or come back later.
        const later = [...wayOut(door, step.observation.text), ...actions.slice(index + 1, index + 12)]
        for (const next of later) {
          const { call: after } = await act(place, next)
          if (after.firings.length) continue
          return after.grounded?.origin === 'executed' ? 'altered' : `after turn ${index + 1} nobody computes`
        }
        return `after turn ${index + 1} nothing is undisturbed`
      }
      return 'idle'
    }

    const found = new Map<string, string>()
    for (const one of real.filter(({ serves }) => serves?.(domain) ?? true))
      for (const options of optionsOf(one, setup.domain))
        if ((found.get(one.name) ?? 'idle') === 'idle') found.set(one.name, await disturbed(one, options))
    const odd = [...found].filter(([, what]) => what !== 'altered' && what !== 'idle')
    expect(odd).toEqual([])
    expect([...found].flatMap(([name, what]) => (what === 'idle' ? name : []))).toEqual(idle)
    expect(found.size - idle.length).toBeGreaterThanOrEqual(5)
  })
})
