// Every regular expression in the source takes time in proportion to the text, whatever the text is.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { type Found, patternsIn } from './patterns-in.ts'
import { stepsOf, TooManySteps } from './steps.ts'

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: root
})
  .toString()
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file))

const literals: Found[] = []
/** Where `new RegExp(...)` or `RegExp(...)` is written, by file: those that make a pattern to match with. */
const built = new Map<string, number>()
/** What is neither written as a pattern nor made of our own constants when its module is loaded, before any text can come from elsewhere. */
const foreign: string[] = []
for (const file of files) {
  const found = patternsIn(file, readFileSync(join(root, file), 'utf8'))
  literals.push(...found.literals)
  foreign.push(...found.foreign)
  if (found.built) built.set(file, found.built)
}

// These may take the square of a text, because the text they are given has a bound.
const BOUNDED = new Map([
  [
    String.raw`/^\d{1,2}:\d\d(\s?[ap]m)?$|\b(battery|wi-?fi|mobile data|cellular|airplane mode on)\b.*\.?$|\b(phone|signal|bars?)\b.*\b(signal|full|bars?)\b|^(no sim|alarm set|bluetooth on|do not disturb|vibrate|ringer|notification)\b/i`,
    'phone.ts: entries of a status bar, at most 200 characters'
  ]
])

const distinct = [...new Map([...literals].map((one) => [`/${one.source}/${one.flags}`, one])).values()]

/** The patterns that these files make while they are loaded. */
async function madeBy(files: Iterable<string>): Promise<Found[]> {
  const made: Found[] = []
  const native = globalThis.RegExp
  globalThis.RegExp = new Proxy(native, {
    construct(target, given: [string, string?]) {
      const pattern = new target(...given)
      const where = /\/(src\/[^:?]+)/.exec(new Error().stack?.split('\n')[2] ?? '')?.[1]
      if (where) made.push({ where, source: pattern.source, flags: pattern.flags })
      return pattern
    }
  })
  try {
    for (const file of files) await import(join(root, file))
  } finally {
    globalThis.RegExp = native
  }
  return made
}

const assembled = await madeBy(built.keys())

it('finds the patterns of the source, those too that are put together there', () => {
  expect(distinct.length).toBeGreaterThan(300)
  const missed = [...built].filter(([file, count]) => assembled.filter(({ where }) => where === file).length < count)
  expect(missed).toEqual([])
  expect(assembled.length).toBeGreaterThan(8)
})

describe('no pattern that is matched is made of text that came from elsewhere', () => {
  it('each is written out, or made of our own constants when its module is loaded', () => {
    expect(foreign).toEqual([])
  })

  it.each([
    ['const one = (name: string) => new RegExp(name)', 1],
    ['function f(name: string) { return RegExp(name.replace(/[.+]/g, "") + "!").test("a") }', 1],
    ['const later = memo((name) => new RegExp(name))', 1],
    ['const made = NAMES.map((name) => () => new RegExp(name))', 1],
    ['const Alias = RegExp', 1],
    ['Reflect.construct(RegExp, [text])', 1],
    ['const found = text.match(word)', 1],
    ['const found = text.matchAll("a" + word)', 1],
    ['const at = text.search(word)', 1],
    ['class A { p = new RegExp(word) }', 1],
    ['const made = NAMES.map((name) => new RegExp(name))', 0],
    ['const WORD = /a/; const found = text.match(WORD)', 0],
    ['function f(word: string) { new RegExp(word) }', 0],
    ['const f = (word: string) => new RegExp(word).source', 0],
    ['const f = (word: RegExp) => text.match(word)', 0],
    ['const found = index.search(query, 10)', 0]
  ])('and would find out %s', (code, count) => {
    expect(patternsIn('a.ts', code).foreign).toHaveLength(count)
  })
})

const all = [...distinct, ...assembled].filter(({ source, flags }) => !BOUNDED.has(`/${source}/${flags}`))

it('names no bounded pattern that is gone', () => {
  const there = distinct.map(({ source, flags }) => `/${source}/${flags}`)
  expect([...BOUNDED.keys()].filter((one) => !there.includes(one))).toEqual([])
})

