import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { OrreryError } from '../../../src/core/errors.ts'
import type { Engine, EngineEvent, Request } from '../../../src/core/tree/ports.ts'
import { canList } from '../../../src/host/engines/lists.ts'
import { createOpenAIEngine, type OpenAIOptions } from '../../../src/host/engines/openai.ts'
import { PATIENCE } from '../../patience.ts'

const REQUEST: Request = {
  messages: [
    { role: 'system', content: 'You are a terminal.' },
    { role: 'user', content: 'ls' }
  ],
  prefill: '',
  thinking: true,
  stop: [],
  sampling: { temperature: 0.6, topK: 20, topP: 0.95, maxTokens: 100 },
  seed: 7,
  strict: false,
  owner: 'test',
  repeats: 0,
  shape: { tags: false, schema: null },
  trace: false,
  parent: null,
  action: []
}

type Answer = (response: ServerResponse, body: Record<string, unknown>, request: IncomingMessage) => void

/** A server that answers each request with the next of `answers`, and what it was sent. */
async function serve(...answers: Answer[]) {
  const sent: { url: string | undefined; authorization: string | undefined; body: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    sent.push({ url: request.url, authorization: request.headers.authorization, body })
    answers[Math.min(sent.length, answers.length) - 1]?.(response, body, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server listening on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const engine = (options: Partial<OpenAIOptions> = {}) => createOpenAIEngine({ baseUrl, model: 'm', ...options })
  return { sent, baseUrl, url: `${baseUrl}/chat/completions`, engine }
}

const stream =
  (...chunks: (string | object)[]): Answer =>
  (response) => {
    response.setHeader('content-type', 'text/event-stream; charset=utf-8')
    for (const chunk of chunks) response.write(typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`)
    response.end()
  }
const refuse =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const says = (content: string) => ({ choices: [{ delta: { content } }] })
const thinks = (reasoning_content: string) => ({ choices: [{ delta: { reasoning_content } }] })
const ends = (finish_reason = 'stop') => ({ choices: [{ delta: {}, finish_reason }] })
const DONE = 'data: [DONE]\n\n'

async function answer(engine: Engine, change: Partial<Request> = {}, signal = new AbortController().signal) {
  const events: EngineEvent[] = []
  for await (const event of engine.generate({ ...REQUEST, ...change }, { signal })) events.push(event)
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  return { events, text, done: events.at(-1) }
}

it('the answer streams, and ends with what the server counted', async () => {
  const usage = { prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 8 } }
  const { sent, engine } = await serve(stream(says('a'), says('b'), ends(), { choices: [], usage }, DONE))
  const { text, done } = await answer(engine())
  expect(text).toBe('ab')
  expect(done).toEqual({
    type: 'done',
    tokens: { prompt: 12, cached: 8, generated: 3 },
    cut: null,
    trace: null,
    engine: 'openai',
    model: { name: 'm', hash: null }
  })
  expect(sent).toEqual([
    {
      url: '/v1/chat/completions',
      authorization: undefined,
      body: {
        model: 'm',
        messages: REQUEST.messages,
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0.6,
        top_p: 0.95,
        top_k: 20,
        seed: 7,
        max_tokens: 100
      }
    }
  ])
})

it('a key that cannot be sent is refused without being shown; white space around it is no part of it', async () => {
  const { engine, sent } = await serve(stream(says('a'), ends(), DONE))
  for (const apiKey of ['sk-sec\nret', 'sk-secret\u2026']) {
    const asked = async () => answer(engine({ apiKey }))
    const error = await asked().catch((cause: unknown) => cause)
    expect(error).toEqual(
      new OrreryError(
        'invalid-input',
        'The API key contains an invalid character, such as a line break. Copy it again.'
      )
    )
  }
  await answer(engine({ apiKey: ' sk-secret\n' }))
  expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer sk-secret'])
})

it('an address with a password in it is refused without being shown', () => {
  expect(() => createOpenAIEngine({ baseUrl: 'http://ada:hunter2@127.0.0.1/v1', model: 'm' })).toThrow(
    new OrreryError(
      'invalid-input',
      'The server address contains a user name or password, which would appear in error messages. Remove it, and give the key as API key.'
    )
  )
})

it('stop texts, the key and the wish not to think are passed on; top-k 0 is no limit and is not', async () => {
  const { sent, engine } = await serve(stream(says('x'), ends()))
  const sampling = { ...REQUEST.sampling, topK: 0 }
  await answer(engine({ apiKey: 'secret' }), { stop: ['\n$'], thinking: false, sampling })
  expect(sent[0]?.authorization).toBe('Bearer secret')
  expect(sent[0]?.body).toMatchObject({ stop: ['\n$'], chat_template_kwargs: { enable_thinking: false } })
  expect(sent[0]?.body).not.toHaveProperty('top_k')
})

it.each(['reasoning_content', 'reasoning'])('what arrives as %s is put inside think tags', async (name) => {
  const thought = (text: string) => ({ choices: [{ delta: { [name]: text, content: null } }] })
  const { engine } = await serve(stream(thought('hm'), thought('m'), says('a'), says('b'), ends()))
  expect((await answer(engine())).text).toBe('<think>hmm</think>ab')
})

it('thinking that reached the limit is closed, and the answer is known to be cut off', async () => {
  const { engine } = await serve(stream(thinks('hm'), ends('length')))
  const { text, done } = await answer(engine())
  expect(text).toBe('<think>hm</think>')
  expect(done).toMatchObject({ type: 'done', cut: 'length', tokens: { prompt: 0, cached: 0, generated: 1 } })
})

it.each([
  ['byte by byte', (all: string) => [...Buffer.from(all)].map((byte) => Buffer.from([byte]))],
  [
    'byte by byte, with carriage returns',
    (all: string) => [...all.replaceAll('\n', '\r\n')].map((one) => Buffer.from(one))
  ],
  ['with carriage returns', (all: string) => [all.replaceAll('\n', '\r\n')]],
  ['with bare carriage returns', (all: string) => [all.replaceAll('\n', '\r')]],
  ['without spaces after the colon', (all: string) => [all.replaceAll('data: ', 'data:')]],
  ['with comments and other fields', (all: string) => [`: ping\n\nevent: message\nid: 4\n${all}`]],
  ['without the last blank line', (all: string) => [all.trimEnd()]]
])('an event stream is read %s', async (_, cut) => {
  const all = `data: ${JSON.stringify(says('é \u{1F30D}\n'))}\n\ndata: {"choices":\ndata: [{"delta": {"content": "z"}}]}\n\ndata: ${JSON.stringify(ends())}\n\n`
  const { engine } = await serve(async (response) => {
    response.setHeader('content-type', 'text/event-stream')
    for (const piece of cut(all)) {
      response.write(piece)
      await new Promise(setImmediate)
    }
    response.end()
  })
  expect((await answer(engine())).text).toBe('é \u{1F30D}\nz')
})

it('a prefill is sent only where the server is known to go on from it, and is then part of the answer', async () => {
  const { sent, engine } = await serve(stream(says('b'), ends()))
  expect((await answer(engine(), { prefill: 'a' })).text).toBe('b')
  expect((await answer(engine({ prefill: true }), { prefill: 'a' })).text).toBe('ab')
  expect(sent.map(({ body }) => body.messages)).toEqual([
    REQUEST.messages,
    [...REQUEST.messages, { role: 'assistant', content: 'a' }]
  ])
})

it('a server that refuses a field by name is asked again without it', async () => {
  const error = { message: "Unrecognized request argument supplied: top_k, 'stream_options'" }
  const { sent, engine } = await serve(refuse(400, { error }), stream(says('x'), ends()))
  expect((await answer(engine())).text).toBe('x')
  const { top_k: _, stream_options: __, ...rest } = sent[0]?.body ?? {}
  expect(sent[1]?.body).toEqual(rest)
})

it.each([
  [401, { error: { message: 'bad key.' } }, 'engine-failed', 'refused the key (401: bad key). Check the API key.'],
  [404, { error: 'no such model' }, 'engine-failed', 'has no model "m" (404: no such model). Check the model\'s name'],
  [429, {}, 'engine-failed', 'reached its rate limit (429). Wait a moment'],
  [400, { error: { message: 'This exceeds the context size of 4096' } }, 'context-full', 'The prompt is too long for'],
  [500, 'oops', 'engine-failed', 'answered with status 500. Check its log.']
])('status %s is told in a way that helps', async (status, body, code, message) => {
  const { engine, url } = await serve(refuse(status, body))
  const error = await answer(engine({ apiKey: 'secret' })).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'OrreryError', code })
  expect(String(error)).toContain(message)
  expect(String(error)).toContain(url)
  expect(String(error)).not.toContain('secret')
})

it('an address where nothing listens is named, with what to check', async () => {
  const engine = createOpenAIEngine({ baseUrl: 'http://127.0.0.1:9', model: 'm' })
  await expect(answer(engine)).rejects.toMatchObject({ code: 'engine-failed' })
  await expect(answer(engine)).rejects.toThrow(
    /^No server responds at http:\/\/127\.0\.0\.1:9\/chat\/completions: .+\. Check that the server is running and that the address and port are right\.$/
  )
})

it('an answer that is no event stream is refused', async () => {
  const { engine, url } = await serve((response) => response.setHeader('content-type', 'text/html').end('<html>'))
  await expect(answer(engine())).rejects.toMatchObject({
    code: 'engine-failed',
    message: `${url} answered with text/html instead of a stream. Check that the address belongs to an OpenAI-compatible API; it often ends in /v1.`
  })
})

it.each([
  ['something that is not JSON', 'data: {oops\n\n', 'sent something that is not JSON: {oops'],
  ['an event of another shape', 'data: {"choices": 4}\n\n', 'sent an event that Orrery does not recognize'],
  ['an error', 'data: {"error": {"message": "out of memory"}}\n\n', 'failed while answering: out of memory.']
])('%s in the stream ends the step with a reason', async (_, chunk, message) => {
  const { engine } = await serve(stream(says('a'), chunk))
  await expect(answer(engine())).rejects.toMatchObject({ code: 'engine-failed' })
  await expect(answer(engine())).rejects.toThrow(message)
})

it.each<[string, Answer]>([
  ['closes', stream(says('a'))],
  [
    'is torn',
    (response) => {
      response.setHeader('content-type', 'text/event-stream').write(`data: ${JSON.stringify(says('a'))}\n\n`)
      setTimeout(() => response.destroy(), 50)
    }
  ]
])('a connection that %s in the middle is an error, not a short answer', async (_, behave) => {
  const { engine, url } = await serve(behave)
  await expect(answer(engine())).rejects.toMatchObject({ code: 'engine-failed' })
  await expect(answer(engine())).rejects.toThrow(`${url} ended its answer early`)
})

it('cancelling ends the request at the server, before the first word and after', async () => {
  for (const start of [false, true]) {
    const closed = vi.fn()
    const { engine } = await serve((response) => {
      response.on('close', closed)
      response.setHeader('content-type', 'text/event-stream')
      if (start) response.write(`data: ${JSON.stringify(says('a'))}\n\n`)
    })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 100)
    await expect(answer(engine(), {}, stop.signal)).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The step was stopped.'
    })
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), PATIENCE)
  }
})

it('a listener that goes away ends the request too', async () => {
  const closed = vi.fn()
  const { engine } = await serve((response) => {
    response.on('close', closed)
    response.setHeader('content-type', 'text/event-stream').write(`data: ${JSON.stringify(says('a'))}\n\n`)
  })
  for await (const _ of engine().generate(REQUEST, { signal: new AbortController().signal })) break
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), PATIENCE)
})

it.each(['ftp://host', 'file:///etc/passwd', 'localhost:8080', ''])('"%s" is not a server address', (baseUrl) => {
  expect(() => createOpenAIEngine({ baseUrl, model: 'm' })).toThrow(
    `"${baseUrl}" is not a server address. Use one that starts with http:// or https://`
  )
})

it('an address may end in a slash or name the call itself', async () => {
  const { sent, baseUrl, url } = await serve(stream(says('x'), ends()))
  for (const form of [`${baseUrl}/`, url]) await answer(createOpenAIEngine({ baseUrl: form, model: 'm' }))
  expect(sent.map((one) => one.url)).toEqual(['/v1/chat/completions', '/v1/chat/completions'])
})

it('it says what it is without asking the server, and cannot count', async () => {
  const engine = createOpenAIEngine({ baseUrl: 'http://127.0.0.1:9', model: 'm' })
  expect(engine.info()).toEqual({
    engine: 'openai',
    model: { name: 'm', hash: null },
    contextSize: null,
    template: 'standard',
    lists: true
  })
  expect(await engine.countTokens(['a'])).toBe(null)
})

/** Thinks these and does not come to an end. */
const thinksOn =
  (...thoughts: string[]): Answer =>
  (response) => {
    response.setHeader('content-type', 'text/event-stream; charset=utf-8')
    for (const thought of thoughts) response.write(`data: ${JSON.stringify(thinks(thought))}\n\n`)
  }

it('a thought is closed at its budget, and the server asked to go on from there', async () => {
  const { engine, sent } = await serve(
    thinksOn('one ', 'two ', 'three '),
    stream(says('a.txt'), says('</predicted_observation>'), ends(), DONE)
  )
  const { text, done } = await answer(engine(), { budget: 2, tagged: true })
  // What arrives together is told together, so that a few more tokens than the budget may have come.
  expect(text).toMatch(/^<think>one two .*\n<\/think>\n\n<predicted_observation>\na\.txt<\/predicted_observation>$/)
  expect(done).toMatchObject({
    type: 'done',
    thoughtEnded: 'budget',
    warning: expect.stringContaining('continue_final_message')
  })
  expect(sent).toHaveLength(2)
  const written = text.slice(0, text.indexOf('a.txt'))
  expect(sent[1]?.body).toMatchObject({
    messages: [...REQUEST.messages, { role: 'assistant', content: written }],
    continue_final_message: true,
    add_generation_prompt: false
  })
})

it('a thought that only repeats itself is closed, and the server asked for the answer', async () => {
  const circle = 'take statue 1 from shelf 1, put statue 1 in sink 1, look, '
  const { engine } = await serve(
    thinksOn(...Array.from({ length: 200 }, () => circle)),
    stream(says('a.txt'), says('</predicted_observation>'), ends(), DONE)
  )
  const { text, done } = await answer(engine(), { tagged: true })
  expect(text).toMatch(/look, \n<\/think>\n\n<predicted_observation>\na\.txt<\/predicted_observation>$/)
  expect(done).toMatchObject({ thoughtEnded: 'circle' })
})

it('an answer now closes the thought under way', async () => {
  const now = new AbortController()
  const { engine } = await serve(thinksOn('one ', 'two '), stream(says('done'), ends(), DONE))
  now.abort()
  let text = ''
  const options = { signal: new AbortController().signal, answerNow: now.signal }
  for await (const event of engine().generate({ ...REQUEST, tagged: false }, options)) {
    if (event.type === 'text') text += event.text
    if (event.type === 'done') expect(event.thoughtEnded).toBe('asked')
  }
  expect(text).toMatch(/^<think>one .*\n<\/think>\n\ndone$/s)
})

it('without thinking the server is told so', async () => {
  const { engine, sent } = await serve(stream(says('a'), ends(), DONE))
  await answer(engine(), { thinking: false })
  expect(sent[0]?.body).toMatchObject({ chat_template_kwargs: { enable_thinking: false } })
})

it('an answer that is nothing but JSON is asked for by its schema, and without it of a server that does not know that', async () => {
  const only = { ...REQUEST, shape: { tags: false, schema: { type: 'object' }, only: true } }
  const refuse: Answer = (response) => {
    response.statusCode = 400
    response.end('{"error":{"message":"unknown field response_format"}}')
  }
  const { sent, engine } = await serve(
    refuse,
    stream({ choices: [{ delta: { content: '{}' }, finish_reason: 'stop' }] }, 'data: [DONE]\n\n')
  )
  for await (const _ of engine().generate(only, { signal: new AbortController().signal }));
  expect(sent.map(({ body }) => body.response_format)).toEqual([
    { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
    undefined
  ])
})

it('large models and servers list what their answers change, unless it is decided otherwise', () => {
  expect([3e9, 135e6, null].map((parameters) => canList(parameters, undefined))).toEqual([true, false, true])
  expect([canList(135e6, 'on'), canList(null, 'off')]).toEqual([true, false])
  expect(() => canList(null, 'yes')).toThrow('ORRERY_TYPED_EFFECTS is "yes"; expected on or off.')
})

it.each<[string, string | object, string]>([
  ['an event for errors alone', 'event: error\ndata: {"message": "out of memory"}\n\n', ': out of memory.'],
  ['a field for errors', 'error: {"code": 400, "message": "out of memory"}\n\n', ': out of memory.'],
  ['words in an event for errors', 'event: error\ndata: out of memory\n\n', ': out of memory.'],
  [
    "Anthropic's event",
    'event: error\ndata: {"type": "error", "error": {"message": "overloaded"}}\n\n',
    ': overloaded.'
  ]
])('%s in the stream tells its reason', async (_, chunk, reason) => {
  const { engine, url } = await serve(stream(says('a'), chunk))
  await expect(answer(engine())).rejects.toThrow(`${url} failed while answering${reason}`)
})

it('an answer that is over without a reason is whole; a null for one is none', async () => {
  const quiet = { choices: [{ delta: { content: 'a' }, finish_reason: null }] }
  const { engine } = await serve(stream(quiet, DONE), stream(quiet))
  expect((await answer(engine())).text).toBe('a')
  await expect(answer(engine())).rejects.toThrow('ended its answer early')
})

it('an answer in parts is its texts, and its thoughts are thoughts', async () => {
  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }]
  const parts = (content: object[]) => ({ choices: [{ delta: { content } }] })
  const { engine } = await serve(stream(parts(thinking), parts([{ type: 'text', text: 'a' }]), says('b'), ends(), DONE))
  expect((await answer(engine())).text).toBe('<think>hm</think>ab')
})

