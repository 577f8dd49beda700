// Which sequence answers a request: the one that has already read most of its prompt, in memory or on disk.
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { present } from '../../core/text/present.ts'
import { CHECKPOINTS } from '../models/gguf/estimate.ts'
import type { Contexts } from './contexts.ts'
import type { ReadingPace } from './pace.ts'
import type { SpelledAnswer } from './prompt.ts'
import type { KeptSequences, Saved } from './states.ts'
import { type Deferred, defer, raceAbort } from './wait.ts'
import { createWorth } from './worth.ts'

/** One sequence while one request has it. */
export interface Seat {
  sequence: LlamaContextSequence
  /** Tokens at the beginning of the prompt that need not be read again; the sequence holds exactly these. */
  cached: number
  /** Remembers that the recurrent state can be put back to here. Nothing happens where any token can be cut off. */
  checkpoint(): Promise<void>
  /** Whether somebody waits to share what is being read. */
  shared(): boolean
  /** The prompt is read: whoever waits to share it may go on. Must be called before the first token is drawn. */
  read(): Promise<void>
  /** Hands the sequence back. `clean`: what it holds is known, and all of it can stand in a later prompt. */
  leave(options: { clean: boolean }): void
}

/** What is asked of a sequence. `cells`: tokens it must have room for. `fresh`: nothing of what was read before is used. */
export interface SequenceRequest {
  owner: string
  cells: number
  fresh: boolean
  signal: AbortSignal
}

export interface Sequences {
  readonly needsCheckpoints: boolean
  /** The sequence that can answer `tokens` soonest. @throws OrreryError cancelled */
  take(tokens: Token[], wanted: SequenceRequest): Promise<Seat>
  /** As `take`, to read what may be asked for next: `null` where another world would lose what was read for it. */
  takeAhead(tokens: Token[], wanted: SequenceRequest): Promise<Seat | null>
  /** Lends an unused sequence for a measurement; it must come back empty. */
  measure<T>(by: (sequence: LlamaContextSequence, token: Token) => Promise<T>): Promise<T>
  /** Writes what is worth keeping to disk, and how `answers` were spelled. Only when nothing runs. */
  save(answers: SpelledAnswer[]): Promise<void>
}

interface Held {
  sequence: LlamaContextSequence
  /** `''`: nobody's. It holds nothing, or what was read ahead and may never be asked for: whoever needs the room takes it. */
  owner: string
  usedAt: number
  busy: boolean
  /** Lengths that the recurrent state can be put back to, growing. The library's own estimate of them is wrong. */
  checkpoints: number[]
  /** Whether the whole content can stand in a later prompt: thinking, or half an evaluation, cannot. */
  clean: boolean
  reading: { tokens: Token[]; done: Deferred<void>; wanted: boolean } | null
}

/**
 * How a request could be answered: on `held`, after keeping `keep` tokens that are there or in `saved`. `loses`: what another world has there is
 * overwritten.
 */
interface Plan {
  held: Held
  keep: number
  saved: Saved | null
  loses: boolean
}

