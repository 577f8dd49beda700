// The contexts of a model, made as worlds and histories need them: llama.cpp takes the memory of a whole context when it makes it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LlamaContext, LlamaContextSequence } from 'node-llama-cpp'
import { present } from '../../core/text/present.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import { CHECKPOINTS } from '../models/gguf/estimate.ts'

export interface Contexts {
  /** Tokens that a sequence can come to hold. */
  readonly contextSize: number
  /** Sequences there can be at once, those not made yet included. */
  readonly sequences: number
  /** Bytes that the contexts made so far take. */
  readonly memory: Bytes
  /** Bytes of checkpoints that each sequence may keep. */
  readonly checkpointMemory: number
  /** The sequences of the first context. */
  readonly first: LlamaContextSequence[]
  /** Makes the next context and gives its sequences; `null` when there is none to make, or no memory for it. */
  more(): Promise<LlamaContextSequence[] | null>
  /**
   * `sequence` in a context with room for `cells` tokens: itself where there is room, else another that holds the same, or nothing if what
   * it held could not be moved. The one given is of no use then, also when this throws.
   */
  enlarge(sequence: LlamaContextSequence, cells: number): Promise<LlamaContextSequence>
}

/** How the contexts of a model are made. */
export interface ContextOptions {
  /** Makes a context; `contextSize` in tokens of each sequence. */
  open(contextSize: number, sequences: number): Promise<LlamaContext>
  /** Sequences of each context (`lanesOf`). */
  lanes: number[]
  /** Tokens that a context begins with where it can grow (`firstContext`), and that it can grow to. */
  first: number
  most: number
  /** Whether there is memory for a further context of so many sequences. */
  hasRoom(sequences: number): Promise<boolean>
}

/** Makes the first context. @throws what `open` throws */
export async function openContexts({ open, lanes, first, most, hasRoom }: ContextOptions): Promise<Contexts> {
  const [own = 1, ...left] = lanes
  const made = new Set<LlamaContext>()
  let sequences = lanes.reduce((a, b) => a + b)
  const checkpointMemory = CHECKPOINTS.memory / sequences

  async function make(contextSize: number, lanes: number): Promise<LlamaContextSequence[]> {
    const context = await open(contextSize, lanes)
    made.add(context)
    const checkpoints = { max: CHECKPOINTS.max, maxMemory: checkpointMemory, interval: false as const }
    return Array.from({ length: lanes }, () => context.getSequence({ checkpoints }))
  }

  return {
    contextSize: most,
    checkpointMemory,
    first: await make(first, own),
    get sequences() {
      return sequences
    },
    get memory() {
      const all = [...made].map(({ memoryUsage }) => memoryUsage)
      return { ram: all.reduce((sum, { ram }) => sum + ram, 0), vram: all.reduce((sum, { vram }) => sum + vram, 0) }
    },

    async more() {
      const next = left.shift()
      if (next === undefined) return null
      try {
        if (await hasRoom(next)) return await make(next === 1 ? first : most, next)
      } catch {
        // What is there answers as well, one world after the other.
      }
      sequences -= next + left.reduce((a, b) => a + b, 0)
      left.length = 0
      return null
    },

    async enlarge(sequence, cells) {
      const { context } = sequence
      if (cells <= context.contextSize || context.contextSize >= most) return sequence
      // Moving takes as long as the history is long; doubling keeps moves few.
      let size = context.contextSize
      while (size < cells) size *= 2
      const folder = sequence.nextTokenIndex > 0 ? await mkdtemp(join(tmpdir(), 'orrery-grow-')) : null
      try {
        const file = folder && join(folder, 'state')
        // A history that cannot be written is read again: slower, and nothing is lost.
        const written = file !== null && (await succeeds(sequence.saveStateToFile(file)))
        made.delete(context)
        await context.dispose()
        const [opened] = await make(Math.min(size, most), 1).catch((error: unknown) => {
          left.push(1)
          throw error
        })
        const larger = present(opened)
        if (written && !(await succeeds(larger.loadStateFromFile(file, { acceptRisk: true })))) {
          await larger.clearHistory()
        }
        return larger
      } finally {
        if (folder) await rm(folder, { recursive: true, force: true })
      }
    }
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false
  )
}
