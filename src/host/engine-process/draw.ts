// The tokens of one answer, one after the other, in the way that suits the request: plain, held to a grammar, traced, or copied.
import { performance } from 'node:perf_hooks'
import {
  type LlamaContextSequence,
  LlamaGrammarEvaluationState,
  type LlamaModel,
  type SequenceEvaluateOptions,
  type Token
} from 'node-llama-cpp'
import type { TracedToken } from '../../core/tree/model.ts'
import type { Copier, Costs } from './copy.ts'
import type { ToEngine } from './protocol.ts'
import type { HeldGrammar } from './shape.ts'

// As many as a person compares at a glance.
const ALTERNATIVES = 5
// At temperature 0 the library would weigh the whole vocabulary: 23 times slower at 248,320 tokens. These are enough to tell.
const WEIGHED = 20

/** One token of the answer. `traced` when probabilities were asked for; `copied`: read off the prompt and confirmed. */
export interface DrawnToken {
  token: Token
  copied: boolean
  traced: Omit<TracedToken, 'text'> | null
}

/** What follows the answer along the prompt, and what it knows of the machine. */
export interface Copying {
  copier: Copier
  costs: Costs
}

export interface Drawing {
  model: LlamaModel
  sequence: LlamaContextSequence
  /** `null`: every token is drawn on its own. */
  copying: Copying | null
  held: HeldGrammar | null
  /** Tokens the answer may take. */
  most: number
  /** The answer's text so far. */
  text: () => string
}

/**
 * `draw`, with words put into the model's mouth: where `inserted` gives tokens after one that was drawn, they are read in after it, and drawing
 * goes on behind them.
 */
export async function* drawAround(
  drawing: Drawing,
  pending: Token[],
  ask: ToEngine,
  inserted: () => Token[]
): AsyncGenerator<DrawnToken, void> {
  let unread = pending
  for (let count = 0; unread.length > 0; ) {
    const run = draw(drawing, unread, { ...ask, seed: seedAt(ask.seed, count) })
    unread = []
    for await (const drawn of run) {
      count++
      yield drawn
      const words = inserted()
      if (words.length === 0) continue
      unread = [drawn.token, ...words]
      break
    }
  }
}

/** Draws tokens after `pending`, the prompt's unread rest, until the model ends its turn. Leaving early costs nothing. */
function draw(drawing: Drawing, pending: Token[], ask: ToEngine): AsyncGenerator<DrawnToken, void> {
  if (ask.trace) return traced(drawing, pending, ask)
  if (drawing.copying && !drawing.held) return copied(drawing, drawing.copying, pending, ask)
  return plain(drawing, pending, optionsOf(drawing, ask))
}

async function* plain(
  { sequence }: Drawing,
  pending: Token[],
  options: SequenceEvaluateOptions
): AsyncGenerator<DrawnToken, void> {
  for await (const token of sequence.evaluate(pending, options)) yield { token, copied: false, traced: null }
}

async function* traced(drawing: Drawing, pending: Token[], ask: ToEngine): AsyncGenerator<DrawnToken, void> {
  const { sequence, model, held } = drawing
  const options = optionsOf(drawing, ask)
  // The likeliest token is taken here, instead of by llama.cpp; a grammar must see what llama.cpp itself takes.
  const greedy = ask.sampling.temperature === 0 && !held
  const weighed = greedy ? { ...options, temperature: 1, topK: WEIGHED, topP: 1 } : options
  const answer = sequence.evaluateWithMetadata(pending, { probabilities: true }, { ...weighed, yieldEogToken: true })
  try {
    for (let next = await answer.next(); !next.done; ) {
      const top = [...next.value.probabilities].sort(([, a], [, b]) => b - a).slice(0, ALTERNATIVES)
      const token = greedy ? (top[0]?.[0] ?? next.value.token) : next.value.token
      if (model.isEogToken(token)) return
      yield {
        token,
        copied: false,
        traced: {
          probability: next.value.probabilities.get(token) ?? 0,
          top: top.map(([id, probability]) => ({ text: model.detokenize([id], true), probability }))
        }
      }
      next = await answer.next(token)
    }
  } finally {
    // Only then is the sequence free for the next run of draws.
    await answer.return()
  }
}

