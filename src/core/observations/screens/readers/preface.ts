// The lines that may stand before a page's tree: its address, its title and the open tabs, however they were written.
import type { Screen, Tab } from '../screen.ts'

export interface Preface {
  url: string | null
  title: string | null
  tabs: Tab[]
  /** The lines that say none of these, as written. */
  preface: string
  /** Where the tree begins; the length of the text when it does not. */
  start: number
}

/**
 * Reads the lines up to the first that `begins` the tree. Known are `URL: ...`, `Title: ...`, WebArena's tabs in one line
 * (`Tab 0 (current): Maps | Tab 1: Other`), tabs in a line each with their address in brackets, BrowserGym's tabs with `Title:` and
 * `URL:` indented below, and the `- Page URL:` and `- 0: (current) [Title](address)` of Playwright's MCP server.
 */
export function readPreface(text: string, begins: (line: string) => boolean): Preface {
  const said: Said = { url: null, title: null, tabs: [], open: false }
  let others = ''
  let start = 0
  while (start < text.length) {
    const newline = text.indexOf('\n', start)
    const next = newline < 0 ? text.length : newline + 1
    const line = text.slice(start, next).replace(/\r?\n$/, '')
    if (begins(line)) break
    if (!take(line, said)) others += text.slice(start, next)
    start = next
  }
  const { url, title, tabs } = said
  return { url, title, tabs, preface: others, start }
}

/** The lines before the tree, each ended: address, title, tabs, then the others. */
export function writePreface({
  url,
  title,
  tabs,
  preface
}: Pick<Screen, 'url' | 'title' | 'tabs' | 'preface'>): string {
  const lines: string[] = []
  if (url !== null) lines.push(`URL: ${url}`)
  if (title !== null) lines.push(`Title: ${title}`)
  if (tabs.length) for (const one of tabLines(tabs)) lines.push(one)
  return lines.map((line) => `${line.replace(/[\r\n]+/g, ' ')}\n`).join('') + preface
}

interface Said {
  url: string | null
  title: string | null
  tabs: Tab[]
  /** The line before was of a tab whose title and address follow. */
  open: boolean
}

/** Whether the line says something that a screen has a place for; it is put there. */
function take(line: string, said: Said): boolean {
  const [, indent = '', word, rest = ''] = /^(\s*)(?:- Page |- )?(URL|Title): (.*)$/.exec(line) ?? []
  const last = said.tabs.at(-1)
  if (word && indent && said.open && last) {
    if (word === 'URL') last.url = rest
    else last.title = rest
    return true
  }
  said.open = false
  if (word === 'URL' && said.url === null) {
    said.url = rest
    return true
  }
  if (word === 'Title' && said.title === null) {
    said.title = rest
    return true
  }
  const tabs = readTabs(line)
  said.open = /^Tab \d+(?: \(active tab\))?:?$/.test(line)
  for (const one of tabs) said.tabs.push(one)
  return tabs.length > 0
}

function readTabs(line: string): Tab[] {
  const linked = readLinked(line)
  if (linked) return [linked]
  const [block, active] = /^Tab \d+( \((?:active tab|current)\))?:?$/.exec(line) ?? []
  if (block) return [{ title: '', url: null, current: Boolean(active) }]
  if (!/^Tab \d+(?: \(current\))?: /.test(line)) return []
  return line.split(/ \| (?=Tab \d+(?: \(current\))?: )/).map((part) => {
    const [head = '', now] = /^Tab \d+( \(current\))?: /.exec(part) ?? []
    const rest = part.slice(head.length)
    const bracket = rest.lastIndexOf(' (')
    const address = bracket < 0 ? '' : rest.slice(bracket + 2, -1)
    const linked = rest.endsWith(')') && /^[a-z][a-z\d+.-]*:\S+$/i.test(address)
    return { title: linked ? rest.slice(0, bracket) : rest, url: linked ? address : null, current: Boolean(now) }
  })
}

/** `- 0: (current) [Title](address)`, cut at the last bracket that can end the title. */
function readLinked(line: string): Tab | null {
  const [head, current] = /^- \d+: (\(current\) )?\[/.exec(line) ?? []
  const close = Math.max(line.lastIndexOf(']('), line.lastIndexOf('] ('))
  if (head === undefined || close < head.length || !line.endsWith(')')) return null
  const title = line.slice(head.length, close)
  const url = line.slice(line.indexOf('(', close) + 1, -1)
  if (/\s/.test(url) || /[\r\u2028\u2029]/.test(title)) return null
  return { title, url: url || null, current: Boolean(current) }
}

/** A line each where an address is known, all in one line else. */
function tabLines(tabs: Tab[]): string[] {
  const parts = tabs.map(({ title, url, current }, index) => {
    return `Tab ${index}${current ? ' (current)' : ''}: ${title}${url === null ? '' : ` (${url})`}`
  })
  return tabs.some(({ url }) => url !== null) ? parts : [parts.join(' | ')]
}
