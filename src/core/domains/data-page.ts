// A page of a browser that says one thing only, in the format that the page before it was told in.
import { readers, readScreen } from '../observations/screens/readers/index.ts'
import type { Screen, ScreenNode } from '../observations/screens/screen.ts'

/** The page as text; `null` where the page before cannot be read, or its format has no place for this one. */
export function bareScreen(
  before: string,
  { url, title, said }: { url: string; title: string; said: string }
): string | null {
  const read = readScreen(before)
  if ('problem' in read) return null
  const { layout: _, ...screen } = read.screen
  const reader = readers.find(({ name }) => name === screen.format)
  const root = screen.nodes.find(({ role }) => role === 'document')
  if (!reader) return null
  if (screen.nodes.some(({ tag }) => tag.toLowerCase() === 'html' || tag.toLowerCase() === 'body')) {
    return `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${said}</p></body></html>`
  }
  const parent = root ? 0 : -1
  const page: Screen = {
    ...screen,
    url: screen.url === null ? null : url,
    title: screen.title === null ? null : title,
    tabs: screen.tabs.map((tab) => (tab.current ? { ...tab, title, url: tab.url && url } : tab)),
    nodes: [
      ...(root ? [{ ...root, name: title, parent: -1 }] : []),
      nodeOf('heading', 'heading', title, parent),
      nodeOf('StaticText', 'statictext', said, parent)
    ]
  }
  const written = asBefore(before, reader.write(page))
  // Not every format writes every node: what cannot be read again is no page.
  const again = readScreen(written)
  const isThere =
    'screen' in again && again.screen.nodes.some(({ name, text: shown }) => name === title || shown === title)
  return isThere ? written : null
}

/** The lines above the tree as Playwright's server labels them, and its block of code closed. */
function asBefore(before: string, written: string): string {
  const labelled = before.includes('- Page URL: ')
    ? written.replace(/^URL: /m, '- Page URL: ').replace(/^Title: /m, '- Page Title: ')
    : written
  return labelled.includes('```yaml') && !labelled.endsWith('```') ? `${labelled}\n\`\`\`` : labelled
}

const nodeOf = (tag: string, role: string, name: string, parent: number): ScreenNode => ({
  ...{ ref: null, role, tag, name, text: '', value: null, states: {}, bounds: null, attributes: [] },
  ...{ parent, start: 0, end: 0 }
})
