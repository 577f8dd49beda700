// Other ways in which people write pages down, as blocks of fields: tables with a column of addresses, pages in tags, addresses without a scheme.

import { withoutEnds } from './ends.ts'

const ADDRESS_COLUMN = /^(?:url|uri|address|link|href)$/i
const FIELDS = /^(?:url|uri|address|link|href|title|headline|date|published|updated|snippet|summary|excerpt)$/i
const TEXTS = /^(?:text|content|body|markdown)$/i
const OPENED = /^\s*<(page|document|doc|article|result|site)\s([^<>]{1,2000})>(.*)$/i
const CLOSED = /^(.*)<\/(?:page|document|doc|article|result|site)>\s*$/i
const ATTRIBUTE = /([a-z]{2,20})\s?=\s?(?:"([^"]*)"|'([^']*)')/gi
// A file has a name like a host without a path, so only endings that are no file's count there.
const BARE =
  /^(\s*(?:[-*•] |\d{1,3}[.)] |\[\d{1,3}\] |#{1,6} |(?:url|address|link): ))((?:[a-z\d-]{1,63}\.){1,5}(?:(?:example|test|com|org|net|edu|gov|info|dev|app)(?:\/[^\s:,;|]*)?|[a-z]{2,20}\/[^\s:,;|]*))(?=$|[\s:,;|])/i

/** The lines, with what is written in one of these ways as fields, a line each. */
export function asBlocks(lines: readonly string[]): string[] {
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const columns = cellsIn(line)
    if (columns.some((name) => ADDRESS_COLUMN.test(name)) && isRuler(lines[at + 1] ?? '')) {
      for (at += 2; (lines[at] ?? '').includes('|'); at++)
        for (const one of row(columns, lines[at] ?? '')) blocks.push(one)
      at--
      continue
    }
    const matter = /https?:\/\//i.test(lines[at - 1] ?? '') ? frontMatterAt(lines, at) : []
    if (matter.length) {
      for (const one of matter) blocks.push(one)
      at += matter.length + 1
      continue
    }
    for (const one of tagged(line)) blocks.push(one.replace(BARE, '$1https://$2'))
  }
  return blocks
}

// More lines than these are no front matter.
const MOST_MATTER = 20

/** The fields between `---` and `---` below a page's address; `[]` where there are none. */
function frontMatterAt(lines: readonly string[], at: number): string[] {
  if (lines[at]?.trim() !== '---') return []
  const end = lines.slice(at + 1, at + 2 + MOST_MATTER).findIndex((line) => line.trim() === '---')
  const fields = lines.slice(at + 1, at + 1 + end)
  return end > 0 && fields.every((line) => /^\w{1,30}:/.test(line)) ? fields : []
}

function cellsIn(line: string): string[] {
  if (!line.includes('|')) return []
  const cells = line
    .trim()
    .split('|')
    .map((cell) => cell.trim())
  return line.trim().startsWith('|') ? cells.slice(1) : cells
}

/** `| --- | :---: |` */
const isRuler = (line: string): boolean => line.includes('--') && withoutEnds(line, ' \t|:-') === ''

function row(columns: readonly string[], line: string): string[] {
  const cells = cellsIn(line).map((text, at) => ({ name: columns[at] ?? '', text }))
  const fields = cells.filter(({ name, text }) => FIELDS.test(name) && text)
  const texts = cells.filter(({ name, text }) => TEXTS.test(name) && text).map(({ text }) => text)
  const others = cells
    .filter(({ name, text }) => name && text && !FIELDS.test(name) && !TEXTS.test(name))
    .map(({ name, text }) => `${name} - ${text}`)
  return [...fields.map(({ name, text }) => `${name}: ${text}`), 'text:', ...texts, ...others, '---']
}

function tagged(line: string): string[] {
  const [, , attributes = '', behind = ''] = OPENED.exec(line) ?? []
  const named = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', one, other]) => ({
    name,
    text: one ?? other ?? ''
  }))
  if (!named.some(({ name }) => ADDRESS_COLUMN.test(name))) {
    const [, before] = CLOSED.exec(line) ?? []
    return before === undefined ? [line] : [...(before.trim() ? [before] : []), '---']
  }
  const fields = named.filter(({ name }) => FIELDS.test(name)).map(({ name, text }) => `${name}: ${text}`)
  return [...fields, 'text:', ...(behind.trim() ? tagged(behind) : [])]
}
