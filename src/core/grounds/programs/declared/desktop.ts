// The desktop of declared data: apps in windows.
import type { Json } from '../../../tree/ports.ts'
import { readApps, refuseUnknownApp } from './apps.ts'
import type { DeclaredReader } from './reader.ts'
import type { DesktopRules, TableRules, VerbRules } from './rules.ts'
import type { Declared } from './schema.ts'
import type { VerbScope } from './work.ts'

export function readDesktop(
  { apps, opens, tells }: NonNullable<Declared['desktop']>,
  tables: ReadonlyMap<string, TableRules>,
  verbs: ReadonlyMap<string, VerbRules>,
  reader: DeclaredReader
): DesktopRules {
  for (const [index, app] of opens.entries()) refuseUnknownApp(app, { apps, reader, path: ['desktop', 'opens', index] })
  return { ...readApps(apps, { tables, verbs, reader, path: ['desktop'] }), opens, tells }
}

/** What the desktop shows in a state, as a program of JavaScript says it in `views.desktop`. */
export const desktopView = ({ apps, opens, tells }: DesktopRules, scope: VerbScope): Json => ({
  ...{ apps: [...apps], opens: [...opens], tells, now: String(scope.valueOf('now')) }
})
