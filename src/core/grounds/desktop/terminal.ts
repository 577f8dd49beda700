// A terminal's window: a page with its screen and a field for what is typed and not sent yet, and what its keys send.
import { attribute, type PageDocument, textIn } from '../../observations/pages/document.ts'

/** The field that is sent. */
export const TYPED = 'keys'

// As many lines as a window shows.
const ROWS = 24

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** @param screen what the terminal shows, the prompt last */
export const terminalPage = (title: string, screen: string): string =>
  `<!doctype html><title>${escaped(title)}</title><form method="post"><pre>\n${escaped(screen.split('\n').slice(-ROWS).join('\n'))}</pre><input name="${TYPED}" aria-label="Terminal"></form>`

/** What a terminal's page shows, and its field. */
export function terminalIn({ elements }: PageDocument): { screen: string; field: number } | null {
  const screen = elements.find(({ tag }) => tag === 'pre')
  const field = elements.find((one) => one.tag === 'input' && attribute(one, 'name') === TYPED)
  return screen && field ? { screen: textIn(screen), field: field.index } : null
}

const KEYS: Readonly<Record<string, string>> = {
  Enter: '\n',
  Tab: '\t',
  Escape: '\u001b',
  Backspace: '\u007f',
  Delete: '\u001b[3~',
  Home: '\u001b[H',
  End: '\u001b[F',
  PageUp: '\u001b[5~',
  PageDown: '\u001b[6~',
  ArrowUp: '\u001b[A',
  ArrowDown: '\u001b[B',
  ArrowRight: '\u001b[C',
  ArrowLeft: '\u001b[D'
}

/** What a key sends to a terminal; `null` for one that types into the line or does nothing there. */
export function sentBy(key: string): string | null {
  const control = /^Control\+([a-z])$/i.exec(key)?.[1]
  return control ? String.fromCharCode(control.toUpperCase().charCodeAt(0) & 31) : (KEYS[key] ?? null)
}
