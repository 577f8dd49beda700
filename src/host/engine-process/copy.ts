// Copy-aware decoding: an observation that repeats the one before is read off the prompt, and the model only confirms it.
//
// The library's own lookup predictor validates one token of every draft and changes what hybrid models say.
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { present } from '../../core/text/present.ts'

// Three tokens in a row place a copy well enough; a wrong place costs nothing until tokens are drafted from it.
const PATTERN = 3
// Of repeated lines the likeliest is the one after the last copy, so only so many places are compared.
const MOST_PLACES = 32
const DRAFTS = [4, 8, 16, 32, 64]
// A draft that gains less than this is not worth the risk of a wrong estimate.
const LEAST_GAIN = 1.1
// How fast old hits and misses are forgotten: half of their weight every 34 tokens.
const MEMORY = 0.98

/** Milliseconds to evaluate so many tokens in one call. */
export interface Costs {
  of(tokens: number): number
  /** Learns from a call: what was measured at load grows with the history. */
  took(tokens: number, ms: number): void
}

export interface Copier {
  /** Takes note of the next token of the answer. */
  push(token: Token): void
  /** Tokens that will probably come next: as many as are worth checking at once, at most `most`, often none. */
  draft(most: number): Token[]
}

/** Follows an answer along `source`, the prompt. Whether to draft is learnt from tokens that came without. `ends`: never drafted. */
export function createCopier(
  source: readonly Token[],
  costs: Costs,
  { ends }: { ends: (token: Token) => boolean }
): Copier {
  const places = new Map<number, number[]>()
  for (let at = PATTERN; at < source.length; at++) {
    const key = keyOf(source, at)
    const known = places.get(key)
    if (known) known.push(at)
    else places.set(key, [at])
  }
  const said: Token[] = []
  /** Where in `source` the next token is expected, and where the copy before was left. */
  let cursor = -1
  let left = 0
  // As if a copy had been seen to break as often as to go on: the first draft needs evidence.
  let hits = 1
  let misses = 1

  function find(): number {
    if (said.length < PATTERN) return -1
    let best = -1
    let bestScore = -1
    for (const at of (places.get(keyOf(said, said.length)) ?? []).slice(-MOST_PLACES)) {
      let same = 0
      while (
        same < 16 &&
        at - same > 0 &&
        said.length - same > 0 &&
        source[at - same - 1] === said[said.length - same - 1]
      )
        same++
      if (same < PATTERN) continue
      const score = same - Math.min(1, Math.abs(at - left) / source.length)
      if (score > bestScore) [best, bestScore] = [at, score]
    }
    return best
  }

  return {
    push(token) {
      said.push(token)
      if (cursor >= 0) {
        const hit = source[cursor] === token
        hits = hits * MEMORY + (hit ? 1 : 0)
        misses = misses * MEMORY + (hit ? 0 : 1)
        left = cursor + 1
        cursor = hit && left < source.length ? left : -1
      }
      if (cursor < 0) cursor = find()
    },

    draft(most) {
      if (cursor < 0) return []
      const chance = Math.min(0.999, hits / (hits + misses))
      let best = 0
      let bestRate = LEAST_GAIN / costs.of(1)
      for (const length of DRAFTS) {
        const rate = (1 - chance ** (length + 1)) / (1 - chance) / costs.of(length + 1)
        if (rate > bestRate) [best, bestRate] = [length, rate]
      }
      const draft = source.slice(cursor, cursor + Math.min(best, most))
      const end = draft.findIndex(ends)
      return end < 0 ? draft : draft.slice(0, end)
    }
  }
}

function keyOf(tokens: readonly Token[], end: number): number {
  // Tokens are below 2^18; what collides is told apart by comparing.
  return (
    (((tokens[end - 3] ?? 0) * 2 ** 18 + (tokens[end - 2] ?? 0)) * 31 + (tokens[end - 1] ?? 0)) %
    Number.MAX_SAFE_INTEGER
  )
}

// Three points tell the curve; small machines stop after the first.
const SAMPLES = [8, 32, 65]
const MEASURE_MS = 250

/** Measures what evaluating several tokens at once costs on this machine, in an unused sequence, within a quarter of a second or so. */
export async function measureCosts(sequence: LlamaContextSequence, token: Token): Promise<Costs> {
  const time = async (tokens: number) => {
    const started = performance.now()
    await sequence.evaluateWithoutGeneratingNewTokens(Array.from({ length: tokens }, () => token))
    return performance.now() - started
  }
  await time(2)
  const started = performance.now()
  const one = Math.min(await time(1), await time(1), await time(1))
  const points: [tokens: number, ms: number][] = [[1, one]]
  for (const tokens of SAMPLES) {
    if (performance.now() - started > MEASURE_MS) break
    points.push([tokens, Math.max(one, await time(tokens))])
  }
  await sequence.clearHistory()
  return createCosts((tokens) => {
    const next = points.findIndex(([size]) => size >= tokens)
    if (next === 0) return one
    const [[fromSize, from], [toSize, to]] = lastTwo(next < 0 ? points : points.slice(0, next + 1))
    return from + ((tokens - fromSize) * (to - from)) / (toSize - fromSize)
  })
}

// Old times are soon forgotten: the history grows, and other worlds come and go.
const LATEST = 0.2

/** What was measured without a history, `empty`, scaled by what calls have taken since. */
export function createCosts(empty: (tokens: number) => number): Costs {
  let single = 1
  let several: number | null = null
  return {
    // A long history slows one token most. How much it slows several is unknown before the first draft; the square root is a guess in between.
    of: (tokens) => empty(tokens) * (tokens === 1 ? single : (several ?? Math.sqrt(single))),
    took(tokens, ms) {
      const scale = ms / empty(tokens)
      if (tokens === 1) single += LATEST * (scale - single)
      else several = several === null ? scale : several + LATEST * (scale - several)
    }
  }
}

/** The last two points; from one alone, every further token costs as much as the first. */
function lastTwo(points: [number, number][]): [[number, number], [number, number]] {
  return [points.at(-2) ?? [0, 0], present(points.at(-1))]
}
