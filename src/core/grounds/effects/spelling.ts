// Prose as people type it, in the spelling that the rules read: words whose apostrophe is left out, short forms of messages, and the steps of a
// scenario ("Given a server ...").

import { commandOn } from './facts/prompt.ts'

const NOT = /^(is|are|was|were|does|do|did|has|have|had|could|would|should|must)nt$/i
const SHORT: Readonly<Record<string, string>> = {
  ...{ im: "I'm", ive: "I've", theres: "there's", thats: "that's", heres: "here's", youre: "you're", shes: "she's" },
  ...{
    cant: "can't",
    wont: "won't",
    'w/o': 'without',
    'w/': 'with',
    pw: 'password',
    nite: 'night',
    cronjob: 'cron job'
  },
  ...{ instaled: 'installed', intalled: 'installed', insalled: 'installed', isntalled: 'installed' }
}
// What is in quotes stays as it is, and so do paths and names that have such a word in them.
const WORDS =
  /`[^`\n]{0,400}`|"[^"\n]{0,400}"|,? (?:btw|lol|tho|thx|pls)(?=[\s,.;!?]|$)|(?<![\w@./~-])[a-z'’/]{2,10}(?![\w@/-]|\.\w)/gi

/** A line of prose in full spelling; what a shell shows stays. */
export const spelled = (line: string): string =>
  commandOn(line) !== null
    ? line
    : line.replaceAll(WORDS, (word) => {
        if (/^[`"]/.test(word)) return word
        if (/^,? /.test(word)) return ''
        const verb = NOT.exec(word)?.[1]
        return verb === undefined ? (SHORT[word.toLowerCase().replace(/['’]/, '')] ?? word) : `${verb}n't`
      })

const STEP = /^\s*(?:Given|When|Then|And|But) (?=\S)/
const MARK = /^\s*"""\s*$/

/** The steps of a scenario of Gherkin as entries of a list, and what stands between their marks as blocks of code; as many lines as before. */
export function stepped(lines: readonly string[]): readonly string[] {
  const steps = lines.filter((line) => /^\s*(?:Given|And) \S/.test(line)).length
  if (steps < 2) return lines
  let indent: number | null = null
  return lines.map((line) => {
    if (MARK.test(line)) {
      indent = indent === null ? line.search(/\S/) : null
      return '```'
    }
    return indent === null ? line.replace(STEP, '- ') : line.slice(Math.min(indent, Math.max(0, line.search(/\S|$/))))
  })
}
