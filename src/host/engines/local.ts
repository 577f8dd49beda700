// What every engine that runs a model on this machine does around one draw of an answer: requests take turns, and an answer that never begins is drawn again.
import { NO_OUTPUT, OrreryError } from '../../core/errors.ts'
import type { EngineEvent, GenerateOptions, Request } from '../../core/tree/ports.ts'
import type { Queue } from './queue.ts'

/** What a draw says. `given`: text that begins the answer without being the model's: a prefill, an opened tag. */
export type Drawn = EngineEvent | { type: 'given'; text: string }

/** One try at an answer. */
export type DrawAnswer = (request: Request, options: GenerateOptions) => AsyncIterable<Drawn>

// How often an answer is asked for before it counts as none.
const DRAWS = 4

/**
 * Answers `request` when it is its turn in `queue`. A turn that ends before it begins is drawn again with the next seed: small models
 * often do that, and the prompt is read already.
 * @throws OrreryError no-output when no draw added anything to what was given; cancelled; whatever `draw` throws
 */
export async function* answerInTurn(
  request: Request,
  { signal, answerNow, queue, draw }: GenerateOptions & { queue: Queue; draw: DrawAnswer }
): AsyncGenerator<EngineEvent> {
  // Beside others its tokens would be read in other batches, and might come out differently.
  const place = queue.join({ owner: request.owner, alone: request.strict })
  try {
    for await (const ahead of place.turn(signal)) yield { type: 'queued', ahead }
    for (let count = 0; count < DRAWS; count++) {
      const seeded = { ...request, seed: seedOf(request.seed, count) }
      if (yield* begun(draw(seeded, { signal, answerNow }), request.prefill)) return
    }
    throw new OrreryError('no-output', NO_OUTPUT)
  } finally {
    place.leave()
  }
}

/** The seed of the nth draw, within what llama.cpp takes: the first is the one asked for. */
function seedOf(seed: number, draw: number): number {
  return (seed + draw) % 2 ** 31
}

/** Passes on what is drawn, but holds back what was given until the model adds to it. Returns whether it did. */
async function* begun(events: AsyncIterable<Drawn>, prefill: string): AsyncGenerator<EngineEvent, boolean> {
  let given = prefill
  let held = ''
  let begun = false
  for await (const event of events) {
    if (event.type === 'given') {
      given = event.text
      held = event.text
    } else if (event.type === 'text') {
      held += event.text
      if (begun) yield event
      else if (held.trim() !== given.trim()) {
        begun = true
        yield { type: 'text', text: held }
      }
    } else if (event.type !== 'done' || begun) yield event
  }
  return begun
}
