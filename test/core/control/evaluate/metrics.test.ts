import { describe, expect, test } from 'vitest'
import { commonLength, done, editDistance } from '../../../../src/core/control/evaluate/distance.ts'
import {
  exactMatch,
  levenshteinSimilarity,
  measure,
  rougeL,
  wordF1
} from '../../../../src/core/control/evaluate/metrics.ts'
import { must } from '../../../must.ts'

const graded = { wordF1, rougeL, levenshteinSimilarity }

describe('exact match', () => {
  test.each([
    ['same text', 'a b', 'a b', 1],
    ['both empty', '', '', 1],
    ['white space at the ends', '\nroot@sim:~# ', 'root@sim:~#', 1],
    ['white space inside', 'a  b', 'a b', 0],
    ['another case', 'A', 'a', 0],
    ['nothing predicted', '', 'a', 0]
  ])('%s', (_, prediction, truth, expected) => {
    expect(exactMatch(prediction, truth)).toBe(expected)
  })
})

describe('word F1', () => {
  test.each([
    // precision 2/3, recall 2/4
    ['part of the words', 'the cat sat', 'the cat was here', 4 / 7],
    ['order does not count', 'c b a', 'a b c', 1],
    // `a` is common once: precision 1/3, recall 1/1
    ['a repeated word counts as often as the truth has it', 'a a a', 'a', 2 / 4],
    ['case does not count', 'Hello World', 'hello world', 1],
    ['punctuation counts', './run', 'run', 0],
    ['both empty', '', ' \n', 1],
    ['one empty', '', 'a', 0]
  ])('%s', (_, prediction, truth, expected) => {
    expect(wordF1(prediction, truth)).toBeCloseTo(expected, 12)
  })
})

describe('ROUGE-L', () => {
  test.each([
    // three of four words in order, both ways
    ['the common subsequence counts', 'police kill the gunman', 'police killed the gunman', 6 / 8],
    ['order counts', 'the gunman kill police', 'police killed the gunman', 4 / 8],
    ['gaps are allowed', 'a x b y c', 'a b c', 6 / 8],
    ['punctuation does not count', '{"ok": true}', 'ok true', 1],
    ['a missing key costs', '{"id": 7, "name": "mug"}', '{"id": 7}', 4 / 6],
    ['other scripts have words', 'datei größe äöü', 'datei größe', 4 / 5],
    ['no words on either side', '$', '#', 1],
    ['no words on one side', '', 'a', 0]
  ])('%s', (_, prediction, truth, expected) => {
    expect(rougeL(prediction, truth)).toBeCloseTo(expected, 12)
  })
})

describe('normalised Levenshtein similarity', () => {
  test.each([
    // the textbook pair: three edits, seven letters
    ['substitution and insertion', 'kitten', 'sitting', 1 - 3 / 7],
    ['deletion', 'flaw', 'lawn', 1 - 2 / 4],
    ['an insertion in the middle', 'abcdef', 'abcXdef', 1 - 1 / 7],
    ['overlapping ends are not counted twice', 'aa', 'aaa', 1 - 1 / 3],
    ['code points, not code units', '😀', '😁', 0],
    ['both empty', '', '', 1],
    ['one empty', '', 'abc', 0]
  ])('%s', (_, prediction, truth, expected) => {
    expect(levenshteinSimilarity(prediction, truth)).toBeCloseTo(expected, 12)
  })

  test('agrees with the definition computed naively', () => {
    for (const [a, b] of pairs(150)) {
      const [x, y] = [[...a], [...b]]
      const longer = Math.max(x.length, y.length)
      expect(levenshteinSimilarity(a, b)).toBeCloseTo(longer === 0 ? 1 : 1 - naive(x, y) / longer, 12)
    }
  })
})

describe.each(Object.entries(graded))('%s on arbitrary texts', (_, metric) => {
  test('lies between 0 and 1, is symmetric, and is 1 for a text and itself', () => {
    for (const [a, b] of pairs(400)) {
      const value = metric(a, b)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
      expect(metric(b, a)).toBe(value)
      expect(metric(a, a)).toBe(1)
    }
  })
})

test('every measure of a prediction, exactness once more after the domain has normalised', () => {
  const normalise = (text: string) => text.replace(/\d+/g, '0')
  expect(measure('took 12 ms', 'took 7 ms', { normalise })).toEqual({
    exactRaw: 0,
    exactNormalised: 1,
    wordF1: 2 / 3,
    rougeL: 2 / 3,
    levenshtein: 0.8
  })
})

test('blank lines at the ends of an observation cost nothing', () => {
  const measures = measure('$ sleep 9', '\n \n$ sleep 9\r\n\n', { normalise: (text) => text })
  expect(measures).toEqual({ exactRaw: 1, exactNormalised: 1, wordF1: 1, rougeL: 1, levenshtein: 1 })
})

test('ten thousand words against ten thousand others need no table', () => {
  const random = generator(7)
  const text = () => Array.from({ length: 10_000 }, () => `w${Math.floor(random() * 500)}`).join(' ')
  const [a, b] = [text(), text()]
  const value = rougeL(a, b)
  expect(value).toBeGreaterThan(0)
  expect(value).toBeLessThan(wordF1(a, b))
})

test('32 cells at once give what the table gives, across the bounds of blocks too', () => {
  const random = generator(11)
  for (const length of [1, 31, 32, 33, 64, 65, 100, 200]) {
    for (const kinds of [2, 5, 90]) {
      const items = (size: number) => Int32Array.from({ length: size }, () => Math.floor(random() * kinds))
      const [a, b] = [items(length), items(1 + Math.floor(random() * 150))]
      expect(done(commonLength(a, b))).toBe(
        table(a, b, (same, left, above, diagonal) => (same ? diagonal + 1 : Math.max(left, above)), false)
      )
      expect(done(editDistance(a, b))).toBe(
        table(a, b, (same, left, above, diagonal) => Math.min(diagonal + (same ? 0 : 1), left + 1, above + 1), true)
      )
    }
  }
})

test('two long texts are measured in many turns', () => {
  const long = (kind: number) => Int32Array.from({ length: 20_000 }, (_, n) => (n * kind) % 97)
  const turns = [commonLength, editDistance].map((measured) => [...measured(long(3), long(5))].length)
  expect(Math.min(...turns)).toBeGreaterThan(3)
})

/** The usual table, cell by cell. */
function table(
  a: Int32Array,
  b: Int32Array,
  cell: (same: boolean, left: number, above: number, diagonal: number) => number,
  counts: boolean
): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => (counts ? at : 0))
  for (const [index, item] of a.entries()) {
    const next = [counts ? index + 1 : 0]
    for (const [at, other] of b.entries())
      next.push(cell(item === other, must(next[at]), must(row[at + 1]), must(row[at])))
    row = next
  }
  return must(row.at(-1))
}

/** The recursive definition, for short texts. */
function naive(a: string[], b: string[]): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return naive(restA, restB)
  return 1 + Math.min(naive(restA, b), naive(a, restB), naive(restA, restB))
}

function pairs(count: number): [string, string][] {
  const random = generator(42)
  const alphabet = ['a', 'b', 'c', ' ', ' ', '\n', '.', 'é', '😀']
  const text = () =>
    Array.from({ length: Math.floor(random() * 7) }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  return Array.from({ length: count }, () => [text(), text()])
}

/** mulberry32: the same numbers every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
