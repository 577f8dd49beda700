// The ways of making a scenario harder by rule. A new one is a function and a line in `ways`.
import { parseDocument } from 'yaml'
import { type RunOutcomes, rateOf } from '../../../../core/control/evolution.ts'
import { compose } from '../../../../core/control/variations/compose.ts'
import { faulty, lessHelp, longer } from '../../../../core/control/variations/difficulty.ts'
import { intent } from '../../../../core/control/variations/intent.ts'
import { type Original, type Tools, UnfitAttempt } from '../../../../core/control/vary/original.ts'
import { isObject } from '../../../../core/text/json.ts'
import type { Json } from '../../../../core/tree/ports.ts'
import type { ScenarioFile } from '../../../../core/tree/scenario.ts'

export interface HarderDraft {
  file: ScenarioFile
  /** What differs, in a line, and why that is harder for this agent. */
  how: string
}

export interface HarderWay {
  name: string
  /** In a line, for those who read the list. */
  about: string
  /** Only where a model may be asked. */
  asks?: true
  /** Drafts, the one to be tried first at the beginning. @throws UnfitAttempt */
  make(original: Original, outcomes: RunOutcomes, tools: Tools): Promise<HarderDraft[]>
}

export const ways: readonly HarderWay[] = [
  { name: 'budget', about: 'fewer turns than half of the passing runs took', make: budget },
  { name: 'distractors', about: 'more rows that look like those that matter', make: distractors },
  { name: 'hidden', about: 'lists that tell less, so that rows have to be read', make: hidden },
  { name: 'faults', about: 'faults that fit the world, more of them for an agent that passes more', make: faults },
  { name: 'goal', about: 'a longer goal: a second task, or more to be read', make: goal },
  { name: 'help', about: 'no examples, and no more turns than needed', make: help },
  { name: 'words', about: 'the task in the words of a model', asks: true, make: words }
]

async function budget({ file, takes }: Original, { turns }: RunOutcomes): Promise<HarderDraft[]> {
  const needed = takes.reduce((most, take) => Math.max(most, take.turns), 0)
  const median = turns[Math.floor((turns.length - 1) / 2)] ?? needed
  const most = Math.max(needed, median)
  const slowest = turns.at(-1) ?? needed
  if (most >= file.stop.turns)
    throw new UnfitAttempt(`Its own walk needs ${needed} turns, and a run has ${file.stop.turns} already.`)
  if (slowest <= most)
    throw new UnfitAttempt(`No passing run took more than ${most} turns, so a tighter limit stops none.`)
  const how = `${most} turns and no more (before: ${file.stop.turns}); passing runs took ${turns[0]} to ${slowest}, and its own walk needs ${needed}`
  return [{ file: { ...file, stop: { ...file.stop, turns: most } }, how }]
}

// Of one table; more would be another world.
const MOST_ROWS = 6

type Row = Record<string, Json>

/** Rows made of the words of two others, one table at a time. */
async function distractors({ file }: Original, outcomes: RunOutcomes, { chance }: Tools): Promise<HarderDraft[]> {
  const { document, data } = dataOf(file)
  const tables = Object.entries(isObject(data.tables) ? data.tables : {})
  const many = rateOf(outcomes) >= 60 ? MOST_ROWS : MOST_ROWS / 2
  const drafts: HarderDraft[] = []
  for (const [name, table] of await chance.shuffled(tables)) {
    const rows = isObject(table) && Array.isArray(table.rows) ? (table.rows as Row[]) : []
    if (rows.length < 2 || !isObject(table) || !isObject(table.columns)) continue
    const columns = Object.entries(table.columns)
    if (columns.some(([, column]) => /\bkey\b/.test(JSON.stringify(column)))) continue
    const made: Row[] = []
    for (let at = 0; at < many; at++) {
      const [one = {}, other = {}] = await chance.shuffled(rows)
      const row: Row = {}
      for (const [column, rule] of columns) {
        if (/\bid\b/.test(JSON.stringify(rule))) continue
        const value = mixed(one[column], other[column], (await chance.next()) < 0.5)
        if (value !== undefined) row[column] = value
      }
      const known = [...rows, ...made].some((each) =>
        columns.every(([column]) => !(column in row) || JSON.stringify(each[column]) === JSON.stringify(row[column]))
      )
      if (!known) made.push(row)
    }
    if (!made.length) continue
    const copy = document.clone()
    for (const row of made) copy.addIn(['tables', name, 'rows'], copy.createNode(row, { flow: true }))
    // The first text of a row says best which one it is.
    const shown = made.slice(0, 2).map((row) => `"${Object.values(row).find((value) => typeof value === 'string')}"`)
    drafts.push({
      file: withData(file, String(copy)),
      how: `${made.length} more rows in "${name}" that mix what is there, such as ${shown.join(' and ')}`
    })
  }
  if (!drafts.length) throw new UnfitAttempt('Its data has no table with rows that could be mixed.')
  return drafts
}

