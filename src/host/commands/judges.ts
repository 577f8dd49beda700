// `orrery judge`: models that score predictions, compare them, or tell real observations from made-up ones; and people who try the same.

import type { Command } from 'commander'
import { z } from 'zod'
import { CALIBRATED_WITH } from '../../core/control/judging/calibration.ts'
import { isRight, type TuringTurn, turingTurns, votedBy } from '../../core/control/judging/person.ts'
import { questionsOf } from '../../core/control/judging/questions.ts'
import { type JudgedItem, type JudgeItem, JudgingReport } from '../../core/control/judging/report.ts'
import { agreementOf, shareRows } from '../../core/control/judging/summary.ts'
import { OrreryError } from '../../core/errors.ts'
import { parseJson } from '../../core/text/json.ts'
import { agreementTable, calibrationLines, shareTable } from '../control/reports/judging-text.ts'
import { type Cli, readText, usage } from './door.ts'
import { type JudgeOptions, judgeOf, judgeOptions } from './judge-options.ts'
import {
  asked,
  calibrated,
  itemsIn,
  type Judging,
  judgedPredictions,
  shippedRound,
  showJudged
} from './judged-items.ts'
import { json, line, table } from './print.ts'
import { positive, whole } from './values.ts'

interface Options extends JudgeOptions {
  seed: number
  turns?: number
  judgeMaxTokens?: number
  json?: boolean
}

const HELP = `
Files are lines of AgentWorldBench with "gen", as \`orrery eval\` writes them; without one, turns that come with Orrery are used.
Every judge is calibrated first: it scores true observations that were corrupted in known ways, and is refused when worse ones do not get less.
Answers are kept by the text of the question: a command that is repeated asks nothing twice, and one that was stopped goes on.
Exit codes: 0 done, 1 error or the judge was refused, 2 usage error.`

export function judgeCommands(program: Command, cli: Cli): void {
  const group = program
    .command('judge')
    .description('score predictions by a judge, compare judges, tell real observations from predictions')
    .addHelpText('after', HELP)
  const add = (name: string, about: string): Command =>
    judgeOptions(group.command(name).description(about))
      .option('--judge-max-tokens <n>', 'maximum length of an answer of the judge, thinking included', positive)
      .option('--seed <n>', 'random seed', whole, 0)
      .option('--json', 'print the report as JSON')

  add('calibrate [files...]', 'whether a judge orders true observations by how badly they were corrupted')
    .option('--turns <n>', 'true turns, each of which is corrupted in up to six ways', positive, CALIBRATED_WITH)
    .action(async (paths: string[], options: Options) => {
      const judging = judgingOf(options)
      const turns = await turnsOf(cli, paths)
      const door = await cli.open()
      const { calibration, report } = await calibrated(cli, door, {
        ...judging,
        turns,
        most: options.turns ?? CALIBRATED_WITH
      })
      if (!calibration.holds) cli.exitCode = 1
      if (options.json) return json(cli.io, { ...report, calibration })
      const told = calibrationLines(calibration, judging.judge.model)
      table(cli.io, told.table)
      for (const text of told.lines) line(cli.io, text)
    })

  add('score <files...>', 'score predictions by five dimensions, by domain and in all').action(
    async (paths: string[], options: Options) => {
      const judging = judgingOf(options)
      const items = await turnsOf(cli, paths)
      const judged = await judgedPredictions(cli, await cli.open(), { ...judging, items })
      if (!options.json) return showJudged(cli, judged, judging.judge.model)
      if (!judged.rubric) cli.exitCode = 1
      json(cli.io, { ...judged.rubric?.report, rows: judged.rubric?.rows ?? null, calibration: judged.calibration })
    }
  )

  add('pair <first> <second>', 'which of two files predicts better, asked in both orders').action(
    async (first: string, second: string, options: Options) => {
      const judging = judgingOf(options)
      const [one, other] = [await itemsIn(cli, first), await itemsIn(cli, second)]
      const known = new Map(other.map((item) => [item.id, item]))
      const items = one.flatMap((item): JudgeItem[] => {
        const second = known.get(item.id)
        if (!second || !item.prediction.trim() || !second.prediction.trim()) return []
        return [{ ...item, other: { by: second.by, prediction: second.prediction } }]
      })
      if (!items.length) throw new OrreryError('invalid-input', 'The two files have no predicted turn in common.')
      const report = await asked(cli, await cli.open(), { ...judging, task: 'pair', items })
      const rows = shareRows(report.items)
      if (options.json) return json(cli.io, { ...report, rows })
      table(cli.io, shareTable(rows, `${first} was better`))
    }
  )

  add('turing [files...]', 'tell the real observation from the predicted one: a judge, or you')
    .option('--turns <n>', 'only so many turns', positive)
    .action(async (paths: string[], options: Options) => {
      const choice = judgeOf(options)
      const turns = await turnsOf(cli, paths)
      const drawn = turingTurns(turns, options.seed).slice(0, options.turns)
      const items = drawn.map(({ item }) => item)
      if (!items.length) throw new OrreryError('invalid-input', 'No turn has a prediction that differs from the truth.')
      const report = choice
        ? await asked(cli, await cli.open(), { ...judgingOf(options), task: 'turing', items })
        : await askedPerson(cli, drawn, options.seed)
      const rows = shareRows(report.items)
      if (options.json) return json(cli.io, { ...report, rows })
      table(cli.io, shareTable(rows, 'real one found'))
    })

  group
    .command('agree <first> <second>')
    .description('how two judges agree: two files that `judge score --json` printed')
    .option('--seed <n>', 'random seed', whole, 0)
    .option('--json', 'print the report as JSON')
    .action(async (first: string, second: string, options: Pick<Options, 'seed' | 'json'>) => {
      const [one, other] = [await judgedIn(first), await judgedIn(second)]
      const agreement = agreementOf(one, other, { seed: options.seed })
      if (!agreement.items) throw new OrreryError('invalid-input', 'The two files have no scored item in common.')
      if (options.json) return json(cli.io, agreement)
      table(cli.io, agreementTable(agreement))
    })
}

