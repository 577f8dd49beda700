// A model as a judge: its calibration over the turns that come with Orrery, and what it gives predictions once that holds.
import type { ExportInput } from '../../core/contract/formats.ts'
import type { RunJudge } from '../../core/control/ask-judge.ts'
import {
  CALIBRATED_WITH,
  type Calibration,
  calibrationItems,
  calibrationOf
} from '../../core/control/judging/calibration.ts'
import { judgingRun } from '../../core/control/judging/kept.ts'
import type { JudgeItem, JudgingReport } from '../../core/control/judging/report.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import { NO_CANDIDATES } from '../../core/formats/judged-best.ts'
import type { ShownError } from './data.ts'
import type { Kit } from './state.ts'

export interface JudgedChoice {
  calibration: Calibration
  /** What predictions got, from 0 to 1, by their steps; one that could not be scored has none. `null`: none was asked about, or the judge was refused. */
  scores: Record<string, number> | null
}

export interface AskingJudge {
  signal: AbortSignal
  onProgress(done: number, total: number): void
}

export interface JudgingActions {
  /** The judge's curve, and the scores of what is exported where it holds. @returns `null` when it was stopped */
  judge(
    judge: RunJudge,
    exported: Pick<ExportInput, 'sessions' | 'branch'> | null,
    options: AskingJudge
  ): Promise<JudgedChoice | ShownError | null>
}

// As the command line asks: what was answered there is answered here.
const SEED = 0

export function judgingActions({ client }: Kit): JudgingActions {
  async function asked(judge: RunJudge, items: JudgeItem[], { signal, onProgress }: AskingJudge) {
    const name = await judgingRun({ judge, seed: SEED })
    const options = { judge, seed: SEED, task: 'rubric' as const, items }
    let report: JudgingReport | null = null
    let problem: ShownError | null = null
    for await (const event of client.stream('runs.start', { kind: 'judging', name, options }, { signal })) {
      if (event.type === 'started') onProgress(event.known, event.total)
      if (event.type === 'job') onProgress(event.done, event.total)
      if (event.type === 'job' && event.error) problem ??= event.error
      if (event.type === 'report' && event.kind === 'judging') report = event.report
    }
    // A judge that never answered says why; one that fails now and then has missing scores.
    if (report?.items.every(({ score }) => score === null) && problem) throw problem
    if (!report) throw new OrreryError('cancelled', 'The judge was stopped.')
    return report
  }

  return {
    async judge(judge, exported, options) {
      try {
        const items = exported && (await client.call('formats.candidates', exported))
        if (items?.length === 0) throw new OrreryError('invalid-input', NO_CANDIDATES)
        const turns = await client.call('judging.round', {})
        const curve = await asked(judge, calibrationItems(turns, { seed: SEED, most: CALIBRATED_WITH }), options)
        const calibration = calibrationOf(curve.items, { seed: SEED })
        const answered = items?.filter(({ prediction }) => prediction.trim())
        if (!calibration.holds || !answered) return { calibration, scores: null }
        const { items: judged } = await asked(judge, answered, options)
        const scored = judged.flatMap(({ id, score }) => (score === null ? [] : [[id, score / 100] as const]))
        return { calibration, scores: Object.fromEntries(scored) }
      } catch (error) {
        return options.signal.aborted ? null : toWire(error)
      }
    }
  }
}