describe('23.1 no pattern takes more than linear time', () => {
  it('by an analysis of its parts: no two can share a run of one character, and none is looked for again in it', () => {
    const wrong = all.flatMap(({ where, source, flags }) =>
      analyse({ source, flags }).reports.map(({ type, character }) => {
        return `${where} /${source}/${flags}: ${type} over ${character.literal.source}`
      })
    )
    expect(wrong).toEqual([])
  })

  it('by the steps that a backtracking engine takes on texts made to trouble it', () => {
    const wrong = all.flatMap(({ where, source, flags }) => {
      const text = troubling(new RegExp(source, flags))
      return text === null ? [] : [`${where} /${source}/${flags}: ${text}`]
    })
    expect(wrong).toEqual([])
  })

  it.each<[RegExp, boolean]>([
    [/\s+$/, true],
    [/[ \t]+$/gm, true],
    [/^(?:a+)+$/, true],
    [/0answer0([\s\S]+)0question0/, true],
    [/\[(.*)\]\((\S*)\)$/, true],
    [/"[^"]*"/g, false],
    [/[}\]]\s*$/, false],
    [/^\s*```\w*\n([\s\S]*?)\n?```\s*$/, false],
    [/[ \t]+/g, false]
  ])('and would find out %s: %s', (pattern, isSlow) => {
    expect(troubling(pattern) !== null).toBe(isSlow)
  })
})

// Times four is what a text of four times the length may take; the square takes sixteen.
const SHORT = 60
const LONG = 240
const MOST = 7
// More than the square of 60; only what is exponential takes it.
const MOST_AT_FIRST = 100_000

/** What of a text repeated makes the pattern take more than linear time; `null` when nothing tried does. */
function troubling(pattern: RegExp): string | null {
  const { prefixes, words } = pieces(pattern)
  for (const prefix of prefixes) {
    for (const word of words) {
      for (const end of ['', '\n', '\0!']) {
        const text = (size: number) => prefix + word.repeat(Math.ceil(size / word.length)) + end
        try {
          const few = stepsOf(pattern, text(SHORT), MOST_AT_FIRST)
          stepsOf(pattern, text(LONG), few * MOST + 100)
        } catch (error) {
          if (!(error instanceof TooManySteps)) throw error
          return `${JSON.stringify(prefix)} + ${JSON.stringify(word)} many times + ${JSON.stringify(end)}`
        }
      }
    }
  }
  return null
}

/** Texts that lead to each of the pattern's long repetitions, and what may be repeated there: what it holds, and what the pattern begins with. */
function pieces(pattern: RegExp): { prefixes: string[]; words: string[] } {
  const tree = new RegExpParser().parsePattern(pattern.source, undefined, undefined, {
    unicode: pattern.flags.includes('u')
  })
  const prefixes = new Set([''])
  const words = new Set<string>()
  let hasLong = false
  const sample = (element: AST.Element): string => {
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value)
      case 'CharacterSet':
      case 'CharacterClass':
        return fitting(element.raw, pattern.flags)[0] ?? ''
      case 'Group':
      case 'CapturingGroup':
        return element.alternatives[0]?.elements.map(sample).join('') ?? ''
      case 'Quantifier':
        return sample(element.element).repeat(Math.max(1, element.min))
      default:
        return ''
    }
  }
  const visit = (alternatives: readonly AST.Alternative[], before: string): void => {
    for (const { elements } of alternatives) {
      let lead = before
      for (const element of elements) {
        if (element.type === 'Character') words.add(String.fromCodePoint(element.value))
        if (element.type === 'CharacterSet' || element.type === 'CharacterClass') {
          for (const char of fitting(element.raw, pattern.flags)) words.add(char)
        }
        if (element.type === 'Quantifier') {
          const held = element.element
          const body = sample(held)
          if (element.max === Number.POSITIVE_INFINITY) {
            hasLong = true
            prefixes.add(lead)
            for (const word of [body, lead + body, body + lead, lead]) if (word) words.add(word)
          }
          if (held.type === 'Group' || held.type === 'CapturingGroup') visit(held.alternatives, lead)
          else visit([{ elements: [held] } as unknown as AST.Alternative], lead)
        }
        if (element.type === 'Group' || element.type === 'CapturingGroup') visit(element.alternatives, lead)
        if (element.type === 'Assertion' && 'alternatives' in element) visit(element.alternatives, lead)
        lead += sample(element)
      }
      if (lead) words.add(lead)
    }
  }
  visit(tree.alternatives, '')
  return { prefixes: hasLong ? [...prefixes] : [], words: [...words] }
}

const CHARS = [...' \n\t\raA0_-./<>"\'()[]{}:,|*`~$#@\\=;&!?%+^é\u2028\u0000🙂']

function fitting(raw: string, flags: string): string[] {
  const one = new RegExp(`^(?:${raw})$`, flags.replace(/[gym]/g, ''))
  return CHARS.filter((char) => one.test(char)).slice(0, 8)
}
