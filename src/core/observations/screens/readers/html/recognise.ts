// Whether a text is an HTML page or a part of one, and not Markdown, a template, XML or a program's output with tags in it.
import { BEGINNING } from '../limits.ts'
import { beginning, readMarkup } from '../markup/index.ts'
import type { MarkupNode } from '../markup/tree.ts'
import { readPreface } from '../preface.ts'

/** Looks at the beginning, and at the end for what stands behind a whole page. Linear in both. */
export function recognisesHtml(text: string): boolean {
  const tree = beginning(text)
  if (!tree || !standsAlone(text.slice(0, BEGINNING))) return false
  const bare = tree.replace(/<!--[\s\S]*?(?:-->|$)|<\?[^>]*(?:>|$)/g, '').trimStart()
  if (/^<!doctype\s+html/i.test(bare)) return endsWithPage(text)
  const tags = bare.replace(/^<![^>]*(?:>|$)/, '').trimStart()
  const [, name = '', attributes = ''] = /^<([a-z][a-z0-9]*)((?:[\s/][^<>]*)?)(?:>|$)/i.exec(tags) ?? []
  // A desktop's tree may begin with a <section> too.
  if (/\s(?:xmlns:(?:st|cp)|(?:st|cp):\w+)=/.test(attributes)) return false
  if (/^html$/i.test(name)) return endsWithPage(text)
  if (/^(?:head|body)$/i.test(name)) return true
  // BrowserGym writes a bid into every element of a page.
  if (FIRST.has(name.toLowerCase()) && /\s(?:data-)?bid=/.test(attributes)) return true
  return FIRST.has(name.toLowerCase()) && !tree.startsWith('<?xml') && isFragment(tree)
}

/** Nothing stands before it but the lines that may stand before a page. Others are let pass below the page's own address, title or tabs. */
function standsAlone(first: string): boolean {
  const { preface, url, title, tabs } = readPreface(first, (line) => /^\s*<[!?a-z]/i.test(line))
  if (url !== null || title !== null || tabs.length) return true
  return preface.split('\n').every((line) => /^(?:```(?:x?html?)?)?$/i.test(line.trim()))
}

// What a server or an advertiser puts behind a page is markup or short.
const BEHIND = 2000

/** Behind a whole page stands nothing but markup: in a terminal, the next prompt follows it. */
function endsWithPage(text: string): boolean {
  const last = text.slice(-BEHIND)
  const at = last.toLowerCase().lastIndexOf('</html')
  if (at < 0) return true
  const close = last.indexOf('>', at)
  const behind = close < 0 ? '' : last.slice(close + 1).trim()
  return behind === '' || behind.startsWith('<') || behind.startsWith('```')
}

/** Whether it is markup of HTML's own elements throughout. */
function isFragment(tree: string): boolean {
  const { parts } = readMarkup(tree, { html: true })
  // Below these nothing is HTML, or nothing is text for people.
  const foreign: boolean[] = []
  const literal: boolean[] = []
  return parts.every((part, index) => {
    const { name, parent } = part
    const lower = name.toLowerCase()
    foreign[index] = (foreign[parent] ?? false) || lower === 'svg' || lower === 'math'
    literal[index] = (literal[parent] ?? false) || LITERAL.has(lower)
    if (name === '') return literal[index] || !isMarkdown(part, tree)
    if (foreign[index]) return true
    return (ELEMENTS.has(lower) || /^[a-z][\w.]*-[\w.-]*$/.test(name)) && !part.attributes.some(isCode)
  })
}

/** Text as Markdown has it between its tags: headings, fences, rules, tables, links, and paragraphs of their own. */
function isMarkdown({ text, parent, start }: MarkupNode, tree: string): boolean {
  if (MARKS.test(text)) return true
  if (parent >= 0) return false
  return /\n[ \t\r]*\n/.test(text) || /\n[ \t\r]*\n[ \t]*$/.test(tree.slice(Math.max(0, start - GAP), start))
}

// As much of the blanks before a text as can matter.
const GAP = 20

const MARKS =
  /^[ \t]*(?:#{1,6} \S|```|~~~|-{3,}[ \t]*$|={3,}[ \t]*$|\|[ :|-]{3,}$|> \S|[-*+] \S|\d{1,3}\. \S|\[!\[|import .{1,200} from |export )|\]\(\S|\{\{|\{%/m

/** An attribute as JSX and templates write it. */
function isCode([name, value]: [string, string]): boolean {
  return /^(?:className$|[{@:#*([]|v-[a-z]|xmlns$)/.test(name) || value.startsWith('{')
}

const LITERAL = new Set(['pre', 'code', 'script', 'style', 'textarea', 'title', 'samp', 'kbd', 'xmp', 'svg'])

// A page's source may begin with others, but those alone show nothing.
const FIRST = new Set(
  'a article aside b blockquote button center dd details dialog div dl dt em fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input label li link main meta nav ol option p pre search section select small span strong style sub sup table tbody td textarea th thead title tr ul video'.split(
    ' '
  )
)

/** HTML's elements, those that are obsolete too. */
const ELEMENTS = new Set([
  ...FIRST,
  ...'abbr acronym address applet area audio base bdi bdo big body br canvas caption cite code col colgroup data datalist del dfn dir embed figcaption font frame frameset head hgroup html ins kbd legend map mark marquee math menu meter nobr noframes noscript object optgroup output param picture progress q rb rp rt rtc ruby s samp script slot source strike summary svg template tfoot time track tt u var wbr xmp'.split(
    ' '
  )
])