/** The sequences of `contexts`. `states` keeps on disk what does not fit; `null` keeps nothing. */
export function createSequences(
  contexts: Contexts,
  { states, pace }: { states: KeptSequences | null; pace: ReadingPace }
): Sequences {
  const all: Held[] = []
  const add = (sequences: LlamaContextSequence[]) => {
    for (const sequence of sequences)
      all.push({ sequence, owner: '', usedAt: 0, busy: false, checkpoints: [], clean: true, reading: null })
  }
  add(contexts.first)
  const { needsCheckpoints, model } = present(contexts.first[0])
  const worth = createWorth(states, pace)
  let opening: Promise<boolean> | null = null
  let freed = defer()
  let uses = 0

  /** Makes another context, one for all who ask meanwhile; `false` when there are no more to be had. */
  function grow(): Promise<boolean> {
    opening ??= contexts.more().then((made) => {
      opening = null
      if (made) add(made)
      wake()
      return made !== null
    })
    return opening
  }

  /** Whoever waits for a sequence looks again. */
  function wake(): void {
    freed.resolve()
    freed = defer()
  }

  function plan(tokens: Token[], { owner, fresh }: SequenceRequest): Plan | null {
    const idle = all.filter(({ busy }) => !busy).sort((a, b) => a.usedAt - b.usedAt)
    const kept = idle.map((held): Plan => {
      const keep = usable(held, tokens)
      const loses = held.owner !== owner && held.owner !== '' && keep < held.sequence.nextTokenIndex
      return { held, keep, saved: null, loses }
    })
    const empty = kept.find(({ held }) => held.sequence.nextTokenIndex === 0)
    const oldest = kept.find(({ held }) => held.owner === '') ?? kept[0]
    if (fresh) return kept.find(({ held }) => held.owner === owner) ?? empty ?? oldest ?? null
    const longest = (plans: Plan[]) => plans.reduce<Plan | null>((a, b) => (a && a.keep >= b.keep ? a : b), null)
    // Prefer this world's own sequence. Use another world's only if nothing of it is lost.
    const own = longest(kept.filter(({ keep, loses }) => keep > 0 && !loses))
    const best = own ?? empty ?? oldest
    if (!best) return null
    const saved = states?.find(tokens.slice(0, -1), { whole: needsCheckpoints })
    if (!saved || !worth.loading(saved.usable - best.keep, saved.state.tokens.length)) return best
    return { ...(empty ?? best), keep: saved.usable, saved: saved.state }
  }

  /** Keeps on disk what is about to be overwritten beyond `keep` tokens, when reading it again would cost more. */
  async function park(held: Held, keep: number): Promise<void> {
    if (held.owner === '') return
    const length = held.sequence.nextTokenIndex
    if (!worth.saving(length - keep, length)) return
    if (needsCheckpoints && !held.clean) await cut(held, held.checkpoints.at(-1) ?? 0)
    if (held.sequence.nextTokenIndex > keep) await states?.save(held.sequence)
  }

  /** Loads a saved state into the sequence. What the sequence holds must be the beginning of that state. */
  async function restore(held: Held, saved: Saved): Promise<void> {
    if (await states?.load(saved, held.sequence)) return checkpoint(held)
    held.checkpoints = []
    await held.sequence.clearHistory()
  }

  async function checkpoint(held: Held): Promise<void> {
    if (needsCheckpoints) await keepCheckpoint(held, contexts.checkpointMemory)
  }

  async function choose(tokens: Token[], wanted: SequenceRequest, { ahead }: { ahead: boolean }) {
    const { fresh, signal } = wanted
    let spent = false
    for (;;) {
      const next = plan(tokens, wanted)
      // Nobody waits, and no world's history goes, while there is memory for another context.
      if ((!next || next.loses) && !spent) {
        spent = !(await raceAbort(grow(), signal))
        continue
      }
      if (ahead && (!next || next.loses)) return null
      // Cancelled work leaves its place in the queue before it has left its sequence.
      if (!next) {
        await raceAbort(freed.promise, signal)
        continue
      }
      // Somebody is reading what this one begins with: waiting for it is quicker than reading it twice.
      const before = fresh ? null : readBefore(tokens, next.keep)
      if (!before) {
        const reading = { tokens, done: defer(), wanted: false }
        next.held.busy = true
        next.held.reading = reading
        return { ...next, reading }
      }
      before.wanted = true
      await raceAbort(before.done.promise, signal)
    }
  }

  function readBefore(tokens: Token[], keep: number): Held['reading'] {
    for (const { reading } of all) {
      if (!reading) continue
      const same = shared(reading.tokens, tokens)
      if (worth.sharing(same - keep, same) && (!needsCheckpoints || same >= reading.tokens.length - 1)) return reading
    }
    return null
  }

  /** `ahead`: for what may never be asked; `null` then where another world would lose what was read for it. */
  async function seat(tokens: Token[], wanted: SequenceRequest, how: { ahead: boolean }): Promise<Seat | null> {
    const chosen = await choose(tokens, wanted, how)
    if (!chosen) return null
    const { held, keep, saved, reading } = chosen
    held.usedAt = ++uses
    const leave = (clean: boolean) => {
      held.busy = false
      held.clean = clean
      held.reading = null
      reading.done.resolve()
      wake()
    }
    try {
      await park(held, saved ? 0 : keep)
      // Loading a state keeps the sequence's checkpoints. Only those in the part that both have in common are valid then, so
      // the sequence is first cut back to that part.
      const clear = wanted.fresh || (saved && !needsCheckpoints)
      await cut(held, clear ? 0 : usable(held, saved?.tokens ?? tokens))
      if (!how.ahead) held.owner = wanted.owner
      else if (held.sequence.nextTokenIndex === 0) held.owner = ''
      held.sequence = await contexts.enlarge(held.sequence, Math.max(wanted.cells, (saved?.tokens.length ?? 0) + 1))
      if (saved) {
        await restore(held, saved)
        await cut(held, usable(held, tokens))
      }
    } catch (error) {
      // Of a context that could not be replaced nothing is left.
      if (held.sequence.context.disposed) all.splice(all.indexOf(held), 1)
      else await held.sequence.clearHistory().catch(() => {})
      held.checkpoints = []
      leave(true)
      throw error
    }
    const { sequence } = held
    return {
      sequence,
      cached: sequence.nextTokenIndex,
      checkpoint: () => checkpoint(held),
      shared: () => reading.wanted,
      async read() {
        held.reading = null
        if (reading.wanted) await states?.save(sequence)
        reading.done.resolve()
      },
      leave: ({ clean }) => leave(clean)
    }
  }

  return {
    needsCheckpoints,
    take: async (tokens, wanted) => present(await seat(tokens, wanted, { ahead: false })),
    takeAhead: (tokens, wanted) => seat(tokens, wanted, { ahead: true }),

    // Any token does: what it costs does not hang on what it says.
    measure: (by) => by(present(contexts.first[0]), model.tokens.bos ?? present(model.tokenizer(' ')[0])),

    async save(answers) {
      // Oldest first: of what the disk has no room for, the newest stays.
      for (const held of all.toSorted((a, b) => a.usedAt - b.usedAt)) if (!held.busy) await park(held, 0)
      await states?.spell(answers)
    }
  }
}

