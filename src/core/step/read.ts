// Second part of a step: the answer is streamed as it comes, read into its parts, and stopped where the rules say so.

import { OrreryError } from '../errors.ts'
import { type CutStream, createCutStream, type Delta, type Ending, noObservation } from '../tree/cut.ts'
import type { StepEvent, Tokens } from '../tree/model.ts'
import type { EngineEvent } from '../tree/ports.ts'
import { createWatch } from './bounds.ts'
import type { StepContext } from './context.ts'
import type { Keeping } from './draft.ts'
import { createLoops, isStuck, type Loop } from './loops.ts'
import { blockOf, type ParsedAnswer } from './parse.ts'
import { createParser } from './parse-stream.ts'
import type { PreparedQuestion } from './prepare.ts'

// Characters that an engine may go on for after its answer has left its bounds.
const PATIENCE = 400

type Done = Omit<Extract<EngineEvent, { type: 'done' }>, 'type'>

/** An answer that has an observation. */
export interface Answer {
  raw: string
  parsed: ParsedAnswer
  /** Who answered, with what it cost. */
  by: Done
  /** Whether the engine came to the end of its answer. */
  ended: boolean
  /** What ended it in the model's place. */
  ending: Ending | null
  /** The model had closed its observation before. */
  whole: boolean
  /** Ticks to the first token. */
  first: number
  /** Where the rest of the step says what became of the text. */
  cutting: CutStream
}

/** @throws OrreryError as `Engine.generate`; no-output when there is no observation */
export async function* read(
  { engine, clock }: StepContext,
  { answer, request, predicted }: PreparedQuestion,
  { draft, started, limit }: { draft: Keeping; started: number; limit: number }
): AsyncGenerator<StepEvent, Answer> {
  const { thinking, tagged = thinking, bounds = null } = request
  const parser = createParser({ expectTags: tagged })
  const cutting = createCutStream(limit)
  const watch = bounds && createWatch(bounds)
  let done: Done | null = null
  let metered: Tokens = { prompt: 0, cached: 0, generated: 0 }
  let first = 0
  const loops = predicted ? createLoops() : null
  let stuck: Loop | null = null
  reading: for await (const event of answer) {
    switch (event.type) {
      case 'text':
        first ||= clock.ticks() - started
        draft.add(event.text)
        yield* cutting.pass(watched(parser.push(event.text)))
        // An engine that knows the bounds comes to its end by itself.
        if (watch?.outgrown() && watch.beyond() > PATIENCE) break reading
        if (stuck) break reading
        // Before its tag a turn may still turn out to be thinking.
        if (predicted && cutting.full() && (!tagged || parser.opened())) break reading
        break
      case 'done':
        done = event
        break
      case 'meter':
        metered = event.tokens
        yield event
        break
      case 'queued':
      case 'progress':
        yield event
        break
      default:
        event satisfies never
    }
  }
  const circle: Loop | null = done ? null : stuck
  if (!done && !cutting.full() && !watch?.outgrown() && !circle)
    throw new OrreryError('engine-failed', 'The engine ended without finishing its answer. Try the step again.')
  const { deltas, ...whole } = parser.end()
  yield* cutting.pass(watched(deltas))
  const outgrown = watch?.outgrown(done?.cut) ?? null
  const good = outgrown?.text ?? (circle && onceOf(whole.parsed.observation, circle))
  const { raw, parsed } = good === null ? whole : cutBack(whole, good)
  const by = {
    ...(done ?? { ...engine.info(), tokens: metered, trace: null }),
    cut: outgrown?.why ?? done?.cut ?? (circle ? ('repetition' as const) : null)
  }
  if (!parsed.observation) throw noObservation(by.cut === 'length' ? by.tokens : null)
  const ending = cutting.full() ? 'limit' : by.cut
  return { raw, parsed, by, ended: done !== null, ending, whole: blockOf(raw) === 'closed', first, cutting }

  function watched(deltas: Delta[]): Delta[] {
    watch?.push(deltas, first ? clock.ticks() - started - first : 0)
    for (const delta of deltas) {
      const loop = delta.type === 'observation' ? loops?.push(delta.text) : null
      if (loop && isStuck(loop)) stuck ??= loop
    }
    return deltas
  }
}

/** Of what stands at the end many times over, the first time. */
const onceOf = (text: string, { block, times }: Loop): string => text.slice(0, text.length - block * (times - 1))

/** The answer as if it had ended with `text`, the beginning of its observation. */
function cutBack({ raw, parsed }: Pick<Answer, 'raw' | 'parsed'>, text: string): Pick<Answer, 'raw' | 'parsed'> {
  const at = raw.lastIndexOf(text)
  return { raw: at < 0 ? raw : raw.slice(0, at + text.length), parsed: { ...parsed, observation: text.trimEnd() } }
}
