// The expressions of declared data, as a tree: fields, comparisons, and/or/not, sums and a closed list of functions. Nothing of the host can be named.
import type { Json } from '../../../tree/ports.ts'
import { FUNCTIONS } from './functions.ts'

export type Expression =
  | { is: 'value'; value: Json }
  | { is: 'name'; name: string; at: number }
  | { is: 'list'; items: Expression[] }
  | { is: 'field'; of: Expression; name: string }
  | { is: 'row'; of: Expression; key: Expression }
  | { is: 'not' | 'minus'; of: Expression }
  | { is: 'both' | 'either'; left: Expression; right: Expression }
  | { is: 'operation'; sign: OperatorSign; left: Expression; right: Expression }
  | { is: 'where'; list: Expression; test: Expression }
  | { is: 'call'; name: string; of: Expression[] }

const SIGNS = ['==', '!=', '<=', '>=', '<', '>', 'in', '+', '-', '*', '/', '%'] as const
export type OperatorSign = (typeof SIGNS)[number]

/** What is wrong with an expression, and where in it, from 0. */
export class ExpressionError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

// Longer than any rule that a person reads.
const LONGEST = 2000
// Brackets within brackets: the reader calls itself for each.
const DEEPEST = 40

// From what binds least to what binds most; `and`, `or` and `not` bind less than all of them.
const LEVELS: readonly (readonly OperatorSign[])[] = [
  ['==', '!=', '<=', '>=', '<', '>', 'in'],
  ['+', '-'],
  ['*', '/', '%']
]
const CONSTANTS: Readonly<Record<string, Json>> = { true: true, false: false, null: null }
const WORDS = ['and', 'or', 'not', 'where', 'in']

interface Token {
  is: 'number' | 'text' | 'name' | 'sign' | 'end'
  text: string
  at: number
}

/** Linear in the text. @throws ExpressionError */
export function readExpression(text: string): Expression {
  if (text.length > LONGEST) throw new ExpressionError(`An expression has at most ${LONGEST} characters.`, LONGEST)
  const tokens = tokensOf(text)
  let next = 0
  let depth = 0
  const token = (): Token => tokens[next] ?? { is: 'end', text: 'the end', at: text.length }
  const takes = (is: Token['is'], ...texts: string[]): boolean => {
    const found = token().is === is && texts.includes(token().text)
    if (found) next++
    return found
  }
  const expect = (sign: string): void => {
    if (!takes('sign', sign)) throw new ExpressionError(`Expected "${sign}", not ${shown(token())}.`, token().at)
  }

  function whole(): Expression {
    if (++depth > DEEPEST) throw new ExpressionError(`Brackets are nested more than ${DEEPEST} deep.`, token().at)
    let made = either()
    while (takes('name', 'where')) made = { is: 'where', list: made, test: either() }
    depth--
    return made
  }

  function either(): Expression {
    let made = both()
    while (takes('name', 'or')) made = { is: 'either', left: made, right: both() }
    return made
  }

  function both(): Expression {
    let made = negated()
    while (takes('name', 'and')) made = { is: 'both', left: made, right: negated() }
    return made
  }

  function negated(): Expression {
    let times = 0
    while (takes('name', 'not')) times++
    const made = level(0)
    if (!times) return made
    const once: Expression = { is: 'not', of: made }
    return times % 2 ? once : { is: 'not', of: once }
  }

  function level(at: number): Expression {
    const signs = LEVELS[at]
    if (!signs) return signed()
    let made = level(at + 1)
    for (;;) {
      const sign = signs.find((one) => takes(one === 'in' ? 'name' : 'sign', one))
      if (!sign) return made
      made = { is: 'operation', sign, left: made, right: level(at + 1) }
    }
  }

  function signed(): Expression {
    return takes('sign', '-') ? { is: 'minus', of: reached() } : reached()
  }

  function reached(): Expression {
    let made = atom()
    for (;;) {
      if (takes('sign', '.')) made = { is: 'field', of: made, name: named() }
      else if (takes('sign', '[')) {
        made = { is: 'row', of: made, key: whole() }
        expect(']')
      } else return made
    }
  }

  function named(): string {
    const { is, text: name, at } = token()
    if (is !== 'name') throw new ExpressionError(`Expected the name of a field, not ${shown(token())}.`, at)
    next++
    return name
  }

  function atom(): Expression {
    const one = token()
    next++
    if (one.is === 'number') return { is: 'value', value: Number(one.text) }
    if (one.is === 'text') return { is: 'value', value: one.text }
    if (one.is === 'sign' && one.text === '(') {
      const made = whole()
      expect(')')
      return made
    }
    if (one.is === 'sign' && one.text === '[') return { is: 'list', items: several(']') }
    if (one.is !== 'name' || WORDS.includes(one.text)) {
      throw new ExpressionError(`Expected a value, not ${shown(one)}.`, one.at)
    }
    if (Object.hasOwn(CONSTANTS, one.text)) return { is: 'value', value: CONSTANTS[one.text] ?? null }
    if (!takes('sign', '(')) return { is: 'name', name: one.text, at: one.at }
    return called(one, several(')'))
  }

  function several(end: string): Expression[] {
    const items: Expression[] = []
    if (takes('sign', end)) return items
    do items.push(whole())
    while (takes('sign', ','))
    expect(end)
    return items
  }

  const made = whole()
  if (token().is !== 'end') throw new ExpressionError(`Expected the end, not ${shown(token())}.`, token().at)
  return made
}

