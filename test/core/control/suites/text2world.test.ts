// Text2World's scores: what tarski 0.9.1 takes and refuses, and the traps of the published script. Facts were taken by running both.
import { expect, test } from 'vitest'
import { done } from '../../../../src/core/control/evaluate/distance.ts'
import { suiteReport } from '../../../../src/core/control/suites/report.ts'
import { readStrictly } from '../../../../src/core/control/suites/strict-domain.ts'
import { scoringDomain } from '../../../../src/core/control/suites/text2world.ts'

const P = '(:predicates (p ?x) (q))'
const A = '(:action a :parameters (?x) :precondition (p ?x) :effect (q))'
const domain = (...sections: string[]) => `(define (domain d) ${sections.join(' ')})`
const action = (precondition: string, effect = '(p ?x)', parameters = '?x') =>
  domain(
    '(:predicates (p ?x))',
    `(:action a :parameters (${parameters}) :precondition ${precondition} :effect ${effect})`
  )

test.each([
  ['no requirements', domain(P, A)],
  ['no action', domain(P)],
  ['an empty list of requirements', domain('(:requirements)', P, A)],
  ['an empty list of types', domain('(:types)', P, A)],
  [
    'a type below another',
    domain(
      '(:types b - object a - b)',
      '(:predicates (p ?x - b))',
      '(:action a :parameters (?x - a) :precondition (p ?x) :effect (p ?x))'
    )
  ],
  ['the type of everything declared', domain('(:types object)', '(:predicates (p ?x - object))')],
  ['a parenthesis too much at the end', `${domain(P, A)})`],
  ['words behind it', `${domain(P, A)} done`],
  ['a parameter twice', action('(p ?x)', '(p ?x)', '?x ?x')],
  ['nothing in (and)', action('(and)', '(and)')],
  ['nothing at all before', action('()')],
  [
    'an action named as a predicate',
    domain('(:predicates (p ?x))', '(:action p :parameters (?x) :precondition (p ?x) :effect (p ?x))')
  ],
  ['functions with action costs', domain('(:requirements :action-costs)', P, '(:functions (total-cost) - number)', A)],
  [
    'names with digits and signs',
    domain('(:predicates (p2-a ?x1))', '(:action a_b :parameters (?x-1) :precondition (p2-a ?x-1) :effect (p2-a ?x-1))')
  ],
  ['equality that nobody declared', action('(= ?x ?x)')]
])('a domain is executable with %s', (_, text) => {
  expect(readStrictly(text)).toHaveProperty('domain')
})

test.each([
  ['an unknown requirement', domain('(:requirements :foo)', P, A)],
  ['an unknown predicate', action('(r ?x)')],
  ['an unknown variable', action('(p ?y)')],
  ['another number of things', action('(p ?x ?x)')],
  ['an unknown constant', action('(p k)')],
  [
    'another type',
    domain(
      '(:types a b)',
      '(:predicates (p ?x - a))',
      '(:action a :parameters (?x - b) :precondition (p ?x) :effect (p ?x))'
    )
  ],
  [
    'a type above the one that is asked for',
    domain(
      '(:types b - object a - b)',
      '(:predicates (p ?x - a))',
      '(:action a :parameters (?x - b) :precondition (p ?x) :effect (p ?x))'
    )
  ],
  [
    'no type where one is asked for',
    domain('(:types a)', '(:predicates (p ?x - a))', '(:action a :parameters (?x) :precondition (p ?x) :effect (p ?x))')
  ],
  ['a type that is not declared', domain('(:predicates (p ?x - a))')],
  ['a type that is declared behind its use', domain('(:types a - b b - object)', P, A)],
  ['a type only named above another', domain('(:types a - b)', P, A)],
  ['a type twice', domain('(:types a a)', P, A)],
  ['a predicate with the name of a type', domain('(:types p)', '(:predicates (p ?x - p))')],
  ['a predicate twice', domain('(:predicates (p ?x) (p ?x ?y))')],
  ['an action twice', domain(P, A, A)],
  ['no effect', domain(P, '(:action a :parameters (?x) :precondition (p ?x))')],
  ['no precondition', domain(P, '(:action a :parameters (?x) :effect (p ?x))')],
  ['no parameters', domain(P, '(:action a :precondition (q) :effect (q))')],
  ['another order of its parts', domain(P, '(:action a :parameters () :effect (q) :precondition (q))')],
  ['another order of sections', domain(P, '(:types a)', A)],
  ['predicates behind an action', domain('(:action a :parameters () :precondition () :effect (and))', P)],
  ['a comma', action('(p ?x)', '(p ?x)', '?x, ?y')],
  ['an open list', domain(P, A).slice(0, -1)],
  ['words before it', `here ${domain(P, A)}`],
  ['a fence around it', `\`\`\`pddl\n${domain(P, A)}\n\`\`\``],
  ['a comment at the end without a line break', `${domain(P, A)} ; end`],
  ['several types at once', domain('(:types a b)', '(:predicates (p ?x - (either a b)))')],
  ['an empty effect', action('(p ?x)', '()')],
  ['"or" of one', action('(or (p ?x))')],
  ['"or" as an effect', action('(p ?x)', '(or (p ?x))')],
  ['"exists" as an effect', action('(p ?x)', '(exists (?y) (p ?y))')],
  ['"and" in "and" as an effect', action('(p ?x)', '(and (and (p ?x)) (p ?x))')],
  ['"when" in "when"', action('(p ?x)', '(when (p ?x) (when (p ?x) (p ?x)))')],
  ['a variable that hides another', action('(forall (?x) (p ?x))')],
  ['functions without action costs', domain(P, '(:functions (f))', A)],
  ['an empty list of predicates', domain('(:predicates)')],
  ['an action that takes time', domain(P, '(:durative-action a :parameters ())')],
  ['a name that begins with a digit', domain(P, '(:action 1a :parameters () :precondition () :effect (q))')],
  ['a list in place of a condition', action('((p ?x))')]
])('a domain is not executable with %s, and a line says why', (_, text) => {
  expect(readStrictly(text)).toMatchObject({ line: expect.any(Number), message: expect.stringMatching(/\.$/) })
})

