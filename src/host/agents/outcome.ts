// What a step comes to in an episode: what it was worth, and whether the episode is over.
import type { Observed } from '../../core/contract/agents.ts'
import type { Link } from '../../core/contract/links.ts'
import { checkRun, runVerdict } from '../../core/control/checks.ts'
import { findDomain } from '../../core/domains/index.ts'
import { concludes } from '../../core/domains/talk.ts'
import { holds } from '../../core/faults/holds.ts'
import type { Verdict } from '../../core/tree/conditions.ts'
import type { Branch, StepId } from '../../core/tree/model.ts'
import type { Scenario } from '../../core/tree/scenario.ts'
import { type Looked, lookAt } from '../control/runs/scenarios/look.ts'
import type { TakenStep } from './acting.ts'
import type { AgentParts } from './parts.ts'

type Outcome = Pick<Observed, 'reward' | 'ended' | 'verdict'>

export interface Outcomes {
  of(link: Link, made: TakenStep): Promise<Outcome>
  forget(link: string): void
}

type Needed = Pick<AgentParts, 'store' | 'folds' | 'scenarios' | 'scripts' | 'grounds' | 'clock'>

/**
 * The world's own words count. Where it has none, the checks of the link's scenario do: a step is worth 1 when they begin to hold and -1
 * when they cease to, so that rewards sum up to 1 exactly while they hold, whenever the episode is left.
 */
export function createOutcomes({ store, folds, scenarios, scripts, grounds, clock }: Needed): Outcomes {
  const context = { store, script: scripts.run, ground: grounds.of }
  /** Whether the checks held where a link's last step led. */
  const last = new Map<string, { tip: StepId; held: boolean }>()

  async function judged(branch: Branch, scenario: Scenario): Promise<{ verdict: Verdict; looked: Looked }> {
    const looked = lookAt(context, findDomain(branch.setup.domain), branch)
    const results = await checkRun(scenario.checks, looked.seen)
    const firings = looked.calls.flatMap((call) => call?.firings ?? [])
    const uses = branch.setup.perturbations.filter(({ id }) => !id?.startsWith('turn-'))
    return { verdict: runVerdict(results, { uses, firings }).verdict, looked }
  }

  async function patience({ stop }: Scenario, { chain, calls, seen }: Looked, branch: Branch) {
    if (stop.when !== undefined && (await holds(stop.when, { ...seen, turn: chain.length }))) return 'terminated'
    const tokens = calls.reduce((sum, call) => sum + (call?.tokens.generated ?? 0), 0)
    const over =
      chain.length >= stop.turns ||
      (stop.tokens !== undefined && tokens >= stop.tokens) ||
      (stop.seconds !== undefined && clock.now() - branch.createdAt > stop.seconds * 1000)
    return over ? 'truncated' : null
  }

  return {
    async of(link, { step, branch }) {
      const domain = findDomain(branch.setup.domain)
      const told = domain.task?.outcome?.(folds.after(branch.setup, step.parent), step.observation.text)
      const finished =
        told?.over || concludes(branch.setup, step.action, step.observation.text) !== null ? 'terminated' : null
      const scenario = link.scenario === null ? null : scenarios.list().find(({ name }) => name === link.scenario)
      if (!scenario) return { reward: told?.reward ?? null, ended: finished, verdict: null }
      const { verdict, looked } = await judged(branch, scenario)
      const ended = finished ?? (await patience(scenario, looked, branch))
      if (told || !scenario.checks.length) {
        return { reward: told?.reward ?? null, ended, verdict: scenario.checks.length ? verdict : null }
      }
      const known = last.get(link.id)
      const before = async () =>
        step.parent !== null && (await judged({ ...branch, tip: step.parent }, scenario)).verdict === 'pass'
      const held = known?.tip === step.parent ? known.held : await before()
      const now = verdict === 'pass'
      last.set(link.id, { tip: step.id, held: now })
      return { reward: Number(now) - Number(held), ended, verdict }
    },
    forget: (link) => void last.delete(link)
  }
}
