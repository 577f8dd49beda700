// A folder of the user's that a world starts with: what of it is copied, and how a setup refers to the copy.
import { z } from 'zod'

const Name = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => isInside(name) && !name.includes('/'), 'the name of a folder, without "/"')

/** A copied folder by its content; the files themselves lie in the data folder under `id`. */
export const Folder = z.strictObject({
  /** SHA-256 of the files. */
  id: z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hex'),
  /** The folder's own name. No part of its path on the user's machine is kept. */
  name: Name,
  files: z.int().min(0),
  bytes: z.int().min(0)
})
export type Folder = z.infer<typeof Folder>

const Path = z
  .string()
  .min(1)
  .max(4000)
  .refine((path) => isInside(path), 'a path below the folder, without "..", such as src/main.c')

export const CopiedFile = z.strictObject({
  path: Path,
  content: z.string(),
  /** Of `content`, for bytes that are not UTF-8; text when absent. */
  encoding: z.literal('base64').exactOptional(),
  /** It can be executed. */
  runs: z.literal(true).exactOptional()
})
export type CopiedFile = z.infer<typeof CopiedFile>

/** What of a folder is copied. `folders`: those that could be empty. */
export const FolderCopy = z.strictObject({
  name: Name,
  files: z.array(CopiedFile),
  folders: z.array(Path).default([])
})
export type FolderCopy = z.infer<typeof FolderCopy>

function isInside(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

export interface LeftOut {
  /** From the folder. */
  path: string
  why: string
}

/** Bytes of one file, of one of git's objects, and of all files together: the machine's disk lies in memory. */
export interface FolderLimits {
  file: number
  object: number
  all: number
}
export const FOLDER_LIMITS: FolderLimits = { file: 2 ** 20, object: 4 * 2 ** 20, all: 16 * 2 ** 20 }

const SKIPPED = new Set(['node_modules', '.venv', '__pycache__'])

/** Why a folder of this name is not copied; `null` when it is. */
export const skipped = (name: string): string | null => (SKIPPED.has(name) ? 'installed or generated files' : null)

/** Decides file by file, in order, and counts what is taken. @returns why the file is left out, `null` when it is copied */
export function meter(most: FolderLimits = FOLDER_LIMITS): (path: string, size: number) => string | null {
  let all = 0
  return (path, size) => {
    const limit = path.startsWith('.git/') ? most.object : most.file
    if (size > limit) return `larger than ${shown(limit)}`
    if (all + size > most.all) return `all files together would be larger than ${shown(most.all)}`
    all += size
    return null
  }
}

/** Files come before git's history where there is not room for all. */
export function historyLast(one: string, other: string): number {
  const late = Number(isHistory(one)) - Number(isHistory(other))
  return late || (one < other ? -1 : 1)
}

const isHistory = (path: string): boolean => path === '.git' || path.startsWith('.git/')

const shown = (bytes: number): string => (bytes < 2 ** 20 ? `${bytes / 1024} KB` : `${bytes / 2 ** 20} MB`)

/** The initial state of a world that starts with a folder, where none was written: that of a ready world would contradict the files, or lack git. */
export function folderState(name: string, { surface, shell }: { surface: string; shell?: unknown }): string {
  if (surface === 'terminal') return ''
  return shell
    ? `Repository /workspace, the working directory: a copy of the folder "${name}".`
    : `The pages are the files of the folder "${name}".`
}
