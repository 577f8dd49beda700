// The loaded model for clients of OpenAI's API, driven by their own JavaScript client.
import { readFileSync, statSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import OpenAI, { APIError, AuthenticationError, NotFoundError } from 'openai'
import { afterEach, expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import type { Request } from '../../src/core/tree/ports.ts'
import { createOpenAIEngine } from '../../src/host/engines/openai.ts'
import { type Served, serveDoors } from '../doors/served.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function started(answer: (request: Request) => string | Promise<string> = () => 'Four.') {
  const asked: Request[] = []
  const served = await serveDoors((request) => {
    asked.push(request)
    return answer(request)
  })
  open.push(served.close)
  return { served, asked, client: clientOf(served) }
}

const clientOf = ({ url, key }: Served, apiKey = key) => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })

const SUM = {
  type: 'function' as const,
  function: {
    name: 'sum',
    description: 'Adds numbers.',
    parameters: { type: 'object', properties: { of: { type: 'array', items: { type: 'number' } } }, required: ['of'] }
  }
}
const ask = { model: 'scripted', messages: [{ role: 'user' as const, content: 'What is two and two?' }] }

test('the loaded model is listed, and answers a conversation whole and as a stream, with what it cost', async () => {
  const { client, asked } = await started()
  const models = await client.models.list()
  expect(models.data.map(({ id }) => id)).toEqual(['scripted'])
  expect(await client.models.retrieve('scripted')).toMatchObject({ id: 'scripted', object: 'model' })
  const options = { temperature: 0, top_p: 0.5, max_tokens: 50, seed: 7, stop: ['\n\n', 'END'] }
  const whole = await client.chat.completions.create({
    ...ask,
    ...options,
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'developer', content: 'Be right.' },
      { role: 'user', content: [{ type: 'text', text: 'What is' }] },
      { role: 'user', content: 'two and two?' }
    ]
  })
  expect(whole.choices).toEqual([
    {
      index: 0,
      message: { role: 'assistant', content: 'Four.', refusal: null },
      logprobs: null,
      finish_reason: 'stop'
    }
  ])
  expect(whole.usage).toEqual({
    prompt_tokens: 9,
    completion_tokens: 1,
    total_tokens: 10,
    prompt_tokens_details: { cached_tokens: 0 }
  })
  expect(asked[0]).toMatchObject({
    messages: [
      { role: 'system', content: 'Be short.\n\nBe right.' },
      { role: 'user', content: 'What is\n\ntwo and two?' }
    ],
    sampling: { temperature: 0, topP: 0.5, maxTokens: 50 },
    seed: 7,
    stop: ['\n\n', 'END'],
    shape: { tags: false, schema: null, only: false },
    thinking: false
  })
  const stream = await client.chat.completions.create({
    ...ask,
    stream: true,
    stream_options: { include_usage: true }
  })
  const pieces: string[] = []
  let last: OpenAI.CompletionUsage | null | undefined
  const reasons: unknown[] = []
  for await (const { choices, usage } of stream) {
    if (choices[0]?.delta.content) pieces.push(choices[0].delta.content)
    if (choices[0]?.finish_reason) reasons.push(choices[0].finish_reason)
    last = usage
  }
  expect([pieces.length > 1, pieces.join(''), reasons]).toEqual([true, 'Four.', ['stop']])
  expect(last).toMatchObject({ total_tokens: 6 })
})

test('thoughts are no part of an answer, and an answer without room says so', async () => {
  const { client } = await started(() => '<think>\nHm.\n</think>\n\none two three')
  const { choices } = await client.chat.completions.create({ ...ask, max_completion_tokens: 1 })
  expect(choices[0]).toMatchObject({ message: { content: 'one two three' }, finish_reason: 'length' })
})

