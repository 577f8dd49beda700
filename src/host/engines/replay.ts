// Plays recorded worlds: where a tree holds an answer for this action here, that is the answer, word for word.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import type { SessionTree } from '../../core/formats/importing.ts'
import { MARKER } from '../../core/step/parse.ts'
import { endingOf } from '../../core/tree/cut.ts'
import { canonical } from '../../core/tree/history.ts'
import type { Action, Call, Step, StepId } from '../../core/tree/model.ts'
import type { EngineEvent, Request } from '../../core/tree/ports.ts'
import { type ReplayEngine, type ReplayedRecording, recordingEngine } from './declare.ts'

const ID = 'replay'

export const replay = recordingEngine({
  id: ID,
  title: 'A recording',
  description: 'Replays recorded answers word for word.',
  source: 'the recording',
  options: z.object({ tempo: z.number().min(0).default(1) }),
  open: (recording, options) => createReplayEngine({ ...recording, ...options })
})

/** One recorded answer: the step, and the call that made it where the recording has one. */
interface Take {
  step: Step
  call: Call | null
  /** What was known of it beside the text. */
  result: Call['result']
}

// How fast a recording without times is played, in milliseconds a character: a brisk local model.
const MS_PER_CHARACTER = 4
// Characters of one piece where the recording does not say how many tokens it was.
const PIECE = 4

/**
 * An engine that answers from `trees`, keyed by where the action happens and what it is. What is not recorded goes to
 * `otherwise`, which stays its owner's to dispose of. `tempo` multiplies the recorded speed: 1 as it was, 0 at once.
 */
export function createReplayEngine({
  trees,
  otherwise,
  tempo = 1
}: ReplayedRecording & { tempo?: number }): ReplayEngine {
  const takes = index(trees)
  const model = trees.flatMap(({ calls }) => calls)[0]?.model ?? { name: 'recording', hash: null }

  function recorded(parent: StepId | null): Action[] {
    const here = [...takes.values()].filter(([take]) => take?.step.parent === parent)
    return here.flatMap(([take]) => (take ? [take.step.action] : []))
  }

  return {
    recorded,
    // What the prompt is built for is the model that may have to answer.
    info: () => ({
      engine: ID,
      model,
      contextSize: otherwise?.info().contextSize ?? null,
      template: otherwise?.info().template ?? 'standard'
    }),
    async *generate(request, { signal }) {
      const found = takes.get(keyOf(request.parent, request.action))
      // Several draws of one action: the one of this seed, else the first, unless another one is wanted.
      const take = found?.find(({ call }) => call?.seed === request.seed) ?? (request.fresh ? undefined : found?.[0])
      if (take) yield* play(take, { signal, tempo, model, trace: request.trace })
      else if (otherwise) yield* otherwise.generate(request, { signal })
      else if (found) throw new OrreryError('not-recorded', ONLY)
      else throw notRecorded(request, recorded(request.parent))
    },
    holds: (parent, action) => takes.has(keyOf(parent, action)),
    countTokens: async (texts, options) => (await otherwise?.countTokens(texts, options)) ?? null,
    dispose: async () => {}
  }
}

const ONLY = 'The recording has no other answer here. Load a model to generate one.'

const keyOf = (parent: StepId | null, action: Action) => `${parent ?? ''} ${canonical(action)}`

function index(trees: SessionTree[]): Map<string, Take[]> {
  const takes = new Map<string, Take[]>()
  for (const { steps, calls } of trees) {
    const callOf = new Map<StepId, Call>()
    const resultOf = new Map(calls.toReversed().flatMap(({ step, result }) => (result ? [[step, result]] : [])))
    // Oldest first: the last one set is the first that was made.
    for (const call of calls.toReversed()) if (call.raw) callOf.set(call.step, call)
    for (const step of steps) {
      const key = keyOf(step.parent, step.action)
      const take = { step, call: callOf.get(step.id) ?? null, result: resultOf.get(step.id) }
      takes.set(key, [...(takes.get(key) ?? []), take])
    }
  }
  return takes
}

async function* play(
  { step, call, result }: Take,
  { signal, tempo, model, trace }: { signal: AbortSignal; tempo: number; model: Call['model']; trace: boolean }
): AsyncGenerator<EngineEvent> {
  const raw = call?.raw ?? `${MARKER}\n${step.observation.text}`
  const size = call?.tokens.generated ? Math.max(1, Math.ceil(raw.length / call.tokens.generated)) : PIECE
  const pieces = split(raw, tempo === 0 ? raw.length : size)
  const { first, total } = call?.ms ?? { first: 0, total: raw.length * MS_PER_CHARACTER }
  const started = performance.now()
  try {
    for (const [at, text] of pieces.entries()) {
      // Against the clock, not piece by piece: timers are late by more than a fast model takes for a token.
      const due = started + (first + ((total - first) * at) / pieces.length) * tempo
      const wait = due - performance.now()
      if (wait > 1) await sleep(wait, undefined, { signal })
      signal.throwIfAborted()
      yield { type: 'text', text }
    }
  } catch (cause) {
    if (signal.aborted) throw new OrreryError('cancelled', 'The step was stopped.', { cause })
    throw cause
  }
  const tokens = call?.tokens ?? { prompt: 0, cached: 0, generated: 0 }
  // What was cut off when it was recorded is marked again, so that the step is the same one. A limit is met again by itself.
  const ending = call && endingOf(step.observation.text)
  const cut = ending === 'limit' ? null : ending
  yield {
    type: 'done',
    tokens,
    cut,
    trace: (trace && call?.trace) || null,
    engine: ID,
    model: call?.model ?? model,
    ...(result && { result })
  }
}

/** Pieces of at least `size` characters that join up to `text`, never cut inside one character. */
function split(text: string, size: number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    piece += character
    if (piece.length >= size) {
      pieces.push(piece)
      piece = ''
    }
  }
  return piece ? [...pieces, piece] : pieces
}

function notRecorded({ action }: Request, next: Action[]): OrreryError {
  const list = next.slice(0, 3).map(canonical).join('\n')
  const hint = next.length ? `Recorded here:\n${list}` : 'The recording ends here.'
  return new OrreryError(
    'not-recorded',
    `The recording has no answer for ${canonical(action)} at this point. Load a model to take other actions. ${hint}`
  )
}
