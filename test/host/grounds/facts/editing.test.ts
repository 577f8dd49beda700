// What the table editor asks of the host, files of fictions, and worlds that travel with their facts.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Handlers } from '../../../../src/core/contract/index.ts'
import { NewSetup, StepInput } from '../../../../src/core/tree/model.ts'
import type { Engine } from '../../../../src/core/tree/ports.ts'
import { mount } from '../../../../src/host/doors/mount.ts'
import { none } from '../../../../src/host/engines/none.ts'
import { mergeFolders } from '../../../../src/host/formats/merge.ts'
import { createHost } from '../../../../src/host/host.ts'
import { scripted, tagged } from '../../../core/acting.ts'
import { must, nonEmpty } from '../../../must.ts'

const resources = join(import.meta.dirname, '../../../../resources')
const NAME = 'kestrel-lighthouses'
const reference = { question: 'How tall is Vannet Light?', answer: '38.6 m' }
const signal = new AbortController().signal
let home: string
const hosts: Handlers[] = []

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-fictions-'))
})
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.dispose()))
  await rm(home, { recursive: true, force: true })
})

async function open(folder = 'one', engine: Engine = none): Promise<Handlers> {
  const host = await createHost({ home: join(home, folder), resources, engine })
  hosts.push(host)
  return host
}

async function world(host: Handlers, setup: object) {
  const made = await host.calls['worlds.create']({ setup: NewSetup.parse(setup) })
  return { session: made.session.id, branch: made.branch.id, setup: made.branch.setup }
}

async function act(host: Handlers, at: { session: string; branch: string }, name: string, args: object) {
  const input = StepInput.parse({ session: at.session, branch: at.branch, action: { name, arguments: args } })
  for await (const event of host.streams['steps.run'](input, { signal })) {
    if (event.type === 'failed') throw new Error(event.error.message)
    if (event.type === 'committed') return event
  }
  throw new Error('no end')
}

async function exported(host: Handlers, session: string, format: string, options = {}): Promise<string> {
  let text = ''
  const input = { sessions: [session], format, options, to: { kind: 'chunks' as const } }
  for await (const event of host.streams['formats.export'](input, { signal }))
    if (event.type === 'chunk') text += Buffer.from(event.base64, 'base64').toString()
  return text
}

async function whole(host: Handlers, name: string) {
  const { spec, hash } = await host.calls['fictions.get']({ name })
  const tables = await Promise.all(
    spec.tables.map(async ({ name: table }) => {
      const { rows } = await host.calls['fictions.rows']({ name, table, offset: 0, limit: 1000 })
      return [table, rows] as const
    })
  )
  return { name, spec, hash, rows: Object.fromEntries(tables) }
}

describe('an editor saves a fiction whole', () => {
  it('keeps rows with problems, reports them, and gives the new version', async () => {
    const host = await open()
    const read = await whole(host, NAME)
    const engineers = must(read.rows.engineers).map((row, at) => (at === 0 ? { ...row, born: 'long ago' } : row))
    const saved = await host.calls['fictions.save']({ ...read, rows: { ...read.rows, engineers } })
    expect(saved.problems).toEqual([
      {
        table: 'engineers',
        row: 1,
        column: 'born',
        message: '"born" is "long ago", but the column holds a whole number.'
      }
    ])
    expect(saved.hash).not.toBe(read.hash)
    expect(await whole(host, NAME)).toEqual({ ...read, hash: saved.hash, rows: { ...read.rows, engineers } })
  })

  it('refuses what was edited from another version, and keys that tell no rows apart', async () => {
    const host = await open()
    const read = await whole(host, NAME)
    const { hash } = await host.calls['fictions.save']({ ...read, spec: { ...read.spec, title: 'Other' } })
    await expect(host.calls['fictions.save'](read)).rejects.toThrow('was changed elsewhere meanwhile')
    const [first, ...rest] = must(read.rows.engineers)
    const save = (engineers: object[]) =>
      host.calls['fictions.save']({
        ...read,
        hash,
        rows: { ...read.rows, engineers: engineers as (typeof rest)[number][] }
      })
    await expect(save([must(first), must(first)])).rejects.toThrow(
      `Table "engineers", row 2: the key "${must(first).name}" is also that of row 1.`
    )
    await expect(save([{ ...first, name: null }])).rejects.toThrow('Table "engineers", row 1: the key "name" is empty.')
    expect((await host.calls['fictions.get']({ name: NAME })).hash).toBe(hash)
  })
})

