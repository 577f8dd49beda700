// The phone of declared data: apps whose pages are templates over the tables, and what the phone itself shows of them.
import { meant } from '../../../text/issues.ts'
import type { Json } from '../../../tree/ports.ts'
import { evaluate, listOf, truth, within } from './evaluate.ts'
import { readPages } from './pages.ts'
import { type DeclaredReader, EVERYWHERE } from './reader.ts'
import type { PhoneRules, SiteRules, TableRules, VerbRules } from './rules.ts'
import type { Declared } from './schema.ts'
import { fill } from './template.ts'
import type { VerbScope } from './work.ts'

// What is refused is told above the page.
const AROUND = '<title>{{title}}</title>{{if error}}<p role="alert">{{error}}</p>{{end}}{{content}}'

export function readPhone(
  { apps, opens, tells, notifications, ...computed }: NonNullable<Declared['phone']>,
  tables: ReadonlyMap<string, TableRules>,
  verbs: ReadonlyMap<string, VerbRules>,
  reader: DeclaredReader
): PhoneRules {
  const known = new Set([...tables.keys(), ...EVERYWHERE])
  const withRow = new Set([...known, 'it'])
  const names = Object.keys(apps)
  const refuseUnknown = (app: string, path: PropertyKey[]) => {
    if (!names.includes(app)) reader.fault(path, `There is no app "${app}".${meant(app, names)}`)
  }
  if (opens !== undefined) refuseUnknown(opens, ['phone', 'opens'])
  const sites = new Map<string, SiteRules>()
  for (const [id, { at, browser }] of Object.entries(apps)) {
    const path = ['phone', 'apps', id]
    if ((at === undefined) === (browser === undefined))
      reader.fault(path, 'An app has pages by their path in "at", or is a "browser".')
    if (at && !Object.hasOwn(at, '/')) reader.fault([...path, 'at'], 'An app begins at the page "/".')
    if (at)
      sites.set(
        `${id}.app`,
        readPages({ start: `https://${id}.app/`, tells: 'axtree', around: AROUND, at }, tables, verbs, reader, path)
      )
  }
  return {
    ...{ sites, tells, opens: opens ?? null },
    apps: Object.entries(apps).map(([id, { title, browser, network, permission }]) => ({
      ...{ id, title: title ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`, start: browser ?? `https://${id}.app/` },
      // A browser asks for everything over the network.
      ...{ browser: browser !== undefined, network: network ?? browser !== undefined, permission: permission ?? null }
    })),
    formulas: Object.entries(computed).map(
      ([name, formula]) => [name, reader.formula(formula, ['phone', name], known)] as const
    ),
    notifications: notifications.map(({ of, app, ...told }, index) => {
      const path = ['phone', 'notifications', index]
      refuseUnknown(app, [...path, 'app'])
      const template = (name: keyof typeof told) => reader.template(told[name], [...path, name], withRow)
      return {
        of: reader.formula(of, [...path, 'of'], known),
        app,
        title: template('title'),
        text: template('text'),
        to: template('to')
      }
    })
  }
}

/** What the phone shows in a state, as a program of JavaScript says it in `views.phone`. */
export function phoneView({ apps, opens, tells, formulas, notifications }: PhoneRules, scope: VerbScope): Json {
  const told = notifications.flatMap(({ of, app, title, text, to }) =>
    listOf(of, scope).map((row) => {
      const inner = within(scope, 'it', row)
      return { app, title: fill(title, inner), text: fill(text, inner), to: fill(to, inner) }
    })
  )
  return {
    apps: apps.map(({ permission, ...app }) => ({ ...app, ...(permission !== null && { permission }) })),
    ...{ tells, now: String(scope.valueOf('now')), notifications: told },
    ...(opens !== null && { opens }),
    ...Object.fromEntries(formulas.map(([name, formula]) => [name, said(name, evaluate(formula, scope))]))
  }
}

const said = (name: string, value: Json): Json => (name === 'battery' ? value : truth(value))
