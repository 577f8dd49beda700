// The pages of declared data: templates over the tables, and what their forms do.
import { meant } from '../../../text/issues.ts'
import { type DeclaredReader, EVERYWHERE } from './reader.ts'
import type { ColumnRules, PageRules, SiteRules, TableRules, VerbRules } from './rules.ts'
import type { Declared } from './schema.ts'
import { columnOf, plainType } from './tables.ts'

/** Names that every page knows: the cookies of the browser, the path and the query, what was refused with the form's fields, and what an app is allowed. */
const IN_PAGES = ['cookies', 'path', 'query', 'error', 'form', 'allowed']

const AROUND =
  '<!doctype html>\n<html lang="en"><head><title>{{title}}</title></head><body>\n{{content}}</body></html>\n'
const CONTENT = '{{content}}'
const AT = /^(?:(GET|POST) )?([a-z\d][\w.-]*(?::\d+)?)?(\/\S*)$/i

export function readPages(
  { start, tells, around = AROUND, require: everywhere = [], at }: NonNullable<Declared['pages']>,
  tables: ReadonlyMap<string, TableRules>,
  verbs: ReadonlyMap<string, VerbRules>,
  reader: DeclaredReader,
  place: PropertyKey[] = ['pages']
): SiteRules {
  const known = new Set([...tables.keys(), ...EVERYWHERE, ...IN_PAGES])
  const [before = '', after, ...more] = around.split(CONTENT)
  if (after === undefined || more.length)
    reader.fault([...place, 'around'], 'What stands around pages has {{content}} once.')
  const framed = new Set([...known, 'title'])
  const host = new URL(start).host
  const pages = new Map<string, PageRules>()
  const requirements = (
    all: readonly { that: string; to: string }[],
    path: PropertyKey[],
    names: ReadonlySet<string>
  ) =>
    all.map(({ that, to }, index) => ({
      that: reader.formula(that, [...path, index, 'that'], names),
      to: reader.template(to, [...path, index, 'to'], names)
    }))
  for (const [key, page] of Object.entries(at)) {
    const path = [...place, 'at', key]
    const [, method = 'GET', own = host, address] = AT.exec(key) ?? []
    if (address === undefined) {
      reader.fault(
        path,
        'A page is a path, such as "/mugs/{id}", with a method or a host before it where it needs one.'
      )
      continue
    }
    const parts = address.split('/').filter(Boolean)
    const input = new Map<string, ColumnRules>()
    for (const [name, column] of Object.entries(page.input ?? {})) {
      const other = column.references === undefined ? undefined : tables.get(column.references)
      if (column.references !== undefined && !other)
        reader.fault(
          [...path, 'input', name],
          `There is no table "${column.references}".${meant(column.references, [...tables.keys()])}`
        )
      const typed = other && column.type === undefined ? { type: plainType(other.key) } : {}
      input.set(name, { ...columnOf(name, column), ...typed })
    }
    for (const part of parts) {
      const slot = /^\{(\w+)\}$/.exec(part)?.[1]
      if (slot && !input.has(slot)) input.set(slot, { name: slot, type: 'text', references: null })
    }
    const names = new Set([...known, ...input.keys()])
    const bindings = Object.entries(page.let ?? {}).map(([name, formula]) => {
      const read = reader.formula(formula, [...path, 'let', name], new Set(names))
      names.add(name)
      return [name, read] as const
    })
    const verb = page.verb === undefined ? null : (verbs.get(page.verb) ?? null)
    if (page.verb !== undefined && !verb)
      reader.fault([...path, 'verb'], `There is no verb "${page.verb}".${meant(page.verb, [...verbs.keys()])}`)
    if (!page.html && !page.verb && !page.to)
      reader.fault(path, 'A page has "html", or a "verb" and where the browser goes "to" after it.')
    if (page.else !== undefined && !Object.hasOwn(at, page.else))
      reader.fault([...path, 'else'], `There is no page "${page.else}".${meant(page.else, Object.keys(at))}`)
    // After the verb, its answer is known too.
    const done = new Set([...names, 'answer'])
    pages.set(key, {
      ...{ method: method.toUpperCase(), host: own.toLowerCase(), parts, input, bindings, verb },
      title: reader.template(page.title ?? '', [...path, 'title'], names),
      requires: [
        // The page that the browser is sent to is there without them.
        ...requirements(
          everywhere.filter(({ to }) => own === host && to !== address),
          ['pages', 'require'],
          known
        ),
        ...requirements(page.require ?? [], [...path, 'require'], names)
      ],
      html: page.html === undefined ? null : reader.template(page.html, [...path, 'html'], names),
      to: page.to === undefined ? null : reader.template(page.to, [...path, 'to'], done),
      otherwise: page.else ?? null,
      cookies: Object.entries(page.cookies ?? {}).map(
        ([name, formula]) => [name, reader.formula(formula, [...path, 'cookies', name], done)] as const
      )
    })
  }
  return {
    ...{ start, tells, pages },
    before: reader.template(before, [...place, 'around'], framed),
    after: reader.template(after ?? '', [...place, 'around'], framed)
  }
}
