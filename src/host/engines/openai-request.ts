// One request to an OpenAI-compatible server: its address, its body, and what it means when the server says no.

import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import { parseJson } from '../../core/text/json.ts'
import { trimEndOf } from '../../core/text/plain.ts'
import type { TemplateKind } from '../../core/tree/model.ts'
import type { Request } from '../../core/tree/ports.ts'
import { proxyProblem } from '../network/proxy.ts'
import { beginningOf, SILENCE_MS, within } from './events.ts'

export interface OpenAIOptions {
  /** Up to and including the version, e.g. `http://127.0.0.1:8080/v1`. */
  baseUrl: string
  model: string
  apiKey?: string | undefined
  template?: TemplateKind
  /** Milliseconds without a byte from the server after which the step fails. */
  silence?: number
  /** Sends the prefill as an unfinished assistant message. Only for servers known to go on from there; others answer it. */
  prefill?: boolean
}

/** The address of the chat call. @throws OrreryError invalid-input when `baseUrl` is not an http(s) address, or holds a password */
export function completionsUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  if (url?.username || url?.password) {
    throw new OrreryError(
      'invalid-input',
      'The server address contains a user name or password, which would appear in error messages. Remove it, and give the key as API key.'
    )
  }
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    url.pathname = `${trimEndOf(url.pathname, '/').replace(/\/chat\/completions$/, '')}/chat/completions`
    return url.href
  }
  throw new OrreryError(
    'invalid-input',
    `"${baseUrl}" is not a server address. Use one that starts with http:// or https://, such as http://127.0.0.1:8080/v1.`
  )
}

/** The key as it is sent. @throws OrreryError invalid-input, which fetch would throw with the key in its message */
export function checkedKey(apiKey: string | undefined): string {
  const key = apiKey?.trim() ?? ''
  if (/^[\x20-\x7e]*$/.test(key)) return key
  throw new OrreryError(
    'invalid-input',
    'The API key contains an invalid character, such as a line break. Copy it again.'
  )
}

function bodyOf({ model, prefill }: OpenAIOptions, request: Request, written: string): Record<string, unknown> {
  const { sampling, stop } = request
  const begun = written || (prefill ? request.prefill : '')
  return {
    model,
    messages: [...request.messages, ...(begun ? [{ role: 'assistant', content: begun }] : [])],
    // How vLLM and SGLang are told to go on from an unfinished answer; others do so anyway, or answer it.
    ...(written && { continue_final_message: true, add_generation_prompt: false }),
    stream: true,
    stream_options: { include_usage: true },
    temperature: sampling.temperature,
    top_p: sampling.topP,
    ...(sampling.topK > 0 && { top_k: sampling.topK }),
    seed: request.seed,
    max_tokens: sampling.maxTokens,
    ...(stop.length > 0 && { stop }),
    ...(request.shape.only && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: request.shape.schema } }
    }),
    // How servers that render the model's own chat template are told not to let it think.
    ...(!request.thinking && { chat_template_kwargs: { enable_thinking: false } })
  }
}

// Not every server knows these; one that refuses them by name is asked again without.
const EXTRAS = [
  'top_k',
  'stream_options',
  'chat_template_kwargs',
  'seed',
  'response_format',
  'continue_final_message',
  'add_generation_prompt'
]

/**
 * Sends the request and returns the event stream of the answer. `written`: what there is of the answer already, to go on from.
 * @throws OrreryError engine-failed, context-full; whatever `signal` was aborted with
 */
export async function post(
  url: string,
  options: OpenAIOptions,
  request: Request,
  signal: AbortSignal,
  written = ''
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const body = bodyOf(options, request, written)
  let response = await send(url, options, body, signal)
  if (response.status === 400 || response.status === 422) {
    const text = await beginningOf(response.body)
    const refused = EXTRAS.filter((name) => name in body && text.includes(name))
    if (!refused.length) throw refusal(url, options, response, text)
    for (const name of refused) delete body[name]
    response = await send(url, options, body, signal)
  }
  const elsewhere = response.headers.get('location')
  if (elsewhere && response.status >= 300 && response.status < 400) throw redirected(url, elsewhere)
  if (!response.ok) throw refusal(url, options, response, await beginningOf(response.body))
  const type = response.headers.get('content-type') ?? 'no content type'
  if (response.body && type.includes('text/event-stream')) return response.body
  const text = type.includes('json')
    ? await beginningOf(response.body, { most: MOST_WHOLE, ms: options.silence ?? SILENCE_MS })
    : ''
  signal.throwIfAborted()
  return asStream(text) ?? notStreamed(url, type, text)
}

// As long as the longest answer can be, all of it escaped.
const MOST_WHOLE = 16_000_000

const Whole = z.looseObject({
  choices: z
    .tuple([z.looseObject({ message: z.looseObject({}), finish_reason: z.string().nullish() })])
    .rest(z.unknown()),
  usage: z.unknown().optional()
})

/** The answer of a server that does not stream, as the stream of one event; `null` where it is none. */
function asStream(text: string): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  try {
    const { choices, usage } = Whole.parse(parseJson(text))
    const [{ message: delta, finish_reason }] = choices
    const event = JSON.stringify({ choices: [{ delta, finish_reason }], usage })
    return new Blob([`data: ${event}\n\ndata: [DONE]\n\n`]).stream()
  } catch {
    return null
  }
}

