// What files as data come to, and the keys that they are under.

import type { ShownFile } from './transcript.ts'

export interface DataBlock {
  shown: ShownFile[]
  next: number
  unread?: string
  prose?: string[]
}

export const PATH_KEY = /^(?:path|name|file|file_?name|file_?path)$/i
export const CONTENT_KEY = /^(?:contents?|text|body|code|data|source)$/i

/** Of an object that was read. */
export type DataValue = unknown
export const isMap = (value: DataValue): value is Record<string, DataValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a person types of a file mostly leaves out the end of its last line. */
export function fileAt(path: string, content: string | null, runs = false): ShownFile {
  const whole = content === null || content === '' || content.endsWith('\n') ? content : `${content}\n`
  return { path, content: whole, kind: 'file', ...(runs && { runs: true as const }) }
}

/** Keys that files are below. */
export const HOLDS =
  /^(?:initial_?|project_?|workspace_?)?(?:files?|fs|file_?system|file_?tree|tree|workspace|documents)$/i
