// A model split over several files, told from the name of one of them: `NAME-00001-of-00003.gguf` is the first, and stands for all.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { OrreryError } from '../../../core/errors.ts'

// The largest models there are come in some hundred files.
const MOST_PARTS = 1_000

/** Which part of how many a file is, by its name; `null` for one that is a model by itself, or says nothing that can be. */
export function partOf(path: string): { number: number; count: number; ending: string } | null {
  const [ending, part, parts] = /-(\d{5})-of-(\d{5})\.gguf$/.exec(path) ?? []
  const [number, count] = [Number(part), Number(parts)]
  if (ending === undefined || number < 1 || number > count) return null
  return { number, count, ending }
}

/** A model split over several files is opened by its first. */
export const isLaterPart = (path: string): boolean => (partOf(path)?.number ?? 1) > 1

/** The files of the model that the file at `path` belongs to, the first one first. @throws Error for more than there can be */
export function partsOf(path: string): string[] {
  const part = partOf(path)
  if (!part) return [path]
  const { count, ending } = part
  if (count > MOST_PARTS) throw new Error(`its name declares ${count} parts`)
  const stem = path.slice(0, -ending.length)
  return Array.from({ length: count }, (_, index) => stem + ending.replace(/\d{5}/, String(index + 1).padStart(5, '0')))
}

/** @throws OrreryError invalid-input when the file is a later part of a split model */
export function checkFirstPart(path: string): void {
  const part = partOf(path)
  if (!part || part.number === 1) return
  throw new OrreryError(
    'invalid-input',
    `"${basename(path)}" is part ${part.number} of ${part.count} of a split model, which is opened by its first part. Choose that one: ${partsOf(path)[0]}`
  )
}

/** The files that are listed and deleted as the one at `path`: all of a split model when it is the first, else itself alone. */
export function filesOf(path: string): string[] {
  const part = partOf(path)
  return part?.number === 1 && part.count <= MOST_PARTS ? partsOf(path) : [path]
}

/** Bytes of the model at `path`, of as many of its parts as are there; `null` when the file itself is not. */
export async function modelSize(path: string): Promise<number | null> {
  const [own = null, ...others] = await Promise.all(filesOf(path).map(fileSize))
  return own === null ? null : others.reduce<number>((sum, size) => sum + (size ?? 0), own)
}

/** What is said of a model that was chosen, and whose file is not where it was. `id`: of one that can be downloaded. */
export function goneFrom(path: string, id?: string): OrreryError {
  const again = id === undefined ? 'Select it where it is now' : `Download it again (orrery model pull ${id})`
  return new OrreryError(
    'not-found',
    `The model file "${path}" is gone: it was moved, renamed or deleted, or its disk is not connected. ${again}, or select another model, under Models or with: orrery model use PATH`
  )
}

/** Bytes of a file; `null` when there is none. */
export async function fileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : null
}
