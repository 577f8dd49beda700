// One kind of what initial states tell of a machine.

import type { StateChange } from '../../tree/ground.ts'
import type { Clause } from './clauses.ts'

/** A clause, and what has been read of the whole text. */
export interface ReadClause {
  effects: readonly StateChange[]
  clause: Clause
}

export interface DoubtTopic {
  what: string
  said: RegExp
  shows: RegExp
  /** Whether what the clause says of it is on the machine. */
  isRead: (read: ReadClause) => boolean
  /** What is denied is a statement too: "not committed". */
  all?: true
  /** It is about the file or folder that the clause names, or its sentence. */
  ofPath?: 'file' | 'folder' | 'either'
}

export const never = (): boolean => false
export const some =
  (fits: (one: StateChange, clause: Clause) => boolean) =>
  ({ effects, clause }: ReadClause): boolean =>
    effects.some((one) => fits(one, clause))
