// Tools that answer in the same words whatever is given, and tools that refuse whatever nobody has spoken of: what each repeats is a rule.
import type { Json } from '../../../../tree/ports.ts'
import { type Fields, isKeyLike, onlyReads } from './called.ts'
import type { PlacedCall } from './entities.ts'
import { templateOf } from './formula.ts'

const NAME = /^[A-Za-z]\w{0,63}$/
const TABLE = 'seen'
// Words of a sentence, and no page or file.
const LONGEST = 300
const MOST_SEEN = 60_000

interface Made {
  tables: Record<string, Fields>
  verbs: Record<string, Fields>
}

/** Adds verbs for tools that have none. @param taken what a tool takes */
export function worded(made: Made, calls: readonly PlacedCall[], taken: (name: string) => readonly string[]): void {
  for (const name of new Set(calls.map((call) => call.name))) {
    if (Object.hasOwn(made.verbs, name) || !/^[A-Za-z][\w.-]{0,127}$/.test(name)) continue
    const own = calls.filter((call) => call.name === name)
    const names = [...new Set([...taken(name), ...own.flatMap((call) => Object.keys(call.given))])].filter((one) =>
      NAME.test(one)
    )
    const verb = sameWords(own, names)
    if (verb) made.verbs[name] = verb
  }
}

const inputs = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, 'json']))
const known = (call: PlacedCall, names: readonly string[]) =>
  new Map<string, Json>(names.map((name) => [name, call.given[name] ?? null]))

/** One sentence for all calls, of which several were different. */
function sameWords(calls: readonly PlacedCall[], names: readonly string[]): Fields | null {
  if (new Set(calls.map(({ given }) => JSON.stringify(given))).size < 2 || calls.length < 3) return null
  if (calls.some(({ value, text }) => value !== undefined || text.length > LONGEST || !text.trim())) return null
  const told = templateOf(calls.map((call) => ({ text: call.text, known: known(call, names) })))
  if (!told || told.right < calls.length) return null
  return { ...(names.length > 0 && { input: inputs(names) }), answer: told.template }
}

/**
 * Of a tool that remembers its answers: what it says of a value of which nobody has spoken yet, where every such value was refused in these words and
 * none was taken. @returns whether there is such a rule
 */
export function refusesStrangers(
  made: Made,
  verb: Fields,
  calls: readonly PlacedCall[],
  own: readonly PlacedCall[],
  names: readonly string[],
  memory: string
): boolean {
  for (const name of names) {
    const judged = own.flatMap((call) => {
      const value = call.given[name]
      if (!isKeyLike(value)) return []
      const earlier = calls.filter((one) => one.recording === call.recording && one.at < call.at)
      const spoken = earlier.some(
        (one) =>
          (one.text.includes(String(value)) && !one.refused) ||
          (!one.refused && !onlyReads(one.name) && JSON.stringify(one.given).includes(String(value)))
      )
      return [{ call, spoken }]
    })
    const strange = judged.filter(({ spoken }) => !spoken).map(({ call }) => call)
    if (strange.some(({ refused }) => !refused) || new Set(strange.map(({ given }) => String(given[name]))).size < 3)
      continue
    const told = templateOf(strange.map((call) => ({ text: call.text, known: known(call, [name]) })))
    if (!told || told.right < strange.length || !told.template.includes(`{{${name}}}`)) continue
    made.tables[TABLE] ??= { columns: { at: 'text key', text: 'text' }, rows: textsIn(calls) }
    verb.leaves = `${memory} == 0 and count(${TABLE} where contains(it.text, text(${name}))) > 0`
    verb.require = [{ that: `${memory} > 0`, else: told.template }]
    return true
  }
  return false
}

/** What was answered and done, each text once, as far as it is not too long. */
function textsIn(calls: readonly PlacedCall[]): Json {
  const texts = new Set(
    calls.flatMap((call) =>
      call.refused ? [] : [call.text, ...(onlyReads(call.name) ? [] : [JSON.stringify(call.given)])]
    )
  )
  let left = MOST_SEEN
  return [...texts].flatMap((text, at) => {
    left -= text.length
    return left > 0 ? [{ at: String(at), text }] : []
  })
}