/** A value of the words of both: the first part of one and the rest of the other. */
function mixed(one: Json | undefined, other: Json | undefined, first: boolean): Json | undefined {
  if (typeof one !== 'string' || typeof other !== 'string') return first ? one : other
  const between = one.includes('@') && other.includes('@') ? '@' : ' '
  const [a, b] = [one.split(between), other.split(between)]
  if (a.length < 2 || b.length < 2 || Math.max(one.length, other.length) > 60) return first ? one : other
  return [a[0], ...b.slice(1)].join(between)
}

/** Lists show what names a row; what else is known of it has to be read. */
async function hidden({ file }: Original): Promise<HarderDraft[]> {
  const { document, data } = dataOf(file)
  const changed: string[] = []
  for (const [name, table] of Object.entries(isObject(data.tables) ? data.tables : {})) {
    const verbs = isObject(table) && Array.isArray(table.verbs) ? table.verbs : []
    if (!isObject(table) || !verbs.includes('list') || !verbs.includes('get')) continue
    const columns = Object.entries(isObject(table.columns) ? table.columns : {})
    const key = columns.find(([, rule]) => /\b(?:id|key)\b/.test(JSON.stringify(rule)))?.[0]
    const title = columns.find(([column, rule]) => column !== key && /\btext\b/.test(JSON.stringify(rule)))?.[0]
    const verb = `list_${name}`
    if (!key || columns.length < 3 || document.hasIn(['verbs', verb])) continue
    document.setIn(
      ['tables', name, 'verbs'],
      document.createNode(
        verbs.filter((one) => one !== 'list'),
        { flow: true }
      )
    )
    document.setIn(
      ['verbs', verb],
      document.createNode({ list: name, show: [key, ...(title ? [title] : [])] }, { flow: true })
    )
    changed.push(`${verb} shows only ${[key, ...(title ? [title] : [])].join(' and ')}`)
  }
  if (!changed.length) throw new UnfitAttempt('No list of its data shows what could be read one by one.')
  return [{ file: withData(file, String(document)), how: changed.join('; ') }]
}

async function faults(original: Original, outcomes: RunOutcomes, tools: Tools): Promise<HarderDraft[]> {
  const rate = rateOf(outcomes)
  const order = rate >= 60 ? (['E3', 'E2', 'E1'] as const) : rate >= 40 ? (['E2', 'E1'] as const) : (['E1'] as const)
  const drafts: HarderDraft[] = []
  for (const preset of order) {
    try {
      drafts.push(await faulty(preset)(original, tools.chance))
    } catch (error) {
      if (!(error instanceof UnfitAttempt)) throw error
    }
  }
  if (!drafts.length) throw new UnfitAttempt('Worlds of this kind have no faults that its own walk could deal with.')
  return drafts.map(({ file, how }) => ({ file, how: `${how} (of an agent that passes ${rate} %)` }))
}

async function goal(original: Original, _: RunOutcomes, tools: Tools): Promise<HarderDraft[]> {
  const drafts: HarderDraft[] = []
  for (const make of [() => compose.vary(original, tools), async () => longer(original, tools.chance)]) {
    try {
      drafts.push(await make())
    } catch (error) {
      if (!(error instanceof UnfitAttempt)) throw error
    }
  }
  if (!drafts.length) throw new UnfitAttempt('There is nothing that could be done after its last action.')
  return drafts
}

async function help(original: Original): Promise<HarderDraft[]> {
  return [lessHelp(original)]
}

async function words(original: Original, _: RunOutcomes, tools: Tools): Promise<HarderDraft[]> {
  return [await intent.vary(original, tools)]
}

/** @throws UnfitAttempt for a scenario without declared tables */
function dataOf({ setup }: ScenarioFile) {
  if (setup.program?.language !== 'data') throw new UnfitAttempt('Its world has no data that could be changed by rule.')
  const document = parseDocument(setup.program.text)
  const data: unknown = document.toJS()
  if (!isObject(data) || !isObject(data.tables)) throw new UnfitAttempt('Its data declares no tables.')
  return { document, data }
}

function withData(file: ScenarioFile, text: string): ScenarioFile {
  const { hash: _, ...program } = file.setup.program ?? { language: 'data' as const, version: 1 as const }
  return { ...file, setup: { ...file.setup, tools: [], program: { ...program, text } } }
}
