// Jobs of cron: "ada's crontab has one entry: `0 3 * * * /home/ada/backup.sh`", and what `crontab -l` prints.

import type { StateChange } from '../../../tree/ground.ts'
import { denies, printedBy, type StatedText, type StatementFacts } from './said.ts'

const WHEN =
  '(?:@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)|(?:[\\d*][\\d*,/-]* +){3}[\\w*,/-]+ +[\\w*,/-]+)'
const ENTRY = new RegExp(`^${WHEN} +\\S`)
// In quotes, or behind a colon or a word to the end of the sentence.
const QUOTED = /`([^`\n]{3,300})`|"([^"\n]{3,300})"|'([^'\n]{3,300})'/g
const BEFORE = /(?:[:(]|\b(?:line|entry|job|is|has|runs|reads|says|holds|contains)) /g
const MOST_LENGTH = 1000
// The system's own tables name the user that runs a command.
const SYSTEM = /\/etc\/cron(?:tab|\.d\/[\w-]{1,100})\b/
const OF =
  /\b([a-z_][a-z0-9_-]{0,31})(?:'s?|’s?) (?:crontab|cron jobs?)\b|\bcrontab of (?:the user )?([a-z_][a-z0-9_-]{0,31})\b/i

/** @param main whose terminal it is */
export function cronIn(said: StatedText, main: { name: string }): StatementFacts {
  const tables = new Map<string, string[]>()
  const files: StateChange[] = []
  const printed = printedBy(said, /^crontab -l$/).filter((line) => !/^no crontab for /.test(line))
  if (printed.length > 0) tables.set(main.name, printed)
  for (const sentence of said.sentences) {
    if (!/\bcron/i.test(sentence) || denies(sentence)) continue
    const [, own, other] = OF.exec(sentence) ?? []
    const found = entriesIn(sentence, said.lines)
    const system = SYSTEM.exec(sentence)?.[0]
    if (system !== undefined && found.length > 0) files.push({ do: 'write', path: system, content: table(found) })
    if (system !== undefined || found.length === 0 || printed.length > 0) continue
    const user = own ?? other ?? main.name
    tables.set(user, [...new Set([...(tables.get(user) ?? []), ...found])])
  }
  const own = [...tables].flatMap(([user, entries]): StateChange[] => {
    const path = `/var/spool/cron/crontabs/${user}`
    return [
      { do: 'write', path, content: table(entries) },
      { do: 'mode', path, owner: user, group: 'crontab', mode: '600' }
    ]
  })
  const effects = [...files, ...own]
  return {
    effects,
    ...(effects.length > 0 && {
      unmade: [{ at: 'cron', why: 'Jobs of cron are listed and do not run by themselves.' }]
    })
  }
}

const table = (entries: readonly string[]): string => `${entries.join('\n')}\n`

/** In quotes, on lines of their own, plain at the end, or told in words. */
function entriesIn(sentence: string, lines: readonly string[]): string[] {
  const quoted = [...sentence.matchAll(QUOTED)].flatMap(([, ...one]) => one.filter((entry) => ENTRY.test(entry ?? '')))
  if (quoted.length > 0) return quoted
  const own = lines.filter((line) => ENTRY.test(line) && sentence.includes(line.replaceAll(/\s+/g, ' ')))
  if (own.length > 0) return own
  for (const { index, 0: word } of sentence.slice(0, MOST_LENGTH).matchAll(BEFORE)) {
    const bare = sentence.slice(index + word.length)
    if (ENTRY.test(bare)) return [bare]
  }
  return inWords(sentence)
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAY = /\b(sunday|monday|tuesday|wednesday|thursday|friday|saturday)s?\b/i
const RUNS =
  /\bruns? [`'"]?([~/][^\s`'",;]{1,200})[`'"]?,? ((?:every|each|daily|hourly|nightly|at) [^.;\n]{0,60}|daily|hourly)/i
const TIME = /\bat (\d{1,2}):(\d{2})\b/
const OFTEN = /^(?:every|each) (?:(\d{1,2}) )?(minute|hour)s?\b/i

/** "runs /opt/rotate.sh every Monday at 04:15", as an entry of a crontab. */
function inWords(sentence: string): string[] {
  const [, command, when = ''] = RUNS.exec(sentence) ?? []
  if (command === undefined) return []
  const [, count, unit] = OFTEN.exec(when) ?? []
  if (unit !== undefined) {
    const each = count === undefined ? '*' : `*/${count}`
    return [unit.toLowerCase() === 'minute' ? `${each} * * * * ${command}` : `0 ${each} * * * ${command}`]
  }
  if (/^hourly/i.test(when)) return [`0 * * * * ${command}`]
  const [, hour, minute] = TIME.exec(when) ?? []
  const named = DAYS.indexOf((DAY.exec(when)?.[1] ?? '').toLowerCase())
  const day = /\bweekdays?\b/i.test(when) ? '1-5' : named < 0 ? '*' : String(named)
  const isKnown = day !== '*' || /\b(?:day|night|daily|nightly)\b/i.test(when) || /^at /i.test(when)
  return hour !== undefined && isKnown ? [`${Number(minute)} ${Number(hour)} * * ${day} ${command}`] : []
}
