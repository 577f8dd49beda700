// Tables and verbs that calls show, whatever the tools are called. What the shown turns do not bear out is left to the model.

import type { Tool } from '../../../../tree/model.ts'
import type { Json } from '../../../../tree/ports.ts'
import type { SeenRecording } from '../../turns.ts'
import { asking, UNSURE } from './asking.ts'
import { borneOut, type Made } from './borne-out.ts'
import { callsIn, type Fields, onlyReads } from './called.ts'
import { type Entity, isCalledAfter, type PlacedCall } from './entities.ts'
import { STAMPED, takes } from './learning.ts'
import { missedIn, strangeTo } from './missing.ts'
import { placedCalls } from './placing.ts'
import { tableOf } from './tables.ts'
import { verbOf } from './verbs.ts'

/** @returns declared data as JSON; `null` where no tool has a rule */
export function callsSeen(recordings: readonly SeenRecording[], tools: readonly Tool[]): Json | null {
  const recorded = recordings.map(callsIn)
  const arguments_ = tools.flatMap(({ inputSchema: { properties } }) => Object.keys(properties ?? {}))
  const { entities, calls } = placedCalls(
    recorded,
    new Set([...arguments_, 'row', 'rows', 'total', 'it', 'now', 'today', 'caller'])
  )
  const names = [...new Set([...calls.map(({ name }) => name), ...tools.map(({ name }) => name)])].filter((name) =>
    VERB.test(name)
  )
  const verbs: Record<string, Fields> = {}
  const instead = new Map<string, Fields[]>()
  const missing = new Map<Entity, string[]>()
  for (const name of names) {
    const learning = {
      name,
      tool: tools.find((tool) => tool.name === name),
      calls: calls.filter((call) => call.name === name),
      all: calls
    }
    const asked = [true, false].map((refuses) => asking(learning, refuses)).filter((verb) => verb !== null)
    instead.set(name, asked)
    // Tools that name the same things say in the same words that one is not there.
    for (const entity of entities)
      for (const argument of takes(learning).filter((one) => isCalledAfter(entity, one)))
        missing.set(entity, [
          ...(missing.get(entity) ?? []),
          ...(missedIn(learning, entity, argument).missing?.words ?? [])
        ])
    const way = verbOf(learning, entities, asked[0])
    if (!way) continue
    verbs[name] = way.verb
  }
  const tables = Object.fromEntries(entities.map((entity) => [entity.name, tableOf(entity, missing.get(entity) ?? [])]))
  const made: Made = { version: 1, ...clockOf(calls), tables, verbs }
  for (const verb of Object.values(verbs)) leaving(verb, entities, missing)
  const possible = new Set([...Object.values(verbs), ...[...instead.values()].flat()])
  for (const verb of possible) unsure(verb, entities, possible)
  const taken = (name: string) => Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})
  return borneOut(made, recorded, calls, taken, instead)
}

const VERB = /^[A-Za-z][\w.-]{0,127}$/

/** A row that nobody saw, or saw in part, is not said to be missing. */
function leaving(verb: Fields, entities: readonly Entity[], missing: ReadonlyMap<Entity, readonly string[]>): void {
  const does = ['get', 'update', 'delete'].find((one) => one in verb)
  const entity = does && entities.find((one) => one.name === verb[does])
  if (!entity) return
  const key = typeof verb.key === 'string' ? verb.key : entity.key
  const row = `count(${entity.name} where text(it.${entity.key}) == text(${key}))`
  const strange = strangeTo(entity, key)
  const isKnown = (missing.get(entity)?.length ?? 0) > 0
  const parts: string[] =
    !isKnown || strange === ' or true' ? [`${row} == 0`] : strange ? [`(${row} == 0 and ${strange.slice(4)})`] : []
  if (does === 'get' && Array.isArray(verb.show)) {
    const whole = verb.show.filter((column) => {
      const having = [...entity.rows.values()].filter((one) => Object.hasOwn(one, String(column)))
      return (
        having.length > 0 && having.length < entity.rows.size && having.every((one) => one[String(column)] !== null)
      )
    })
    for (const column of whole.slice(0, 3))
      parts.push(`count(${entity.name} where text(it.${entity.key}) == text(${key}) and it.${column} == null) > 0`)
  }
  if (!parts.length) return
  verb.leaves = parts.join(' or ')
  if (does === 'get') verb.learns = [entity.name]
}

