// The loaded model for clients of OpenAI's API: /v1/models, /v1/chat/completions, /v1/embeddings.

import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { CallInput, CallName, CallOutput, StreamEvent } from '../../../core/contract/index.ts'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { readJson } from '../http-limits.ts'
import { leaving, sendJson } from '../listen.ts'
import { STATUS } from '../status.ts'
import { codeOf, type ModelDoor, type ModelVisit } from './door.ts'
import { MOST_BYTES } from './http.ts'
import { ChatRequest, questionOf, saidIn } from './openai-chat.ts'

const PATHS = 'GET /v1/models, POST /v1/chat/completions, POST /v1/embeddings'

export function openaiDoor(): ModelDoor {
  return {
    root: 'v1',
    title: 'OpenAI-compatible',
    description: 'The loaded model itself, without a world, for programs that speak OpenAI’s chat API.',
    async serve(visit) {
      const { response, refused } = visit
      try {
        if (refused) throw refused.error
        await answer(visit)
      } catch (error) {
        const { code, message } = toWire(error)
        if (response.headersSent) {
          // In the middle of a stream an error is an event.
          if (!response.writableEnded) response.end(`data: ${JSON.stringify(errorOf(code, message))}\n\n`)
        } else json(response, refused?.status ?? statusOf(code), errorOf(code, message))
      }
    }
  }
}

async function answer(visit: ModelVisit): Promise<void> {
  const { request, response, path } = visit
  const asked = `${request.method} ${path.join('/')}`
  if (asked === 'POST chat/completions') return chat(visit)
  if (asked === 'POST embeddings') return embed(visit)
  if (request.method === 'GET' && path[0] === 'models') {
    const model = await call(visit, 'agent.model', {})
    // Models have no date that anybody needs; clients want a number.
    const row = model && { id: model.id, object: 'model', created: 0, owned_by: 'orrery' }
    if (path.length === 1) return json(response, 200, { object: 'list', data: row ? [row] : [] })
    return json(response, 200, { ...row, id: named(path.slice(1).join('/'), model?.id) })
  }
  throw new OrreryError('not-found', `There is no ${request.method} /v1/${path.join('/')}. There are: ${PATHS}.`)
}

/** The model under this name. @throws OrreryError no-model, not-found */
function named(name: string, id: string | undefined): string {
  if (id === undefined) throw new OrreryError('no-model', 'No model is loaded in Orrery. Select one there.')
  if (name === id) return id
  throw new OrreryError('not-found', `There is no model "${name}". The loaded model is "${id}".`)
}

async function chat(visit: ModelVisit): Promise<void> {
  const { response, mounted, key } = visit
  const request = await body(visit, ChatRequest)
  const model = named(request.model, (await call(visit, 'agent.model', {}))?.id)
  const { ask, tools } = questionOf(request)
  const stream = request.stream ? chunks(response, model, request.stream_options?.include_usage === true) : null
  let text = ''
  let end: Answered | null = null
  stream?.say({ role: 'assistant', content: '' })
  await mounted.stream(
    'agent.answer',
    { ...ask, key },
    {
      signal: leaving(response),
      emit(event) {
        // The events of this stream.
        const told = event as StreamEvent<'agent.answer'>
        if (told.type === 'answered') {
          end = told
          return
        }
        text += told.text
        // An answer that may be a call is known when it is whole.
        if (!tools.length) stream?.say({ content: told.text })
      }
    }
  )
  // TypeScript does not see the assignment in `emit`.
  const { tokens, cut } = (end as Answered | null) ?? { tokens: NONE, cut: false }
  const { content, calls } = saidIn(text, tools)
  const listed = calls.map((one) => ({ id: `call_${randomUUID()}`, type: 'function', function: one }))
  const reason = listed.length ? 'tool_calls' : cut ? 'length' : 'stop'
  const usage = {
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.generated,
    total_tokens: tokens.prompt + tokens.generated,
    prompt_tokens_details: { cached_tokens: tokens.cached }
  }
  if (stream) {
    if (listed.length) stream.say({ tool_calls: listed.map((one, index) => ({ index, ...one })) })
    else if (tools.length) stream.say({ content })
    return stream.end(reason, usage)
  }
  const message = { role: 'assistant', content, refusal: null, ...(listed.length && { tool_calls: listed }) }
  const choice = { index: 0, message, logprobs: null, finish_reason: reason }
  json(response, 200, { ...head('chat.completion', model), choices: [choice], usage })
}

