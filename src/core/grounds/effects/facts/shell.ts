// The shell that a text says the terminal has, and its umask.

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

const SHELL =
  /^(?:(?:the|your|its|login|default|interactive|user's) )*shell(?: of [a-z_][a-z0-9_-]{0,31})?(?: is|:| =) (?:the )?[`'"]?((?:\/[\w/]{1,40}\/)?(zsh|fish|ash|dash|ksh|tcsh|csh|sh))\b/i
const UMASK = /\bumask(?: is| of|:| =| is set to)? [`'"]?(0?[0-7]{3})\b/i
const ALIAS = /\balias(?:es)? [`'"]?[\w.-]{1,30}[`'"]?(?:=| is | for |: )/i
const LIMIT = /\bulimit -[a-zA-Z]\b/
// Where Debian has them.
const FOLDERS: Record<string, string> = { zsh: '/usr/bin', fish: '/usr/bin', ksh: '/usr/bin' }

export function shellIn({ sentences }: StatedText): StatementFacts {
  const effects: StateChange[] = []
  const unmade: StatementFacts['unmade'] = []
  for (const sentence of sentences.filter((one) => !denies(one))) {
    const [, path = '', name = ''] = SHELL.exec(sentence) ?? []
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