function judgingOf(options: Options): Judging {
  const judge = judgeOf(options)
  if (!judge) throw usage('Name the judge: --judge-model.')
  return { judge, seed: options.seed, maxTokens: options.judgeMaxTokens }
}

async function turnsOf(cli: Cli, paths: string[]): Promise<JudgeItem[]> {
  if (!paths.length) return shippedRound(cli)
  return (await Promise.all(paths.map((path) => itemsIn(cli, path)))).flat()
}

async function judgedIn(path: string): Promise<JudgedItem[]> {
  const Printed = z.looseObject({ items: JudgingReport.shape.items })
  try {
    return Printed.parse(parseJson(await readText(path))).items
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    throw new OrreryError('invalid-input', `"${path}" is no report of \`orrery judge score --json\`.`, { cause })
  }
}

/** The same questions, put to whoever sits at the terminal: a letter a line, `q` or the end of what is typed ends it. */
async function askedPerson(cli: Cli, turns: readonly TuringTurn[], seed: number): Promise<JudgingReport> {
  const answers = linesTyped(cli.io.stdin)
  const judged: JudgedItem[] = []
  for (const [at, turn] of turns.entries()) {
    const [question] = questionsOf('turing', turn.item, { seed, votes: 1, most: 4000 })
    cli.io.stderr.write(`\n${question?.messages.at(-1)?.content}\n\n`)
    const letter = await letterOf(cli, answers, `${at + 1} of ${turns.length}: which one is real, A or B? `)
    if (!letter) break
    const right = isRight(turn, letter) ? 'Right' : 'Wrong'
    line({ ...cli.io, stdout: cli.io.stderr }, `${right}: the real one is ${turn.first ? 'A' : 'B'}.`)
    judged.push(votedBy(turn, letter))
  }
  return {
    judge: 'you',
    task: 'turing',
    items: judged,
    cost: { questions: judged.length, prompt: 0, tokens: 0, seconds: 0 }
  }
}

async function letterOf(cli: Cli, answers: AsyncIterator<string>, prompt: string): Promise<'A' | 'B' | null> {
  for (;;) {
    cli.io.stderr.write(prompt)
    const { value, done } = await answers.next()
    const typed = done ? 'Q' : value.trim().toUpperCase()
    if (typed === 'A' || typed === 'B') return typed
    if (typed === 'Q') return null
  }
}

async function* linesTyped(stdin: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stdin) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const whole = rest.split('\n')
    rest = whole.pop() ?? ''
    yield* whole
  }
  if (rest) yield rest
}
