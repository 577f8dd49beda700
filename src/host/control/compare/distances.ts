// How far predictions are from the truth by the vectors of an embedding model. What it takes is counted apart from the other measures.
import type { TurnScores } from '../../../core/control/compare/measures.ts'
import { measuringEmbedding } from '../../../core/control/embedding-scores.ts'
import { cosineDistance, type NextStateKind } from '../../../core/control/rewards.ts'
import { OrreryError, toWire } from '../../../core/errors.ts'
import type { EmbeddingChoice } from '../embeddings/index.ts'
import { patiently } from '../evaluate/patiently.ts'
import { GIVE_UP_AFTER, isEngines } from '../runs/failures.ts'
import type { RunContext } from '../runs/kind.ts'

interface EmbeddedTexts {
  predicted: string
  truth: string
  by: NextStateKind
}

interface Distances {
  /** Of the model that gives the vectors. */
  name: string
  /** Nothing where the model failed: it is missing then. @throws OrreryError when it fails too often in a row; cancelled */
  measured(texts: EmbeddedTexts, options: { signal: AbortSignal }): Promise<Partial<TurnScores>>
  /** Milliseconds so far. */
  spent(): number
}

/** @throws OrreryError for a model that cannot be opened */
export async function openDistances(
  context: Pick<RunContext, 'embedder'>,
  choice: EmbeddingChoice
): Promise<Distances> {
  const { name, embed } = await context.embedder(choice)
  let [spent, failures] = [0, 0]

  async function distanceOf({ predicted, truth }: EmbeddedTexts, signal: AbortSignal): Promise<number> {
    const both = [predicted.trim(), truth.trim()]
    // Servers refuse a text without words, and the same text needs no vector.
    if (both[0] === both[1]) return 0
    if (both.includes('')) return 1
    const [one = [], other = []] = await embed(both, { signal })
    const distance = cosineDistance(one, other)
    if (distance !== null) return distance
    throw new OrreryError('engine-failed', `The vectors of ${name} cannot be compared: one of them is all 0 or empty.`)
  }

  return {
    name,
    spent: () => spent,
    async measured(texts, { signal }) {
      const started = performance.now()
      try {
        const scores = await patiently(measuringEmbedding(await distanceOf(texts, signal), texts), { signal })
        failures = 0
        return scores
      } catch (cause) {
        signal.throwIfAborted()
        const { code, message } = toWire(cause)
        if (!isEngines(code)) throw cause
        failures++
        if (failures < GIVE_UP_AFTER) return {}
        const go = 'What was answered is kept: the same command goes on.'
        throw new OrreryError(code, `No embeddings after ${failures} tries, the last: ${message} ${go}`, { cause })
      } finally {
        spent += performance.now() - started
      }
    }
  }
}
