// The file of links, without a host: what it keeps, what two processes see of each other, and what is refused.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Link } from '../../../src/core/contract/links.ts'
import { OrreryError } from '../../../src/core/errors.ts'
import type { Session } from '../../../src/core/tree/model.ts'
import { createLinks } from '../../../src/host/agents/links.ts'

let home: string
let worlds: Set<string>
let count: number
let gone: [string, string][]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-links-'))
  worlds = new Set(['w', 'other'])
  count = 0
  gone = []
})
afterEach(() => rmSync(home, { recursive: true }))

/** What a process holds of the file in `home`. */
function process() {
  const session = (id: string) => {
    if (!worlds.has(id)) throw new OrreryError('not-found', 'No such world.')
    // `as`: what is not asked for here.
    return { id } as Session
  }
  const names = { next: () => `l${++count}` }
  return createLinks({ home, names, store: { session } }, (id, why) => gone.push([id, why.message]))
}
const of = (more: Partial<Link> = {}) => {
  const { id, secret, ...link } = Link.parse({
    ...{ id: '', secret: '', session: 'w', branch: 'b', title: 'Door', createdAt: 0, start: null },
    ...{ forks: false, previews: 0, budget: null, parent: null, ...more }
  })
  return link
}
const written = () => JSON.parse(readFileSync(join(home, 'links.json'), 'utf8')).links.map(({ id }: Link) => id)
const refusal = (ask: () => unknown) => {
  try {
    ask()
  } catch (error) {
    if (error instanceof OrreryError) return [error.code, error.message]
    throw error
  }
  return null
}
const REVOKED = 'The link was revoked while this ran.'
const DELETED = 'The world was deleted while this ran.'
const NO_WORLD = ['forbidden', 'This address leads to no world. It may have been revoked; ask for a new one.']
const NO_LINK = ['not-found', 'There is no such link. It may have been revoked; make a new one.']

test('a kept link is there for the next process, one of an agent or of this process alone is not', () => {
  const links = process()
  const kept = links.add(of())
  const child = links.add(of({ parent: kept.id }))
  const alone = links.add(of(), { kept: false })
  expect(written()).toEqual([kept.id])
  expect(links.all()).toEqual([kept, child, alone])
  expect(links.of(alone.secret)).toEqual(alone)
  expect(process().all()).toEqual([kept])
})

test('nobody but their owner reads the secrets, and no two are alike', () => {
  const links = process()
  const secrets = Array.from({ length: 50 }, () => links.add(of(), { kept: false }).secret)
  links.add(of())
  expect(new Set(secrets).size).toBe(50)
  expect(secrets.filter((secret) => !/^[\w-]{32}$/.test(secret))).toEqual([])
  if (globalThis.process.platform !== 'win32') expect(statSync(join(home, 'links.json')).mode & 0o077).toBe(0)
})

test('a revoked link takes along those that its agent made, and its secret opens nothing', () => {
  const links = process()
  const [first, other] = [links.add(of()), links.add(of())]
  const child = links.add(of({ parent: first.id }))
  const grandchild = links.add(of({ parent: child.id }))
  links.remove(first.id)
  expect(gone).toEqual([first, child, grandchild].map(({ id }) => [id, REVOKED]))
  expect(links.all()).toEqual([other])
  expect(written()).toEqual([other.id])
  for (const { secret } of [first, child, grandchild]) expect(refusal(() => links.of(secret))).toEqual(NO_WORLD)
  expect(refusal(() => links.of('guessed'))).toEqual(NO_WORLD)
  expect(refusal(() => links.of(''))).toEqual(NO_WORLD)
  for (const ask of [() => links.get(first.id), () => links.remove(first.id), () => links.change(first.id, {})]) {
    expect(refusal(ask)).toEqual(NO_LINK)
  }
})

test('what another process makes, leads elsewhere or revokes holds here from the next call on', () => {
  const [here, there] = [process(), process()]
  const alone = here.add(of(), { kept: false })
  const link = there.add(of())
  const child = here.add(of({ parent: link.id }))
  expect(here.of(link.secret)).toEqual(link)
  there.change(link.id, { branch: 'c' })
  expect(here.get(link.id).branch).toBe('c')
  gone = []
  there.remove(link.id)
  expect(here.all()).toEqual([alone])
  expect(gone).toEqual([link, link, child].map(({ id }) => [id, REVOKED]))
})

test('the agents of a deleted world are told so, by this process and by one that finds out later', () => {
  const [here, there] = [process(), process()]
  const link = here.add(of())
  const other = here.add(of({ session: 'other' }))
  expect(there.all()).toHaveLength(2)
  const deleted = ['not-found', 'The world of this address was deleted. Ask for the address of another one.']
  here.leave('w')
  expect(gone).toEqual([[link.id, DELETED]])
  expect(refusal(() => here.of(link.secret))).toEqual(deleted)
  worlds.delete('w')
  expect(refusal(() => there.of(link.secret))).toEqual(deleted)
  expect(gone).toEqual([1, 2].map(() => [link.id, DELETED]))
  expect(there.all()).toEqual([other])
  // A world may go without a word; its link finds out when it is used.
  worlds.delete('other')
  expect(refusal(() => here.of(other.secret))).toEqual(deleted)
  expect(written()).toEqual([])
})

test.each([
  ['no JSON', '{'],
  ['something else', '{"links": 1}'],
  ['a link without a secret', '{"links": [{"id": "l1"}]}']
])('a file with %s is refused with what to do, and left as it is', (_what, text) => {
  const path = join(home, 'links.json')
  writeFileSync(path, text)
  expect(refusal(process)).toEqual([
    'invalid-input',
    `"${path}" does not hold Orrery's links for agents. Delete it to start without links.`
  ])
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('so many links are made and no more, until one is given back', () => {
  const links = process()
  const first = links.add(of(), { kept: false })
  for (let made = 1; made < 10_000; made++) links.add(of(), { kept: false })
  expect(refusal(() => links.add(of()))).toEqual([
    'busy',
    'There are 10000 links already. Revoke those that are not used any more.'
  ])
  links.remove(first.id)
  expect(links.add(of(), { kept: false }).id).toBeTruthy()
})
