// Sequence states on disk: what a model has read, so that it need not read it again. A cache: deleting it costs time and nothing else.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { getModuleVersion, type LlamaContextSequence } from 'node-llama-cpp'
import { z } from 'zod'
import { SpelledAnswer } from './prompt.ts'
import { shared } from './sequences.ts'

// A 35B model's state of 32k tokens is 0.7 GB: room for several, on a disk that can spare it.
const MOST_BYTES = 4 * 2 ** 30
// Left free for the database, which must be able to commit whatever happens.
const RESERVE = 2 ** 30

/** What is known of a state file; anything else in it would be loaded into the process's memory unchecked. */
const Header = z.strictObject({
  version: z.literal(2),
  library: z.string(),
  /** SHA-256 of the model file. */
  model: z.string(),
  kvType: z.string(),
  bytes: z.int(),
  /** CRC-32 of the file. */
  checksum: z.int(),
  tokens: z.array(z.int())
})

/** A saved state. */
export interface Saved {
  name: string
  tokens: number[]
  bytes: number
  checksum: number
}

export interface KeptSequences {
  /** What a token takes in a file: as in the last one written, before that a guess. */
  readonly bytesPerToken: number
  /** How answers of earlier processes were spelled, the newest first: a prompt spelled otherwise would find little of what is kept. */
  readonly answers: SpelledAnswer[]
  spell(answers: SpelledAnswer[]): Promise<void>
  /** The state that saves reading most of `tokens`, and how many tokens. `whole`: only one that is a beginning of them from end to end. */
  find(tokens: number[], options: { whole: boolean }): { state: Saved; usable: number } | null
  /** Keeps the sequence's state, if the disk has room for it. */
  save(sequence: LlamaContextSequence): Promise<void>
  /** Loads it into an empty sequence; `false` when the file is gone or not what was written: the sequence is to be cleared then. */
  load(state: Saved, sequence: LlamaContextSequence): Promise<boolean>
}

/** Opens the states of one model in `folder`, which is made when the first is saved. Those of others are left alone. */
export async function openStates(folder: string, of: { model: string; kvType: string }): Promise<KeptSequences> {
  const library = await getModuleVersion()
  const known = new Map<string, Saved>()
  for (const [name, header] of await headers(folder)) {
    const mine = header?.model === of.model && header.kvType === of.kvType
    if (mine && header.library === library) {
      const { tokens, bytes, checksum } = header
      known.set(name, { name, tokens, bytes, checksum })
    }
    // Written by another version of the library or of Orrery, or cut off in the middle: nobody can load it.
    else if (mine || !header) await remove(folder, name)
  }

  // Before the first file: less than in any model worth a file, so that one is written and tells.
  let bytesPerToken = [...known.values()].map(({ bytes, tokens }) => bytes / tokens.length)[0] ?? 200
  const spellings = join(folder, `${of.model}.answers`)
  // The last of the loads under way.
  let loading: Promise<unknown> = Promise.resolve()

  // Left by a process that ended in the middle of writing it.
  await rm(`${spellings}.new`, { force: true })

  return {
    answers: await answersIn(spellings),

    get bytesPerToken() {
      return bytesPerToken
    },

    async spell(answers) {
      if (known.size === 0) return
      // As with states: without it the next time is slower, and nothing is lost.
      await writeFile(`${spellings}.new`, JSON.stringify(answers), { mode: 0o600 }).then(
        () => rename(`${spellings}.new`, spellings),
        () => rm(`${spellings}.new`, { force: true })
      )
    },

    find(tokens, { whole }) {
      let best: { state: Saved; usable: number } | null = null
      for (const state of known.values()) {
        const same = shared(state.tokens, tokens)
        const usable = whole && same < state.tokens.length ? 0 : same
        if (usable > (best?.usable ?? 0)) best = { state, usable }
      }
      return best
    },

    async save(sequence) {
      const tokens: number[] = sequence.contextTokens
      const covers = (state: Saved) => shared(state.tokens, tokens) === tokens.length
      const exact = (state: Saved) => state.tokens.length === tokens.length
      if ([...known.values()].some((state) => covers(state) && (exact(state) || !sequence.needsCheckpoints))) return
      const name = randomUUID()
      const path = join(folder, `${name}.state`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const disk = await statfs(folder)
        if (disk.bavail * disk.bsize < RESERVE + tokens.length * bytesPerToken) return
        const { fileSize: bytes } = await sequence.saveStateToFile(path)
        const checksum = await checksumOf(path)
        await publish(folder, name, { version: 2, library, ...of, bytes, checksum, tokens })
        known.set(name, { name, tokens, bytes, checksum })
        bytesPerToken = bytes / tokens.length
      } catch {
        // A full disk or a folder that may not be written: the next time is slower, and nothing is lost.
        await remove(folder, name)
        return
      }
      // Any beginning of a longer state can be cut out of it, unless the model needs checkpoints.
      for (const state of known.values()) {
        const covered =
          !sequence.needsCheckpoints && state.name !== name && shared(state.tokens, tokens) === state.tokens.length
        if (covered) await forget(state)
      }
      await trim()
    },

    load(state, sequence) {
      // One after the other: the header is away while a state is loaded, and another who loads it would find it gone.
      const loaded = loading.then(() => load(state, sequence))
      loading = loaded.catch(() => {})
      return loaded
    }
  }

  async function load(state: Saved, sequence: LlamaContextSequence): Promise<boolean> {
    const path = join(folder, `${state.name}.state`)
    const header = join(folder, `${state.name}.json`)
    const file = await stat(path).catch(() => null)
    if (file?.size !== state.bytes || sequence.contextSize <= state.tokens.length) {
      await forget(state)
      return false
    }
    try {
      // A damaged state can end the process. Without its header nobody loads it a second time.
      const text = await readFile(header, 'utf8')
      await rm(header)
      // Both at once: reading the file takes about as long as loading it. What is loaded counts only if the sum is right.
      const [checksum] = await Promise.all([checksumOf(path), sequence.loadStateFromFile(path, { acceptRisk: true })])
      const whole = shared(sequence.contextTokens, state.tokens) === state.tokens.length
      if (checksum !== state.checksum || !whole) {
        await forget(state)
        return false
      }
      await writeFile(header, text)
      await utimes(path, new Date(), new Date())
      return true
    } catch {
      await forget(state)
      return false
    }
  }

  async function forget(state: Saved): Promise<void> {
    known.delete(state.name)
    await remove(folder, state.name)
  }

  /** Deletes the states used longest ago, of any model, until the rest fits. */
  async function trim(): Promise<void> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.state'))
    const files = await Promise.all(names.map(async (name) => ({ name, ...(await sizeAndTime(join(folder, name))) })))
    let total = 0
    for (const { name, size } of files.sort((a, b) => b.time - a.time)) {
      total += size
      const id = name.slice(0, -'.state'.length)
      if (total > MOST_BYTES) {
        known.delete(id)
        await remove(folder, id)
      }
    }
  }
}

