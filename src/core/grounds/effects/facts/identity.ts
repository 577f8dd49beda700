// Whose terminal it is, and the machine's name, where no prompt shows them.

import { rowOf } from './named.ts'
import { denies, printedBy, type StatedText } from './said.ts'

const NAME =
  '[`\'"“]?([a-z_][a-z0-9_-]{0,31})[`\'"”]?(?=$| ?[,;:()]| (?:with|in|on|and|at|from|has|whose|who|without)\\b)'
// The first form that fits says it; a user "bob" of the system is not the terminal's.
const LOGGED_IN = [
  new RegExp(`\\b(?:logged in|signed in|working|running|connected|log in) as (?:the )?(?:user )?${NAME}`, 'i'),
  new RegExp(`\\b[Yy]ou are (?:the )?(?:user )?${NAME}`),
  new RegExp(`\\b(?:current|your|terminal's|shell's|login) user(?:name)?(?: is|:)? (?:called |named )?${NAME}`, 'i'),
  new RegExp(`\\b[Cc]ommands? (?:are |is )?(?:run|runs|executed)\\b[^.\\n]{0,40}? as (?:the )?(?:user )?${NAME}`),
  new RegExp(`(?:^|[,:(] ?|\\bas |\\b(?:the|The) )[Uu]ser(?: is| name is|:)? ${NAME}`)
]

// "You are working in a container": what goes on in a sentence is nobody's name.
const NOBODY =
  /^(?:\w+ing|in|inside|on|at|now|given|logged|asked|free|able|not|here|connected|allowed|expected|currently|placed|already|still|only|located|ready|dropped|provided|also|limited|supposed|required|about)$/

/** `null` where the text names nobody. */
export function userIn(said: StatedText): string | null {
  const printed =
    printedBy(said, /^(?:whoami|id -un)$/)[0] ??
    /\buid=\d{1,6}\(([\w.-]{1,32})\)/.exec(printedBy(said, /^id$/)[0] ?? '')?.[1]
  if (printed && rowOf(printed).length === 1) return printed
  for (const form of LOGGED_IN) {
    for (const sentence of said.sentences) {
      const found = form.exec(sentence)
      const before = sentence.slice(0, found?.index ?? 0)
      if (
        found?.[1] &&
        rowOf(found[1]).length === 1 &&
        !NOBODY.test(found[1]) &&
        !denies(before.slice(-16)) &&
        !/\b(?:another|other|second|third|new|database|db|mysql|postgres|git)\s*$/i.test(before)
      )
        return found[1]
    }
  }
  return null
}

const HOST = [
  /\bhost ?name(?: of (?:it|the \w+))?(?: is| is set to|:| set to)? [`'"]?([A-Za-z][\w.-]{0,62})/i,
  /\b(?:machine|server|box|host|computer|vm|workstation|laptop|system|it) (?:is |was )?(?:called|named) [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;:()]| (?:and|in|with|on)\b)/i,
  /\b[Yy]ou are [a-z_][\w-]{0,31} on [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;()]| (?:and|in|with)\b)/,
  /\bon (?:the )?(?:host|machine) [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;:()]| (?:and|in|with)\b)/i,
  /\bon (?:the )?(?:server|box|vm|laptop|node) [`'"]?([a-z][a-z.]{0,40}[-\d][\w.-]{0,40})\b/i,
  /^(?:On )?(?:[Hh]ost|[Mm]achine): [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;()])/
]

export function hostIn(said: StatedText): string | null {
  const own =
    printedBy(said, /^hostname$/)[0] ??
    /Static hostname: (\S{1,63})/.exec(printedBy(said, /^hostnamectl\b/).join('\n'))?.[1]
  if (own && /^[A-Za-z][\w.-]*$/.test(own)) return own
  for (const form of HOST) {
    for (const sentence of said.sentences) {
      const name = form.exec(sentence)?.[1]?.replace(/[.-]$/, '')
      if (name && !/^(?:is|not|unknown|in|of|the|resolution|resolves)$/i.test(name)) return name
    }
  }
  return null
}
