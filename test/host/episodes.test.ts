// Episodes that agents left go after a time; nothing that a person made or goes on from does.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/core/tree/store.ts'
import { openStore } from '../../src/host/database/store.ts'
import { must } from '../must.ts'
import { branchOf, callOf, clock, sessionOf, stepAfter } from './records.ts'

let home: string
let store: Store
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-episodes-'))
  store = openStore(join(home, 'orrery.db'), { clock })
  await store.createSession(sessionOf('s'), [branchOf('s', 'main')])
})
afterEach(async () => {
  await store.close()
  await rm(home, { recursive: true, force: true })
})

const LATER = 1_000_000
const AGENT = { agent: { name: 'a tester' } }

/** An episode of `lines` from the start of the world, by an agent or a person. */
async function episode(id: string, lines: string[], { person = false, from = null as string | null } = {}) {
  const branch = branchOf('s', id, { tip: from, fork: from, createdAt: 10 })
  await store.createBranch(branch, { episode: true })
  let tip: string | null = from
  for (const line of lines) {
    const step = await stepAfter(tip === null ? null : store.step(tip), line)
    const call = callOf(step.id, branch, { id: `${id} ${line}`, createdAt: 20, ...(!person && AGENT) })
    await store.commit({ step, call, branch: id, expected: tip, fork: null, draft: null })
    tip = step.id
  }
  return tip
}
const both = (before: number) => ({ left: before, idle: before })
const ended = () => store.endedEpisodes(both(LATER)).map(({ id }) => id)

describe('episodes', () => {
  it('are listed when their last step is old enough, and go with their steps', async () => {
    const tip = await episode('one', ['a', 'b'])
    expect([ended(), store.endedEpisodes(both(20))]).toEqual([['one'], []])
    expect(await store.removeEpisodes(['one'])).toBe(1)
    expect(() => store.branch('one')).toThrow('no branch')
    expect(() => store.step(must(tip))).toThrow('no step')
    expect(store.branches('s').map(({ id }) => id)).toEqual(['main'])
  })

  it('keep the steps that they share with others', async () => {
    const kept = await episode('one', ['a', 'b'])
    await episode('two', ['a', 'c'])
    expect(await store.removeEpisodes(['two'])).toBe(1)
    expect(store.chain(kept).map(({ action }) => action)).toHaveLength(2)
    expect(store.rows('s', kept)).toHaveLength(2)
  })

  it('that nobody has left have longer', async () => {
    await episode('left', ['a'])
    await episode('held', ['b'])
    await store.leaveEpisode('left')
    await store.leaveEpisode('main')
    expect(store.endedEpisodes({ left: LATER, idle: 20 }).map(({ id }) => id)).toEqual(['left'])
    expect(ended().sort()).toEqual(['held', 'left'])
    expect(await store.removeEpisodes(['left', 'main'])).toBe(1)
  })

  it('of which many did the same go all the same', async () => {
    for (const id of ['one', 'two', 'three']) await episode(id, ['a', 'b'])
    expect(await store.removeEpisodes(['one', 'two'])).toBe(2)
    const { tip } = store.branch('three')
    expect(store.chain(tip)).toHaveLength(2)
    expect(store.calls('s', must(tip)).map(({ branch }) => branch)).toEqual(['three'])
    expect(await store.removeEpisodes(['three'])).toBe(1)
    expect(store.stepIds('s')).toEqual([])
  })

  it('stay where a person acted, gave a name, or another branch goes on, and where they are none', async () => {
    await episode('acted', ['a'], { person: true })
    await episode('named', ['b'])
    await store.renameBranch('named', 'the one that worked')
    const tip = await episode('forked', ['c'])
    await store.createBranch(branchOf('s', 'on', { tip, fork: tip }))
    expect(ended()).toEqual(['forked'])
    expect(await store.removeEpisodes(['acted-by-nobody', 'main', 'on', 'named', 'forked'])).toBe(0)
    expect(
      store
        .branches('s')
        .map(({ id }) => id)
        .sort()
    ).toEqual(['acted', 'forked', 'main', 'named', 'on'])
  })

  it('leave the disk as it was', async () => {
    await store.compact()
    const before = store.bytes()
    for (let at = 0; at < 200; at++) await episode(`e${at}`, [`${at} ${'x'.repeat(2000)}`, 'b'])
    await store.compact()
    expect(store.bytes()).toBeGreaterThan(before + 200_000)
    const all = store.endedEpisodes(both(LATER)).map(({ id }) => id)
    expect(all).toHaveLength(200)
    expect(await store.removeEpisodes(all)).toBe(200)
    await store.compact()
    expect(store.bytes()).toBe(before)
  })
})