describe('a fiction leaves as a file', () => {
  it('as a database that an import reads back whole, with its specification', async () => {
    const host = await open()
    const file = await host.calls['fictions.export']({ name: NAME, as: 'sqlite' })
    expect(file.name).toBe(`${NAME}.db`)
    await host.calls['fictions.import']({ name: 'copy', files: [file] })
    expect({ ...(await whole(host, 'copy')), name: NAME }).toEqual(await whole(host, NAME))
  })

  it('as CSV, table by table, with whatever its cells hold', async () => {
    const host = await open()
    const read = await whole(host, NAME)
    const about = ' "Quoted", with\nlines; and a tab\t'
    const engineers = must(read.rows.engineers).map((row, at) => (at === 0 ? { ...row, about } : row))
    await host.calls['fictions.save']({ ...read, rows: { ...read.rows, engineers } })
    const file = await host.calls['fictions.export']({ name: NAME, as: 'csv', table: 'engineers' })
    expect(file.name).toBe(`${NAME}-engineers.csv`)
    await host.calls['fictions.import']({ name: 'copy', files: [{ ...file, name: 'engineers.csv' }] })
    expect(must((await whole(host, 'copy')).rows.engineers)).toEqual(engineers)
    await expect(host.calls['fictions.export']({ name: NAME, as: 'csv', table: 'none' })).rejects.toThrow(
      'has no table "none"'
    )
  })
})

describe('a world travels with its facts', () => {
  it('in an archive, to a machine that has never had them', async () => {
    const host = await open()
    const read = await whole(host, NAME)
    const lighthouses = must(read.rows.lighthouses).map((row) =>
      row.name === 'Vannet Light' ? { ...row, height_m: 38.7 } : row
    )
    await host.calls['fictions.save']({ ...read, rows: { ...read.rows, lighthouses } })
    const at = await world(host, {
      domain: 'search',
      fiction: { name: NAME, reference: { ...reference, answer: '38.7 m' } }
    })
    const extract = { url: 'https://kestrelcoast.example/lighthouses/Vannet_Light' }
    const { step } = await act(host, at, 'web_extractor', extract)
    const text = await exported(host, at.session, 'orrery')
    const other = await open('two')
    const files = [{ name: 'world.orrery.jsonl', text }]
    for await (const event of other.streams['formats.import'](
      { files, paths: [], options: {}, keep: true },
      { signal }
    ))
      if (event.type === 'report') expect(event.report.problems).toEqual([])
    const { branches } = await other.calls['worlds.open']({ session: at.session })
    expect(must(branches[0]).setup.fiction).toEqual(at.setup.fiction)
    // The same call on the same facts, from the start, is the same step.
    const input = StepInput.parse({
      ...{ session: at.session, branch: at.branch, from: null },
      action: { name: 'web_extractor', arguments: extract }
    })
    const ids: string[] = []
    for await (const event of other.streams['steps.run'](input, { signal }))
      if (event.type === 'committed') ids.push(event.step.id)
    expect(ids).toEqual([step.id])
    expect(
      await other.calls['fictions.facts']({
        fiction: { name: NAME, hash: must(at.setup.fiction).hash },
        rows: ['lighthouses/Vannet Light', 'lighthouses/Nowhere']
      })
    ).toEqual([
      {
        table: 'lighthouses',
        key: 'Vannet Light',
        label: 'Vannet Light',
        row: lighthouses.find((row) => row.name === 'Vannet Light')
      },
      { table: 'lighthouses', key: 'Nowhere', label: 'Nowhere', row: null }
    ])

    // Facts that were changed on the way are refused, and the world comes without them.
    const third = await open('three')
    const bent = [{ name: 'world.orrery.jsonl', text: text.replace('"height_m":38.7', '"height_m":99') }]
    for await (const event of third.streams['formats.import'](
      { files: bent, paths: [], options: {}, keep: true },
      { signal }
    ))
      if (event.type === 'report')
        expect(event.report.problems.map(({ reason }) => reason)).toEqual([
          expect.stringContaining('were changed after they were made. The world has no facts here.')
        ])
    await expect(act(third, at, 'web_extractor', extract)).rejects.toThrow('which is not on this machine')
  })

  it('when data folders are merged', async () => {
    const host = await open('one')
    const read = await whole(host, NAME)
    await host.calls['fictions.save']({ ...read, spec: { ...read.spec, date: '2040-01-01' } })
    const at = await world(host, { domain: 'search', fiction: { name: NAME } })
    await act(host, at, 'web_search', { query: 'Vannet' })
    await hosts.pop()?.dispose()
    await cp(join(home, 'one'), join(home, 'shard'), { recursive: true })
    await mergeFolders([join(home, 'shard')], join(home, 'all'), {
      clock: { now: () => 0, ticks: () => 0 },
      onWorld() {}
    })
    const merged = await open('all')
    const { step } = await act(merged, at, 'web_extractor', {
      url: 'https://kestrelcoast.example/engineers/Maren_Tolk'
    })
    expect(step.observation.text).toContain('Maren Tolk')
  })
})

