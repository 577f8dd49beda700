// A world of records, read once: what its tools do, what their records look like, and what there is at the beginning.
import { findDomain } from '../../domains/index.ts'
import type { Setup, Tool } from '../../tree/model.ts'
import { readInitial } from './initial.ts'
import { type KnownKind, knownOf } from './known.ts'
import { candidates, isPlan, readPlans, requiredOf, type ToolPlan, type Unclear } from './plan.ts'
import { type EntityEffect, idFieldOf, idIn, type Kinds, keyOf, making, newKind } from './record.ts'
import { sentencesOf } from './stated.ts'
import { startOf } from './time.ts'

export interface Book {
  text: string
  tools: ReadonlyMap<string, Tool>
  plans: ReadonlyMap<string, ToolPlan | Unclear>
  /** What the tools say of each kind. */
  known(kind: string): KnownKind
  /** Arguments that every tool takes and that are no field of any record, such as `repo`. */
  scope: ReadonlySet<string>
  /** Sentences of the initial state that are no records. */
  prose: readonly string[]
  /** The time at which the world begins, in milliseconds. */
  start: number
  /** Who calls, where the initial state says so. */
  caller: string | null
  initial: Kinds
  effects: readonly EntityEffect[]
}

/** The tools of a world whose tools may work on records; `null` in other worlds. */
export function recordTools(setup: Setup): Tool[] | null {
  const { tools } = findDomain(setup.domain)
  return tools?.records ? tools.of(setup) : null
}

/** Reads a world. Linear in its setup. */
export function readBook(tools: readonly Tool[], text: string): Book {
  const names = candidates(tools)
  const usual = [...names].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
  const first = readPlans(tools, new Set())
  const hints = { kinds: new Set(names.keys()), usual, known: knownOf(tools, first) }
  const { told, prose, partial } = readInitial(text, hints)
  const plans = readPlans(tools, new Set(told.flatMap(({ kind }) => (kind && names.has(kind) ? kind : []))))
  const known = knownOf(tools, plans)
  const store = making(new Map())
  const initial = store.kinds
  const effects: EntityEffect[] = []
  for (const { kind, record } of told) {
    if (!kind) continue
    const idField = initial.get(kind)?.idField ?? (record && idFieldOf(record, kind)) ?? known(kind).idField
    if (!initial.has(kind)) initial.set(kind, { ...newKind(kind, idField), complete: !partial.has(kind) })
    const id = record ? idIn(record, idField) : null
    if (!record || id === null) continue
    const effect: EntityEffect = { do: 'entity', kind, id: keyOf(id), value: record }
    effects.push(effect)
    store.put(effect)
  }
  const caller = /\b(?:the caller is|current user:?|signed in as|logged in as|acting as) ([\w@-]+(?:\.[\w@-]+)*)/i.exec(
    text
  )
  return {
    ...{ text, plans, known, effects, tools: new Map(tools.map((tool) => [tool.name, tool])) },
    scope: scopeOf(tools, known, plans),
    prose: prose.flatMap(sentencesOf),
    start: startOf(text),
    caller: caller?.[1] ?? null,
    initial: withNext(initial, text)
  }
}

/** `The next number is 43`, `the last one given is ev-204`: ids that are gone count too. */
function withNext(kinds: Kinds, text: string): Kinds {
  const next = /\bnext (?:\w+ )?(?:number|id) is #?(?:[A-Za-z]+[-_])?(\d{1,12})/i.exec(text)?.[1]
  const last = /\blast (?:\w+ ){1,3}(?:given|used) is #?(?:[A-Za-z]+[-_])?(\d{1,12})/i.exec(text)?.[1]
  const [only] = [...kinds.values()].sort((one, other) => other.records.size - one.records.size)
  const number = next ? Number(next) - 1 : Number(last ?? 0)
  return only && number > only.last ? new Map(kinds).set(only.name, { ...only, last: number }) : kinds
}

function scopeOf(tools: readonly Tool[], known: Book['known'], plans: Book['plans']): Set<string> {
  const taken = tools.map((tool) => new Set(requiredOf(tool.inputSchema)))
  const kinds = [...plans.values()].flatMap((plan) => (isPlan(plan) ? plan : []))
  const ids = new Set(kinds.flatMap(({ id, parent }) => [id, parent?.arg]))
  const shared = [...(taken[0] ?? [])].filter((name) => tools.length > 1 && taken.every((one) => one.has(name)))
  return new Set(shared.filter((name) => !ids.has(name) && !kinds.some(({ kind }) => known(kind).required.has(name))))
}
