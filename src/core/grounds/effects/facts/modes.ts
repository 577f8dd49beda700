// Whose files are and who may use them: "/srv/data belongs to root:analysts and has mode 2775".

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText } from './said.ts'

const PATH = /(?:^|[\s(`'"])((?:~|\/[\w@+.-]+)(?:\/[\w@+.-]+)*)/g
const NAME = '[a-z_][a-z0-9_-]{0,31}'
const OWNER = new RegExp(
  `\\b(?:belongs? to|(?:is |are )?owned by|owner(?: is|:|=)?|is(?= [a-z_][a-z0-9_-]{0,31}:[a-z_][a-z0-9_-]{0,31}[ ,])) (?:the )?(?:user )?[\`'"]?(${NAME})(?::(${NAME}))?`
)
const GROUP = new RegExp(`\\bgroup(?: is|:| owner)? [\`'"]?(${NAME})\\b`)
// "a directory of root:lab"
const OF = new RegExp(`\\b(?:directory|folder|file) of (${NAME}):(${NAME})\\b`)
const FILE = /(?:^|[\s`'"(])[\w@+-]+\.[A-Za-z]\w{0,7}(?=[\s`'",;:)]|$)/
const BEHIND = /:[a-z_][a-z0-9_-]{0,31},? (?:with )?\(?(0?[0-7]{3,4})\b/
const MODE = /\b(?:modes?|permissions?|chmod)(?: is| are|:| of| =)? [`'"]?(?:0o)?([0-7]{3,4})\b/i
const IS = /\b(?:is|and is) (0[0-7]{3})\b|^\S+ \(([0-7]{3,4})[,)]/
const LETTERS = /(?:^|[\s(`'"])[-d]((?:[r-][w-][xsStT-]){3})(?=$|[\s)`'",;])/

/** What a text says of files that are there, in the order in which they can be done, after the files are made. */
export function modesIn({ sentences }: StatedText, home: string): StateChange[] {
  return sentences.flatMap((sentence): StateChange[] => {
    const [only, ...more] = [...sentence.matchAll(PATH)].map(([, path = '']) => path.replace(/[.,:]$/, ''))
    if (
      only === undefined ||
      more.length > 0 ||
      denies(sentence.replaceAll(/\([^()]*\)/g, '')) ||
      /^\/(?:proc|sys|dev)\b/.test(only)
    )
      return []
    // Of a file that is named behind the folder its mode is told.
    const told = MODE.exec(sentence)
    if (told && FILE.test(sentence.slice(sentence.indexOf(only) + only.length, told.index))) return []
    const [, owner, own] = OWNER.exec(sentence) ?? OF.exec(sentence) ?? []
    const group = own ?? (owner === undefined ? undefined : GROUP.exec(sentence)?.[1])
    const mode =
      told?.[1] ??
      IS.exec(sentence)
        ?.slice(1)
        .find((one) => one !== undefined) ??
      (owner === undefined ? undefined : BEHIND.exec(sentence)?.[1]) ??
      octal(LETTERS.exec(sentence)?.[1])
    if ((owner === undefined || PLAIN.has(owner)) && mode === undefined) return []
    const path = only.replace(/^~/, home)
    return [
      {
        ...{ do: 'mode', path },
        ...(owner !== undefined && !PLAIN.has(owner) && { owner }),
        ...(group !== undefined && { group }),
        ...(mode !== undefined && { mode })
      }
    ]
  })
}

const PLAIN = new Set('a an the this that it them us you me him her everyone nobody somebody another'.split(' '))

/** The number of `rwxr-s---`. */
export function octal(letters: string | undefined): string | undefined {
  if (letters === undefined) return undefined
  let bits = 0
  for (const [at, letter] of [...letters].entries()) {
    if (!/[-ST]/.test(letter)) bits |= 1 << (8 - at)
    if (/[sStT]/.test(letter)) bits |= 0o4000 >> Math.floor(at / 3)
  }
  return bits.toString(8).padStart(3, '0')
}
