// A machine in one line, its parts between commas: "Alpine container, node 20, user node, NODE_ENV=production, no git". Each part as the sentence
// that says the same.

import { known } from './facts/known.ts'

const PARTS: [part: RegExp, says: (value: string) => string | null][] = [
  [/^no ([\w.+-]{1,40}(?:(?: or |\/| and )(?:no )?[\w.+-]{1,40}){0,3})$/i, (value) => `There is no ${value}.`],
  [/^(?:user|login|as|logged in as) ([a-z_][\w-]{0,31})$/i, (value) => `You are logged in as ${value}.`],
  [/^host(?:name)? ([a-z][\w.-]{0,62})$/i, (value) => `The hostname is ${value}.`],
  [
    /^(?:cwd|pwd|in|at|working (?:directory|dir) (?:is )?|workdir) (~?\/[\w.@+/-]{0,120}|~)$/i,
    (value) => `The working directory is ${value}.`
  ],
  [/^([A-Z_][A-Z0-9_]{1,60}=\S{1,200})$/, (value) => `${value}.`],
  [/^(?:tz|time ?zone) ([A-Za-z_]{2,20}(?:\/[\w+-]{1,30}){0,2})$/i, (value) => `The time zone is ${value}.`],
  [/^([A-Za-z][\w.+-]{0,30}(?: v?\d[\w.+-]{0,20})?)(?: (?:is )?installed)?$/, programIn]
]

function programIn(value: string): string | null {
  const [name = ''] = value.split(' ')
  return known(name) || /^python3?$/i.test(name) ? `${value} is installed.` : null
}

// A list of fewer parts is a sentence like others.
const LEAST = 3

/** @param prose lines that belong to no file */
export function terseIn(prose: readonly string[]): string[] {
  return (
    prose
      .filter((line) => !/^\s|^[-*•#|>]/.test(line))
      .flatMap((line) => line.split(/\.(?=\s|$)/))
      // "Installed: git, npm" is read as it stands.
      .filter((sentence) => !sentence.includes(': '))
      .flatMap((sentence) => {
        const parts = sentence.split(/[,;] /).map((one) => one.trim().replace(/^and /, ''))
        const says = parts.flatMap((part) => {
          for (const [form, said] of PARTS) {
            const value = form.exec(part)?.[1]
            const told = value === undefined ? null : said(value)
            if (told !== null) return [told]
          }
          return []
        })
        return says.length >= LEAST && says.length * 2 >= parts.length ? says : []
      })
  )
}
