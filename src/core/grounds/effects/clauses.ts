// What an initial state says, clause by clause: the names that stand in it, as long as it does not say that they are missing or still to come.

import type { StateChange } from '../../tree/ground.ts'
import { splitAt } from './facts/forenoon.ts'
import { spelled, stepped } from './spelling.ts'
import { unfolded } from './within.ts'

export interface Clause {
  text: string
  /** All of the sentence that it stands in. */
  sentence: string
  /** Paths, names in quotes or beside a word such as "user", words with digits or capitals in them. */
  names: ReadonlySet<string>
  /** All of its words, in lower case too. */
  words: ReadonlySet<string>
}

const ENDS = /[.;!?](?=\s|$)|\n(?=\s|[-*•#|>]|\p{Lu}|\d|[a-z_][\w -]{0,24}:\s)/u
const PARTS =
  /,\s|(?<!\b(?:nobody|no one|nothing|none|anyone|everyone|everything|all)) but | and (?=no\b)|;| - | – | — /
// What is only to be made, wished or found out is not there.
export const PLAN =
  /\b(?<![./-])(?:should|must|will|would|shall|going|wants?|wishes|tasks?|goals?|creates?|make sure|expect(?:s|ed)?|asked to|asks|needs?|supposed|try|tries|learn(?:s|ed|ing)?|if|unless|later|for example|such|like)\b(?![/-]|\.\w)/i
const DENIES =
  /\b(?<![./-])(?:no|not|never|without|neither|nor|isn't|aren't|doesn't|don't|wasn't|lacks?|missing|gone|deleted|removed|absent)\b(?![/-]|\.\w)/i
const WITHOUT = /\b(?:without|no)\b/i
const LACKS_IN_IT =
  /^(.{2,120}?) (?:does not|doesn['’]t|do not|don['’]t|never) (?:mention|contain|have|hold|list|include|name|say|show|print|return|compile|build|parse|work|run|start|finish|match|know)\b/i
const LISTED_NO = /\b(?:no|neither|nor|without)\b/i

/**
 * The clauses of `body` without what is known to stand in files. Those that deny, or tell of what is to come, are left out unless `all`.
 * @param effects what has been read of the text
 */
export function clausesIn(
  body: string,
  effects: readonly StateChange[],
  { all = false }: { all?: boolean } = {}
): Clause[] {
  const inFiles = new Set(
    effects.flatMap((one) => (one.do === 'write' ? one.content.split('\n').map((line) => line.trim()) : []))
  )
  // A row of a table may be that of a file of rows.
  const isOfFile = (line: string): boolean => cellsOf(line).length > 1 && inFiles.has(cellsOf(line).join(','))
  const lines = stepped(body.replaceAll('\r\n', '\n').split('\n')).map((line) => (isOfFile(line) ? '' : line))
  const told = unfolded(
    keyed(headed(all ? lines : withoutWishes(lines)))
      .filter((line) => line.trim() === '' || !inFiles.has(line.trim()))
      .map(spelled)
      .join('\n')
      .replaceAll('**', '')
  )
  return splitAt(told, ENDS).flatMap((raw) => {
    const sentence = raw.replaceAll(/\s+/g, ' ').trim()
    if (!all && PLAN.test(sentence)) return []
    let denied = false
    return sentence.split(PARTS).flatMap((whole) => {
      // "A folder out without files": what stands before is there.
      const [said = ''] = all ? [whole] : whole.split(WITHOUT)
      // "No git, curl or python": what is denied goes on in short parts.
      denied = DENIES.test(said) || (denied && LISTED_NO.test(sentence) && said.trim().split(' ').length < 4)
      // "The log does not mention it": the log is there.
      const subject = denied && !all ? (LACKS_IN_IT.exec(said)?.[1] ?? '') : said
      const part = subject.trim()
      if (said !== whole) denied = true
      return part === '' ? [] : [clauseOf(part, sentence)]
    })
  })
}

const TITLE = /^#{1,6} |^\*\*[^*\n]{1,60}\*\*:?$/
const WISHES = /\b(?:expected|desired|wanted|acceptance criteria|definition of done)\b/i

/** Without what stands below a title such as "Expected behaviour": it is still to come. */
function withoutWishes(lines: readonly string[]): string[] {
  let wished = false
  return lines.map((line) => {
    if (TITLE.test(line)) wished = WISHES.test(line)
    return wished ? '' : line
  })
}

/** The cells of a row of a Markdown table; `[]` where a line is none. */
export const cellsOf = (row: string): string[] =>
  /^\s*\|.*\|\s*$/.test(row)
    ? row
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
    : []

/** Rows of a table with the heads of their columns before what stands in them: "service sshd port 22". */
function headed(lines: readonly string[]): string[] {
  let heads: string[] = []
  return lines.map((line, at) => {
    const cells = cellsOf(line)
    if (cells.length === 0) heads = []
    else if (/^\s*\|[-: |]+\|\s*$/.test(line)) heads = cellsOf(lines[at - 1] ?? '')
    else if (heads.length > 0) return `| ${cells.map((cell, column) => `${heads[column] ?? ''} ${cell}`).join(' ')}`
    return line
  })
}

/** Lines below "name:" with that name before them, as deep as they stand: "processes pid: 12". */
function keyed(lines: readonly string[]): string[] {
  const above: { depth: number; key: string }[] = []
  return lines.map((line) => {
    if (line.trim() === '') return line
    const depth = line.search(/\S/) + (/^\s*- /.test(line) ? 1 : 0)
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop()
    const keys = above.map(({ key }) => key)
    const key = /^\s*([A-Za-z][\w -]{0,30}):\s*$/.exec(line)?.[1]
    if (key !== undefined) above.push({ depth, key })
    return keys.length === 0 ? line : `- ${keys.join(' ')} ${line.trim().replace(/^- /, '')}`
  })
}

const KINDS =
  'users?|accounts?|logins?|groups?|hosts?|boxe?s?|machines?|servers?|files?|folders?|director(?:y|ies)|scripts?|programs?|commands?|tools?|packages?|branch(?:es)?|tags?|units?|services?|containers?|tables?|databases?|db|sessions?|images?|variables?|colleague|pipe|fifo|socket|link'
const BEFORE = new RegExp(
  `\\b(?:called|named|${KINDS}):? (?:is |are )?[\`'"“]?(?!(?:called|named)\\b)([\\w.@+-]{2,60})`,
  'gi'
)
const BEHIND = new RegExp(`([\\w.@+-]{2,60})[\`'"”]? (?:${KINDS})\\b`, 'gi')
const IN_QUOTES = /[`"“']([^\s`"“”']{1,120})[`"”']/g
const IS_NAME = /[\d_/~@+.:-]|[a-z][A-Z]|^[A-Z]{2,}/
const ARTICLE = /^(?:the|a|an|this|that|its?|his|her|my|your|their|our|is|are|of|in|and|or|with|for|to|on|as)$/i

export function clauseOf(text: string, sentence: string): Clause {
  const tokens = [...text.matchAll(/[\w@+~./:=-]+/g)].flatMap(({ 0: word }) => {
    const bare = word.replace(/^\.\//, '').replace(/[.:=-]{1,3}$/, '')
    // "MODE=live" and "cache:6379" name what stands on both sides too.
    return bare === '' ? [] : [bare, ...bare.split(/[=:]/).filter(Boolean)]
  })
  const beside = [...text.matchAll(BEFORE), ...text.matchAll(BEHIND), ...text.matchAll(IN_QUOTES)].map(
    ([, name = '']) => name
  )
  const ran = [...text.matchAll(/(?:^|[\s`'"(])\.\/([\w.@+-]{1,60})/g)].map(([, name = '']) => name)
  const names = [...tokens.filter((word) => IS_NAME.test(word)), ...beside, ...ran].filter(
    (name) => !ARTICLE.test(name)
  )
  return {
    text,
    sentence,
    names: new Set(names),
    words: new Set([...tokens, ...tokens.map((word) => word.toLowerCase())])
  }
}
