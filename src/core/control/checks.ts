// What a run is held to: each check's verdict, and the verdict over all of them.

import { holds, type Seen, textAt, Undecided } from '../faults/holds.ts'
import type { Axis, Check, Condition, Verdict } from '../tree/conditions.ts'
import type { Firing, PerturbationUse } from '../tree/model.ts'
import { type Judge, noJudge, type Votes } from './ask-judge.ts'
import { evidence } from './evidence.ts'
import { askRubric, isRubric, rubricVerdict } from './rubric.ts'
import type { Saw } from './saw.ts'

/** A whole run. */
export type RunSeen = Omit<Seen, 'turn'>

export interface CheckResult {
  name: string
  axis: Axis
  verdict: Verdict
  /** The turn that decided, from 1; `null` where none did. */
  turn: number | null
  /** In a sentence. */
  why: string
  /** What was looked at, where it failed. */
  saw?: Saw[]
  /** How its rubric was voted on. Absent: it is decided by rule. */
  votes?: Votes
}

interface Judging {
  judge?: Judge
  /** What the agent said at the end. */
  answer?: string | null
}

/** @param judging who judges rubrics; without a judge they are not judged, and inconclusive. @throws OrreryError cancelled */
export async function checkRun(checks: readonly Check[], run: RunSeen, judging: Judging = {}): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const check of checks) {
    const { name, axis } = check
    try {
      const result = isRubric(check) ? await judged(check, run, judging) : await decide(check, run)
      results.push({ name, axis, ...result })
    } catch (error) {
      if (!(error instanceof Undecided)) throw error
      results.push({ name, axis, verdict: 'inconclusive', turn: null, why: error.message })
    }
  }
  return results
}

const UNNAMED = noJudge('no judge was named.')

async function judged(
  { expect }: Check,
  run: RunSeen,
  { judge = UNNAMED, answer = null }: Judging
): Promise<Omit<CheckResult, 'name' | 'axis'>> {
  const past = run.past()
  const turns = run.chain.map((step, index) => ({ action: past[index]?.label ?? '', observation: textAt(step) }))
  const rubric = 'rubric' in expect ? expect.rubric : ''
  const found = await askRubric(judge, rubric, { task: run.setup.task ?? '', turns, answer })
  return { ...rubricVerdict(found), turn: turns.length || null, votes: found.votes }
}

async function decide({ at, when, expect }: Check, run: RunSeen): Promise<Omit<CheckResult, 'name' | 'axis'>> {
  const asked = turnsOf(at, run.chain.length)
  const turns = await looked(asked, when, run)
  const [first] = turns
  if (first === undefined) {
    const { length } = run.chain
    const none = `The run has ${length === 1 ? 'one turn' : `${length} turns`}, and no turn ${typeof at === 'number' ? at : 1}.`
    const why = asked.length ? `Of the turns looked at (${asked.length}), none was as "when" says.` : none
    return { verdict: 'inconclusive', turn: null, why }
  }
  for (const turn of turns) {
    const good = await holds(expect, { ...run, turn })
    if (good && at === 'some') return { verdict: 'pass', turn, why: `It holds in turn ${turn}.` }
    if (!good && at !== 'some') {
      const saw = await evidence(expect, { ...run, turn })
      return { verdict: 'fail', turn, why: `It does not hold in turn ${turn}.`, saw }
    }
  }
  const last = turns.at(-1) ?? first
  if (at === 'some') {
    const saw: Saw[] = []
    for (const turn of turns.slice(-MOST_SHOWN))
      for (const one of await evidence(expect, { ...run, turn })) saw.push(one)
    return { verdict: 'fail', turn: last, why: `It holds in none of ${counted(turns.length)}.`, saw }
  }
  return { verdict: 'pass', turn: last, why: `It holds in ${counted(turns.length)}.` }
}

// Of a check that one turn would have satisfied: the last ones say most.
const MOST_SHOWN = 3

const counted = (turns: number): string => (turns === 1 ? 'the one turn looked at' : `all ${turns} turns looked at`)

function turnsOf(at: Check['at'], length: number): number[] {
  const place = typeof at === 'number' ? (at < 0 ? length + 1 + at : at) : length
  if (at === 'every' || at === 'some') return Array.from({ length }, (_, index) => index + 1)
  return place >= 1 && place <= length ? [place] : []
}

async function looked(turns: number[], when: Condition | undefined, run: RunSeen): Promise<number[]> {
  if (!when) return turns
  const found: number[] = []
  for (const turn of turns) if (await holds(when, { ...run, turn })) found.push(turn)
  return found
}

/** The checks that a run is held to: those about faults are not for the run without any, where others stand beside it. */
export const checksFor = (checks: readonly Check[], { reference }: { reference: boolean }): Check[] =>
  checks.filter(({ axis, baseline }) => !reference || (baseline ?? axis !== 'Err'))

/**
 * The verdict of a run: it fails where a check fails. It does not pass where a check could not be decided, where there is none, and
 * where none of its perturbations took part or showed in the answers.
 */
export function runVerdict(
  results: readonly CheckResult[],
  {
    uses,
    firings,
    reference = false
  }: { uses: readonly PerturbationUse[]; firings: readonly Firing[]; reference?: boolean }
): { verdict: Verdict; why: string } {
  const failed = results.find(({ verdict }) => verdict === 'fail')
  if (failed) return { verdict: 'fail', why: `${failed.name}: ${failed.why}` }
  const names = uses.map(({ id, name }) => id ?? name)
  const took = firings.filter((firing) => firing.took !== false && names.includes(firing.id ?? firing.name))
  if (names.length && !took.length) {
    const told = firings.some((firing) => names.includes(firing.id ?? firing.name))
    const why = told ? 'The model was told what goes wrong, and its answers did not show it' : 'No perturbation fired'
    return { verdict: 'inconclusive', why: `${why} (${names.join(', ')}).` }
  }
  const open = results.find(({ verdict }) => verdict === 'inconclusive')
  if (open) return { verdict: 'inconclusive', why: `${open.name}: ${open.why}` }
  if (!results.length && reference) return { verdict: 'pass', why: 'It came to its end; its checks are about faults.' }
  if (!results.length)
    return {
      verdict: 'inconclusive',
      why: 'The scenario checks nothing. Add "checks" to its file, and its runs are judged.'
    }
  return { verdict: 'pass', why: results.length === 1 ? 'Its check holds.' : `All ${results.length} checks hold.` }
}
