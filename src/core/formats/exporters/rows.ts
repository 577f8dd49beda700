// The rows of a training file: a branch whole, or turn by turn with its history, written as it is read.

import { draw } from '../../tree/history.ts'
import type { Tool } from '../../tree/model.ts'
import type { ExportedTurn, ExportSource, Writing } from '../exporting.ts'
import { blocks } from './blocks.ts'
import { isFit } from './fit.ts'
import { type TrainingTarget, targetOf } from './target.ts'
import { type Exchange, type ExportedMessage, type Frame, isSimulated, type ViewOptions, viewOf } from './view.ts'

/** How a format writes a row of messages. */
export interface RowForm {
  start: string
  /** `''` for a message that has no place among the others. */
  message(message: ExportedMessage): string
  /** In rows of single turns, what stands between the history and the answer. A comma when left out. */
  between?: string
  end(row: ExportedRow): string
  /** The reader wants an answer last: what follows the last one is left out. */
  endsInAnswer?: boolean
}

/** What is known of a row once its messages are written. */
export interface ExportedRow {
  opening: ExportedMessage[]
  tools: Tool[]
  metadata: Metadata
}

/** Where a row comes from. Simulated text is marked here, never in the text. */
export type Metadata = {
  program: 'orrery'
  version: string
  session: string
  title: string
  branch: string
  domain: string
  view: 'agent' | 'world'
  /** The turn that a row of one turn is about; `null` for a whole branch. */
  turn: number | null
  /** So many turns before the first one in the row were left out of the prompt. */
  left_out?: number
  /** Of each turn in the row: whether its observation was made up. `null` where nobody knows. */
  simulated: (boolean | null)[]
  /** Of each turn in the row: whether it is learned from. */
  learned: boolean[]
  /** What answered, each once. */
  models: string[]
  /** The world's tools, where the prompt tells them as Markdown. */
  tools?: Tool[]
}

/**
 * Whether a turn is learned from after all, and what is said of it beside its answer. Asked of the turns of a run in order.
 * @param learn whether the view would learn it
 */
export type JudgeTurn = (
  turn: ExportedTurn,
  learn: boolean
) => Promise<{ learn: boolean; about?: NonNullable<ExportedMessage['about']> }>

/** @param judging a judge for each run, for formats that choose their turns */
export async function* writeRows(
  source: ExportSource,
  options: ViewOptions,
  writing: Writing,
  form: RowForm,
  judging: () => JudgeTurn = () => async (_turn, learn) => ({ learn })
): AsyncGenerator<string> {
  if (!(await isFit(source, options))) return
  const write = options.rows === 'session' ? sessionRows : turnRows
  const only = await drawn(source, options, writing, judging)
  for await (const run of runs(source, options, writing)) yield* write(run, form, choosing(run, judging(), only))
}

/** The number of the one turn that is learned from; `null` for all of them. */
export async function drawn(
  source: ExportSource,
  options: ViewOptions,
  writing: Writing,
  judging: () => JudgeTurn = () => async (_turn, learn) => ({ learn })
): Promise<number | null> {
  if (options.draw === 'all') return null
  const numbers: number[] = []
  let tip = ''
  for await (const run of runs(source, options, writing)) {
    const choose = choosing(run, judging(), null)
    for await (const turn of run.turns) {
      tip = turn.step.id
      if ((await choose(turn)).learn) numbers.push(turn.number)
    }
  }
  const at = Math.floor((await draw(`one|${options.seed}|${source.session.id}|${tip}`)) * numbers.length)
  // 0: there is none to draw from.
  return numbers[at] ?? 0
}

interface Chosen {
  learn: boolean
  about?: NonNullable<ExportedMessage['about']>
  target: TrainingTarget
}

/** @param only the number of the one turn that may be learned from, or `null` */
const choosing =
  (run: Run, judge: JudgeTurn, only: number | null) =>
  async (turn: ExportedTurn): Promise<Chosen> => {
    const target = await run.target(turn)
    const judged = await judge(turn, target !== null)
    const learn = judged.learn && (only === null || only === turn.number)
    const { about } = judged
    const passed = about && judged.learn && !learn ? { about: { ...about, masked: 'not drawn' } } : {}
    return { ...judged, ...passed, learn, target: target ?? {} }
  }

/** Turns that can be in one row: those from `from` on are learned from, those before are their past. */
interface Run {
  frame: Frame
  from: number
  turns: AsyncIterable<ExportedTurn>
  exchange(turn: ExportedTurn): Exchange
  metadata(): Metadata
  /** What is learned of the turn; `null`: it is context. */
  target(turn: ExportedTurn): Promise<TrainingTarget | null>
}