it('a step says what became of an answer that stood where it may not', async () => {
  const { engine } = scripted(() => [
    tagged('[1] https://a.example/\nTitle: T\nSnippet: Vannet is 38.6 m high.\nDate: N/A')
  ])
  const host = await open('one', engine)
  const at = await world(host, { domain: 'search', fiction: { name: NAME, reference } })
  const { call } = await act(host, at, 'web_search', { query: 'towers' })
  expect(call.leak).toBe('repaired')
  const { calls, siblings } = await host.calls['steps.get']({ session: at.session, step: call.step })
  expect([calls[0]?.leak, siblings[0]?.leak]).toEqual(['repaired', 'repaired'])
  expect((await host.calls['steps.list'](at)).map(({ leak }) => leak)).toEqual(['repaired'])
  const plain = await world(host, { domain: 'search', fiction: { name: NAME } })
  expect((await act(host, plain, 'web_search', { query: 'towers' })).call).not.toHaveProperty('leak')
  expect((await host.calls['steps.list'](plain))[0]).not.toHaveProperty('leak')
})

it('a branch gets another fiction, or none', async () => {
  const host = await open()
  const at = await world(host, { domain: 'search', fiction: { name: NAME, reference } })
  const branched = (setup: object) =>
    host.calls['worlds.fork']({ session: at.session, branch: at.branch, at: null, setup })
  expect((await branched({})).setup.fiction).toEqual(at.setup.fiction)
  expect((await branched({ fiction: { name: 'marathons-2031' } })).setup.fiction?.name).toBe('marathons-2031')
  expect((await branched({ fiction: null })).setup).not.toHaveProperty('fiction')
})

