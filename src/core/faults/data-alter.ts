// What the perturbations of data share: whom they serve, and how they change the data and leave what stands around it.
import type { Domain } from '../domains/domain.ts'
import { misfit } from '../domains/tools/schema.ts'
import { type Framed, frameOf } from './data-frame.ts'
import type { HookEffect, Moment } from './perturbation.ts'

/** Worlds that answer with data: tools, and terminals. */
export const hasData = ({ surface, tools }: Pick<Domain, 'surface' | 'tools'>): boolean =>
  surface === 'terminal' || tools !== undefined

/** Worlds that answer with text of any kind, and not with a screen's tree. */
export const hasText = ({ surface }: Pick<Domain, 'surface'>): boolean => surface !== 'screen'

/** The observation with its data changed; `null` where nothing changes. */
export function alterData(
  moment: Moment,
  text: string,
  edit: (framed: Framed) => { body: string; detail: string; draw?: number } | null
): HookEffect | null {
  const framed = frameOf(moment, text)
  const made = edit(framed)
  if (!made || made.body === framed.body) return null
  const altered = framed.wrap(made.body)
  return isWithin(moment, text, altered) ? { text: altered, draw: made.draw ?? null, detail: made.detail } : null
}

/** Whether what became longer still is what the branch allows for one observation. */
export const isWithin = ({ setup }: Moment, before: string, after: string): boolean =>
  after.length <= Math.max(before.length, setup.observationLimit)

/** Whether the data fits the schema that the tool declares, or never did. */
export function keepsSchema({ domain, action, setup }: Moment, before: string, after: string): boolean {
  const schema = domain.tools?.schema?.(action, setup) ?? null
  return schema === null || misfit(after, schema) === null || misfit(before, schema) !== null
}

/** Whether the world reads the text as a failure. */
export function isFailure({ domain, action }: Moment, text: string): boolean {
  const document = domain.document?.read(action, text)
  return document !== undefined && 'error' in document && document.error
}

/** One of the list, which is not empty. */
export function pick<Item>(list: readonly Item[], random: () => number): Item {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new RangeError('There is nothing to pick from.')
  return found
}

/** The list in another order. */
export function shuffled<Item>(list: readonly Item[], random: () => number): Item[] {
  const placed = list.map((item) => ({ item, at: random() }))
  return placed.sort((one, two) => one.at - two.at).map(({ item }) => item)
}

/** So many different numbers below `of`, in ascending order. */
export function sample(count: number, of: number, random: () => number): number[] {
  const all = shuffled(
    Array.from({ length: of }, (_, index) => index),
    random
  )
  return all.slice(0, count).sort((one, two) => one - two)
}

/** The number with one of its digits changed: `1,204` as `1,704`. A date gets another year. */
export function otherNumber(written: string, random: () => number): string {
  const year = /\d{4}(?=-\d\d-\d\d)/.exec(written)
  if (year && year[0].length < written.length) {
    const end = year.index + year[0].length
    return written.slice(0, end - 1) + otherNumber(written.charAt(end - 1), random) + written.slice(end)
  }
  const digits = [...written.matchAll(/\d/g)].map(({ index }) => index)
  if (!digits.length) return written
  const at = pick(digits, random)
  const was = Number(written[at])
  // A first digit stays a digit that a number can begin with.
  const now = ((was === 9 ? 0 : was) + 1 + Math.floor(random() * 7)) % 10 || 1
  return written.slice(0, at) + (now === was ? (was % 9) + 1 : now) + written.slice(at + 1)
}
