import { describe, expect, test } from 'vitest'
import { lineage } from '../../src/core/tree/history.ts'
import type { Branch } from '../../src/core/tree/model.ts'
import { originWords, tree } from '../../src/renderer/worlds/tree.ts'
import { setup } from './host.ts'

const branch = (id: string): Branch => ({
  ...{ id, session: 'w', title: id, tip: null, fork: null, setup, createdAt: 0 }
})
const branches = ['main', 'late', 'early', 'late-child', 'other-start'].map(branch)
const places = [
  { branch: 'main', parent: null, at: 0 },
  { branch: 'late', parent: 'main', at: 3 },
  { branch: 'early', parent: 'main', at: 1 },
  { branch: 'late-child', parent: 'early', at: 2 },
  { branch: 'other-start', parent: null, at: 0 }
]

describe('the branches as a tree', () => {
  test('each stands under the one it left, in the order they left, with the lines that lead to it', () => {
    expect(tree(branches, places).map(({ branch, lines }) => [branch.id, lines])).toEqual([
      ['main', []],
      ['early', [true]],
      ['late-child', [true, false]],
      ['late', [false]],
      ['other-start', []]
    ])
  })

  test('a branch says in words where it comes from', () => {
    expect(tree(branches, places).map(originWords)).toEqual([
      'from the start',
      'from main after step 1',
      'from early after step 2',
      'from main after step 3',
      'from the start'
    ])
  })

  test('before their places are known all stand side by side, and none is missing', () => {
    expect(tree(branches, []).map(({ branch, lines }) => [branch.id, lines])).toEqual(
      branches.map(({ id }) => [id, []])
    )
  })
})

describe('lineage', () => {
  test('a branch left the first that holds the step it left at, even when others hold it too', () => {
    const chains = [
      { branch: 'main', fork: null, steps: ['a', 'b', 'c'] },
      { branch: 'two', fork: 'b', steps: ['a', 'b', 'x', 'y'] },
      { branch: 'three', fork: 'x', steps: ['a', 'b', 'x', 'z'] },
      { branch: 'four', fork: 'a', steps: ['a', 'q'] },
      { branch: 'again', fork: null, steps: ['n'] }
    ]
    expect(lineage(chains)).toEqual([
      { branch: 'main', parent: null, at: 0 },
      { branch: 'two', parent: 'main', at: 2 },
      { branch: 'three', parent: 'two', at: 3 },
      { branch: 'four', parent: 'main', at: 1 },
      { branch: 'again', parent: null, at: 0 }
    ])
  })
})
