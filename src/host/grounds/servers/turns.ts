// What a chain of steps comes to for a server: which of its calls it answered itself, and what was predicted for them.
import { toolCallOf } from '../../../core/domains/tool-call.ts'
import { endingOf } from '../../../core/tree/cut.ts'
import type { ModelAnswer, StateChange } from '../../../core/tree/ground.ts'
import type { Call, Setup, Step, Tool } from '../../../core/tree/model.ts'
import type { GroundAsked } from '../../../core/tree/ports.ts'
import { isWhole, ruleNamed } from './rules.ts'
import type { ServerJob } from './sandbox/protocol.ts'

export const ID = 'mcp-servers'

export const jobsOf = ({ chain, callOf }: Pick<GroundAsked, 'chain' | 'callOf'>): ServerJob[] =>
  chain.map((step) => jobOf(step, callOf(step.id)))

function jobOf({ action, observation }: Step, call: Call | null): ServerJob {
  const grounded = call?.grounded?.ground === ID ? call.grounded : null
  const altered = call?.firings.some(({ effect }) => effect === 'alter') || endingOf(observation.text) !== null
  return {
    call: toolCallOf(action),
    effects: effectsOf(grounded?.dreams ?? []),
    own: grounded !== null && !isWhole(ruleNamed(grounded.rule)),
    text: altered ? null : observation.text
  }
}

export const effectsOf = (dreams: readonly ModelAnswer[]): StateChange[] => dreams.flatMap(({ effects }) => effects)

/** Whether a call changes nothing, by its tool's own word. */
export const onlyReads = ({ tools }: Pick<Setup, 'tools'>, name: string): boolean =>
  tools.some((tool: Tool) => tool.name === name && tool.annotations?.readOnlyHint === true)

/** Why the state may differ from what the steps tell; `null` where it cannot. */
export function doubtOf({ setup, chain }: GroundAsked, apart: readonly number[]): string | null {
  const changing = apart.filter((turn) => !onlyReads(setup, toolCallOf(chain[turn - 1]?.action ?? null).name))
  if (!changing.length) return null
  const turns = changing.length === 1 ? `turn ${changing[0]}` : `turns ${changing.join(', ')}`
  return `The answer of ${turns} is not the server's own, so what it says has changed is not in the state.`
}
