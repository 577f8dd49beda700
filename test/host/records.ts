// Records to fill a store with.

import { makeStep } from '../../src/core/tree/history.ts'
import {
  type Branch,
  type Call,
  type Draft,
  type Session,
  Setup,
  type Step,
  type StepId
} from '../../src/core/tree/model.ts'
import type { Store } from '../../src/core/tree/store.ts'

export const clock = { now: () => 1_700_000_000_000 }

export function sessionOf(id: string, rest: Partial<Session> = {}): Session {
  return { id, title: `World ${id}`, notes: '', domain: 'terminal', createdAt: 1, updatedAt: 1, ...rest }
}

export function branchOf(session: string, id: string, rest: Partial<Branch> = {}): Branch {
  const setup = Setup.parse({ domain: 'terminal', initialState: 'A fresh Debian box.' })
  return { id, session, title: id, tip: null, fork: null, setup, createdAt: 1, ...rest }
}

export function callOf(step: StepId, branch: Branch, rest: Partial<Call> = {}): Call {
  return {
    id: `call of ${step}`,
    step,
    session: branch.session,
    branch: branch.id,
    engine: 'llama',
    model: { name: 'smollm2-135m', hash: null },
    seed: 7,
    setup: branch.setup,
    template: 'small',
    instruction: '',
    firings: [{ name: 'latency', effect: 'instruct', draw: 0.25, detail: 'slow' }],
    raw: '<predicted_observation>…',
    thinking: '',
    warnings: ['cut off'],
    tokens: { prompt: 100, cached: 90, generated: 12 },
    ms: { first: 12.5, total: 80 },
    createdAt: 5,
    trace: null,
    ...rest
  }
}

export function draftOf(branch: Branch, id: string, rest: Partial<Draft> = {}): Draft {
  return {
    id,
    session: branch.session,
    branch: branch.id,
    parent: null,
    action: [{ keystrokes: 'top\n', duration: 1 }],
    instruction: '',
    raw: 'half an ans',
    status: 'running',
    reason: '',
    updatedAt: 3,
    ...rest
  }
}

/** A step after `parent` whose command and answer are `text`. */
export function stepAfter(parent: Step | null, text: string): Promise<Step> {
  return makeStep(parent?.id ?? null, [{ keystrokes: `${text}\n`, duration: 0.1 }], { text: `${text}\n$ ` })
}

/** Commits a step on the branch's tip, as acting does. */
export async function act(store: Store, branch: string, text: string): Promise<Step> {
  const from = store.branch(branch)
  const step = await stepAfter(from.tip === null ? null : store.step(from.tip), text)
  await store.commit({ step, call: callOf(step.id, from), branch, expected: from.tip, fork: null, draft: null })
  return step
}

/** A store with one session "s", its branch "main", and the steps "one", "two", "three". */
export async function threeSteps(store: Store): Promise<Step[]> {
  await store.createSession(sessionOf('s'), [branchOf('s', 'main')])
  const steps: Step[] = []
  for (const text of ['one', 'two', 'three']) steps.push(await act(store, 'main', text))
  return steps
}
