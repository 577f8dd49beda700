// Who is in which world: files that every Orrery on the same data reads.
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOthers, STAYS_MS } from '../../../src/host/data/others.ts'

let home: string
beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), 'orrery-here-')), 'here')
})
afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }))

const window = { session: 'w', kind: 'window', name: '' } as const
const agent = { session: 'w', kind: 'agent', name: 'a tester' } as const

it('is seen by others, and not by oneself', () => {
  const [one, other] = [createOthers(home, Date.now), createOthers(home, Date.now)]
  expect(one.but('window-1')).toEqual([])
  one.say('window-1', window)
  other.say('agent-9', agent)
  expect(one.but('window-1')).toEqual([agent])
  expect(other.but('window-2')).toEqual([agent, window])
})

it('is over when it is said so, and when it is not said again in time', () => {
  const presence = createOthers(home, Date.now)
  presence.say('window-1', window)
  presence.say('agent-9', agent)
  presence.say('window-1', null)
  expect(presence.but('-')).toEqual([agent])
  const before = new Date(Date.now() - STAYS_MS.agent - 1000)
  utimesSync(join(home, 'agent-9.json'), before, before)
  expect([presence.but('-'), readdirSync(home)]).toEqual([[], []])
})

it('an unfinished file, another file and a name with odd characters do no harm', () => {
  const presence = createOthers(home, Date.now)
  presence.say('window-../../x', window)
  expect(readdirSync(home)).toEqual(['window-______x.json'])
  writeFileSync(join(home, 'half.json'), '{"session": "w')
  writeFileSync(join(home, 'other.json'), '{"session": 3}')
  writeFileSync(join(home, 'notes.txt'), 'mine')
  expect(presence.but('-')).toEqual([window])
  expect(readdirSync(home)).toContain('notes.txt')
})

it('is written again only when something has changed or it would end', () => {
  let now = 1000
  const presence = createOthers(home, () => now)
  presence.say('window-1', window)
  const path = join(home, 'window-1.json')
  rmSync(path)
  presence.say('window-1', window)
  expect(readdirSync(home)).toEqual([])
  now += STAYS_MS.window
  presence.say('window-1', window)
  expect(readdirSync(home)).toEqual(['window-1.json'])
})

it('nobody sees anybody where nothing can be written', () => {
  const presence = createOthers(null, Date.now)
  presence.say('window-1', window)
  expect(presence.but('-')).toEqual([])
})
