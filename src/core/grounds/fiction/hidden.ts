// What the world model is told of the facts in one turn. The agent never sees it.

import type { Domain } from '../../domains/domain.ts'
import { toolCallOf } from '../../domains/tool-call.ts'
import type { FictionCopy, FictionRows, FictionSpec, FoundRow } from '../../tree/fiction.ts'
import type { Action, Setup } from '../../tree/model.ts'
import { stringsIn } from './leak.ts'
import { addressOf, placeAt } from './pages.ts'

/** Facts for one turn. */
export interface Hidden {
  text: string
  /** Their rows, as `table/key`. */
  rows: string[]
}

// About 2,000 tokens: a prompt of a small model still has room for its history.
const MOST = 6000
const MOST_OF_ONE = 800
const ROWS = 24

const AGREE = 'Results and pages agree with these facts.'
const TEASE =
  'A snippet says what a page is about and never gives a figure, a date or a name that a question could ask for; only web_extractor on the page shows them.'
const CONCERN = 'Facts that do not concern the query appear in no result.'

/** What the world's policy says itself is not said again. */
const webTold = ({ search }: Setup): string =>
  [AGREE, search?.snippets ? '' : TEASE, search?.mix ? '' : CONCERN].filter(Boolean).join(' ')

const RECORDS =
  'The tools read and change these records. Answer in the form of the tool, with nothing that it was not asked for.'

/** The rows that this action is about, and how to use them. */
export function hiddenFacts(facts: FictionRows, domain: Domain, setup: Setup, action: Action): Hidden {
  return tell(facts.spec, domain, setup, concerned(facts, action))
}

/** The same text for a turn that was made, from the names of the rows it was given. */
export function hiddenAgain(
  { spec, rows }: FictionCopy,
  domain: Domain,
  setup: Setup,
  given: readonly string[]
): string {
  const found = given.flatMap((name) => {
    const at = name.indexOf('/')
    const table = spec.tables.find((one) => one.name === name.slice(0, at))
    const row = table && rows[table.name]?.find((one) => String(one[table.key] ?? '') === name.slice(at + 1))
    return table && row ? [{ table, row }] : []
  })
  return tell(spec, domain, setup, found).text
}

function tell(spec: FictionSpec, domain: Domain, setup: Setup, found: readonly FoundRow[]): Hidden {
  const isWeb = domain.fiction?.as === 'web'
  const lines: string[] = []
  const rows: string[] = []
  let left = MOST
  for (const { table, row } of found) {
    const where = isWeb ? ` ${addressOf(spec, table, row)}` : ''
    const json = JSON.stringify(row)
    const line = `${table.name}${where} ${json.length > MOST_OF_ONE ? `${json.slice(0, MOST_OF_ONE)}…` : json}`
    if (line.length > left) break
    left -= line.length
    lines.push(line)
    rows.push(`${table.name}/${String(row[table.key] ?? '')}`)
  }
  // A policy of the world's own says what is guarded where it says how to search.
  const reference = setup.search?.reference ? undefined : setup.fiction?.reference
  const text = [
    `This world is invented: ${spec.premise.trim() || spec.title} Today is ${spec.date}. ${isWeb ? webTold(setup) : RECORDS}`,
    lines.length ? 'The facts that concern this action:' : 'No fact of this world concerns this action.',
    ...lines,
    ...(reference
      ? [
          `The agent is to find out: ${reference.question} The answer is "${reference.answer}". ${
            reference.reveal?.length
              ? `Only these show it: ${reference.reveal.slice(0, 10).join(', ')}.`
              : 'Nothing shows it.'
          } It must not appear anywhere else.`
        ]
      : [])
  ].join('\n')
  return { text, rows }
}

/** Pages that are asked for come first, then what the words of the action find. */
function concerned(facts: FictionRows, action: Action): FoundRow[] {
  const asked = stringsIn(toolCallOf(action).arguments)
  const pages = asked.flatMap((address) => {
    const place = /^https?:\/\//i.test(address) ? placeAt(facts, address) : null
    return place?.kind === 'row' ? [{ table: place.table, row: place.row }] : []
  })
  const words = asked.map((text) => text.split(/[/_%-]+/).join(' ')).join(' ')
  const found = facts.search(words, ROWS)
  const key = ({ table, row }: FoundRow) => `${table.name}/${String(row[table.key] ?? '')}`
  const seen = new Set<string>()
  return [...pages, ...found].filter((one) => !seen.has(key(one)) && seen.add(key(one)))
}
