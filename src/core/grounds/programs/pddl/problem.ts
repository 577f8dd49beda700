// A problem: the things there are, what is so at the beginning, and what is to be reached.
import { type Atom, type PddlCondition, readCondition, TRUE } from './condition.ts'
import { itemsOf, type Known, meant, namesOf, type PddlDomain, scopeOf, sectionsOf } from './domain.ts'
import { numberIn } from './effect.ts'
import { isList, nameIn, type PddlList, type Say } from './lisp.ts'
import { readTyped, type Typed } from './typed.ts'

export interface Problem {
  name: string
  /** Those of the domain are among them. */
  objects: Known['objects']
  facts: Atom[]
  /** What functions come to: `distance a b` is 3. */
  values: ReadonlyMap<string, number>
  goal: PddlCondition
  /** Whether plans are to be cheap; else they are to be short. */
  cheap: boolean
}

const SECTIONS = new Set([':domain', ':objects', ':init', ':goal', ':metric', ':requirements', ':length'])

/** The things that a problem declares, whatever else may be wrong with it. */
export const objectsIn = (list: PddlList): Typed[] =>
  readTyped(
    itemsOf(
      sectionsOf(list, 2, () => {}),
      ':objects'
    ),
    () => {}
  )

/** @returns the problem as far as it can be read */
export function readProblem(list: PddlList, domain: PddlDomain, say: Say): Problem {
  const sections = sectionsOf(list, 2, say)
  for (const [name, [first]] of sections)
    if (!SECTIONS.has(name) && first)
      say(
        first.at,
        name === ':constraints'
          ? 'Constraints on the way to a goal are not supported. Put what must hold into preconditions.'
          : `A problem has no section "${name}".${meant(name, [...SECTIONS])}`
      )
  const objects = namesOf(
    readTyped(itemsOf(sections, ':objects'), say),
    domain.types,
    namesOf(domain.constants, domain.types, new Map(), () => {}),
    say
  )
  const scope = scopeOf({ ...domain, objects }, [], say)
  const facts = new Map<string, Atom>()
  const values = new Map<string, number>()
  for (const one of itemsOf(sections, ':init')) {
    if (!isList(one)) {
      say(one.at, `A fact is expected in place of "${one.text}", such as (at robot kitchen).`)
      continue
    }
    const word = nameIn(one.items[0])
    const [, first, second] = one.items
    if (word === '=') {
      const number = numberIn(second)
      const of = isList(first) ? scope.value(first, scope) : null
      if (of && number !== null) values.set(keyOf(of), number)
      else if (isList(first) && number === null) say(one.at, 'A function is set to a number: (= (distance a b) 3).')
    } else if (word === 'not') {
      const atom = isList(first) ? scope.atom(first, scope) : null
      if (atom) facts.delete(keyOf(atom))
    } else if (word === 'at' && numberIn(first) !== null && isList(second)) {
      say(one.at, 'Facts that begin at a time are not supported.')
    } else {
      const atom = scope.atom(one, scope)
      if (atom) facts.set(keyOf(atom), atom)
    }
  }
  const goals = itemsOf(sections, ':goal')
  if (!sections.has(':goal')) say(list.at, 'This problem has no goal: (:goal (and …)).')
  if (goals.length > 1) say((goals[1] as PddlList).at, 'A goal is one condition. Put several into (and …).')
  const [direction, metric] = itemsOf(sections, ':metric')
  const cheap = nameIn(direction) === 'minimize' && nameIn(isList(metric) ? metric.items[0] : metric) === 'total-cost'
  if (direction && !cheap)
    say(direction.at, 'Of metrics only (:metric minimize (total-cost)) is supported. Without one, plans are short.')
  const [, heading] = list.items
  return {
    name: isList(heading) ? nameIn(heading.items[1]) : '',
    ...{ objects, values, cheap },
    facts: [...facts.values()],
    goal: goals[0] ? readCondition(goals[0], scope) : TRUE
  }
}

/** One text for an atom: no name has a space. */
export const keyOf = ({ predicate, args }: Atom): string => [predicate, ...args].join(' ')
