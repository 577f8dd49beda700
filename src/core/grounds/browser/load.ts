// Requests and what they lead to: cookies, redirects, the page in the end.
import { collapsed } from '../../observations/pages/document.ts'
import type { Json } from '../../tree/ports.ts'
import type { HttpAnswer } from '../programs/program.ts'
import { cookiesFor, withCookies } from './cookies.ts'
import {
  BLANK,
  type BrowserState,
  newTab,
  newVisit,
  type PageVisit,
  tabOf,
  visitOf,
  withTab,
  withVisit
} from './state.ts'

/** What is asked of whoever answers a site. */
export interface BrowserRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** The fields of a form that was posted. */
  body: Json
}

/** `written`: no program knows the address, and somebody wrote the page. */
export type BrowserAnswer = HttpAnswer & { written?: true }

/** Asks for what it needs, and goes on with the answer. */
export type Loading = Generator<BrowserRequest, BrowserState, BrowserAnswer>

export interface PageRequest {
  url: string
  /** Fields to post; absent: the page is asked for. */
  post?: readonly [name: string, value: string][]
  /** In the place of the page that is shown, as when it is loaded again. */
  replaces?: boolean
}

// As Chromium has it.
const MOST_REDIRECTS = 20
// Pages of the past that are kept as they were; older ones are loaded again.
const MOST_KEPT = 3
const MOST_VISITS = 50
const MOST_WRITTEN = 40

/** Goes to an address in the tab that is shown. */
export function* load(before: BrowserState, { url, post, replaces = false }: PageRequest): Loading {
  let state = before
  let next: { url: string; fields: PageRequest['post'] } = { url, fields: post }
  for (let redirects = 0; ; redirects++) {
    const at = URL.canParse(next.url) ? new URL(next.url) : null
    if (next.url === BLANK) return shown(state, newVisit(BLANK, ''), replaces)
    // Mail, scripts and files of the machine are nothing that a site answers.
    if (!at || !/^https?:$/.test(at.protocol)) return state
    if (redirects > MOST_REDIRECTS)
      return shown(state, newVisit(at.href, failedPage(at, 'ERR_TOO_MANY_REDIRECTS')), replaces)
    const answer = yield* asked(state, at, next.fields)
    const headers = lowerCase(answer.headers)
    state = { ...state, cookies: withCookies(state.cookies, headers['set-cookie'], at) }
    const keptBody = answer.status === 307 || answer.status === 308
    const { location } = headers
    if (answer.status >= 300 && answer.status < 400 && location !== undefined && URL.canParse(location, at.href)) {
      next = { url: new URL(location, at.href).href, fields: keptBody ? next.fields : undefined }
      continue
    }
    if (answer.status === 204 || answer.status === 205) return state
    const html = htmlOf(answer, headers['content-type'])
    if (answer.written) state = { ...state, written: keep(state.written, keyOf(at), html) }
    return shown(state, newVisit(at.href, html), replaces || at.href === visitOf(state).url)
  }
}

/** What was written is not asked for again. */
function* asked(
  state: BrowserState,
  url: URL,
  fields: PageRequest['post']
): Generator<BrowserRequest, BrowserAnswer, BrowserAnswer> {
  const known = fields ? undefined : state.written[keyOf(url)]
  if (known !== undefined) return { status: 200, headers: { 'content-type': 'text/html' }, body: known }
  const cookie = cookiesFor(state.cookies, url)
  const from = visitOf(state).url
  return yield {
    method: fields ? 'POST' : 'GET',
    url,
    headers: {
      host: url.host,
      accept: 'text/html',
      ...(cookie && { cookie }),
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded', ...(from !== BLANK && { referer: from }) })
    },
    body: fields ? bodyOf(fields) : null
  }
}

/** Names that come more than once have a list. */
function bodyOf(fields: readonly [name: string, value: string][]): Json {
  const body = new Map<string, string | string[]>()
  for (const [name, value] of fields) {
    const before = body.get(name)
    if (name !== '__proto__') body.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(body)
}

const keyOf = ({ origin, pathname, search }: URL): string => origin + pathname + search

const keep = (written: BrowserState['written'], key: string, html: string): BrowserState['written'] =>
  Object.fromEntries([...Object.entries(written).filter(([other]) => other !== key), [key, html]].slice(-MOST_WRITTEN))

const lowerCase = (headers: HttpAnswer['headers'] = {}): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** What is no HTML is shown as text, as browsers do. */
function htmlOf({ body = null }: HttpAnswer, type = ''): string {
  if (typeof body !== 'string') return body === null ? '' : `<pre>${escaped(JSON.stringify(body, null, 2))}</pre>`
  const isHtml = type ? /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type.trim()) : /^\s*</.test(body)
  return isHtml ? body : `<pre>${escaped(body)}</pre>`
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The page of a browser that came to no page. */
export const failedPage = (url: URL, error: string): string =>
  `<!doctype html><html lang="en"><head><title>${escaped(url.hostname)}</title></head><body><h1>This site can’t be reached</h1><p>${escaped(collapsed(url.host))} cannot be opened.</p><p>${error}</p></body></html>`

function shown(state: BrowserState, visit: PageVisit, replaces: boolean): BrowserState {
  if (replaces) return withVisit(state, visit)
  const { visits, at } = tabOf(state)
  if (visits.length === 1 && visits[0]?.url === BLANK) return withTab(state, newTab(visit))
  const past = visits.slice(0, at + 1).slice(-MOST_VISITS)
  const kept = past.map((one, index) => (index < past.length - MOST_KEPT ? { ...one, html: null } : one))
  return withTab(state, { visits: [...kept, visit], at: kept.length })
}

/** Goes back or forward, to the page as it was left; one that is gone is loaded again. */
export function* travel(before: BrowserState, by: 1 | -1): Loading {
  const tab = tabOf(before)
  const visit = tab.visits[tab.at + by]
  if (!visit) return before
  const state = withTab(before, { ...tab, at: tab.at + by })
  if (visit.html === null) return yield* load(state, { url: visit.url, replaces: true })
  // What was typed stays; what was open is closed, and nothing has the focus.
  const page = { ...visit.page, open: {}, focus: null }
  return withVisit(state, { page, caret: null, refs: { last: 0, given: {} } })
}
