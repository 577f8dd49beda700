// What the last commit holds of a file that was changed since: told in words, or by a difference that is shown.

/** By the paths of `files`, as the text names them; of those that hold the same nothing. @param text all of it */
export function headsIn(text: string, files: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const [path, content] of files) {
    const before = undone(text, path, content) ?? replaced(text, path, content) ?? committed(text, path)
    if (before !== null && before !== content) found.set(path, before)
  }
  return found
}

const QUOTE = '(?:`([^`\\n]{1,400})`|"([^"\\n]{1,400})")'
const whole = (text: string): string => `${text.replaceAll('\\n', '\n').replace(/\n$/, '')}\n`

// What stands for the file's path, so that no pattern is made of it.
const FILE = '⟦file⟧'
const NAME = '[`"]?⟦file⟧[`"]?'
const COMMITTED = [
  `\\b(?:in (?:the )?(?:last|latest|previous) commit|(?:at|in) HEAD|HEAD's|(?:committed|old|original|previous) (?:version|content)s?(?: of)?|before)\\b[^\\n\`"]{0,40}${NAME}[^\\n\`"]{0,30}?\\b(?:was|is|had|has|reads?|said|says|contains?|contained|held|holds):? ${QUOTE}`,
  `${NAME}[^\\n\`"]{0,40}\\b(?:was|had|read|said|contained|held|committed as):? ${QUOTE}[^\\n\`"]{0,10}\\b(?:in (?:the )?(?:last|latest) commit|(?:at|in) HEAD|before)\\b`,
  `\\bHEAD (?:has|had|holds|says):? ${QUOTE} (?:in|for) ${NAME}`
].map((form) => new RegExp(form, 'i'))

/** "In the last commit a.py was `x = 1`", "HEAD has `x = 1` in a.py", "the committed version of a.py is `x = 1`" */
function committed(text: string, path: string): string | null {
  const named = text.replaceAll(path, FILE)
  const said = COMMITTED.map((form) => form.exec(named)).find((one) => one !== null)
  const quote = said?.[1] ?? said?.[2]
  return quote === undefined ? null : whole(quote)
}

const CHANGES = [
  [`${QUOTE} (?:was|used to (?:be|read|say)|had been|replaces|instead of|in place of):? ${QUOTE}`, 'now first'],
  [`\\bfrom:? ${QUOTE} (?:in)?to:? ${QUOTE}`, 'then first'],
  [
    `${QUOTE} (?:became|(?:was |is |has been )?(?:changed|replaced|edited|turned) (?:in)?(?:to|by|with)|->|→|=>):? ${QUOTE}`,
    'then first'
  ]
].map(([form = '', order]) => ({ form: new RegExp(form, 'i'), isNowFirst: order === 'now first' }))
const TELLS = /\b(?:changed?|changes|uncommitted|modified|unstaged|staged|edit(?:ed)?|diff|commit(?:ted)?)\b/i

/** "the line `x = 2` was `x = 1` before", "from `x = 1` to `x = 2`": one line, or a part of one, that is there now. */
function replaced(text: string, path: string, content: string): string | null {
  const near = text.split('\n\n').filter((part) => part.includes(path) && TELLS.test(part))
  for (const { form, isNowFirst } of CHANGES) {
    for (const part of near) {
      const [, one, two, three, four] = form.exec(part) ?? []
      const [now, was] = isNowFirst ? [one ?? two, three ?? four] : [three ?? four, one ?? two]
      if (now !== undefined && was !== undefined && content.split(now).length === 2)
        return content.replace(now, () => was)
    }
  }
  return null
}

/** A difference of the file, taken back from what it holds; `null` where it does not fit. */
function undone(text: string, path: string, content: string): string | null {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const head = lines.findIndex((line) => line === `+++ b/${path}` || line === `+++ ${path}`)
  if (head < 0) return null
  let end = head + 1
  while (end < lines.length && /^(?:@@|[-+ \\]|$)/.test(lines[end] ?? '') && !/^(?:---|diff) /.test(lines[end] ?? ''))
    end++
  let before = content
  for (const hunk of lines
    .slice(head + 1, end)
    .join('\n')
    .split(/^@@[^\n]*\n/m)
    .slice(1)) {
    const rows = hunk.split('\n').filter((row) => /^[-+ ]/.test(row))
    const side = (mark: string) =>
      rows.flatMap((row) => (row[0] === ' ' || row[0] === mark ? [`${row.slice(1)}\n`] : [])).join('')
    if (rows.length === 0 || before.split(side('+')).length !== 2) return null
    before = before.replace(side('+'), () => side('-'))
  }
  return before
}
