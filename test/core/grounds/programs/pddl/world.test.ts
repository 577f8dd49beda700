import { expect, it } from 'vitest'
import type { Facts } from '../../../../../src/core/grounds/programs/pddl/facts.ts'
import { sentence } from '../../../../../src/core/grounds/programs/pddl/sentences.ts'
import { type PddlWorld, writeAction } from '../../../../../src/core/grounds/programs/pddl/world.ts'
import { must } from '../../../../must.ts'
import { textsOf, worldOf } from './worlds.ts'

const linesIn = (world: PddlWorld, facts: Facts): string[] => world.applicable(facts).map(writeAction).sort()

/** @throws Error for a line that is no action, or that cannot be done */
function after(world: PddlWorld, lines: readonly string[]): { facts: Facts; cost: number } {
  let facts = world.initial
  let cost = 0
  for (const line of lines) {
    const action = world.read(line)
    if ('wrong' in action) throw new Error(action.wrong)
    const unmet = world.unmet(facts, action)
    if (unmet.length) throw new Error(`${line}: ${unmet.join(', ')}`)
    const outcome = world.apply(facts, action)
    facts = outcome.facts
    cost += outcome.cost
  }
  return { facts, cost }
}

it('lists what can be done, and no more', () => {
  const world = worldOf(textsOf('orchard'))
  expect(linesIn(world, world.initial)).toEqual(['lift mina red gate', 'walk mina gate barn', 'walk mina gate hill'])
  expect(linesIn(world, after(world, ['lift mina red gate', 'walk mina gate hill']).facts)).toEqual([
    'drop mina red hill',
    'fill mina red hill',
    'walk mina hill brook',
    'walk mina hill gate'
  ])
})

it('keeps what no action changes out of the state', () => {
  const { initial, fixed } = worldOf(textsOf('orchard'))
  expect(Object.keys(initial).sort()).toEqual(['free', 'in', 'ripe'])
  expect(Object.keys(fixed)).toEqual(['path'])
})

it('reaches a goal, and says what is missing before', () => {
  const world = worldOf(textsOf('orchard'))
  expect(world.missing(world.initial)).toEqual(['(filled red)', '(in red barn)'])
  const way = [
    'lift mina red gate',
    'walk mina gate hill',
    '(fill mina red hill)',
    'walk mina hill gate',
    'walk mina gate barn',
    'drop mina red barn'
  ]
  expect(world.isGoal(after(world, way.slice(0, -1)).facts)).toBe(false)
  expect(world.isGoal(after(world, way).facts)).toBe(true)
})

it('asks quantifiers and alternatives, and changes what the condition says', () => {
  const world = worldOf(textsOf('lights'))
  const lit = (lines: string[]) => Object.keys((after(world, lines).facts.lit as Facts | undefined) ?? {})
  expect(lit(['press ines s1 hall'])).toEqual(['l1'])
  // One switch turns on what is off and off what is on.
  expect(lit(['press ines s1 hall', 'press otto s2 study'])).toEqual(['l2'])
  expect(() => after(world, ['go otto study attic'])).toThrow(
    '(or (not (afraid otto)) (exists (?l - lamp) (and (hangs ?l attic) (lit ?l))))'
  )
  expect(() => after(world, ['press ines s1 hall', 'go otto study hall'])).not.toThrow()
  expect(() => after(world, ['press ines s1 hall', 'sleep ines'])).toThrow('(forall (?l - lamp ?r - room)')
  expect(linesIn(world, after(world, ['sleep otto']).facts)).not.toContain('wake otto')
  expect(
    linesIn(world, after(world, ['sleep otto', 'press ines s1 hall', 'sleep otto'].slice(0, 2)).facts)
  ).not.toContain('wake otto')
})

it('knows equality, constants, either, and actions without parameters', () => {
  const world = worldOf(textsOf('parcels'))
  const way = ['open', 'ride v depot mill', 'load k1 v mill']
  expect(() => after(world, [...way, 'load k2 v mill'])).toThrow('(forall (?y - crate)')
  const { facts } = after(world, [
    ...['open', 'ride v depot mill', 'ride v mill quay', 'load note v quay', 'ride v quay mill'],
    ...['load k1 v mill', 'ride v mill depot', 'unload k1 v depot', 'unload note v depot']
  ])
  expect(world.isGoal(facts)).toBe(true)
  expect(() => after(world, ['open', 'load v b mill'])).toThrow(
    'v is of the type van, and ?x is to be of letter or crate'
  )
})

it('adds up what actions cost', () => {
  const world = worldOf(textsOf('roads'))
  expect(after(world, ['drive asker dale', 'drive dale cote', 'drive cote birk']).cost).toBe(9)
  expect(after(world, ['drive asker birk', 'detour birk asker', 'rest']).cost).toBe(17)
})

it('lets begin what begins and ends at once', () => {
  const world = worldOf({
    domain: '(define (domain d) (:predicates (p)) (:action a :effect (and (not (p)) (p))))',
    problem: '(define (problem x) (:domain d) (:init) (:goal (p)))'
  })
  expect(world.isGoal(after(world, ['a']).facts)).toBe(true)
})

it('keeps two quantifiers of the same name apart', () => {
  const world = worldOf({
    domain: '(define (domain d) (:predicates (p ?x) (q ?x)) (:action a :effect (p x)))',
    problem:
      '(define (problem x) (:domain d) (:objects x y) (:init (p x) (q y)) (:goal (and (exists (?o) (p ?o)) (exists (?o) (q ?o)))))'
  })
  expect(world.isGoal(world.initial)).toBe(true)
})

it('says what a line lacks', () => {
  const world = worldOf(textsOf('orchard'))
  expect(world.read('wlak mina gate hill')).toEqual({ wrong: 'There is no action "wlak". Did you mean "walk"?' })
  expect(world.read('walk mina gate')).toEqual({ wrong: '(walk ?w ?a ?b) takes 3, and 2 are given.' })
  expect(world.read('walk mina gate hil')).toEqual({ wrong: 'There is no "hil" here. Did you mean "hill"?' })
})

it('refuses a world in which too much would have to be tried', () => {
  const things = Array.from({ length: 60 }, (_, index) => `t${index}`).join(' ')
  const world = worldOf({
    domain:
      '(define (domain d) (:predicates (p ?x)) (:action a :parameters (?a ?b ?c ?d ?e) :precondition (not (p ?a)) :effect (p ?a)))',
    problem: `(define (problem x) (:domain d) (:objects ${things}) (:init) (:goal (p t1)))`
  })
  expect(() => world.applicable(world.initial)).toThrow('takes too much work')
  expect(must(world.applicable(world.initial, { most: 10 })).length).toBe(10)
})

it('tells facts in sentences', () => {
  const say = (text: string, not = false) => {
    const [predicate = '', ...args] = text.split(' ')
    return sentence({ predicate, args }, not)
  }
  expect(
    ['open door', 'is-clean mug', 'at robot hall', 'is_in mug box', 'holds ann key', 'connected a b', 'raining'].map(
      (one) => say(one)
    )
  ).toEqual([
    'door is open',
    'mug is clean',
    'robot is at hall',
    'mug is in box',
    'ann holds key',
    'a is connected b',
    'raining'
  ])
  expect(say('open door', true)).toBe('door is not open')
})
