import { afterEach, beforeEach, expect, test } from 'vitest'
import { treeSource } from '../../../src/core/formats/exporters/source.ts'
import type { ExportedTurn, ExportSource } from '../../../src/core/formats/exporting.ts'
import { openStore } from '../../../src/host/database/store.ts'
import { sourceOf } from '../../../src/host/formats/source.ts'
import { tree } from '../../core/trees.ts'
import { clock, draftOf } from '../records.ts'

const whole = await tree()
const { signal } = new AbortController()
let store: ReturnType<typeof openStore>
beforeEach(() => {
  store = openStore(':memory:', { clock })
  store.importSession(whole.session, whole.branches, whole.steps, whole.calls)
})
afterEach(() => store.close())

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

async function everything(source: ExportSource) {
  const turns: ExportedTurn[] = []
  const siblings: ExportedTurn[] = []
  for (const branch of source.branches) {
    for await (const turn of source.chain(branch)) {
      turns.push(turn)
      siblings.push(...(await all(source.siblings(turn))))
    }
  }
  const { session, branches, branch, size } = source
  const lengths = branches.map((each) => source.chain(each).length)
  const lists = { steps: await all(source.steps()), calls: await all(source.calls()) }
  return { session, branches, branch, size, lengths, turns, siblings, ...lists, holds: source.holds() }
}

test('a session in the store is read as the same session in memory', async () => {
  const inMemory = treeSource({ ...whole, steps: store.stepIds('s1').map(store.step) })
  expect(await everything(sourceOf(store, 's1', { signal }))).toEqual(await everything(inMemory))
})

test('a turn has its place, its calls, the rules it was made under, and what else was tried there', async () => {
  const source = sourceOf(store, 's1', { branch: 'other', signal })
  const turns = await all(source.chain())
  expect(turns.map(({ number, step }) => [number, step.id])).toEqual([
    [1, whole.steps[0]?.id],
    [2, whole.steps[1]?.id],
    [3, whole.steps[6]?.id]
  ])
  const last = turns[2]
  if (!last) throw new Error('no third turn')
  expect([last.call?.id, last.setup.seed]).toEqual(['c6', 7])
  expect((await all(source.siblings(last))).map(({ step }) => step.id)).toEqual([whole.steps[2]?.id])
})

test('what a session holds is told without reading it, drafts too', () => {
  const source = sourceOf(store, 's1', { signal })
  const held = {
    thinking: true,
    traces: true,
    firings: true,
    instructions: true,
    leftOut: false,
    drafts: false,
    calls: 7
  }
  expect(source.holds()).toEqual(held)
  store.saveDraft(draftOf(store.branch('b1'), 'd'))
  expect(source.holds()).toEqual({ ...held, drafts: true })
})

test('reading stops where it is cancelled', async () => {
  const abort = new AbortController()
  const source = sourceOf(store, 's1', { signal: abort.signal })
  abort.abort()
  await expect(all(source.steps())).rejects.toThrow('The export was cancelled.')
})
