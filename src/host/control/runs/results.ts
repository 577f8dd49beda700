// The results of one run: a line for each job, appended as it ends and read back when the run is resumed.
import { createReadStream } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { CODES, OrreryError } from '../../../core/errors.ts'
import { type FileLine, linesOf, readLine } from '../../../core/formats/importers/lines.ts'
import { checkPlain } from '../../data/regular-file.ts'
import { isEngines } from './failures.ts'
import type { JobResult, ResultLine, ResultLines } from './kind.ts'

export interface Results<Result = unknown> {
  find(key: string): JobResult<Result | null> | undefined
  /** Durable against the death of the process once it resolves. */
  add(key: string, entry: JobResult<Result>): Promise<void>
  close(): Promise<void>
}

/** How the results of a kind lie in their file: as its schema says, unless it has a format of its own. */
interface Format<Result> {
  result: z.ZodType<Result>
  lines?: ResultLines<Result> | undefined
}

const Row = z.strictObject({
  job: z.string(),
  result: z.json(),
  error: z.strictObject({ code: z.enum(CODES), message: z.string() }).nullable()
})

/** One object a line: `job`, `result`, `error`. This is the one place where a result is read as what its kind says. */
function plain<Result>(schema: z.ZodType<Result>): ResultLines<Result> {
  return {
    async read(line) {
      const read = readLine(line, Row)
      if ('skipped' in read) return null
      const { job, result, error } = read.value
      return { key: job, entry: { result: schema.safeParse(result).data ?? null, error } }
    },
    write: (key, { result, error }) => ({ job: key, result, error })
  }
}

/**
 * Opens or makes the file at `path`. Lines that cannot be read (the last one, after a crash) and failures of the engine are dropped,
 * so that their jobs are done again.
 * @param options.check looks at the settings that a line names, and throws when they are not this run's
 * @throws OrreryError invalid-input when `path` is not a file; disk-full
 */
export async function openResults<Result>(
  path: string,
  {
    result,
    lines = plain(result),
    check
  }: Format<Result> & { check(settings: NonNullable<ResultLine['settings']>): void }
): Promise<Results<Result>> {
  checkPlain(path)
  const entries = new Map<string, JobResult<Result | null>>()
  const kept: string[] = []
  let dropped = false
  for await (const line of existing(path)) {
    const held = line.cut ? null : await lines.read(line)
    if (held?.settings) check(held.settings)
    if (held === null || (held.entry.error && isEngines(held.entry.error.code))) {
      dropped = true
      continue
    }
    entries.set(held.key, held.entry)
    kept.push(`${line.text}\n`)
  }
  if (dropped) {
    // Written aside and renamed into place, so that a crash here loses nothing either.
    await writeFile(`${path}.tmp`, kept, { mode: 0o600 }).catch(full(path))
    await rename(`${path}.tmp`, path)
  }
  const file = await open(path, 'a', 0o600).catch(full(path))
  // One write at a time: a long line is written in several pieces, and jobs end at the same time.
  let written: Promise<unknown> = Promise.resolve()
  return {
    find: (key) => entries.get(key),
    add(key, entry) {
      entries.set(key, entry)
      const text = `${JSON.stringify(lines.write(key, entry))}\n`
      const writing = written.then(() => file.appendFile(text).catch(full(path)))
      written = writing.catch(() => {})
      return writing
    },
    async close() {
      await written
      await file.close()
    }
  }
}

/** What is in the file at `path`, in its order; lines that cannot be read are left out. */
export async function* entriesIn<Result>(
  path: string,
  result: z.ZodType<Result>
): AsyncGenerator<JobResult<Result | null>> {
  checkPlain(path)
  const lines = plain(result)
  for await (const line of existing(path)) {
    const held = line.cut ? null : await lines.read(line)
    if (held) yield held.entry
  }
}

async function* existing(path: string): AsyncGenerator<FileLine> {
  try {
    yield* linesOf(createReadStream(path, 'utf8'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

function full(path: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    if (cause.code !== 'ENOSPC') throw cause
    const message = `The disk is full: "${path}" could not be written. Free some space, then start the run again to resume it.`
    throw new OrreryError('disk-full', message, { cause })
  }
}
