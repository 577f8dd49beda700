import { expect, it } from 'vitest'
import { readPddl } from '../../../../../src/core/grounds/programs/pddl/read.ts'
import { NAMES, textsOf, told, worldOf } from './worlds.ts'

const DOMAIN = `(define (domain d)
  (:types room)
  (:predicates (at ?r - room) (open))
  (:action go :parameters (?a ?b - room)
    :precondition (at ?a)
    :effect (and (at ?b) (not (at ?a)))))`
const PROBLEM = '(define (problem p) (:domain d) (:objects x y - room) (:init (at x)) (:goal (at y)))'

const wrongIn = (domain: string, problem = PROBLEM): string[] =>
  readPddl([
    { file: 'domain', text: domain },
    { file: 'problem', text: problem }
  ]).faults.map(told)

it('reads our domains', () => {
  expect(NAMES.map((name) => worldOf(textsOf(name)).domain.schemas.length)).toEqual([4, 5, 5, 3, 4])
  expect(wrongIn(DOMAIN)).toEqual([])
})

it.each([
  ['unknown requirements', DOMAIN.replace('(:types', '(:requirements :foo :adl :fluents)\n(:types')],
  [
    'a type called object, and commas',
    DOMAIN.replace('(:types room)', '(:types object room)').replace('?a ?b', '?a, ?b')
  ],
  ['capital letters', DOMAIN.toUpperCase()],
  ['empty preconditions', DOMAIN.replace('(at ?a)\n', '()\n')],
  [
    'functions that nobody uses',
    DOMAIN.replace('(:predicates', '(:functions (length ?a ?b - room) - number (total-cost))\n(:predicates')
  ],
  ['things of the problem in the domain', DOMAIN.replace('(at ?a)\n', '(at x)\n')],
  ['a predicate with things of another type', DOMAIN.replace('?a ?b - room', '?a ?b - object')]
])('is as lenient as Fast Downward about %s', (_, domain) => {
  expect(wrongIn(domain)).toEqual([])
})

it.each([
  [DOMAIN.slice(0, -1), 'domain:1:1 The list that begins here, "(define …", is never closed. Add a ")".'],
  [`${DOMAIN})`, 'domain:6:42 There is a ")" without its "(". Remove it, or open the list before.'],
  [
    DOMAIN.replace('(at ?b)', '(att ?b)'),
    'domain:6:18 There is no predicate "att". Declare it in (:predicates …). Did you mean "at"?'
  ],
  [DOMAIN.replace('(at ?b)', '(at ?c)'), 'domain:6:22 There is no variable "?c" here. Did you mean "?a"?'],
  [DOMAIN.replace('(at ?b)', '(at ?a ?b)'), 'domain:6:18 (at …) is about 1 thing, and 2 stand here.'],
  [
    DOMAIN.replace('?b - room)\n', '?b - rom)\n'),
    'domain:4:28 There is no type "rom". Declare it in (:types …). Did you mean "room"?'
  ],
  [
    DOMAIN.replace('(at ?a)\n', '(< (length) 3)\n'),
    'domain:5:19 Numbers in conditions are not supported. Worlds have facts, and action costs alone are numbers.'
  ],
  [
    DOMAIN.replace('(at ?b)', '(decrease (fuel) 1)'),
    'domain:6:18 (decrease …) is not supported. Of numbers only (increase (total-cost) …) is supported.'
  ],
  [
    DOMAIN.replace('(:action go', '(:durative-action go'),
    'domain:4:3 Actions that take time are not supported. Write it as an (:action …) that happens at once.'
  ],
  [
    DOMAIN.replace('(:action', '(:derived (open) (at x))\n(:action'),
    'domain:4:3 Derived facts are not supported. Let the actions that bring them about say so in their effects.'
  ],
  [
    DOMAIN.replace(':effect', ':efect'),
    'domain:6:5 An action has :parameters, :precondition and :effect, and no ":efect".'
  ],
  [
    DOMAIN.replace('(at ?a)\n', '(not (at ?a) (open))\n'),
    'domain:5:19 (not …) takes one condition, and has 2. Put several into (and …).'
  ],
  ['', 'domain:1:1 No domain is here: (define (domain NAME) …). Put its file beside that of the problem, or name both.']
])('says where and what to do: %#', (domain, expected) => {
  expect(wrongIn(domain)[domain.includes(':durative') ? 1 : 0] ?? '').toBe(expected)
})

it.each([
  [
    '(:init (at x))',
    '(:init (at z))',
    'problem:1:66 There is no "z" among the constants and objects. Did you mean "x"?'
  ],
  ['(:goal (at y))', '', 'problem:1:1 This problem has no goal: (:goal (and …)).'],
  [
    '(:goal (at y))',
    '(:goal (at y)) (:metric maximize (total-cost))',
    'problem:1:94 Of metrics only (:metric minimize (total-cost)) is supported. Without one, plans are short.'
  ],
  ['(:init (at x))', '(:init (at x) (at 5 (at y)))', 'problem:1:69 Facts that begin at a time are not supported.']
])('says the same of a problem: %s', (before, after, expected) => {
  expect(wrongIn(DOMAIN, PROBLEM.replace(before, after))).toEqual([expected])
})

it('tells a text that nests too deep instead of failing', () => {
  expect(wrongIn(`${'('.repeat(5000)}`)[0]).toMatch(/nested more than 100 levels deep/)
})
