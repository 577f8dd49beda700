// Patterns and schemas that come with a file or a server: none of them holds the host.
import { describe, expect, it } from 'vitest'
import { issuesOf } from '../../src/core/domains/tools/schema.ts'
import { perturbations } from '../../src/core/faults/perturbations/index.ts'
import { compilePattern } from '../../src/core/text/pattern.ts'
import { act, committed, failed, scripted, start, tagged } from '../core/acting.ts'
import { must } from '../must.ts'

// Each takes a backtracking engine for ever on letters that end in another.
const EVIL = [
  '^((a+))+$',
  '(a+)+$',
  '^(a|a)*$',
  '(a|aa)+$',
  '(.*a){25}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?:a?){60}a{60}$'
]
const BAIT = `${'a'.repeat(60_000)}!`

const object = (properties: object, more: object = {}) =>
  JSON.parse(JSON.stringify({ type: 'object', properties, ...more }))

describe('23.4 a pattern is matched in linear time', () => {
  it.each(EVIL)('%s', (pattern) => {
    const compiled = compilePattern(pattern, 50_000)
    if ('problem' in compiled) throw new Error(compiled.problem)
    expect(compiled.test(BAIT)).toBe(false)
  })

  it('means what it means in JavaScript, or is not matched', () => {
    let seed = 99
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const parts = [
      'a',
      'b',
      'é',
      '.',
      '\\s',
      '\\S',
      '\\d',
      '\\w',
      '\\W',
      '\\b',
      '^',
      '$',
      '|',
      '(',
      '(?:',
      '(?<n>',
      ')'
    ]
    parts.push(
      ')',
      '[',
      '[^',
      ']',
      '[]',
      '[^]',
      '-',
      '*',
      '+',
      '?',
      '{2}',
      '{1,3}',
      '\\.',
      '\\/',
      '/',
      '\\u00e9',
      '\\x41'
    )
    parts.push(
      '\\p{L}',
      '\\P{Lu}',
      '\\p{Script=Greek}',
      '\\0',
      '\\1',
      '\\e',
      '(?=',
      '\\n',
      '\\cA',
      '{',
      '}',
      '[:alpha:]'
    )
    const chars = [
      'a',
      'b',
      'A',
      'é',
      ' ',
      '\u00a0',
      '\n',
      '\r',
      '\u2028',
      '.',
      '-',
      '/',
      '[',
      ']',
      '\b',
      '\0',
      '1',
      '_',
      'α',
      '{'
    ]
    let compared = 0
    for (let round = 0; round < 8_000; round++) {
      const source = Array.from({ length: 1 + random(6) }, () => parts[random(parts.length)]).join('')
      const compiled = compilePattern(source, 50_000)
      if ('problem' in compiled) continue
      let native: RegExp
      try {
        native = new RegExp(source, 'u')
      } catch {
        // Without the flag, kinds of letters are letters.
        if (/\\[pP]/.test(source)) continue
        native = new RegExp(source)
      }
      for (let nth = 0; nth < 4; nth++) {
        const text = Array.from({ length: random(6) }, () => chars[random(chars.length)]).join('')
        expect(compiled.test(text), `${source} on ${JSON.stringify(text)}`).toBe(native.test(text))
        compared++
      }
    }
    expect(compared).toBeGreaterThan(4_000)
  })

  it.each<[string, RegExp]>([
    ['(?=a)', /^uses unsupported syntax: lookarounds/],
    ['(a)\\1', /^uses unsupported syntax/],
    ['(', /^is not a regular expression/],
    ['(?:abcdefghij){9999}', /^is too large/]
  ])('%s is refused in words', (source, words) => {
    expect(compilePattern(source, 50_000)).toEqual({ problem: expect.stringMatching(words) })
  })
})

describe('no schema of a tool holds the host', () => {
  const bad = `${'a'.repeat(60)}!`
  const string = { type: 'string', pattern: '^((a+))+$' }

  it('whatever place a pattern has in it', () => {
    const messages = (schema: object, value: unknown) =>
      issuesOf(JSON.parse(JSON.stringify(schema)), value).map(({ message }) => message)
    const refused = ['Invalid string: must match pattern /^((a+))+$/']
    expect(messages(object({ a: string }), { a: bad })).toEqual(refused)
    expect(messages(object({ a: { $ref: '#/$defs/s' } }, { $defs: { s: string } }), { a: bad })).toEqual(refused)
    expect(messages(object({ a: { type: 'array', items: string } }), { a: [bad] })).toEqual(refused)
    expect(messages(object({}, { additionalProperties: string }), { z: bad })).toEqual(refused)
    // What zod would ask by itself is not asked at all.
    expect(messages(object({}, { propertyNames: string }), { [bad]: 1 })).toEqual([])
    expect(messages(object({ a: { type: 'array', contains: string } }), { a: [bad] })).toEqual([])
    const named = object(
      {},
      { patternProperties: { '^((a+))+$': { type: 'number' }, '^x-': { type: 'number' } }, additionalProperties: false }
    )
    expect(messages(named, { [bad]: 'b', 'x-a': 'b' })).toEqual(['Invalid input: expected number, received string'])
    expect(messages(object({ a: { type: 'string', pattern: '(?=a)' } }), { a: bad })).toEqual([])
  })

  it.each(['anyOf', 'allOf', 'oneOf'])('alternatives that double at every level: %s', (key) => {
    const $defs: Record<string, object> = { d40: { type: 'string' } }
    for (let n = 0; n < 40; n++) $defs[`d${n}`] = { [key]: Array(2).fill({ $ref: `#/$defs/d${n + 1}` }) }
    expect(issuesOf(object({ l: { $ref: '#/$defs/d0' } }, { $defs }), { l: 5 })).toEqual([])
  })

  it('two thousand patterns that are dear to compile', () => {
    const names = Array.from({ length: 2000 }, (_, n) => `p${n}`)
    const schema = object(
      Object.fromEntries(names.map((name, n) => [name, { type: 'string', pattern: `^x${n}{1,990}$` }]))
    )
    expect(issuesOf(schema, Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
  })
})

describe('a perturbation asks its pattern in linear time, or says why it cannot be used', () => {
  const use = (when: string) => ({
    perturbations: [{ name: 'flaky', options: { when, rate: 1, instruction: 'The link is down.' } }]
  })
  const typing = [{ keystrokes: `${'a'.repeat(900)}!\n`, duration: 1 }]

  it.each(EVIL.filter((pattern) => !pattern.includes('{60}')))('%s', async (when) => {
    start(scripted(() => [tagged('a')]).engine, use(when))
    expect(committed(await act({ action: typing })).call.firings).toEqual([])
  })

  it('a branch whose rules hold a pattern that is not matched says so at the step, and not as a bug', async () => {
    start(scripted(() => [tagged('a')]).engine, use('(?=a)'))
    const { error } = failed(await act())
    expect(error.code).toBe('invalid-input')
    expect(error.message).toMatch(/^The perturbation "flaky" cannot be used: when: the pattern uses unsupported syntax/)
  })

  it('more perturbations than there may be are refused', async () => {
    const many = must(use('a').perturbations[0])
    start(scripted(() => [tagged('a')]).engine, { perturbations: Array(33).fill(many) })
    expect(failed(await act()).error.message).toMatch(/^A world can have at most 32 perturbations; this one has 33/)
    expect(perturbations.map(({ name }) => name)).toContain('flaky')
  })
})
