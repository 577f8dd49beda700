// ATIF files in the models that Harbor and the atif package read them with.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atif } from '../../src/core/formats/exporters/atif.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { tree, written } from '../core/trees.ts'
import { fileOf, read } from './reader.ts'

const SAMPLES = join(import.meta.dirname, '../../resources/samples')
const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.jsonl'))

test.each(['agent', 'world'])('Harbor and atif read what was written, and lose nothing (%s view)', async (view) => {
  const trees = [await tree()]
  for (const name of samples)
    trees.push(...(await readText(readFileSync(join(SAMPLES, name), 'utf8'), { now: 0 })).trees)
  const texts = await Promise.all(trees.map((one) => written(atif, one, { options: { view } })))
  const found = await read('trajectory', await fileOf('texts.json', JSON.stringify(texts)))
  const whole = texts.map((text): unknown => withoutNulls(JSON.parse(text)))
  expect(withoutNulls(found)).toEqual(whole.map((one) => [one, one]))
})

/** The models leave out what is null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]))
}
