// What a branch's perturbations do to one step.

import type { DerivedState } from '../domains/capabilities.ts'
import type { Domain } from '../domains/domain.ts'
import { isResponse, methodOf, writeResponse } from '../domains/http-response.ts'
import { labelOf } from '../domains/label.ts'
import type { HookEffect, Moment, PastTurn } from '../faults/perturbation.ts'
import { readPerturbations } from '../faults/perturbations/index.ts'
import { type Counted, mayFire } from '../faults/trigger.ts'
import { mulberry32 } from '../text/chance.ts'
import { fits } from '../text/wildcard.ts'
import type { Fault } from '../tree/ground.ts'
import { draw } from '../tree/history.ts'
import type { Action, Branch, Call, Firing, Step } from '../tree/model.ts'
import type { StepResult } from '../tree/result.ts'

export interface Disturbance {
  /** An answer in the model's place, or `null`. */
  answer: { text: string; result?: StepResult } | null
  instructions: string[]
  /** What is done to the machine, each with the words for a world without one. */
  faults: { fault: Fault; text: string }[]
  /** What may change the observation; each returns `null` to leave it. */
  alterations: ((text: string) => Promise<{ text: string; firing: Firing } | null>)[]
  /** Which instructions the observation does not show: `took` of their firings is set. */
  judge(text: string): Firing[]
  firings: Firing[]
}

/** What is to be disturbed. */
export interface Disturbed {
  branch: Branch
  domain: Domain
  action: Action
  state: DerivedState
  /** The steps before it, oldest first. */
  chain: readonly Step[]
  /** The newest call of a step in this world. */
  callOf(step: string): Call | null
}

/** In the order they are listed. The first answer wins. */
export async function perturb(seed: number, seen: Disturbed): Promise<Disturbance> {
  const { branch } = seen
  const expected: { firing: Firing; took: (text: string) => boolean | null }[] = []
  const made: Disturbance = {
    answer: null,
    instructions: [],
    faults: [],
    alterations: [],
    firings: [],
    judge: (text) =>
      expected.flatMap(({ firing, took }) => {
        const shown = took(text)
        if (shown !== null) firing.took = shown
        return shown === false ? [firing] : []
      })
  }
  const uses = readPerturbations(branch.setup.perturbations)
  if (!uses.length) return made
  const common = momentOf(seen)
  const used = new Map<string, number>()
  for (const { name, id, when, perturbation, options } of uses) {
    const nth = (used.get(name) ?? 0) + 1
    used.set(name, nth)
    const keyOf = (what: string) => [seed, name, what, ...(nth > 1 ? [nth] : [])].join('|')
    const counted: Counted = { ...common, use: id ?? name, chance: () => draw(keyOf('when')) }
    // Each draw hangs on the hook and on the perturbation's own name, so that adding one never shifts another's chances.
    const momentFor = async (hook: Firing['effect']): Promise<Moment> => {
      const drawn = await draw(keyOf(hook))
      return { ...common, when: when ?? null, use: id ?? name, draw: drawn, random: numbersAfter(drawn) }
    }
    const continues = perturbation.continues?.(await momentFor('answer'), options) ?? false
    const may = when && !continues ? await mayFire(when, counted) : true
    if (may === false) continue
    const fired = (effect: Firing['effect'], { draw, detail }: HookEffect): Firing => {
      const firing: Firing = { name, effect, draw, detail, ...(id !== undefined && { id }) }
      made.firings.push(firing)
      return firing
    }
    // A trigger on the observation is for what changes it.
    if (may === true) {
      const answered = made.answer === null ? perturbation.answer?.(await momentFor('answer'), options) : null
      if (answered) {
        made.answer = { text: asResponse(seen.action, answered), ...(answered.fails && { result: { isError: true } }) }
        fired('answer', answered)
      }
      const changed = perturbation.change?.(await momentFor('change'), options)
      if (changed) {
        made.faults.push({ fault: changed.fault, text: changed.text })
        fired('change', changed)
      }
      const instructing = await momentFor('instruct')
      const instructed = perturbation.instruct?.(instructing, options)
      if (instructed) {
        made.instructions.push(instructed.text)
        const firing = fired('instruct', instructed)
        expected.push({ firing, took: (text) => perturbation.took?.(instructing, text, options) ?? null })
      }
    }
    if (!perturbation.alter) continue
    const later = await momentFor('alter')
    made.alterations.push(async (text) => {
      if (when && may !== true && !(await may(text))) return null
      const altered = perturbation.alter?.(later, text, options)
      if (!altered || altered.text === text) return null
      const { draw, detail } = altered
      const firing: Firing = { name, effect: 'alter', draw, detail, ...(id !== undefined && { id }), before: text }
      return { text: asResponse(seen.action, altered), firing }
    })
  }
  return made
}

/** A request is answered by a response, also where a fault knows only tools. */
function asResponse(action: Action, { text, fails }: HookEffect): string {
  if (methodOf(action) === null || isResponse(text)) return text
  return writeResponse({ status: fails ? 500 : 200, body: fails ? { error: text } : text })
}

type Common = Omit<Moment, 'draw' | 'random' | 'when' | 'use'>

function momentOf({ branch, domain, action, state, chain, callOf }: Disturbed): Common {
  const { setup } = branch
  const before = chain.at(-1)?.observation.text ?? setup.initialState
  const tool = domain.toolOf(action)
  let past: PastTurn[] | null = null
  return {
    ...{ domain, setup, action, state, chain, before, tool },
    label: labelOf(domain, action, before),
    past() {
      past ??= chain.map((step, index) => {
        const seen = chain[index - 1]?.observation.text ?? setup.initialState
        const call = callOf(step.id)
        return { step, label: labelOf(domain, step.action, seen), firings: call?.firings ?? [], result: call?.result }
      })
      return past
    },
    calls: (tools) => fits(tools, tool ?? '')
  }
}

/** Numbers in [0, 1) that hang on the first alone (mulberry32 over its bits). */
function numbersAfter(first: number): () => number {
  const seed = Math.floor(first * 2 ** 32) | 0
  let count = 0
  return () => mulberry32(seed, ++count) / 2 ** 32
}