type Answered = Extract<StreamEvent<'agent.answer'>, { type: 'answered' }>
const NONE = { prompt: 0, cached: 0, generated: 0 }

const head = (object: string, model: string) => ({
  id: `chatcmpl-${randomUUID()}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model
})

/**
 * An answer as server-sent events. Nothing waits for a client that does not read: an answer is no longer than its tokens, and the server ends
 * the connection of who stands still.
 */
function chunks(response: ServerResponse, model: string, withUsage: boolean) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const same = head('chat.completion.chunk', model)
  const send = (more: object) =>
    response.write(`data: ${JSON.stringify({ ...same, ...(withUsage && { usage: null }), ...more })}\n\n`)
  const chunk = (delta: object, reason: string | null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }]
  })
  return {
    say: (delta: object) => void send(chunk(delta, null)),
    end(reason: string, usage: object) {
      send(chunk({}, reason))
      if (withUsage) send({ choices: [], usage })
      response.end('data: [DONE]\n\n')
    }
  }
}

const Embedding = z.looseObject({
  model: z.string(),
  input: z.union(
    [z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)],
    'expected a text or a list of texts'
  ),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.null('vectors come in the length that the model gives them').optional()
})

async function embed(visit: ModelVisit): Promise<void> {
  const { model: name, input, encoding_format: format } = await body(visit, Embedding)
  named(name, (await call(visit, 'agent.model', {}))?.id)
  const { model, vectors, tokens } = await call(visit, 'agent.embed', { texts: [input].flat() })
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector
  }))
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  json(visit.response, 200, { object: 'list', data, model, usage })
}

/** @throws OrreryError invalid-input naming the first part that does not fit */
async function body<T extends z.ZodType>({ request }: ModelVisit, schema: T): Promise<z.output<T>> {
  const value = await readJson(request, MOST_BYTES)
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new OrreryError('invalid-input', `The body does not fit: ${sentenceOf(error, { value, schema })}`)
}

type ModelCall = Extract<CallName, 'agent.model' | 'agent.embed'>

async function call<K extends ModelCall>(
  { mounted, key }: ModelVisit,
  name: K,
  input: Omit<CallInput<K>, 'key'>
): Promise<CallOutput<K>> {
  const reply = await mounted.call(name, { ...input, key })
  if (!reply.ok) throw new OrreryError(codeOf(reply.error.code), reply.error.message)
  return reply.value as CallOutput<K> // What the handler of this name gives.
}

type Code = OrreryError['code']

// What clients tell apart: whose fault it is, and whether to ask again. Agents summarize when a prompt is too long, which they know by OpenAI's
// code, or by the first words of its message (LiteLLM 1.106).
const errorOf = (code: Code, message: string) => ({
  error: {
    type: STATUS[code] < 500 ? 'invalid_request_error' : 'server_error',
    param: null,
    ...(code === 'context-full'
      ? { code: 'context_length_exceeded', message: `This model's maximum context length is too small. ${message}` }
      : { code, message })
  }
})
const statusOf = (code: Code): number => (code === 'context-full' ? 400 : STATUS[code])

const json = (response: ServerResponse, status: number, value: unknown): void =>
  sendJson(response, status, value, {
    ...(status === 429 && { 'retry-after': '1' }),
    ...(status === 401 && { 'www-authenticate': 'Bearer' })
  })
