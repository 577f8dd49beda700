// A domain of PDDL as Text2World reads it: by the strict grammar of tarski 0.9.1, which refuses much that planners take, and in its words.
import { isList, nameIn, type PddlList, type PddlNode, placeIn, readLists } from '../../grounds/programs/pddl/lisp.ts'
import { OBJECT, readTyped } from '../../grounds/programs/pddl/typed.ts'
import { type Bound, effectsIn, formulaIn, nothing } from './strict-formula.ts'
import { NAME, NotExecutable, NUMBER, onlyType, refuse, type StrictNames, typed, variablesIn } from './strict-names.ts'

/** An action in tarski's words: names of parameters, the precondition, each effect. */
export interface StrictAction {
  parameters: string[]
  precondition: string
  effects: string[]
}

export interface StrictDomain {
  /** How many things each is about. */
  predicates: ReadonlyMap<string, number>
  actions: ReadonlyMap<string, StrictAction>
}

/** @returns the domain, or where and why it cannot be executed */
export function readStrictly(
  text: string
): { domain: StrictDomain } | { line: number; column: number; message: string } {
  try {
    return { domain: domainIn(text) }
  } catch (error) {
    if (!(error instanceof NotExecutable)) throw error
    return { ...placeIn(text, error.at), message: error.message }
  }
}

const ORDER = [':requirements', ':types', ':constants', ':predicates', ':functions', ':action']

const COMPARISONS = ['<', '<=', '>', '>=']

const REQUIREMENTS = new Set(
  [
    ...['strips', 'typing', 'adl', 'equality', 'negative-preconditions', 'disjunctive-preconditions', 'fluents'],
    ...['conditional-effects', 'universal-preconditions', 'existential-preconditions', 'quantified-preconditions'],
    ...['action-costs', 'numeric-fluents', 'object-fluents', 'durative-actions', 'timed-initial-literals'],
    ...['preferences', 'derived-predicates']
  ].map((one) => `:${one}`)
)

function domainIn(text: string): StrictDomain {
  const [definition, second] = readLists(firstList(text), refuse).map(parted)
  if (!definition || second) refuse(0, 'A definition is expected: (define (domain NAME) …).')
  const [word, heading, ...sections] = definition.items
  if (nameIn(word) !== 'define' || !isList(heading) || nameIn(heading.items[0]) !== 'domain')
    refuse(definition.at, 'A definition begins with (define (domain NAME) …).')
  nameOf(heading.items[1], heading.at)
  const declared: StrictNames = {
    ...{ types: new Map(), constants: new Map(), predicates: new Map(), functions: new Map() }
  }
  const actions = new Map<string, StrictAction>()
  let numbers = false
  let stage = 0
  for (const section of sections) {
    if (!isList(section)) refuse(section.at, `A section is expected in place of "${section.text}".`)
    const name = nameIn(section.items[0])
    const place = ORDER.indexOf(name)
    if (place < 0) refuse(section.at, `There is no section "${name || '('}" that can be executed.`)
    if (place < stage || (place === stage && stage > 0 && name !== ':action'))
      refuse(section.at, `${name} stands behind ${ORDER[stage]}. The order is ${ORDER.join(', ')}.`)
    stage = place
    const items = section.items.slice(1)
    if (name === ':requirements') numbers = requirementsIn(items).has(':action-costs')
    else if (name === ':types') typesIn(items, declared)
    else if (name === ':constants')
      for (const [one, type, at] of typed(items, declared))
        declare(one, at, declared, () => declared.constants.set(one, type))
    else if (name === ':predicates') predicatesIn(section, items, declared)
    else if (name === ':functions') functionsIn(items, declared, numbers)
    else actionIn(section, declared, actions)
  }
  const predicates = new Map([...declared.predicates].map(([name, of]) => [name, of.length]))
  // Numbers bring comparisons along, which the published script counts as predicates of the domain.
  if (numbers) for (const name of COMPARISONS) predicates.set(name, 2)
  return { predicates, actions }
}

/** `-robot` is a sign and a name, as in `?r -robot`: no name begins with "-". */
function parted<Node extends PddlNode>(node: Node): Node {
  if (!isList(node)) return node
  const items = node.items.flatMap((one): PddlNode[] => {
    if (isList(one) || !/^-[a-z]/.test(one.text)) return [parted(one)]
    return [
      { at: one.at, text: '-' },
      { at: one.at + 1, text: one.text.slice(1) }
    ]
  })
  return { ...node, items }
}

