// One answer: reads what of the prompt is new, then draws tokens until the turn ends.
import { performance } from 'node:perf_hooks'
import type { LlamaContext, LlamaContextSequence } from 'node-llama-cpp'
import { OrreryError } from '../../core/errors.ts'
import type { Cut, Tokens, TracedToken } from '../../core/model.ts'
import { stopped } from '../engines/wait.ts'
import { CHECKPOINTS, type Loaded } from './load.ts'
import type { Ask } from './protocol.ts'
import { createDetokenizer, createStopFilter } from './text.ts'

// A number that changes ten times a second can still be read.
const METER_MS = 100
// An answer cut shorter than this shows nothing useful of a screen.
const LEAST_ANSWER = 64

/**
 * Answers `ask`. Text goes to `onText` as it comes, beginning with what the prompt had already begun of the answer; `onRead` counts
 * prompt tokens in the context, reused ones included. Cancelling stops within one slice of the prompt or one token, and leaves
 * the context as good as before.
 * @throws OrreryError cancelled, context-full, or whatever llama.cpp failed with
 */
export async function generate(
  { model, context, prompter }: Loaded,
  ask: Ask,
  {
    signal,
    onRead,
    onText,
    onMeter
  }: {
    signal: AbortSignal
    onRead: (done: number, total: number) => void
    onText: (text: string) => void
    onMeter: (tokens: Tokens, tokensPerSecond: number) => void
  }
): Promise<{ tokens: Tokens; cut: Cut | null; trace: TracedToken[] | null }> {
  const check = () => {
    if (signal.aborted) throw stopped()
  }
  check()
  const sequence = sequenceOf(context)
  const { tokens, begun, stable, stop } = prompter.prompt(ask, { checkpoint: sequence.needsCheckpoints })
  const most = room(tokens.length, sequence.contextSize, ask.sampling.maxTokens)

  try {
    if (ask.strict) await sequence.clearHistory()
    // At least one token must be evaluated for the next to be drawn. Shifting would keep more, and answer differently.
    else await sequence.adaptStateToTokens(tokens.slice(0, -1), false)
    const cached = sequence.nextTokenIndex
    const read = async (from: number, to: number) => {
      check()
      onRead(from, tokens.length)
      await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(from, to))
      if (to === stable) await sequence.takeCheckpoint()
    }
    // The last slice is left to `evaluate`, which reads it and draws the first token in one go.
    const cuts = slices(cached, tokens.length, { size: sequence.context.batchSize, at: stable })
    for (const [from, to] of cuts.slice(0, -1)) await read(from, to)
    check()
    const [from] = cuts.at(-1) ?? [tokens.length - 1]
    onRead(from, tokens.length)

    const count: Tokens = { prompt: tokens.length, cached, generated: 0 }
    const detokenizer = createDetokenizer(model, tokens)
    const filter = createStopFilter([...ask.stop, ...stop.texts])
    const { temperature, topK, topP } = ask.sampling
    let firstAt = 0
    let metered = 0
    let stopped = false
    for await (const token of sequence.evaluate(tokens.slice(from), { temperature, topK, topP, seed: ask.seed })) {
      check()
      const now = performance.now()
      if (count.generated === 0) {
        firstAt = now
        onRead(tokens.length, tokens.length)
        if (begun) onText(begun)
      }
      if (stop.tokens.has(token)) {
        stopped = true
        break
      }
      count.generated++
      const passed = filter.push(detokenizer.push(token))
      if (passed.text) onText(passed.text)
      stopped = passed.stopped
      if (now - metered >= METER_MS && count.generated > 1) {
        metered = now
        onMeter({ ...count }, ((count.generated - 1) * 1000) / (now - firstAt))
      }
      if (stopped || count.generated >= most) break
    }
    // The model ended at once: what it had been given of the answer still is the answer.
    if (firstAt === 0 && begun) onText(begun)
    const rest = stopped ? '' : filter.end()
    if (rest) onText(rest)
    return { tokens: count, cut: !stopped && count.generated >= most ? 'length' : null, trace: null }
  } catch (error) {
    // After a failed evaluation nobody knows what the context holds.
    if (!(error instanceof OrreryError)) await sequence.clearHistory().catch(() => {})
    throw error
  }
}

const sequences = new WeakMap<LlamaContext, LlamaContextSequence>()

/** The one sequence that every answer uses: it holds what was read before. */
function sequenceOf(context: LlamaContext): LlamaContextSequence {
  const taken = sequences.get(context) ?? context.getSequence({ checkpoints: CHECKPOINTS })
  sequences.set(context, taken)
  return taken
}

/** Tokens the answer may take: what was asked for, or what the context has left. */
function room(prompt: number, contextSize: number, asked: number): number {
  // The last cell stays empty: filling it makes the library drop the beginning of the prompt.
  const left = contextSize - prompt - 1
  if (left >= asked || left >= LEAST_ANSWER) return Math.min(asked, left)
  throw new OrreryError(
    'context-full',
    `The prompt has ${prompt} tokens and the context holds ${contextSize}: ${Math.max(0, left)} are left for the answer, and at least ${Math.min(asked, LEAST_ANSWER)} are needed. Go on from an earlier step, shorten the instructions, or load the model with a larger context (ORRERY_CONTEXT).`
  )
}

/** Cuts `from`..`to` at every multiple of `size` and at `at`: the same prompt is always read in the same pieces. */
function slices(from: number, to: number, { size, at }: { size: number; at: number }): [number, number][] {
  const ends: number[] = []
  for (let end = (Math.floor(from / size) + 1) * size; end < to; end += size) ends.push(end)
  if (at > from && at < to && !ends.includes(at)) ends.push(at)
  ends.push(to)
  ends.sort((a, b) => a - b)
  return ends.map((end, index) => [ends[index - 1] ?? from, end])
}
