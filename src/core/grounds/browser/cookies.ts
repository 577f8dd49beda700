// Cookies as servers set them and get them back. Time plays no part: one ends when its server ends it.

export interface Cookie {
  name: string
  value: string
  host: string
  /** Set for the hosts below it too. */
  wide: boolean
  path: string
}

// As browsers have it for one site.
const MOST_COOKIES = 180
const LONGEST = 4096

/** @param header `Set-Cookie` of an answer from `url`; several stand on lines of their own */
export function withCookies(jar: readonly Cookie[], header: string | undefined, url: URL): readonly Cookie[] {
  let cookies = jar
  for (const line of (header ?? '').split('\n')) {
    const [pair = '', ...attributes] = line.slice(0, LONGEST).split(';')
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (!name) continue
    const said = new Map(
      attributes.map((one) => {
        const at = one.indexOf('=')
        return at < 0
          ? [one.trim().toLowerCase(), '']
          : [one.slice(0, at).trim().toLowerCase(), one.slice(at + 1).trim()]
      })
    )
    const wider = (said.get('domain') ?? '').replace(/^\./, '').toLowerCase()
    // A server sets cookies for itself and for what it is a part of, if that is more than one word.
    if (wider && !(belongs(url.hostname, wider) && wider.includes('.'))) continue
    const path = said.get('path')?.startsWith('/') ? (said.get('path') ?? '/') : folderOf(url.pathname)
    const host = wider || url.hostname
    const others = cookies.filter((one) => !(one.name === name && one.host === host && one.path === path))
    const ends = Number(said.get('max-age') ?? 1) <= 0 || /\b19(?:69|70)\b/.test(said.get('expires') ?? '')
    const made = { name, value: pair.slice(equals + 1).trim(), host, wide: wider !== '', path }
    cookies = ends ? others : [...others, made].slice(-MOST_COOKIES)
  }
  return cookies
}

/** The header `Cookie` of a request; `''` for none. Longer paths come first. */
export function cookiesFor(jar: readonly Cookie[], url: URL): string {
  return jar
    .filter(({ host, wide }) => host === url.hostname || (wide && belongs(url.hostname, host)))
    .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
}

const belongs = (host: string, to: string): boolean => host === to || host.endsWith(`.${to}`)

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 1)) || '/'
