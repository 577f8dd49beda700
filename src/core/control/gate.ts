// Whether an action has to be previewed before it is taken, and what a preview has to predict: the rule of its world, held against the action
// and what came before it.
import { z } from 'zod'
import { findDomain } from '../domains/index.ts'
import { OrreryError } from '../errors.ts'
import { holds, pastTurns, type Seen, Undecided } from '../faults/holds.ts'
import type { Condition, Gate } from '../tree/conditions.ts'
import type { Action, Call, Setup, Step } from '../tree/model.ts'
import { judge } from './agents/preview.ts'
import type { Previewed } from './agents/previewed.ts'

/** What a gate that needs success did in one run, in numbers of actions. */
export const GateUse = z.strictObject({
  previews: z.int(),
  /** Taken after a predicted success. */
  taken: z.int(),
  /** Not taken, since no success was predicted: the sum of the three below. */
  held: z.int(),
  /** Of those held back, what the world itself answers to them: it would have failed. */
  saved: z.int(),
  /** It would have succeeded. */
  refusedWrongly: z.int(),
  /** Nobody knows: only a model could say, or the world does not tell. */
  unknown: z.int(),
  /** Came when the previews were used up, and were taken or refused as the gate says. */
  afterBudget: z.int()
})
export type GateUse = z.infer<typeof GateUse>

export const unusedGate = (): GateUse => ({
  ...{ previews: 0, taken: 0, held: 0, saved: 0, refusedWrongly: 0, unknown: 0, afterBudget: 0 }
})

/** Previews that the gate lets an agent ask for at each step; 0 where the world makes them itself. */
export const previewsToAsk = (gate: Gate | undefined): number => (gate && gate.needs !== 'success' ? gate.previews : 0)

/** What is wrong with the gate of a world, and where; `null` for nothing. */
export function gateProblem(setup: Pick<Setup, 'domain' | 'grounding' | 'recording' | 'gate'>): GateProblem | null {
  const { gate } = setup
  if (!gate) return null
  const only = (['success', 'by', 'spent'] as const).find((name) => gate[name] !== undefined)
  if (gate.needs !== 'success') {
    if (gate.previews === 0)
      return { at: 'previews', message: 'An agent without previews can never pass this gate. Give it at least 1.' }
    if (only)
      return {
        at: only,
        message: `"${only}" is for a gate that needs success. Write "needs: success", or leave it out.`
      }
    return null
  }
  if (gate.by === 'model' && setup.grounding === 'executed') {
    const message =
      'This world takes nothing but what is executed, so no model predicts in it. Leave "by" out, or set the grounding to "grounded".'
    return { at: 'by', message }
  }
  if (gate.success !== undefined) return null
  const domain = findDomain(setup.domain)
  const isRun = setup.grounding !== 'model' && setup.recording === null && gate.by !== 'model'
  if (domain.document || (domain.shell && isRun)) return null
  const message = `A ${domain.title} world does not tell whether an action succeeded, so this gate would let nothing pass. Say in "success" what is shown then.`
  return { at: 'needs', message }
}

interface GateProblem {
  at: keyof Gate
  message: string
}

/** The turn that an action made, or would make: the last of `chain`. */
export interface GatedTurn {
  setup: Setup
  chain: readonly Step[]
  /** As `chain`. */
  calls: readonly (Call | null)[]
  /** What the agent was shown before it. */
  before: string
}

/** Whether the turn is a success as the gate means it, and why. @throws OrreryError invalid-input for a path that is none */
export async function succeeds({ success }: Gate, turn: GatedTurn): Promise<Pick<Previewed, 'verdict' | 'why'>> {
  const { setup, chain, calls, before } = turn
  const step = chain.at(-1)
  if (!step) throw new OrreryError('internal', 'A turn that is to be judged has a step.')
  if (success === undefined) {
    return judge(setup, step.action, { text: step.observation.text, before, call: calls.at(-1) ?? null })
  }
  const domain = findDomain(setup.domain)
  const past = () => pastTurns({ domain, setup, chain }, calls)
  const resultOf = (at: number) => calls[at - 1]?.result ?? null
  try {
    return (await holds(success, { domain, setup, chain, turn: chain.length, past, resultOf }))
      ? { verdict: 'success', why: 'It is what this world calls a success.' }
      : { verdict: 'failure', why: 'It is not what this world calls a success.' }
  } catch (error) {
    if (error instanceof Undecided) return { verdict: 'unclear', why: error.message }
    throw error
  }
}

/** An action that is about to be taken after the chain's last step. */
export interface Coming extends Omit<Seen, 'turn'> {
  action: Action
  /** The action in one line. */
  label: string
}

/** Where the rule cannot be decided, a preview is demanded. @throws OrreryError invalid-input for a path that is none */
export async function demandsPreview({ before }: Gate, coming: Coming): Promise<boolean> {
  try {
    return await comes(before, coming)
  } catch (error) {
    if (error instanceof Undecided) return true
    throw error
  }
}

async function comes(condition: Condition, coming: Coming): Promise<boolean> {
  const { action, label, chain, past } = coming
  if ('all' in condition) return every(condition.all, coming)
  if ('any' in condition) return !(await every(condition.any.map(not), coming))
  if ('not' in condition) return !(await comes(condition.not, coming))
  if (OF_ACTION.some((part) => part in condition)) {
    // The turn as far as it is known: nothing has been observed of it.
    const step: Step = { id: '', parent: null, action, observation: { text: '' } }
    const whole = [...chain, step]
    return holds(condition, {
      ...coming,
      chain: whole,
      turn: whole.length,
      past: () => [...past(), { step, label, firings: [] }]
    })
  }
  return holds(condition, { ...coming, turn: chain.length })
}

// What can be asked of a turn that has not been taken; a turn seen from it is counted from there.
const OF_ACTION = ['action', 'tool', 'argument', 'turn', 'same']

const not = (condition: Condition): Condition => ({ not: condition })

async function every(conditions: Condition[], coming: Coming): Promise<boolean> {
  for (const one of conditions) if (!(await comes(one, coming))) return false
  return true
}
