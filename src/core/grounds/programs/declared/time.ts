// The clock of a declared world: it begins where the data says and moves on with each change, never by itself.
import { mistake } from './refusal.ts'

const DAY_MS = 86_400_000
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** A day that there is: a 30th of February would be read as the 2nd of March. */
export const isTime = (text: string): boolean => {
  if (!TIME.test(text) || Number.isNaN(Date.parse(text))) return false
  const day = text.slice(0, 10)
  return new Date(Date.parse(day)).toISOString().startsWith(day)
}

/** The time so many seconds after the start, written as the start is: with its offset from UTC. */
export function timeAfter(start: string, seconds: number): string {
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(start.slice(10))?.[0] ?? 'Z'
  const from = Date.parse(start.length > 10 && !start.endsWith(zone) ? `${start}Z` : start)
  return `${new Date(from + seconds * 1000 + offsetOf(zone)).toISOString().slice(0, 19)}${zone}`
}

/** The date, or the time, so many days later. */
export function dateAfter(date: string, days: number): string {
  if (!isTime(date)) throw mistake(`"${date.slice(0, 40)}" is no date.`)
  const at = Date.parse(date.slice(0, 10)) + days * DAY_MS
  if (!Number.isFinite(at) || Math.abs(at) > 8e15) throw mistake(`No date is ${days} days after ${date}.`)
  return new Date(at).toISOString().slice(0, 10) + date.slice(10)
}

/** Whole days from one date to the other. */
export function daysBetween(from: string, to: string): number {
  for (const date of [from, to]) if (!isTime(date)) throw mistake(`"${date.slice(0, 40)}" is no date.`)
  return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS)
}

/** Milliseconds ahead of UTC. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
