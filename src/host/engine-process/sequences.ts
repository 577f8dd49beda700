// Which sequence of the context answers a request: the one that has already read most of its prompt, in memory or on disk.
import type { LlamaContext, LlamaContextSequence, Token } from 'node-llama-cpp'
import { type Deferred, defer, raceAbort } from '../engines/wait.ts'
import { CHECKPOINTS } from '../estimate.ts'
import type { Pace } from './pace.ts'
import type { Drawn } from './prompt.ts'
import type { Saved, States } from './states.ts'

// Below this a file is not worth having, whatever the machine.
const LEAST_SAVED = 64
// Writing to a disk, or into the system's cache of it; a state is read back about as fast.
const BYTES_PER_MS = 1e6
// Most of what is left behind is never returned to: reading it again must take this many times as long as saving it.
const WORTH = 3

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

export interface Sequences {
  readonly size: number
  readonly needsCheckpoints: boolean
  /** The sequence that can answer `tokens` soonest. `fresh`: nothing of what was read before is used. @throws OrreryError cancelled */
  take(tokens: Token[], options: { owner: string; fresh: boolean; signal: AbortSignal }): Promise<Seat>
  /** Lends an unused sequence for a measurement; it must come back empty. */
  measure<T>(by: (sequence: LlamaContextSequence, token: Token) => Promise<T>): Promise<T>
  /** Writes what is worth keeping to disk, and how `answers` were spelled. Only when nothing runs. */
  save(answers: Drawn[]): Promise<void>
}

interface Held {
  sequence: LlamaContextSequence
  owner: string
  usedAt: number
  busy: boolean
  /** Lengths that the recurrent state can be put back to, growing. The library's own estimate of them is wrong (spec/inference). */
  checkpoints: number[]
  /** Whether the whole content can stand in a later prompt: thinking, or half an evaluation, cannot. */
  clean: boolean
  reading: { tokens: Token[]; done: Deferred<void>; wanted: boolean } | null
}

/** How a request could be answered: on `held`, after keeping `keep` tokens that are there or in `saved`. */
interface Plan {
  held: Held
  keep: number
  saved: Saved | null
}

