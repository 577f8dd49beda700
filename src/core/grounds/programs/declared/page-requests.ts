// Requests of a browser at a world of declared data: a page is filled in, a form does what a verb does.
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import type { HttpAnswer, ProgramEvent, ProgramStep } from '../program.ts'
import { evaluate, type Scope, truth, within } from './evaluate.ts'
import { textOf } from './functions.ts'
import { VerbRefusal } from './refusal.ts'
import { fits, isPlace, partsOf, places } from './requests.ts'
import type { ColumnRules, DeclaredRow, PageRules, Rules, SiteRules, VerbRules } from './rules.ts'
import { fill } from './template.ts'
import { fitting, fromText } from './values.ts'
import { type DeclaredState, existing, workOn } from './work.ts'

/** What came of a verb. `said`: its answer at the text door. */
export type Tried = { refusal: VerbRefusal } | { step: ProgramStep; said: string | null }

type PageRequest = Extract<ProgramEvent, { door: 'http' }>
type Try = (rules: Rules, before: DeclaredState, verb: VerbRules, args: DeclaredRow, answers?: readonly Json[]) => Tried

/** Text as HTML. */
const written = (value: Json): string => textOf(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const html = (status: number, body: string): HttpAnswer => ({
  ...{ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
})

/** `undefined` for a site that the data does not have. */
export function pageAt(
  ...[rules, site, before, request, tryVerb]: Parameters<typeof answerTo>
): ProgramStep | undefined {
  return guarded(() => answerTo(rules, site, before, request, tryVerb))
}

function answerTo(
  rules: Rules,
  site: SiteRules,
  before: DeclaredState,
  request: PageRequest,
  tryVerb: Try
): ProgramStep | undefined {
  const host = request.headers.host ?? new URL(site.start).host
  const own = [...site.pages.values()].filter((one) => one.host === host)
  const hosts = [...site.pages.values()].map((one) => one.host)
  if (host !== new URL(site.start).host && !hosts.includes(host)) return undefined
  const parts = partsOf(request.path) ?? []
  const outer = aroundOf(rules, before, request)
  const fitting = own.filter((one) => fits(one, parts)).toSorted((one, other) => places(one) - places(other))
  const page = fitting.find(({ method }) => method === request.method)
  const shown = (one: PageRules, status: number, more: Extra = {}): ProgramStep => ({
    answer: filledPage(rules, site, before, request, { page: one, parts, status, ...more })
  })
  if (!page) {
    const words = fitting.length
      ? 'This page does not take that.'
      : `There is no page at ${request.path.slice(0, 200)}.`
    const body = `<h1>Not found</h1>\n<p>${written(words)}</p>\n`
    return { answer: html(fitting.length ? 405 : 404, framed(site, 'Not found', body, outer)) }
  }
  rules.fired?.(['pages', page.host, [...site.pages].find(([, one]) => one === page)?.[0] ?? ''])
  if (!page.verb) return shown(page, 200)
  const scope = scopeOf(rules, before, request, { page, parts })
  const sent = redirect(page, scope)
  if (sent) return { answer: sent }
  const done = tryVerb(rules, before, page.verb, argumentsOf(page.verb, page, parts, request), request.answers)
  if ('refusal' in done) {
    const { status, message } = done.refusal
    const again = page.otherwise === null ? undefined : site.pages.get(page.otherwise)
    if (again) return shown(again, status, { error: message })
    const body = `<h1>This did not work</h1>\n<p role="alert">${written(message)}</p>\n`
    return { answer: html(status, framed(site, 'This did not work', body, outer)) }
  }
  const { answer = null, ...step } = done.step
  if (step.ask) return step
  const after = within(scopeOf(rules, stateAfter(step, before), request, { page, parts }), 'answer', answer)
  const cookies = page.cookies.map(([name, formula]) => cookie(name, evaluate(formula, after)))
  const location = page.to ? fill(page.to, after, encoded) : request.path
  const headers = { location, ...(cookies.length > 0 && { 'set-cookie': cookies.join('\n') }) }
  return { ...step, answer: { status: 303, headers } }
}

interface Extra {
  error?: string
}

/** A rule that cannot be computed is told on a page of its own. */
function guarded(make: () => ProgramStep | undefined): ProgramStep | undefined {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof VerbRefusal)) throw error
    return { answer: html(error.status, `<title>Error</title><h1>Error</h1><p>${written(error.message)}</p>`) }
  }
}

