// The window's own scheme, orrery://app, in place of file:// and its reach over the whole disk.
import { protocol, session } from 'electron'
import type { Handlers } from '../core/contract/index.ts'
import { page, text } from '../host/doors/page.ts'
import { downloadHeaders, webStream } from '../host/formats/downloads.ts'

const SCHEME = 'orrery'
export const ORIGIN = `${SCHEME}://app`

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }
  ])
}

/** Answers orrery://app/... with the files of `rendererDir` and with downloads, and every other host with 404. */
export function serveRenderer(rendererDir: string, handlers: Pick<Handlers, 'download'>): void {
  protocol.handle(SCHEME, async (request) => {
    const { host, pathname } = new URL(request.url)
    const ticket = host === 'app' ? /^\/api\/download\/([\w-]+)$/.exec(pathname)?.[1] : undefined
    const download = ticket === undefined ? null : handlers.download(ticket)
    if (download) return new Response(webStream(download), { headers: downloadHeaders(download) })
    const { status, headers, body } =
      host === 'app' ? await page(rendererDir, pathname) : text(404, `There is no ${request.url}.`)
    return new Response(body, { status, headers })
  })
}

/** The page may copy to the clipboard; camera, location, notifications and all else are refused. */
export function denyPermissions(): void {
  const granted = (permission: string) => permission === 'clipboard-sanitized-write'
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(granted(permission)))
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => granted(permission))
}
