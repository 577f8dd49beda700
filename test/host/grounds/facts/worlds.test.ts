// Worlds of invented facts on the one path: without a model, with one, and with an answer to keep.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Handlers } from '../../../../src/core/contract/index.ts'
import type { FactRow } from '../../../../src/core/tree/fiction.ts'
import type { Call, Step } from '../../../../src/core/tree/model.ts'
import { NewSetup, StepInput } from '../../../../src/core/tree/model.ts'
import type { Engine } from '../../../../src/core/tree/ports.ts'
import { none } from '../../../../src/host/engines/none.ts'
import { createHost } from '../../../../src/host/host.ts'
import { scripted, tagged } from '../../../core/acting.ts'
import { must } from '../../../must.ts'

const resources = join(import.meta.dirname, '../../../../resources')
const QUESTION = 'How tall is the newest lighthouse designed by Maren Tolk?'
let home: string
let host: Handlers

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-fictions-'))
})
afterEach(async () => {
  await host.dispose()
  await rm(home, { recursive: true, force: true })
})

const open = async (engine: Engine = none) => {
  host = await createHost({ home, resources, engine })
}

async function newWorld(setup: object) {
  const { session, branch } = await host.calls['worlds.create']({ setup: NewSetup.parse(setup) })
  const seen: string[] = []
  return {
    ...{ session, branch, seen },
    async act(name: string, args: object): Promise<{ step: Step; call: Call; text: string }> {
      const input = StepInput.parse({ session: session.id, branch: branch.id, action: { name, arguments: args } })
      for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal })) {
        if (event.type === 'failed') throw new Error(event.error.message)
        if (event.type === 'observation' || event.type === 'predicted') seen.push(event.text)
        if (event.type === 'committed') return { ...event, text: event.step.observation.text }
      }
      throw new Error('no end')
    }
  }
}

const fiction = { name: 'kestrel-lighthouses' }

describe('a search world answers from its facts without a model', () => {
  it('searches, reads and remembers, the same each time', async () => {
    await open()
    const first = await newWorld({ domain: 'search', fiction })
    const found = await first.act('web_search', { queries: ['Vannet lighthouse height'] })
    expect(found.text.split('\n').slice(5, 9)).toEqual([
      '[2] https://kestrelcoast.example/lighthouses/Vannet_Light',
      'Title: Vannet Light | Lighthouses',
      'Snippet: Ostrey. Its lens was brought ashore in a storm. The page has engineer, lit, height m, range nm and state ...',
      'Date: N/A'
    ])
    expect(found.text).not.toContain('38.6')
    expect(found.call).toMatchObject({
      engine: 'fiction',
      grounded: { ground: 'fiction', rule: 'search', origin: 'executed' },
      facts: expect.arrayContaining(['lighthouses/Vannet Light'])
    })
    const page = await first.act('web_extractor', { url: 'https://kestrelcoast.example/lighthouses/Vannet_Light' })
    expect(page.text).toContain('- **Height m:** 38.6')
    expect(page.text).toContain('[Maren Tolk](https://kestrelcoast.example/engineers/Maren_Tolk)')
    const person = await first.act('web_extractor', { url: 'https://kestrelcoast.example/engineers/Maren_Tolk' })
    expect(person.text).toContain(
      'Lighthouses: [Tarbet Sound Light](https://kestrelcoast.example/lighthouses/Tarbet_Sound_Light)'
    )
    const none = await first.act('web_extractor', { url: 'https://kestrelcoast.example/lighthouses/Nowhere' })
    expect(none.text).toMatch(
      /^Error: could not fetch \S+Nowhere \(404 Not Found\)\. The nearest address is https:\/\/kestrelcoast\.example\/lighthouses\/\w+$/
    )
    await first.act('dict_memory', { action: 'add', dict: { height: '38.6 m' } })
    expect((await first.act('dict_memory', { action: 'retrieve_all' })).text).toBe('{\n  "height": "38.6 m"\n}')
    expect((await first.act('web_search', { query: 'zzzz' })).text).toBe('No results found.')

    const second = await newWorld({ domain: 'search', fiction })
    expect((await second.act('web_search', { queries: ['Vannet lighthouse height'] })).step.id).toBe(found.step.id)
    expect(
      (await second.act('web_extractor', { url: 'https://kestrelcoast.example/lighthouses/Vannet_Light' })).step.id
    ).toBe(page.step.id)
  })

  it('32.9 keeps its facts when the fiction is changed, and says which it has', async () => {
    await open()
    const world = await newWorld({ domain: 'search', fiction })
    const { hash } = must(world.branch.setup.fiction)
    const read = await host.calls['fictions.get'](fiction)
    const rows: Record<string, FactRow[]> = {}
    for (const { name: table } of read.spec.tables)
      rows[table] = (await host.calls['fictions.rows']({ ...fiction, table, offset: 0, limit: 1000 })).rows
    const lighthouses = must(rows.lighthouses).map((row, at) => (at === 2 ? { ...row, height_m: 50 } : row))
    await host.calls['fictions.save']({ ...fiction, hash: read.hash, spec: read.spec, rows: { ...rows, lighthouses } })
    const address = { url: 'https://kestrelcoast.example/lighthouses/Vannet_Light' }
    const { text, call } = await world.act('web_extractor', address)
    expect(text).toContain('38.6')
    expect(call.setup.fiction?.hash).toBe(hash)
    expect((await host.calls['steps.get']({ session: world.session.id, step: call.step })).calls[0]?.facts).toEqual(
      call.facts
    )
    const next = await newWorld({ domain: 'search', fiction })
    expect(next.branch.setup.fiction?.hash).not.toBe(hash)
    expect((await next.act('web_extractor', address)).text).toContain('**Height m:** 50')
  })
})