describe('32.22 the reference answer in what leaves Orrery', () => {
  const SECRET = '38.6'
  const seen = 'Vannet is 38.6 m high.'

  async function guarded() {
    const { engine } = scripted(() => [
      tagged(`[1] https://a.example/\nTitle: T\nSnippet: A tower. ${seen} Nice.\nDate: N/A`)
    ])
    const host = await open('one', engine)
    const at = await world(host, { domain: 'search', fiction: { name: NAME, reference } })
    return { host, at }
  }

  it('is not in formats that an agent may read, and the export says so', async () => {
    const { host, at } = await guarded()
    await act(host, at, 'web_search', { query: 'towers' })
    for (const { name, form } of nonEmpty(await host.calls['formats.list']({}))) {
      const asked = async () => host.calls['formats.preview']({ sessions: [at.session], format: name, options: {} })
      const preview = await asked().catch(() => null)
      // A search world is no terminal.
      if (!preview) continue
      const keeps = ['orrery', 'inspect'].includes(name)
      expect([name, preview.head.includes(SECRET)]).toEqual([name, keeps])
      expect([name, preview.warnings ?? []]).toEqual([name, keeps ? [expect.stringContaining('Do not give it')] : []])
      expect([name, preview.losses.some((loss) => loss.startsWith('The reference question'))]).toEqual([name, !keeps])
      expect([name, preview.losses.some((loss) => loss.startsWith('The tables of'))]).toEqual([name, name !== 'orrery'])
      if (!Object.keys(Object(form.properties)).includes('view')) continue
      const { warnings } = await host.calls['formats.preview']({
        ...{ sessions: [at.session], format: name },
        options: { view: 'world' }
      })
      expect([name, warnings?.length]).toEqual([name, 1])
    }
  })

  it('is the target of the sample in an evaluation log, and nowhere else in it', async () => {
    const { host, at } = await guarded()
    await act(host, at, 'web_search', { query: 'towers' })
    const { head } = await host.calls['formats.preview']({ sessions: [at.session], format: 'inspect', options: {} })
    const [sample] = JSON.parse(head).samples
    expect(sample).toMatchObject({ input: reference.question, target: ['38.6 m'] })
    expect(JSON.stringify({ ...sample, target: '' })).not.toContain(SECRET)
  })

  it('is not told to agents, nor is what it was withheld from', async () => {
    const { host, at } = await guarded()
    const agent = mount(host, 'agent')
    const events: unknown[] = []
    const link = { forks: false, previews: 0, budget: null, scenario: null, tasks: [], kept: false }
    const { secret } = await host.calls['links.create']({ session: at.session, branch: at.branch, ...link })
    const visitor = { link: secret, door: 'mcp', client: 'one' }
    await agent.stream(
      'agent.act',
      { ...visitor, tool: 'web_search', arguments: { query: 'towers' } },
      { signal, emit: (event) => void events.push(event) }
    )
    const told = await agent.call('agent.world', visitor)
    const seen = await agent.call('agent.look', visitor)
    const [row] = await host.calls['steps.list'](at)
    expect(must(row).leak).toBe('repaired')
    expect(events.at(-1)).toMatchObject({ type: 'observed', step: must(row).id })
    const all = JSON.stringify([events, told, seen])
    expect(all).not.toContain(SECRET)
    expect(all).not.toContain('leak')
    expect(all).not.toContain('withheld')
  })
})

it('a row of a world model holds the facts that it was told, as they were asked', async () => {
  const { engine, requests } = scripted(() => [tagged('No results found.')])
  const host = await open('one', engine)
  const at = await world(host, { domain: 'search', fiction: { name: NAME, reference } })
  await act(host, at, 'web_search', { query: 'towers' })
  await act(host, at, 'web_extractor', { url: 'https://kestrelcoast.example/engineers/Maren_Tolk' })
  const sent = requests.map(({ messages }) => must(messages.at(-1)).content)
  expect(sent[1]).toContain('"Maren Tolk"')
  const text = await exported(host, at.session, 'sharegpt', { view: 'world', rows: 'turn' })
  for (const one of nonEmpty(sent)) expect(text).toContain(JSON.stringify(one).slice(1, -1))
  const { losses } = await host.calls['formats.preview']({
    ...{ sessions: [at.session], format: 'sharegpt' },
    options: { view: 'world' }
  })
  expect(losses).toContain('The facts that the model was told in each turn. Rows per turn keep them.')
})

it('a version goes with the last world that uses it', async () => {
  const host = await open()
  const kept = () => readdir(join(home, 'one', 'fictions', 'versions'))
  const first = await world(host, { domain: 'search', fiction: { name: NAME } })
  const second = await world(host, { domain: 'search', fiction: { name: NAME } })
  const file = `${must(first.setup.fiction).hash}.db`
  await host.calls['worlds.delete']({ session: first.session })
  expect(await kept()).toEqual([file])
  await host.calls['worlds.delete']({ session: second.session })
  expect(await kept()).toEqual([])
})
