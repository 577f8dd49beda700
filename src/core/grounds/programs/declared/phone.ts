// The phone of declared data: its apps, and what the phone itself shows of the tables.
import type { Json } from '../../../tree/ports.ts'
import { readApps, refuseUnknownApp } from './apps.ts'
import { evaluate, listOf, truth, within } from './evaluate.ts'
import { type DeclaredReader, EVERYWHERE } from './reader.ts'
import type { PhoneRules, TableRules, VerbRules } from './rules.ts'
import type { Declared } from './schema.ts'
import { fill } from './template.ts'
import type { VerbScope } from './work.ts'

export function readPhone(
  { apps, opens, tells, notifications, ...computed }: NonNullable<Declared['phone']>,
  tables: ReadonlyMap<string, TableRules>,
  verbs: ReadonlyMap<string, VerbRules>,
  reader: DeclaredReader
): PhoneRules {
  const known = new Set([...tables.keys(), ...EVERYWHERE])
  const withRow = new Set([...known, 'it'])
  const rules = readApps(apps, { tables, verbs, reader, path: ['phone'] })
  const refuseUnknown = (app: string, path: PropertyKey[]) => refuseUnknownApp(app, { apps, reader, path })
  if (opens !== undefined) refuseUnknown(opens, ['phone', 'opens'])
  return {
    ...{ ...rules, tells, opens: opens ?? null },
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
    ...{ apps: [...apps], tells, now: String(scope.valueOf('now')), notifications: told },
    ...(opens !== null && { opens }),
    ...Object.fromEntries(formulas.map(([name, formula]) => [name, said(name, evaluate(formula, scope))]))
  }
}

const said = (name: string, value: Json): Json => (name === 'battery' ? value : truth(value))
