// Declared data as it was read from YAML or JSON, made into rules, or everything that is wrong with it at once.
import { meant, toldIssue } from '../../../text/issues.ts'
import { readDesktop } from './desktop.ts'
import { readMachine } from './machine.ts'
import { readPages } from './pages.ts'
import { readPhone } from './phone.ts'
import { type DeclaredFault, type DeclaredReader, EVERYWHERE, readerInto } from './reader.ts'
import { startRows } from './rows.ts'
import type { CommandRules, DeclaredRow, RouteRules, Rules, VerbRules } from './rules.ts'
import { Declared } from './schema.ts'
import { readTables } from './tables.ts'
import { readVerbs } from './verbs.ts'

export interface ReadWorld {
  rules: Rules
  /** The rows of each table before the first step. */
  rows: { [table: string]: DeclaredRow[] }
}

/** The rules, or what is wrong. Faults come in the order of the data's parts. */
export function readDeclared(value: unknown): { world: ReadWorld | null; faults: DeclaredFault[] } {
  const read = Declared.safeParse(value)
  if (!read.success) {
    const faults = read.error.issues.flatMap((issue) => toldIssue(issue, { value, schema: Declared }))
    return { world: null, faults: faults.map(({ path, message }) => ({ path, message })) }
  }
  const faults: DeclaredFault[] = []
  const reader = readerInto(faults)
  const declared = read.data
  for (const [id, { terminal }] of Object.entries(declared.desktop?.apps ?? {}))
    if (terminal && !declared.machine)
      reader.fault(
        ['desktop', 'apps', id, 'terminal'],
        'A terminal works on a machine: let "machine" say which files it has.'
      )
  const tables = readTables(declared, reader)
  const verbs = readVerbs(declared, tables, reader)
  const known = new Set([...tables.keys(), ...EVERYWHERE])
  const rules: Rules = {
    declared,
    tables,
    verbs,
    routes: declared.routes ? readRoutes(declared.routes, verbs, reader) : usualRoutes(verbs),
    text: declared.text
      ? {
          look: reader.template(declared.text.look, ['text', 'look'], known),
          commands: readCommands(declared.text.commands, verbs, reader),
          unknown: declared.text.unknown ?? null
        }
      : null,
    site: declared.pages ? readPages(declared.pages, tables, verbs, reader) : null,
    phone: declared.phone ? readPhone(declared.phone, tables, verbs, reader) : null,
    desktop: declared.desktop ? readDesktop(declared.desktop, tables, verbs, reader) : null,
    machine: declared.machine ? readMachine(declared.machine, tables, reader) : null,
    goals: declared.goals.map(({ when, ...goal }, at) => ({
      ...goal,
      when: reader.formula(when, ['goals', at, 'when'], known)
    }))
  }
  const rows = faults.length ? {} : startRows(rules, reader)
  return { world: faults.length ? null : { rules, rows }, faults }
}

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/
const SLOT = /^\{(\w+)\}$/

function readRoutes(
  declared: Readonly<Record<string, string>>,
  verbs: ReadonlyMap<string, VerbRules>,
  { fault }: DeclaredReader
): RouteRules[] {
  return Object.entries(declared).flatMap(([route, name]) => {
    const path = ['routes', route]
    const [, method = '', address] = ROUTE.exec(route) ?? []
    const verb = verbs.get(name)
    if (address === undefined) fault(path, 'A route is a method and a path, such as "GET /issues/{number}".')
    if (!verb) fault(path, `There is no verb "${name}".${meant(name, [...verbs.keys()])}`)
    if (address === undefined || !verb) return []
    const parts = address.split('/').filter(Boolean)
    refuseSlots(
      verb,
      parts.flatMap((part) => SLOT.exec(part)?.[1] ?? []),
      path,
      fault
    )
    return [{ method, parts, verb }]
  })
}

function refuseSlots(
  { name, input }: VerbRules,
  slots: string[],
  path: PropertyKey[],
  fault: DeclaredReader['fault']
): void {
  for (const slot of slots) {
    if (!input.has(slot)) fault(path, `${name} takes no "${slot}".${meant(slot, [...input.keys()])}`)
  }
}

const METHODS = { list: 'GET', get: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' }

/** `GET /issues`, `GET /issues/{number}`, and `POST /transfer` for a verb of the world's own. */
function usualRoutes(verbs: ReadonlyMap<string, VerbRules>): RouteRules[] {
  return [...verbs.values()].map((verb) => {
    if (!verb.does) return { method: 'POST', parts: [verb.name], verb }
    const { verb: usual, table } = verb.does
    const one = usual === 'list' || usual === 'create' ? [] : [`{${verb.key}}`]
    return { method: METHODS[usual], parts: [table.name, ...one], verb }
  })
}

function readCommands(
  declared: Readonly<Record<string, string>>,
  verbs: ReadonlyMap<string, VerbRules>,
  { fault }: DeclaredReader
): CommandRules[] {
  return Object.entries(declared).flatMap(([pattern, name]) => {
    const path = ['text', 'commands', pattern]
    const verb = verbs.get(name)
    if (!verb) {
      fault(path, `There is no verb "${name}".${meant(name, [...verbs.keys()])}`)
      return []
    }
    const parts = pattern.split(/\{(\w+)\}/)
    const texts = parts.filter((_, at) => at % 2 === 0)
    const slots = parts.filter((_, at) => at % 2 === 1)
    if (!texts[0]?.trim()) fault(path, 'A command begins with a word.')
    if (texts.slice(1, -1).some((text) => !text.trim())) fault(path, 'Between two places of a command stands a word.')
    refuseSlots(verb, slots, path, fault)
    return [{ pattern, texts, slots, verb }]
  })
}
