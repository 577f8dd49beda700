import { expect, it } from 'vitest'
import { budget, evaluate, type Scope } from '../../../../../src/core/grounds/programs/declared/evaluate.ts'
import { ExpressionError, readExpression } from '../../../../../src/core/grounds/programs/declared/expression.ts'
import { VerbRefusal } from '../../../../../src/core/grounds/programs/declared/refusal.ts'
import { fill, readTemplate } from '../../../../../src/core/grounds/programs/declared/template.ts'
import type { Json } from '../../../../../src/core/tree/ports.ts'

const NAMES: Record<string, Json> = {
  lines: [
    { item: 'rope', price: 2.1, count: 3, tags: ['deck'] },
    { item: 'bell', price: 0.7, count: 1, tags: [] },
    { item: 'Anchor', price: 120, count: 2, tags: ['deck', 'heavy'] }
  ],
  name: 'Ada',
  nobody: null,
  day: '2026-02-27'
}

const scope = (): Scope => ({
  budget: budget(),
  draw: () => 0.5,
  valueOf: (name) => (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined),
  rowOf: (rows, key) => (Array.isArray(rows) && typeof key === 'number' ? (rows[key] ?? null) : null)
})

const value = (text: string): Json => evaluate(readExpression(text), scope())

const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof VerbRefusal || error instanceof ExpressionError) return error.message
    throw error
  }
  return 'none'
}

it.each<[string, Json]>([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['0.1 + 0.2', 0.3],
  ['1.1 * 3', 3.3],
  ['0.3 - 0.1 - 0.2', 0],
  ['0.3 % 0.1', 0],
  ['-2 + 3', 1],
  ['7 / 2', 3.5],
  ['1 < 2 and not 2 < 1', true],
  ['not false or false', true],
  ['nobody == null', true],
  ['nobody < 1 or nobody >= 1', false],
  ['nobody.anything.deeper', null],
  ['"a" + 1 + true', 'a1true'],
  ["'it' in ['it', 'is']", true],
  ["'da' in name", true],
  ['count(lines where it.count > 1)', 2],
  ['sum(lines, it.price * it.count)', 247],
  ["sum(lines where 'deck' in it.tags, it.count)", 5],
  ['sum([1, null, 2])', 3],
  ['max(lines, it.price)', 120],
  ['min(lines where it.price > 1000, it.price)', null],
  ["join(map(sort(lines, lower(it.item)), it.item), ', ')", 'Anchor, bell, rope'],
  ['first(reverse(lines)).item', 'Anchor'],
  ['lines[1].item', 'bell'],
  ["if(name == 'Ada', 1, 1 / 0)", 1],
  ['round(2.675, 2)', 2.68],
  ['round(-2.5)', -3],
  ['money(3)', '3.00'],
  ['number("12")', 12],
  ['number("twelve")', null],
  ['addDays(day, 2)', '2026-03-01'],
  ['daysBetween(day, "2026-03-02")', 3],
  ['unique(["b", "a", "b"])', ['b', 'a']],
  ['digits(4)', '5555'],
  ['length(split("a b c", " "))', 3],
  ['replace(upper(name), "A", "o")', 'oDo'],
  ['constructor', null],
  ['lines[0].__proto__', null]
])('computes %s', (text, expected) => {
  expect(value(text)).toEqual(expected)
})

it.each([
  ['1 +', 'Expected a value, not the end.'],
  ['(1', 'Expected ")", not the end.'],
  ['1 2', 'Expected the end, not "2".'],
  ['a = 1', '"=" means nothing here. To compare, write "==".'],
  ["'open", "The text that begins with ' has no end."],
  ['sum()', '"sum" takes 1 to 2 values, not 0.'],
  ['fetch(1)', 'There is no function "fetch".'],
  ['constructor(1)', 'There is no function "constructor".'],
  ['a.1', 'Expected the name of a field, not "1".'],
  ['process`x`', '"`" means nothing here.'],
  [`${'('.repeat(60)}1${')'.repeat(60)}`, 'Brackets are nested more than 40 deep.'],
  ['1'.repeat(3000), 'An expression has at most 2000 characters.']
])('refuses to read %s', (text, message) => {
  expect(refusal(() => readExpression(text))).toContain(message)
})

it.each([
  ['1 / 0', 'A number is divided by zero, or too large.'],
  ['name - 1', 'Expected a number, not "Ada".'],
  ['name.length', '"Ada" has no field "length".'],
  ['count(name)', 'Expected a list, not "Ada".'],
  ["addDays('soon', 1)", '"soon" is no date.']
])('refuses to compute %s', (text, message) => {
  expect(refusal(() => value(text))).toBe(message)
})

it('ends what would take too long, and what would become too large', () => {
  const many = Array.from({ length: 10_000 }, (_, id) => ({ id }))
  const all: Scope = { ...scope(), valueOf: () => many }
  const run = (text: string) => refusal(() => evaluate(readExpression(text), { ...all, budget: budget() }))
  expect(run('count(rows where count(rows where it.id == 1) > 0)')).toMatch(/take more than .* units of work/)
  expect(run('text(map(rows, rows))')).toBe('A value is longer than 100000 characters.')
  const letters: Scope = { ...scope(), valueOf: () => 'a'.repeat(90_000) }
  const grow = (text: string) => refusal(() => evaluate(readExpression(text), { ...letters, budget: budget() }))
  expect(grow("replace(x, 'a', x)")).toBe('A text is longer than 100000 characters.')
  expect(grow('x + x')).toBe('A text is longer than 100000 characters.')
})

it.each([
  ['Hello {{name}}, {{1 + 1}}!', 'Hello Ada, 2!'],
  ['{{for line in lines where it.count > 1}}\n- {{line.item}}\n{{end}}\nEnd', '- rope\n- Anchor\nEnd'],
  ['{{for line in lines where false}}x{{else}}none{{end}}', 'none'],
  ['a{{if nobody}} yes{{else}} no{{end}} b', 'a no b'],
  ['{{for a in lines}}{{for b in a.tags}}{{b}} {{end}}{{end}}', 'deck deck heavy '],
  ['{ not a place }', '{ not a place }'],
  ['{{nobody}}.', '.']
])('fills %s', (text, expected) => {
  expect(fill(readTemplate(text), scope())).toBe(expected)
})

it.each([
  ['{{name', '"{{" has no "}}".'],
  ['{{if name}}x', '"{{if}}" has no "{{end}}".'],
  ['x{{end}}', '"{{end}}" has no beginning.'],
  ['{{1 +}}', 'Expected a value, not the end.']
])('refuses the template %s', (text, message) => {
  expect(refusal(() => readTemplate(text))).toBe(message)
})
