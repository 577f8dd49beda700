import { expect, test } from 'vitest'
import { isFor } from '../../src/core/contract/entry.ts'
import { calls, streams } from '../../src/core/contract/index.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { Setup } from '../../src/core/tree/model.ts'
import { mount } from '../../src/host/doors/mount.ts'
import { handlersOf } from '../contract/handlers.ts'

const signal = new AbortController().signal
const queued = (ahead: number) => ({ type: 'queued', ahead }) as const
const input = { session: 's', branch: 'b', action: [] }

test('a call answers with the handler value, and leaves out nothing the schema fills in', async () => {
  const seen: unknown[] = []
  const handlers = handlersOf({
    calls: {
      'steps.window': (given) => {
        seen.push(given)
        return { steps: [], state: {}, total: 0 }
      }
    }
  })
  expect(await mount(handlers, 'window').call('steps.window', { branch: 'b', at: null })).toEqual({
    ok: true,
    value: { steps: [], state: {}, total: 0 }
  })
  expect(seen).toEqual([{ branch: 'b', at: null, last: 100 }])
})

test('bad input is refused with every path and problem in words, before the handler', async () => {
  const answer = await mount(handlersOf({}), 'window').call('worlds.update', { session: 7, title: '', extra: true })
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'invalid-input',
      message:
        'The input of "worlds.update" does not fit: session: Expected a text, not 7. ' +
        'title: The text is empty. extra: There is no "extra" here. There are: session, title, notes.'
    }
  })
})

test('of a union, the alternative that came closest says what is wrong', async () => {
  const answer = await mount(handlersOf({}), 'window').call('models.use', { baseUrl: 'nowhere', model: 'm' })
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'invalid-input',
      message: 'The input of "models.use" does not fit: baseUrl: Expected a text of the form url, not "nowhere".'
    }
  })
})

test('no input at all is bad input', async () => {
  expect(await mount(handlersOf({}), 'window').call('app.info', undefined)).toMatchObject({
    ok: false,
    error: { code: 'invalid-input' }
  })
})

test.each(['nothing', 'toString', '__proto__'])('the unknown call "%s" is refused by name', async (name) => {
  const answer = await mount(handlersOf({}), 'window').call(name, {})
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } })
  expect(JSON.stringify(answer)).toContain(`There is no \\"${name}\\"; expected one of app.info, `)
})

test('a stream asked for as a call, or the other way round, is told so', async () => {
  expect(await mount(handlersOf({}), 'window').call('steps.run', {})).toEqual({
    ok: false,
    error: { code: 'not-found', message: 'There is no "steps.run" as a call: it is a stream.' }
  })
  await expect(mount(handlersOf({}), 'window').stream('app.info', {}, { signal, emit: () => {} })).rejects.toThrow(
    'There is no "app.info" as a stream: it is a call.'
  )
})

test('an OrreryError keeps its code and message; anything else is a bug and says so', async () => {
  const handlers = handlersOf({
    calls: {
      'worlds.list': () => {
        throw new OrreryError('disk-full', 'No space.')
      },
      'scenarios.list': async () => {
        throw new TypeError('x is undefined')
      }
    }
  })
  expect(await mount(handlers, 'window').call('worlds.list', {})).toEqual({
    ok: false,
    error: { code: 'disk-full', message: 'No space.' }
  })
  expect(await mount(handlers, 'window').call('scenarios.list', {})).toEqual({
    ok: false,
    error: { code: 'internal', message: 'Orrery hit a bug: x is undefined' }
  })
})

test('events are emitted in order, each only after the one before it was taken', async () => {
  const log: string[] = []
  const handlers = handlersOf({
    streams: {
      async *'steps.run'() {
        for (const ahead of [3, 2, 1]) {
          log.push(`made ${ahead}`)
          yield queued(ahead)
        }
      }
    }
  })
  const emit = async (event: unknown) => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    log.push(`took ${JSON.stringify(event)}`)
  }
  await mount(handlers, 'window').stream('steps.run', input, { signal, emit })
  const took = (ahead: number) => `took {"type":"queued","ahead":${ahead}}`
  expect(log).toEqual(['made 3', took(3), 'made 2', took(2), 'made 1', took(1)])
})

test('what a handler says after it was cancelled is still emitted', async () => {
  const abort = new AbortController()
  const events: unknown[] = []
  const handlers = handlersOf({
    streams: {
      async *'steps.run'(_input, options) {
        yield queued(1)
        abort.abort()
        if (options.signal.aborted) yield { type: 'restart' }
      }
    }
  })
  await mount(handlers, 'window').stream('steps.run', input, {
    signal: abort.signal,
    emit: (event) => void events.push(event)
  })
  expect(events).toEqual([queued(1), { type: 'restart' }])
})

test('a handler that throws because it was cancelled ends the stream as cancelled', async () => {
  const abort = new AbortController()
  const handlers = handlersOf({
    streams: {
      async *'steps.run'(_input, options) {
        yield queued(1)
        abort.abort()
        options.signal.throwIfAborted()
      }
    }
  })
  const run = mount(handlers, 'window').stream('steps.run', input, { signal: abort.signal, emit: () => {} })
  await expect(run).rejects.toEqual(new OrreryError('cancelled', '"steps.run" was cancelled.'))
})

