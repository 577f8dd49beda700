// Harder variants of a scenario that an agent sometimes passes: what is asked for, and what came of it.
import { z } from 'zod'
import { ScenarioFile } from '../tree/scenario.ts'

/** Of an agent that passes less nothing can be learnt from a harder task, and one that passes more is not yet at its limit. In percent. */
const RATES = { least: 20, most: 80 }
/** Fewer runs say nothing of a rate. */
const LEAST_RUNS = 5

export const RunOutcomes = z.strictObject({
  passed: z.int().min(0),
  /** Runs that passed or failed; others were not decided. */
  judged: z.int().min(1),
  /** Turns of those that passed, the fewest first. */
  turns: z.array(z.int()),
  /** The names of the runs, and who acted where that was no script. */
  runs: z.array(z.string()),
  agent: z.string().exactOptional()
})
export type RunOutcomes = z.infer<typeof RunOutcomes>

export const EvolveOptions = z.strictObject({
  scenario: ScenarioFile,
  outcomes: RunOutcomes,
  seed: z.int().min(0).default(0),
  /** `model`: the model in use rewords the task too. */
  by: z.enum(['rules', 'model']).default('rules')
})
export type EvolveOptions = z.infer<typeof EvolveOptions>

/** What one way of making it harder came to. */
export const Harder = z.strictObject({
  way: z.string(),
  /** What it changed, in a line; `''` where it could change nothing. */
  how: z.string(),
  /** Why it was not admitted; `null` where it was. */
  refused: z.string().nullable(),
  scenario: ScenarioFile.nullable(),
  /** The file as it would be saved. */
  text: z.string()
})
export type Harder = z.infer<typeof Harder>

export const EvolutionReport = z.strictObject({ admitted: z.int(), refused: z.int() })

export const rateOf = ({ passed, judged }: Pick<RunOutcomes, 'passed' | 'judged'>): number =>
  Math.round((100 * passed) / judged)

/** Why nothing is made of these runs, in a sentence; `null`: they are fit. */
export function unfitRate(name: string, { passed, judged }: Pick<RunOutcomes, 'passed' | 'judged'>): string | null {
  const said = `"${name}" was passed in ${passed} of ${judged} runs (${rateOf({ passed, judged })} %).`
  if (judged < LEAST_RUNS) return `${said} Fewer than ${LEAST_RUNS} say nothing: run it again with --repeat.`
  const share = (100 * passed) / judged
  const bounds = `A harder variant is made where ${RATES.least} to ${RATES.most} % pass.`
  if (share < RATES.least) return `${said} ${bounds} It is hard enough: this agent has to learn it first.`
  if (share > RATES.most)
    return `${said} ${bounds} It is too easy to tell where the agent fails: vary it, or add faults.`
  return null
}
