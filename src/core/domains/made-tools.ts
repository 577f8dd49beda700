// Tools that are made as they are called: a call of a tool that nobody declared declares it, for the rest of the world.
import { isObject } from '../text/json.ts'
import type { Action, Setup, Step, Tool } from '../tree/model.ts'
import { findDomain } from './index.ts'
import { toolCallOf } from './tool-call.ts'

/**
 * The setup with the tools that the calls so far have made, in the order of their first calls; the same setup where none are made.
 * @param next an action that is to be taken
 */
export function withMadeTools(setup: Setup, chain: readonly Pick<Step, 'action'>[], next?: Action): Setup {
  const { tools } = findDomain(setup.domain)
  if (!setup.makesTools || !tools) return setup
  const known = new Set(tools.of(setup).map(({ name }) => name))
  const made: Tool[] = []
  for (const action of [...chain.map((step) => step.action), ...(next === undefined ? [] : [next])]) {
    const { name, arguments: given, door } = toolCallOf(action)
    if (door || known.has(name) || !NAME.test(name)) continue
    known.add(name)
    made.push(toolFrom(name, given))
  }
  if (!made.length) return setup
  const { user: _, ...alone } = setup
  return { ...setup, tools: [...(setup.tools.length ? setup.tools : tools.of(alone)), ...made] }
}

/** As `withMadeTools`, turn by turn along a chain: the same setup as long as no other tool is made. */
export function makingTools(): (setup: Setup, action: Action) => Setup {
  const chain: Pick<Step, 'action'>[] = []
  let last: { from: Setup; made: Setup } | null = null
  return (setup, action) => {
    chain.push({ action })
    const made = withMadeTools(setup, chain)
    if (last?.from !== setup || last.made.tools.length !== made.tools.length) last = { from: setup, made }
    return last.made
  }
}

/** The tool that the call declares; `null` where it was there, or none is made. @param chain what was done before */
export function madeBy(setup: Setup, chain: readonly Pick<Step, 'action'>[], action: Action): Tool | null {
  if (!setup.makesTools) return null
  const { tools } = withMadeTools(setup, chain, action)
  const before = withMadeTools(setup, chain)
  return tools.length > 0 &&
    !findDomain(setup.domain)
      .tools?.of(before)
      .some(({ name }) => name === tools.at(-1)?.name)
    ? (tools.at(-1) ?? null)
    : null
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