it('an answer that came at once is read as one that streamed', async () => {
  const message = { role: 'assistant', content: 'a.txt', reasoning_content: 'hm' }
  const usage = { prompt_tokens: 5, completion_tokens: 2 }
  const { engine } = await serve(
    refuse(200, { choices: [{ message, finish_reason: 'length' }], usage }),
    refuse(200, { error: { message: 'no such deployment' } })
  )
  const { text: said, done } = await answer(engine())
  expect(said).toBe('<think>hm</think>a.txt')
  expect(done).toMatchObject({ cut: 'length', tokens: { prompt: 5, generated: 2 } })
  await expect(answer(engine())).rejects.toThrow('instead of a stream: no such deployment.')
})

it.each<[number, unknown, string]>([
  [403, { detail: 'Not authenticated' }, '(403: Not authenticated)'],
  [500, { detail: [{ loc: ['body', 'seed'], msg: 'too large' }, { msg: 'again' }] }, '500: seed: too large; again.'],
  [500, { detail: { message: 'shut down' } }, '500: shut down.'],
  [500, { object: 'error', message: 'no slot', code: 1 }, '500: no slot.'],
  [500, { detail: [] }, 'status 500. Check']
])('a refusal with %i says why: %j', async (status, body, words) => {
  const { engine } = await serve(refuse(status, body))
  await expect(answer(engine())).rejects.toThrow(words)
})

it.each([
  ['30', 'Wait 30 s, then'],
  ['3600', 'Wait 60 minutes, then'],
  [new Date(Date.now() + 100_500).toUTCString(), /Wait (?:100|9\d) s, then/],
  ['-5', 'Wait a moment, then'],
  ['soon', 'Wait a moment, then']
])('a rate limit says how long it lasts: %s', async (after, words) => {
  const { engine } = await serve((response) => response.writeHead(429, { 'retry-after': after }).end('{}'))
  await expect(answer(engine())).rejects.toThrow(words)
})
