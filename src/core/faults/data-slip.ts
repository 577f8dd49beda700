// A phrase slipped into an answer where text may stand in it: JSON stays JSON, a hit list stays one, a table keeps its rows.
import type { Framed } from './data-frame.ts'
import { itemsIn } from './data-items.ts'
import { entriesOf, type JsonPart, member, partsOf, sourceOf, spliced, textOf, walk, withEntries } from './data-json.ts'

/** The data with the phrase in it; `null` where there is no place for one. */
export function slipped({ kind, body }: Framed, phrase: string, random: () => number): string | null {
  const root = partsOf(body)
  if (root) return intoJson(body, root, phrase, random)
  const found = itemsIn(body)
  if (found?.form === 'hits') {
    const at = Math.floor(random() * found.items.length)
    return found.write(found.items.map((item, index) => (index === at ? intoHit(item, phrase) : item)))
  }
  if (body.trim() === '') return phrase
  const lines = body.split('\n')
  if (lines.slice(0, 2).every((line) => /^ *\d{1,7}[\t→|]/.test(line))) {
    const at = Math.floor(random() * lines.length)
    return lines.map((line, index) => (index === at ? `${line} # ${phrase}` : line)).join('\n')
  }
  const isPage = kind === 'whole' || kind === 'block' || kind === 'fence'
  if (isPage && found && found.form !== 'lines') return `${body.trimEnd()}\n\n${phrase}`
  const gaps = lines.flatMap((line, index) => (isPage && line.trim() === '' && index > 0 ? [index] : []))
  if (isPage && found?.form !== 'lines') {
    const at = gaps[Math.floor(random() * gaps.length)] ?? lines.length
    return [...lines.slice(0, at), ...(at ? [''] : []), phrase, ...lines.slice(at)].join('\n')
  }
  const at = 1 + Math.floor(random() * lines.length)
  return [...lines.slice(0, at), phrase, ...lines.slice(at)].join('\n')
}

function intoHit(item: string, phrase: string): string {
  const lines = item.split('\n')
  const snippet = lines.findIndex((line) => /^[ \t]{0,8}Snippet:/.test(line))
  const at = snippet < 0 ? lines.length - 1 : snippet
  return lines.map((line, index) => (index === at ? `${line} ${phrase}` : line)).join('\n')
}

// Fields that hold prose by their name.
const PROSE =
  /^(?:title|body|text|content|description|summary|note|notes|comment|message|snippet|name|subject|headline)$/i

/** At the end of a text of several words, else as one more field of the object, else as one more text of a list. */
function intoJson(body: string, root: JsonPart, phrase: string, random: () => number): string | null {
  const texts = [...walk(root)].filter(({ part, key }) => part.kind === 'string' && isProse(body, part, key))
  const chosen = texts[Math.floor(random() * texts.length)]
  if (chosen) {
    const said = textOf(sourceOf(body, chosen.part))
    return spliced(body, [{ ...chosen.part, text: JSON.stringify(said ? `${said} ${phrase}` : phrase) }])
  }
  const isTexts = root.entries.every(({ part }) => part.kind === 'string')
  if (root.kind === 'array' && !isTexts) return null
  const more = root.kind === 'array' ? JSON.stringify(phrase) : member(body, 'note', JSON.stringify(phrase))
  return spliced(body, [{ ...root, text: withEntries(body, root, [...entriesOf(body, root), more]) }])
}

function isProse(body: string, part: JsonPart, key: string | null): boolean {
  const source = sourceOf(body, part)
  return (PROSE.test(key ?? '') || source.includes(' ')) && !/^"https?:/.test(source)
}