async function* copied(
  drawing: Drawing,
  { copier, costs }: Copying,
  pending: Token[],
  ask: ToEngine
): AsyncGenerator<DrawnToken, void> {
  const { sequence, model, most } = drawing
  const options = optionsOf(drawing, ask)
  let count = 0
  let unread = pending
  while (unread.length > 0) {
    // One by one, until a copy is under way. A new run of draws must not repeat the chances of the last.
    const run = plain(drawing, unread, { ...options, seed: seedAt(ask.seed, count) })
    let draft: Token[] = []
    unread = []
    let started = performance.now()
    for await (const drawn of run) {
      // The first one's time is that of the rest of the prompt.
      if (count > 0) costs.took(1, performance.now() - started)
      count++
      copier.push(drawn.token)
      yield drawn
      started = performance.now()
      draft = copier.draft(most - count - 1)
      if (draft.length > 0) {
        unread = [drawn.token]
        break
      }
    }
    while (draft.length > 0) {
      const started = performance.now()
      const tokens = await confirmed(sequence, [...unread, ...draft], { ...options, seed: seedAt(ask.seed, count) })
      costs.took(1 + draft.length, performance.now() - started)
      for (const [index, token] of tokens.entries()) {
        if (model.isEogToken(token)) return
        count++
        copier.push(token)
        yield { token, copied: index < tokens.length - 1, traced: null }
      }
      unread = tokens.slice(-1)
      draft = copier.draft(most - count - 1)
    }
  }
}

/** What the model says after each of `tokens`, as long as that is what the next of them says. The sequence keeps just these. */
async function confirmed(
  sequence: LlamaContextSequence,
  tokens: Token[],
  { temperature, topK, topP, seed }: DrawOptions
): Promise<Token[]> {
  const base = sequence.nextTokenIndex
  if (sequence.needsCheckpoints) await checkpointForDraft(sequence)
  const generateNext = { token: true, options: { temperature, topK, topP, seed } }
  const results = await sequence.controlledEvaluate(tokens.map((token) => [token, { generateNext }]))
  const said: Token[] = []
  for (const [index, result] of results.entries()) {
    const token = result?.next.token
    if (token === undefined || token === null) throw new Error('The model gave no next token.')
    said.push(token)
    if (token !== tokens[index + 1]) break
  }
  const end = base + said.length
  if (end < sequence.nextTokenIndex)
    await sequence.eraseContextTokenRanges([{ start: end, end: sequence.nextTokenIndex }])
  return said
}

/**
 * A checkpoint that makes room for the next of its kind. An ordinary one would push the turns' own checkpoints out, one draft after
 * the other.
 */
async function checkpointForDraft(sequence: LlamaContextSequence): Promise<void> {
  // `as`: the library names its own speculative checkpoints like this and does not declare the call.
  const named = sequence as LlamaContextSequence & { _takeNamedCheckpoint?(name: string, most: number): Promise<void> }
  if (named._takeNamedCheckpoint) await named._takeNamedCheckpoint('copy', 1)
  else await sequence.takeCheckpoint()
}

type DrawOptions = SequenceEvaluateOptions & Record<'temperature' | 'topK' | 'topP' | 'seed', number>

function optionsOf({ model, held, text }: Drawing, { sampling, seed }: ToEngine): DrawOptions {
  const { temperature, topK, topP } = sampling
  const state = held && new LlamaGrammarEvaluationState({ model, grammar: held.grammar })
  const grammarEvaluationState = () => (held && state && text().includes(held.after) ? state : undefined)
  return { temperature, topK, topP, seed, ...(state && { grammarEvaluationState }) }
}

/** The seed of the run of draws that begins at the nth token; the first run's is the one asked for. */
function seedAt(seed: number, at: number): number {
  return at === 0 ? seed : (seed ^ Math.imul(at, 0x9e3779b1)) >>> 1
}
