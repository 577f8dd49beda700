// Times of a world that has no clock: the time that its initial state tells, and a minute for every turn.
import { largest } from '../../text/extremes.ts'

// For worlds that tell no time at all.
const START = '2026-01-01T00:00:00Z'
const MINUTE_MS = 60_000

const DATE = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?/g
const NOW = /\b(?:it is|now|current (?:time|date)|today|as of)\b/i

/** The time at which a world begins: the one told as now, else the latest that is told, else a fixed one. In milliseconds. */
export function startOf(text: string): number {
  const found = [...text.matchAll(DATE)].map((one) => ({ at: one.index, ms: readTime(one[0]) ?? 0 }))
  const now = found.find(({ at }) => NOW.test(text.slice(Math.max(0, at - 40), at)))
  if (now) return now.ms
  return found.length ? largest(found.map(({ ms }) => ms)) : Date.parse(START)
}

/** Milliseconds of a written time; without a zone it is UTC. `null` when it is none. */
function readTime(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return null
  const told = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) && text.length > 10
  const ms = Date.parse(text.length === 10 || told ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** The time of a turn (1 is the first), written like `sample`: a date, a time with or without seconds and zone, or a number. */
export function timeAt(start: number, turn: number, sample: string | number | null): string | number {
  const ms = start + turn * MINUTE_MS
  if (typeof sample === 'number') return sample > 1e12 ? ms : Math.floor(ms / 1000)
  const like = sample ?? START
  const zone = like.length > 10 ? (/(?:Z|[+-]\d\d:?\d\d)$/.exec(like)?.[0] ?? '') : ''
  const iso = new Date(ms + offsetOf(zone)).toISOString()
  if (like.length === 10) return iso.slice(0, 10)
  const fraction = /\.\d{3}/.test(like) ? iso.slice(19, 23) : ''
  const seconds = /:\d\d:\d\d/.test(like) ? iso.slice(16, 19) : ''
  return `${iso.slice(0, 10)}${like.charAt(10) === ' ' ? ' ' : 'T'}${iso.slice(11, 16)}${seconds}${fraction}${zone}`
}

/** Milliseconds ahead of UTC. */
function offsetOf(zone: string): number {
  if (!/^[+-]/.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * MINUTE_MS
}
