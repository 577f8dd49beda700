// Calls that were answered the same each time, whatever was changed between them, are answered so again. Others of their tool are left to the model.
import { canonical } from '../../../../tree/history.ts'
import type { Json } from '../../../../tree/ports.ts'
import { type Fields, onlyReads } from './called.ts'
import type { PlacedCall } from './entities.ts'
import { refusesStrangers } from './worded.ts'

const isChange = ({ name, refused }: PlacedCall): boolean => !onlyReads(name) && !refused

const NAME = /^[A-Za-z]\w{0,63}$/
const TABLE = 'remembered'

/** Adds a table of answers, and a verb for each tool that has no rule. */
export function remembered(
  made: { tables: Record<string, Fields>; verbs: Record<string, Fields> },
  calls: readonly PlacedCall[],
  taken: (name: string) => readonly string[]
): void {
  const rows: Fields[] = []
  for (const name of new Set(calls.map((call) => call.name))) {
    if (Object.hasOwn(made.verbs, name) || !/^[A-Za-z][\w.-]{0,127}$/.test(name)) continue
    const own = calls.filter((call) => call.name === name)
    const given = [...new Set(own.flatMap((call) => Object.keys(call.given)))].sort()
    if (!given.every((one) => NAME.test(one)) || (Object.hasOwn(made.tables, TABLE) && !rows.length)) continue
    const answers = new Map<string, PlacedCall[]>()
    for (const call of own) {
      const key = canonical(call.given)
      answers.set(key, [...(answers.get(key) ?? []), call])
    }
    const groups = [...answers.values()]
    const steady = groups.filter((all) => new Set(all.map(({ text }) => text)).size === 1)
    // One call that was answered in two ways says that the tool hangs on what was done.
    const isSteady = steady.length === groups.length && (groups.some(isApart) || !calls.some(isChange))
    if (!isSteady || (!onlyReads(name) && !own.every(({ refused }) => refused))) continue
    for (const [first] of steady)
      if (first) rows.push({ call: `${rows.length}`, tool: name, given: keyOf(first.given, given), text: first.text })
    const test = `it.tool == '${name}' and it.given == ${given.length ? given.map((one) => `'${one}=' + text(${one})`).join(" + ';' + ") : "''"}`
    const all = [...new Set([...given, ...taken(name)])].filter((one) => NAME.test(one))
    const open = all
      .filter((one) => !given.includes(one))
      .map((one) => `${one} != null or `)
      .join('')
    const memory = `count(${TABLE} where ${test})`
    const verb: Fields = {
      ...(all.length > 0 && { input: Object.fromEntries(all.map((one) => [one, 'json'])) }),
      leaves: `${open}${memory} == 0`,
      let: { found: `first(${TABLE} where ${test})` },
      answer: '{{found.text}}'
    }
    if (!open) refusesStrangers(made, verb, calls, own, given, memory)
    made.verbs[name] = verb
  }
  if (rows.length)
    made.tables[TABLE] = {
      columns: { call: 'text key', tool: 'text', given: 'text', text: 'text' },
      rows: rows as unknown as Json[]
    }

  /** Asked again after something was changed. */
  function isApart(all: readonly PlacedCall[]): boolean {
    const [first, last] = [all[0], all.at(-1)]
    return calls.some(
      (call) =>
        isChange(call) &&
        first !== undefined &&
        last !== undefined &&
        call.recording === first.recording &&
        call.at > first.at &&
        call.at < last.at
    )
  }
}

/** As the condition of the verb writes it. */
const keyOf = (given: Fields, names: readonly string[]): string =>
  names.map((name) => `${name}=${textOf(given[name] ?? null)}`).join(';')

const textOf = (value: Json): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
