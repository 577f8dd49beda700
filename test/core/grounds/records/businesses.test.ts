import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { type Business, businesses, type Row, type Truth } from './businesses.ts'
import { play } from './play.ts'

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an answer tells what is true, in whatever form. */
function tells(value: Json, error: boolean | undefined, truth: Truth): boolean {
  const failed =
    error === true || (typeof value === 'string' && value.startsWith('Error')) || (isRow(value) && 'error' in value)
  if ('missing' in truth) return failed
  if (failed) return false
  if ('gone' in truth) return isRow(value) && Object.values(value).includes(truth.gone)
  if ('count' in truth) return isRow(value) ? Object.values(value).includes(truth.count) : value === truth.count
  if ('row' in truth) return agrees(value, truth.row)
  const rows = Array.isArray(value) ? value : isRow(value) ? Object.values(value).find(Array.isArray) : undefined
  const whole = !isRow(value) || value.total === undefined || value.total === truth.total
  return whole && agrees(rows ?? null, truth.rows)
}

/** The same in whatever order of fields. The plain program knows no time: it says NOW. */
function agrees(own: Json, truth: Json): boolean {
  if (truth === 'NOW') return typeof own === 'string'
  if (Array.isArray(truth)) {
    return Array.isArray(own) && own.length === truth.length && truth.every((one, at) => agrees(own[at] ?? null, one))
  }
  if (!isRow(truth)) return own === truth
  const names = Object.keys(truth)
  return (
    isRow(own) &&
    Object.keys(own).length === names.length &&
    names.every((name) => agrees(own[name] ?? null, truth[name] ?? null))
  )
}

/** What the model would answer. */
const said = (truth: Truth): string =>
  JSON.stringify(
    'rows' in truth
      ? truth.rows
      : 'row' in truth
        ? truth.row
        : 'gone' in truth
          ? { deleted: truth.gone }
          : 'count' in truth
            ? truth
            : { error: 'refused' }
  )

export async function judged({ setup, tables, calls }: Business) {
  const world = play(setup)
  const made = []
  for (const [name, given, truthOf] of calls) {
    const route = await world.route(name, given)
    const truth: Truth = structuredClone(truthOf(tables))
    const { value, error, grounded } = await world.call(name, given, said(truth))
    const right = route.by === 'model' || grounded.uncertain ? null : tells(value, error, truth)
    made.push({ name, given, rule: route.rule, why: route.why, right, value, truth })
  }
  return made
}

describe('what the store computes is what a plain program over the same records computes', () => {
  it.each(businesses())('$name', async (business) => {
    const made = await judged(business)
    expect(made.filter(({ right }) => right === false)).toEqual([])
    expect(made.filter(({ right }) => right).length).toBeGreaterThanOrEqual(10)
  })
})