/** The text as far as its first list goes; what comes behind is not looked at. */
function firstList(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === ';') {
      const end = text.indexOf('\n', at)
      if (end < 0) refuse(at, 'A comment at the end needs a line break.')
      at = end
    } else if (letter === ',') refuse(at, 'A comma has no place here.')
    else if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) {
      const rest = text.slice(at + 1).trimStart()
      const isOdd = rest.startsWith('`') || (rest.startsWith(';') && !rest.includes('\n'))
      if (isOdd) refuse(text.length - rest.length, 'What stands behind the definition cannot be read.')
      return text.slice(0, at + 1)
    }
  }
  return text
}

function nameOf(node: PddlNode | undefined, at: number): string {
  const name = nameIn(node)
  if (!NAME.test(name)) refuse(node?.at ?? at, `"${name || '('}" is no name.`)
  return name
}

function requirementsIn(items: readonly PddlNode[]): Set<string> {
  for (const one of items)
    if (!REQUIREMENTS.has(nameIn(one))) refuse(one.at, `There is no requirement "${nameIn(one)}".`)
  return new Set(items.map(nameIn))
}

/** Types without one above come first, wherever they stand; all others have to stand behind the one above. */
function typesIn(items: readonly PddlNode[], declared: StrictNames): void {
  const all = readTyped(items, refuse)
  const behind = items.map(nameIn).lastIndexOf('-')
  const untyped = behind < 0 ? all.length : items.length - behind - 2
  for (const { name, types, at } of [...all.slice(all.length - untyped), ...all.slice(0, all.length - untyped)]) {
    if (!NAME.test(name)) refuse(at, `"${name}" is no name for a type.`)
    const above = onlyType({ name, types, at })
    if (above !== OBJECT && !declared.types.has(above))
      refuse(at, `The type "${above}" is not declared before "${name}".`)
    if (name !== OBJECT) declare(name, at, declared, () => declared.types.set(name, above))
  }
}

/** Types, constants and predicates share their names. */
function declare(name: string, at: number, declared: StrictNames, set: () => void): void {
  if ([declared.types, declared.constants, declared.predicates, declared.functions].some((one) => one.has(name)))
    refuse(at, `"${name}" is declared twice.`)
  set()
}

function predicatesIn({ at }: PddlList, items: readonly PddlNode[], declared: StrictNames): void {
  if (!items.length) refuse(at, 'A list of predicates has one at least.')
  for (const one of items) {
    if (!isList(one)) refuse(one.at, 'A predicate is declared as a list: (NAME ?x ?y).')
    const name = nameOf(one.items[0], one.at)
    const of = variablesIn(one.items.slice(1), declared).map(([, type]) => type)
    declare(name, one.at, declared, () => declared.predicates.set(name, of))
  }
}

/** `(distance ?a ?b) - number`, or of a type of things; without a type it is a number. */
function functionsIn(items: readonly PddlNode[], declared: StrictNames, numbers: boolean): void {
  for (const [index, one] of items.entries()) {
    if (!isList(one)) continue
    const type = nameIn(items[index + 1]) === '-' ? nameIn(items[index + 2]) : NUMBER
    if (type === NUMBER && !numbers) refuse(one.at, 'Numbers are there only with the requirement :action-costs.')
    if (type !== NUMBER && type !== OBJECT && !declared.types.has(type)) refuse(one.at, `There is no type "${type}".`)
    const name = nameOf(one.items[0], one.at)
    const of = variablesIn(one.items.slice(1), declared).map(([, own]) => own)
    declare(name, one.at, declared, () => declared.functions.set(name, { of, type }))
  }
}

const PARTS = [':parameters', ':precondition', ':effect']

function actionIn({ at, items }: PddlList, declared: StrictNames, actions: Map<string, StrictAction>): void {
  const name = nameOf(items[1], at)
  if (actions.has(name)) refuse(at, `There are two actions "${name}".`)
  for (const [index, part] of PARTS.entries())
    if (nameIn(items[2 + 2 * index]) !== part) refuse(items[2 + 2 * index]?.at ?? at, `${part} is expected here.`)
  const [, , , parameters, , precondition, , effect, more] = items
  if (more || !isList(parameters) || !isList(precondition) || !isList(effect))
    refuse(more?.at ?? at, `The action "${name}" has :parameters, :precondition and :effect, each a list.`)
  const given = variablesIn(parameters.items, declared)
  const bound: Bound = new Map(given.map(([variable, type]) => [variable, type]))
  actions.set(name, {
    parameters: given.map(([variable]) => variable),
    precondition: precondition.items.length ? formulaIn(precondition, declared, bound) : nothing,
    effects: effectsIn(effect, declared, bound)
  })
}
