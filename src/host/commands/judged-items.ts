// Items judged from the command line: what it will cost is said before, what it has cost after; a judge is calibrated before it is believed.
import { join } from 'node:path'
import type { RunEvent } from '../../core/contract/runs.ts'
import { judgeByName, type RunJudge } from '../../core/control/ask-judge.ts'
import {
  CALIBRATED_WITH,
  type Calibration,
  calibrationItems,
  calibrationOf
} from '../../core/control/judging/calibration.ts'
import { judgingRun } from '../../core/control/judging/kept.ts'
import { questionsOf } from '../../core/control/judging/questions.ts'
import type { JudgeItem, JudgeTask, JudgingReport } from '../../core/control/judging/report.ts'
import { type RubricRow, rubricRows } from '../../core/control/judging/summary.ts'
import { OrreryError } from '../../core/errors.ts'
import { predictionsIn } from '../control/judging/predictions.ts'
import { calibrationLines, costLine, rubricTable } from '../control/reports/judging-text.ts'
import { type Cli, type Door, ROOT, readText } from './door.ts'
import { line, note, progress, table } from './print.ts'

export interface Judging {
  judge: RunJudge
  seed: number
  maxTokens?: number | undefined
}

const ROUND = join(ROOT, 'resources', 'judging', 'round.jsonl')
const CHARACTERS_PER_TOKEN = 4

/** The turns that come with Orrery: true ones, and what the bundled model predicted in their place. */
export const shippedRound = (cli: Cli): Promise<JudgeItem[]> => itemsIn(cli, ROUND)

/** @throws OrreryError invalid-input for a file without a line that can be read */
export async function itemsIn(cli: Cli, path: string): Promise<JudgeItem[]> {
  const { items, problems } = predictionsIn(await readText(path), { by: path.split(/[\\/]/).at(-1) ?? path })
  for (const { line: at, reason } of problems) note(cli.io, `${path}:${at}: ${reason}`)
  if (items.length) return items
  throw new OrreryError('invalid-input', `"${path}" has no usable line. Expected AgentWorldBench JSONL.`)
}

/** Asks, or finds answers of before: questions are named by their text. @throws OrreryError for a judge that cannot be opened or dies */
export async function asked(
  cli: Cli,
  door: Door,
  { task, items, judge, seed, maxTokens }: Judging & { task: JudgeTask; items: readonly JudgeItem[] }
): Promise<JudgingReport> {
  const questions = items.flatMap((item) => questionsOf(task, item, { seed, votes: judge.votes, most: 100_000 }))
  const size = questions.reduce(
    (all, { messages }) => all + messages.reduce((sum, { content }) => sum + content.length, 0),
    0
  )
  const bar = progress(cli.io)
  const told = new Set<string>()
  const on = (event: RunEvent): void => {
    if (event.type === 'started')
      note(
        cli.io,
        `${judge.model} is asked ${event.total} questions, ${event.known} of them answered before; all of them are about ${Math.round(size / CHARACTERS_PER_TOKEN)} tokens to read.`
      )
    if (event.type === 'job') {
      if (event.error && !told.has(event.error.message)) {
        told.add(event.error.message)
        bar.clear()
        note(cli.io, `${event.label}: ${event.error.message}`)
      }
      bar.show(`Judging by ${judge.model}`, event.done / event.total, `${event.done} of ${event.total}`)
    }
  }
  try {
    const report = await judgedBy(door, { task, items, judge, seed, maxTokens }, { signal: cli.signal, on })
    note(cli.io, costLine(report))
    return report
  } finally {
    bar.clear()
  }
}

/** The same without a word. @throws OrreryError for a judge that cannot be opened or dies */
export async function judgedBy(
  door: Door,
  { task, items, judge: given, seed, maxTokens }: Judging & { task: JudgeTask; items: readonly JudgeItem[] },
  { signal, on }: { signal: AbortSignal; on?: (event: RunEvent) => void }
): Promise<JudgingReport> {
  const judge = judgeByName(given, (await door.call('models.status', {})).model)
  const settings = { judge, seed, ...(maxTokens !== undefined && { maxTokens }) }
  const name = await judgingRun({ judge, seed, maxTokens })
  let report: JudgingReport | null = null
  await door.stream(
    'runs.start',
    { kind: 'judging', name, options: { ...settings, task, items: [...items] } },
    {
      signal,
      on(event) {
        on?.(event)
        if (event.type === 'report' && event.kind === 'judging') report = event.report
      }
    }
  )
  if (!report) throw new OrreryError('cancelled', 'The judge was stopped.')
  return report
}

/** The judge's curve over true turns that were corrupted. @param options.most turns, each of which makes up to seven items */
export async function calibrated(
  cli: Cli,
  door: Door,
  { turns, most, ...judging }: Judging & { turns: readonly JudgeItem[]; most: number }
): Promise<{ calibration: Calibration; report: JudgingReport }> {
  const items = calibrationItems(turns, { seed: judging.seed, most })
  const report = await asked(cli, door, { ...judging, task: 'rubric', items })
  return { calibration: calibrationOf(report.items, { seed: judging.seed }), report }
}

export interface JudgedPredictions {
  calibration: Calibration
  /** `null`: the judge was refused. */
  rubric: { rows: RubricRow[]; report: JudgingReport } | null
}

/** Scores of predictions, by a judge that holds its calibration over the turns that come with Orrery; any other is refused with its curve. */
export async function judgedPredictions(
  cli: Cli,
  door: Door,
  { items, ...judging }: Judging & { items: readonly JudgeItem[] }
): Promise<JudgedPredictions> {
  const { calibration } = await calibrated(cli, door, {
    ...judging,
    turns: await shippedRound(cli),
    most: CALIBRATED_WITH
  })
  if (!calibration.holds) return { calibration, rubric: null }
  const answered = items.filter(({ prediction }) => prediction.trim())
  if (answered.length < items.length)
    note(cli.io, `${items.length - answered.length} turns have no prediction to judge.`)
  const report = await asked(cli, door, { ...judging, task: 'rubric', items: answered })
  return { calibration, rubric: { rows: rubricRows(report.items, { seed: judging.seed }), report } }
}

/** The curve, and the scores where the judge was not refused. */
export function showJudged(cli: Cli, { calibration, rubric }: JudgedPredictions, judge: string): void {
  const told = calibrationLines(calibration, judge)
  line(cli.io, 'Calibration of the judge')
  table(cli.io, told.table)
  for (const text of told.lines) line(cli.io, text)
  if (!rubric) {
    note(cli.io, `The judge ${judge} is refused: its scores do not follow what is known to be wrong.`)
    cli.exitCode = 1
    return
  }
  line(cli.io, '')
  line(cli.io, `Scores by ${judge}, 0 to 100`)
  table(cli.io, rubricTable(rubric.rows))
}
