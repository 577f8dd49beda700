// Tables and verbs that calls show, whatever the tools are called. What the shown turns do not bear out is left to the model.

import type { Tool } from '../../../../tree/model.ts'
import type { Json } from '../../../../tree/ports.ts'
import type { SeenRecording } from '../../turns.ts'
import { borneOut, type Made } from './borne-out.ts'
import { callsIn, type Fields, onlyReads } from './called.ts'
import type { Entity, PlacedCall } from './entities.ts'
import { STAMPED } from './learning.ts'
import { strangeTo } from './missing.ts'
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
  const missing = new Map<Entity, string[]>()
  for (const name of names) {
    const learning = {
      name,
      tool: tools.find((tool) => tool.name === name),
      calls: calls.filter((call) => call.name === name),
      all: calls
    }
    const way = verbOf(learning, entities)
    if (!way) continue
    verbs[name] = way.verb
    if (way.missing) missing.set(way.missing.entity, [...(missing.get(way.missing.entity) ?? []), ...way.missing.words])
  }
  const tables = Object.fromEntries(entities.map((entity) => [entity.name, tableOf(entity, missing.get(entity) ?? [])]))
  const made: Made = { version: 1, ...clockOf(calls), tables, verbs }
  for (const verb of Object.values(verbs)) leaving(verb, entities, missing)
  const taken = (name: string) => Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})
  return borneOut(made, recorded, calls, taken)
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
  if (parts.length) verb.leaves = parts.join(' or ')
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
