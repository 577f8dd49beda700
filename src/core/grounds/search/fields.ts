import { dateIn } from '../fiction/address.ts'
import { withoutEnds } from './ends.ts'
import { isNote } from './notes.ts'

export type PageFields = Partial<Record<'address' | 'title' | 'date' | 'snippet' | 'text' | 'note', string>>

const FIELD =
  /^[ \t]{0,8}(?:[-*] )?\**(url|uri|address|link|href|title|headline|date|published|updated|snippet|summary|excerpt|text|content|body|markdown|note|author'?s? note|simulator note)\**[ \t]?:\**(?=\s|$)(.*)$/i

export const NAMES: Record<string, keyof PageFields> = {
  ...{ url: 'address', uri: 'address', address: 'address', link: 'address', href: 'address' },
  ...{ title: 'title', headline: 'title', date: 'date', published: 'date', updated: 'date' },
  ...{ snippet: 'snippet', summary: 'snippet', excerpt: 'snippet' },
  ...{ text: 'text', content: 'text', body: 'text', markdown: 'text' }
}

export function frontMatter(content: string): { fields: PageFields; body: string } {
  const lines = content.split('\n')
  const end = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) : -1
  if (end < 0) return { fields: {}, body: content }
  const fields: PageFields = {}
  for (const line of lines.slice(1, end)) Object.assign(fields, fieldOf(line))
  return { fields, body: lines.slice(end + 1).join('\n') }
}

export function fieldOf(line: string): PageFields | null {
  const [, word = '', value = ''] = FIELD.exec(line) ?? []
  if (!word) return null
  const name = NAMES[word.toLowerCase()] ?? 'note'
  return { [name]: name === 'text' ? value.trim() : unquoted(value.trim()) }
}

export const unquoted = (text: string): string => (/^(["'`“]).*["'`”]$/.test(text) ? text.slice(1, -1) : text)

const SEPARATORS = ' \t—–|:,;·-'

/** What a line says behind its address: a title, a date, a text or a description. */
export function restFields(rest: string, body: string, known: PageFields): PageFields {
  if (!rest) return {}
  const date = dateIn(rest)
  const dated = date && known.date === undefined ? { date: date.shown } : {}
  // A date within a sentence stays there.
  const outside = date !== null && standsAlone(rest, date.shown)
  const plain = withoutEnds(
    (outside ? rest.replace(date.shown, '').replace(/\bdated\s*(?=[,;.)]|$)/, '') : rest).replace(/\(\s*\)/g, ''),
    SEPARATORS
  )
  const parts = plain.split(/ [—–|·-] |: /)
  const [first = '', ...more] = parts
  const quoted = /^["“']([^"”']+)["”'](.*)$/.exec(plain)
  if (quoted)
    return {
      ...dated,
      title: known.title ?? quoted[1] ?? '',
      ...described(withoutEnds(quoted[2] ?? '', SEPARATORS), body)
    }
  const titled = known.title === undefined && more.length > 0 && first.length <= 90 && !isNote(first)
  if (titled) return { ...dated, title: first, ...described(withoutEnds(plain.slice(first.length), SEPARATORS), body) }
  if (body && known.title === undefined && plain.length <= 90 && !isNote(plain)) return { ...dated, title: plain }
  return { ...dated, ...described(plain, body) }
}

/** Whether the words stand between marks, and are no part of a sentence. */
function standsAlone(text: string, words: string): boolean {
  const at = text.indexOf(words)
  const before = text.slice(0, at).trimEnd()
  const after = text.slice(at + words.length).trimStart()
  return (before === '' || /[,(—–|·-]$|\bdated$/i.test(before)) && (after === '' || /^[),:—–|·;.-]/.test(after))
}

const described = (text: string, body: string): PageFields => (!text || body ? {} : { note: text })
