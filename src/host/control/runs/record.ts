// The record of one run: what it is, what its results are made with, and whether it ended. Its results are in a file of their own.

import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { problemOf } from '../../../core/formats/importers/lines.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { isObject, parseJson } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { explain } from '../../data/disk-errors.ts'
import { oddness } from '../../data/regular-file.ts'
import { replaceFile } from '../../data/text-file.ts'

const VERSION = 1
// Settings are a setup and an action at most.
const MOST_BYTES = 64 * 2 ** 20

export const RunRecord = z.strictObject({
  version: z.literal(VERSION),
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  settings: z.record(z.string(), z.json()),
  total: z.int(),
  /** Unix milliseconds. */
  startedAt: z.int(),
  /** `null` until the run has ended in its report. */
  finishedAt: z.int().nullable()
})
export type RunRecord = z.infer<typeof RunRecord>

/**
 * The record at `path`, or `null` where there is none.
 * @throws OrreryError invalid-input, naming the run and the file, when it cannot be read as one
 */
export function readRecord(path: string, run: { kind: string; name: string }): RunRecord | null {
  try {
    const odd = oddness(path, { most: MOST_BYTES })
    if (odd) throw broken(run, path, odd)
    const json: unknown = parseJson(readFileSync(path, 'utf8'))
    const version = z.looseObject({ version: z.number() }).safeParse(json).data?.version ?? VERSION
    if (version > VERSION) throw broken(run, path, 'It was written by a newer Orrery.')
    const record = RunRecord.parse(json)
    if (record.kind === run.kind && record.name === run.name) return record
    throw broken(run, path, `It is the record of the ${record.kind} run "${record.name}".`)
  } catch (error) {
    if (error instanceof SyntaxError) throw broken(run, path, `It is not JSON: ${problemOf(error)}.`)
    if (error instanceof z.ZodError) throw broken(run, path, sentenceOf(error))
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    if (error instanceof OrreryError) throw error
    throw explain(error, path)
  }
}

/** @throws OrreryError disk-full, forbidden */
export function writeRecord(path: string, record: RunRecord): void {
  try {
    replaceFile(path, `${JSON.stringify(record, null, 2)}\n`)
  } catch (error) {
    throw explain(error, path)
  }
}

/** @throws OrreryError conflict, naming the run and each setting that differs */
export function checkSettings(name: string, before: Json, now: Json): void {
  const different = differences(before, now)
  if (!different.length) return
  const listed = different.slice(0, 5).join('; ')
  throw new OrreryError(
    'conflict',
    `The run "${name}" was started with other options: ${listed}. Use the same options, or choose another name.`
  )
}

function differences(before: Json, now: Json, path = ''): string[] {
  if (isDeepStrictEqual(before, now)) return []
  if (!isObject(before) || !isObject(now)) return [`${path} was ${shown(before)}, is now ${shown(now)}`]
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return names.flatMap((name) => differences(before[name] ?? null, now[name] ?? null, path ? `${path}.${name}` : name))
}

function shown(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function broken({ kind, name }: { kind: string; name: string }, path: string, reason: string): OrreryError {
  return new OrreryError(
    'invalid-input',
    `The ${kind} run "${name}" cannot be read from "${path}". ${reason} Delete the run, or choose another name.`
  )
}
