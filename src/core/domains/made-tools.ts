// Tools that are made as they are called: a call of a tool that nobody declared declares it, for the rest of the world.
import { isObject } from '../text/json.ts'
import type { Action, Call, Setup, Step, StepId, Tool } from '../tree/model.ts'
import { findDomain } from './index.ts'
import { toolCallOf } from './tool-call.ts'

/** Steps, oldest first, and how each of them came about, which has the tool that a model wrote; without it tools are read off the calls. */
export interface MadeAlong {
  chain: readonly Pick<Step, 'id' | 'action'>[]
  callOf?: ((step: StepId) => Pick<Call, 'made'> | null) | undefined
}

/**
 * The setup with the tools that the calls so far have made, in the order of their first calls; the same setup where none are made.
 * @param next an action that is to be taken
 */
export function withMadeTools(setup: Setup, { chain, callOf }: MadeAlong, next?: Action): Setup {
  const { tools } = findDomain(setup.domain)
  if (!setup.makesTools || !tools) return setup
  const known = new Set(tools.of(setup).map(({ name }) => name))
  const made: Tool[] = []
  const make = (action: Action, written: () => Tool | undefined): void => {
    const { name, arguments: given, door } = toolCallOf(action)
    if (door || known.has(name) || !NAME.test(name)) return
    known.add(name)
    made.push(written() ?? toolFrom(name, given))
  }
  for (const { id, action } of chain) make(action, () => callOf?.(id)?.made)
  if (next !== undefined) make(next, () => undefined)
  return made.length ? withTools(setup, made) : setup
}

/** The setup with more tools than it declares. */
export function withTools(setup: Setup, more: readonly Tool[]): Setup {
  const { user: _, ...alone } = setup
  const declared = setup.tools.length ? setup.tools : (findDomain(setup.domain).tools?.of(alone) ?? [])
  return { ...setup, tools: [...declared, ...more] }
}

/** As `withMadeTools`, turn by turn along a chain: the same setup as long as no other tool is made. */
export function makingTools(): (setup: Setup, step: Pick<Step, 'id' | 'action'>, call: Call | null) => Setup {
  const chain: Pick<Step, 'id' | 'action'>[] = []
  const calls = new Map<StepId, Call | null>()
  let last: { from: Setup; made: Setup } | null = null
  return (setup, step, call) => {
    chain.push(step)
    calls.set(step.id, call)
    const made = withMadeTools(setup, { chain, callOf: (id) => calls.get(id) ?? null })
    if (last?.from !== setup || last.made.tools.length !== made.tools.length) last = { from: setup, made }
    return last.made
  }
}

/** The tool that the call declares, read off it; `null` where it was there, or none is made. @param before what was done before */
export function madeBy(setup: Setup, before: MadeAlong, action: Action): Tool | null {
  if (!setup.makesTools) return null
  const { tools } = withMadeTools(setup, before, action)
  const last = tools.at(-1) ?? null
  const known = findDomain(setup.domain).tools?.of(withMadeTools(setup, before))
  return known?.some(({ name }) => name === last?.name) ? null : last
}

// As MCP names tools.
const NAME = /^[A-Za-z][\w.-]{0,127}$/

function toolFrom(name: string, given: Record<string, unknown>): Tool {
  const properties = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, { type: typeOf(value) }]))
  return {
    name,
    description: 'Made when it was first called; what it answers is predicted.',
    inputSchema: { type: 'object', properties, required: Object.keys(given) }
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (isObject(value)) return 'object'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return value === null ? 'null' : typeof value
}