/** How much of `tokens` the sequence can be cut back to without reading anything. */
function usable({ sequence, checkpoints }: Held, tokens: readonly number[]): number {
  // At least one token must be evaluated for the next to be drawn.
  const same = Math.min(shared(sequence.contextTokens, tokens), tokens.length - 1)
  if (!sequence.needsCheckpoints || same === sequence.nextTokenIndex) return same
  return checkpoints.findLast((length) => length <= same) ?? 0
}

/** Puts the sequence back to its first `length` tokens, a length that `usable` gave. */
async function cut(held: Held, length: number): Promise<void> {
  const { sequence } = held
  if (length === 0) await sequence.clearHistory()
  // Shifting would keep more, and answer differently.
  else if (length < sequence.nextTokenIndex)
    await sequence.adaptStateToTokens(sequence.contextTokens.slice(0, length), false)
  held.checkpoints = held.checkpoints.filter((at) => at <= sequence.nextTokenIndex)
}

/** A checkpoint where the sequence is; those of its own that `memory` (bytes) has no room for are gone. */
async function keepCheckpoint(held: Held, memory: number): Promise<void> {
  await held.sequence.takeCheckpoint()
  const at = held.sequence.nextTokenIndex
  if (held.checkpoints.at(-1) !== at) held.checkpoints.push(at)
  // The library drops the oldest when the memory is full, and does not say which.
  const last = held.sequence.checkpointsMemoryUsage / held.checkpoints.length
  const room = last > 0 ? Math.min(CHECKPOINTS.max, Math.floor(memory / last)) : CHECKPOINTS.max
  held.checkpoints = held.checkpoints.slice(-Math.max(1, room))
}

/** Length of the common beginning. */
export function shared(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
