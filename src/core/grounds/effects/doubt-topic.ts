// One kind of what initial states tell of a machine.

import type { StateChange } from '../../tree/ground.ts'
import type { Clause } from './clauses.ts'

/** A clause, and what has been read of the whole text. */
export interface ReadClause {
  effects: readonly StateChange[]
  clause: Clause
  /** The names of its sentence; where that has none, of the sentence before. */
  near?: readonly string[]
}

/** A statement that was not read, and which commands would show what it is about. */
export interface Doubt {
  /** Words of the text that say it. */
  at: string
  /** What of the machine it is about. */
  what: string
  /** Command lines, words with one blank between them, that would show it. */
  shows: RegExp
  /** A file or folder that the command has to name, or to stand in. */
  path?: string
  /** Words, or parts of paths, of which the command has to name one. */
  names?: readonly string[]
  /** Command lines after which it is no doubt any more; of a `path` or `names` where they name that. */
  changedBy?: RegExp
  /** Files that are no doubt: what is in them was read. */
  known?: readonly string[]
  /** A file that the session has made is as the machine has it. */
  exceptMade?: true
}

export interface DoubtTopic {
  what: string
  said: RegExp
  shows: RegExp
  /** Whether what the clause says of it is on the machine. */
  isRead: (read: ReadClause) => boolean
  /** What is denied is a statement too: "not committed". */
  all?: true
  /** It is about the file or folder that the clause names, or its sentence; where it names none by a path, about its other names. */
  ofPath?: 'file' | 'folder' | 'either'
  /** It is about these alone, and a command that shows it names one of them; `null` where it is about whatever such a command shows. */
  of?: (read: ReadClause) => string[] | null
  /** Command lines after which the world is not as its text has it. */
  changedBy?: RegExp
}

export const never = (): boolean => false
export const some =
  (fits: (one: StateChange, clause: Clause) => boolean) =>
  ({ effects, clause }: ReadClause): boolean =>
    effects.some((one) => fits(one, clause))
