// The file of one evaluation run: a line a sample, appended as it is predicted, read back to go on after an interruption.
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { CODES, OrreryError } from '../core/errors.ts'
import { canonical } from '../core/history.ts'
import { lines, readLine } from '../core/importers/lines.ts'
import type { Sample } from '../core/importers/samples.ts'

/** What a run's predictions were made with. One file holds predictions of one kind only. */
export const Settings = z.strictObject({
  engine: z.string(),
  model: z.strictObject({ name: z.string(), hash: z.string().nullable() }),
  template: z.string(),
  seed: z.int(),
  greedy: z.boolean()
})
export type Settings = z.infer<typeof Settings>

/** What is added to a sample's own fields. The public judge script reads `gen`; an empty one is a failed sample to it. */
export const Prediction = z.looseObject({
  gen: z.string(),
  orrery: z.looseObject({
    settings: Settings,
    error: z.strictObject({ code: z.enum(CODES), message: z.string() }).nullable(),
    /** Exactly what the model wrote. */
    raw: z.string(),
    warnings: z.array(z.string()),
    ms: z.number()
  })
})
export type Prediction = z.infer<typeof Prediction>

export interface Predictions {
  /** The prediction that an earlier run left for this sample. */
  find(sample: Sample): Prediction | undefined
  add(sample: Sample, prediction: Prediction): Promise<void>
  close(): Promise<void>
}

/**
 * Opens or makes the file at `path`. Lines that cannot be read (the last one, after a crash) and failures `worthRetrying` are
 * dropped, to be predicted again.
 * @throws OrreryError conflict when the file's predictions were made with other settings; disk-full
 */
export async function openPredictions(
  path: string,
  settings: Settings,
  { worthRetrying }: { worthRetrying: (prediction: Prediction) => boolean }
): Promise<Predictions> {
  await mkdir(dirname(path), { recursive: true }).catch(full(path))
  const all = [...lines(await readFile(path, 'utf8').catch(absent))]
  const known = new Map<string, Prediction>()
  const kept: string[] = []
  for (const line of all) {
    const read = readLine(line, Prediction)
    if ('skipped' in read || line.cut) continue
    const { value } = read
    if (canonical(value.orrery.settings) !== canonical(settings)) throw otherSettings(path, value.orrery.settings)
    if (worthRetrying(value)) continue
    known.set(identity(value), value)
    kept.push(line.text)
  }
  if (kept.length < all.length) {
    // Written aside and moved into place, so that a crash here loses nothing either.
    await writeFile(`${path}.tmp`, kept.map((line) => `${line}\n`).join('')).catch(full(path))
    await rename(`${path}.tmp`, path)
  }
  const file = await open(path, 'a').catch(full(path))
  return {
    find: (sample) => known.get(identity(sample)),
    async add(sample, prediction) {
      known.set(identity(sample), prediction)
      await file.appendFile(`${JSON.stringify({ ...sample, ...prediction })}\n`).catch(full(path))
    },
    close: () => file.close()
  }
}

/** A sample's own content, whoever predicted it: an edited sample is another sample. */
function identity(record: Record<string, unknown>): string {
  const { gen: _, orrery: __, ...own } = record
  return canonical(z.json().parse(own))
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

function full(path: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    if (cause.code !== 'ENOSPC') throw cause
    const message = `The disk is full: "${path}" cannot grow. Free some space and start the run again; it goes on where it stopped.`
    throw new OrreryError('disk-full', message, { cause })
  }
}

function otherSettings(path: string, { model, template, seed, greedy }: Settings): OrreryError {
  return new OrreryError(
    'conflict',
    `"${path}" holds predictions of ${model.name} (template ${template}, seed ${seed}${greedy ? ', greedy' : ''}). Choose another name for this run.`
  )
}
