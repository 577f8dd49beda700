// Runs as a tree: together while actions and observations are equal.
import { describe, expect, it } from 'vitest'
import { divergence, type TakenAction } from '../../../src/core/control/divergence.ts'
import { Stretch, turnAfter } from '../../../src/core/control/divergence-tree.ts'
import { must } from '../../must.ts'

/** A run of turns such as `['ls', 'a.txt']`; an action is told by what stands before its first comma. */
const run = (...turns: [action: string, observation: string][]): TakenAction[] =>
  turns.map(([action, observation]) => ({ action, observation, label: () => action.split(',')[0] ?? '' }))

const whole = (turn: number, action: string) => ({ turn, action, observed: true })
const alone = { parent: null, differs: null, parts: null }

describe('partings', () => {
  it('have nothing to say without a run, and one stretch for a single one and for equal ones', () => {
    const one = run(['ls', 'a'], ['cat a', 'x'])
    expect(divergence([])).toEqual([])
    expect(divergence([[]])).toEqual([{ ...alone, runs: [0], turns: [], ended: [0] }])
    const turns = [whole(1, 'ls'), whole(2, 'cat a')]
    expect(divergence([one])).toEqual([{ ...alone, runs: [0], turns, ended: [0] }])
    expect(divergence([one, [...one], [...one]])).toEqual([{ ...alone, runs: [0, 1, 2], turns, ended: [0, 1, 2] }])
  })

  it('are at the first turn where the first actions differ; more runs come first', () => {
    expect(divergence([run(['ls', 'a']), run(['pwd', '/']), run(['pwd', '/'])])).toEqual([
      { parent: null, runs: [0, 1, 2], turns: [], differs: null, ended: [], parts: 'action' },
      {
        ...{ parent: 0, runs: [1, 2], turns: [whole(1, 'pwd')], ended: [1, 2], parts: null },
        differs: { line: 1, text: 'pwd' }
      },
      { parent: 0, runs: [0], turns: [whole(1, 'ls')], differs: { line: 1, text: 'ls' }, ended: [0], parts: null }
    ])
  })

  it('are within a turn where only the world differed, and say the line that did', () => {
    const runs = ['one\ntwo\nthree', 'one\n2\nthree', 'one\ntwo\nthree'].map((text) => run(['ls', text], ['pwd', '/']))
    const rest = [{ turn: 1, action: null, observed: true }, whole(2, 'pwd')]
    expect(divergence(runs)).toEqual([
      {
        ...{ parent: null, runs: [0, 1, 2], differs: null, ended: [], parts: 'observation' },
        turns: [{ turn: 1, action: 'ls', observed: false }]
      },
      { parent: 0, runs: [0, 2], turns: rest, differs: { line: 2, text: 'two' }, ended: [0, 2], parts: null },
      { parent: 0, runs: [1], turns: rest, differs: { line: 2, text: '2' }, ended: [1], parts: null }
    ])
  })

  it('keep a run that is the beginning of others where it ended', () => {
    const long = run(['ls', 'a'], ['pwd', '/'], ['id', 'me'])
    const [first, second] = divergence([long.slice(0, 1), long, long])
    expect(first).toEqual({ ...alone, runs: [0, 1, 2], turns: [whole(1, 'ls')], ended: [0], parts: 'end' })
    expect(second).toEqual({
      ...{
        parent: 0,
        runs: [1, 2],
        turns: [whole(2, 'pwd'), whole(3, 'id')],
        differs: null,
        ended: [1, 2],
        parts: null
      }
    })
    const apart = divergence([long.slice(0, 1), long, run(['ls', 'a'], ['who', 'me'])])
    expect(apart.map(({ ended, parts }) => [ended, parts])).toEqual([
      [[0], 'action'],
      [[1], null],
      [[2], null]
    ])
  })

  it('tell an action first and what the world said to it after', () => {
    const tree = divergence([
      run(['ls', 'a'], ['cat', 'x']),
      run(['ls', 'a'], ['cat', 'y']),
      run(['ls', 'a'], ['rm', ''])
    ])
    expect(tree.map(({ parent, runs, turns, parts }) => [parent, runs, turns, parts])).toEqual([
      [null, [0, 1, 2], [whole(1, 'ls')], 'action'],
      [0, [0, 1], [{ turn: 2, action: 'cat', observed: false }], 'observation'],
      [1, [0], [{ turn: 2, action: null, observed: true }], null],
      [1, [1], [{ turn: 2, action: null, observed: true }], null],
      [0, [2], [whole(2, 'rm')], null]
    ])
    expect(tree.map(turnAfter)).toEqual([2, 2, 3, 3, 3])
    expect(turnAfter({ turns: [] })).toBe(1)
  })

  it('tell actions of one label by what differs in them', () => {
    const long = 'x'.repeat(300)
    const tree = divergence([run([`write,${long}one`, '']), run([`write,${long}two${long}`, ''])])
    expect(tree.slice(1).map(({ differs }) => must(differs).text)).toEqual([
      `…${'x'.repeat(40)}one`,
      `…${'x'.repeat(40)}two${'x'.repeat(156)}…`
    ])
  })

  it.each([
    [
      'a line that the others have not',
      ['a\nb', 'a\nc', 'd\nb'],
      [
        [2, 'b'],
        [2, 'c'],
        [1, 'd']
      ]
    ],
    [
      'a text that ended',
      ['a', 'a\nb', ''],
      [
        [2, null],
        [2, 'b'],
        [1, '']
      ]
    ],
    [
      'an empty line',
      ['a\n\nb', 'a\nc\nb'],
      [
        [2, ''],
        [2, 'c']
      ]
    ],
    [
      'a first line',
      ['\na', 'b'],
      [
        [1, ''],
        [1, 'b']
      ]
    ],
    // Halves of two characters: neither is shown.
    [
      'a character of two units',
      [`${'x'.repeat(41)}😀`, `${'x'.repeat(41)}😁`],
      [
        [1, `…${'x'.repeat(39)}😀`],
        [1, `…${'x'.repeat(39)}😁`]
      ]
    ]
  ])('name %s', (_what, texts, told) => {
    const tree = divergence(texts.map((text) => run(['ls', text])))
    expect(tree.slice(1).map(({ differs }) => [must(differs).line, must(differs).text])).toEqual(told)
  })

  it('are found among a hundred long runs, however deep they part, asking for each label once', () => {
    let asked = 0
    const turn = (action: string, observation: string): TakenAction => ({
      ...{ action, observation },
      label: () => {
        asked++
        return action
      }
    })
    // Each leaves the others one turn later than the one before it.
    const comb = Array.from({ length: 100 }, (_, index) =>
      Array.from({ length: 150 }, (_, at) => turn(at === index ? `leaves at ${at}` : `turn ${at}`, 'y'.repeat(2000)))
    )
    const tree = divergence(comb)
    expect(tree).toHaveLength(199)
    expect(tree.flatMap(({ ended }) => ended).toSorted((a, b) => a - b)).toEqual([...comb.keys()])
    const told = tree.reduce((sum, { turns }) => sum + turns.length, 0)
    // Where runs part by their actions, these are asked for to tell the branches apart.
    expect(asked).toBe(told + 198)
    let depth = 0
    for (let at = tree.findIndex(({ runs }) => runs.length === 1 && runs[0] === 99); at > 0; depth++)
      at = must(must(tree[at]).parent)
    expect(depth).toBe(99)
    expect(Stretch.array().parse(tree)).toEqual(tree)
  })
})