function called({ text: name, at }: Token, of: Expression[]): Expression {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!known) throw new ExpressionError(`There is no function "${name}". There are: ${NAMES}.`, at)
  const [least, most] = known.takes
  if (of.length < least || of.length > most) {
    const many = least === most ? `${least}` : `${least} to ${most}`
    throw new ExpressionError(`"${name}" takes ${many} value${most === 1 ? '' : 's'}, not ${of.length}.`, at)
  }
  return { is: 'call', name, of }
}

const NAMES = Object.keys(FUNCTIONS).join(', ')

const shown = ({ is, text }: Token): string => (is === 'end' ? 'the end' : `"${text}"`)

const TOKEN = /\s+|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|('[^']*'|"[^"]*")|(==|!=|<=|>=|[-<>+*/%()[\].,])/y

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const found = TOKEN.exec(text)
    if (!found) throw new ExpressionError(unread(text, at), at)
    const [, number, name, quoted, sign] = found
    if (number !== undefined) tokens.push({ is: 'number', text: number, at })
    else if (name !== undefined) tokens.push({ is: 'name', text: name, at })
    else if (quoted !== undefined) tokens.push({ is: 'text', text: quoted.slice(1, -1), at })
    else if (sign !== undefined) tokens.push({ is: 'sign', text: sign, at })
  }
  return tokens
}

function unread(text: string, at: number): string {
  const sign = text.charAt(at)
  if (sign === '"' || sign === "'") return `The text that begins with ${sign} has no end.`
  return `"${sign}" means nothing here.${sign === '=' ? ' To compare, write "==".' : ''}`
}

/** Each name that the expression takes from outside, with where it stands. `it` belongs to `where`, and to what is done for each of a list. */
export function namesIn(expression: Expression): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = []
  const open: { one: Expression; hasIt: boolean }[] = [{ one: expression, hasIt: false }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { one, hasIt } = next
    if (one.is === 'name' && !(hasIt && one.name === 'it')) found.push({ name: one.name, at: one.at })
    for (const inner of partsOf(one, hasIt)) open.push(inner)
  }
  return found
}

function partsOf(one: Expression, hasIt: boolean): { one: Expression; hasIt: boolean }[] {
  const plain = (parts: readonly Expression[]) => parts.map((part) => ({ one: part, hasIt }))
  switch (one.is) {
    case 'value':
    case 'name':
      return []
    case 'list':
      return plain(one.items)
    case 'row':
      return plain([one.of, one.key])
    case 'field':
    case 'not':
    case 'minus':
      return plain([one.of])
    case 'both':
    case 'either':
    case 'operation':
      return plain([one.left, one.right])
    case 'where':
      return [
        { one: one.list, hasIt },
        { one: one.test, hasIt: true }
      ]
    case 'call':
      return one.of.map((part, at) => ({ one: part, hasIt: hasIt || (at === 1 && FUNCTIONS[one.name]?.each === true) }))
    default:
      return one satisfies never
  }
}