describe('a world model is given the facts, and the agent is not', () => {
  it('in the turn it answers and in the preview', async () => {
    const { engine, requests } = scripted(() => [
      tagged('[1] https://kestrelcoast.example/x\nTitle: x\nSnippet: y\nDate: N/A')
    ])
    await open(engine)
    const world = await newWorld({ domain: 'search', fiction })
    const { call } = await world.act('web_search', { query: 'Vannet lens' })
    const sent = must(must(requests[0]).messages.at(-1)).content
    expect(sent).toContain('lighthouses https://kestrelcoast.example/lighthouses/Vannet_Light {"name":"Vannet Light"')
    expect(sent).toContain('Today is 2027-05-02.')
    expect(call.instruction).toBe('')
    expect(call.facts).toContain('lighthouses/Vannet Light')
    await world.act('web_search', { query: 'tea room' })
    expect(
      must(requests[1])
        .messages.slice(0, -1)
        .map(({ content }) => content)
        .join()
    ).not.toContain('38.6')
    const preview = await host.calls['prompts.preview']({
      ...{ branch: world.branch.id, at: null, instruction: '', request: null },
      action: { name: 'web_search', arguments: { query: 'Vannet lens' } }
    })
    expect(must(preview.parts.at(-1)).text).toContain('Vannet_Light')
  })
})

describe('the reference answer', () => {
  const reference = { question: QUESTION, answer: '38.6 m' }

  it('is shown by its own page alone, and found there by itself', async () => {
    await open()
    const world = await newWorld({ domain: 'search', fiction: { ...fiction, reference } })
    expect(world.branch.setup.fiction?.reference?.reveal).toEqual([
      'https://kestrelcoast.example/lighthouses/Vannet_Light',
      'Vannet Light'
    ])
    expect(
      (await world.act('web_extractor', { url: 'https://kestrelcoast.example/lighthouses/Vannet_Light' })).text
    ).toContain('38.6')
  })

  it('is taken out of what a model says elsewhere, and nobody sees it stream by', async () => {
    const { engine } = scripted(() => [
      tagged('[1] https://a.example/\nTitle: Towers\nSnippet: A tower. Vannet is 38,6 metres high. Nice.\nDate: N/A')
    ])
    await open(engine)
    const world = await newWorld({ domain: 'search', fiction: { ...fiction, reference } })
    const { text, call } = await world.act('web_search', { query: 'towers' })
    expect(text).toBe('[1] https://a.example/\nTitle: Towers\nSnippet: A tower. ... Nice.\nDate: N/A')
    expect(call.warnings).toContain('The reference answer was withheld in one place of this observation.')
    expect(world.seen).toEqual([text])
  })

  it('does not take from the agent what it wrote down itself', async () => {
    await open()
    const world = await newWorld({ domain: 'search', fiction: { ...fiction, reference } })
    await world.act('dict_memory', { action: 'add', dict: { height: '38.6 m' } })
    expect((await world.act('dict_memory', { action: 'retrieve_all' })).text).toContain('38.6 m')
  })
})

describe('a world of tools has the facts as tables of its program', () => {
  it('reads and writes them without a model', async () => {
    await open()
    const scenario = must((await host.calls['scenarios.list']({})).find(({ name }) => name === 'mcp-fiction-helpdesk'))
    const world = await newWorld(scenario.setup)
    const all = JSON.parse((await world.act('list_tickets', { status: 'open' })).text)
    expect(all.tickets.map(({ id }: { id: string }) => id)).toEqual(['T-301', 'T-302', 'T-305'])
    const made = await world.act('create_ticket', { subject: 'Anchor alarm stays silent', customer_id: 'C-12' })
    expect(JSON.parse(made.text)).toMatchObject({ id: 'T-306', customer_id: 'C-12' })
    expect(made.call.grounded).toMatchObject({ ground: 'program', rule: 'handled', origin: 'executed' })
    expect(JSON.parse((await world.act('list_tickets', { status: 'open' })).text).total).toBe(4)
  })
})

it('only worlds that use facts take a fiction, and an unknown one is named', async () => {
  await open()
  await expect(newWorld({ domain: 'terminal', fiction })).rejects.toThrow(
    'The terminal domain has no use for a fictional world.'
  )
  await expect(newWorld({ domain: 'search', fiction: { name: 'nowhere' } })).rejects.toThrow(
    'There is no fictional world "nowhere". There are: kestrel-lighthouses, marathons-2031, skerry-helpdesk.'
  )
})
