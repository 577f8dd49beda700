// What a text says, as its readers take it: sentences, and commands with what they printed.

import type { StateChange } from '../../../tree/ground.ts'
import { splitAt } from './forenoon.ts'
import { commandOn } from './prompt.ts'

/** A command that the text shows, and the lines that it printed. */
export interface Quoted {
  command: string
  output: string[]
}

export interface StatedText {
  sentences: string[]
  /** As they stand, without the blanks around them. */
  lines: string[]
  quoted: Quoted[]
}

/** What a kind of statements comes to: what makes it true, and what of it cannot be, by words of the text (`at`) that it stands beside. */
export interface StatementFacts {
  effects: StateChange[]
  unmade?: { at: string; why: string }[]
}

const NO = /\b(?:no|not|never|without|neither|isn't|aren't|doesn't|lacks?|missing)\b/i

/** Whether the words deny something. */
export const denies = (words: string): boolean => NO.test(words)

// A sentence goes on in the next line where that begins in lower case.
const END = /[.;!?](?=\s|$)|\n(?= ?(?:\n|[-*•] |\p{Lu}|[a-z]{2,16}: ))/u

/** @param prose the lines that belong to no file @param files what the text shows of files: the system's own say what it is */
export function saidIn(
  prose: readonly string[],
  files: readonly { path: string; content: string | null }[] = []
): StatedText {
  // What commits say is of the code, and not of the machine.
  const plain = prose.filter((line) => !/^(?: {2,}|\t|[0-9a-f]{7,40} )/.test(line)).join('\n')
  const sentences = splitAt(plain, END).flatMap((part) => {
    // Blanks within code are what a file holds.
    const sentence = part
      .replaceAll(/`[^`\n]*`|\*\*|\s+/g, (one) => (one.startsWith('`') ? one : one === '**' ? '' : ' '))
      .trim()
    return sentence === '' ? [] : [sentence.replace(/^[-*•] /, '')]
  })
  const own = files.flatMap(({ path, content }) =>
    content !== null && OWN.test(path) ? [{ command: `cat ${path}`, output: content.trimEnd().split('\n') }] : []
  )
  return {
    sentences,
    lines: prose.map((line) => line.trim()),
    quoted: [...own, ...shownIn(prose), ...sentences.flatMap(inlineIn)]
  }
}

const OWN = /^\/etc\/(?:os-release|passwd|group|hostname)$/

/** Behind prompts: to the next prompt, or a blank line. */
function shownIn(lines: readonly string[]): Quoted[] {
  return lines.flatMap((line, at) => {
    const command = commandOn(line)
    if (command === null) return []
    let end = at + 1
    while (end < lines.length && lines[end] !== '' && commandOn(lines[end] ?? '') === null) end++
    return [{ command, output: lines.slice(at + 1, end).map((one) => one.trimEnd()) }]
  })
}

const INLINE =
  /`([^`\n]{1,80})`(?: (?:prints|says|shows|gives|returns|outputs|reports|answers)(?: that it is)?|:| ->| =>| →)\s+[`'"]?([^`\n]{1,300})/g

// "Server `mq1`: Debian 12": the name of a thing.
const NAMED =
  /\b(?:server|host|machine|box|vm|laptop|node|container|user|account|group|service|table|column|branch|tag|package|module|function|variable) $/i

/** "`date` prints Sun Mar 3 14:05:12 UTC 2024". */
const inlineIn = (sentence: string): Quoted[] =>
  [...sentence.matchAll(INLINE)].flatMap(({ 1: command = '', 2: output = '', index }) =>
    NAMED.test(sentence.slice(0, index)) ? [] : [{ command, output: [output.replace(/[`'"]?[,.]?$/, '')] }]
  )

/** What the last of the commands that `fits` printed; `[]` where none did. */
export const printedBy = ({ quoted }: StatedText, fits: RegExp): string[] =>
  quoted.findLast(({ command }) => fits.test(command))?.output ?? []
