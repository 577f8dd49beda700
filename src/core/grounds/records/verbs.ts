// What the name of a tool says: a verb, and what it is done to.
import { wordsOf } from './names.ts'

export type RecordVerb = 'list' | 'get' | 'search' | 'count' | 'create' | 'update' | 'delete' | 'status' | 'assign'

/** A tool's name, read. `word` is the verb as it stands there; `rest` the other words. */
export interface NamedAct {
  verb: RecordVerb
  word: string
  rest: string[]
}

const VERBS: Record<RecordVerb, string> = {
  list: 'list browse enumerate index',
  get: 'get fetch read retrieve describe show view lookup load',
  search: 'search find query filter',
  count: 'count',
  create: 'create add insert new make register',
  update: 'update edit modify patch change set rename',
  delete: 'delete remove destroy erase',
  status:
    'open close reopen archive unarchive cancel resolve complete activate deactivate start finish publish unpublish pause resume',
  assign: 'assign unassign'
}

const BY_WORD = new Map<string, RecordVerb>(
  // Object.entries forgets what the keys are.
  Object.entries(VERBS).flatMap(([verb, words]) =>
    words.split(' ').map((word): [string, RecordVerb] => [word, verb as RecordVerb])
  )
)

/** Verbs that change the world. */
export const WRITES: ReadonlySet<RecordVerb> = new Set(['create', 'update', 'delete', 'status', 'assign'])

// What names nothing: `get_all_tickets`, `list_my_tickets_by_id`.
const EMPTY = new Set([
  'all',
  'the',
  'a',
  'an',
  'by',
  'id',
  'ids',
  'of',
  'for',
  'to',
  'in',
  'from',
  'details',
  'info',
  'record',
  'records',
  'up'
])

/**
 * Reads a tool's name without the words that all names of the set begin with (`crm_`). The verb stands first or last.
 * `null` where neither is one, or where both are: `search_and_update`.
 */
export function readName(name: string, prefix: number): NamedAct | null {
  const words = wordsOf(name).slice(prefix)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const front = BY_WORD.get(first)
  const back = BY_WORD.get(last)
  if (words.includes('and') || words.includes('or')) return null
  const [verb, word, rest] = front ? [front, first, words.slice(1)] : [back, last, words.slice(0, -1)]
  if (!verb || !rest.length) return null
  return { verb, word, rest: rest.filter((one) => !EMPTY.has(one)) }
}

/** With how many words, none a verb, every one of several names begins. */
export function sharedPrefix(names: readonly string[]): number {
  const all = names.map(wordsOf)
  const [first = []] = all
  if (all.length < 2) return 0
  let shared = 0
  while (
    shared < first.length - 1 &&
    !BY_WORD.has(first[shared] ?? '') &&
    all.every((one) => one[shared] === first[shared] && one.length > shared + 2)
  ) {
    shared++
  }
  return shared
}

// What a status is called once it has come about: the verb's own participle, and what else is said for it.
const OUTCOMES: Record<string, string> = {
  open: 'open opened',
  close: 'closed',
  reopen: 'reopened open',
  archive: 'archived',
  unarchive: 'active open',
  cancel: 'cancelled canceled',
  resolve: 'resolved',
  complete: 'completed complete done',
  activate: 'active activated enabled',
  deactivate: 'inactive deactivated disabled',
  start: 'started in_progress running',
  finish: 'finished done completed',
  publish: 'published',
  unpublish: 'unpublished draft',
  pause: 'paused',
  resume: 'active running resumed'
}

export const outcomesOf = (word: string): string[] => OUTCOMES[word]?.split(' ') ?? []