test('functions are called by a grammar; what they answered is told to the model', async () => {
  const { client, asked } = await started(({ messages }) =>
    messages.at(-1)?.content.includes('Result of sum')
      ? '{"content": "It is 4."}'
      : '{"tool_calls": [{"name": "sum", "arguments": {"of": [2, 2]}}]}'
  )
  const first = await client.chat.completions.create({ ...ask, tools: [SUM] })
  const { message, finish_reason } = must(first.choices[0])
  const call = must(must(message.tool_calls)[0])
  expect([finish_reason, message.content, call]).toEqual([
    'tool_calls',
    null,
    { id: expect.stringMatching(/^call_/), type: 'function', function: { name: 'sum', arguments: '{"of":[2,2]}' } }
  ])
  expect(asked[0]?.shape.schema).toMatchObject({
    oneOf: [
      {
        properties: {
          tool_calls: {
            items: { oneOf: [{ properties: { name: { const: 'sum' }, arguments: SUM.function.parameters } }] }
          }
        }
      },
      { properties: { content: { type: 'string' } } }
    ]
  })
  const answered = await client.chat.completions.create({
    ...ask,
    tools: [SUM],
    messages: [...ask.messages, message, { role: 'tool', tool_call_id: call.id, content: '4' }]
  })
  expect(answered.choices[0]).toMatchObject({ message: { content: 'It is 4.' }, finish_reason: 'stop' })
  expect(asked[1]?.messages.slice(1)).toEqual([
    { role: 'user', content: 'What is two and two?' },
    { role: 'assistant', content: '{"tool_calls":[{"name":"sum","arguments":{"of":[2,2]}}]}' },
    { role: 'user', content: 'Result of sum:\n4' }
  ])
  const streamed = client.chat.completions.stream({ ...ask, tools: [SUM], tool_choice: 'required' })
  expect((await streamed.finalChatCompletion()).choices[0]?.message.tool_calls).toMatchObject([
    { function: { name: 'sum', arguments: '{"of":[2,2]}' } }
  ])
  expect(asked[2]?.shape.schema).toMatchObject({ oneOf: [{ required: ['tool_calls'] }] })
  await client.chat.completions.create({ ...ask, tools: [SUM], tool_choice: 'none' })
  expect(asked[3]?.shape.schema).toBe(null)
})

test('an answer is held to the JSON schema that is asked for', async () => {
  const { client, asked } = await started(() => '{"sum": 4}')
  const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
  const { choices } = await client.chat.completions.create({
    ...ask,
    response_format: { type: 'json_schema', json_schema: { name: 'sum', schema, strict: true } }
  })
  expect(choices[0]?.message.content).toBe('{"sum": 4}')
  await client.chat.completions.create({ ...ask, response_format: { type: 'json_object' } })
  expect(asked.map(({ shape }) => shape)).toEqual([
    { tags: false, schema, only: true },
    { tags: false, schema: { type: 'object' }, only: true }
  ])
})

test('with functions there, an answer in words is held to the schema too; one without room is what there is of its words', async () => {
  let says = '{"content": {"sum": 4}}'
  const { client, asked } = await started(() => says)
  const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
  const format = { type: 'json_schema' as const, json_schema: { name: 'sum', schema, strict: true } }
  const both = { ...ask, tools: [SUM], response_format: format }
  const content = async (request: object) =>
    (await client.chat.completions.create({ ...both, ...request })).choices[0]?.message.content
  expect(await content({})).toBe('{"sum":4}')
  expect(asked[0]?.shape.schema).toMatchObject({ oneOf: [{}, { properties: { content: schema } }] })
  for (const [text, words] of [
    ['{"content": "The cap', 'The cap'],
    ['{"content": "a\\n\\"b\\', 'a\n"b'],
    ['{"content": "x\\u00', 'x']
  ] as const) {
    says = text
    expect(await content({ response_format: undefined })).toBe(words)
  }
})

test('what cannot be done is said in the form that clients read, and never half done', async () => {
  const { client, served, asked } = await started()
  await expect(client.chat.completions.create({ ...ask, model: 'gpt-5' })).rejects.toThrow(NotFoundError)
  const refusals: [object, string][] = [
    [{ ...ask, n: 2 }, 'one answer at a time'],
    [{ ...ask, logprobs: true }, 'no log probabilities'],
    [{ ...ask, presence_penalty: 1 }, 'no penalties'],
    [{ ...ask, logit_bias: { 50256: -100 } }, 'no logit bias'],
    [{ ...ask, tools: [SUM], tool_choice: { type: 'function', function: { name: 'other' } } }, '"other"'],
    [{ model: 'scripted' }, 'messages'],
    [
      { ...ask, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'text alone, not "image_url"'
    ]
  ]
  for (const [body, why] of refusals) {
    const error = await client.chat.completions.create(body as never).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(why) })
  }
  const embedded = client.embeddings.create({ model: 'scripted', input: 'hello' })
  await expect(embedded).rejects.toMatchObject({ status: 400, message: expect.stringContaining('no embeddings') })
  const elsewhere = await fetch(`${served.url}/v1/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.key}` }
  })
  expect([elsewhere.status, await elsewhere.json()]).toMatchObject([
    404,
    { error: { message: expect.stringContaining('/v1/chat/completions') } }
  ])
  expect(asked).toEqual([])
})

