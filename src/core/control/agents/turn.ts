// One turn of an agent: what it decides is previewed, refused or only shown until something was done, or until it has finished.

import { OrreryError } from '../../errors.ts'
import type { Actor, ActorOutcome, Decision } from './actor.ts'
import { HeldBack } from './held-back.ts'
import { MISFIT, PREVIEW, PreviewCall, wordsOf } from './preview.ts'
import type { Previewed } from './previewed.ts'

/** A decision to act. */
export type ActDecision = Exclude<Decision, { done: true }>

/** How the world takes what is decided. What it refuses it throws as an `OrreryError`, which the agent is told. */
export interface Taking<Done> {
  /** Absent where there are no previews: then a call of that name is like any other. */
  preview?: (call: PreviewCall, thought: string) => Promise<Pick<Previewed, 'text' | 'verdict' | 'why' | 'left'>>
  /** `seen`: it did nothing but look. */
  act(decision: ActDecision): Promise<{ done: Done } | { seen: string }>
}

export type AgentTurn<Done> = { done: Done } | { answer: string }

// Calls that no tool takes, and looks, in a row: an agent that does nothing else is in a loop.
const MOST_IDLE = 8

/**
 * Asks `actor` until it has done something, or says that it has finished.
 * @param last what its turn before came to; `null` before its first
 * @throws OrreryError no-output for one that does nothing that its world takes; as `Actor.next`
 */
export async function turnOf<Done>(
  actor: Actor,
  last: ActorOutcome | null,
  { preview, act }: Taking<Done>,
  options: Parameters<Actor['next']>[1]
): Promise<AgentTurn<Done>> {
  let outcome = last
  for (let idle = 0; idle < MOST_IDLE; idle++) {
    const decision = await actor.next(outcome, options)
    if ('done' in decision) return { answer: decision.answer }
    try {
      if (preview && 'tool' in decision && decision.tool === PREVIEW.name) {
        const call = PreviewCall.safeParse(decision.arguments)
        if (!call.success) throw new OrreryError('invalid-input', MISFIT)
        const seen = await preview(call.data, decision.thought)
        outcome = { text: `${seen.text}\n\n${wordsOf(seen)}`, error: false }
        // Previews do not count as idle: the world limits their number for each step.
        idle--
        continue
      }
      const taken = await act(decision)
      if ('done' in taken) return taken
      outcome = { text: taken.seen, error: false }
    } catch (error) {
      if (options.signal.aborted || !(error instanceof OrreryError)) throw error
      // Nor does what a preview held back: their number is limited too.
      if (error instanceof HeldBack && error.previewed) idle--
      outcome = { text: error.message, error: true }
    }
  }
  throw new OrreryError('no-output', `The agent did nothing that its world takes, ${MOST_IDLE} times in a row.`)
}
