// Predictions from any server that speaks the OpenAI chat API: llama-server, vLLM, SGLang, Ollama, LM Studio, hosted ones.

import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import { watchThought } from '../../core/step/thought.ts'
import { parseJson } from '../../core/text/json.ts'
import type { Cut, ThoughtEnd, Tokens } from '../../core/tree/model.ts'
import type { Engine, EngineEvent, GenerateOptions, Request } from '../../core/tree/ports.ts'
import { serverEngine } from './declare.ts'
import { createMeasure, eventData, type Measure } from './events.ts'
import { canList } from './lists.ts'
import {
  checkedKey,
  completionsUrl,
  Failure,
  type OpenAIOptions,
  post,
  postEmbeddings,
  reach,
  reasonOf,
  saidBy
} from './openai-request.ts'

export type { OpenAIOptions }

const ID = 'openai'

export const openai = serverEngine({
  id: ID,
  title: 'OpenAI-compatible server',
  description: 'Any server with an OpenAI-compatible chat API: vLLM, SGLang, Ollama, LM Studio, or a hosted one.',
  source: 'a server',
  options: z.object({ baseUrl: z.string(), model: z.string(), apiKey: z.string().optional() }),
  reach: ({ baseUrl }) => reach(baseUrl),
  open: createOpenAIEngine
})

/** @throws OrreryError invalid-input when `baseUrl` is not an http(s) address, or the key cannot be sent */
export function createOpenAIEngine(given: OpenAIOptions): Engine {
  const url = completionsUrl(given.baseUrl)
  const options = { ...given, apiKey: checkedKey(given.apiKey) }
  const { model, template = 'standard' } = options
  return {
    info: () => ({ engine: ID, model: { name: model, hash: null }, contextSize: null, template, lists: canList(null) }),
    status: () => ({ state: 'ready', device: new URL(given.baseUrl).host }),
    generate: (request, asking) => generate(url, options, request, asking),
    countTokens: async () => null,
    embed: (texts, { signal }) => postEmbeddings(options, texts, signal),
    dispose: async () => {}
  }
}

