// What a page of a real Chromium is told as: BrowserGym's accessibility tree, a Playwright aria snapshot, or HTML.
import type { Page } from 'playwright'

/** How pages are told, and how an element is found by what the text names it. */
export interface Told {
  tell(page: Page): Promise<string>
  find(page: Page, ref: string): ReturnType<Page['locator']>
}

/** BrowserGym's tree, made from what Chromium itself tells of the page. */
export const axtree: Told = {
  async tell(page) {
    await mark(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const shot = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] })
    await session.detach()
    const elements = elementsOf(shot)
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const lines: string[] = []

    // BrowserGym's own rules: what has no name of any kind is passed over, and what lies in it moves up.
    function write(node: (typeof nodes)[number], depth: number, above: string): void {
      const role = String(node.role?.value ?? '')
      const name = node.name ? String(node.name.value ?? '') : null
      const { bid, clickable } = elements.get(node.backendDOMNodeId ?? -1) ?? {}
      const extras = [clickable && 'clickable', ...properties(node)].filter((one) => typeof one === 'string')
      const passed =
        name === null ||
        role === 'LineBreak' ||
        role === 'InlineTextBox' ||
        (role === 'generic' && !extras.length) ||
        (role === 'StaticText' && above.includes(name))
      if (!passed) {
        const id = bid === undefined || role === 'StaticText' ? '' : `[${bid}] `
        const named = role === 'generic' && !name ? role : `${role} ${repr(name.trim())}`
        const value = node.value === undefined ? '' : ` value=${literal(node.value.value)}`
        const rest = role === 'StaticText' ? properties(node) : extras
        lines.push(`${'\t'.repeat(depth)}${[`${id}${named}${value}`, ...rest].join(', ')}`)
      }
      for (const child of node.childIds ?? []) {
        const inner = byId.get(child)
        if (inner) write(inner, passed ? depth : depth + 1, name ?? '')
      }
    }
    if (nodes[0]) write(nodes[0], 0, '')
    return lines.join('\n')
  },
  find: (page, bid) => page.locator(`[bid="${bid}"]`)
}

/** Playwright's own words, with its references. */
export const aria: Told = {
  tell: (page) => page.ariaSnapshot({ mode: 'ai' }),
  find: (page, ref) => page.getByRef(ref)
}

/** The page's HTML as it stands now, without scripts and styles, each element with its bid. */
export const html: Told = {
  async tell(page) {
    await mark(page)
    return page.evaluate(() => {
      const kept = /^(bid|aria-.*|role|id|for|type|placeholder|value|checked|selected|disabled|hidden|href|alt)$/
      const write = (node: Node, depth: number): string => {
        const indent = ' '.repeat(depth)
        const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
        const text = (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) || ''
        if (!(node instanceof Element)) return text && `${indent}${escaped(text)}\n`
        if (node.matches('script, style, meta, link')) return ''
        // What was typed and chosen is written as the page would have had to say it.
        const live = new Map(Array.from(node.attributes, ({ name, value }) => [name, value]))
        if (node instanceof HTMLInputElement && node.type !== 'checkbox') live.set('value', node.value)
        if (node instanceof HTMLInputElement && node.checked) live.set('checked', '')
        else live.delete('checked')
        if (node instanceof HTMLOptionElement && node.selected) live.set('selected', '')
        const attributes = [...live]
          .filter(([name]) => kept.test(name))
          .map(([name, value]) => ` ${name}="${escaped(value).replace(/"/g, '&quot;')}"`)
        const tag = node.localName
        const open = `${indent}<${tag}${attributes.join('')}>\n`
        if (tag === 'input' || tag === 'img' || tag === 'br') return open
        const inside = Array.from(node.childNodes, (child) => write(child, depth + 1)).join('')
        return `${open}${inside}${indent}</${tag}>\n`
      }
      return write(document.documentElement, 0).trimEnd()
    })
  },
  find: axtree.find
}

/** Address, title and tabs above the page. */
export async function withTabs(pages: Page[], current: Page, told: string): Promise<string> {
  const tabs = await Promise.all(
    pages.map(
      async (page, index) =>
        `Tab ${index}${page === current ? ' (current)' : ''}: ${await page.title()} (${page.url()})`
    )
  )
  return [`URL: ${current.url()}`, `Title: ${await current.title()}`, ...tabs, '', told].join('\n')
}

/** Gives every element that has none a bid, counting on from the last: elements keep theirs as long as they live. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    let next = Number(dataset.bids ?? 0)
    for (const element of document.querySelectorAll('*:not([bid])')) element.setAttribute('bid', String(next++))
    dataset.bids = String(next)
  })
}

interface Snapshot {
  strings: string[]
  documents: {
    nodes: { backendNodeId?: number[]; attributes?: number[][]; isClickable?: { index: number[] } }
  }[]
}

/** Bids and what Chromium thinks can be clicked, by Chromium's number of the node. */
function elementsOf({ strings, documents }: Snapshot): Map<number, { bid?: string; clickable: boolean }> {
  const { backendNodeId = [], attributes = [], isClickable } = documents[0]?.nodes ?? {}
  const clickable = new Set(isClickable?.index)
  return new Map(
    backendNodeId.map((id, at) => {
      const words = (attributes[at] ?? []).map((index) => strings[index] ?? '')
      const named = words.findIndex((word, index) => index % 2 === 0 && word === 'bid')
      const bid = named < 0 ? undefined : words[named + 1]
      return [id, bid === undefined ? { clickable: clickable.has(at) } : { bid, clickable: clickable.has(at) }]
    })
  )
}

interface Described {
  properties?: { name: string; value: { value?: unknown } }[]
}

const IGNORED = new Set(['editable', 'readonly', 'level', 'settable', 'multiline', 'invalid', 'focusable'])
const BARE = new Set(['required', 'focused', 'atomic'])

function properties({ properties = [] }: Described): string[] {
  return properties.flatMap(({ name, value: { value } }) => {
    if (value === undefined || IGNORED.has(name)) return []
    if (BARE.has(name)) return value ? [name] : []
    return [`${name}=${literal(value)}`]
  })
}

/** A value as Python's `repr` writes it. */
function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'number' ? String(value) : repr(String(value))
}

/** A text as Python's `repr` writes it; the sites hold no control characters. */
export function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  return `${quote}${text.replace(quote === "'" ? /[\\']/g : /\\/g, '\\$&').replaceAll('\n', '\\n')}${quote}`
}
