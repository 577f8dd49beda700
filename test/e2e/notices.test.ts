// The build says what it is made of: a bill of materials and a list of licenses.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const out = join(import.meta.dirname, '..', '..', 'out')
const Component = z.looseObject({ name: z.string(), version: z.string(), 'bom-ref': z.string() })
const Sbom = z.looseObject({ bomFormat: z.literal('CycloneDX'), components: z.array(Component) })
const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string())
})

/** Licenses under which a package may be part of Orrery. */
const FINE = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|\(.*\b(MIT|Apache-2\.0)\b.*\))$/

it('22.5 the build has a bill of materials that holds every package Orrery asks for', async () => {
  const { components } = Sbom.parse(JSON.parse(await readFile(join(out, 'sbom.json'), 'utf8')))
  const { dependencies, devDependencies } = Manifest.parse(
    JSON.parse(await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))
  )
  const there = new Set(components.map(({ name }) => name))
  expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !there.has(name))).toEqual([])
  expect(components.length).toBeGreaterThan(100)
})

it('22.5 and a list of the licenses of all that a user gets, each of which allows it', async () => {
  const whole = await readFile(join(out, 'licenses.md'), 'utf8')
  // Without the texts, which have headings of their own.
  const text = whole.replace(/^~~~\n[\s\S]*?\n~~~$/gm, '')
  const sections = [...text.matchAll(/^## (?<name>.+)\n\n(?<license>.+)$/gm)].map(({ groups }) => groups)
  const names = sections.map((one) => one?.name?.replace(/ [^ ]+$/, ''))
  // What runs from node_modules, what is bundled for the window, what is bundled for the host, and the weights.
  for (const name of ['better-sqlite3', 'node-llama-cpp', 'react', '@xterm/xterm', 'commander', 'zod'])
    expect(names).toContain(name)
  expect(text).toContain('resources/models/orrery-lwm-135m-q4.gguf')
  expect(sections.filter((one) => !FINE.test(one?.license ?? ''))).toEqual([])
  const bundled = z
    .array(z.looseObject({ name: z.string() }))
    .parse(JSON.parse(await readFile(join(out, 'assets', 'licenses.json'), 'utf8')))
  expect(bundled.map(({ name }) => name)).toContain('react-dom')
})