const Count = z.int().min(0).catch(0)
const Usage = z.looseObject({
  prompt_tokens: Count,
  completion_tokens: Count,
  prompt_tokens_details: z.looseObject({ cached_tokens: Count.nullish() }).nullish()
})
// Mistral's models that think send parts: what they thought, and text.
const Part = z.looseObject({ text: z.string().optional(), thinking: z.unknown().optional() })
const Parts = z.array(Part)
const Chunk = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: z
          .looseObject({
            content: z.union([z.string(), Parts]).nullish(),
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
// Often enough for a live number; the exact counts come at the end.
const METER_MS = 250

async function* generate(
  url: string,
  options: OpenAIOptions,
  request: Request,
  { signal, answerNow }: GenerateOptions
): AsyncGenerator<EngineEvent> {
  const { thinking, tagged = thinking, budget = null } = request
  const measure = createMeasure(url, request.sampling.maxTokens)
  const thought = watchThought('', { tagged })
  let written = ''
  let thoughtEnded: ThoughtEnd | undefined
  const leave = (generated: number): boolean => {
    if (!thinking || thoughtEnded || !written || !thought.open()) return false
    if (answerNow?.aborted) thoughtEnded = 'asked'
    else if (budget !== null && generated >= budget) thoughtEnded = 'budget'
    else if (thought.circles()) thoughtEnded = 'circle'
    return thoughtEnded !== undefined
  }
  const said = (text: string): EngineEvent => {
    written += text
    thought.push(text)
    return { type: 'text', text }
  }
  const reading = { signal, answerNow, measure, said, leave }
  try {
    if (options.prefill && request.prefill) yield { type: 'text', text: request.prefill }
    let end = yield* part(url, options, request, { ...reading, before: 0, written: '' })
    if (thoughtEnded) {
      yield said(thought.closing({ held: false }))
      end = yield* part(url, options, request, { ...reading, before: end.tokens.generated, written })
    }
    yield {
      ...{ type: 'done', ...end, trace: null, engine: ID, model: { name: options.model, hash: null } },
      ...(thoughtEnded && { thoughtEnded, warning: CLOSED_ELSEWHERE })
    }
  } catch (cause) {
    if (signal.aborted) throw new OrreryError('cancelled', 'The step was stopped.', { cause })
    if (cause instanceof OrreryError) throw cause
    throw new OrreryError('engine-failed', `${url} ended its answer early: ${reasonOf(cause)}.`, {
      cause
    })
  }
}

// Nothing in the answer tells which of the two a server did.
const CLOSED_ELSEWHERE =
  'The thought was closed, and the server was asked to continue from there. A server that does not support continue_final_message began its answer again.'

interface Reading extends GenerateOptions {
  measure: Measure
  /** Keeps what the server says, as the event that passes it on. */
  said(text: string): EngineEvent
  /** Whether the thought under way is to be closed now: the stream is left. */
  leave(generated: number): boolean
  /** Tokens generated before this stream. */
  before: number
  /** What there is of the answer, to go on from. */
  written: string
}

/** One stream of the server, to its end or until it is left. */
async function* part(
  url: string,
  options: OpenAIOptions,
  request: Request,
  { signal, answerNow, measure, said, leave, before, written }: Reading
): AsyncGenerator<EngineEvent, { tokens: Tokens; cut: Cut | null }> {
  let thinking = false
  let generated = before
  let started = 0
  let metered = 0
  let finish: string | null = null
  let over = false
  let usage: z.infer<typeof Usage> | null = null
  // However this is left, the connection is closed.
  const leaving = new AbortController()
  const asFarAs = () => ({ tokens: { prompt: 0, cached: 0, generated }, cut: null })
  let left = false
  // A server may fall silent in the middle of its thought: nobody waits for its next word.
  const hurry = () => {
    left ||= leave(generated)
    if (left) leaving.abort()
  }
  answerNow?.addEventListener('abort', hurry)
  try {
    const body = await post(url, options, request, AbortSignal.any([signal, leaving.signal]), written)
    for await (const events of eventData(body, { measure, silence: options.silence })) {
      // Of what arrived together the text is told together: what follows has work with each piece.
      let text = ''
      let ended = false
      for (const data of events) {
        ended = data === '[DONE]'
        over ||= ended
        if (ended) break
        const chunk = readChunk(url, data)
        usage = chunk.usage ?? usage
        const choice = chunk.choices[0]
        finish = choice?.finish_reason ?? finish
        const parts = partsOf(choice?.delta?.content)
        const thought = choice?.delta?.reasoning_content || choice?.delta?.reasoning || parts.thought
        const content = parts.text
        if (thought) {
          text += thinking ? thought : `<think>${thought}`
          thinking = true
        }
        if (content) {
          text += thinking ? `</think>${content}` : content
          thinking = false
        }
        // Servers send about one token a message: near enough until they tell.
        if (thought || content) generated += 1
      }
      if (text) {
        measure.say(text)
        yield said(text)
        const now = performance.now()
        if (!started) started = metered = now
        if (now - metered >= METER_MS) {
          metered = now
          const tokensPerSecond = (generated - before - 1) / ((now - started) / 1000)
          yield { type: 'meter', tokens: { prompt: 0, cached: 0, generated }, tokensPerSecond }
        }
      }
      if (ended) break
      if (leave(generated)) return asFarAs()
    }
    // Some servers say that it is over and not why.
    if (finish === null && !over) {
      throw new OrreryError('engine-failed', `${url} ended its answer early. Try the step again.`)
    }
    if (thinking) yield said('</think>')
    return {
      tokens: {
        prompt: usage?.prompt_tokens ?? 0,
        cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
        generated: usage?.completion_tokens ? before + usage.completion_tokens : generated
      },
      cut: finish === 'length' ? 'length' : null
    }
  } catch (cause) {
    if (left && !signal.aborted) return asFarAs()
    throw cause
  } finally {
    answerNow?.removeEventListener('abort', hurry)
    leaving.abort()
  }
}

/** What a piece of the answer says, and what was thought, whichever way it is written. */
function partsOf(content: string | z.infer<typeof Parts> | null | undefined): { text: string; thought: string } {
  if (!Array.isArray(content)) return { text: content ?? '', thought: '' }
  const thoughts = content.flatMap(({ thinking }) =>
    typeof thinking === 'string' ? { text: thinking } : (Parts.safeParse(thinking).data ?? [])
  )
  const said = (all: z.infer<typeof Parts>) => all.map(({ text = '' }) => text).join('')
  return { text: said(content), thought: said(thoughts) }
}

function readChunk(url: string, data: string): z.infer<typeof Chunk> {
  let json: unknown
  try {
    json = parseJson(data)
  } catch (cause) {
    throw new OrreryError('engine-failed', `${url} sent something that is not JSON: ${data.slice(0, 200)}`, { cause })
  }
  // Asked for first: a misfit costs as much as ten events.
  if (data.includes('"error"') && Failure.safeParse(json).success) {
    throw new OrreryError('engine-failed', `${url} failed while answering${saidBy(data)}.`)
  }
  const chunk = Chunk.safeParse(json)
  if (chunk.success) return chunk.data
  throw new OrreryError('engine-failed', `${url} sent an event that Orrery does not recognize: ${data.slice(0, 200)}`)
}
