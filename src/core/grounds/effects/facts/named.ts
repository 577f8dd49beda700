// Names in a row, as sentences give them: "ana, bob (uid 1002) and carol".

export interface Named {
  name: string
  /** What stands in brackets behind it. */
  note: string
}

// Words that stand where a name might, and are none.
const WORDS = new Set(
  'a an the and or in on of to is are was be has have had can may must should will would who whose that this with as at by for from into it its only not no none nobody also other others another both each every all any here there two three four five several named called account accounts user users group groups name names data id ids guide input interface experience story stories manual agent space land service services session sessions profile profiles table tables home shell bash zsh fish sh uid gid member members root-owned asked able allowed told given sent shown logged prompted type types list lists password passwords permission permissions you your i we they he she belongs belong locked disabled enabled expired suspended active inactive closed deleted removed missing gone'.split(
    ' '
  )
)

const ONE = /^[`'"“]?([a-z_][a-z0-9_.-]{0,31})[`'"”]?(?: ?\(([^()\n]{0,80})\))?/
// What a sentence goes on with behind a row; another word makes the last name the beginning of something else: "ana, host web1".
const GOES_ON =
  /^ (?:with|has|have|had|in|is|are|was|were|and|or|on|at|whose|who|may|can|exists?|belongs?|owns?|uses?|shares?|works?|named|logged|both|each|all|also|as|too|from|that|which|to|does|do|but|only|for|without|there|runs?|gets?|log|\()/
const BETWEEN = /^(?:, (?:and )?| and | & |,)/

/** The names that `text` begins with, to the first word that is none. */
export function rowOf(text: string): Named[] {
  const found: Named[] = []
  let rest = text.trimStart()
  for (;;) {
    const [whole, given = '', note = ''] = ONE.exec(rest) ?? []
    const name = given.replace(/\.$/, '')
    if (whole === undefined || WORDS.has(name)) return found
    // "users of the site": a word that goes on is no name in a row.
    const after = rest.slice(whole.length)
    if (/^[\w/@]/.test(after) || (found.length > 0 && /^:? ?[\w/~`"]/.test(after) && !GOES_ON.test(after))) return found
    found.push({ name, note })
    const between = BETWEEN.exec(after)?.[0]
    if (between === undefined) return found
    rest = after.slice(between.length)
  }
}

export const isName = (word: string): boolean => ONE.test(word) && !WORDS.has(word)
