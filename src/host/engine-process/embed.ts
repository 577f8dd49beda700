// Vectors of texts: what an embedding model is for, and what any other model can be asked for as well.
import { basename } from 'node:path'
import type { LlamaEmbeddingContext, LlamaModel } from 'node-llama-cpp'
import { OrreryError } from '../../core/errors.ts'
import { openLlama } from './machine.ts'
import { isMemory } from './memory.ts'
import { stopped } from './wait.ts'

export interface Embedder {
  /** A vector of each text, in order, and how many tokens they had; an empty text has an empty vector. @throws OrreryError cancelled */
  embed(texts: string[], options: { signal: AbortSignal }): Promise<{ vectors: number[][]; tokens: number }>
}

// Encoders take a window in one batch, and most were trained with 512 tokens. llama.cpp keeps a row of the vocabulary for each of them.
const WINDOW = 512
// What the library sets around a text: its first and last token; and one cell stays empty.
const AROUND = 3

/**
 * An embedder over the model file at `path`, without the contexts that answers are drawn in. `loaded`: the same model, where it answers already.
 * @throws OrreryError model-too-big, engine-failed
 */
export async function openEmbedder(
  path: string,
  { loaded, gpuLayers }: { loaded: LlamaModel | null; gpuLayers: number | null }
): Promise<Embedder> {
  const complaints: string[] = []
  try {
    const model = loaded ?? (await weights(path, gpuLayers, complaints))
    const contextSize = Math.min(WINDOW, model.trainContextSize)
    const context = await model.createEmbeddingContext({ contextSize, batchSize: contextSize })
    return { embed: (texts, { signal }) => embedAll(model, context, texts, signal) }
  } catch (cause) {
    const why = complaints.findLast(Boolean) ?? (cause instanceof Error ? cause.message : String(cause))
    const name = basename(path)
    if (isMemory(cause, why))
      throw new OrreryError(
        'model-too-big',
        `There is not enough memory to embed texts with "${name}". Close other programs, or choose a smaller model.`,
        { cause }
      )
    throw new OrreryError('engine-failed', `"${name}" gives no embeddings: ${why}`, { cause })
  }
}

async function weights(path: string, gpuLayers: number | null, complaints: string[]): Promise<LlamaModel> {
  const llama = await openLlama((text) => complaints.push(text))
  return llama.loadModel({ modelPath: path, gpuLayers: gpuLayers ?? 'auto' })
}

async function embedAll(
  model: LlamaModel,
  context: LlamaEmbeddingContext,
  texts: string[],
  signal: AbortSignal
): Promise<{ vectors: number[][]; tokens: number }> {
  const vectors: number[][] = []
  let tokens = 0
  const most = Math.min(WINDOW, model.trainContextSize) - AROUND
  for (const text of texts) {
    const all = model.tokenize(text)
    tokens += all.length
    let sum: number[] = []
    // A longer text is the mean of its windows by their length, so that its end counts as much as its beginning.
    for (let from = 0; from < all.length; from += most) {
      if (signal.aborted) throw stopped()
      const window = all.slice(from, from + most)
      const vector = unit((await context.getEmbeddingFor(window)).vector)
      sum = vector.map((value, at) => (sum[at] ?? 0) + value * window.length)
    }
    vectors.push(unit(sum))
  }
  return { vectors, tokens }
}

/** The same direction, of length 1. */
function unit(vector: readonly number[]): number[] {
  const size = Math.sqrt(vector.reduce((all, value) => all + value * value, 0))
  return size > 0 ? vector.map((value) => value / size) : [...vector]
}
