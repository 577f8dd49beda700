import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type PddlGame, readGame } from '../../../../../src/core/grounds/programs/pddl/game.ts'
import { pddlProgram } from '../../../../../src/core/grounds/programs/pddl/play.ts'
import { walked } from '../../../../../src/core/grounds/programs/pddl/walk.ts'
import { namesOf } from '../../../../../src/core/grounds/programs/pddl/words.ts'
import { told } from '../stories/telling.ts'
import { told as fault, textsOf } from './worlds.ts'

const COTTAGE = readFileSync(
  join(import.meta.dirname, '../../../../../resources/scenarios/programs/cottage.tw-pddl'),
  'utf8'
)

function gameOf(text: string, files: Record<string, string> = {}): PddlGame {
  const { game, faults } = readGame({ text, files })
  if (!game) throw new Error(faults.map(fault).join('\n'))
  return game
}

const wrongIn = (change: (game: Record<string, unknown>) => unknown): string[] =>
  readGame({ text: JSON.stringify(change(JSON.parse(COTTAGE))) }).faults.map(fault)

it('plays a game by its walkthrough, line by line', () => {
  const game = gameOf(COTTAGE)
  const walk = walked(game, game.walkthrough ?? [])
  expect(walk).toMatchObject({ stuck: null, reached: true, cost: 11 })
  expect(walk.steps.at(-1)?.answer).toBe('The lantern 1 burns with a small yellow flame.')
  expect(walked(game, ['open the cupboard 1'])).toMatchObject({ stuck: { index: 0, why: 'Nothing happens.' } })
})

it('rewards the goal once, and is over then', () => {
  const game = gameOf(COTTAGE)
  const { answers, lines, state } = told(pddlProgram(game), [...(game.walkthrough ?? []), 'look around'])
  expect(answers.at(-2)).toMatchObject({ reward: 1, done: true })
  expect(answers.at(-1)).toEqual({ answer: 'Nothing happens.', reward: undefined, done: true })
  expect([lines, state]).toMatchObject([[], { score: 1, done: true }])
})

it('lists what can be said, in its own words, and leaves out what changes nothing', () => {
  const { lines } = told(pddlProgram(gameOf(COTTAGE)), ['walk to the chair 1'])
  expect(lines).toContain('turn the lantern 1')
  expect(lines).not.toContain('walk to the chair 1')
  expect(lines).toEqual(lines.toSorted())
})

it('remembers what actions ended, for grammars that ask for it', () => {
  const grammar = `grammar :: """{ "walk.said": [
    { "condition": "not_ripe(b:plot)", "rhs": "Bare branches." }, { "rhs": "Fruit of the {b.name}, [{x.name | path(b:plot, x:plot)}]." } ] }""";
    action walk { template :: "walk to {b}"; feedback :: "#walk.said#"; }`
  const { domain, problem } = textsOf('orchard')
  const program = pddlProgram(gameOf(problem, { 'domain.pddl': domain, 'words.twl2': grammar }))
  const way = ['lift mina red gate', 'walk to hill', 'fill mina red hill', 'walk to brook', 'walk to hill']
  const { answers } = told(program, way)
  expect(answers).toEqual([
    'mina carries red. no longer: red is in gate. no longer: mina is free.',
    'Fruit of the hill, brook, and gate.',
    'red is filled. no longer: hill is ripe.',
    'Fruit of the brook, hill.',
    'Bare branches.'
  ])
})

it('tells a world without words in plain sentences, and why it refuses', () => {
  const { domain, problem } = textsOf('orchard')
  const { answers, view } = told(pddlProgram(gameOf(domain + problem)), ['walk mina gate hill', 'LOOK mina', 'goal'])
  expect(answers).toEqual([
    'Now mina is in hill. No longer: mina is in gate.\nAlso so: mina is free. red is in gate. hill is ripe.',
    'mina, picker. mina is in hill. mina is free.',
    'The goal: red is filled; red is in barn.\nStill missing: (filled red) (in red barn)'
  ])
  expect(view).toContain('An action is a line: walk W A B, lift W B P, drop W B P, fill W B P.')
  const program = pddlProgram(gameOf(domain + problem))
  const refused = (text: string) => program.step(program.init(''), { door: 'text', text })?.error
  expect(refused('walk mina gate brook')).toBe('You cannot walk mina gate brook: (path gate brook) does not hold.')
  expect(refused('wlak mina gate hill')).toBe('There is no action "wlak". Did you mean "walk"?')
  expect(refused('look moon')).toBe('There is no "moon" here.')
})

it.each([
  ['no JSON', () => readGame({ text: '{ nope' }).faults.map(fault), /^undefined:1:1 This game is not JSON/],
  ['no domain', () => wrongIn(({ pddl_domain: _, ...rest }) => rest), /This is no game of ALFWorld’s form|pddl_domain/],
  [
    'a fault of the domain',
    () => wrongIn((game) => ({ ...game, pddl_domain: String(game.pddl_domain).replace('(clean ?t)', '(cleen ?t)') })),
    /^pddl_domain:46:18 There is no predicate "cleen"/
  ],
  [
    'a fault of the problem',
    () => wrongIn((game) => ({ ...game, pddl_problem: String(game.pddl_problem).replace('(near you', '(near yuo') })),
    /^pddl_problem:6:16 There is no "yuo"/
  ],
  [
    'a grammar that is no JSON',
    () => wrongIn((game) => ({ ...game, grammar: 'grammar :: """{ a }""";' })),
    /^grammar:1:15 The rules of a grammar are JSON/
  ],
  [
    'an action without an end',
    () => wrongIn((game) => ({ ...game, grammar: 'action walk { template :: "a"' })),
    /^grammar:1:30 Here ";" is expected/
  ],
  [
    'a value that is none',
    () => wrongIn((game) => ({ ...game, grammar: 'action walk { template :: "go {1 + 2}"; }' })),
    /"1" is no text in quotes/
  ],
  [
    'a rule without its end',
    () => wrongIn((game) => ({ ...game, grammar: 'action walk { feedback :: "#a"; }' })),
    /"#" begins the name of a rule/
  ]
])('says what is wrong with a game: %s', (_, wrong, expected) => {
  expect(wrong()[0]).toMatch(expected)
})

it('calls things as ALFWorld does', () => {
  const ids = ['mug_bar_a', 'mug_bar_b', 'sink_bar_1_bar_sinkbasin', 'agent1']
  expect([...namesOf(ids)]).toEqual([
    ['agent1', 'agent1'],
    ['mug_bar_a', 'mug 2'],
    ['mug_bar_b', 'mug 1'],
    ['sink_bar_1_bar_sinkbasin', 'sinkbasin 1']
  ])
})

it('ends a grammar whose rules name each other', () => {
  const game = gameOf(
    JSON.stringify({ ...JSON.parse(COTTAGE), grammar: 'grammar :: """{ "intro": [{ "rhs": "#intro#" }] }""";' })
  )
  const program = pddlProgram(game)
  expect(() => program.view('text', program.init(''))).toThrow('comes back to itself')
})
