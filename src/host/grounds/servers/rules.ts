// Who answers what in a world of an MCP server: one table, read from the top. What no rule names the server's own code computes.
import { type Rule, routeBy } from '../../../core/grounds/rule.ts'
import type { Route, StateChange } from '../../../core/tree/ground.ts'
import type { ServerToolCall } from './sandbox/protocol.ts'
import type { ReferenceServer } from './servers.ts'

export const RULES = [
  {
    name: 'instruction',
    by: 'model',
    why: 'An instruction for this step says how it is to go, which a server does not read.'
  },
  {
    name: 'client',
    by: 'model',
    why: "The server asks its client, whose model and user are not the world's."
  },
  { name: 'network', by: 'model', why: 'The server needs the network, and the sandbox has none.' },
  {
    name: 'unseen',
    by: 'model',
    why: 'The world says that this is there, and nobody has seen what is in it.'
  },
  {
    name: 'unseen-many',
    by: 'model',
    why: 'It looks into more than can be shown one by one.'
  },
  {
    name: 'not-shown',
    by: 'model',
    why: "The world has a repository, a database or a file here and does not show it, so the server's own would be empty."
  },
  { name: 'server', by: 'ground', why: "The server's own code computes it." }
] as const satisfies readonly Rule[]

export type ServerRuleName = (typeof RULES)[number]['name']

export function ruleNamed(name: string): Rule {
  const found = RULES.find((rule) => rule.name === name)
  if (!found) throw new Error(`There is no rule "${name}".`)
  return found
}

/** The model answers the whole turn; otherwise it shows one thing at most, and the server answers with it. */
export const isWhole = ({ name, by }: Rule): boolean => by === 'model' && name !== 'unseen'

/** Who would answer, as far as the call shows it: the server itself asks when it runs. */
export function routeOf(
  { server, effects, hidden }: { server: ReferenceServer; effects: readonly StateChange[]; hidden: boolean },
  { call, instruction }: { call: ServerToolCall; instruction: string }
): Route {
  return routeBy(ruleNamed(ruleFor(server, { call, instruction, effects, hidden })))
}

function ruleFor(
  { asks = {}, fetches = {}, python }: ReferenceServer,
  {
    call,
    instruction,
    effects,
    hidden
  }: { call: ServerToolCall; instruction: string; effects: readonly StateChange[]; hidden: boolean }
): ServerRuleName {
  if (instruction) return 'instruction'
  if (Object.hasOwn(asks, call.name)) return 'client'
  const address = call.arguments[fetches[call.name] ?? '']
  if (Object.hasOwn(fetches, call.name) && !/^data:/.test(typeof address === 'string' ? address : '')) return 'network'
  const named = Object.values(call.arguments).flat()
  const claimed = effects.some((one) => one.do === 'claim' && named.includes(one.path))
  if (python !== undefined) return hidden || claimed ? 'not-shown' : 'server'
  return claimed ? 'unseen' : 'server'
}
