// An HTML observation as a document that can be looked at and nothing else.
import DOMPurify, { type Config } from 'dompurify'
import { readPreface } from '../../../core/observations/screens/readers/preface.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { BASE, UNSTYLED } from './sheet.ts'
import { cleanSheet, cleanStyle } from './styles.ts'

/**
 * The document for the frame's `srcdoc`. Three walls stand one behind the other: DOMPurify takes out what runs, loads or
 * leads away; the policy below forbids it; the frame's sandbox (HtmlPage.tsx) would not do it. Elements that `screen` has a
 * node for carry its index as `MARK`.
 */
export function sanitise(text: string, screen: Screen): string {
  // `WHOLE_DOCUMENT` and `RETURN_DOM` make this the html element.
  const html = purifier().sanitize(marked(text, screen), CONFIG) as unknown as HTMLElement
  const head =
    html.querySelector('head') ?? html.insertBefore(html.ownerDocument.createElement('head'), html.firstChild)
  const styled = html.querySelector('style') !== null
  // The policy holds for what follows it, so it comes before everything that was not written here.
  return `<!doctype html><html><head>${POLICY_TAG}<style>${BASE}${styled ? '' : UNSTYLED}</style>${head.innerHTML}</head>${html.querySelector('body')?.outerHTML ?? ''}</html>`
}

/** A new name at each start, so that no observation can contain it. */
export const MARK = `data-orrery-${Math.random().toString(36).slice(2)}`

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
const POLICY_TAG = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`

const CONFIG: Config = {
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
  ADD_TAGS: ['style'],
  FORBID_TAGS: [
    'base',
    'meta',
    'link',
    'iframe',
    'frame',
    'frameset',
    'object',
    'embed',
    'audio',
    'video',
    'source',
    'track',
    'template'
  ],
  FORBID_ATTR: [
    'action',
    'formaction',
    'target',
    'ping',
    'srcset',
    'poster',
    'background',
    'autofocus',
    'http-equiv',
    'form'
  ],
  ALLOW_UNKNOWN_PROTOCOLS: false,
  // The frame's document is its own: names in it shadow nothing of the window's.
  SANITIZE_DOM: true
}

let made: ReturnType<typeof DOMPurify> | null = null

function purifier(): ReturnType<typeof DOMPurify> {
  if (made) return made
  made = DOMPurify(window)
  made.addHook('afterSanitizeElements', (node) => {
    if (node.nodeName.toLowerCase() === 'style') node.textContent = cleanSheet(node.textContent ?? '')
  })
  made.addHook('afterSanitizeAttributes', (node) => {
    const style = node.getAttribute('style')
    if (style !== null) node.setAttribute('style', cleanStyle(style))
    for (const name of ['href', 'xlink:href', 'src']) {
      const value = node.getAttribute(name)
      if (value !== null && !/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(value.trim()))
        node.removeAttribute(name)
    }
  })
  return made
}

/** The text with each node's index written into its opening tag. The first of two attributes with one name holds, so none can be forged. */
function marked(text: string, screen: Screen): string {
  const parts: string[] = []
  // Address, title and tabs stand in the frame; a fence is no part of the page.
  const { start } = readPreface(text, (line) => /^\s*<[!?a-z]/i.test(line))
  let done = start < text.length ? start : 0
  screen.nodes.forEach((node, index) => {
    const tag = /^<[a-zA-Z][^\s/>]*/.exec(text.slice(node.start, Math.min(node.end, node.start + 80)))?.[0]
    const at = node.start + (tag?.length ?? 0)
    if (!tag || node.start < done) return
    parts.push(text.slice(done, at), ` ${MARK}="${index}"`)
    done = at
  })
  return parts.join('') + text.slice(done).replace(/\n```\s*$/, '\n')
}
