// Conditions and effects of the strict grammar, checked and written in tarski's words: Text2World compares these texts.
import { isList, nameIn, type PddlList, type PddlNode } from '../../grounds/programs/pddl/lisp.ts'
import { OBJECT } from '../../grounds/programs/pddl/typed.ts'
import { NUMBER, refuse, type StrictNames, variablesIn } from './strict-names.ts'

/** Variables with their types. */
export type Bound = ReadonlyMap<string, string>

/** What holds in any case. */
export const nothing = 'T'

const COMPARES = new Set(['=', '<', '>', '<=', '>='])

export function formulaIn(node: PddlNode | undefined, declared: StrictNames, bound: Bound): string {
  if (!isList(node)) return refuse(node?.at ?? 0, 'A condition is a list.')
  const [head, ...rest] = node.items
  const word = nameIn(head)
  const inner = (one: PddlNode | undefined) => formulaIn(one, declared, bound)
  switch (word) {
    case 'and': {
      const parts = rest.map(inner)
      return parts.length > 1 ? `(${parts.join(' and ')})` : (parts[0] ?? nothing)
    }
    case 'or':
      if (rest.length < 2) refuse(node.at, '(or …) takes two conditions at least.')
      return `(${rest.map(inner).join(' or ')})`
    case 'not':
      if (rest.length !== 1) refuse(node.at, '(not …) takes one condition.')
      return `(not ${inner(rest[0])})`
    case 'imply':
      if (rest.length !== 2) refuse(node.at, '(imply …) takes two conditions.')
      return `((not ${inner(rest[0])}) or ${inner(rest[1])})`
    case 'exists':
    case 'forall': {
      const { variables, within } = quantifiedIn(node, declared, bound)
      return `${word} ${variables.map(([name]) => name).join(', ')} : (${formulaIn(rest[1], declared, within)})`
    }
    default:
      if (!COMPARES.has(word)) return atomIn(node, declared, bound)
      if (rest.length !== 2) refuse(node.at, `(${word} …) takes two things.`)
      return `${word}(${rest.map((one) => termIn(one, declared, bound)[0]).join(',')})`
  }
}

function quantifiedIn(node: PddlList, declared: StrictNames, bound: Bound) {
  const [, list, , more] = node.items
  if (!isList(list) || more)
    return refuse(node.at, `(${nameIn(node.items[0])} …) takes a list of variables and one more.`)
  const variables = variablesIn(list.items, declared)
  const within = new Map(bound)
  for (const [name, type, at] of variables) {
    if (within.has(name)) refuse(at, `The variable "${name}" is there already.`)
    within.set(name, type)
  }
  return { variables, within }
}

function atomIn(node: PddlList, declared: StrictNames, bound: Bound): string {
  const [head, ...rest] = node.items
  const name = nameIn(head)
  const of = declared.predicates.get(name)
  if (!of) return refuse(node.at, `There is no predicate "${name || '('}".`)
  if (of.length !== rest.length)
    refuse(node.at, `"${name}" is about ${of.length} things, and ${rest.length} stand here.`)
  return `${name}(${argumentsIn(rest, of, declared, bound)})`
}

function argumentsIn(nodes: readonly PddlNode[], of: readonly string[], declared: StrictNames, bound: Bound): string {
  const terms = nodes.map((one, at) => {
    const [text, type] = termIn(one, declared, bound)
    if (!isBelow(type, of[at] ?? OBJECT, declared))
      refuse(one.at, `${text} is of the type "${type}", and "${of[at]}" is expected.`)
    return text
  })
  return terms.join(',')
}

function isBelow(type: string, wanted: string, { types }: StrictNames): boolean {
  for (let one: string | undefined = type; one !== undefined; one = types.get(one)) if (one === wanted) return true
  return wanted === OBJECT
}

/** A term with its type. */
function termIn(node: PddlNode, declared: StrictNames, bound: Bound): [string, string] {
  if (isList(node)) {
    const [head, ...rest] = node.items
    const known = declared.functions.get(nameIn(head))
    if (known?.of.length !== rest.length)
      return refuse(node.at, `There is no function "${nameIn(head)}" of ${rest.length} things.`)
    return [`${nameIn(head)}(${argumentsIn(rest, known.of, declared, bound)})`, known.type]
  }
  const { text, at } = node
  if (/^\d/.test(text)) return [text, NUMBER]
  const type = text.startsWith('?') ? bound.get(text) : declared.constants.get(text)
  return type === undefined ? refuse(at, `There is no "${text}" here.`) : [text, type]
}

/** Each effect on its own; what an action costs is no effect. */
export function effectsIn(node: PddlList, declared: StrictNames, bound: Bound): string[] {
  const costs = { count: 0 }
  const effects = conjunctionIn(node, declared, bound, costs)
  if (costs.count > 1) refuse(node.at, 'An action has one cost.')
  return effects
}

function conjunctionIn(node: PddlList, declared: StrictNames, bound: Bound, costs: { count: number }): string[] {
  if (nameIn(node.items[0]) !== 'and') return effectIn(node, declared, bound, costs)
  return node.items.slice(1).flatMap((one) => effectIn(one, declared, bound, costs))
}

function effectIn(node: PddlNode, declared: StrictNames, bound: Bound, costs: { count: number }): string[] {
  if (!isList(node)) return refuse(node.at, 'An effect is a list.')
  const [head, first, second] = node.items
  switch (nameIn(head)) {
    case 'forall': {
      const { variables, within } = quantifiedIn(node, declared, bound)
      if (!isList(second)) return refuse(node.at, '(forall …) takes an effect.')
      const names = variables.map(([name, type]) => `${name} (${type})`)
      return [
        `(${nothing} -> forall ([${names.join(', ')}]) : (${conjunctionIn(second, declared, within, costs).join(', ')}))`
      ]
    }
    case 'when': {
      if (!isList(second) || node.items.length !== 3)
        return refuse(node.at, '(when …) takes a condition and an effect.')
      const condition = formulaIn(first, declared, bound)
      const parts = nameIn(second.items[0]) === 'and' ? second.items.slice(1) : [second]
      return parts.map((one) => `(${condition} -> ${changeIn(one, declared, bound)})`)
    }
    case 'increase':
    case 'decrease':
    case 'scale-up':
    case 'scale-down':
    case 'assign': {
      if (!isList(first) || !second) return refuse(node.at, `(${nameIn(head)} …) takes a function and a number.`)
      const [[what], [by]] = [termIn(first, declared, bound), termIn(second, declared, bound)]
      if (nameIn(first.items[0]) !== 'total-cost') return [`(${nothing} -> ${what} := ${nameIn(head)} ${by})`]
      costs.count++
      return []
    }
    default:
      return [`(${nothing} -> ${changeIn(node, declared, bound)})`]
  }
}

function changeIn(node: PddlNode, declared: StrictNames, bound: Bound): string {
  if (!isList(node)) return refuse(node.at, 'An effect is a list.')
  const [head, fact] = node.items
  if (nameIn(head) !== 'not') return `ADD(${atomIn(node, declared, bound)})`
  if (!isList(fact) || node.items.length !== 2) return refuse(node.at, '(not …) in an effect takes one fact.')
  return `DEL(${atomIn(fact, declared, bound)})`
}
