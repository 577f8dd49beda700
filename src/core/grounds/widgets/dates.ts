// Fields of days and times in Chromium's tree: their value, and a part for each number in it, as an American browser shows them.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { below, isDisabled } from './kinds.ts'
import type { ScreenEdit } from './screen-edit.ts'

const ROLES = new Set(['date', 'datetime', 'inputtime'])

export const isDate = ({ role }: ScreenNode): boolean => ROLES.has(role)

/** Whether a node is one of the numbers in such a field. */
export const isDatePart = ({ nodes }: Screen, index: number): boolean => {
  const { role, parent = -1 } = nodes[index] ?? {}
  const field = nodes[parent]
  return role === 'spinbutton' && field !== undefined && isDate(field)
}

const VALUE = /^(?:(\d{4})-(\d\d)(?:-(\d\d))?)?(?:T?(\d\d):(\d\d))?$/
const WEEK = /^(\d{4})-W(0[1-9]|[1-4]\d|5[0-3])$/
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** A part: which number it is, and how it shows it. */
interface Part {
  node: number
  of: 'Week' | 'Month' | 'Day' | 'Year' | 'Hours' | 'Minutes' | 'AM/PM'
}

/** Whether a text box is a field of days or times, for which a snapshot has no word. */
export const isToldAsText = ({ format }: Screen, { role, value }: ScreenNode): boolean =>
  format === 'aria' && role === 'textbox' && Boolean(value) && (VALUE.test(value ?? '') || WEEK.test(value ?? ''))

const partsOf = (screen: Screen, field: number): Part[] =>
  below(screen, field).flatMap((node) => {
    const [of = ''] = screen.nodes[node]?.name.split(' ') ?? []
    return isDatePart(screen, node) && /^(?:Week|Month|Day|Year|Hours|Minutes|AM\/PM)$/.test(of)
      ? [{ node, of: of as Part['of'] }]
      : []
  })

/** The field with this value, the focus in its first part; `null` where it takes none such, `unclear` where its ends keep it from showing it. @param text as a form sends it: `2026-12-03`, `15:30`, `2026-05` */
export function dateEdit(screen: Screen, field: number, text: string): ScreenEdit | 'unclear' | null {
  const parts = partsOf(screen, field)
  const has = (of: Part['of']) => parts.some((part) => part.of === of)
  const [, ofWeek, week] = WEEK.exec(text) ?? []
  const [, year = ofWeek, month, day, hours, minutes] = VALUE.exec(text) ?? []
  const numbers = { Week: week, Year: year, Month: month, Day: day, Hours: hours, Minutes: minutes }
  const first = parts[0]
  if (!first) return null
  const isFit = Object.entries(numbers).every(([of, said]) => (said !== undefined) === has(of as Part['of']))
  const isReal =
    Number(month ?? 1) >= 1 &&
    Number(month ?? 1) <= 12 &&
    Number(day ?? 1) >= 1 &&
    Number(day ?? 1) <= daysIn(Number(year ?? 2000), Number(month ?? 1)) &&
    Number(hours ?? 0) < 24 &&
    Number(minutes ?? 0) < 60
  if (text !== '' && !(isFit && isReal)) return null
  // Chromium shows other numbers than it sends where a part would be beyond its ends.
  const isBeyond = ({ node, of }: Part) => {
    const [least, most] = [Number(screen.nodes[node]?.states.valuemin), Number(screen.nodes[node]?.states.valuemax)]
    const now = numberIn(of, numbers)
    return most > least - 1 && (now < least || now > most)
  }
  if (text !== '' && parts.some(isBeyond)) return 'unclear'
  const texts = new Map([[field, text]])
  const shown = new Map<number, string>()
  const byWord = !has('Day') && !has('Week')
  for (const { node, of } of parts) {
    const now = text === '' ? 0 : numberIn(of, numbers)
    texts.set(node, String(now))
    shown.set(node, text === '' ? emptyPart(of, byWord && !has('Hours')) : shownPart(of, now, byWord && !has('Hours')))
  }
  return { texts, shown, focus: first.node }
}

function numberIn(of: Part['of'], numbers: Record<string, string | undefined>): number {
  const hours = Number(numbers.Hours ?? 0)
  if (of === 'AM/PM') return hours < 12 ? 1 : 2
  return of === 'Hours' ? hours % 12 || 12 : Number(numbers[of] ?? 0)
}

/** Whether there is such a day. @param text `2026-02-28` */
export function isDay(text: string): boolean {
  const [, year, month, day] = VALUE.exec(text) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  return isMonth && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
}

