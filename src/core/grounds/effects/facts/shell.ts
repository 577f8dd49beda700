// The shell that a text says the terminal has, and its umask.

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

const NAME = `[\`'"]?((?:\\/[\\w/]{1,40}\\/)?(zsh|fish|ash|dash|ksh|tcsh|csh|sh))\\b`
const OF = "(?:the|your|my|our|its|her|his|their|login|default|interactive|current|usual|user's)"
const SHELLS = [
  new RegExp(`^(?:${OF} )*shell(?: of [a-z_][a-z0-9_-]{0,31})?(?: is|:| =) (?:the )?${NAME}`, 'i'),
  // Of whoever the text is about: "She works in zsh", "You use fish as your shell".
  new RegExp(
    `^(?:I|you|we|they|she|he) (?:use|run|prefer|log(?:ged)? in ?to|(?:work|live|type|land)s? in)s? ${NAME}(?= as |$|,| and | here| instead)`,
    'i'
  )
]
const UMASK = /\bumask(?: is| of|:| =| is set to)? [`'"]?(0?[0-7]{3})\b/i
const ALIAS = /\balias(?:es)? [`'"]?[\w.-]{1,30}[`'"]?(?:=| is | for |: )/i
const LIMIT = /\bulimit -[a-zA-Z]\b/
// Where Debian has them.
const FOLDERS: Record<string, string> = { zsh: '/usr/bin', fish: '/usr/bin', ksh: '/usr/bin' }

export function shellIn({ sentences }: StatedText): StatementFacts {
  const effects: StateChange[] = []
  const unmade: StatementFacts['unmade'] = []
  for (const sentence of sentences.filter((one) => !denies(one))) {
    const [, path = '', name = ''] = SHELLS.map((form) => form.exec(sentence)).find((found) => found !== null) ?? []
    if (name) {
      const value = path.startsWith('/') ? path : `${FOLDERS[name] ?? '/bin'}/${name}`
      effects.push({ do: 'env', name: 'SHELL', value })
      unmade.push({ at: path, why: `The shell is bash; only $SHELL says ${name}.` })
    }
    const limit = LIMIT.exec(sentence)?.[0]
    if (limit !== undefined) unmade.push({ at: limit, why: "Limits of the shell are the machine's own." })
    const alias = ALIAS.exec(sentence)?.[0]
    if (alias !== undefined) unmade.push({ at: alias, why: 'The shell has no aliases of its own.' })
    const mask = UMASK.exec(sentence)?.[1]
    if (mask !== undefined) effects.push({ do: 'umask', mask })
  }
  return { effects, unmade }
}
