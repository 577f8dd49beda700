// One answer: reads what of the prompt is new, then draws tokens until the turn ends.
import { performance } from 'node:perf_hooks'
import type { LlamaModel, Token } from 'node-llama-cpp'
import { OrreryError } from '../../core/errors.ts'
import { createWatch, MOST_READING_MS, type Watch } from '../../core/step/bounds.ts'
import { createCounting } from '../../core/step/counting.ts'
import { watchThought } from '../../core/step/thought.ts'
import type { Cut, ThoughtEnd, Tokens, TracedToken } from '../../core/tree/model.ts'
import { type Costs, createCopier } from './copy.ts'
import { drawAround } from './draw.ts'
import type { ReadingPace } from './pace.ts'
import type { Prompter } from './prompt.ts'
import type { ToEngine } from './protocol.ts'
import { createRepetition } from './repetition.ts'
import type { Seat, Sequences } from './sequences.ts'
import { grammarFor } from './shape.ts'
import { createDetokenizer, createStopFilter } from './text.ts'
import { stopped } from './wait.ts'

// A number that changes ten times a second can still be read.
const METER_MS = 100
// An answer cut shorter than this shows nothing useful of a screen.
const LEAST_ANSWER = 64
/** A loaded model with its sequences and what is known of the machine. */
export interface Ready {
  model: LlamaModel
  prompter: Prompter
  sequences: Sequences
  pace: ReadingPace
  contextSize: number
  /** What evaluating several tokens at once costs; `null` when answers are not to be copied from the prompt. */
  costs: Costs | null
}

/** What is told while an answer comes. */
export interface Listener {
  signal: AbortSignal
  /** Closes the thought. */
  answerNow: AbortSignal
  /** Prompt tokens in the context, reused ones included. */
  onRead: (done: number, total: number) => void
  onText: (text: string) => void
  onMeter: (tokens: Tokens, tokensPerSecond: number) => void
}

/**
 * Answers `ask`. Text goes to `onText` as it comes, beginning with what the prompt had already begun of the answer. Cancelling stops
 * within one slice of the prompt or one token, and leaves the context as good as before.
 * @throws OrreryError cancelled, context-full, or whatever llama.cpp failed with
 */
export async function generate(
  ready: Ready,
  ask: ToEngine,
  listener: Listener
): Promise<{ tokens: Tokens; cut: Cut | null; trace: TracedToken[] | null; thoughtEnded: ThoughtEnd | null }> {
  const { model, prompter, sequences, costs, contextSize } = ready
  const { signal, answerNow, onRead, onText, onMeter } = listener
  if (signal.aborted) throw stopped()
  const prompt = prompter.prompt(ask, { checkpoint: sequences.needsCheckpoints, exact: ask.strict })
  const { tokens, begun, stop } = prompt
  const most = room(tokens.length, contextSize, ask.sampling.maxTokens)
  const held = await grammarFor(model.llama, ask, begun)
  // One cell stays empty (`room`).
  const cells = tokens.length + most + 1
  const seat = await sequences.take(tokens, { owner: ask.owner, cells, fresh: ask.strict, signal })

  // After a failed evaluation nobody knows what the context holds.
  let known = false
  let clean = false
  try {
    const began = performance.now()
    const unread = await read(ready, ask, { seat, ...prompt }, listener)
    const count: Tokens = { prompt: tokens.length, cached: seat.cached, generated: 0 }
    const said = createAnswer(model, tokens)
    const filter = createStopFilter([...ask.stop, ...stop.texts])
    const repetition = createRepetition(ask.repeats)
    const counting = ask.counts ? null : createCounting()
    const watch = ask.bounds && createWatch(ask.bounds)
    const ends = (token: Token) => stop.tokens.has(token) || model.isEogToken(token)
    const copying = costs && !ask.strict ? { costs, copier: createCopier(tokens, costs, { ends }) } : null
    const trace: TracedToken[] = []
    let firstAt = 0
    let metered = 0
    let cut: Cut | null = null
    let over = false
    const drawing = { model, sequence: seat.sequence, copying, held, most, text: () => said.text }
    const thought = watchThought(begun, ask)
    let thoughtEnded: ThoughtEnd | null = null
    let closing: Token[] = []
    const drawn = drawAround(drawing, unread, ask, () => closing.splice(0))
    for await (const { token, copied, traced } of drawn) {
      if (signal.aborted) throw stopped()
      const now = performance.now()
      if (firstAt === 0) {
        firstAt = now
        onRead(tokens.length, tokens.length)
        if (begun) onText(begun)
        if (begun && watch) outgrownBy(watch, begun, 0)
      }
      if (stop.tokens.has(token)) {
        over = true
        break
      }
      count.generated++
      if (copied) count.copied = (count.copied ?? 0) + 1
      const text = said.push(token)
      if (traced) trace.push({ text, ...traced })
      thought.push(text)
      const passed = filter.push(text)
      if (passed.text) onText(passed.text)
      if (now - metered >= METER_MS && count.generated > 1) {
        metered = now
        onMeter({ ...count }, ((count.generated - 1) * 1000) / (now - firstAt))
      }
      over = passed.stopped
      if (over) break
      if (repetition.push(token)) cut = 'repetition'
      else if (counting?.push(text)) cut = 'counting'
      else if (watch) cut = outgrownBy(watch, passed.text, now - firstAt + Math.min(firstAt - began, MOST_READING_MS))
      // The cap on tokens comes last: what has left its bounds says so.
      if (!cut && count.generated >= most) cut = 'length'
      if (cut) break
      // Tokens read off the prompt are in the context already, up to the last of them.
      if (copied || thoughtEnded || !thought.open()) continue
      const spent = ask.budget !== null && count.generated >= ask.budget
      const words = answerNow.aborted || spent || thought.circles() ? thought.closing({ held: held !== null }) : ''
      if (!words) continue
      thoughtEnded = answerNow.aborted ? 'asked' : spent ? 'budget' : 'circle'
      closing = model.tokenize(words, true)
      for (const token of closing) said.push(token)
      thought.push(words)
      onText(filter.end() + words)
    }
    // The model ended at once: what it had been given of the answer still is the answer.
    if (firstAt === 0 && begun) onText(begun)
    const rest = over ? '' : filter.end()
    if (rest) onText(rest)
    known = true
    // What thinking and stop texts leave in the context stands in no later prompt.
    clean = !ask.tagged && (!over || filter.end() === '')
    if (!ask.tagged && !ask.strict) prompter.remember(said.after(ask.prefill, tokens))
    return { tokens: count, cut, trace: ask.trace ? trace : null, thoughtEnded }
  } catch (error) {
    known = error instanceof OrreryError
    throw error
  } finally {
    if (!known) await seat.sequence.clearHistory().catch(() => {})
    seat.leave({ clean })
  }
}

