// What an expression comes to. The work has an end: each part costs a unit, each list its length.
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import { minus, placesOf, plus, times } from './decimal.ts'
import type { Expression, OperatorSign } from './expression.ts'
import { compare, FUNCTIONS, type FunctionContext, joined, numberIn, textOf } from './functions.ts'
import { mistake } from './refusal.ts'

/** Units that one action may cost: about a tenth of a second. 10,000 rows with a condition cost 60,000. */
const MOST_UNITS = 3_000_000

export interface Budget {
  left: number
}

export const budget = (): Budget => ({ left: MOST_UNITS })

export interface Scope extends FunctionContext {
  budget: Budget
  /** The value of a name; `undefined` where there is none. */
  valueOf(name: string): Json | undefined
  /** The row of a table that has the key, where the list is the rows of a table. */
  rowOf(rows: Json, key: Json): Json
}

/** The same scope, in which a name stands for a value. */
export const within = (scope: Scope, name: string, value: Json): Scope => ({
  ...scope,
  valueOf: (asked) => (asked === name ? value : scope.valueOf(asked))
})

/** @throws VerbRefusal for what cannot be computed, and for what takes too long */
export function evaluate(one: Expression, scope: Scope): Json {
  spend(scope, 1)
  switch (one.is) {
    case 'value':
      return one.value
    case 'name':
      return scope.valueOf(one.name) ?? null
    case 'list':
      return one.items.map((item) => evaluate(item, scope))
    case 'field':
      return fieldOf(evaluate(one.of, scope), one.name)
    case 'row':
      return scope.rowOf(evaluate(one.of, scope), evaluate(one.key, scope))
    case 'not':
      return !truth(evaluate(one.of, scope))
    case 'minus':
      return 0 - numberIn(evaluate(one.of, scope))
    case 'both':
      return truth(evaluate(one.left, scope)) && truth(evaluate(one.right, scope))
    case 'either':
      return truth(evaluate(one.left, scope)) || truth(evaluate(one.right, scope))
    case 'operation':
      return operation(one.sign, evaluate(one.left, scope), evaluate(one.right, scope), scope)
    case 'where':
      return chosen(listOf(one.list, scope), one.test, scope)
    case 'call':
      return called(one, scope)
    default:
      return one satisfies never
  }
}

export const truth = (value: Json): boolean => value !== null && value !== false && value !== 0 && value !== ''

export function spend({ budget }: Scope, units: number): void {
  budget.left -= units
  if (budget.left < 0) throw mistake(`The rules of this action take more than ${MOST_UNITS} units of work.`)
}

function fieldOf(value: Json, name: string): Json {
  if (value === null) return null
  if (!isObject(value)) throw mistake(`${JSON.stringify(value).slice(0, 60)} has no field "${name}".`)
  return Object.hasOwn(value, name) ? (value[name] as Json) : null
}

export function listOf(list: Expression, scope: Scope): readonly Json[] {
  const items = evaluate(list, scope) ?? []
  if (!Array.isArray(items)) throw mistake(`Expected a list, not ${JSON.stringify(items).slice(0, 60)}.`)
  return items
}

/** The expression of one item after the other, each of which is `it` there. */
function forEach(each: Expression, scope: Scope): (item: Json) => Json {
  let it: Json = null
  const inner: Scope = { ...scope, valueOf: (name) => (name === 'it' ? it : scope.valueOf(name)) }
  return (item) => {
    it = item
    return evaluate(each, inner)
  }
}

/** The items of which the test holds. */
export function chosen<Item extends Json>(items: readonly Item[], test: Expression, scope: Scope): Item[] {
  const holds = forEach(test, scope)
  return items.filter((item) => truth(holds(item)))
}

function called({ name, of }: Extract<Expression, { is: 'call' }>, scope: Scope): Json {
  const known = FUNCTIONS[name]
  const [first, second, third] = of
  if (!known || !first) throw mistake(`There is no function "${name}".`)
  if (name === 'if' && second && third) return evaluate(truth(evaluate(first, scope)) ? second : third, scope)
  const values =
    known.each && second ? eachOf(listOf(first, scope), second, scope) : of.map((part) => evaluate(part, scope))
  for (const value of values) spend(scope, sizeOf(value))
  return known.run(values, scope)
}

const eachOf = (items: readonly Json[], each: Expression, scope: Scope): Json[] => [
  [...items],
  items.map(forEach(each, scope))
]

const sizeOf = (value: Json): number =>
  Array.isArray(value) ? value.length : typeof value === 'string' ? Math.ceil(value.length / 100) : 1

function operation(sign: OperatorSign, left: Json, right: Json, scope: Scope): Json {
  switch (sign) {
    case '==':
      return alike(left, right, scope)
    case '!=':
      return !alike(left, right, scope)
    case '<':
      return comparable(left, right) && compare(left, right) < 0
    case '<=':
      return comparable(left, right) && compare(left, right) <= 0
    case '>':
      return comparable(left, right) && compare(left, right) > 0
    case '>=':
      return comparable(left, right) && compare(left, right) >= 0
    case 'in':
      return isIn(left, right, scope)
    case '+':
      return typeof left === 'string' || typeof right === 'string'
        ? joined([textOf(left), textOf(right)])
        : finite(plus(numberIn(left), numberIn(right)))
    case '-':
      return finite(minus(numberIn(left), numberIn(right)))
    case '*':
      return finite(times(numberIn(left), numberIn(right)))
    case '/':
      return finite(numberIn(left) / numberIn(right))
    case '%':
      return finite(remainder(numberIn(left), numberIn(right)))
    default:
      return sign satisfies never
  }
}

/** Nothing is smaller or larger than nothing. */
const comparable = (left: Json, right: Json): boolean => left !== null && right !== null

function alike(left: Json, right: Json, scope: Scope): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right
  spend(scope, sizeOf(left) + sizeOf(right))
  return textOf(left) === textOf(right)
}

function isIn(value: Json, list: Json, scope: Scope): boolean {
  spend(scope, sizeOf(list))
  if (Array.isArray(list)) return list.some((one) => alike(one, value, scope))
  return list !== null && textOf(list).includes(textOf(value))
}

/** In units of the smaller place, so that 0.3 % 0.1 is 0. */
function remainder(left: number, right: number): number {
  const unit = 10 ** Math.max(placesOf(left), placesOf(right))
  return (Math.round(left * unit) % Math.round(right * unit)) / unit
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw mistake('A number is divided by zero, or too large.')
}
