// Predictions from any server that speaks the OpenAI chat API: llama-server, vLLM, SGLang, Ollama, LM Studio, hosted ones.
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import type { Engine, EngineEvent, Request } from '../../core/ports.ts'

export interface OpenAIOptions {
  /** Up to and including the version, e.g. `http://127.0.0.1:8080/v1`. */
  baseUrl: string
  model: string
  apiKey?: string
  template?: 'standard' | 'small'
  /** Sends the prefill as an unfinished assistant message. Only for servers known to go on from there; others answer it. */
  prefill?: boolean
}

/** @throws OrreryError invalid-input when `baseUrl` is not an http(s) address */
export function createOpenAIEngine(options: OpenAIOptions): Engine {
  const url = completionsUrl(options.baseUrl)
  const { model, template = 'standard' } = options
  return {
    info: () => ({ engine: 'openai', model: { name: model, hash: null }, contextSize: null, template }),
    generate: (request, { signal }) => generate(url, options, request, signal),
    countTokens: async () => null,
    dispose: async () => {}
  }
}

const Usage = z.looseObject({
  prompt_tokens: z.int().catch(0),
  completion_tokens: z.int().catch(0),
  prompt_tokens_details: z.looseObject({ cached_tokens: z.int().nullish() }).nullish()
})
const Chunk = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: z
          .looseObject({
            content: z.string().nullish(),
            // The two names under which servers send what the model thought.
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish()
          })
          .nullish(),
        finish_reason: z.string().nullish()
      })
    )
    .default([]),
  usage: Usage.nullish()
})
const Failure = z.looseObject({ error: z.union([z.string(), z.looseObject({ message: z.string() })]) })

// Often enough for a live number; the exact counts come at the end.
const METER_MS = 250

async function* generate(
  url: string,
  options: OpenAIOptions,
  request: Request,
  signal: AbortSignal
): AsyncGenerator<EngineEvent> {
  // Ends the connection when the listener goes away, not only when it cancels.
  const stop = new AbortController()
  const connection = AbortSignal.any([signal, stop.signal])
  let thinking = false
  let generated = 0
  let started = 0
  let metered = 0
  let finish: string | null = null
  let usage: z.infer<typeof Usage> | null = null
  try {
    const body = await post(url, options, request, connection)
    if (options.prefill && request.prefill) yield { type: 'text', text: request.prefill }
    for await (const data of eventData(body)) {
      if (data === '[DONE]') break
      const chunk = readChunk(url, data)
      usage = chunk.usage ?? usage
      const choice = chunk.choices[0]
      finish = choice?.finish_reason ?? finish
      const thought = choice?.delta?.reasoning_content || choice?.delta?.reasoning || ''
      const content = choice?.delta?.content ?? ''
      let text = ''
      if (thought) {
        text += thinking ? thought : `<think>${thought}`
        thinking = true
      }
      if (content) {
        text += thinking ? `</think>${content}` : content
        thinking = false
      }
      if (!text) continue
      yield { type: 'text', text }
      const now = performance.now()
      if (!started) started = metered = now
      // Servers send about one token a message: near enough until they tell.
      generated += 1
      if (now - metered >= METER_MS) {
        metered = now
        const tokensPerSecond = (generated - 1) / ((now - started) / 1000)
        yield { type: 'meter', tokens: { prompt: 0, cached: 0, generated }, tokensPerSecond }
      }
    }
    if (finish === null) {
      throw new OrreryError('engine-failed', `${url} broke off in the middle of its answer. Try the step again.`)
    }
    if (thinking) yield { type: 'text', text: '</think>' }
    yield {
      type: 'done',
      tokens: {
        prompt: usage?.prompt_tokens ?? 0,
        cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
        generated: usage?.completion_tokens || generated
      },
      truncated: finish === 'length',
      engine: 'openai',
      model: { name: options.model, hash: null }
    }
  } catch (cause) {
    if (signal.aborted) throw new OrreryError('cancelled', 'The step was stopped.', { cause })
    if (cause instanceof OrreryError) throw cause
    throw new OrreryError('engine-failed', `${url} broke off in the middle of its answer: ${reasonOf(cause)}.`, {
      cause
    })
  } finally {
    stop.abort()
  }
}

function completionsUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`
    return url.href
  }
  throw new OrreryError(
    'invalid-input',
    `"${baseUrl}" is not the address of a server. Give one that begins with http:// or https://, such as http://127.0.0.1:8080/v1.`
  )
}