/**
 * Reads the prompt of `ask` up to where the action would begin (`Prompter.promptAhead`), where no other world loses what was read for it.
 * @throws OrreryError cancelled, once a slice is read; context-full, or whatever llama.cpp failed with
 */
export async function readAhead(ready: Ready, ask: ToEngine, signal: AbortSignal): Promise<void> {
  const { prompter, sequences, contextSize } = ready
  // In strict mode nothing that was read is used.
  if (ask.strict) return
  const { tokens, checkpoints } = prompter.promptAhead(ask, { checkpoint: sequences.needsCheckpoints })
  const cells = tokens.length + room(tokens.length, contextSize, ask.sampling.maxTokens) + 1
  const seat = await sequences.takeAhead(tokens, { owner: ask.owner, cells, fresh: false, signal })
  if (!seat) return
  let known = false
  try {
    const unread = await read(ready, ask, { seat, tokens, checkpoints }, { signal, onRead: () => {} })
    // The last token stands for the action.
    if (unread.length > 1) await seat.sequence.evaluateWithoutGeneratingNewTokens(unread.slice(0, -1))
    known = true
  } catch (error) {
    known = error instanceof OrreryError
    throw error
  } finally {
    if (!known) await seat.sequence.clearHistory().catch(() => {})
    seat.leave({ clean: true })
  }
}

/** What ends the answer whose next piece is `text`, after so many milliseconds. */
function outgrownBy(watch: Watch, text: string, ms: number): Cut | null {
  watch.push([{ type: 'observation', text }], ms)
  return watch.outgrown()?.why ?? null
}

/**
 * Reads the prompt but for its last slice, and returns that: with it the first token is drawn. The recurrent state is kept at
 * `checkpoints`.
 */
async function read(
  { pace }: Ready,
  ask: ToEngine,
  { seat, tokens, checkpoints }: { seat: Seat; tokens: Token[]; checkpoints: number[] },
  { signal, onRead }: Pick<Listener, 'signal' | 'onRead'>
): Promise<Token[]> {
  const last = tokens.length - 1
  let at = seat.cached
  while (at < last) {
    if (signal.aborted) throw stopped()
    onRead(at, tokens.length)
    const size = ask.strict ? pace.fixed : pace.size
    // In strict mode the same prompt is read in the same pieces, wherever reading begins.
    const cut = ask.strict ? (Math.floor(at / size) + 1) * size : at + size
    const to = Math.min(last, cut, checkpoints.find((one) => one > at) ?? last)
    if (to === last && !checkpoints.includes(last) && !seat.shared()) break
    const started = performance.now()
    await seat.sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, to))
    pace.took(to - at, performance.now() - started)
    at = to
    if (checkpoints.includes(at)) await seat.checkpoint()
  }
  if (signal.aborted) throw stopped()
  if (at === last) onRead(at, tokens.length)
  await seat.read()
  return tokens.slice(at)
}

/** The answer as it is drawn: its text so far, and which token ended where in it. */
function createAnswer(model: LlamaModel, before: Token[]) {
  const detokenizer = createDetokenizer(model, before)
  const tokens: Token[] = []
  const ends: number[] = []
  let text = ''
  return {
    get text() {
      return text
    },
    push(token: Token): string {
      const piece = detokenizer.push(token)
      text += piece
      tokens.push(token)
      ends.push(text.length)
      return piece
    },
    /** The whole turn as the prompt of the next one will hold it: the prefill, whose tokens end the prompt, and the answer. */
    after(prefill: string, prompt: Token[]) {
      const start = prefill ? model.tokenize(prefill, false, 'trimLeadingSpace') : []
      const whole = prompt.slice(prompt.length - start.length)
      if (whole.some((token, index) => token !== start[index])) return { text: '', tokens: [], ends: [] }
      const before = start.map((_, index) => (index === start.length - 1 ? prefill.length : 0))
      return {
        text: prefill + text,
        tokens: [...start, ...tokens],
        ends: [...before, ...ends.map((end) => prefill.length + end)]
      }
    }
  }
}

/** Tokens the answer may take: what was asked for, or what the context has left. */
function room(prompt: number, contextSize: number, asked: number): number {
  // The last cell stays empty: filling it makes the library drop the beginning of the prompt.
  const left = contextSize - prompt - 1
  if (left >= asked || left >= LEAST_ANSWER) return Math.min(asked, left)
  throw new OrreryError(
    'context-full',
    `The prompt has ${prompt} tokens and the context holds ${contextSize}. That leaves ${Math.max(0, left)} for the answer, which needs at least ${Math.min(asked, LEAST_ANSWER)}. Branch from an earlier step, shorten the instructions, or give the model a larger context in its options or with: orrery model set ID --context N`
  )
}