/** The world's time before the first change, from the stamps of what was made. */
function clockOf(calls: readonly PlacedCall[]): Pick<Made, 'clock' | 'tick'> {
  const stamps: { time: number; changes: number; recording: number }[] = []
  let changes = 0
  let last = 0
  for (const call of calls) {
    if (call.recording !== last) changes = 0
    last = call.recording
    if (onlyReads(call.name) || call.refused) continue
    changes++
    const row = call.shown?.single ? (call.shown.rows[0] ?? {}) : {}
    const time = Object.entries(row)
      .flatMap(([name, value]) => (STAMPED.test(name) && typeof value === 'string' ? [Date.parse(value)] : []))
      .sort((a, b) => b - a)[0]
    if (time !== undefined && !Number.isNaN(time)) stamps.push({ time, changes, recording: call.recording })
  }
  const [first] = stamps
  if (!first) return {}
  const other = stamps.find(
    ({ changes: count, recording, time }) => recording === first.recording && count > first.changes && time > first.time
  )
  const between = other ? (other.time - first.time) / 1000 / (other.changes - first.changes) : 60
  const tick = Number.isInteger(between) && between >= 0 && between <= 86_400 ? between : 60
  const clock = new Date(first.time - first.changes * tick * 1000).toISOString().replace('.000', '')
  return { clock, ...(tick !== 60 && { tick }) }
}

/** Columns that some verb leaves unsure are neither told nor counted with, until they are shown again. */
function unsure(verb: Fields, entities: readonly Entity[], verbs: ReadonlySet<Fields>): void {
  const changed = [...verbs].flatMap((one) => changesIn(one))
  const columns = (entity: Entity) => [
    ...new Set(
      changed.flatMap(({ update, set = {} }) =>
        update === entity.name ? Object.keys(set).filter((name) => set[name] === UNSURE) : []
      )
    )
  ]
  const text = JSON.stringify(verb)
  const does = ['get', 'update', 'delete', 'list'].find((one) => one in verb)
  const about = does ? verb[does] : changesIn(verb)[0]?.update
  const entity = entities.find((one) =>
    about === undefined ? text.includes(`count(${one.name} where`) : one.name === about
  )
  const open = entity ? columns(entity) : []
  if (!entity || !open.length || 'create' in verb) return
  const isOpen = (of: string) => open.map((name) => `${of}.${name} == ${UNSURE}`).join(' or ')
  if (verb.ask) {
    for (const { update, set = {} } of changesIn(verb))
      for (const [column, formula] of Object.entries(update === entity.name ? set : {})) {
        const used = open.filter((name) => formula !== UNSURE && String(formula).includes(`it.${name}`))
        if (used.length)
          set[column] =
            `if(${used.map((name) => `it.${name} == ${UNSURE}`).join(' or ')}, ${UNSURE}, ${String(formula)})`
      }
    const { row } = (verb.let ?? {}) as Fields
    if (row !== undefined)
      verb.require = ((verb.require ?? []) as Fields[]).map((one) =>
        one.that === 'row != null' ? one : { ...one, that: `row == null or ${isOpen('row')} or (${String(one.that)})` }
      )
    return
  }
  const key = typeof verb.key === 'string' ? verb.key : entity.key
  const one = does === 'list' || !does ? '' : `text(it.${entity.key}) == text(${key}) and `
  const leaves = `count(${entity.name} where ${one}(${isOpen('it')})) > 0`
  verb.leaves = typeof verb.leaves === 'string' ? `(${verb.leaves}) or ${leaves}` : leaves
  verb.learns = [entity.name]
}

// `as`: what a verb does is written here alone, as data.
const changesIn = ({ do: all = [] }: Fields) => all as { update?: string; set?: Fields }[]
