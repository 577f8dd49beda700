// What holds for every exporter and importer. That what comes back equals what went out stands in exporters/again.test.ts and losses.test.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OrreryError } from '../../../src/core/errors.ts'
import { exporters, readOptions } from '../../../src/core/formats/exporters/index.ts'
import { PLACE } from '../../../src/core/formats/exporters/recording.ts'
import { treeSource } from '../../../src/core/formats/exporters/source.ts'
import type { Chunk, Exporter } from '../../../src/core/formats/exporting.ts'
import { findImporter, importers } from '../../../src/core/formats/importers/index.ts'
import type { Finding, SessionTree } from '../../../src/core/formats/importing.ts'
import { readText, textInput } from '../../../src/core/formats/importing-text.ts'
import { mutation } from '../../fixtures/mutation.ts'
import { must } from '../../must.ts'
import { tree, writing } from '../trees.ts'
import { notes, shell } from './exporters/training.ts'

const FOLDER = join(import.meta.dirname, '../../../resources/samples')
const DRAWN = 60

const samples = await Promise.all(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .map(async (name) => must((await readText(readFileSync(join(FOLDER, name), 'utf8'), { now: 0 })).trees[0]))
)
// One of each domain, and those that formats like to damage.
const domains = [...new Map(samples.map((one) => [one.session.domain, one])).values()]
const worlds = [...domains, await tree(), notes, shell].map(frozen)

/** The same, so that writing into it throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

async function chunks(format: Exporter, world: SessionTree, signal?: AbortSignal): Promise<Chunk[]> {
  const asset = async () => `<script${PLACE}/script>`
  const given = writing({ asset, ...(signal && { signal }) })
  const written: Chunk[] = []
  for await (const chunk of format.write([treeSource(world)], format.options.parse({}), given)) written.push(chunk)
  return written
}

/** As one text, for formats that are text. */
const textOf = (written: Chunk[]) => written.filter((chunk) => typeof chunk === 'string').join('')

describe.each(exporters)('the format "$name"', (format) => {
  const suited = worlds.filter(({ session }) => !format.unsuited?.(session))

  it('gives the same bytes for the same worlds, and writes into nothing', async () => {
    let bytes = 0
    for (const world of suited) {
      const first = await chunks(format, world)
      expect(await chunks(format, world), world.session.title).toEqual(first)
      bytes += first.reduce(
        (sum, chunk) => sum + (typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk.length : 0),
        0
      )
    }
    expect(bytes).toBeGreaterThan(0)
  })

  it('says in sentences what it loses, and why a world does not suit it', () => {
    expect(suited.length).toBeGreaterThan(0)
    for (const world of worlds) {
      const refusal = format.unsuited?.(world.session) ?? null
      const said = refusal === null ? format.losses(treeSource(world), format.options.parse({})) : [refusal]
      for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}.*\.$/u)
      expect(new Set(said).size).toBe(said.length)
      expect(format.lossless && refusal === null ? said : []).toEqual([])
    }
  })

  it('refuses options that are none of its own by their name, and has a default for each', () => {
    expect(readOptions(format, {})).toEqual(format.options.parse({}))
    expect(() => readOptions(format, { nonsense: 1 })).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        message: expect.stringMatching(/nonsense.*(Options of|has no options)/)
      })
    )
    for (const key of Object.keys(format.options.shape)) {
      expect(() => readOptions(format, { [key]: { no: 'such' } })).toThrow(
        new RegExp(`^${key}: .*Options of ${format.name}`)
      )
    }
  })
})

/** What there is to read: what our exporters write, and what is none of it. */
const texts = (
  await Promise.all(
    exporters
      .filter(({ name }) => name !== 'html')
      .map(async (format) => {
        const suited = worlds.slice(-3).filter(({ session }) => !format.unsuited?.(session))
        return Promise.all(suited.map(async (world) => textOf(await chunks(format, world))))
      })
  )
)
  .flat()
  .filter(Boolean)
const STRANGE = ['{', '[]', '{}', 'null', '7', '"x"', '\0\0', '{"format": 7}\n', '[{"role": 7}]', 'x'.repeat(70_000)]

describe.each(importers)('the importer "$name"', (importer) => {
  async function read(text: string): Promise<Finding[] | string> {
    const reading = { now: 5, signal: new AbortController().signal, find: () => null }
    const found: Finding[] = []
    try {
      for await (const one of importer.read(textInput(text, 'x'), reading, importer.options.parse({}))) found.push(one)
      return found
    } catch (error) {
      // Any other error is a file that breaks the program.
      if (!(error instanceof OrreryError)) throw error
      return `${error.code}: ${error.message}`
    }
  }

  it('reads or refuses any file in words, the same each time', async () => {
    const drawn = Array.from({ length: DRAWN }, (_, seed) => mutation(texts, seed))
    for (const text of [...STRANGE, ...texts, ...drawn]) {
      const first = await read(text)
      expect(await read(text)).toEqual(first)
      if (typeof first === 'string') expect(first).toMatch(/^invalid-input: \S/)
      else for (const one of first) if (one.type === 'problem') expect(one.reason).not.toBe('')
    }
  })

  it('recognises by the beginning alone, and never throws at it', () => {
    for (const text of [...STRANGE, ...texts]) {
      for (const head of ['', text.slice(0, 40), text]) {
        const found = importer.recognise({ name: 'x', head })
        if (found) expect(['certain', 'likely', 'possible']).toContain(found.sure)
      }
    }
  })

  it('is not asked to read an empty file', () => {
    expect(() => findImporter(textInput(' \n'), importer.name)).toThrow(
      'There is nothing to import: the file is empty.'
    )
  })
})
