// When a tool refuses, and in which words: of the values that it takes, and of the state.
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import { type Fields, isKeyLike, same } from './called.ts'
import type { Entity, PlacedCall } from './entities.ts'
import { conditionFor, templateOf } from './formula.ts'
import { knownIn, type Learning } from './learning.ts'

/** Refusals that the state or the arguments explain, each kind of words once. */
export function refusals(
  { calls }: Learning,
  done: readonly PlacedCall[],
  {
    names,
    row,
    key,
    entity
  }: { names: readonly string[]; row(call: PlacedCall): DeclaredRow | null; key: string | null; entity: Entity }
): Fields[] {
  const known = (call: PlacedCall) => knownIn(call, names, row(call), key)
  const open = calls.filter(
    (call) => call.refused && (key === null || (row(call) !== null && !call.named.get(key)?.stale))
  )
  const kinds = new Map<string, PlacedCall[]>()
  for (const call of open) {
    const told = templateOf([{ text: call.text, known: known(call) }])
    if (told) kinds.set(told.template, [...(kinds.get(told.template) ?? []), call])
  }
  const made: Fields[] = []
  for (const [words, all] of kinds) {
    const references = names.filter(
      (name) =>
        all.every((call) => isKeyLike(call.given[name]) && !call.named.has(name)) &&
        done.some((call) => call.named.has(name))
    )
    const missing = references.flatMap((name) => {
      const other = done.flatMap((call) => call.named.get(name)?.entity ?? [])[0]
      return other && words.includes(`{{${name}}}`)
        ? [`count(${other.name} where text(it.${other.key}) == text(${name})) == 0`]
        : []
    })[0]
    const condition =
      missing === undefined
        ? conditionFor(all.map(known), done.filter((call) => key === null || row(call) !== null).map(known), words)
        : null
    const taken = names.find(
      (name) =>
        entity.columns.has(name) &&
        all.every((call) =>
          [...(call.before.get(entity)?.values() ?? [])].some((one) => same(one[name], call.given[name]))
        ) &&
        !done.some((call) =>
          [...(call.before.get(entity)?.values() ?? [])].some((one) => same(one[name], call.given[name]))
        )
    )
    const text =
      missing ??
      (key === null && taken !== undefined
        ? `count(${entity.name} where it.${taken} == ${taken}) > 0`
        : condition?.text)
    if (text !== undefined) made.push({ that: `not (${text})`, else: words })
  }
  return made
}

/** What is said of a value that is none of those that the words name: `must be one of a, b, not c`. */
export function notAmong(
  { calls }: Learning,
  names: readonly string[]
): { argument: string; that: string; else: string }[] {
  const found = new Map<string, { argument: string; that: string; else: string }>()
  for (const { refused, given, text } of calls) {
    const listed =
      refused && /\bone of:? (?:\[|")?([^\].;\n]{1,400}?)(?:\]|")?(?:, (?:not|got|but)\b|[.;\]]|$)/m.exec(text)?.[1]
    if (!listed) continue
    const allowed = listed.split(/, (?:or )?|\|| or /).map((one) => one.replace(/^["'`]|["'`]$/g, '').trim())
    const argument = names.find(
      (name) =>
        typeof given[name] === 'string' &&
        text.includes(name) &&
        text.includes(String(given[name])) &&
        !allowed.includes(String(given[name]))
    )
    if (argument === undefined || allowed.length < 2 || !allowed.every((one) => /^[\w .:-]{1,60}$/.test(one))) continue
    const words = text.replaceAll('{{', '{ {').replace(String(given[argument]), `{{${argument}}}`)
    found.set(argument, {
      argument,
      that: `${argument} == null or ${argument} in [${allowed.map((one) => `'${one}'`).join(', ')}]`,
      else: words
    })
  }
  return [...found.values()]
}