test('a stream cancelled before it began never reaches its handler', async () => {
  const run = mount(handlersOf({}), 'window').stream('steps.run', input, {
    signal: AbortSignal.abort(),
    emit: () => {}
  })
  await expect(run).rejects.toMatchObject({ code: 'cancelled' })
})

test('23.10 what nests deeper than anything needs is bad input, not a bug', async () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 20_000; level++) deep = [deep]
  const message = (path: string) => expect.stringContaining(`${path}: is nested more than 100 levels deep`)
  const tool = { name: 't', inputSchema: { deep } }
  const setup = { domain: 'mcp', tools: [tool] }
  await expect(
    mount(handlersOf({}), 'window').stream('steps.run', { ...input, action: deep }, { signal, emit() {} })
  ).rejects.toMatchObject({
    code: 'invalid-input',
    message: message('action')
  })
  expect(await mount(handlersOf({}), 'window').call('worlds.create', { setup })).toMatchObject({
    error: { code: 'invalid-input', message: message('setup.tools.0.inputSchema.deep') }
  })
  const perturbations = [{ name: 'flaky', options: deep }]
  expect(
    await mount(handlersOf({}), 'window').call('worlds.create', { setup: { domain: 'mcp', perturbations } })
  ).toMatchObject({
    error: { code: 'invalid-input', message: message('setup.perturbations.0.options') }
  })
})

test('whatever is asked for, 20,000 levels anywhere in the input are refused in words', async () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 20_000; level++) deep = { a: deep }
  const shapeOf = (schema: unknown) => Object.keys(Object(Object(schema).shape))
  const wrong: string[] = []
  for (const [name, { input: schema }] of [...Object.entries(calls), ...Object.entries(streams)]) {
    const bare = mount(
      handlersOf({}),
      isFor('window', { ...calls, ...streams }[name as 'steps.run']) ? 'window' : 'agent'
    )
    const inputs = [deep, ...shapeOf(schema).map((key) => ({ [key]: deep }))]
    for (const given of inputs) {
      const code = Object.hasOwn(calls, name)
        ? await bare.call(name, given).then((reply) => (reply.ok ? 'ok' : reply.error.code))
        : await bare.stream(name, given, { signal, emit() {} }).then(
            () => 'ok',
            (error) => error.code
          )
      if (code !== 'invalid-input' && code !== 'forbidden') wrong.push(`${name}: ${code}`)
    }
  }
  expect(wrong).toEqual([])
  const refused = { code: 'invalid-input', message: expect.stringContaining('is nested more than 100 levels deep') }
  const exported = { sessions: ['s'], options: { deep } }
  expect(await mount(handlersOf({}), 'window').call('formats.preview', exported)).toMatchObject({ error: refused })
  const asked = { key: 'k', messages: [{ role: 'user', content: 'x' }], seed: 1, schema: { deep } }
  await expect(
    mount(handlersOf({}), 'agent').stream('agent.answer', asked, { signal, emit() {} })
  ).rejects.toMatchObject(refused)
})

test('23.10 an observation has a largest limit', async () => {
  const setup = { domain: 'terminal', observationLimit: 1_048_577 }
  const refused = { code: 'invalid-input', message: expect.stringContaining('the maximum is 1,048,576 characters') }
  expect(await mount(handlersOf({}), 'window').call('worlds.create', { setup })).toMatchObject({ error: refused })
  const branch = { session: 's', branch: 'b', at: null, setup: { observationLimit: 10_000_000 } }
  expect(await mount(handlersOf({}), 'window').call('worlds.fork', branch)).toMatchObject({ error: refused })
  // A record from before there was a maximum is held to it, not lost.
  expect(Setup.parse({ domain: 'terminal', observationLimit: 10_000_000 }).observationLimit).toBe(1_048_576)
})

test('21.10 agents may act in the world of their link, and nothing else', async () => {
  const mounted = mount(handlersOf({ calls: { 'worlds.list': () => [] } }), 'agent')
  const refused = (name: string) => ({
    ok: false,
    error: { code: 'forbidden', message: `"${name}" is not available to agents.` }
  })
  for (const name of ['worlds.list', 'worlds.create', 'models.use', 'app.configure', 'runs.list', 'runs.delete'])
    expect(await mounted.call(name, {})).toEqual(refused(name))
  for (const name of ['steps.run', 'tools.ask', 'runs.start'])
    await expect(mounted.stream(name, {}, { signal, emit() {} })).rejects.toThrow(
      `"${name}" is not available to agents.`
    )
  const act = { link: 'x', door: 'mcp', tool: 'look' }
  await mounted
    .stream('agent.act', act, { signal, emit() {} })
    .catch((error: OrreryError) => expect(error.code).not.toBe('forbidden'))
  // Nobody acts in an agent's place through its link.
  expect(await mount(handlersOf({}), 'window').call('agent.look', act)).toMatchObject({ error: { code: 'forbidden' } })
})

test('21.10 what nobody decided about is for people only', () => {
  const forAgents = [...Object.entries(calls), ...Object.entries(streams)].filter(([, entry]) => isFor('agent', entry))
  expect(forAgents.filter(([name]) => !name.startsWith('agent.'))).toEqual([])
})