/** All sequences of `context`. `states` keeps on disk what does not fit; `null` keeps nothing. */
export function createSequences(
  context: LlamaContext,
  { states, pace }: { states: States | null; pace: Pace }
): Sequences {
  const size = context.totalSequences
  const maxMemory = CHECKPOINTS.memory / size
  const all = Array.from({ length: size }, (): Held => {
    const sequence = context.getSequence({ checkpoints: { max: CHECKPOINTS.max, maxMemory, interval: false } })
    return { sequence, owner: '', usedAt: 0, busy: false, checkpoints: [], clean: true, reading: null }
  })
  const needsCheckpoints = all[0]!.sequence.needsCheckpoints
  let freed = defer()
  let uses = 0

  /** How much of `tokens` the sequence can be cut back to without reading anything. */
  function usable({ sequence, checkpoints }: Held, tokens: Token[]): number {
    // At least one token must be evaluated for the next to be drawn.
    const same = Math.min(sequence.compareContextTokens(tokens).firstDifferentIndex, tokens.length - 1)
    if (!needsCheckpoints || same === sequence.nextTokenIndex) return same
    return checkpoints.findLast((length) => length <= same) ?? 0
  }

  /** Whether reading `tokens` takes so much longer than writing or loading a state of `length` tokens that the file is worth it. */
  function worth(tokens: number, length: number): boolean {
    return tokens >= LEAST_SAVED && tokens * pace.ms > (WORTH * length * (states?.bytesPerToken ?? 0)) / BYTES_PER_MS
  }

  function plan(tokens: Token[], { owner, fresh }: { owner: string; fresh: boolean }): Plan | null {
    const idle = all.filter(({ busy }) => !busy).sort((a, b) => a.usedAt - b.usedAt)
    const kept = idle.map((held): Plan => ({ held, keep: usable(held, tokens), saved: null }))
    const empty = kept.find(({ held }) => held.sequence.nextTokenIndex === 0)
    if (fresh) return empty ?? kept[0] ?? null
    const longest = (plans: Plan[]) => plans.reduce<Plan | null>((a, b) => (a && a.keep >= b.keep ? a : b), null)
    // One's own world is gone back in, and a sequence that loses nothing is anybody's; another world's history is left alone.
    const own = longest(
      kept.filter(({ held, keep }) => keep > 0 && (held.owner === owner || keep === held.sequence.nextTokenIndex))
    )
    const best = own ?? empty ?? kept[0]
    if (!best) return null
    const saved = states?.find(tokens.slice(0, -1), { whole: needsCheckpoints })
    if (!saved || !worth(saved.usable - best.keep, saved.state.tokens.length)) return best
    return { held: (empty ?? best).held, keep: saved.usable, saved: saved.state }
  }

  /** Keeps on disk what is about to be overwritten beyond `keep` tokens, when reading it again would cost more. */
  async function park(held: Held, keep: number): Promise<void> {
    const length = held.sequence.nextTokenIndex
    if (!states || !worth(length - keep, length)) return
    if (needsCheckpoints && !held.clean) await cut(held, held.checkpoints.at(-1) ?? 0)
    if (held.sequence.nextTokenIndex > keep) await states.save(held.sequence)
  }

  /** Puts the sequence back to its first `length` tokens, a length that `usable` gave. */
  async function cut(held: Held, length: number): Promise<void> {
    const { sequence } = held
    if (length === 0) await sequence.clearHistory()
    // Shifting would keep more, and answer differently (spec/inference 1).
    else if (length < sequence.nextTokenIndex)
      await sequence.adaptStateToTokens(sequence.contextTokens.slice(0, length), false)
    held.checkpoints = held.checkpoints.filter((at) => at <= sequence.nextTokenIndex)
  }

  async function restore(held: Held, saved: Saved): Promise<void> {
    // Checkpoints of what was there before would be put back as if they belonged to what is loaded (spec/inference, trap 1).
    await held.sequence.clearHistory()
    held.checkpoints = []
    if (!(await states?.load(saved, held.sequence))) return held.sequence.clearHistory()
    await checkpoint(held)
  }

  async function checkpoint(held: Held): Promise<void> {
    if (!needsCheckpoints) return
    await held.sequence.takeCheckpoint()
    const at = held.sequence.nextTokenIndex
    if (held.checkpoints.at(-1) !== at) held.checkpoints.push(at)
    // The library drops the oldest when the memory is full, and does not say which.
    const last = held.sequence.checkpointsMemoryUsage / held.checkpoints.length
    const room = last > 0 ? Math.min(CHECKPOINTS.max, Math.floor(maxMemory / last)) : CHECKPOINTS.max
    held.checkpoints = held.checkpoints.slice(-Math.max(1, room))
  }

  async function choose(
    tokens: Token[],
    { owner, fresh, signal }: { owner: string; fresh: boolean; signal: AbortSignal }
  ) {
    for (;;) {
      const next = plan(tokens, { owner, fresh })
      // Cancelled work leaves its place in the queue before it has left its sequence.
      if (!next) {
        await raceAbort(freed.promise, signal)
        continue
      }
      // Somebody is reading what this one begins with: waiting for it is quicker than reading it twice.
      const ahead = fresh || !states ? null : readBefore(tokens, next.keep)
      if (!ahead) {
        const reading = { tokens, done: defer(), wanted: false }
        next.held.busy = true
        next.held.reading = reading
        return { ...next, reading }
      }
      ahead.wanted = true
      await raceAbort(ahead.done.promise, signal)
    }
  }

  function readBefore(tokens: Token[], keep: number): Held['reading'] {
    for (const { reading } of all) {
      const same = reading ? shared(reading.tokens, tokens) : 0
      if (worth(same - keep, same) && (!needsCheckpoints || same >= reading!.tokens.length - 1)) return reading
    }
    return null
  }

  return {
    size,
    needsCheckpoints,

    async take(tokens, options) {
      const { held, keep, saved, reading } = await choose(tokens, options)
      const { sequence } = held
      held.usedAt = ++uses
      const leave = (clean: boolean) => {
        held.busy = false
        held.clean = clean
        held.reading = null
        reading.done.resolve()
        freed.resolve()
        freed = defer()
      }
      try {
        await park(held, saved ? 0 : keep)
        if (saved) await restore(held, saved)
        await cut(held, options.fresh ? 0 : usable(held, tokens))
      } catch (error) {
        held.checkpoints = []
        await sequence.clearHistory().catch(() => {})
        leave(true)
        throw error
      }
      held.owner = options.owner
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
    },

    // Any token does: what it costs does not hang on what it says.
    measure: (by) => by(all[0]!.sequence, context.model.tokens.bos ?? context.model.tokenizer(' ')[0]!),

    async save(answers) {
      // Oldest first: of what the disk has no room for, the newest stays.
      for (const held of all.toSorted((a, b) => a.usedAt - b.usedAt)) if (!held.busy) await park(held, 0)
      await states?.spell(answers)
    }
  }
}

/** Length of the common beginning. */
export function shared(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
