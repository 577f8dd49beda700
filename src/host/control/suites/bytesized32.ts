// ByteSized32: text games in Python. They are crawled in the machine; a model plays them, and a judge says whether they are what was asked for.
import { z } from 'zod'
import type { ImportFile } from '../../../core/contract/files.ts'
import { type Judge, judgeByName, judgeOn } from '../../../core/control/ask-judge.ts'
import type { RunContext } from '../runs/kind.ts'
import { alignmentMessages, complianceMessages, type Playthrough, Playthrough as Shown } from './bytesized32-judging.ts'
import { type GamePlayed, Played, playedBy } from './bytesized32-playing.ts'
import { NO_MACHINE, placeOfFile, type Suite, type SuiteItem, type SuiteOptions, textOf } from './suite.ts'

// Depth 3, 100 actions of a verb and 10 below (the published script); and as many as the machine does in minutes.
const CRAWL = { published: { depth: 3, actions: 100, seconds: 15 * 60 }, small: { depth: 2, actions: 20, seconds: 60 } }
// The published crawler goes down to depth 2 and stops at 1,000 paths; the judge is shown some of them.
const PATHS = {
  published: { depth: 2, each: 11, paths: 1000, samples: 100, seconds: 600 },
  small: { depth: 2, each: 3, paths: 60, samples: 8, seconds: 30 }
}

const Flags = z.object({
  ...{ TextGame: z.boolean(), runnable: z.boolean(), winnable: z.boolean(), step: z.boolean() },
  ...{ getTaskDescription: z.boolean(), generatePossibleActions: z.boolean(), calculateScore: z.boolean() },
  ...{ num_valid_actions: z.int(), error_msg: z.string(), task: z.string(), paths: z.int(), over: z.boolean() }
})
type Flags = z.infer<typeof Flags>

const Result = z.object({
  absent: z.string().nullable(),
  checks: Flags.nullable(),
  paths: z.array(z.array(Shown)).nullable(),
  play: Played.nullable(),
  problem: z.string().nullable()
})
type Result = z.infer<typeof Result>

const SCORES = ['initialised', 'actions', 'runnable', 'winnable_crawl', 'compliance', 'alignment', 'winnable']

export const bytesized32: Suite = (options, context) => {
  const { files } = options
  const games = files.filter(({ name }) => isGame(name))
  const items = games.map((game): SuiteItem => {
    const asked = askedFor(game.name, files)
    const { engine } = context
    const { judge, effort, seed, maxTokens, play } = options
    const { name } = engine.info().model
    return {
      id: placeOfFile(game.name).base.replace(/\.py$/, ''),
      content: {
        ...{ game: textOf(game), effort, seed, judge: judge ? judgeByName(judge, name) : null },
        asked: 'why' in asked ? null : { ...asked },
        player: !play || engine.absent ? null : [name, maxTokens]
      },
      score: ({ signal }) => scored({ game, asked, options, context }, signal)
    }
  })
  const reason =
    'No game is here: a file of Python with class TextGame, beside test_eval.csv and test_prompts/test_N.py.'
  return { items, problems: items.length ? [] : [{ line: null, reason }] }
}

const isGame = (name: string): boolean => {
  const { base, folder } = placeOfFile(name)
  return base.endsWith('.py') && folder !== 'test_prompts' && !base.startsWith('_')
}

type Asked = { question: string; specification: string } | { why: string }

// `0512_object_test_4_p_gpt-4_cooking_generation.py`: what the game was written to have, by the row of test_eval.csv.
const NAME = /^[^_]+_(object|action|distractor)_test_(\d{1,4})_[pn]_/

function askedFor(name: string, files: readonly ImportFile[]): Asked {
  const [, kind, number] = NAME.exec(placeOfFile(name).base) ?? []
  if (kind === undefined || number === undefined)
    return {
      why: 'the name of the file does not say what was asked for: DATE_object_test_4_p_MODEL_GAME_generation.py'
    }
  const table = files.find((one) => placeOfFile(one.name).base === 'test_eval.csv')
  const specification = files.find(
    (one) => placeOfFile(one.name).folder === 'test_prompts' && placeOfFile(one.name).base === `test_${number}.py`
  )
  if (!table || !specification)
    return { why: `${table ? `test_prompts/test_${number}.py` : 'test_eval.csv'} is missing` }
  const rows = textOf(table).trim().split(/\r?\n/).map(cellsOf)
  const column = rows[0]?.indexOf(kind) ?? -1
  const wanted = rows[Number(number)]?.[column]
  if (wanted === undefined) return { why: `test_eval.csv has no row ${number} with "${kind}"` }
  const question =
    kind === 'distractor'
      ? 'Are the distractors that the specification asks for in the simulation?'
      : `Does the simulation have the ${kind} "${wanted}"?`
  return { question, specification: textOf(specification) }
}