test('a prompt that is too long is told by OpenAI’s own code, which agents know to summarize at', async () => {
  const { client } = await started(() => {
    throw new OrreryError('context-full', 'The prompt has 5000 tokens and the context holds 4096.')
  })
  const told = {
    code: 'context_length_exceeded',
    type: 'invalid_request_error',
    message: expect.stringMatching(/This model's maximum context length is .*5000 tokens/)
  }
  await expect(client.chat.completions.create(ask)).rejects.toMatchObject({ ...told, status: 400 })
  const stream = await client.chat.completions.create({ ...ask, stream: true })
  const read = async () => {
    for await (const chunk of stream) expect(chunk.choices[0]?.delta.content).toBe('')
  }
  await expect(read()).rejects.toMatchObject(told)
})

test('embeddings come from a server that gives them, in the order of the texts', async () => {
  const asked: unknown[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    asked.push([request.url, JSON.parse(body)])
    const data = [
      { object: 'embedding', index: 1, embedding: [3, 4] },
      { object: 'embedding', index: 0, embedding: [0.5, 2] }
    ]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data, model: 'far', usage: { prompt_tokens: 2, total_tokens: 2 } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => new Promise((resolve) => server.close(resolve)))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const served = await serveDoors(createOpenAIEngine({ baseUrl, model: 'far' }))
  open.push(served.close)
  for (const format of ['float', 'base64'] as const) {
    const { data, usage } = await clientOf(served).embeddings.create({
      ...{ model: 'far', input: ['one', 'two'] },
      encoding_format: format
    })
    const vectors = data.map(({ embedding }) => embedding as unknown)
    const decoded = vectors.map((one) =>
      typeof one === 'string' ? [...new Float32Array(new Uint8Array(Buffer.from(one, 'base64')).buffer)] : one
    )
    expect([decoded, usage.total_tokens]).toEqual([
      [
        [0.5, 2],
        [3, 4]
      ],
      2
    ])
  }
  expect(asked[0]).toEqual(['/v1/embeddings', { model: 'far', input: ['one', 'two'], encoding_format: 'float' }])
})

test('39.2 only who has the key is answered; it is made once and is its owner’s alone', async () => {
  const { served } = await started()
  for (const key of ['wrong', `${served.key}x`, served.key.slice(0, -1)]) {
    await expect(clientOf(served, key).models.list()).rejects.toThrow(AuthenticationError)
  }
  expect((await fetch(`${served.url}/v1/models`)).status).toBe(401)
  const { port } = new URL(served.url)
  const status = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const sent = { authorization: `Bearer ${served.key}`, ...headers }
      httpRequest({ port, path: '/v1/models', headers: sent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
        .on('error', reject)
        .end()
    })
  expect([await status({ host: `evil.example:${port}` }), await status({ origin: 'http://evil.example' })]).toEqual([
    403, 403
  ])
  expect(await status({})).toBe(200)
  const { home } = await served.people.call('app.info', {})
  expect(readFileSync(join(home, 'model.key'), 'utf8')).toBe(`${served.key}\n`)
  if (process.platform !== 'win32') expect(statSync(join(home, 'model.key')).mode & 0o077).toBe(0)
  const { model } = await served.people.call('doors.status', {})
  expect(model).toMatchObject({ key: served.key, doors: [{ path: '/v1' }] })
  // Whoever guesses is slowed down, and holds nobody up who knows.
  const guesses = await Promise.all(
    Array.from({ length: 80 }, () => fetch(`${served.url}/v1/models`).then((r) => r.status))
  )
  expect(guesses.filter((one) => one === 429).length).toBeGreaterThan(10)
  expect((await clientOf(served).models.list()).data).toHaveLength(1)
})

test('a client that leaves stops the model', async () => {
  const reached = Promise.withResolvers<void>()
  const { served, client } = await started(() => {
    reached.resolve()
    return new Promise(() => {})
  })
  const stream = await client.chat.completions.create({ ...ask, stream: true })
  await reached.promise
  // While something is in flight the model cannot be changed.
  const change = () =>
    served.people.call('models.use', { model: null }).then(
      () => 'changed',
      (error: Error) => error.message
    )
  expect(await change()).toContain('still running')
  stream.controller.abort()
  await expect.poll(change, PATIENCE).toBe('changed')
})
