// What a grammar says: rules are followed, things are named, lists are told. Facts lead to the things that a text is about.
import { OrreryError } from '../../../errors.ts'
import type { Atom } from './condition.ts'
import type { Facts } from './facts.ts'
import type { Given, Grammar, Part } from './grammar.ts'
import { type Binding, match, queriesOf, type Where } from './match.ts'
import type { PddlWorld } from './world.ts'

// A rule that names itself would never end.
const DEEPEST = 100

export interface Words {
  /** @param denied what an action ended, under names that begin with "not_" */
  say(parts: readonly Part[], facts: Facts, denied: Facts, binding: Binding): string
  /** Whether there is a rule of that name. */
  has(rule: string): boolean
}

export function wordsOf({ rules }: Grammar, world: PddlWorld): Words {
  const names = namesOf([...world.problem.objects.keys()])
  const said = new WeakMap<Given, ReturnType<typeof queriesOf>>()

  function bindingsOf(given: Given | null, where: Where, binding: Binding): Binding[] {
    if (!given) return [binding]
    // A type that the domain does not have is none to ask for.
    const variables = given.variables.map((one) => ({
      ...one,
      types: one.types.filter((type) => world.domain.types.has(type))
    }))
    const typed = variables.map((one) => (one.types.length ? one : { ...one, types: ['object'] }))
    const conjunction = {
      is: 'and' as const,
      of: given.atoms.map((atom: Atom) => ({ is: 'atom' as const, atom, not: false }))
    }
    const queries = said.get(given) ?? queriesOf(conjunction, typed)
    said.set(given, queries)
    const found: Binding[] = []
    const inner: Binding = new Map(binding)
    for (const query of queries)
      match(query, where, inner, () => {
        found.push(new Map(inner))
        return false
      })
    const key = (one: Binding) => typed.map(({ name }) => one.get(name)).join(' ')
    return found.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
  }

  function whereOf(facts: Facts, denied: Facts): Where {
    const there = world.where(facts)
    return {
      ...there,
      factsOf: (predicate) =>
        there.factsOf(predicate) ?? (Object.hasOwn(denied, predicate) ? denied[predicate] : undefined)
    }
  }

  return {
    has: (rule) => rules.has(rule),
    say: (parts, facts, denied, binding) => {
      const where = whereOf(facts, denied)
      return say(parts, binding, 0)

      function say(some: readonly Part[], inner: Binding, depth: number): string {
        if (depth > DEEPEST) throw new OrreryError('engine-failed', 'A rule of the grammar comes back to itself.')
        return some.map((part) => sayOne(part, inner, depth)).join('')
      }

      function sayOne(part: Part, inner: Binding, depth: number): string {
        if (part.is === 'text') return part.text
        if (part.is === 'rule') return rule(part.name, inner, depth)
        const { of } = part
        const each = bindingsOf(part.given, where, inner).map((one) =>
          'rule' in of ? rule(of.rule, one, depth) : valueIn(of.values, one)
        )
        if (!part.list) return each.join('')
        const last = each.pop()
        if (last === undefined) return rule('list_empty', inner, depth)
        if (!each.length) return last
        return `${each.join(rule('list_separator', inner, depth))}${rule('list_last_separator', inner, depth)}${last}`
      }

      function rule(name: string, inner: Binding, depth: number): string {
        const fits = rules.get(name)?.find(({ given }) => !given || bindingsOf(given, where, inner).length > 0)
        if (fits) return say(fits.parts, inner, depth + 1)
        return USUAL.get(name) ?? ''
      }
    }
  }

  function valueIn(
    values: Extract<Extract<Part, { is: 'each' }>['of'], { values: unknown }>['values'],
    binding: Binding
  ): string {
    for (const value of values) {
      const text = value.map((term) => ('text' in term ? term.text : fieldOf(term, binding))).join('')
      if (text) return text
    }
    return ''
  }

  function fieldOf({ thing, field }: { thing: string; field: string }, binding: Binding): string {
    const id = binding.get(`?${thing}`) ?? ''
    switch (field) {
      case 'name':
        return names.get(id) ?? id
      case 'id':
        return id
      case 'type':
        return world.problem.objects.get(id)?.[0] ?? ''
      case 'indefinite':
        return 'a'
      case 'definite':
        return 'the'
      default:
        return ''
    }
  }
}

const USUAL = new Map([
  ['list_empty', 'nothing'],
  ['list_separator', ', '],
  ['list_last_separator', ', and ']
])

/**
 * How things are called: `mug_bar_…` is a mug with a number, as ALFWorld counts (`misc.py`, `Demangler`): of one kind, the last by its name is 1.
 * All others are called as they are named.
 */
export function namesOf(ids: readonly string[]): Map<string, string> {
  const kindOf = (id: string) => {
    const at = id.indexOf('_bar_')
    return at < 0
      ? null
      : `${id.slice(0, at)}${id.includes('basin') && !id.slice(0, at).includes('basin') ? 'basin' : ''}`
  }
  const sorted = ids.toSorted()
  const left = new Map<string, number>()
  for (const id of sorted) {
    const kind = kindOf(id)
    if (kind !== null) left.set(kind, (left.get(kind) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  for (const id of sorted) {
    const kind = kindOf(id)
    const number = kind === null ? 0 : (left.get(kind) ?? 0)
    if (kind !== null) left.set(kind, number - 1)
    names.set(id, kind === null ? id : `${kind} ${number}`)
  }
  return names
}
