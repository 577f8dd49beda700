// Accessibility trees written one thing a line, indented by what it lies in: what BrowserGym's and WebArena's have in common.

import { isQuote, readString, repr } from '../../../text/python.ts'
import type { Screen, ScreenNode } from '../screen.ts'
import { extent } from './bounds.ts'
import { laidOut, writeLaidOut } from './layout.ts'
import { DEEPEST, MOST_NODES, TOO_DEEP, TOO_MANY } from './limits.ts'
import { createWarnings, linesOf } from './lines.ts'
import { readPreface, writePreface } from './preface.ts'
import { fromChromium } from './roles.ts'

/** What follows the name on a line. `problem` says in words what could not be read of it. */
export type Tail = Pick<ScreenNode, 'value' | 'states' | 'attributes' | 'bounds'> & { problem: string | null }

/** States that BrowserGym and WebArena give as words, `'true'` and `'false'` among them, where others are true or false. */
export const WORDS = new Set(['checked', 'pressed', 'hasPopup', 'invalid'])

const HEAD = /(?:\[([^\]\s]+)\] )?([A-Za-z][\w-]*)(?=[ ,]|$)/y

// An id has a digit. Only pages, frames and texts may stand without an id, because other texts often begin with a word and a quote. Only
// a box (`generic`) may stand without a name, because a footnote or a job of a shell is a number and a word too.
const BEGINS =
  /^[ \t]*(?:\[[A-Za-z]*\d[A-Za-z\d]*\] (?:[A-Za-z][\w-]* ['"]|generic(?:,|\s*$))|(?:RootWebArea|StaticText|Iframe) ['"])/

/** Whether a tree may begin with this line. */
export function begins(line: string): boolean {
  return BEGINS.test(line)
}

/** Spells what stands behind the name. */
export type SpellTail = (node: ScreenNode) => string

interface Dialect {
  format: string
  /** `at`: where the name ends. */
  readTail(line: string, at: number): Tail
  spellTail: SpellTail
}

export function readOutline(text: string, { format, readTail, spellTail }: Dialect): Screen {
  const { start, ...said } = readPreface(text, begins)
  const nodes: ScreenNode[] = []
  const warnings = createWarnings()
  // The nodes that the next line may lie in, outermost first, with how far each is indented.
  const open: { node: number; depth: number }[] = []
  for (const at of linesOf(text, start)) {
    if (nodes.length === MOST_NODES) {
      warnings.add(TOO_MANY)
      break
    }
    const line = text.slice(at.start, at.end)
    // The fence that a tree may lie in: what follows it is no part of it.
    if (line === '```') break
    const head = readHead(line)
    if (!head) {
      warnings.line(text, at, 'is no line of an accessibility tree and was left out')
      continue
    }
    const depth = depthOf(at.indent)
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    if (open.length === DEEPEST) {
      warnings.once(TOO_DEEP)
      open.pop()
    }
    const { problem, ...tail } = readTail(line, head.end)
    const wrong = head.closed ? problem : 'lacks a closing quote'
    if (wrong) warnings.line(text, at, wrong)
    const parent = open.at(-1)?.node ?? -1
    open.push({ node: nodes.length, depth })
    const { ref, tag, name } = head
    nodes.push({ ref, role: fromChromium(tag), tag, name, text: '', ...tail, parent, start: at.start, end: at.end })
  }
  if (!nodes.length) throw new Error("it has no line such as [12] button 'Save'.")
  return laidOut({ format, nodes, ...extent(nodes), ...said, warnings: warnings.done() }, text, (node) =>
    spell(node, spellTail)
  )
}

export function writeOutline(screen: Screen, { format, spellTail }: Dialect): string {
  const laidOut = writeLaidOut(screen, format, (node) => spell(node, spellTail))
  if (laidOut !== null) return laidOut
  const own = KIN.has(screen.format)
  const depths: number[] = []
  const lines: string[] = []
  screen.nodes.forEach((node, index) => {
    const depth = node.parent < 0 ? 0 : (depths[node.parent] ?? 0) + 1
    depths[index] = depth
    const tag = own ? node.tag : (CHROMIUM.get(node.role) ?? (node.role.replace(/[^\w-]+/g, '-') || 'generic'))
    lines.push('\t'.repeat(depth) + spell({ ...node, tag }, spellTail))
    // Here texts are things of their own.
    if (node.text) lines.push('\t'.repeat(depth + 1) + spell(asText(node), spellTail))
  })
  if (!lines[0] || begins(lines[0])) return writePreface(screen) + lines.join('\n')
  // A screen that is no page needs one to lie in, or nothing would tell where it begins.
  const page = `RootWebArea ${repr(screen.title ?? '')}`
  return writePreface(screen) + [page, ...lines.map((line) => `\t${line}`)].join('\n')
}

const KIN = new Set(['axtree', 'webarena'])
const CHROMIUM = new Map([
  ['statictext', 'StaticText'],
  ['document', 'RootWebArea'],
  ['img', 'image']
])

function spell(node: ScreenNode, spellTail: SpellTail): string {
  const { ref, tag, name } = node
  // BrowserGym spares what is only a box its empty name.
  const named = tag === 'generic' && !name ? tag : `${tag} ${repr(name)}`
  return `${ref === null ? '' : `[${ref}] `}${named}${spellTail(node)}`
}

function asText(node: ScreenNode): ScreenNode {
  return { ...node, ref: null, tag: 'StaticText', name: node.text, value: null, states: {}, attributes: [] }
}

function readHead(line: string) {
  HEAD.lastIndex = 0
  const [whole = '', ref = null, tag = ''] = HEAD.exec(line) ?? []
  if (!tag) return null
  const at = whole.length
  if (line[at] !== ' ' || !isQuote(line[at + 1])) return { ref, tag, name: '', end: at, closed: true }
  const { value, end, closed } = readString(line, at + 1)
  return { ref, tag, name: value, end, closed }
}

/** Tabs, or pairs of blanks from those who cannot write tabs. */
function depthOf(indent: string): number {
  let depth = 0
  for (const char of indent) depth += char === '\t' ? 2 : 1
  return depth
}
