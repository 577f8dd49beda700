import { expect, test } from 'vitest'
import { z } from 'zod'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { Engine } from '../../../src/core/tree/ports.ts'
import { fileEngine } from '../../../src/host/engines/declare.ts'
import { engines, findRuntime, findServerEngine, runtimes } from '../../../src/host/engines/index.ts'
import { none } from '../../../src/host/engines/none.ts'

test('engines have names of their own, and say who answered as a step tells it', () => {
  expect(new Set(engines.map(({ id }) => id)).size).toBe(engines.length)
  for (const { title, description, source } of engines) {
    expect([title, description, source].every((text) => text.trim() !== '')).toBe(true)
    expect(description).toMatch(/\.$/)
  }
})

test('an engine that says so is known by the name that it declares', () => {
  const file = { path: '/m.gguf', name: 'm', hash: 'abc', template: 'small' as const, contextSize: null }
  const opened: [string, Engine][] = runtimes.map((one) => [
    one.id,
    one.open(file, LoadOptions.parse({}), { states: '/' })
  ])
  const server = findServerEngine()
  opened.push([server.id, server.open({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' })])
  for (const [id, engine] of opened) expect(engine.info().engine).toBe(id)
  for (const one of runtimes.keys()) expect(opened[one]?.[1].status?.()).toMatchObject({ state: 'idle', device: null })
  expect(opened.at(-1)?.[1].status?.()).toEqual({ state: 'ready', device: '127.0.0.1:9' })
})

test('options are parsed before an engine sees them', () => {
  const seen: unknown[] = []
  const declared = fileEngine({
    ...{ id: 'abacus', title: 'Abacus', description: 'Counts.', source: 'an abacus' },
    options: z.strictObject({ beads: z.int().default(10) }),
    open: (_, options) => {
      seen.push(options)
      return none
    }
  })
  const file = { path: '/m.gguf', name: 'm', hash: 'abc', template: 'small' as const, contextSize: null }
  declared.open(file, { colour: 'red' }, { states: '/' })
  expect(seen).toEqual([{ beads: 10 }])
  expect(() => declared.open(file, { beads: 'many' }, { states: '/' })).toThrow(z.ZodError)
})

test('what there is not is refused with what there is', () => {
  const names = runtimes.map(({ id }) => id).join(', ')
  expect(() => findRuntime('openai')).toThrow(`There is no engine "openai" for this. Choose one of: ${names}.`)
  expect(() => findServerEngine('llama')).toThrow('There is no engine "llama" for this. Choose one of: openai')
})
