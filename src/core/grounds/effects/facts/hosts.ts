// Names of other machines that a text says are in /etc/hosts: "`/etc/hosts` maps 10.0.0.5 to db.internal".

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText } from './said.ts'

const PATH = '/etc/hosts'
const ADDRESS = '(\\d{1,3}(?:\\.\\d{1,3}){3})'
const NAME = '([A-Za-z][\\w-]{0,62}(?:\\.[\\w-]{1,63}){0,6})'
// With what may stand between them; the address first, or the name.
const FIRST = new RegExp(
  `\\b${ADDRESS}[\`'"]?(?: (?:to|as|is|for|called|named|=|->|→))?:? [\`'"]?${NAME}(?![\\w@/])`,
  'g'
)
const SECOND = new RegExp(
  `(?<![\\w@/.])${NAME}[\`'"]? (?:(?:to|at|is|as|points to|resolves to|=|->|→) |\\()[\`'"]?${ADDRESS}\\b`,
  'g'
)

/** What is behind the machine's own entries, done once the files are there. */
export function hostsIn({ sentences }: StatedText): StateChange[] {
  const rows = sentences.flatMap((whole) => {
    const sentence = whole.replaceAll('`', '')
    if (!sentence.includes(PATH) || denies(sentence)) return []
    const second = [...sentence.matchAll(SECOND)].map(([, name = '', address = '']) => ({ name, address }))
    const found =
      second.length > 0
        ? second
        : [...sentence.matchAll(FIRST)].map(([, address = '', name = '']) => ({ name, address }))
    return found.filter(({ name }) => !/^(?:and|or|to|for|the|an?|is|in)$/.test(name))
  })
  if (rows.length === 0) return []
  const content = [...new Set(rows.map(({ name, address }) => `${address}\t${name}`))].join('\n')
  return [
    { do: 'append', path: PATH, content: `${content}\n` },
    { do: 'mode', path: PATH, owner: 'root', group: 'root' }
  ]
}
