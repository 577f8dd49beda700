// What an importer declares: which files it recognises, and the sessions it reads from one.
import type { z } from 'zod'
import type { OrreryError } from '../errors.ts'
import type { FictionCopy } from '../tree/fiction.ts'
import type { FolderCopy } from '../tree/folder.ts'
import type { Branch, Call, Session, Step } from '../tree/model.ts'

/** A whole session, as importers give it. Exporters read it bit by bit (`exporting.ts`). */
export interface SessionTree {
  session: Session
  branches: Branch[]
  /** Parents before children. */
  steps: Step[]
  /** Oldest first. */
  calls: Call[]
  /** The files of the copied folders that setups name. */
  folders?: FolderCopy[]
  /** The facts that setups name. */
  fictions?: FictionCopy[]
}

/** A file to import. */
export interface Input {
  /** Path below what was chosen, with `/`: `run-3/trajectory.json`. */
  name: string
  /** Bytes. */
  size: number
  /** Why its text cannot be read, where that shows at once: its encoding. */
  unreadable?: OrreryError
  /** The beginning as text, at most `HEAD` characters, without a byte order mark. */
  head: string
  bytes(): AsyncIterable<Uint8Array>
  /** The text without a byte order mark. */
  text(): AsyncIterable<string>
}

/** Characters of `Input.head`: more than the longest first record that tells a format. */
export const HEAD = 65_536

/** Which format a file has. */
export interface Recognition {
  /** With its version where it has one: `asciicast v2`. */
  format: string
  sure: 'certain' | 'likely' | 'possible'
}

/** What importing found, in the order of the file. */
export type Finding =
  | { type: 'tree'; tree: SessionTree }
  /** Part of the file that could not be read; lines count from 1, `null` where there are none. */
  | { type: 'problem'; line: number | null; reason: string }
  /** What was read and kept, or read and left out, in words: `terminal resizes`. The same words are counted together. */
  | { type: 'understood' | 'dropped'; what: string; count?: number }

export interface ImportOptions {
  /** The title a person gave; else the importer chooses one. */
  title?: string | undefined
  /** Unix milliseconds for records that have no time of their own. */
  now: number
  signal: AbortSignal
  /** A file that was chosen together with this one, by its path. */
  find(name: string): Input | null
}

/**
 * An import format. Importing the same file twice must add nothing: ids that the file does not have are made from its content
 * with `contentId` (history.ts), never by chance.
 */
export interface Importer<Options extends z.ZodObject = z.ZodObject> {
  name: string
  title: string
  /** Every option needs a default. `z.strictObject({})` for none. */
  options: Options
  /** Worlds of Orrery: their rules say who answers, also where they say nothing. */
  own?: true
  /** Whether the file is in this format, judged by its name and its beginning only. Never throws. */
  recognise(file: Pick<Input, 'name' | 'head'>): Recognition | null
  /**
   * Reads what can be read; a bad line is a `problem` and costs only itself.
   * @throws OrreryError when nothing of the file can be read, such as a version that is too new
   */
  read(file: Input, reading: ImportOptions, options: z.output<Options>): AsyncIterable<Finding>
}