const daysIn = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

function shownPart(of: Part['of'], now: number, byWord: boolean): string {
  if (of === 'AM/PM') return now === 1 ? 'AM' : 'PM'
  if (of === 'Month' && byWord) return MONTHS[now - 1] ?? ''
  return String(now).padStart(of === 'Year' ? 4 : 2, '0')
}

function emptyPart(of: Part['of'], byWord: boolean): string {
  if (byWord) return of === 'Month' ? '---------' : '----'
  return of === 'Month' ? 'mm' : of === 'Day' ? 'dd' : of === 'Year' ? 'yyyy' : '--'
}

/** What a day or a time comes to when an arrow changes its first part; `null` where no such day is, and for other texts. @param text as a form sends it */
export function nextMoment(text: string, by: 1 | -1): string | null {
  const [, ofWeek, week] = WEEK.exec(text) ?? []
  const [, year, month, day, hours, minutes] = VALUE.exec(text) ?? []
  const around = (now: string | undefined, least: number, most: number): string =>
    String(((Number(now) - least + by + most - least + 1) % (most - least + 1)) + least).padStart(2, '0')
  if (week !== undefined) return `${ofWeek}-W${around(week, 1, 53)}`
  if (month !== undefined) {
    const next = around(month, 1, 12)
    if (day !== undefined && Number(day) > daysIn(Number(year), Number(next))) return null
    return (
      [year, next, ...(day === undefined ? [] : [day])].join('-') + (hours === undefined ? '' : `T${hours}:${minutes}`)
    )
  }
  return hours === undefined ? null : `${around(hours, 0, 23)}:${minutes}`
}

/** One part a step further, and the field's value with it once all parts are there; `null` where that is not known. */
export function datePartEdit(screen: Screen, at: number, by: 1 | -1): ScreenEdit | null {
  const { parent, value, states } = screen.nodes[at] as ScreenNode
  const field = screen.nodes[parent]
  const parts = partsOf(screen, parent)
  const own = parts.find(({ node }) => node === at)
  const [least, most] = [Number(states.valuemin), Number(states.valuemax)]
  const before = Number(value ?? 0)
  // An empty year begins with the current one.
  if (!field || !own || isDisabled(field) || !(most > least) || (own.of === 'Year' && before === 0)) return null
  const empty = before === 0 && own.of !== 'Minutes'
  const next = before + by
  const now = empty ? (by > 0 ? least : most) : next > most ? least : next < least ? most : next
  const numbers = Object.fromEntries(
    parts.map(({ node, of }) => [of, node === at ? now : Number(screen.nodes[node]?.value ?? 0)])
  )
  const shown = Object.fromEntries(parts.map(({ node, of }) => [of, Number(screen.nodes[node]?.value ?? 0)]))
  // Beyond eleven the other half of the day begins.
  const half = parts.find(({ of }) => of === 'AM/PM')
  const turns = own.of === 'Hours' && half && shown['AM/PM'] && now === (by > 0 ? 12 : 11)
  if (turns) numbers['AM/PM'] = 3 - (shown['AM/PM'] ?? 0)
  // What it shows is not what it holds.
  if (field.value !== null && writtenOf(shown) !== field.value) return null
  const byWord = numbers.Day === undefined && numbers.Hours === undefined && numbers.Week === undefined
  const isWhole = field.value !== null || (own.of !== 'Minutes' && parts.every(({ of }) => (numbers[of] ?? 0) > 0))
  const texts = new Map([[at, String(now)]])
  if (isWhole) texts.set(parent, writtenOf(numbers))
  const told = new Map([[at, shownPart(own.of, now, byWord)]])
  if (turns && half) {
    texts.set(half.node, String(numbers['AM/PM']))
    told.set(half.node, shownPart('AM/PM', numbers['AM/PM'] ?? 1, byWord))
  }
  return { texts, shown: told }
}

function writtenOf(numbers: Record<string, number>): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const { Year, Month, Day, Hours, Minutes, Week } = numbers
  if (Week !== undefined) return `${String(Year).padStart(4, '0')}-W${two(Week)}`
  const day = [Year === undefined ? undefined : String(Year).padStart(4, '0'), Month, Day]
    .flatMap((one) => (one === undefined ? [] : [typeof one === 'string' ? one : two(one)]))
    .join('-')
  if (Hours === undefined) return day
  const hours = (Hours % 12) + (numbers['AM/PM'] === 2 ? 12 : 0)
  return `${day}${day && 'T'}${two(hours)}:${two(Minutes ?? 0)}`
}
