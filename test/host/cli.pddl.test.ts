// Worlds of PDDL on the command line: `orrery pddl`, and `--program` with a problem or a game.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { orrery, ownHome } from './command-line.ts'

const ROADS = ['test/fixtures/pddl/roads/domain.pddl', 'test/fixtures/pddl/roads/problem.pddl']
const GAME = 'resources/scenarios/programs/cottage.tw-pddl'
const GATES = 'resources/scenarios/programs/gates.pddl'

let own: ReturnType<typeof ownHome>
beforeEach(() => {
  own = ownHome()
})
afterEach(() => own.remove())

function written(name: string, text: string): string {
  const file = join(own.folder, name)
  writeFileSync(file, text)
  return file
}

test('a plan is found, walked, and refused where it cannot be walked', async () => {
  const found = await orrery(['pddl', 'plan', ...ROADS])
  expect([found.code, found.out]).toEqual([0, '(drive asker dale)\n(drive dale cote)\n(drive cote birk)\n'])
  expect(found.err).toContain('3 actions, cost 9, the cheapest')
  const good = await orrery(['pddl', 'validate', ...ROADS, written('good.plan', found.out)])
  expect([good.code, good.out]).toEqual([0, 'ok: 3 actions, 4 things\nplan: 3 actions, cost 9, reaches the goal\n'])
  const plan = written('bad.plan', '; a try\n(drive asker birk)\n(drive asker dale)\n')
  const bad = await orrery(['pddl', 'validate', ...ROADS, plan])
  expect([bad.code, bad.out]).toEqual([
    1,
    `ok: 3 actions, 4 things\n${plan}:3:1: plan: You cannot drive asker dale: (here asker) does not hold.\n`
  ])
  const short = await orrery(['pddl', 'validate', ...ROADS, written('short.plan', '(drive asker birk)')])
  expect([short.code, short.out]).toEqual([1, expect.stringContaining('the goal is not reached')])
})

test('a problem finds its domain beside it, and a game its walkthrough in itself', async () => {
  const listed = await orrery(['pddl', 'actions', GATES])
  expect([listed.code, listed.out]).toEqual([0, '(go mara yard hall)\n(take mara brass)\n'])
  const after = await orrery(['pddl', 'actions', GATES, written('one.plan', '(take mara brass)')])
  expect(after.out).toBe('(go mara yard hall)\n(drop mara brass yard)\n')
  const game = await orrery(['pddl', 'validate', GAME])
  expect([game.code, game.out]).toEqual([
    0,
    'ok: 11 actions, 16 things\nwalkthrough: 9 actions, cost 11, reaches the goal\n'
  ])
  const given = await orrery(['pddl', 'plan', GATES, '--most', '5'])
  expect([given.code, given.out]).toEqual([
    1,
    'no plan was found in 5 states; there may be one. --most looks at more\n'
  ])
})

test('what is wrong is told with file, line and column', async () => {
  const domain = written('domain.pddl', '(define (domain d)\n  (:predicates (p))\n  (:action a :effect (q)))')
  const problem = written('problem.pddl', '(define (problem x) (:domain d) (:goal (p)))')
  const read = await orrery(['pddl', 'validate', domain, problem])
  expect([read.code, read.out]).toEqual([
    1,
    `${domain}:3:22: There is no predicate "q". Declare it in (:predicates …). Did you mean "p"?\n`
  ])
  const other = await orrery(['pddl', 'plan', problem, '--json'])
  expect([other.code, JSON.parse(other.out)]).toMatchObject([1, { problems: [{ file: domain, line: 3, column: 22 }] }])
  expect((await orrery(['pddl', 'plan', written('none.txt', '')])).code).toBe(2)
})

test('--program plays a problem and a game as text worlds, from elsewhere too', async () => {
  const file = join(own.folder, 'game.tw-pddl')
  copyFileSync(GAME, file)
  const game = await orrery(['step', '--program', file], 'walk to the chair 1')
  expect([game.code, game.out]).toEqual([
    0,
    expect.stringContaining('You walk over to the chair 1. There is a lantern 1 there.')
  ])
  const gates = await orrery(['step', '--program', GATES], 'go mara hall store')
  expect([gates.code, gates.out]).toEqual([0, expect.stringContaining('You cannot go mara hall store')])
  const broken = await orrery(['step', '--program', written('broken.pddl', '(define (domain d)')], 'look')
  expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('broken.pddl:1:1: The list that begins here')])
})
