// Agents that do not do their task, each in its own way. The checks of a good scenario fail them.
import { actOf, toolsForAgents } from '../../domains/agent-tools.ts'
import { findDomain } from '../../domains/index.ts'
import { concludes } from '../../domains/talk.ts'
import { OrreryError } from '../../errors.ts'
import { isObject } from '../../text/json.ts'
import type { Action, Setup } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { LazyName, Scenario } from '../../tree/scenario.ts'
import type { Actor, Decision } from '../agents/actor.ts'
import { isWanting, type KnownArguments, lookingUp, showing, valuesIn } from './direct.ts'
import { lastTurn, wantedBy } from './wanted.ts'

interface LazyWorld {
  scenario: Scenario
  setup: Setup
  /** What the scenario's own walk does. */
  walk: Action[]
}

export interface LazyAgent {
  name: LazyName
  /** What it does, in a line. */
  about: string
  /** All that it does before it says that it has finished. `seen`: the values that answers showed until then, by their names. */
  plan(world: LazyWorld): (Decision | ((seen: KnownArguments) => Decision))[]
}

export const lazyAgents: readonly LazyAgent[] = [
  { name: 'nothing', about: 'ends at once', plan: () => [] },
  {
    name: 'claims',
    about: 'says once that all is done, as such a world is told it',
    plan: ({ setup }) => [claimIn(setup)]
  },
  {
    name: 'repeats',
    about: 'does the first thing of the walk over and over',
    plan({ scenario, walk: [first, ...rest] }) {
      if (first === undefined) return []
      const length = Math.max(rest.length + 1, lastTurn(scenario.checks))
      return Array.from({ length }, () => ({ action: first, thought: '' }))
    }
  },
  {
    name: 'direct',
    about:
      'shows what the checks look for, without the work: prints it, writes it into the file, looks up the row and sets it there',
    plan({ scenario, setup, walk }) {
      const known = argumentsOf(walk)
      return wantedBy(scenario.checks).map((wanted) => (seen) => {
        const looked = isWanting(wanted) ? null : lookingUp(setup)
        return looked ?? showing(wanted, setup, new Map([...seen, ...known]))
      })
    }
  }
]

/** @throws OrreryError not-found */
export function lazyActor(name: LazyName, scenario: Scenario, setup: Setup): Actor {
  const found = lazyAgents.find((one) => one.name === name)
  if (!found) throw new OrreryError('not-found', `There is no lazy agent "${name}".`)
  const plan = found.plan({ scenario, setup, walk: walkOf(scenario, setup) })
  const seen = new Map<string, Json>()
  return {
    name: `lazy agent (${name})`,
    async next(outcome) {
      for (const [key, value] of valuesIn(outcome?.text ?? '')) seen.set(key, value)
      const planned = plan.shift() ?? { done: true as const, answer: CLAIM, thought: '' }
      return typeof planned === 'function' ? planned(seen) : planned
    },
    close: async () => {}
  }
}

const CLAIM = 'The task is done, and everything was checked.'

/** What the scenario's own walk does. */
export function walkOf({ actions, tries }: Scenario, setup: Setup): Action[] {
  const { fromText } = findDomain(setup.domain)
  return (actions ?? tries).map((one) => (typeof one === 'string' ? fromText(one, setup) : one))
}

/** The values that the walk gives each parameter first. */
function argumentsOf(walk: readonly Action[]): KnownArguments {
  const known = new Map<string, Json>()
  for (const action of walk) {
    const given = isObject(action) && isObject(action.arguments) ? action.arguments : {}
    for (const [name, value] of Object.entries(given)) if (!known.has(name)) known.set(name, value)
  }
  return known
}

/** Success as it is said in such a world: by the action that ends the task, else in its own text. */
function claimIn(setup: Setup): Decision {
  const domain = findDomain(setup.domain)
  const claim = { texts: [CLAIM], files: [], values: [], fails: false }
  const ends = toolsForAgents(setup).flatMap(({ name, inputSchema: { properties } }): Decision[] => {
    const parameters = Object.entries(isObject(properties) ? properties : {})
    const given = parameters.map(([key, schema]) => {
      const all = isObject(schema) && Array.isArray(schema.enum) ? schema.enum : []
      return [key, typeof all[0] === 'string' ? all[0] : CLAIM] as const
    })
    const call = { tool: name, arguments: Object.fromEntries(given), thought: '' }
    return isConclusion(setup, call) ? [call] : []
  })
  return (
    ends[0] ??
    (domain.shell || domain.agents ? showing(claim, setup, new Map()) : { done: true, answer: CLAIM, thought: '' })
  )
}

function isConclusion(setup: Setup, { tool, arguments: given }: Extract<Decision, { tool: string }>): boolean {
  try {
    const act = actOf(setup, tool, given)
    return act.do === 'act' && concludes(setup, act.action) === true
  } catch (error) {
    // The tool takes something else.
    if (error instanceof OrreryError) return false
    throw error
  }
}
