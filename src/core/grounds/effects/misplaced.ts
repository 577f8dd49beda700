// Files that a text puts in a folder which no rule has read: the machine has them where the shell stands, and does not show them there.

import type { StateChange } from '../../tree/ground.ts'
import type { Clause } from './clauses.ts'
import { isTree } from './denial.ts'

const NAME = '[`\'"“]?[\\w@+-][\\w@+.-]{0,60}[`\'"”]?'
const FOLDERS = new RegExp(
  `\\b(?:sub-?)?(?:folders?|director(?:y|ies)|dirs?)(?: (?:called|named))?:? ((?:${NAME}(?:, and |, | and )){0,12}${NAME})`,
  'gi'
)
const BEFORE = /[`'"“]?([\w@+-][\w@+.-]{0,60})[`'"”]? (?:folder|directory|dir|subfolder)\b/gi
const NO_NAME =
  /^(?:is|are|was|of|in|on|at|the|a|an|and|or|with|that|which|called|named|has|contains?|holds?|for|to|home|there|it|its|his|her|my|your|their|this|working|current|data|empty|each|one|two|three|same|root)$/i

/** The names of folders that a sentence has, as "a folder called old" and "/var/www/html". */
export const foldersIn = (sentence: string): string[] => [
  ...[...sentence.matchAll(FOLDERS)].flatMap(([, row = '']) =>
    row
      .split(/, and |, | and /)
      .map((name) => name.replaceAll(/[`'"“”]|\.$/g, ''))
      .filter((name) => !NO_NAME.test(name))
  ),
  ...[...sentence.matchAll(BEFORE)].flatMap(([, name = '']) => (NO_NAME.test(name) ? [] : [name])),
  ...[...sentence.matchAll(/(?:^|[\s(`"'])(~?\/[\w@+./-]{1,100})/g)].flatMap(([, path = '']) => {
    const last =
      path
        .replace(/[./]{1,3}$/, '')
        .split('/')
        .at(-1) ?? ''
    return last === '' || last.includes('.') ? [] : [last]
  })
]

/** The paths of those files. */
export function misplacedIn(
  clauses: readonly Clause[],
  effects: readonly StateChange[],
  { cwd, home }: { cwd: string; home: string }
): string[] {
  const sentences = [...new Set(clauses.map(({ sentence }) => sentence))]
  const here = new Set([cwd, home].map((path) => path.slice(path.lastIndexOf('/') + 1)))
  const folders = new Set(sentences.flatMap(foldersIn).filter((name) => !here.has(name)))
  if (folders.size === 0) return []
  const loose = effects.flatMap((one) => {
    if (one.do !== 'write' && one.do !== 'claim') return []
    const at = one.path.lastIndexOf('/')
    return one.path.slice(0, at) === cwd || one.path.slice(0, at) === home ? [one.path] : []
  })
  return loose.filter((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const about = sentences.filter((one) => one.split(/[^\w@+./-]+/).some((word) => word.replace(/\.$/, '') === name))
    const [first] = about
    return (
      first !== undefined &&
      !isTree(first) &&
      about.length === 1 &&
      // "/home/ada holds notes.txt and a folder src"
      !first.includes(path.slice(0, path.lastIndexOf('/'))) &&
      (holds(first.slice(0, first.indexOf(name)), folders) || (LIES_IN.test(first) && holds(first, folders)))
    )
  })
}

const LIES_IN = /\b(?:in|inside|under|below|beneath|within)\b/i

const holds = (text: string, folders: ReadonlySet<string>): boolean =>
  text.split(/[^\w@+.-]+/).some((word) => folders.has(word.replace(/\.$/, '')))
