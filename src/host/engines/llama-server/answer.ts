// One answer from a llama-server: what it is asked for, and what its events mean.

import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { createCounting } from '../../../core/step/counting.ts'
import { watchThought } from '../../../core/step/thought.ts'
import { parseJson } from '../../../core/text/json.ts'
import type { Cut, ThoughtEnd, Tokens, TracedToken } from '../../../core/tree/model.ts'
import type { EngineEvent, GenerateOptions, ModelName, Request } from '../../../core/tree/ports.ts'
import { createMeasure, eventData } from '../events.ts'
import type { Drawn } from '../local.ts'
import { saidBy } from '../openai-request.ts'
import { applyTemplate, checkRoom, post } from './http.ts'
import type { LlamaServer } from './process.ts'

// A number that changes ten times a second can still be read.
const METER_MS = 100
// As many alternatives as a person can compare at a glance.
const ALTERNATIVES = 5
// Some models carry these as control tokens, which print as nothing unless asked for; the parser needs to see them.
const TAGS = ['<think>', '</think>', '<predicted_observation>', '</predicted_observation>']
const OPEN_TAG = '<predicted_observation>\n'
const CLOSE_TAG = '</predicted_observation>'
const THOUGHT_END = '</think>'

/**
 * Answers `request`. First comes what was given of the answer, if anything was: prefill, opened think tag or observation tag.
 * @throws OrreryError context-full, engine-failed; what fetch throws when the server dies or `signal` is aborted
 */
export async function* answer(
  server: LlamaServer,
  request: Request,
  { signal, answerNow, engine, model }: GenerateOptions & { engine: string; model: ModelName }
): AsyncGenerator<Drawn> {
  const end = ({ tokens, cut, trace }: Part, thoughtEnded?: ThoughtEnd): EngineEvent => ({
    ...{ type: 'done', tokens, cut, trace, engine, model },
    ...(thoughtEnded && { thoughtEnded }),
    ...(server.warning !== null && { warning: server.warning })
  })
  const { prefill, thinking, tagged: asksForTags = thinking, budget = null, shape, stop, sampling } = request
  const prompt = await applyTemplate(server, request, signal)
  const thought = prefill ? '' : (/<think>\s*$/.exec(prompt)?.[0] ?? '')
  const shaped = shape.tags || shape.schema !== null
  // A model that thinks marks the observation by its tag. With a prefill the observation has begun already, so there is no tag.
  const tagged = !prefill && (shape.tags || (shaped && asksForTags))
  const rules = {
    stop: shape.tags || tagged ? [...stop, CLOSE_TAG] : stop,
    ...(shape.schema !== null && { json_schema: shape.schema })
  }
  const opening = tagged ? OPEN_TAG : ''

  const watched = watchThought(thought || prefill || opening, { tagged: asksForTags && !prefill })
  let thoughtEnded: ThoughtEnd | undefined
  /** Whether the thought under way is to be closed now. */
  const leave = (piece: string, generated: number): boolean => {
    watched.push(piece)
    if (!thinking || thoughtEnded || !watched.open()) return false
    if (answerNow?.aborted) thoughtEnded = 'asked'
    else if (budget !== null && generated >= budget) thoughtEnded = 'budget'
    else if (watched.circles()) thoughtEnded = 'circle'
    return thoughtEnded !== undefined
  }

  // A grammar would hold the thought to it too: the thought is drawn without, and the rest goes on from there.
  const apart = thought !== '' && shaped
  const given = thought || prefill || opening
  if (given) yield { type: 'given', text: given }
  const asked = { signal, leave, before: null }
  const first = yield* part(server, request, {
    ...asked,
    // A thought that the template opened is in its prompt already.
    prompt: thought ? prompt : `${prompt}${given}`,
    most: sampling.maxTokens,
    rules: apart ? { stop: [...stop, THOUGHT_END] } : rules
  })
  let words = ''
  if (thoughtEnded) words = watched.closing({ held: false })
  else if (apart && first.stoppedAt === THOUGHT_END) words = `${THOUGHT_END}\n\n${opening}`
  if (!words) {
    if (first.stoppedAt === CLOSE_TAG) yield { type: 'text', text: CLOSE_TAG }
    return yield end(first)
  }
  yield { type: 'text', text: words }
  const last = yield* part(server, request, {
    ...asked,
    prompt: `${thought ? prompt : `${prompt}${given}`}${first.text}${words}`,
    most: Math.max(1, sampling.maxTokens - first.tokens.generated),
    rules,
    before: first
  })
  if (last.stoppedAt === CLOSE_TAG) yield { type: 'text', text: CLOSE_TAG }
  yield end(last, thoughtEnded)
}

/** What was drawn from one prompt. */
interface Part {
  tokens: Tokens
  cut: Cut | null
  trace: TracedToken[] | null
  text: string
  /** The stop text that ended it; `''` when something else did. */
  stoppedAt: string
}

const Probability = z.looseObject({ token: z.string(), prob: z.number().optional(), logprob: z.number().optional() })
const Chunk = z.looseObject({
  content: z.string().default(''),
  stop: z.boolean().default(false),
  stop_type: z.string().default(''),
  stopping_word: z.string().default(''),
  tokens_predicted: z.int().default(0),
  tokens_evaluated: z.int().default(0),
  timings: z.looseObject({ prompt_n: z.int(), predicted_per_second: z.number().nullish() }).optional(),
  prompt_progress: z.looseObject({ total: z.int(), processed: z.int() }).optional(),
  completion_probabilities: z
    .array(
      Probability.extend({ top_probs: z.array(Probability).optional(), top_logprobs: z.array(Probability).optional() })
    )
    .default([])
})

