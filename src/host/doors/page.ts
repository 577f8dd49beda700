// The window's files as every door serves them: one content policy, right types, nothing outside the folder.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

export interface ServedPage {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

// Scripts only from our own files and nothing from elsewhere. Styles may be inline: xterm and the panel layout
// write style elements and attributes, which can at worst restyle the page.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin'
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm'
}

/** The file of `rendererDir` that a URL's `pathname` names (`/` is index.html), or a 404 in words. */
export async function page(rendererDir: string, pathname: string): Promise<ServedPage> {
  const path = within(rendererDir, pathname)
  const type = path && TYPES[extname(path).toLowerCase()]
  if (!path || !type) return text(404, `There is no ${pathname} here.`)
  try {
    const body = await readFile(path)
    // The build puts a content hash into the names under assets/, so those never change.
    const cache = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    return {
      status: 200,
      headers: { ...HEADERS, 'content-type': type, 'cache-control': cache },
      body: new Uint8Array(body)
    }
  } catch {
    const missing =
      pathname === '/' ? 'The window has not been built: run `npm run build`.' : `There is no ${pathname} here.`
    return text(404, missing)
  }
}

/** A page of plain text under the same policy. */
export function text(status: number, message: string): ServedPage {
  const headers = { ...HEADERS, 'content-type': TYPES['.txt'] ?? 'text/plain', 'cache-control': 'no-store' }
  return { status, headers, body: new TextEncoder().encode(`${message}\n`) }
}

/** A short page of HTML under the same policy. `body` is markup of ours, never text from outside. */
export function html(status: number, title: string, body: string): ServedPage {
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title>`
  const style = '<style>body{font:16px/1.5 system-ui;max-width:36rem;margin:15vh auto;padding:0 1rem}</style>'
  const headers = { ...HEADERS, 'content-type': TYPES['.html'] ?? 'text/html', 'cache-control': 'no-store' }
  return {
    status,
    headers,
    body: new TextEncoder().encode(`${head}${style}<main><h1>${title}</h1>${body}</main></html>\n`)
  }
}

/** The path of `pathname` inside `dir`; `null` when it leads out of it or is not a well-formed name. */
function within(dir: string, pathname: string): string | null {
  let name: string
  try {
    name = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (name.includes('\0') || name.includes('\\')) return null
  const root = normalize(`${dir}${sep}`)
  const path = join(root, name.endsWith('/') ? `${name}index.html` : name)
  return path.startsWith(root) ? path : null
}
