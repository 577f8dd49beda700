// The apps of declared data, on a phone or a desktop: sites whose pages are templates over the tables.
import { meant } from '../../../text/issues.ts'
import { readPages } from './pages.ts'
import type { DeclaredReader } from './reader.ts'
import type { AppsRules, SiteRules, TableRules, VerbRules } from './rules.ts'
import type { Declared } from './schema.ts'

type DeclaredApps = NonNullable<Declared['phone']>['apps']

// What is refused is told above the page.
const AROUND = '<title>{{title}}</title>{{if error}}<p role="alert">{{error}}</p>{{end}}{{content}}'

/** @param path of what has the apps: `['phone']` */
export function readApps(
  apps: DeclaredApps,
  {
    tables,
    verbs,
    reader,
    path
  }: {
    tables: ReadonlyMap<string, TableRules>
    verbs: ReadonlyMap<string, VerbRules>
    reader: DeclaredReader
    path: PropertyKey[]
  }
): AppsRules {
  const sites = new Map<string, SiteRules>()
  for (const [id, { at, browser, terminal }] of Object.entries(apps)) {
    const own = [...path, 'apps', id]
    if ([at, browser, terminal].filter((one) => one !== undefined).length !== 1)
      reader.fault(own, 'An app has pages by their path in "at", or is a "browser" or a "terminal".')
    if (terminal && path[0] !== 'desktop') reader.fault([...own, 'terminal'], 'Only a desktop has terminals.')
    if (!at) continue
    if (!Object.hasOwn(at, '/')) reader.fault([...own, 'at'], 'An app begins at the page "/".')
    const pages = { start: addressOf(id), tells: 'axtree' as const, around: AROUND, at }
    sites.set(new URL(pages.start).host, readPages(pages, tables, verbs, reader, own))
  }
  return {
    sites,
    apps: Object.entries(apps).map(([id, { title, browser, terminal, network, permission }]) => ({
      ...{
        id,
        terminal: terminal !== undefined,
        title: title ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
        start: browser ?? addressOf(id)
      },
      // A browser asks for everything over the network.
      ...{ browser: browser !== undefined, network: network ?? browser !== undefined },
      ...(permission !== undefined && { permission })
    }))
  }
}

const addressOf = (id: string): string => `https://${id}.app/`

export function refuseUnknownApp(
  app: string,
  { apps, reader, path }: { apps: DeclaredApps; reader: DeclaredReader; path: PropertyKey[] }
): void {
  const names = Object.keys(apps)
  if (!names.includes(app)) reader.fault(path, `There is no app "${app}".${meant(app, names)}`)
}
