// A world as a scenario: its rules, what was done in it, and checks that hold there.

import type { Domain } from '../domains/domain.ts'
import { findDomain } from '../domains/index.ts'
import { misfitCall, toolCallOf } from '../domains/tool-call.ts'
import { OrreryError } from '../errors.ts'
import { pastTurns, printedIn, type Seen } from '../faults/holds.ts'
import { largest, smallest } from '../text/extremes.ts'
import { trimEndOf } from '../text/plain.ts'
import type { Check, Condition } from '../tree/conditions.ts'
import type { Branch, Call, PerturbationUse, Session, Step } from '../tree/model.ts'
import type { ScenarioFile } from '../tree/scenario.ts'
import { checkRun } from './checks.ts'
import { keyLines } from './key-lines.ts'
import { writtenSetup } from './written.ts'

interface World {
  session: Session
  branch: Branch
  chain: readonly Step[]
  /** As `chain`. */
  calls: readonly (Call | null)[]
  name?: string
  title?: string
}

/** A scenario as it is written: without what is as usual. */
export type WrittenScenario = Pick<ScenarioFile, 'name' | 'title' | 'description'> & { [key: string]: unknown }

// As a scenario's file may have.
const MOST_ACTIONS = 10_000

/** @throws OrreryError invalid-input for a world that is too long */
export async function scenarioOfWorld(world: World): Promise<WrittenScenario> {
  const { session, branch, chain, title = session.title || 'World' } = world
  if (chain.length > MOST_ACTIONS) {
    const most = MOST_ACTIONS.toLocaleString('en-US')
    throw new OrreryError('invalid-input', `This world has ${chain.length} steps; a scenario has ${most} at most.`)
  }
  const { setup, turns } = setupOf(world)
  const checks = await starters(world)
  return {
    name: world.name ?? nameOf(title),
    title,
    description: session.notes || `Made from the world “${session.title}”, branch ${branch.title}.`,
    setup,
    ...(turns.length > 0 && { turns }),
    actions: chain.map(({ action }) => action),
    stop: {
      turns: Math.min(MOST_ACTIONS, largest(branch.setup.perturbations.map(firstTurn), Math.max(1, chain.length)))
    },
    ...(checks.length > 0 && { checks })
  }
}

/** Letters, digits and dashes, as a file's name. */
function nameOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]/).filter((word) => word !== '')
  return trimEndOf(words.join('-').slice(0, 60), '-') || 'world'
}

/** The first turn in which a fault may take part, whatever is done. */
function firstTurn({ when = {} }: PerturbationUse): number {
  const { turn = 1, call = 1, every = 1 } = when
  return Math.max(smallest([turn].flat()), smallest([call].flat()), every)
}

type Turns = ScenarioFile['turns']

function setupOf({ branch, calls }: World): { setup: { [key: string]: unknown }; turns: Turns } {
  const { setup } = branch
  // Instructions of single turns: those of a scenario that the world came from, and those that were given with an action.
  const told = setup.perturbations.flatMap((use) => instructed(use) ?? [])
  const typed = calls.flatMap((call, index) =>
    call?.instruction ? [{ turn: index + 1, instruction: call.instruction }] : []
  )
  const perturbations = setup.perturbations.filter((use) => !instructed(use))
  const whole = {
    ...setup,
    perturbations,
    // Where a world does not say who answers, a new one may be grounded.
    ...(setup.grounding === undefined && setup.recording === null && { grounding: 'model' as const })
  }
  return { setup: writtenSetup(whole), turns: [...told, ...typed].sort((a, b) => a.turn - b.turn) }
}

/** The instruction that `variantsOf` made a perturbation of, as it was written. */
export function instructed({ name, id, options, when }: PerturbationUse): Turns[number] | null {
  const turn = when?.turn
  const instruction = typeof options === 'object' && options !== null ? Reflect.get(options, 'instruction') : undefined
  if (name !== 'instruct' || typeof turn !== 'number' || id !== `turn-${turn}`) return null
  return typeof instruction === 'string' && instruction ? { turn, instruction } : null
}

/** A check or two that hold in this world, to begin with. */
async function starters({ branch, chain, calls }: World): Promise<Check[]> {
  const domain = findDomain(branch.setup.domain)
  const last = chain.at(-1)
  if (!last) return []
  const seen = seenIn(branch, chain, calls)
  const faults = branch.setup.perturbations.some((use) => !instructed(use))
  // What is shown under a fault need not be shown without it.
  const only = faults ? { baseline: false } : {}
  const shows = showing(domain, last.action, printedIn({ ...seen, turn: chain.length }))
  const wanted: Check[] = [
    ...(shows ? [{ name: 'ends as before', axis: 'Ctrl' as const, at: 'end' as const, expect: shows, ...only }] : []),
    { name: 'the last action succeeds', axis: 'Ctrl', at: 'end', expect: { error: false }, ...only },
    ...(faults
      ? [
          {
            name: 'a fault takes part',
            axis: 'Err' as const,
            at: 'some' as const,
            expect: { fired: '*' },
            baseline: false
          }
        ]
      : []),
    ...refusedIn(branch, chain).map((turn) => ({
      ...{ name: `the wrong call of turn ${turn} is refused`, axis: 'Err' as const, at: turn },
      expect: { error: true as const },
      ...only
    }))
  ]
  const results = await checkRun(wanted, seen)
  return wanted.filter((_, index) => results[index]?.verdict === 'pass')
}

/** The turns whose call the world's tools do not take: what was done there is wrong, and is meant so. */
function refusedIn({ setup }: Branch, chain: readonly Step[]): number[] {
  const tools = setup.makesTools ? null : findDomain(setup.domain).tools?.of(setup)
  if (!tools?.length) return []
  return chain.flatMap(({ action }, index) => {
    const call = toolCallOf(action)
    const isKnown = call.door || tools.some(({ name }) => name === call.name)
    return isKnown && misfitCall(tools, call) === null ? [] : [index + 1]
  })
}

/** That a line is shown which the typed line alone does not show. */
function showing(domain: Domain, action: Step['action'], printed: string): Condition | null {
  const [line] = keyLines(printed)
  if (!line) return null
  return domain.shell?.typed(action) == null ? { observation: line } : { printed: line }
}

function seenIn({ setup }: Branch, chain: readonly Step[], calls: World['calls']): Omit<Seen, 'turn'> {
  const domain = findDomain(setup.domain)
  const past = pastTurns({ domain, setup, chain }, calls)
  return { domain, setup, chain, past: () => past, resultOf: (turn) => calls[turn - 1]?.result ?? null }
}
