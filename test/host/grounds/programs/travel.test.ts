// A world with a program out in an export and back in on another computer.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Handlers } from '../../../../src/core/contract/index.ts'
import { type Action, NewSetup } from '../../../../src/core/tree/model.ts'
import { createHost } from '../../../../src/host/host.ts'
import { scripted } from '../../../core/acting.ts'
import { must } from '../../../must.ts'

const resources = join(import.meta.dirname, '..', '..', '..', '..', 'resources')
const { signal } = new AbortController()

let home: string
const hosts: Handlers[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-programs-'))
})
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.dispose()))
  await rm(home, { recursive: true })
})

async function openHost(at: string): Promise<Handlers> {
  const host = await createHost({ home: join(home, at), resources, engine: scripted(() => []).engine })
  hosts.push(host)
  return host
}

const PLAY = [
  { name: 'take_ticket', arguments: { id: 'T-102' } },
  { name: 'reply', arguments: { id: 'T-102', text: 'Please install version 2.1.' } },
  { name: 'close_ticket', arguments: { id: 'T-102' } },
  { name: 'list_tickets', arguments: {} }
]

const TIDY = ['go to table 1', 'take apple 1 from table 1', 'go to fridge 1', 'open fridge 1', 'look']
const WORLDS: [name: string, played: Action[], tool: string | undefined][] = [
  ['ticket-queue', PLAY, 'take_ticket'],
  ['household', TIDY, undefined]
]

async function play(host: Handlers, session: string, branch: string, actions: Action[]): Promise<string[]> {
  const ids: string[] = []
  for (const action of actions) {
    for await (const event of host.streams['steps.run'](
      { session, branch, action, instruction: '', trace: false },
      { signal }
    )) {
      if (event.type === 'failed') throw new Error(event.error.message)
      if (event.type === 'committed') ids.push(event.step.id)
    }
  }
  return ids
}

it.each(WORLDS)(
  '51.5 %s keeps its program through an export, and plays there to the same steps',
  async (name, played, tool) => {
    const host = await openHost('one')
    const { setup } = must((await host.calls['scenarios.list']({})).find((one) => one.name === name))
    const { session, branch } = await host.calls['worlds.create']({ setup })
    expect(branch.setup.program?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(branch.setup.tools.map((one) => one.name)).toEqual(tool ? expect.arrayContaining([tool]) : [])
    const ids = await play(host, session.id, branch.id, played)
    const target = join(home, 'world.jsonl')
    const input = { sessions: [session.id], format: 'orrery', options: {}, to: { kind: 'path' as const, path: target } }
    for await (const _ of host.streams['formats.export'](input, { signal }));

    const other = await openHost('two')
    const files = [{ name: 'world.jsonl', text: await readFile(target, 'utf8') }]
    for await (const event of other.streams['formats.import'](
      { files, paths: [], options: {}, keep: true },
      { signal }
    ))
      if (event.type === 'report') expect(event.report.problems).toEqual([])
    const list = [must(played.at(-1))]
    expect(await play(other, session.id, branch.id, list)).toEqual(await play(host, session.id, branch.id, list))
    const again = await other.calls['worlds.create']({ setup: branch.setup })
    expect(await play(other, again.session.id, again.branch.id, played)).toEqual(ids)
  }
)

it('refuses a world whose program fails before it begins, and one where no program can answer', async () => {
  const host = await openHost('one')
  const create = (domain: string, text: string) =>
    host.calls['worlds.create']({ setup: NewSetup.parse({ domain, program: { text } }) })
  await expect(create('mcp', 'export const init = () => {\n  nothing.there\n}')).rejects.toThrow(
    "The program failed in init, line 2: ReferenceError: 'nothing' is not defined."
  )
  const toolless = 'export const init = () => ({})\nexport const actions = () => ({ tools: [{ name: "a" }] })'
  await expect(create('mcp', toolless)).rejects.toThrow(
    /^What init and actions returned does not fit the contract: actions\.tools\.0: "inputSchema" is missing \(an object\)\.$/
  )
  await expect(create('terminal', 'export const init = () => ({})')).rejects.toThrow(
    'No program can answer in the terminal domain.'
  )
  const text = 'export const init = () => ({ a: 1 })\nexport const step = () => ({ answer: "a" })'
  const { branch, session } = await create('mcp', text)
  const changed = await host.calls['worlds.fork']({
    ...{ session: session.id, branch: branch.id, at: null },
    setup: { program: { language: 'javascript', version: 1, text: 'export const init = () => ({ b: 1 })' } }
  })
  expect(changed.setup.program?.hash).not.toBe(branch.setup.program?.hash)
})

it('a hash in a file is not believed: the program of a world is its text', async () => {
  const host = await openHost('one')
  const text = (word: string) =>
    `export const init = () => ({ word: "${word}" })\nexport const actions = () => ({ tools: [{ name: "say", inputSchema: {} }] })\nexport const step = (state) => ({ answer: state.word })`
  const make = async (word: string) =>
    host.calls['worlds.create']({
      setup: NewSetup.parse({ domain: 'mcp', grounding: 'executed', program: { text: text(word) } })
    })
  const honest = await make('honest')
  const false_ = await make('false')
  const say = [{ name: 'say', arguments: {} }]
  await play(host, honest.session.id, honest.branch.id, say)
  await play(host, false_.session.id, false_.branch.id, say)
  const target = join(home, 'false.jsonl')
  const input = {
    sessions: [false_.session.id],
    format: 'orrery',
    options: {},
    to: { kind: 'path' as const, path: target }
  }
  for await (const _ of host.streams['formats.export'](input, { signal }));
  const hashOf = ({ branch }: typeof honest) => must(branch.setup.program).hash
  const forged = (await readFile(target, 'utf8')).replaceAll(hashOf(false_), hashOf(honest))
  const other = await openHost('two')
  const first = await other.calls['worlds.create']({ setup: honest.branch.setup })
  await play(other, first.session.id, first.branch.id, say)
  const files = [{ name: 'false.jsonl', text: forged }]
  for await (const _ of other.streams['formats.import']({ files, paths: [], options: {}, keep: true }, { signal }));
  const ids = await play(other, false_.session.id, false_.branch.id, say)
  const { steps } = await other.calls['steps.window']({ branch: false_.branch.id, at: must(ids.at(-1)), last: 9 })
  expect(steps.map(({ observation }) => observation.text)).toEqual(['false', 'false'])
})
