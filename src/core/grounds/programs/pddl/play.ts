// A world of PDDL as a program: lines of text are its actions, and what they change is told in its own words or in plain sentences.

import { CONTRACT, type ProgramStep, type WorldProgram } from '../program.ts'
import { partsOf, TRUE } from './condition.ts'
import { atomsIn, type Facts, NOTHING, withFact, withoutFact } from './facts.ts'
import type { PddlGame } from './game.ts'
import type { Grammar } from './grammar.ts'
import type { Binding } from './match.ts'
import { planning } from './plan.ts'
import { goalLines, sentence, sentences } from './sentences.ts'
import { type Words, wordsOf } from './words.ts'
import { aboutThing, type PddlAction, type PddlOutcome, type PddlWorld, writeAction } from './world.ts'

/** Plain JSON. Facts that no action changes are not in it. */
export type PddlState = {
  facts: Facts
  /** What actions ended, for grammars that ask for it: `not_opened`. */
  denied?: Facts
  cost: number
  score: number
  done: boolean
}

// Each line is shown to the agent after every turn.
const MOST_LINES = 500
// Of these a command is one.
const MOST_ACTIONS = 20_000
const MOST_TOLD = 40
const MOST_ABOUT = 12

const OVER = 'The goal is reached, and this world is over.'
const NOTHING_HAPPENS = 'Nothing happens.'

/** How a world is told. */
interface Telling {
  opening(state: PddlState): string
  /** Lines with the actions that they are, in an order that does not change. */
  lines(facts: Facts): ReadonlyMap<string, PddlAction>
  /** The action in a line, or what is said to it: refused where it is one that cannot be done. */
  read(state: PddlState, line: string): PddlAction | { answer: string; refused: boolean }
  /** The line that the action is. */
  write(action: PddlAction, facts: Facts): string
  after(state: PddlState, action: PddlAction, outcome: PddlOutcome): string
  over: string
}

const tellingOf = ({ world, grammar }: PddlGame): Telling => (grammar ? inWords(world, grammar) : inSentences(world))

export interface ToldPlan {
  /** Actions in the words that the world takes, in their order; `null`: none was found. */
  lines: string[] | null
  /** Absent with `lines`. `none`: there is no plan; `most`: none was found in so many states. */
  why?: 'none' | 'most'
  cost: number
  states: number
}

/** The best plan from a state of `pddlProgram`, as `planning` finds it. Yields how many states were looked at. */
export function* planFrom(
  game: PddlGame,
  state: unknown,
  options: { most?: number } = {}
): Generator<number, ToldPlan> {
  const { world } = game
  const telling = tellingOf(game)
  // `as`: a state is what the program made of it.
  let { facts } = state as PddlState
  const { states, ...found } = yield* planning(world, { ...options, from: facts })
  if (!found.plan) return { lines: null, why: found.why, cost: 0, states }
  const lines: string[] = []
  for (const { schema, args } of found.plan) {
    // The planner's own schemas are without what nobody needs for the goal.
    const action = { schema: world.domain.schemas.find(({ name }) => name === schema.name) ?? schema, args }
    lines.push(telling.write(action, facts))
    facts = world.apply(facts, action).facts
  }
  return { lines, cost: found.cost, states }
}

export function pddlProgram(game: PddlGame): WorldProgram {
  const { world, grammar } = game
  const telling = tellingOf(game)
  // `as`: a state is what this program made of it.
  const stateIn = (state: unknown): PddlState => state as PddlState
  return {
    version: CONTRACT,
    init: (): PddlState => ({
      facts: world.initial,
      ...(grammar && { denied: NOTHING }),
      ...{ cost: 0, score: world.isGoal(world.initial) ? 1 : 0, done: world.isGoal(world.initial) }
    }),
    actions(state) {
      const { done, facts } = stateIn(state)
      return { commands: done ? [] : [...telling.lines(facts).keys()].slice(0, MOST_LINES) }
    },
    view: (door, state) => (door === 'text' ? telling.opening(stateIn(state)) : undefined),
    step(given, event): ProgramStep | undefined {
      if (event.door !== 'text') return undefined
      const state = stateIn(given)
      const { done, facts, cost, denied } = state
      if (done) return { answer: telling.over, done }
      const action = telling.read(state, event.text.trim())
      if ('answer' in action) return action.refused ? { error: action.answer } : { answer: action.answer }
      const outcome = world.apply(facts, action)
      const reached = world.isGoal(outcome.facts)
      const after: PddlState = {
        facts: outcome.facts,
        ...(denied && { denied: deniedAfter(denied, outcome) }),
        ...{ cost: cost + outcome.cost, score: reached ? 1 : 0, done: reached }
      }
      const answer = telling.after(after, action, outcome)
      return { state: after, answer, ...(reached && { reward: 1, done: true }) }
    }
  }
}

