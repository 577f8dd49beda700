// What a tool says of a row that is not there, and whether a key that nobody saw may still be there.
import { plural, singular, wordsOf } from '../../../../grounds/programs/declared/names.ts'
import { type Entity, isCalledAfter } from './entities.ts'
import { SORT } from './filters.ts'
import { inputs, type Learning, takes, type VerbWay } from './learning.ts'

/** Of a tool that nothing else is known of: what it says of rows that there are not. */
export function missingOnly(learning: Learning, entities: readonly Entity[]): VerbWay | null {
  for (const key of takes(learning)) {
    const said = wordsOf(learning.name).map((word) => plural(singular(word)))
    const own = entities.find((one) => said.includes(one.name))
    const entity =
      own && (isCalledAfter(own, key) || /(?:id|key|number|code|name)$/i.test(key)) && !SORT.test(key) ? own : undefined
    const words = entity && missedIn(learning, entity, key).missing?.words
    const [first] = words ?? []
    if (!entity || first === undefined || !words?.every((one) => one === first)) continue
    const row = `count(${entity.name} where text(it.${entity.key}) == text(${key}))`
    return {
      verb: {
        input: inputs(takes(learning)),
        leaves: `${row} > 0${strangeTo(entity, key)}`,
        require: [{ that: 'false', else: first.replaceAll('{{id}}', `{{${key}}}`) }]
      },
      missing: { entity, words }
    }
  }
  return null
}

/** What is said where no row has the key that was given. */
export function missedIn({ calls }: Learning, entity: Entity, key: string): Pick<VerbWay, 'missing'> {
  const words = calls.flatMap(({ refused, given, text, before }) => {
    const asked = given[key]
    if (!refused || asked === undefined || asked === null || !text.includes(String(asked))) return []
    if (before.get(entity)?.has(String(asked)) || entity.rows.has(String(asked))) return []
    return [text.replaceAll('{{', '{ {').replaceAll(String(asked), '{{id}}')]
  })
  return words.length ? { missing: { entity, words } } : {}
}

/** A key that looks like those that there are may be one that nobody saw. */
export function strangeTo(entity: Entity, key: string): string {
  const keys = [...entity.rows.keys()]
  // Rows of which nobody is told may be there.
  if (entity.grows) return ' or true'
  if (entity.complete || isCounted(keys)) return ''
  const prefix = /^[A-Za-z]{1,12}[-_]/.exec(keys[0] ?? '')?.[0]
  const alike = prefix !== undefined && keys.every((one) => one.startsWith(prefix))
  return alike ? ` or startsWith(text(${key}), '${prefix}')` : ' or true'
}

/** Keys that are numbers in a row, of which none is left out. */
function isCounted(keys: readonly string[]): boolean {
  const numbers = keys.map((key) => Number(/^\D{0,20}(\d{1,9})$/.exec(key)?.[1] ?? Number.NaN))
  return (
    keys.length > 2 &&
    numbers.reduce((most, one) => Math.max(most, one), 0) -
      numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY) ===
      keys.length - 1
  )
}