/** Nearly always one. Where the system prompt changes within a branch, another begins, with all that came before as its past. */
export async function* runs(source: ExportSource, options: ViewOptions, writing: Writing): AsyncGenerator<Run> {
  const view = viewOf(source, options, writing)
  const chain = source.chain()
  if (chain.length < options.minTurns) return
  let [frame, from] = [await firstFrame(chain, view.frame), 1]
  while (frame) {
    const now = frame
    // What the run ends at. Told by the run while it is read.
    const next: { frame: Frame | null; from: number } = { frame: null, from: 0 }
    const start = from
    yield {
      frame: now,
      from: start,
      turns: {
        async *[Symbol.asyncIterator]() {
          for await (const turn of chain) {
            const own = turn.number > start ? view.frame(turn) : now
            if (own.key !== now.key) {
              Object.assign(next, { frame: own, from: turn.number })
              return
            }
            yield turn
          }
        }
      },
      exchange: (turn) => view.exchange(turn, now),
      target: async (turn) =>
        turn.number >= start ? targetOf(source, turn, options, { ...writing, answer: view.answer }) : null,
      metadata: () => ({
        ...{ program: 'orrery', version: writing.version, session: source.session.id, title: source.session.title },
        ...{ branch: source.branch.title, domain: now.setup.domain, view: options.view, turn: null },
        ...{ simulated: [], learned: [], models: [] },
        ...(now.told?.length && { tools: now.told })
      })
    }
    ;({ frame, from } = next)
  }
}

async function firstFrame(
  chain: AsyncIterable<ExportedTurn>,
  frameOf: (turn: ExportedTurn) => Frame
): Promise<Frame | null> {
  for await (const turn of chain) return frameOf(turn)
  return null
}

type Choose = (turn: ExportedTurn) => Promise<Chosen>

async function* sessionRows(run: Run, form: RowForm, choose: Choose): AsyncGenerator<string> {
  const row: ExportedRow = { ...run.frame, metadata: run.metadata() }
  const { metadata } = row
  yield form.start + joined(form, run.frame.opening)
  let first = !run.frame.opening.some((one) => form.message(one))
  let waiting: ExportedMessage[] = []
  for await (const turn of run.turns) {
    const { asked, answer, after } = run.exchange(turn)
    const { learn, about } = await choose(turn)
    const text = joined(form, [...waiting, ...asked, { ...answer, learn, ...(about && { about }) }])
    yield first ? text : `,${text}`
    first = false
    waiting = after
    note(metadata, turn, learn)
  }
  if (!form.endsInAnswer && waiting.length) yield `,${joined(form, waiting)}`
  yield form.end(row)
}

/** A row grows with the turns before it, and so does the text that is held here: that of the branch, once. */
async function* turnRows(run: Run, form: RowForm, choose: Choose): AsyncGenerator<string> {
  const past = blocks()
  const opening = joined(form, run.frame.opening)
  const so = run.metadata()
  for await (const turn of run.turns) {
    const { asked, remembered, leftOut, answer, after } = run.exchange(turn)
    const { learn, about, target } = await choose(turn)
    const judged = { learn, ...(about && { about }) }
    note(so, turn, learn)
    if (learn) {
      yield form.start + opening
      let begun = opening !== ''
      for (const piece of past.from(leftOut)) {
        yield begun ? piece : piece.slice(1)
        begun = true
      }
      const question = joined(form, asked)
      yield `${begun && question ? ',' : ''}${question}${form.between ?? ','}${form.message({ ...answer, ...judged, content: target.content ?? answer.content })}`
      const simulated = so.simulated.slice(leftOut)
      if (target.simulated) simulated[simulated.length - 1] = true
      const learned = simulated.map((_, index) => index === simulated.length - 1)
      const marked = leftOut > 0 && { left_out: leftOut }
      yield form.end({ ...run.frame, metadata: { ...so, turn: turn.number, ...marked, simulated, learned } })
    }
    past.add(`,${joined(form, [...remembered, { ...answer, ...judged, learn: false }, ...after])}`)
  }
}

function note(metadata: Metadata, turn: ExportedTurn, learn: boolean): void {
  metadata.simulated.push(isSimulated(turn))
  metadata.learned.push(learn)
  const name = turn.call?.model.name
  if (name && !metadata.models.includes(name)) metadata.models.push(name)
}

const joined = (form: RowForm, messages: ExportedMessage[]): string =>
  messages.map(form.message).filter(Boolean).join(',')
