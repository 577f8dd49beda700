// Reads XML and HTML, however broken, into a flat tree in one pass over the text.

import { BEGINNING } from '../limits.ts'
import { decode } from './entities.ts'
import { isNameStart, nameAt, readTag, search } from './tags.ts'
import { createTree, type Markup, type MarkupNode } from './tree.ts'
import { RAW, RAW_TEXT } from './words.ts'

/**
 * Reads markup in time linear in the text. Wrong nesting, missing quotes and a text that is cut off are recovered
 * from, each with a warning; nothing throws. `html` tells HTML's rules (names in any case, void and raw elements,
 * closing tags that may be left out) from XML's; what stands before `from` is not read.
 */
export function readMarkup(text: string, { html, from: begin = 0 }: { html: boolean; from?: number }): Markup {
  const tree = createTree(text, html)
  let at = begin
  let textFrom = begin
  /** Goes on behind the mark, or at the end when it is nowhere. */
  const skipTo = (mark: string, from: number, what: string) => {
    const to = text.indexOf(mark, from)
    if (to === -1) tree.endsInside(what)
    at = to === -1 ? text.length : to + mark.length
  }
  while (!tree.full()) {
    const from = text.indexOf('<', at)
    if (from === -1) break
    const kind = kindOf(text, from)
    if (kind === 'sign') at = from + 1
    else if (kind === 'cdata') skipTo(']]>', from, 'a CDATA section')
    // Both are a part of the text around them.
    if (kind === 'sign' || kind === 'cdata') continue
    tree.addText(textFrom, from)
    if (tree.full()) break
    if (kind === 'cut') skipTo('>', from, 'a tag')
    else if (kind === 'comment') skipTo('-->', from + 2, 'a comment')
    else if (kind === 'instruction') skipTo(html ? '>' : '?>', from + 2, 'an instruction')
    else if (kind === 'declaration') skipTo('>', from + 2, 'a declaration')
    else if (kind === 'closing') {
      const name = nameAt(text, from + 2)
      at = search(ANGLE, text, from + 2 + name.length)
      if (at === text.length) tree.endsInside('a closing tag')
      else tree.close(name, text[at] === '<')
      if (text[at] === '>') at += 1
    } else {
      const tag = readTag(text, from, html)
      at = tag?.end ?? text.length
      if (!tag) tree.endsInside('a tag')
      else {
        const name = tag.name.toLowerCase()
        const close = html && !tag.closed ? CLOSINGS.get(name) : undefined
        tree.add(tag, from, close !== undefined)
        if (close) {
          close.lastIndex = at
          const to = close.exec(text)?.index ?? text.length
          if (RAW_TEXT.has(name)) tree.addText(at, to, tree.parts.length - 1)
          skipTo('>', to, `<${name}>`)
        }
      }
    }
    textFrom = at
  }
  return tree.done(textFrom)
}

const ANGLE = /[<>]/g
const CLOSINGS = new Map([...RAW].map((name) => [name, new RegExp(`</${name}(?=[\\s/>]|$)`, 'gi')]))

type Kind = 'cdata' | 'closing' | 'comment' | 'cut' | 'declaration' | 'instruction' | 'opening' | 'sign'

/** What the `<` begins; `sign` when it is only a sign in the text, `cut` when the text ends before that can be told. */
function kindOf(text: string, from: number): Kind {
  const next = text[from + 1]
  if (next === undefined || (next === '/' && from + 2 === text.length)) return 'cut'
  if (next === '?') return 'instruction'
  if (next === '/') return isNameStart(text[from + 2]) ? 'closing' : 'sign'
  if (next !== '!') return isNameStart(next) ? 'opening' : 'sign'
  if (text.startsWith('<!--', from)) return 'comment'
  return text.startsWith('<![CDATA[', from) ? 'cdata' : 'declaration'
}

/**
 * Where the markup of an observation begins, with what follows of its first part: the first line that starts with `<`,
 * below nothing but the lines that may stand before a page. `''` when it is another format that shows markup somewhere.
 */
export function beginning(text: string): string {
  const first = text.slice(0, BEGINNING)
  const start = first.search(/^[ \t]*</m)
  const before = first.slice(0, Math.max(start, 0))
  // A bid, an item of a list, a table's row, an element of AndroidWorld's list.
  const other = /^[ \t]*(?:\[[\w-]+\] |- [a-z])|^UI element \d|\t/m.test(before)
  return start < 0 || other ? '' : first.slice(start)
}

/** The attribute's value with references read; `undefined` where the element has no such attribute. */
export function attribute(part: MarkupNode, name: string): string | undefined {
  const found = part.attributes.find(([own]) => own === name)
  return found && decode(found[1])
}