test('conditions and effects are compared in the words of tarski', () => {
  const text = domain(
    '(:types block room)',
    '(:constants c1 - block)',
    '(:predicates (on ?x - block ?y - block) (clear ?x - block) (hand-empty) (at ?p - room))',
    `(:action a :parameters (?x ?y - block) :precondition (and (on ?x ?y) (not (clear ?x)) (or (clear ?y) (hand-empty))
      (not (= ?x c1)) (exists (?q - block ?r - room) (and (on ?q ?x) (at ?r))) (forall (?q - block) (imply (clear ?q) (on ?q ?q))))
      :effect (and (on ?y ?x) (not (on ?x ?y)) (when (clear ?x) (not (clear ?y)))
      (when (and (clear ?x) (clear ?y)) (and (clear ?x) (not (hand-empty)))) (forall (?q - block) (when (clear ?q) (not (clear ?q))))))`
  )
  const read = readStrictly(text)
  expect('domain' in read && read.domain.actions.get('a')).toEqual({
    parameters: ['?x', '?y'],
    precondition:
      '(on(?x,?y) and (not clear(?x)) and (clear(?y) or hand-empty()) and (not =(?x,c1)) and exists ?q, ?r : ((on(?q,?x) and at(?r))) and forall ?q : (((not clear(?q)) or on(?q,?q))))',
    effects: [
      '(T -> ADD(on(?y,?x)))',
      '(T -> DEL(on(?x,?y)))',
      '(clear(?x) -> DEL(clear(?y)))',
      '((clear(?x) and clear(?y)) -> ADD(clear(?x)))',
      '((clear(?x) and clear(?y)) -> DEL(hand-empty()))',
      '(T -> forall ([?q (block)]) : ((clear(?q) -> DEL(clear(?q)))))'
    ]
  })
})

const scores = (predicted: string, truth: string) => done(scoringDomain(predicted, truth)).scores
const TRUTH = domain(
  '(:predicates (at ?x) (standing ?x) (door ?a ?b))',
  '(:action go :parameters (?a ?b) :precondition (and (at ?a) (door ?a ?b)) :effect (and (at ?b) (not (at ?a))))',
  '(:action sit :parameters (?a) :precondition (and (standing ?a) (at ?a)) :effect (not (standing ?a)))'
)

test('the truth scores 100 against itself', () => {
  expect(scores(TRUTH, TRUTH)).toEqual({
    ...{ executability: 100, levenshtein_ratio_cleaned: 100, similarity: 100, predicate_f1: 100 },
    ...{ action_f1_params: 100, action_f1_preconds: 100, action_f1_effect: 100 }
  })
})

test('a missing action makes all three scores of actions 0, and an extra one costs nothing', () => {
  const without = TRUTH.replace(/\(:action sit.*$/, ')')
  expect(scores(without, TRUTH)).toMatchObject({ action_f1_params: 0, action_f1_preconds: 0, action_f1_effect: 0 })
  expect(scores(TRUTH, without)).toMatchObject({
    action_f1_params: 100,
    action_f1_preconds: 100,
    action_f1_effect: 100
  })
})

test('preconditions are parted at the letters "and", and one that is empty makes all scores of actions 0', () => {
  // "st", "ing(?a)" and "at(?a)" against "st", "ing(?a": the cut of the ends is the same for one fact.
  const one = TRUTH.replace('(and (standing ?a) (at ?a))', '(standing ?a)')
  expect(scores(one, TRUTH)).toMatchObject({ action_f1_preconds: 50 })
  const empty = TRUTH.replace('(and (standing ?a) (at ?a))', '()')
  expect(scores(empty, TRUTH)).toMatchObject({ executability: 100, action_f1_params: 0, action_f1_effect: 0 })
})

test('what cannot be executed has a similarity and no F1, which the published mean counts as 0', () => {
  const broken = TRUTH.replace('(:predicates', '(:preds')
  const { scores: own, why } = done(scoringDomain(broken, TRUTH))
  expect(own).toMatchObject({ executability: 0, similarity: 97.9, predicate_f1: null, action_f1_effect: null })
  expect(why).toBe('line 1, column 20: There is no section ":preds" that can be executed.')
  const row = { missing: {}, problem: null, ms: 0 }
  const { means } = suiteReport('text2world', [
    { id: 'a', scores: own, ...row },
    { id: 'b', scores: scores(TRUTH, TRUTH), ...row }
  ])
  expect(means.find(({ score }) => score === 'predicate_f1')).toEqual({
    ...{ score: 'predicate_f1', mean: 100, of: 1, missing: 1, published: 50 }
  })
})