async function answersIn(file: string): Promise<SpelledAnswer[]> {
  try {
    return z.array(SpelledAnswer).parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return []
  }
}

/** Every state's header by name; `null` for a state without one that can be read. */
async function headers(folder: string): Promise<Map<string, z.infer<typeof Header> | null>> {
  const files = await readdir(folder).catch(() => [])
  const found = new Map<string, z.infer<typeof Header> | null>()
  for (const file of files.filter((name) => name.endsWith('.state'))) {
    const name = file.slice(0, -'.state'.length)
    const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => 'null')
    const { mtimeMs } = await stat(join(folder, file)).catch(() => ({ mtimeMs: Date.now() }))
    // Another process may be writing it right now.
    if (text === 'null' && Date.now() - mtimeMs < 60_000) continue
    found.set(name, parse(text))
  }
  return found
}

function parse(text: string): z.infer<typeof Header> | null {
  try {
    return Header.parse(JSON.parse(text))
  } catch {
    return null
  }
}

// A piece that stays in the processor's cache between being read and being summed up.
const PIECE = 2 ** 20

async function checksumOf(path: string): Promise<number> {
  const file = await open(path)
  try {
    const piece = Buffer.allocUnsafe(PIECE)
    let sum = 0
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE)
      if (bytesRead === 0) return sum
      sum = crc32(piece.subarray(0, bytesRead), sum)
    }
  } finally {
    await file.close()
  }
}

/** The header comes last and whole: a state without one does not count. */
async function publish(folder: string, name: string, header: z.infer<typeof Header>): Promise<void> {
  const fresh = join(folder, `${name}.new`)
  await writeFile(fresh, JSON.stringify(header), { mode: 0o600 })
  await rename(fresh, join(folder, `${name}.json`))
}

async function remove(folder: string, name: string): Promise<void> {
  for (const ending of ['json', 'new', 'state']) await rm(join(folder, `${name}.${ending}`), { force: true })
}

async function sizeAndTime(path: string): Promise<{ size: number; time: number }> {
  const found = await stat(path).catch(() => null)
  return { size: found?.size ?? 0, time: found?.mtimeMs ?? 0 }
}