function notStreamed(url: string, type: string, text: string): never {
  const said = saidBy(text)
  throw new OrreryError(
    'engine-failed',
    `${url} answered with ${type} instead of a stream${said}. Check that the address belongs to an OpenAI-compatible API; it often ends in /v1.`
  )
}

const Vectors = z.looseObject({
  data: z.array(z.looseObject({ index: z.int().min(0), embedding: z.array(z.number()) })),
  usage: z.looseObject({ prompt_tokens: z.int().min(0) }).nullish()
})

/** Asks the server for a vector of each text. @throws OrreryError engine-failed, cancelled */
export async function postEmbeddings(
  options: OpenAIOptions,
  texts: string[],
  signal: AbortSignal
): Promise<{ vectors: number[][]; tokens: number }> {
  const url = completionsUrl(options.baseUrl).replace(/chat\/completions$/, 'embeddings')
  try {
    const body = { model: options.model, input: texts, encoding_format: 'float' }
    const response = await send(url, options, body, signal)
    if (!response.ok) throw refusal(url, options, response, await beginningOf(response.body))
    const { data, usage } = Vectors.parse(await response.json())
    const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
    if (vectors.length === texts.length) return { vectors, tokens: usage?.prompt_tokens ?? 0 }
    throw new Error(`${vectors.length} vectors for ${texts.length} texts`)
  } catch (cause) {
    if (signal.aborted) throw new OrreryError('cancelled', 'The request was stopped.', { cause })
    if (cause instanceof OrreryError) throw cause
    throw new OrreryError('engine-failed', `${url} gave no embeddings: ${reasonOf(cause)}.`, { cause })
  }
}

async function send(
  url: string,
  { apiKey, silence = SILENCE_MS }: OpenAIOptions,
  body: Record<string, unknown>,
  signal: AbortSignal
): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  try {
    // Followed, a redirection would take the conversation to a server that nobody chose.
    const asked = fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'manual' })
    return await within(silence, url, asked)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof OrreryError) throw cause
    throw await noAnswer(url, cause)
  }
}

// A server on this machine or near it answers at once; a person waits for this one.
const REACH_MS = 5000

/** Whether anything answers at this address, whatever it says. @throws OrreryError engine-failed; invalid-input */
export async function reach(baseUrl: string): Promise<void> {
  const url = completionsUrl(baseUrl)
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(REACH_MS), redirect: 'manual' })).body?.cancel()
  } catch (cause) {
    throw await noAnswer(url, cause)
  }
}

async function noAnswer(url: string, cause: unknown): Promise<OrreryError> {
  const problem = await proxyProblem(new URL(url))
  if (problem) {
    const message = `No server responds at ${url}: ${problem.text}. Set it right, or name the server in NO_PROXY.`
    return new OrreryError('engine-failed', message, { cause })
  }
  return new OrreryError(
    'engine-failed',
    `No server responds at ${url}: ${reasonOf(cause)}. Check that the server is running and that the address and port are right.`,
    { cause }
  )
}

function redirected(url: string, location: string): OrreryError {
  return new OrreryError(
    'engine-failed',
    `${url} redirects to ${location.slice(0, 200)}. If that is the right server, use its address instead.`
  )
}

function refusal(
  url: string,
  { model }: OpenAIOptions,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string
): OrreryError {
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
    return new OrreryError(
      'engine-failed',
      `${url} reached its rate limit (429${said}). Wait ${waitOf(headers)}, then try again.`
    )
  }
  if (/context.{0,20}(length|size|window)|too many tokens/i.test(text)) {
    return new OrreryError(
      'context-full',
      `The prompt is too long for ${url}${said}. Branch from an earlier step, or give the server a larger context.`
    )
  }
  return new OrreryError('engine-failed', `${url} answered with status ${status}${said}. Check its log.`)
}

/** How servers report a failure, in a response or in the middle of a stream. */
export const Failure = z.looseObject({ error: z.union([z.string(), z.looseObject({ message: z.string() })]) })

const Words = z.string().min(1)
const Told = z.looseObject({ message: Words }).transform(({ message }) => message)
// What FastAPI says of a request that does not fit: where, and why.
const Misfit = z
  .looseObject({ loc: z.array(z.union([z.string(), z.number()])).default([]), msg: Words })
  .transform(({ loc, msg }) => [loc.filter((part) => part !== 'body').join('.'), msg].filter(Boolean).join(': '))
// OpenAI's and its like; Ollama's; FastAPI's, which many servers are made with.
const Said = z.union([
  z.looseObject({ error: z.union([Words, Told]) }).transform(({ error }) => error),
  z
    .looseObject({ detail: z.union([Words, Told, z.array(Misfit).min(1)]) })
    .transform(({ detail }) => [detail].flat().join('; ')),
  Told
])

/** The server's own words from an error body, as `: words`; `''` when it has none a person could use. */
export function saidBy(text: string): string {
  try {
    return `: ${Said.parse(parseJson(text)).slice(0, 300).replace(/\.$/, '')}`
  } catch {
    return ''
  }
}

// Longer waits are told in minutes.
const LONG_S = 120

/** When the server asks to come again, in words (RFC 9110, 10.2.3: seconds or a date); `a moment` where it does not say. */
function waitOf(headers: Headers): string {
  const given = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000)
  if (!(seconds > 0)) return 'a moment'
  return seconds > LONG_S ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`
}

/** In a few words, why a request failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  // Several addresses were tried: the error is a bundle whose own message is empty.
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