/** A line of CSV; cells may stand in quotes, and a quote in such a cell is written twice. */
function cellsOf(line: string): string[] {
  const cells = ['']
  let [quoted, before] = [false, '']
  for (const letter of line) {
    const isWritten = letter === '"' && !quoted && before === '"'
    before = letter
    if (letter === '"') quoted = !quoted
    if (isWritten) cells[cells.length - 1] += letter
    else if (letter === '"') continue
    else if (letter === ',' && !quoted) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells.map((one) => one.trim())
}

interface Scoring {
  game: ImportFile
  asked: Asked
  options: SuiteOptions
  context: Pick<RunContext, 'engine' | 'python' | 'judge'>
}

async function scored({ game, asked, options, context }: Scoring, signal: AbortSignal) {
  const { effort, seed, judge: choice, maxTokens } = options
  const { python, engine } = context
  const missing: Record<string, string> = {}
  const scores: Record<string, number | null> = Object.fromEntries(SCORES.map((name) => [name, null]))
  const set = (name: string, value: number | null, why: string) => {
    scores[name] = value
    if (value === null) missing[name] = why
  }
  async function ran(work: { do: 'crawl' | 'paths' | 'play'; seconds: number }): Promise<Result | string> {
    if (!python) return NO_MACHINE
    const settings = { seed, ...work }
    const given = {
      driver: 'text_game' as const,
      files: { 'game.py': textOf(game) },
      settings,
      seconds: work.seconds + 30
    }
    const done = await python(given, { signal })
    if ('problem' in done) return done.problem
    const read = Result.safeParse(done.result)
    if (!read.success) return 'the game wrote over its own result'
    return read.data.absent ?? (read.data.problem === null ? read.data : `the game fails: ${read.data.problem}`)
  }
  const crawled = await ran({ do: 'crawl', ...CRAWL[effort] })
  const checks = typeof crawled === 'string' ? null : crawled.checks
  const why = typeof crawled === 'string' ? crawled : 'the crawl said nothing'
  validity(checks, why, set)

  const judge =
    choice && judgeOn(await context.judge(choice), { votes: choice.votes ?? 3, seed, owner: 'suites', signal })
  const noJudge = 'nobody was named to judge it: --judge-model'
  if ('why' in asked || !judge) set('compliance', null, 'why' in asked ? asked.why : noJudge)
  else {
    const voted = await judge.ask(complianceMessages(asked.specification, textOf(game), asked.question))
    set('compliance', voted.yes === null ? null : Number(voted.yes), voted.why)
  }
  if (!judge || !checks?.TextGame) set('alignment', null, judge ? 'there is no game to judge' : noJudge)
  else {
    const paths = await ran({ do: 'paths', ...PATHS[effort] })
    if (typeof paths === 'string') set('alignment', null, paths)
    else await aligned(checks.task, paths.paths ?? [], judge, set)
  }

  const idle = !options.play
    ? 'nobody was asked to play it: --play'
    : engine.absent && `no model plays it: ${engine.absent.message}`
  if (idle || !checks?.TextGame) set('winnable', null, idle || 'there is no game to play')
  else {
    const turn = async (done: string[]): Promise<GamePlayed | string> => {
      const played = await ran({ do: 'play', ...{ done }, seconds: 30 } as Parameters<typeof ran>[0])
      return typeof played === 'string' ? played : (played.play ?? 'the game said nothing')
    }
    const won = await playedBy(engine, turn, { seed, maxTokens, signal })
    set('winnable', won.won === null ? null : Number(won.won), won.why)
  }
  return { scores, missing, problem: checks?.error_msg || null }
}

/** Each check counts only where the ones before it passed, as the calls come. */
function validity(
  checks: Flags | null,
  why: string,
  set: (name: string, value: number | null, why: string) => void
): void {
  if (!checks) {
    for (const name of ['initialised', 'actions', 'runnable', 'winnable_crawl']) set(name, null, why)
    return
  }
  const started = checks.TextGame && checks.getTaskDescription && checks.calculateScore
  set('initialised', Number(started), '')
  set('actions', Number(started && checks.generatePossibleActions), '')
  const cut = `the crawl was not over after ${checks.paths} paths`
  set('runnable', checks.over ? Number(checks.runnable) : null, cut)
  set('winnable_crawl', checks.winnable || checks.over ? Number(checks.winnable) : null, cut)
}

/** The share of the paths that make sense; one that ends in an error does not, whatever a judge says. */
async function aligned(
  task: string,
  paths: readonly Playthrough[],
  judge: Judge,
  set: (name: string, value: number | null, why: string) => void
): Promise<void> {
  let [yes, judged] = [0, 0]
  let why = 'the game offers no action'
  for (const path of paths) {
    if (path.at(-1)?.error) {
      judged++
      continue
    }
    const voted = await judge.ask(alignmentMessages(task, path))
    why = voted.why
    if (voted.yes === null) continue
    judged++
    if (voted.yes) yes++
  }
  set('alignment', judged ? yes / judged : null, why)
}
