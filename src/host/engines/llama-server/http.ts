// Calls to a llama-server, and what it means when it says no: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md

import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/text/json.ts'
import type { Request } from '../../../core/tree/ports.ts'
import { beginningOf, SILENCE_MS as REPLY_MS } from '../events.ts'
import { saidBy } from '../openai-request.ts'
import type { LlamaServer } from './process.ts'

// A prompt, or its tokens as numbers, however long its context.
const MOST_OF_REPLY = 64_000_000
// An answer cut shorter than this shows nothing useful of a screen.
const LEAST_ANSWER = 64

/** The conversation as the model reads it, up to where its answer begins. */
export async function applyTemplate(
  server: LlamaServer,
  { messages, thinking, prefill }: Request,
  signal: AbortSignal
) {
  // A template that opens every answer with a thought must close it before text that is given.
  const body = { messages, chat_template_kwargs: { enable_thinking: thinking && !prefill } }
  return z.looseObject({ prompt: z.string() }).parse(await ask(server, '/apply-template', body, signal)).prompt
}

/** Token counts of each text. */
export async function countTokens(
  server: LlamaServer,
  texts: string[],
  signal: AbortSignal | undefined
): Promise<number[]> {
  const counts: number[] = []
  for (const content of texts) {
    const { tokens } = z
      .looseObject({ tokens: z.array(z.unknown()) })
      .parse(await ask(server, '/tokenize', { content }, signal))
    counts.push(tokens.length)
  }
  return counts
}

/** Refuses a prompt that leaves no room for an answer worth having; the server itself refuses only one that leaves none. */
export function checkRoom(prompt: number, contextSize: number | null, asked: number): void {
  if (contextSize === null || contextSize - prompt >= Math.min(asked, LEAST_ANSWER)) return
  throw full(prompt, contextSize)
}

const TooLong = z.looseObject({ error: z.looseObject({ n_prompt_tokens: z.int(), n_ctx: z.int() }) })

/**
 * Calls the server.
 * @throws OrreryError context-full, engine-failed; what fetch throws when the server dies or `signal` is aborted
 */
export async function post(server: LlamaServer, path: string, body: unknown, signal: AbortSignal | undefined) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}` },
    body: JSON.stringify(body),
    signal: signal ?? null
  })
  if (response.ok && response.body) return response.body
  const text = await beginningOf(response.body)
  const long = TooLong.safeParse(parsed(text)).data?.error
  if (long) throw full(long.n_prompt_tokens, long.n_ctx)
  const old = response.status === 404 ? ' This llama-server is too old: update it.' : ''
  throw new OrreryError('engine-failed', `llama-server answered ${path} with ${response.status}${saidBy(text)}.${old}`)
}

async function ask(
  server: LlamaServer,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined
): Promise<unknown> {
  return parseJson(await beginningOf(await post(server, path, body, signal), { most: MOST_OF_REPLY, ms: REPLY_MS }))
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

function full(prompt: number, contextSize: number): OrreryError {
  return new OrreryError(
    'context-full',
    `The prompt has ${prompt} tokens and the context holds ${contextSize}. The answer needs at least ${LEAST_ANSWER}. Branch from an earlier step, shorten the instructions, or load the model with a larger context.`
  )
}
