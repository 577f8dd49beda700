// What every front door owes its caller. Each door's test file runs all of it through that door.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import pkg from '../../package.json' with { type: 'json' }
import {
  type CallName,
  type Client,
  calls,
  type StreamEvent,
  type StreamInput,
  type StreamName,
  streams
} from '../../src/core/contract/index.ts'
import { RunEvent } from '../../src/core/contract/runs.ts'
import { CODES } from '../../src/core/errors.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Branch, Setup, StepEvent } from '../../src/core/tree/model.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { type ModelServer, SCREEN, startModel } from './model.ts'

export interface Door {
  client: Client
  close(): Promise<void>
}

const act = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]

/** Runs the suite; `connect` opens the door on a host whose data is in `home`. */
export function contract(name: string, connect: (options: { home: string }) => Promise<Door>): void {
  describe(`7.1 through ${name}`, () => {
    let home: string
    let model: ModelServer
    let door: Door
    let client: Client

    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'orrery-contract-'))
      model = await startModel()
      door = await connect({ home })
      client = door.client
      await client.call('models.use', { baseUrl: model.baseUrl, model: 'test' })
    })
    afterAll(async () => {
      await door?.close()
      await model?.close()
      await rm(home, { recursive: true, force: true })
    })

    async function newWorld(): Promise<Branch> {
      const setup = { domain: 'terminal', initialState: 'user@box:~$ ' }
      return (await client.call('worlds.create', { title: 'World', setup })).branch
    }

    /** Every event of a step, each checked against the contract. */
    async function steps(branch: Branch, line: string, options: { signal?: AbortSignal } = {}): Promise<StepEvent[]> {
      const events: StepEvent[] = []
      const input = { session: branch.session, branch: branch.id, action: act(line) }
      for await (const event of client.stream('steps.run', input, options)) events.push(StepEvent.parse(event))
      return events
    }

    async function failure(promise: Promise<unknown>) {
      const error: unknown = await promise.then(
        () => null,
        (thrown) => thrown
      )
      // A wire carries the code and the message; the rest of an error stays where it happened.
      const { name: kind, code, message } = error as { name: string; code: string; message: string }
      return { kind, code, message }
    }

    test('a call answers with the value of the handler', async () => {
      expect(await client.call('app.info', {})).toEqual({ version: pkg.version, home, notice: null })
    })

    test('text arrives as it was sent', async () => {
      const { session } = await newWorld()
      const title = 'ż\u{1FA90} "quoted" \\ \u2028 \u0000 \u001b[31m\r\n'
      expect(await client.call('worlds.update', { session, title })).toMatchObject({ id: session, title })
      expect((await client.call('worlds.open', { session })).session.title).toBe(title)
    })

    test('bad input is refused by path and in words', async () => {
      expect(await failure(client.call('steps.window', { branch: 'b', at: 'x', last: 0 }))).toEqual({
        kind: 'OrreryError',
        code: 'invalid-input',
        message:
          'The input of "steps.window" does not fit: at: a step id is 64 hexadecimal digits. ' +
          'last: Expected a whole number from 1 to 1000, not 0.'
      })
    })

    test('a call and a stream that do not exist are refused by name', async () => {
      // A caller built for a newer contract has names that this one lacks.
      const call = failure(client.call('worlds.end' as CallName, {} as never))
      expect(await call).toMatchObject({ kind: 'OrreryError', code: 'not-found' })
      expect((await call).message).toMatch(/^There is no "worlds\.end"; expected one of app\.info, /)
      const stream = failure(client.stream('worlds.end' as StreamName, {} as never).next())
      expect(await stream).toEqual(await call)
    })

    test("a handler's error keeps its code and its words", async () => {
      const error = await failure(client.call('worlds.open', { session: 'nowhere' }))
      expect(error).toMatchObject({ kind: 'OrreryError', code: 'not-found' })
      expect(error.message).toContain('nowhere')
    })

    test('a step streams in order, and the last event carries what was committed', async () => {
      const branch = await newWorld()
      const events = await steps(branch, 'ls')
      const last = events.at(-1)
      if (last?.type !== 'committed') throw new Error(`expected committed, got ${JSON.stringify(last)}`)
      expect(last.step).toEqual(await makeStep(null, act('ls'), { text: SCREEN }))
      const { setup, ...head } = branch
      expect([last.branch, last.call.setup]).toEqual([{ ...head, tip: last.step.id }, setup])

      const streamed = (type: 'thinking' | 'observation') =>
        events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')
      expect(streamed('thinking').trim()).toBe('Two files.')
      expect(streamed('observation')).toBe(SCREEN)
      expect(events.findIndex(({ type }) => type === 'thinking')).toBeLessThan(
        events.findIndex(({ type }) => type === 'observation')
      )
      const { steps: kept } = await client.call('steps.window', { branch: branch.id, at: last.step.id })
      expect(kept).toEqual([last.step])
    })

    test('a step has its terminal', async () => {
      const branch = await newWorld()
      const last = (await steps(branch, 'ls')).at(-1)
      if (last?.type !== 'committed') throw new Error(`expected committed, got ${JSON.stringify(last)}`)
      const view = await client.call('steps.terminal', { branch: branch.id, at: last.step.id })
      const rows = SCREEN.trimEnd().split('\n')
      expect(view?.rows).toEqual([...rows, ...Array(40 - rows.length).fill('')])
    })

    test('bad input to a stream ends it with the error, before any event', async () => {
      const error = await failure(
        client.stream('steps.run', { session: 's', branch: 'b', action: [], seed: -1 }).next()
      )
      expect(error).toEqual({
        kind: 'OrreryError',
        code: 'invalid-input',
        message: 'The input of "steps.run" does not fit: seed: Expected a whole number of at least 0, not -1.'
      })
    })

    test("the engine's failure is the last event, with a draft of what was asked", async () => {
      const branch = await newWorld()
      const last = (await steps(branch, 'break')).at(-1)
      if (last?.type !== 'failed') throw new Error(`expected failed, got ${JSON.stringify(last)}`)
      expect(last).toMatchObject({
        error: { code: 'engine-failed' },
        draft: { status: 'failed', action: act('break') }
      })
      expect(CODES).toContain(last.error.code)
    })

    test('a cancelled stream still says how it ended, and the tree is as it was', async () => {
      const branch = await newWorld()
      const abort = new AbortController()
      const seen: StepEvent[] = []
      const input = { session: branch.session, branch: branch.id, action: act('hang') }
      for await (const event of client.stream('steps.run', input, { signal: abort.signal })) {
        seen.push(event)
        if (event.type === 'observation') abort.abort()
      }
      const last = seen.at(-1)
      expect(last).toMatchObject({ type: 'failed', error: { code: 'cancelled' }, draft: { status: 'cancelled' } })
      const opened = await client.call('worlds.open', { session: branch.session })
      expect(opened.branches).toEqual([branch])
      expect(opened.drafts).toEqual(last?.type === 'failed' ? [last.draft] : [])
      expect((await steps(branch, 'ls')).at(-1)?.type).toBe('committed')
    })

    test('a thought is closed on request, the answer follows, and the call says so', async () => {
      const branch = await newWorld()
      expect(await client.call('steps.answerNow', { branch: branch.id })).toBe(false)
      const input = { session: branch.session, branch: branch.id, action: act('ponder') }
      const seen: StepEvent[] = []
      for await (const event of client.stream('steps.run', input)) {
        seen.push(event)
        if (event.type === 'thinking' && seen.filter(({ type }) => type === 'thinking').length === 1) {
          expect(await client.call('steps.answerNow', { branch: branch.id })).toBe(true)
        }
      }
      const last = seen.at(-1)
      expect(last).toMatchObject({
        type: 'committed',
        step: { observation: { text: SCREEN } },
        call: {
          thoughtEnded: 'asked',
          warnings: expect.arrayContaining([expect.stringContaining('continue_final_message')])
        }
      })
    })

    test('a window that asks so is told with the step all that it shows then, and nobody else is', async () => {
      const branch = await newWorld()
      const { session, id } = branch
      const run = async (input: { show?: true }) => {
        const action = [{ keystrokes: 'ls\n', duration: 1 }]
        for await (const event of client.stream('steps.run', { session, branch: id, action, ...input }))
          if (event.type === 'committed') return event
        throw new Error('The step was not committed.')
      }
      expect(await run({})).not.toHaveProperty('after')
      const { step, after, ...rest } = await run({ show: true })
      streams['steps.run'].event.parse({ step, after, ...rest })
      const { steps, detail, ...view } = await client.call('steps.view', { branch: id, at: step.id })
      expect({ step, calls: [rest.call], siblings: after?.siblings }).toEqual(detail)
      expect(after).toMatchObject({
        view,
        engine: await client.call('models.status', {}),
        version: await client.call('worlds.version', { session }),
        branches: [{ id, tip: step.id }],
        drafts: []
      })
      expect(steps.at(-1)).toEqual(step)
    })

    test('files that were sent to be looked at are imported by their ticket, once', async () => {
      const branch = await newWorld()
      await steps(branch, 'ls')
      let text = ''
      const to = { kind: 'chunks' as const }
      for await (const event of client.stream('formats.export', { sessions: [branch.session], to }))
        if (event.type === 'chunk') text += Buffer.from(event.base64, 'base64').toString()
      await client.call('worlds.delete', { session: branch.session })
      const look = { files: [{ name: 'world.jsonl', text }], keep: false, hold: true as const }
      let ticket = ''
      for await (const event of client.stream('formats.import', look))
        if (event.type === 'report') ticket = event.ticket ?? ''
      const keep = async () => {
        for await (const event of client.stream('formats.keep', { ticket })) if (event.type === 'report') return event
        return null
      }
      expect(await keep()).toMatchObject({ report: { kept: true, worlds: [{ id: branch.session, known: false }] } })
      expect(await failure(keep())).toMatchObject({ code: 'not-found' })
      expect(await client.call('formats.forget', { ticket })).toBeNull()
    })

    test('how long answers take is told from those of the same model, and from nothing else', async () => {
      const branch = await newWorld()
      const paceOf = async ({ id, tip }: Branch) => (await client.call('steps.view', { branch: id, at: tip })).pace
      const before = await paceOf(branch)
      await steps(branch, 'ls')
      const after = await paceOf(branch)
      expect(after).toMatchObject({ answers: Math.min(20, (before?.answers ?? 0) + 1), tokens: expect.any(Number) })
      const other = await client.call('worlds.fork', {
        ...{ session: branch.session, branch: branch.id, at: null },
        setup: { thinking: 7 }
      })
      expect(other.setup.thinking).toBe(7)
      expect(await paceOf(other)).toBeNull()
    })

    test('what is decided for a model comes back, is listed, and is the sampling of new worlds only when it answers', async () => {
      const sampling = { temperature: 0, topK: 1, topP: 1, maxTokens: 9 }
      const input = { model: 'smollm2-135m', load: { contextSize: 1024 }, sampling }
      const model = await client.call('models.configure', input)
      expect(calls['models.configure'].output.parse(model)).toEqual(model)
      expect(model).toMatchObject({
        id: 'smollm2-135m',
        runtime: 'llama',
        load: { contextSize: 1024, gpuLayers: null, kvType: null, sequences: null, cpuExperts: null },
        sampling,
        active: false
      })
      const listed = await client.call('models.list', {})
      expect(calls['models.list'].output.parse(listed)).toContainEqual(model)
      expect((await newWorld()).setup.sampling).toEqual({ temperature: 0.6, topK: 20, topP: 0.95, maxTokens: null })
      const reset = await client.call('models.configure', { model: 'smollm2-135m', load: {}, sampling: null })
      expect(reset).toMatchObject({ load: { contextSize: null }, sampling: null })
    })

    test('every engine is listed, and a model runs in none that there is not', async () => {
      const engines = await client.call('models.engines', {})
      expect(calls['models.engines'].output.parse(engines)).toEqual(engines)
      expect(new Set(engines.map(({ takes }) => takes))).toEqual(new Set(['file', 'server', 'recording', 'nothing']))
      const runtimes = engines.filter(({ takes }) => takes === 'file').map(({ id }) => id)
      expect(await failure(client.call('models.configure', { model: 'smollm2-135m', runtime: 'abacus' }))).toEqual({
        ...{ kind: 'OrreryError', code: 'invalid-input' },
        message: `There is no engine "abacus" for this. Choose one of: ${runtimes.join(', ')}.`
      })
    })

    test('a model that is nowhere is neither configured nor deleted', async () => {
      const error = { kind: 'OrreryError', code: 'not-found', message: expect.stringContaining('smollm2-135m') }
      expect(await failure(client.call('models.configure', { model: 'smollm2-135' }))).toEqual(error)
      expect(await failure(client.call('models.delete', { model: 'smollm2-135m' }))).toEqual(error)
    })

    test('a text is embedded by no server that is not there, and the turns to be judged are told', async () => {
      const input = { model: 'any', baseUrl: 'http://127.0.0.1:1/v1', texts: ['a'] }
      expect(await failure(client.stream('models.embed', input).next())).toMatchObject({
        kind: 'OrreryError',
        code: 'engine-failed'
      })
      const round = calls['judging.round'].output.parse(await client.call('judging.round', {}))
      expect(round.filter(({ prediction }) => prediction.trim()).length).toBeGreaterThan(5)
    })

    test('models of other programs are told of, however many there are', async () => {
      const found = await client.call('models.found', {})
      expect(calls['models.found'].output.parse(found)).toEqual(found)
    })

    test('loading ends in how the engine is', async () => {
      const events: unknown[] = []
      for await (const event of client.stream('models.load', {})) events.push(streams['models.load'].event.parse(event))
      expect(events).toEqual([{ type: 'ready', status: await client.call('models.status', {}) }])
    })

    test('the idle time is what it was set to', async () => {
      const before = await client.call('app.settings', {})
      for (const idleMinutes of [null, 5, before.idleMinutes]) {
        expect(await client.call('app.configure', { idleMinutes })).toEqual({ ...before, idleMinutes })
        expect(await client.call('app.settings', {})).toEqual({ ...before, idleMinutes })
      }
      expect(await failure(client.call('app.configure', { idleMinutes: 0 }))).toMatchObject({ code: 'invalid-input' })
    })

    test('tool definitions are read from a text', async () => {
      const tool = { name: 'echo', inputSchema: { type: 'object', properties: {} } }
      const read = await client.call('tools.read', { text: JSON.stringify([tool, { name: 'echo' }]) })
      expect(calls['tools.read'].output.parse(read)).toEqual({
        tools: [tool],
        problems: [expect.stringMatching(/^Entry 2 \("echo"\): /)]
      })
    })

    test('tables are proposed for tools, and read with what is wrong by line', async () => {
      const tools = ['list_notes', 'get_note'].map((name) => ({ name, inputSchema: { type: 'object' } }))
      const { yaml } = calls['tools.declare'].output.parse(
        await client.call('tools.declare', { tools, initialState: 'notes: [{"id": 4}]' })
      )
      const read = await client.call('programs.read', { language: 'data', text: yaml ?? '' })
      expect(calls['programs.read'].output.parse(read)).toMatchObject({
        ...{ program: { language: 'data', text: yaml }, problems: [] }
      })
      const setup = Setup.parse({ domain: 'mcp', sampling: {}, program: read.program })
      expect(await client.call('worlds.ground', { setup })).toMatchObject({
        begins: { tools: [{ name: 'list_notes' }, { name: 'get_note' }], initialState: '' }
      })
      const broken = (yaml ?? '').replace('get: notes', 'get: nodes')
      expect(await client.call('programs.read', { language: 'data', text: broken })).toMatchObject({
        ...{ program: null, problems: [{ line: 11, reason: expect.stringContaining('There is no table "nodes"') }] }
      })
    })

    const LOANS = `
const text = { type: 'string' }
const tool = (name, names) => ({ name, inputSchema: { type: 'object', properties: Object.fromEntries(names.map((one) => [one, text])), required: names } })
export const init = () => ({ books: { emma: { reader: null } }, reviews: {}, late: ['x'.repeat(2100000)] })
export const actions = () => ({ tools: [tool('lend', ['book', 'to']), tool('review', ['book']), tool('sing', [])] })
export function step(state, { tool, arguments: { book, to }, answers }) {
  if (tool === 'sing') return
  if (tool === 'lend') {
    if (state.books[book].reader) return { error: 'lent' }
    return { state: put(state, ['books', book, 'reader'], to), answer: 'Lent.' }
  }
  if (!answers) return { ask: { about: 'A review of ' + book, schema: text, template: 'Fine.' } }
  return { state: put(state, ['reviews', book], answers[0]), answer: answers[0] }
}`
    const program = (text: string) => ({ language: 'javascript' as const, version: 1 as const, text })

    /** A world of the program, after it lent a book. */
    async function lent(text = LOANS, grounding: Setup['grounding'] = 'executed') {
      const setup = { domain: 'mcp', grounding, program: program(text) }
      const { branch } = await client.call('worlds.create', { title: 'Loans', setup })
      const action = { name: 'lend', arguments: { book: 'emma', to: 'ada' } }
      const input = { session: branch.session, branch: branch.id, action }
      for await (const event of client.stream('steps.run', input)) expect(event.type).not.toBe('failed')
      const [row] = await client.call('steps.list', { session: branch.session, branch: branch.id })
      return { branch, at: row?.id ?? '' }
    }

    test('the state of a program is told at each step, without what is too large; a world without one has none', async () => {
      const { branch, at } = await lent()
      const state = async (at: string | null) =>
        calls['programs.state'].output.parse(await client.call('programs.state', { branch: branch.id, at }))
      const large = { leftOut: { late: 2100004 }, program: { text: LOANS } }
      expect(await state(null)).toMatchObject({ state: { books: { emma: { reader: null } }, reviews: {} }, ...large })
      expect(await state(at)).toMatchObject({ state: { books: { emma: { reader: 'ada' } } }, ...large })
      expect(await client.call('programs.state', { branch: (await newWorld()).id, at: null })).toBeNull()
    })

    test('a window is told which calls were refused, where their text does not say it', async () => {
      const { branch, at } = await lent()
      expect(await client.call('steps.view', { branch: branch.id, at })).not.toHaveProperty('failed')
      const action = { name: 'lend', arguments: { book: 'emma', to: 'lin' } }
      const input = { session: branch.session, branch: branch.id, action }
      for await (const event of client.stream('steps.run', input)) expect(event.type).not.toBe('failed')
      const [, row] = await client.call('steps.list', { session: branch.session, branch: branch.id })
      expect(await client.call('steps.view', { branch: branch.id, at: must(row).id })).toMatchObject({
        failed: [must(row).id]
      })
    })

    test('worlds without a program show what their initial state was read into, and what is kept', async () => {
      const looked = async (domain: string, initialState: string) => {
        const { branch } = await client.call('worlds.create', {
          ...{ title: 'Read', setup: { domain, initialState, grounding: 'executed' } }
        })
        const { opens } = await client.call('steps.view', { branch: branch.id, at: null })
        return { branch, opens, ...(await client.call('programs.state', { branch: branch.id, at: null })) }
      }
      const room = `You are in the middle of a room. Looking quickly around you, you see a desk 1, and a shelf 1.
desk 1: pen 1
Your task is to: put a pen on shelf.`
      const story = await looked('textenv', room)
      expect(story).toMatchObject({ opens: true, stated: {}, program: { language: 'data' } })
      expect(story.program?.text).toContain('\n  desk 1:')
      expect(JSON.stringify(story.state)).toContain('pen 1')
      // What made an answer what it is is told by the lines of the text that is shown.
      const { branch } = story
      const input = { session: branch.session, branch: branch.id, action: 'go to desk 1' }
      for await (const event of client.stream('steps.run', input)) expect(event.type).not.toBe('failed')
      const [row] = await client.call('steps.list', { session: branch.session, branch: branch.id })
      const traced = await client.call('programs.trace', { branch: branch.id, at: must(row).id, probes: null })
      const { rules, turns } = calls['programs.trace'].output.parse(traced)
      expect(turns).toEqual([{ turn: 1, ran: [0] }])
      expect(must(rules)[0]).toMatchObject({ name: 'desk 1' })
      expect(story.program?.text.split('\n')[must(must(rules)[0]).line - 1]).toBe('  desk 1:')
      const page = { url: 'https://zoo.example/otters', title: 'Otters', date: '', text: 'Pip and Mara.' }
      expect(await looked('search', `Nothing else exists.\n${JSON.stringify([page])}`)).toMatchObject({
        ...{ opens: true, program: null, title: 'Stated pages', state: { notes: {}, written: {} } },
        stated: { pages: [{ address: page.url, title: 'Otters', text: 'Pip and Mara.' }] }
      })
      expect(await looked('search', 'x'.repeat(2_100_000))).toMatchObject({ leftOut: { facts: expect.any(Number) } })
    })

    test('a rule and vectors of texts come in one event, and are stopped while a model is asked for them', async () => {
      const { branch } = await lent(`${LOANS}\n// hang`, 'grounded')
      const action = { name: 'sing', arguments: {} }
      const input = { session: branch.session, branch: branch.id, action }
      const events: StepEvent[] = []
      for await (const event of client.stream('steps.run', input)) events.push(event)
      expect(events.at(-1)).toMatchObject({ type: 'committed' })
      const rows = await client.call('steps.list', { session: branch.session, branch: branch.id })
      const rule = { branch: branch.id, at: must(rows[1]).id }
      const vectors = { model: 'in-use', texts: ['a', 'bcd'] }
      const whole = async <K extends StreamName>(name: K, asked: StreamInput<K>) => {
        const events: StreamEvent<K>[] = []
        for await (const event of client.stream(name, asked)) events.push(event)
        return z.array(streams[name].event).parse(events)
      }
      expect(await whole('programs.rule', rule)).toMatchObject([{ by: 'rules', note: null }])
      expect(await whole('models.embed', vectors)).toEqual([{ model: 'test', vectors: [[1], [3]] }])
      const stopped = async <K extends StreamName>(name: K, asked: StreamInput<K>) => {
        const abort = new AbortController()
        const ended = failure(client.stream(name, asked, { signal: abort.signal }).next())
        await expect.poll(() => model.waiting(), PATIENCE).toBe(1)
        abort.abort()
        expect(await ended).toMatchObject({ kind: 'OrreryError', code: 'cancelled' })
        await expect.poll(() => model.waiting(), PATIENCE).toBe(0)
      }
      await stopped('programs.rule', { ...rule, by: 'model' })
      await stopped('models.embed', { ...vectors, texts: ['hang'] })
    })

    test('a changed program is tried on the history and on an action, and keeps nothing', async () => {
      const { branch, at } = await lent()
      const asked = (text: string) => ({ branch: branch.id, at, program: program(text) })
      const preview = async (text: string) => {
        const events: StreamEvent<'programs.preview'>[] = []
        for await (const event of client.stream('programs.preview', asked(text)))
          events.push(streams['programs.preview'].event.parse(event))
        return events
      }
      const changed = LOANS.replace("'Lent.'", "'Lent out.'").replace(
        "'lent'",
        "'Emma is lent to ' + state.books[book].reader"
      )
      expect(await preview(LOANS)).toEqual([
        { type: 'progress', done: 1, total: 1 },
        { type: 'done', total: 1, difference: null }
      ])
      expect(await preview(changed)).toMatchObject([
        { type: 'done', difference: { turn: 1, label: 'lend book=emma to=ada', stored: 'Lent.', shown: 'Lent out.' } }
      ])
      const attempt = async (action: string, text = changed) =>
        calls['programs.try'].output.parse(await client.call('programs.try', { ...asked(text), action }))
      expect(await attempt('lend book=emma to=lin')).toEqual({ shown: 'Emma is lent to ada', changes: [] })
      expect(await attempt('review book=emma')).toEqual({
        ...{ shown: 'Fine.', changes: [{ at: ['reviews', 'emma'], set: 'Fine.' }] }
      })
      expect(await attempt('sing')).toEqual({ shown: null, changes: [] })
      expect(await attempt('review book=emma', LOANS.replace('answer: answers[0]', 'answer: nobody'))).toMatchObject({
        ...{ shown: null, problem: expect.stringContaining('line 13: ReferenceError') }
      })
      expect(await client.call('steps.list', { session: branch.session, branch: branch.id })).toHaveLength(1)
    })

    test('a step becomes a test, which passes until the program is another', async () => {
      const { branch, at } = await lent()
      const kept = await client.call('programs.testOf', { branch: branch.id, at })
      expect(calls['programs.testOf'].output.parse(kept)).toEqual({
        name: 'lend book=emma to=ada',
        actions: ['lend book=emma to=ada'],
        observation: 'Lent.',
        state: { '$.books.emma.reader': 'ada' }
      })
      const played = async (text: string) => {
        const events: StreamEvent<'programs.test'>[] = []
        const setup = { ...branch.setup, program: { ...program(text), hash: '0'.repeat(64), tests: [kept] } }
        for await (const event of client.stream('programs.test', { setup }))
          events.push(streams['programs.test'].event.parse(event))
        return events
      }
      expect(await played(LOANS)).toMatchObject([{ index: 0, passed: true, differences: [] }])
      expect(await played(LOANS.replace("'Lent.'", "'Gone.'"))).toMatchObject([
        { passed: false, differences: [{ of: 'observation', expected: 'Lent.', shown: 'Gone.' }] }
      ])
      const other = await newWorld()
      expect(await failure(client.call('programs.testOf', { branch: other.id, at }))).toMatchObject({
        code: 'invalid-input'
      })
    })

    test('a program that does not begin makes no branch, and another one brings its tools', async () => {
      const { branch, at } = await lent()
      const fork = (text: string) =>
        client.call('worlds.fork', {
          session: branch.session,
          branch: branch.id,
          at,
          setup: { program: program(text) }
        })
      expect(await failure(fork(`${LOANS}\n)`))).toMatchObject({
        message: expect.stringContaining('line 15: SyntaxError')
      })
      expect((await client.call('worlds.open', { session: branch.session })).branches).toHaveLength(1)
      const { setup } = await fork(LOANS.replace("tool('sing', [])", "tool('hum', [])"))
      expect(setup.tools.map(({ name }) => name)).toEqual(['lend', 'review', 'hum'])
    })

    test('what each tool takes of a prompt is told, in characters where nothing counts', async () => {
      const tool = { name: 'echo', inputSchema: { type: 'object', properties: {} }, outputSchema: { type: 'object' } }
      const cost = async (hideOutputSchemas: boolean) =>
        calls['tools.cost'].output.parse(
          await client.call('tools.cost', { domain: 'mcp', tools: [tool], hideOutputSchemas })
        )
      const [whole, less] = [await cost(false), await cost(true)]
      expect(whole.characters).toHaveLength(1)
      expect(Number(less.characters[0])).toBeLessThan(Number(whole.characters[0]))
    })

    test('18.3 21.6 a live MCP server is asked for its tools when a person confirms it, over this door too, and stopped when the caller says so', async () => {
      const server = fileURLToPath(new URL('../fixtures/mcp/server.mjs', import.meta.url))
      const asked = { command: process.execPath, args: [server] }
      const events: StreamEvent<'tools.ask'>[] = []
      for await (const event of client.stream('tools.ask', asked)) {
        events.push(streams['tools.ask'].event.parse(event))
      }
      expect(events.map(({ type }) => type)).toEqual(['confirm', ...Array(5).fill('progress'), 'tools'])
      expect(events.at(-1)).toMatchObject({ problems: [], server: { name: 'fixture', version: '1.2.3' } })

      const refused = client.stream('tools.ask', { ...asked, env: { REFUSED: '1' } })
      expect(await refused.next()).toMatchObject({ value: { type: 'confirm' } })
      expect(await failure(refused.next())).toMatchObject({ code: 'forbidden' })

      const abort = new AbortController()
      const hanging = (async () => {
        const input = { ...asked, env: { HANG: '1' } }
        for await (const event of client.stream('tools.ask', input, { signal: abort.signal })) {
          if (event.type === 'progress' && event.text.startsWith('Connected')) abort.abort()
        }
      })()
      expect(await failure(hanging)).toMatchObject({ code: 'cancelled' })
      expect(await failure(client.stream('tools.ask', { url: 'file:///etc/passwd' }).next())).toEqual({
        kind: 'OrreryError',
        code: 'invalid-input',
        message: 'The input of "tools.ask" does not fit: url: an address begins with http:// or https://.'
      })
    })

    test('a stream cancelled at once is cancelled, however early', async () => {
      const branch = await newWorld()
      const abort = new AbortController()
      const run = steps(branch, 'hang', { signal: abort.signal })
      abort.abort()
      const outcome = await run.then(
        (events) => events.at(-1),
        (error) => ({ type: 'failed', error: { code: error.code } })
      )
      expect(outcome).toMatchObject({ type: 'failed', error: { code: 'cancelled' } })
    })

    test('a stream cancelled before it began asks nothing of the host', async () => {
      const branch = await newWorld()
      const error = await failure(steps(branch, 'ls', { signal: AbortSignal.abort() }))
      expect(error).toEqual({ kind: 'OrreryError', code: 'cancelled', message: '"steps.run" was cancelled.' })
      expect((await client.call('worlds.open', { session: branch.session })).drafts).toEqual([])
    })

    test('a caller who stops listening cancels', async () => {
      const branch = await newWorld()
      const input = { session: branch.session, branch: branch.id, action: act('hang') }
      for await (const event of client.stream('steps.run', input)) if (event.type === 'observation') break
      const status = async () => (await client.call('worlds.open', { session: branch.session })).drafts[0]?.status
      await expect.poll(status).toBe('cancelled')
    })

    test('a second step on a busy branch is refused, and the first goes on', async () => {
      const branch = await newWorld()
      const abort = new AbortController()
      const input = { session: branch.session, branch: branch.id, action: act('hang') }
      const first = client.stream('steps.run', input, { signal: abort.signal })
      expect(await first.next()).toMatchObject({ done: false })
      expect(await failure(steps(branch, 'ls'))).toMatchObject({ kind: 'OrreryError', code: 'busy' })
      abort.abort()
      let last: StepEvent | undefined
      for await (const event of first) last = event
      expect(last).toMatchObject({ type: 'failed', error: { code: 'cancelled' } })
    })

    test('a running step says who runs it, and is not deleted; the version of a world tells when to look', async () => {
      const branch = await newWorld()
      const { session } = branch
      const version = () => client.call('worlds.version', { session })
      const versions = [await version()]
      expect(await version()).toBe(versions[0])
      const abort = new AbortController()
      const input = { session, branch: branch.id, action: act('hang') }
      const running = client.stream('steps.run', input, { signal: abort.signal })
      await running.next()
      const drafts = async () => (await client.call('worlds.open', { session })).drafts
      const [draft] = await drafts()
      expect(draft).toMatchObject({ status: 'running', startedAt: expect.any(Number), runner: { own: true } })
      versions.push(await version())
      for (const refused of [
        client.call('steps.deleteDraft', { draft: draft?.id ?? '' }),
        client.call('worlds.delete', { session })
      ]) {
        expect(await failure(refused)).toMatchObject({ kind: 'OrreryError', code: 'busy' })
      }
      abort.abort()
      for await (const _ of running);
      versions.push(await version())
      expect((await drafts())[0]).not.toHaveProperty('runner')
      expect(await client.call('steps.deleteDraft', { draft: draft?.id ?? '' })).toBe(null)
      versions.push(await version())
      await client.call('worlds.renameBranch', { branch: branch.id, title: 'other' })
      versions.push(await version())
      await steps({ ...branch }, 'ls')
      versions.push(await version())
      expect(versions.filter((one, index) => one === versions[index - 1])).toEqual([])
      await client.call('worlds.delete', { session })
      expect(await version()).toBeNull()
    })

    test('a prompt pack is taken in, listed, chosen and put away', async () => {
      const text = 'Be a terminal.'
      const files = [{ path: 'p/terminal/system_prompt.txt', text }]
      const report = { name: 'mine', domains: ['terminal'], problems: [] }
      expect(await client.call('prompts.import', { name: 'mine', files, about: 'Mine.' })).toEqual(report)
      expect(await client.call('prompts.read', { name: 'mine' })).toEqual({
        files: [{ path: 'terminal/system_prompt.txt', text }],
        about: 'Mine.'
      })
      const rows = calls['prompts.list'].output.parse(await client.call('prompts.list', { domain: 'terminal' }))
      const mine = { domain: 'terminal', name: 'mine', thinking: true, pack: true, judge: false }
      expect(rows.at(-1)).toEqual(mine)
      const setup = { domain: 'terminal', template: 'mine' }
      const { branch } = await client.call('worlds.create', { setup })
      const { parts } = await client.call('prompts.preview', { branch: branch.id, at: null })
      expect(parts[0]).toMatchObject({ name: 'task_description', text })
      expect(await client.call('prompts.delete', { name: 'mine' })).toBe(null)
      const gone = await failure(client.call('worlds.create', { setup }))
      expect(gone).toMatchObject({ code: 'not-found', message: expect.stringContaining('no template "mine"') })
    })

    test('24.2, 24.3 a run streams its jobs and its report, is listed, resumed, and refused with other options', async () => {
      const branch = await newWorld()
      const options = { branch: branch.id, at: null, action: act('shuf'), samples: 2 }
      const input = { kind: 'samples', name: 'door', options }
      const run = async (given: typeof input) => {
        const events: RunEvent[] = []
        for await (const event of client.stream('runs.start', given)) events.push(RunEvent.parse(event))
        return events
      }
      const jobs = (events: RunEvent[]) => events.flatMap((event) => (event.type === 'job' ? [event] : []))
      const first = await run(input)
      expect(first.map(({ type }) => type)).toEqual(['started', 'job', 'job', 'report'])
      const [listed] = (await client.call('runs.list', {})).filter(({ name }) => name === 'door')
      expect(listed).toMatchObject({ kind: 'samples', state: 'finished', done: 2, total: 2, problem: null })
      const again = await run(input)
      expect(jobs(again).map(({ resumed }) => resumed)).toEqual([true, true])
      const results = (events: RunEvent[]) => new Map(jobs(events).map(({ job, result }) => [job, result]))
      expect(results(again)).toEqual(results(first))
      expect(await failure(run({ ...input, options: { ...options, samples: 3 } }))).toEqual({
        kind: 'OrreryError',
        code: 'conflict',
        message:
          'The run "door" was started with other options: samples was 2, is now 3. Use the same options, or choose another name.'
      })
      expect(await client.call('runs.delete', { kind: 'samples', name: 'door' })).toBe(null)
    })

    test('a run cancelled over this door stops, and its model is free again', async () => {
      const branch = await newWorld()
      const options = { branch: branch.id, at: null, action: act('hang'), samples: 2 }
      const abort = new AbortController()
      const running = (async () => {
        const input = { kind: 'samples', name: 'cancelled', options }
        for await (const event of client.stream('runs.start', input, { signal: abort.signal })) {
          if (event.type === 'started') abort.abort()
        }
      })()
      expect(await failure(running)).toMatchObject({ code: 'cancelled' })
      const rows = async () => (await client.call('runs.list', {})).filter(({ name }) => name === 'cancelled')
      await expect.poll(rows).toMatchObject([{ state: 'stopped', done: 0, total: 2 }])
      await expect
        .poll(() => client.call('models.use', { baseUrl: model.baseUrl, model: 'test' }).then(() => 'free', String))
        .toBe('free')
    })

    test('streams side by side do not mix', async () => {
      const branches = await Promise.all([newWorld(), newWorld(), newWorld()])
      const all = await Promise.all(branches.map((branch, index) => steps(branch, `ls ${index}`)))
      const committed = all.map((events) => events.at(-1))
      expect(committed.map((event) => event?.type === 'committed' && [event.branch.id, event.step.action])).toEqual(
        branches.map(({ id }, index) => [id, act(`ls ${index}`)])
      )
    })
  })
}
