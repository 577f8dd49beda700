// AgentWorldBench's files through an evaluation with a real engine and a tiny model.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LoadOptions } from '../../../../src/core/contract/fit.ts'
import type { RunEvent } from '../../../../src/core/contract/runs.ts'
import { Sampling } from '../../../../src/core/tree/model.ts'
import type { Engine, Request } from '../../../../src/core/tree/ports.ts'
import { createLlamaEngine } from '../../../../src/host/engines/llama.ts'
import { writeTinyModel } from '../../../fixtures/tiny-gguf.ts'
import { UNTIL_DONE } from '../../../patience.ts'
import { runsOf } from './runs.ts'

const FOLDER = join(import.meta.dirname, '../../../fixtures/agentworldbench')
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))
const text = files.map((name) => readFileSync(join(FOLDER, name), 'utf8')).join('')
const records = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

let home: string
let engine: Engine
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-eval-files-'))
  writeTinyModel(join(home, 'tiny.gguf'), { architecture: 'llama', random: 3 })
  const load = LoadOptions.parse({ contextSize: 8192 })
  engine = createLlamaEngine({
    modelPath: join(home, 'tiny.gguf'),
    name: 'tiny',
    hash: 'tiny',
    template: 'standard',
    load
  })
})
afterAll(async () => {
  await engine.dispose()
  rmSync(home, { recursive: true, force: true })
})

test("an evaluation asks each record's own prompt, and says which actions it could not read", async () => {
  const asked: Request[] = []
  const heard: Engine = {
    ...engine,
    generate(request, options) {
      asked.push(request)
      return engine.generate(request, options)
    }
  }
  const events: RunEvent[] = []
  const { streams } = runsOf({ home, engine: heard, sampling: Sampling.parse({ maxTokens: 12 }) })
  const input = { kind: 'eval', name: 'all', options: { text, greedy: true } }
  for await (const event of streams['runs.start'](input, { signal: UNTIL_DONE })) events.push(event)
  const jobs = events.filter((event) => event.type === 'job')
  expect(jobs.length).toBe(records.length)
  expect(asked.map(({ messages }) => messages.map(({ content }) => content))).toEqual(
    records.map(({ system_str, prompt, response, turn_idx }) => [
      system_str,
      ...prompt.flatMap((one: string, index: number) => (index < turn_idx - 1 ? [one, response[index]] : [one]))
    ])
  )
  const rows = readFileSync(join(home, 'evals', 'all.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const unread = rows.filter(({ orrery }) =>
    orrery.warnings.includes('An action of this sample is none of the terminal domain; it was asked as it stands.')
  )
  expect(unread.map(({ id }) => id)).toEqual(['term-17_5'])
})
