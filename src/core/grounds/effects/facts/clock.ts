// The date, the time and the time zone that a text says it is: "It is 3 March 2024, 14:05 UTC", and what `date` and `timedatectl` print.

import type { StateChange } from '../../../tree/ground.ts'
import { printedBy, type StatedText, type StatementFacts } from './said.ts'

type Clock = Extract<StateChange, { do: 'clock' }>

// What begins a sentence, or a part of one, about now. Other dates are of something else.
const NOW =
  /(?:^|[,:(] ?|\band |\bwhere |\bwhen )(?:it is|it's|its|today is|today:|today's date is|now:|now is|now it is|the year is|(?:the |its )?(?:current |system |local |machine's |server's |system's )*(?:date and time|date|time|clock|date\/time|timestamp)(?: on (?:it|the \w+))?(?: is| are| reads| says| shows| stands at| is set to| set to|:)) ?(?:now |currently )?/i

// "On 14 March 2024, at 3 a.m., you log in"
const BEGINS = /^(?:at|on|in the night of|in the early hours of) /i
const YOU = /\b(?:you are|you're|I am|I'm|you (?:have just )?(?:log|sit|open)(?:ged)?)\b/i

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}'
const DATES: [RegExp, (found: RegExpExecArray) => (string | undefined)[]][] = [
  [/\b(\d{4})-(\d\d)-(\d\d)(?!\d)/, ([, y, m, d]) => [y, m, d]],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH}),? (\\d{4})\\b`, 'i'), ([, d, m, y]) => [y, m, d]],
  [new RegExp(`\\b(${MONTH}) {1,2}(\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'i'), ([, m, d, y]) => [y, m, d]],
  // As `date` prints it: the year stands last.
  [
    new RegExp(`\\b(${MONTH}) {1,2}(\\d{1,2}) [\\d:]{5,8} (?:[AP]M )?[\\w+]{1,6} (\\d{4})\\b`),
    ([, m, d, y]) => [y, m, d]
  ],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/, ([, d, m, y]) => [y, m, d]]
]
const TIME = /(?:^|[ T(])(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)? ?([ap]\.?m\b)?/i
const HOUR = /\b(\d{1,2})(?: ?([ap])\.?m\b| o['’]clock\b(?: in the (?:morning|(afternoon|evening)))?)/i
// What stands for an hour.
const WORDS: [said: RegExp, time: string][] = [
  [/\bnoon\b|\bmidday\b/i, '12:00:00'],
  [/\bmidnight\b/i, '00:00:00']
]
/** What says a time of the day, read or not. */
const SAYS_TIME =
  /\d:\d\d|\b\d{1,2} ?[ap]\.?m\b|\bo['’]clock\b|\b(?:noon|midday|midnight)\b|\b(?:half|quarter) (?:past|to)\b/i

/** Whether `clock` is the date and the time that the words say, as far as they say one. */
export function isClock(clock: Clock, words: string): boolean {
  const day = dateIn(words)
  return (day === null || clock.date === day) && (!SAYS_TIME.test(words) || clock.time !== undefined)
}
const OFFSET = /:\d\d(?:\.\d{1,9})? ?(?:UTC|GMT)?([+-]\d\d):?(\d\d)?(?!\d|-)/

const ZONES: Record<string, string> = {
  ...{
    UTC: 'Etc/UTC',
    Z: 'Etc/UTC',
    GMT: 'GMT',
    CET: 'CET',
    CEST: 'CET',
    EET: 'EET',
    EEST: 'EET',
    WET: 'WET',
    WEST: 'WET'
  },
  ...{ EST: 'EST5EDT', EDT: 'EST5EDT', CST: 'CST6CDT', CDT: 'CST6CDT', MST: 'MST7MDT', MDT: 'MST7MDT' },
  ...{ PST: 'PST8PDT', PDT: 'PST8PDT', BST: 'Europe/London', JST: 'Asia/Tokyo', IST: 'Asia/Kolkata' },
  ...{ KST: 'Asia/Seoul', MSK: 'Europe/Moscow', AEST: 'Australia/Sydney', AEDT: 'Australia/Sydney' }
}
const AREA =
  /\b(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[A-Z][\w+-]*(?:\/[A-Z]\w*)?/
const ZONE =
  /\b(?:time ?zone|TZ|clock(?: runs)?(?: in| on)?|times are in)(?: is set to| set to| is|:|=| of)? ?["'`(]?(?:the )?([A-Z]{1,5})\b/i
const ABOUT_ZONE = /\btime ?zone\b|\bTZ\b|\btime\b|\bclock\b|\bdate\b/i

export function clockIn(said: StatedText): StatementFacts {
  const printed = [...printedBy(said, /^(?:sudo )?date$/), ...printedBy(said, /^timedatectl\b/)].join('\n')
  const about = said.sentences.flatMap((sentence) => {
    const start = sentence.slice(0, 80)
    if (BEGINS.test(start) && YOU.test(start)) return [start]
    const { index, 0: cue } = NOW.exec(sentence) ?? { index: 0, 0: undefined }
    return cue === undefined ? [] : [sentence.slice(index + cue.length, index + cue.length + 80)]
  })
  const now =
    [printed, ...about].find(
      (text) =>
        dateIn(text) || (/^(?:just (?:after |past )?|about |exactly )?(?:\d|noon|mid)/i.test(text) && timeIn(text))
    ) ?? ''
  const zoned = said.sentences.find((one) => ABOUT_ZONE.test(one) && (AREA.test(one) || ZONE.test(one))) ?? ''
  const date = dateIn(now)
  const time = timeIn(now)
  const abbreviation = /\d(?: ?[AP]M)? ?\(?([A-Z]{1,5})\b/.exec(now)?.[1] ?? ''
  const [, hours, minutes = '00'] = OFFSET.exec(now) ?? []
  const offset = hours === undefined ? undefined : `${hours}:${minutes}`
  const area = AREA.exec(printed)?.[0] ?? AREA.exec(zoned)?.[0] ?? AREA.exec(now)?.[0] ?? zoneOf(now)
  const told = area ?? ZONES[(ZONE.exec(zoned)?.[1] ?? '').toUpperCase()] ?? ZONES[abbreviation]
  const zone = told !== undefined && exists(told) ? told : fromOffset(offset)
  if (!date && !time && !zone) return { effects: [] }
  const inUtc = ZONES[abbreviation] === 'Etc/UTC' && zone !== 'Etc/UTC'
  const from = offset ?? (inUtc ? '+00:00' : undefined)
  const clock: Clock = {
    do: 'clock',
    ...(date && { date }),
    ...(time && { time }),
    ...(zone && { zone }),
    ...(from && time && { offset: from })
  }
  return {
    effects: [clock],
    ...(told !== undefined && !exists(told) && { unmade: [{ at: told, why: 'There is no time zone of this name.' }] })
  }
}

function dateIn(text: string): string | null {
  for (const [form, parts] of DATES) {
    const found = form.exec(text)
    if (!found) continue
    const [year = '', month = '', day = ''] = parts(found)
    const number = /^\d/.test(month) ? +month : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
    if (number >= 1 && number <= 12 && +day >= 1 && +day <= 31) return `${year}-${two(number)}-${two(+day)}`
  }
  return null
}

function timeIn(text: string): string | null {
  const [, hour, minute = '00', second = '00', half] = TIME.exec(text) ?? []
  const [, bare, bareHalf, late] = hour === undefined ? (HOUR.exec(text) ?? []) : []
  const [given, part] = hour === undefined ? [bare, late === undefined ? bareHalf : 'pm'] : [hour, half]
  if (given === undefined) return WORDS.find(([said]) => said.test(text))?.[1] ?? null
  const whole = part ? (+given % 12) + (/^p/i.test(part) ? 12 : 0) : +given
  return whole < 24 && +minute < 60 && +second < 60 ? `${two(whole)}:${minute}:${second}` : null
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The zone of an offset of whole hours; the names in the zones' own files have the other sign. */
const fromOffset = (offset: string | undefined): string | undefined => {
  const [, sign, hours, rest] = /^([+-])(\d\d):(\d\d)$/.exec(offset ?? '') ?? []
  if (hours === undefined || rest !== '00' || +hours > 12) return undefined
  return +hours === 0 ? 'Etc/UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${+hours}`
}

/** "21:30 in Berlin": the zone of a town. */
function zoneOf(now: string): string | undefined {
  const [, town] = /\d(?: ?[ap]\.?m\.?)? in ([A-Z][a-z]+(?: [A-Z][a-z]+)?)\b/i.exec(now) ?? []
  const name = town?.replaceAll(' ', '_')
  if (name === undefined) return undefined
  return ['Europe', 'America', 'Asia', 'Australia', 'Africa', 'Pacific', 'Atlantic']
    .map((area) => `${area}/${name}`)
    .find(exists)
}

function exists(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
