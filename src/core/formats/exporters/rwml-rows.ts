// How a triplet of RWML is written: bare, with all that a prediction may use, or as the prompt of a trainer.

import type { NextStateKind } from '../../control/rewards.ts'
import type { Domain } from '../../domains/domain.ts'
import { findDomain } from '../../domains/index.ts'
import type { Setup, Tool } from '../../tree/model.ts'
import type { ExportedTurn } from '../exporting.ts'
import { callIn } from './view.ts'

/** What led to a state, and what is known beside it. */
export interface RwmlContext {
  task: string
  policy: string
  tools: Tool[]
  /** Who the user is and what they know, not what they want; `null` where there is none. */
  user: { persona: string; knows: Record<string, string>; tools: Tool[] } | null
  /** The turns before, oldest first. */
  history: { state: string; action: string }[]
}

export interface RwmlTriplet {
  state: string
  action: string
  next_state: string
}

export function userIn({ user, tools }: Pick<Setup, 'user' | 'tools'>): RwmlContext['user'] {
  if (!user) return null
  const { persona = '', knows, tools: own } = user
  return { persona, knows, tools: tools.filter(({ name }) => own.includes(name)) }
}

/** Asks for the next state, after a thought or without one. `masked`: of JSON only its schema is asked for. */
export function rwmlPrompt(
  domain: Domain,
  { task, policy, tools, user, history }: RwmlContext,
  { state, action }: RwmlTriplet,
  { thinks, masked }: { thinks: boolean; masked: boolean }
): string {
  const known = Object.entries(user?.knows ?? {}).map(([name, value]) => `${name}: ${value}`)
  const past = history.map((turn) => `Observation:\n${turn.state}\n\nAction:\n${turn.action}`)
  const parts: [heading: string, text: string][] = [
    ['Task', task],
    ['Policy', policy],
    ['Tools', toolLines(tools)],
    ['User', [user?.persona ?? '', ...known].filter(Boolean).join('\n')],
    ["Tools of the user's own", toolLines(user?.tools ?? [])],
    ['History', past.join('\n\n')],
    ['Current observation', state],
    ['Proposed action', action],
    ['What to write', `${thinks ? THINK_FIRST : AT_ONCE}${masked ? SCHEMA_ONLY : ''}`]
  ]
  const told = parts.filter(([, text]) => text.trim() !== '').map(([heading, text]) => `# ${heading}\n${text}`)
  return [`You are in an environment: ${domain.title}. ${domain.description}`, ...told].join('\n\n')
}

/** What a model is trained to say without a thought. */
export const rwmlLabel = (nextState: string): string => `<think> </think> <next_state> ${nextState} </next_state>`

const toolLines = (tools: Tool[]): string => tools.map((tool) => JSON.stringify(tool)).join('\n')

const THINK_FIRST =
  'Say what is observed right after the proposed action. Begin with a short thought inside <think></think>: what the turns so far have shown, and what this action will change. Then write the observation inside <next_state></next_state>, in the form that earlier ones have.'
const AT_ONCE =
  'Say what is observed right after the proposed action, inside <next_state></next_state> and in the form that earlier ones have. Write no thought and nothing else.'
const SCHEMA_ONLY =
  ' Words of a user and short messages of a tool are written as they are. Of an answer that is a JSON object or list, write its JSON Schema and no values.'

/** Who gave the next state of a turn. */
export function kindOf(turn: Pick<ExportedTurn, 'step' | 'setup'>): NextStateKind {
  const domain = findDomain(turn.setup.domain)
  if (turn.setup.user && (domain.says?.(turn.step.action) ?? null) !== null) return 'user'
  return callIn(domain, turn) ? 'tool' : 'state'
}
