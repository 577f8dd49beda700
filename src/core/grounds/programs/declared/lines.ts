// Lines of text as verbs: `pay {amount} to {to}`.
import type { CommandRules, DeclaredRow, Rules, VerbRules } from './rules.ts'
import { fromText } from './values.ts'
import type { DeclaredState } from './work.ts'

// Longer lines are no commands.
const LONGEST = 2000
// Lines that are listed for one pattern whose place can be filled by rows.
const MOST_LISTED = 50

/** The verb that a line means, with its arguments; `null` where it fits no pattern. The first pattern that fits counts. */
export function readLine({ text }: Rules, line: string): { verb: VerbRules; args: DeclaredRow } | null {
  if (!text || line.length > LONGEST) return null
  for (const command of text.commands) {
    const values = fitted(command, line)
    if (!values) continue
    const args: DeclaredRow = {}
    for (const [at, slot] of command.slots.entries()) {
      const column = command.verb.input.get(slot)
      const value = values[at] ?? ''
      args[slot] = column ? fromText(column, value) : value
    }
    return { verb: command.verb, args }
  }
  return null
}

/** What stands in each place. Each text is looked for once from where the one before ended, so this is linear. */
function fitted({ texts }: CommandRules, line: string): string[] | null {
  const said = line.toLowerCase()
  const [first = '', ...rest] = texts.map((text) => text.toLowerCase())
  if (!said.startsWith(first)) return null
  const last = rest.pop()
  if (last === undefined) return said === first ? [] : null
  const values: string[] = []
  let at = first.length
  for (const text of rest) {
    const found = said.indexOf(text, at + 1)
    if (found < 0) return null
    values.push(line.slice(at, found).trim())
    at = found + text.length
  }
  if (!said.endsWith(last) || at >= line.length - last.length) return null
  values.push(line.slice(at, line.length - last.length).trim())
  return values.every(Boolean) ? values : null
}

/** What can be typed now: with each row that could stand in the one place, else with the name of each place in `<>`. */
export function linesOf({ text, tables }: Rules, { tables: rows }: DeclaredState): string[] {
  return (text?.commands ?? []).flatMap(({ pattern, slots, texts, verb }) => {
    const [slot, ...more] = slots
    const column = slot === undefined ? undefined : verb.input.get(slot)
    const other = column && tables.get(column.references ?? (verb.key === slot ? (verb.does?.table.name ?? '') : ''))
    const values = column?.enum ?? (other && (rows[other.name] ?? []).map((row) => String(row[other.key.name])))
    if (values && !more.length && values.length <= MOST_LISTED) return values.map((one) => texts.join(String(one)))
    return [pattern.replaceAll('{', '<').replaceAll('}', '>')]
  })
}
