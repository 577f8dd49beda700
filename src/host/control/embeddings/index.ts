// Vectors of texts by a named model, each asked for once: they are kept by the text's hash, so that a command that is repeated asks nothing twice.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { linesOf, readLine } from '../../../core/formats/importers/lines.ts'
import { IN_USE } from '../../../core/tree/conditions.ts'
import { explain } from '../../data/disk-errors.ts'
import { checkPlain } from '../../data/regular-file.ts'
import type { Answering } from '../../engines/answering/index.ts'
import type { Models } from '../../models/index.ts'

/** Gives a vector of each text. */
export type Embed = (texts: string[], options: { signal: AbortSignal }) => Promise<number[][]>

/** What gives vectors: `bundled` (the model that comes with Orrery), `in-use`, a model of this machine, or of the server at `baseUrl`. */
export const EmbeddingChoice = z.strictObject({ model: z.string().min(1), baseUrl: z.url().exactOptional() })
export type EmbeddingChoice = z.infer<typeof EmbeddingChoice>

interface OpenEmbedder {
  /** The model's name. */
  name: string
  embed: Embed
}

export interface Embedders {
  /** One that is open already is given again. @throws OrreryError for a model that cannot be opened or gives no vectors */
  open(choice: EmbeddingChoice): Promise<OpenEmbedder>
  dispose(): Promise<void>
}

// The model in the box is not trained for this: said wherever it is used.
export const BUNDLED = 'bundled'
// Servers refuse more at once: llama-server by its batch, hosted ones by a count of their own.
const TEXTS_AT_ONCE = 32
// Bytes of vectors, in the file and in memory: 64,000 texts of a model with 1,024 numbers.
const MOST_KEPT = 256 * 2 ** 20

/** Vectors are kept below the data folder `home`. What was opened stays until all of it is put away; weights leave memory when nobody asks. */
export function createEmbedders(around: { home: string; models: Models; answering: Answering }): Embedders {
  const opened = new Map<string, ReturnType<typeof openEmbedder>>()
  return {
    async open(choice) {
      const key = JSON.stringify([choice.model, choice.baseUrl])
      const opening = opened.get(key) ?? openEmbedder(around, choice)
      opened.set(key, opening)
      // Another model may be in use by the next time, and one that could not be opened may be there.
      if (choice.model === IN_USE) opened.delete(key)
      return opening.catch((error: unknown) => {
        opened.delete(key)
        throw error
      })
    },
    async dispose() {
      await Promise.allSettled([...opened.values()].map(async (one) => (await one).release()))
    }
  }
}

async function openEmbedder(
  { home, models, answering }: Parameters<typeof createEmbedders>[0],
  { model, baseUrl }: EmbeddingChoice
): Promise<OpenEmbedder & { release(): Promise<void> }> {
  const named = model === BUNDLED ? ((await models.list()).find(({ bundled }) => bundled)?.id ?? model) : model
  const { engine, release } = await answering.beside(named, { baseUrl, embeds: true })
  const embed = engine.embed?.bind(engine)
  const { engine: id, model: known } = engine.info()
  if (!embed) {
    await release()
    throw new OrreryError(
      'invalid-input',
      `${known.name} gives no embeddings: its engine (${id}) has none. Choose another model, or a server with /embeddings.`
    )
  }
  const key = hashOf(JSON.stringify([known.hash ?? known.name, baseUrl ?? null])).slice(0, 16)
  const path = join(home, 'embeddings', `${known.name.replace(/[^\w.-]+/g, '_').slice(0, 80)}-${key}.jsonl`)
  const vectors = (texts: string[], options: { signal: AbortSignal }) =>
    embed(texts, options).then((answer) => answer.vectors)
  return { name: known.name, embed: keeping(vectors, path), release }
}

const Row = z.strictObject({ text: z.string(), vector: z.string() })

/**
 * Asks only for texts whose vector is not in the file at `path` yet, and adds theirs, as far as there is room.
 * @param options.most bytes of vectors that are kept; what is beyond them is asked for each time
 * @throws OrreryError engine-failed where a text has no vector; disk-full; and as `embed`
 */
export function keeping(embed: Embed, path: string, { most = MOST_KEPT }: { most?: number } = {}): Embed {
  let reading: Promise<Kept> | null = null
  return async (texts, { signal }) => {
    reading ??= read(path, most)
    const kept = await reading
    const known = kept.vectors
    const fresh = new Map<string, Float32Array>()
    const missing = [...new Set(texts)].filter((text) => !known.has(hashOf(text)))
    for (let from = 0; from < missing.length; from += TEXTS_AT_ONCE) {
      const some = missing.slice(from, from + TEXTS_AT_ONCE)
      const made = await embed(some, { signal })
      if (made.length !== some.length)
        throw new OrreryError(
          'engine-failed',
          `The model gave vectors of ${made.length} of ${some.length} texts. Try again, or choose another model.`
        )
      const rows: string[] = []
      for (const [at, text] of some.entries()) {
        const hash = hashOf(text)
        // As it is read back, so that the first run and the next ones say the same.
        const floats = Float32Array.from(made[at] ?? [])
        fresh.set(hash, floats)
        if (!keep(kept, hash, floats, most)) continue
        const vector = Buffer.from(floats.buffer).toString('base64')
        rows.push(`${JSON.stringify({ text: hash, vector } satisfies z.infer<typeof Row>)}\n`)
      }
      if (rows.length) await append(path, rows.join(''))
    }
    return texts.map((text) => [...(known.get(hashOf(text)) ?? fresh.get(hashOf(text)) ?? [])])
  }
}

interface Kept {
  /** By the hash of the text. */
  vectors: Map<string, Float32Array>
  bytes: number
}

/** @returns whether there is room for it, or it is there already */
function keep(kept: Kept, hash: string, vector: Float32Array, most: number): boolean {
  if (kept.vectors.has(hash)) return true
  if (kept.bytes + vector.byteLength > most) return false
  kept.vectors.set(hash, vector)
  kept.bytes += vector.byteLength
  return true
}

/** Lines that cannot be read, such as the last one after a crash, are left out. */
async function read(path: string, most: number): Promise<Kept> {
  checkPlain(path)
  const kept: Kept = { vectors: new Map(), bytes: 0 }
  try {
    for await (const line of linesOf(createReadStream(path, 'utf8'))) {
      const row = line.cut ? { skipped: '' } : readLine(line, Row)
      if ('skipped' in row) continue
      const bytes = Buffer.from(row.value.vector, 'base64')
      if (bytes.length % 4) continue
      keep(kept, row.value.text, new Float32Array(Uint8Array.from(bytes).buffer), most)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return kept
}

async function append(path: string, text: string): Promise<void> {
  try {
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    await appendFile(path, text, { mode: 0o600 })
  } catch (error) {
    throw explain(error, path)
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