function bodyOf({ model, prefill }: OpenAIOptions, request: Request): Record<string, unknown> {
  const { sampling, stop } = request
  const begun = prefill && request.prefill ? [{ role: 'assistant', content: request.prefill }] : []
  return {
    model,
    messages: [...request.messages, ...begun],
    stream: true,
    stream_options: { include_usage: true },
    temperature: sampling.temperature,
    top_p: sampling.topP,
    ...(sampling.topK > 0 && { top_k: sampling.topK }),
    seed: request.seed,
    max_tokens: sampling.maxTokens,
    ...(stop.length > 0 && { stop }),
    // How servers that render the model's own chat template are told not to let it think.
    ...(!request.thinking && { chat_template_kwargs: { enable_thinking: false } })
  }
}

// Not every server knows these; one that refuses them by name is asked again without.
const EXTRAS = ['top_k', 'stream_options', 'chat_template_kwargs', 'seed']

/** Sends the request. @returns the event stream of the answer */
async function post(
  url: string,
  options: OpenAIOptions,
  request: Request,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  const body = bodyOf(options, request)
  let response = await send(url, options, body, signal)
  if (response.status === 400 || response.status === 422) {
    const text = await response.text()
    const refused = EXTRAS.filter((name) => name in body && text.includes(name))
    if (!refused.length) throw refusal(url, options, response.status, text)
    for (const name of refused) delete body[name]
    response = await send(url, options, body, signal)
  }
  if (!response.ok) throw refusal(url, options, response.status, await response.text())
  const type = response.headers.get('content-type') ?? 'nothing it named'
  if (response.body && type.includes('text/event-stream')) return response.body
  throw new OrreryError(
    'engine-failed',
    `${url} answered with ${type} instead of a stream. Check that the address is that of an OpenAI-compatible API; it often ends in /v1.`
  )
}

async function send(
  url: string,
  { apiKey }: OpenAIOptions,
  body: Record<string, unknown>,
  signal: AbortSignal
): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  try {
    return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw new OrreryError(
      'engine-failed',
      `No answer from ${url}: ${reasonOf(cause)}. Check that the server is running and that the address and port are right.`,
      { cause }
    )
  }
}

function refusal(url: string, { model }: OpenAIOptions, status: number, text: string): OrreryError {
  const said = saidBy(text)
  if (status === 401 || status === 403) {
    return new OrreryError('engine-failed', `${url} refused the key (${status}${said}). Check the API key.`)
  }
  if (status === 404) {
    return new OrreryError(
      'engine-failed',
      `${url} was not found, or has no model "${model}" (404${said}). Check the model's name, and whether the address should end in /v1.`
    )
  }
  if (status === 429) {
    return new OrreryError('engine-failed', `${url} is over its limit (429${said}). Wait a little, then try again.`)
  }
  if (/context.{0,20}(length|size|window)|too many tokens/i.test(text)) {
    return new OrreryError(
      'context-full',
      `The prompt is longer than ${url} takes${said}. Branch from an earlier step, or give the server a larger context.`
    )
  }
  return new OrreryError('engine-failed', `${url} answered ${status}${said}. Its log may say more.`)
}

function readChunk(url: string, data: string): z.infer<typeof Chunk> {
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch (cause) {
    throw new OrreryError('engine-failed', `${url} sent something that is not JSON: ${data.slice(0, 200)}`, { cause })
  }
  if (Failure.safeParse(json).success) {
    throw new OrreryError('engine-failed', `${url} failed while answering${saidBy(data)}.`)
  }
  const chunk = Chunk.safeParse(json)
  if (chunk.success) return chunk.data
  throw new OrreryError('engine-failed', `${url} sent an event Orrery does not understand: ${data.slice(0, 200)}`)
}

/** The server's own words from an error body, as `: words`; `''` when it has none a person could use. */
function saidBy(text: string): string {
  try {
    const { error } = Failure.parse(JSON.parse(text))
    return `: ${(typeof error === 'string' ? error : error.message).slice(0, 300).replace(/\.$/, '')}`
  } catch {
    return ''
  }
}

/** The data of each server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  let data: string[] = []
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    // A carriage return at the very end may be half of a line break: it waits for what follows.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
      else if (line === '' && data.length) {
        yield data.join('\n')
        data = []
      }
    }
  }
  // Some servers close right after the last line, without the blank one.
  if (rest.startsWith('data:')) data.push(rest.slice(5).trim())
  if (data.length) yield data.join('\n')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  // Several addresses were tried: the error is a bundle whose own message is empty.
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
