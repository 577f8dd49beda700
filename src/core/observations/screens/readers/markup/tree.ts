// The tree that tags and texts make in the order they come, whatever is missing between them.

import { DEEPEST, MOST_NODES, TOO_DEEP, TOO_MANY } from '../limits.ts'
import { decode } from './entities.ts'
import type { Tag } from './tags.ts'
import { ENDS, OPTIONAL_END, VOID } from './words.ts'

/** An element or a run of text. Spans are UTF-16 offsets, ends exclusive. */
export interface MarkupNode {
  /** Of the element, as written; `''` for text. */
  name: string
  /** Names and values as written, references unread; a bare name has the value `''`. */
  attributes: [name: string, value: string][]
  /** References read; `''` for elements. */
  text: string
  /** Index of the element it lies in; -1 at the top. */
  parent: number
  /** The opening tag, or the text without the blanks around it. */
  start: number
  end: number
  /** Index of the last part inside it; its own when there is none. */
  last: number
}

export interface Markup {
  /** In document order. Text that is only blank is none. */
  parts: MarkupNode[]
  warnings: string[]
}

export interface MarkupTree {
  parts: MarkupNode[]
  /** No more is taken. */
  full(): boolean
  /** Adds an element in the innermost one that is open; it stays open unless it is void or `closed`. */
  add(tag: Tag, start: number, closed: boolean): void
  /** Adds the text between two offsets. */
  addText(from: number, to: number, parent?: number): void
  /** A closing tag; `broken` when it lacks its end. */
  close(name: string, broken: boolean): void
  endsInside(what: string): void
  /** The whole, with the text from `textFrom` to the end. */
  done(textFrom: number): Markup
}

export function createTree(text: string, html: boolean): MarkupTree {
  const parts: MarkupNode[] = []
  const count = { stray: 0, unclosed: 0, broken: 0 }
  let cutInside = ''
  let deep = false
  // Open elements, and how many of each name: a closing tag that closes nothing costs no search.
  const open: { index: number; name: string }[] = []
  const opened = new Map<string, number>()
  const nameOf = (name: string) => (html ? name.toLowerCase() : name)
  const inner = () => open[Math.min(open.length, DEEPEST) - 1]?.index ?? -1
  const full = () => parts.length >= MOST_NODES
  const mayStayOpen = (name: string) => html && OPTIONAL_END.has(name)
  const pop = () => {
    const name = open.pop()?.name ?? ''
    opened.set(name, (opened.get(name) ?? 1) - 1)
    return name
  }

  function addText(from: number, to: number, parent = inner()): void {
    const raw = text.slice(from, to)
    const trimmed = raw.trim()
    // Models end a tree with the fence that they began it with.
    if (trimmed === '' || trimmed === '```' || full()) return
    const start = from + raw.indexOf(trimmed[0] ?? '')
    const last = parts.length
    parts.push({ name: '', attributes: [], text: readText(trimmed), parent, start, end: start + trimmed.length, last })
  }

  return {
    parts,
    full,
    addText,
    add({ name: written, attributes, end, closed: empty, broken }, start, closed) {
      const name = nameOf(written)
      if (broken) count.broken += 1
      const ends = html ? ENDS.get(name) : undefined
      while (ends?.has(open.at(-1)?.name ?? '')) pop()
      const index = parts.length
      parts.push({ name: written, attributes, text: '', parent: inner(), start, end, last: index })
      if (closed || empty || (html && VOID.has(name))) return
      open.push({ index, name })
      opened.set(name, (opened.get(name) ?? 0) + 1)
      if (open.length > DEEPEST) deep = true
    },
    close(written, broken) {
      const wanted = nameOf(written)
      if (broken) count.broken += 1
      if (!opened.get(wanted)) {
        count.stray += 1
        return
      }
      for (let name = pop(); name !== wanted; name = pop()) if (!mayStayOpen(name)) count.unclosed += 1
    },
    endsInside(what) {
      cutInside = what
    },
    done(textFrom) {
      const many = full() && textFrom < text.length
      if (!many) addText(textFrom, text.length)
      const left = many ? 0 : open.filter(({ name }) => !mayStayOpen(name)).length
      // Children come after their parents, so that walking back each is whole before its parent counts it.
      for (const { parent, last } of parts.toReversed()) {
        const holder = parts[parent]
        if (holder) holder.last = Math.max(holder.last, last)
      }
      const warnings: [is: boolean, warning: string][] = [
        [cutInside !== '', `The text ends inside ${cutInside}.`],
        [left > 0, `The text ends before ${amount(left, 'element is', 'elements are')} closed.`],
        [count.unclosed > 0, `${amount(count.unclosed, 'element has', 'elements have')} no closing tag of their own.`],
        [count.stray > 0, `${amount(count.stray, 'closing tag closes', 'closing tags close')} nothing.`],
        [count.broken > 0, `${amount(count.broken, 'tag ends', 'tags end')} where the next one begins.`],
        [deep, TOO_DEEP],
        [many, TOO_MANY]
      ]
      return { parts, warnings: warnings.filter(([is]) => is).map(([, warning]) => warning) }
    }
  }
}

/** The text of a run that may have CDATA sections in it. */
function readText(written: string): string {
  if (!written.includes('<![CDATA[')) return decode(written)
  return written
    .split('<![CDATA[')
    .map((piece, index) => {
      const end = piece.indexOf(']]>')
      if (index === 0) return decode(piece)
      return end === -1 ? piece : piece.slice(0, end) + decode(piece.slice(end + 3))
    })
    .join('')
}

function amount(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