// `as`: a step's state is what this program made of it.
const stateAfter = ({ state }: ProgramStep, before: DeclaredState): DeclaredState => (state ?? before) as DeclaredState

const encoded = (value: Json): string => encodeURIComponent(textOf(value))

const cookie = (name: string, value: Json): string =>
  value === null ? `${name}=; Path=/; Max-Age=0` : `${name}=${encoded(value)}; Path=/`

function redirect({ requires }: PageRules, scope: Scope): HttpAnswer | null {
  const failed = requires.find(({ that }) => !truth(evaluate(that, scope)))
  return failed ? { status: 303, headers: { location: fill(failed.to, scope, encoded) } } : null
}

interface Asked {
  page: PageRules
  parts: readonly string[]
}

function filledPage(
  rules: Rules,
  site: SiteRules,
  before: DeclaredState,
  request: PageRequest,
  { page, parts, status, error }: Asked & { status: number } & Extra
): HttpAnswer {
  const scope = scopeOf(rules, before, request, { page, parts }, error)
  const sent = redirect(page, scope)
  if (sent) return sent
  const title = fill(page.title, scope)
  return html(status, framed(site, title, page.html ? fill(page.html, scope, written) : '', scope))
}

function framed({ before: top, after: bottom }: SiteRules, title: string, content: string, scope: Scope): string {
  const titled = within(scope, 'title', title)
  return fill(top, titled, written) + content + fill(bottom, titled, written)
}

/** What a page knows: the tables, what the address says, cookies, and what was refused. */
function scopeOf(
  rules: Rules,
  state: DeclaredState,
  request: PageRequest,
  { page, parts }: Asked,
  error: string | null = null
): Scope {
  let scope = aroundOf(rules, state, request, error)
  for (const column of page.input.values()) {
    const text = textsOf(page, parts, request).get(column.name)
    const value = text === undefined || text === '' ? (column.default ?? null) : fromText(column, text)
    const fitted = fitting({ ...column, required: false }, value)
    const table = column.references === null ? undefined : rules.tables.get(column.references)
    scope = within(
      scope,
      column.name,
      table && fitted !== null ? existing(workOn(rules, state), table, fitted) : fitted
    )
  }
  for (const [name, formula] of page.bindings) scope = within(scope, name, evaluate(formula, scope))
  return scope
}

/** What is known around every page. */
function aroundOf(rules: Rules, state: DeclaredState, request: PageRequest, error: string | null = null): Scope {
  const cookies = Object.fromEntries(
    (request.headers.cookie ?? '').split('; ').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at), decoded(pair.slice(at + 1))]] : []
    })
  )
  const form = isObject(request.body) ? (request.body as DeclaredRow) : {}
  // An app of a phone says whether it is allowed what it asks for; a browser asks for nothing.
  const allowed = request.headers.permission !== 'denied'
  const { path, query } = request
  const known: [string, Json][] = Object.entries({ cookies, path, query, error, form, allowed })
  return known.reduce<Scope>((scope, [name, value]) => within(scope, name, value), workOn(rules, state))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What the path and the query say. */
function textsOf(page: PageRules, parts: readonly string[], { query }: PageRequest): Map<string, string> {
  const texts = new Map(Object.entries(query))
  for (const [at, part] of page.parts.entries()) if (isPlace(part)) texts.set(part.slice(1, -1), parts[at] ?? '')
  return texts
}

/** The fields of the form, as the verb's arguments; those that it does not take are left out. */
function argumentsOf(verb: VerbRules, page: PageRules, parts: readonly string[], request: PageRequest): DeclaredRow {
  const texts = new Map<string, Json>(textsOf(page, parts, request))
  if (isObject(request.body)) for (const [name, value] of Object.entries(request.body)) texts.set(name, value as Json)
  const args: DeclaredRow = {}
  for (const column of verb.input.values()) {
    const given = texts.get(column.name)
    if (given === undefined || (given === '' && column.type !== 'text')) {
      // A box that is not ticked is not sent.
      if (column.type === 'boolean' && request.method === 'POST') args[column.name] = false
      continue
    }
    args[column.name] = fieldOf(column, given)
  }
  return args
}

function fieldOf(column: ColumnRules, given: Json): Json {
  if (column.type === 'boolean' && given === 'on') return true
  if (column.type === 'list') return Array.isArray(given) ? given : [given]
  return typeof given === 'string' ? fromText(column, given) : given
}
