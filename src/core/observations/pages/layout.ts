// What of a page is shown, and where its text is broken: browsers' own style sheet, without the page's.
import { detailsOf, inputType, isOpen, type LivePage } from './controls.ts'
import { attribute, isElement, type PageChild, type PageElement, type PageText } from './document.ts'

const NEVER_SHOWN = new Set(
  'area base basefont datalist head link meta noembed noframes param rp script style template title noscript'.split(' ')
)

const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var output slot'.split(
    ' '
  )
)
/** They stand in a line as one piece. */
const INLINE_BLOCK = new Set(
  'button input select textarea img svg iframe meter progress video audio canvas object embed picture'.split(' ')
)

export type Display = 'none' | 'inline' | 'inline-block' | 'block'

/** Of the page's style only `display: none` and `visibility: hidden` in a `style` attribute are read. */
export function displayOf(element: PageElement): Display {
  const { tag, attributes } = element
  if (NEVER_SHOWN.has(tag) || attributes.has('hidden') || isStyledAway(element)) return 'none'
  if (tag === 'input' && inputType(element) === 'hidden') return 'none'
  if (tag === 'dialog' && !attributes.has('open')) return 'none'
  if (tag === 'br' || tag === 'wbr') return 'inline'
  if (INLINE.has(tag)) return 'inline'
  return INLINE_BLOCK.has(tag) ? 'inline-block' : 'block'
}

const isStyledAway = (element: PageElement): boolean => {
  const style = attribute(element, 'style')
  return style !== '' && /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
}

/** Whether a browser lays it out, by itself; what it lies in counts too. */
export function isShown(page: LivePage, element: PageElement): boolean {
  if (displayOf(element) === 'none') return false
  const { parent } = element
  return !(parent?.tag === 'details' && !isOpen(page, parent) && detailsOf(element) === null)
}

/** The same for text. */
export const isTextShown = (page: LivePage, { parent }: PageText): boolean =>
  !(parent.tag === 'details' && !isOpen(page, parent))

// Text in these is not what is shown there.
const WITHOUT_TEXT = new Set([
  'select',
  'textarea',
  'svg',
  'iframe',
  'video',
  'audio',
  'object',
  'canvas',
  'progress',
  'meter'
])

/** What each text of the page shows, white space as a browser leaves it; a text that is not there shows nothing. */
export function shownTexts(page: LivePage): Map<PageText, string> {
  const shown = new Map<PageText, string>()
  let line: PageText[] = []
  let endsInBlank = true

  function endLine(): void {
    const last = line.at(-1)
    if (last && shown.get(last)?.endsWith(' ')) {
      const text = (shown.get(last) ?? '').slice(0, -1)
      if (text) shown.set(last, text)
      else shown.delete(last)
    }
    line = []
    endsInBlank = true
  }

  function visit(node: PageChild, kept: boolean): void {
    if (!isElement(node)) {
      if (!isTextShown(page, node)) return
      if (kept) {
        if (node.text) shown.set(node, node.text)
        return
      }
      let text = node.text.replace(/[ \t\n\r\f]+/g, ' ')
      if (endsInBlank && text.startsWith(' ')) text = text.slice(1)
      if (!text) return
      shown.set(node, text)
      line.push(node)
      endsInBlank = text.endsWith(' ')
      return
    }
    if (!isShown(page, node)) return
    const display = displayOf(node)
    if (node.tag === 'br' || display === 'block') endLine()
    const isPiece = display === 'inline-block'
    // What stands before a piece keeps its blank, and what is in it has lines of its own.
    if (isPiece) [line, endsInBlank] = [[], true]
    if (!WITHOUT_TEXT.has(node.tag)) for (const child of node.children) visit(child, kept || node.tag === 'pre')
    if (isPiece) {
      endLine()
      endsInBlank = false
    }
    if (display === 'block') endLine()
  }

  visit(page.document.body, false)
  endLine()
  return shown
}