/** Draws from `prompt` until it ends. Counts go on from `before`. */
async function* part(
  server: LlamaServer,
  request: Request,
  {
    prompt,
    most,
    rules,
    signal,
    leave,
    before
  }: {
    prompt: string
    most: number
    rules: Record<string, unknown>
    signal: AbortSignal
    /** Told of each piece and how many tokens there are; `true` ends the part there. */
    leave(piece: string, generated: number): boolean
    before: Part | null
  }
): AsyncGenerator<EngineEvent, Part> {
  const { sampling, seed, strict, trace, repeats, counts = true } = request
  const counting = counts ? null : createCounting()
  const body = await post(
    server,
    '/completion',
    {
      prompt,
      stream: true,
      return_progress: true,
      timings_per_token: true,
      cache_prompt: !strict,
      n_predict: most,
      temperature: sampling.temperature,
      top_k: sampling.topK,
      top_p: sampling.topP,
      // The server has defaults for more; only what a world's setup names may act.
      samplers: ['top_k', 'top_p', 'temperature'],
      seed,
      preserved_tokens: TAGS,
      // Where a recurrent model keeps a checkpoint: another action from the same step then reads only that action.
      ...(server.userStart && { message_delimiters: [{ role: 'user', delimiter: server.userStart }] }),
      // At temperature 0 nothing else could be drawn, so there the model's own probabilities are shown.
      ...(trace && { n_probs: ALTERNATIVES, post_sampling_probs: sampling.temperature > 0 }),
      ...rules
    },
    signal
  )
  const traced: TracedToken[] = [...(before?.trace ?? [])]
  const earlier = before?.tokens ?? { prompt: 0, cached: 0, generated: 0 }
  const measure = createMeasure('llama-server', most)
  let text = ''
  let metered = 0
  for await (const data of eachOf(eventData(body, { measure }))) {
    const chunk = readChunk(data)
    const read = chunk.prompt_progress
    if (read && !before) {
      checkRoom(read.total, server.contextSize, most)
      yield { type: 'progress', phase: 'read', done: read.processed, total: read.total }
    }
    const prompted = chunk.tokens_evaluated
    const tokens: Tokens = before
      ? { ...earlier, generated: earlier.generated + chunk.tokens_predicted }
      : {
          prompt: prompted,
          cached: prompted - (chunk.timings?.prompt_n ?? prompted),
          generated: chunk.tokens_predicted
        }
    if (trace) for (const one of chunk.completion_probabilities.map(toTraced)) traced.push(one)
    if (chunk.content) {
      measure.say(chunk.content)
      text += chunk.content
      yield { type: 'text', text: chunk.content }
      const now = performance.now()
      const tokensPerSecond = chunk.timings?.predicted_per_second
      if (tokensPerSecond && chunk.tokens_predicted > 1 && now - metered >= METER_MS) {
        metered = now
        yield { type: 'meter', tokens, tokensPerSecond }
      }
    }
    const done = { tokens, trace: trace ? traced : null, text, stoppedAt: chunk.stopping_word }
    if (chunk.stop) return { ...done, cut: chunk.stop_type === 'limit' ? 'length' : null }
    // Leaving here closes the stream, and the server stops drawing.
    if (leave(chunk.content, chunk.tokens_predicted)) return { ...done, cut: null }
    if (repeats > 0 && endsInRepeats(text, repeats)) return { ...done, cut: 'repetition' }
    if (counting?.push(chunk.content)) return { ...done, cut: 'counting' }
  }
  throw new TypeError('the stream ended without a final event')
}

async function* eachOf<T>(lists: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const list of lists) yield* list
}

// Small models fall into repeating a few lines, not more.
const LONGEST_BLOCK = 400
// A ruled line or a row of zeros is no fault.
const LEAST_REPEATED = 200

/** Whether the text ends in one block said `times` over, and at least 200 characters of it. */
function endsInRepeats(text: string, times: number): boolean {
  for (let size = 1; size <= LONGEST_BLOCK; size++) {
    const length = Math.max(LEAST_REPEATED, times * size)
    if (length > text.length) return false
    // Equal to itself one block further on: every block in it is the same.
    if (text.slice(-length, -size) === text.slice(-length + size)) return true
  }
  return false
}

function toTraced({
  token,
  prob,
  logprob,
  top_probs,
  top_logprobs
}: z.infer<typeof Chunk>['completion_probabilities'][number]) {
  const probability = (one: z.infer<typeof Probability>) => one.prob ?? Math.exp(one.logprob ?? 0)
  return {
    text: token,
    probability: probability({ token, prob, logprob }),
    top: (top_probs ?? top_logprobs ?? []).map((one) => ({ text: one.token, probability: probability(one) }))
  }
}

function readChunk(data: string): z.infer<typeof Chunk> {
  const said = data.includes('"error"') ? saidBy(data) : ''
  if (said) throw new OrreryError('engine-failed', `llama-server failed while answering${said}. Try the step again.`)
  try {
    return Chunk.parse(parseJson(data))
  } catch (cause) {
    throw new OrreryError(
      'engine-failed',
      `llama-server sent an event that Orrery does not recognize: ${data.slice(0, 200)}`,
      {
        cause
      }
    )
  }
}