function deniedAfter(denied: Facts, { added, deleted }: PddlOutcome): Facts {
  let after = denied
  for (const { predicate, args } of added) after = withoutFact(after, { predicate: `not_${predicate}`, args })
  for (const { predicate, args } of deleted) after = withFact(after, { predicate: `not_${predicate}`, args })
  return after
}

/** Why an action cannot be done. */
const refusal = (action: PddlAction, unmet: readonly string[]): string =>
  `You cannot ${writeAction(action)}: ${unmet.map((one) => (one.startsWith('(') ? `${one} does not hold` : one)).join('; ')}.`

function inSentences(world: PddlWorld): Telling {
  const linesIn = new WeakMap<Facts, Map<string, PddlAction>>()
  const { problem, domain } = world
  const lines = (facts: Facts) => {
    const known = linesIn.get(facts)
    if (known) return known
    const made = new Map(
      world
        .applicable(facts, { most: MOST_LINES })
        .map((action) => [writeAction(action), action] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
    )
    linesIn.set(facts, made)
    return made
  }
  const look = (facts: Facts) => `It is so: ${sentences(atomsIn(facts), MOST_TOLD) || 'nothing.'}`
  const goal = ({ facts }: PddlState) => {
    const missing = world.missing(facts)
    return [
      `The goal: ${goalLines(problem.goal).join('; ') || 'nothing'}.`,
      ...(missing.length ? [`Still missing: ${missing.join(' ')}`] : [])
    ].join('\n')
  }
  const things = () => {
    const byType = new Map<string, string[]>()
    for (const [name, [type = '']] of problem.objects) byType.set(type, [...(byType.get(type) ?? []), name])
    return [...byType].map(([type, all]) => {
      const more = all.length - MOST_TOLD
      return `${type}: ${all.slice(0, MOST_TOLD).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
    })
  }
  return {
    over: OVER,
    lines,
    write: writeAction,
    opening: (state) =>
      [
        `This is ${problem.name || 'a problem'} of the world ${domain.name || 'without a name'}.`,
        `Things: ${things().join('; ')}.`,
        `Always so: ${sentences(atomsIn(world.fixed), MOST_TOLD) || 'nothing.'}`,
        look(state.facts),
        `The goal: ${goalLines(problem.goal).join('; ') || 'nothing'}.`,
        `An action is a line: ${domain.schemas.map(({ name, parameters }) => [name, ...parameters.map((one) => one.name.slice(1).toUpperCase())].join(' ')).join(', ')}.`,
        '"look" tells what is so, "look" with a thing what is so of it, "goal" what is still missing.'
      ].join('\n'),
    read(state, line) {
      const { facts } = state
      const [word = '', thing = '', ...more] = line.toLowerCase().split(/\s+/)
      const own = domain.schemas.some(({ name }) => name === word)
      if (!own && word === 'goal' && !thing) return { answer: goal(state), refused: false }
      if (!own && word === 'look' && !more.length) {
        if (!thing) return { answer: look(facts), refused: false }
        if (!problem.objects.has(thing)) return { answer: `There is no "${thing}" here.`, refused: true }
        const told = sentences(aboutThing(world, facts, thing), MOST_TOLD)
        return { answer: `${thing}, ${problem.objects.get(thing)?.join(' or ')}. ${told}`.trim(), refused: false }
      }
      const action = world.read(line)
      if ('wrong' in action) return { answer: action.wrong, refused: true }
      return world.isApplicable(facts, action)
        ? action
        : { answer: refusal(action, world.unmet(facts, action)), refused: true }
    },
    after(state, action, { added, deleted }) {
      const changed = [
        ...(added.length ? [`Now ${added.map((one) => sentence(one)).join('; ')}.`] : []),
        ...(deleted.length ? [`No longer: ${deleted.map((one) => sentence(one)).join('; ')}.`] : [])
      ]
      const touched = new Set([...added, ...deleted].flatMap(({ args }) => args))
      const news = new Set(added.map((one) => sentence(one)))
      const about = action.args
        .filter((name) => touched.has(name))
        .flatMap((name) => aboutThing({ ...world, fixed: NOTHING }, state.facts, name))
        .filter((one) => !news.has(sentence(one)))
      const rest = [...new Map(about.map((one) => [sentence(one), one])).values()]
      return [
        changed.join(' ') || 'Nothing changes.',
        ...(rest.length ? [`Also so: ${sentences(rest, MOST_ABOUT)}`] : []),
        ...(state.done ? ['The goal is reached.'] : [])
      ].join('\n')
    }
  }
}

function inWords(world: PddlWorld, grammar: Grammar): Telling {
  const words: Words = wordsOf(grammar, world)
  const linesIn = new WeakMap<Facts, Map<string, PddlAction>>()
  const bindingOf = ({ schema, args }: PddlAction): Binding =>
    new Map(schema.parameters.map(({ name }, index) => [name, args[index] as string]))
  const templateOf = (action: PddlAction, facts: Facts): string => {
    const own = grammar.actions.get(action.schema.name)
    return own ? words.say(own.template, facts, NOTHING, bindingOf(action)).trim() : writeAction(action)
  }
  const lines = (facts: Facts) => {
    const known = linesIn.get(facts)
    if (known) return known
    const made = new Map<string, PddlAction>()
    for (const action of world.applicable(facts, { most: MOST_ACTIONS })) {
      if (isIdle(action)) continue
      const line = templateOf(action, facts)
      // Two actions in the same words come to the same, as in TextWorld.
      if (!made.has(line)) made.set(line, action)
    }
    const sorted = new Map([...made].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    linesIn.set(facts, sorted)
    return sorted
  }
  return {
    over: NOTHING_HAPPENS,
    lines,
    write: templateOf,
    opening: ({ facts, denied = NOTHING }) =>
      words.has('intro')
        ? words.say([{ is: 'rule', name: 'intro' }], facts, denied, new Map())
        : `The goal: ${goalLines(world.problem.goal).join('; ')}.`,
    read({ facts }, line) {
      if (line.startsWith('(')) {
        const action = world.read(line)
        if ('wrong' in action) return { answer: action.wrong, refused: true }
        if (world.isApplicable(facts, action)) return action
        return { answer: refusal(action, world.unmet(facts, action)), refused: true }
      }
      const all = lines(facts)
      const plain = line.toLowerCase().split(/\s+/).join(' ')
      return all.get(line) ?? all.get(plain) ?? { answer: NOTHING_HAPPENS, refused: false }
    },
    after({ facts, denied = NOTHING }, action, { added, deleted }) {
      const own = grammar.actions.get(action.schema.name)
      if (own?.feedback.length) return words.say(own.feedback, facts, denied, bindingOf(action))
      const told = [...added.map((one) => sentence(one)), ...deleted.map((one) => `no longer: ${sentence(one)}`)]
      return told.length ? `${told.join('. ')}.` : NOTHING_HAPPENS
    }
  }
}

/** Whether an action changes nothing wherever it can be done. Fast Downward leaves such ones out, so nobody can go to where he is. */
function isIdle({ schema, args }: PddlAction): boolean {
  const place = new Map(schema.parameters.map(({ name }, index) => [name, args[index] as string]))
  const keyOf = ({ predicate, args: of }: { predicate: string; args: string[] }) =>
    [predicate, ...of.map((one) => place.get(one) ?? one)].join(' ')
  const held = new Set<string>()
  for (const one of partsOf(schema.precondition))
    if (one.is === 'atom') held.add(`${one.not ? '!' : ''}${keyOf(one.atom)}`)
  const [first, ...more] = schema.effects
  // Only what happens in any case; an effect under a condition may do something.
  if (!first || more.length || first.variables.length || first.when !== TRUE) return false
  const added = new Set(first.adds.map(keyOf))
  return (
    [...added].every((one) => held.has(one)) &&
    first.deletes.map(keyOf).every((one) => added.has(one) || held.has(`!${one}`))
  )
}
