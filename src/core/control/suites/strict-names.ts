// What a strict domain has declared so far, and the names that may be used: everything comes before its use.
import type { PddlNode } from '../../grounds/programs/pddl/lisp.ts'
import { OBJECT, readTyped, type Typed } from '../../grounds/programs/pddl/typed.ts'

/** The first thing that is wrong: whoever reads strictly stops there. */
export class NotExecutable extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

export function refuse(at: number, message: string): never {
  throw new NotExecutable(at, message)
}

/** What has been declared so far: in the strict grammar, everything comes before its use. */
export interface StrictNames {
  /** Each type with the one right above it. */
  types: Map<string, string>
  constants: Map<string, string>
  predicates: Map<string, string[]>
  /** With the type of what each comes to. */
  functions: Map<string, { of: string[]; type: string }>
}

/** The type of numbers. */
export const NUMBER = 'number'

export const NAME = /^[a-z][a-z\d_-]*$/

/** The one type of a name: several cannot be executed. */
export function onlyType({ types, at }: Typed): string {
  const [type = OBJECT, second] = types
  if (second !== undefined) refuse(at, '(either …) cannot be executed.')
  return type
}

/** Names with the type of each. */
export function typed(items: readonly PddlNode[], { types }: StrictNames, isName = NAME): [string, string, number][] {
  return readTyped(items, refuse).map((one) => {
    const type = onlyType(one)
    if (!isName.test(one.name)) refuse(one.at, `"${one.name}" is no name here.`)
    if (type !== OBJECT && !types.has(type)) refuse(one.at, `There is no type "${type}".`)
    return [one.name, type, one.at]
  })
}

const VARIABLE = /^\?[a-z][a-z\d_-]*$/

export const variablesIn = (items: readonly PddlNode[], declared: StrictNames): [string, string, number][] =>
  typed(items, declared, VARIABLE)
