// Jobs of cron: "ada's crontab has one entry: `0 3 * * * /home/ada/backup.sh`", and what `crontab -l` prints.

import type { StateChange } from '../../../tree/ground.ts'
import { denies, printedBy, type StatedText, type StatementFacts } from './said.ts'

const ENTRY =
  /^(?:@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)|(?:[\d*][\d*,/-]* ){2}[\d*][\d*,/-]* (?:[\w*,/-]+ )[\w*,/-]+) +\S/
const OF =
  /\b([a-z_][a-z0-9_-]{0,31})(?:'s?|’s?) (?:crontab|cron jobs?)\b|\bcrontab of (?:the user )?([a-z_][a-z0-9_-]{0,31})\b/

/** @param main whose terminal it is */
export function cronIn(said: StatedText, main: { name: string }): StatementFacts {
  const tables = new Map<string, string[]>()
  const printed = printedBy(said, /^crontab -l$/).filter((line) => !/^no crontab for /.test(line))
  if (printed.length > 0) tables.set(main.name, printed)
  for (const sentence of said.sentences) {
    if (!/\bcron/i.test(sentence) || denies(sentence)) continue
    const [, own, other] = OF.exec(sentence) ?? []
    const found = [...sentence.matchAll(/`([^`\n]{3,300})`/g)].flatMap(([, entry = '']) =>
      ENTRY.test(entry) ? [entry] : []
    )
    const user = own ?? other ?? main.name
    if (found.length > 0 && printed.length === 0) tables.set(user, [...(tables.get(user) ?? []), ...found])
  }
  const effects = [...tables].flatMap(([user, entries]): StateChange[] => {
    const path = `/var/spool/cron/crontabs/${user}`
    return [
      { do: 'write', path, content: `${entries.join('\n')}\n` },
      { do: 'mode', path, owner: user, group: 'crontab', mode: '600' }
    ]
  })
  return {
    effects,
    ...(effects.length > 0 && {
      unmade: [{ at: 'cron', why: 'Jobs of cron are listed and do not run by themselves.' }]
    })
  }
}
