// The files of a program as its machine has them: what the program answers at `/files` of a terminal's host, and is told there.
import { z } from 'zod'

/** By their paths below the home folder: the text of a file, `null` for a folder. `GET /files` answers it. */
export const FileTree = z.record(z.string(), z.string().nullable())
export type FileTree = z.infer<typeof FileTree>

/** What was changed: as above, and `false` for what is gone. `POST /files` brings it. */
export const FileChanges = z.record(z.string(), z.union([z.string(), z.null(), z.literal(false)]))
export type FileChanges = z.infer<typeof FileChanges>

/** The machine's own, which no file manager shows. */
const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'))

/** What makes `before` into `after`; folders before what is in them, and what is gone from the inside out. */
export function fileChanges(before: FileTree, after: FileTree): FileChanges {
  const gone = Object.keys(before).filter((path) => !Object.hasOwn(after, path))
  const made = Object.keys(after).filter((path) => before[path] !== after[path] && !isHidden(path))
  return Object.fromEntries([
    ...gone
      .toSorted()
      .reverse()
      .map((path): [string, false] => [path, false]),
    ...made.toSorted().map((path): [string, string | null] => [path, after[path] ?? null])
  ])
}
