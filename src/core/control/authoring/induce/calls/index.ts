// Tables and verbs that calls show, whatever the tools are called. What the shown turns do not bear out is left to the model.
import { readData } from '../../../../grounds/programs/data/read-data.ts'
import { typeOf } from '../../../../grounds/programs/declared/propose.ts'
import { answerOf } from '../../../../grounds/programs/event.ts'
import type { ProgramStep } from '../../../../grounds/programs/program.ts'
import { readJson } from '../../../../observations/documents/value.ts'
import { canonical } from '../../../../tree/history.ts'
import type { Tool } from '../../../../tree/model.ts'
import type { Json } from '../../../../tree/ports.ts'
import { isNear, type SeenRecording } from '../../turns.ts'
import { type Called, callsIn, type Fields, onlyReads } from './called.ts'
import { type Entity, type PlacedCall, placedCalls } from './entities.ts'
import { remembered } from './remembered.ts'
import { STAMPED, strangeTo, verbOf } from './verbs.ts'
import { worded } from './worded.ts'

interface Made {
  version: 1
  clock?: string
  tick?: number
  tables: Record<string, Fields>
  verbs: Record<string, Fields>
}

const VERB = /^[A-Za-z][\w.-]{0,127}$/

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
  for (const [name, verb] of Object.entries(verbs)) leaving(verb, entities, missing, name)
  const taken = (name: string) => Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})
  return borneOut(made, recorded, calls, taken)
}

function tableOf(entity: Entity, missing: readonly string[]): Fields {
  const rows = [...entity.rows.values()]
  const columns: Fields = {}
  for (const name of [entity.key, ...entity.columns]) {
    if (Object.hasOwn(columns, name)) continue
    const values = rows.flatMap((row) => (row[name] === undefined || row[name] === null ? [] : [row[name] as Json]))
    const type = name === entity.key ? keyColumn(values) : typeOf(name, values)
    // What later calls hold need not be what the first rows hold.
    columns[name] =
      name === entity.key
        ? type
        : STAMPED.test(name) && /^(?:created|updated|time)$/.test(String(type))
          ? /^(?:updated|modified|changed|last)/i.test(name)
            ? 'updated'
            : 'created'
          : 'json'
  }
  const [words] = mostOf(missing)
  const kept = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(columns, name)))
  )
  return { columns, ...(words !== undefined && { errors: { missing: words } }), rows: kept }
}

/** Ids of one beginning with a number behind it are counted on. */
function keyColumn(values: readonly Json[]): Json {
  if (values.every((value) => Number.isSafeInteger(value))) return 'id'
  const [first] = values
  const prefix = typeof first === 'string' ? (/^\D{0,20}(?=\d{1,15}$)/.exec(first)?.[0] ?? null) : null
  const isCounted =
    prefix !== null &&
    values.every(
      (value) =>
        typeof value === 'string' &&
        value.startsWith(prefix) &&
        /^(?:0|[1-9]\d{0,14})$/.test(value.slice(prefix.length))
    )
  return isCounted ? { type: 'id', prefix } : 'text key'
}

const mostOf = (texts: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([text]) => text)
}

/** A row that nobody saw, or saw in part, is not said to be missing. */
function leaving(
  verb: Fields,
  entities: readonly Entity[],
  missing: ReadonlyMap<Entity, readonly string[]>,
  name: string
): void {
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
  void name
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

// Each round takes the verb without which most is right.
const MOST_ROUNDS = 12

/** Without verbs that are wrong where they can be held against what was shown; what is answered the same each time is remembered. */
function borneOut(
  made: Made,
  recorded: readonly Called[][],
  calls: readonly PlacedCall[],
  taken: (name: string) => readonly string[]
): Json | null {
  const without = (name: string): Made => {
    const { [name]: _, ...verbs } = made.verbs
    return { ...made, verbs }
  }
  let best = made
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { faults } = readData(best)
    const broken = faults.find(({ path }) => path[0] === 'verbs')
    if (faults.length && !broken) return null
    made = best
    if (broken) {
      best = without(String(broken.path[1]))
      continue
    }
    const counts = tried(made, recorded)
    const wrong = [...counts].filter(([name, count]) => count.wrong && Object.hasOwn(made.verbs, name))
    const ways = wrong.map(([name]) => ({ made: without(name), worth: worthOf(tried(without(name), recorded)) }))
    const [way] = ways.sort((a, b) => b.worth - a.worth)
    if (!way || way.worth <= worthOf(counts)) break
    best = way.made
  }
  const kept = { ...made, tables: { ...made.tables }, verbs: { ...made.verbs } }
  worded(kept, calls, taken)
  remembered(kept, calls, taken)
  if (!Object.keys(kept.verbs).length) return null
  return readData(kept).faults.length ? null : (kept as unknown as Json)
}

/** A turn that is wrong costs half of one that is right: the model can be asked. */
const worthOf = (counts: ReadonlyMap<string, { right: number; wrong: number }>): number =>
  [...counts.values()].reduce((sum, { right, wrong }) => sum + right - wrong / 2, 0)

/** By tool, in how many of the shown turns the data is right and wrong. */
function tried(made: Made, recorded: readonly Called[][]): Map<string, { right: number; wrong: number }> {
  const counts = new Map<string, { right: number; wrong: number }>()
  const { program } = readData(made)
  for (const recording of program ? recorded : []) {
    let state: Json = program?.init('0') ?? {}
    for (const { name, given, text } of recording) {
      const step: ProgramStep | undefined = program?.step(state, { door: 'tools', tool: name, arguments: given })
      if (!step) continue
      if (step.state !== undefined && step.error === undefined) state = step.state
      const count = counts.get(name) ?? { right: 0, wrong: 0 }
      counts.set(name, count)
      if (alike(answerOf('tools', step, {}).text, text)) count.right++
      else count.wrong++
    }
  }
  return counts
}

function alike(said: string, text: string): boolean {
  const [one, other] = [readJson(said), readJson(text)]
  // `as`: what was read is JSON.
  if (one && other) return canonical(one.value as Json) === canonical(other.value as Json)
  return isNear(said.trim(), text.trim())
}
