// Every regular expression in the source takes time in proportion to the text, whatever the text is.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { stepsOf, TooManySteps } from './steps.ts'

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: root
})
  .toString()
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file))

interface Found {
  where: string
  source: string
  flags: string
}

const literals: Found[] = []
/** `new RegExp(...)` and `RegExp(...)`, as written. */
const built: { where: string; code: string }[] = []
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  walk(program, (node) => {
    const { type, regex, start, end, callee } = node
    const where = `${file}:${text.slice(0, Number(start)).split('\n').length}`
    if (isNode(regex)) literals.push({ where, source: String(regex.pattern), flags: String(regex.flags) })
    if ((type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp') {
      built.push({ where, code: text.slice(Number(start), Number(end)) })
    }
  })
}

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (!isNode(value)) return
  if (!Array.isArray(value)) visit(value)
  for (const inner of Object.values(value)) walk(inner, visit)
}

// What stands for the names in patterns that are put together, where they are not made of constants alone.
const BINDINGS = {
  NUMBER: String.raw`([-+]?\d{1,12}(?:\.\d{1,12})?)`,
  MOST_QUOTES: 24,
  name: 'script',
  // Tool names of tables, and a pattern that is only asked whether it is one.
  TYPES: { ts: 'ts' },
  type: 'ts',
  pattern: 'a',
  STARTS: ['Predict the answer', 'Work out']
}

// Only asked whether it is a pattern at all; what matches is RE2's (decisions/015).
const ONLY_READ = 'src/core/text/pattern.ts'

// These may take the square of a text, because the text they are given has a bound.
const BOUNDED = new Map([
  [
    String.raw`/^\d{1,2}:\d\d(\s?[ap]m)?$|\b(battery|wi-?fi|mobile data|cellular|airplane mode on)\b.*\.?$|\b(phone|signal|bars?)\b.*\b(signal|full|bars?)\b|^(no sim|alarm set|bluetooth on|do not disturb|vibrate|ringer|notification)\b/i`,
    'phone.ts: entries of a status bar, at most 200 characters'
  ]
])

const distinct = [...new Map([...literals].map((one) => [`/${one.source}/${one.flags}`, one])).values()]

/** The patterns that a `new RegExp` of the source makes. @throws when it is made of something that this test does not know */
function made(code: string): RegExp {
  return new Function(...Object.keys(BINDINGS), `return ${code}`)(...Object.values(BINDINGS))
}

const assembled = built
  .filter(({ where }) => !where.startsWith(ONLY_READ))
  .map(({ where, code }) => ({ where, source: made(code).source, flags: made(code).flags }))

it('finds the patterns of the source, those too that are put together there', () => {
  expect(distinct.length).toBeGreaterThan(300)
  expect(assembled.length).toBeGreaterThan(3)
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
