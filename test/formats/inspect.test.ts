// Inspect logs in Inspect itself, and Inspect's own .eval files here.
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inspect } from '../../src/core/formats/exporters/inspect.ts'
import { inspect as importer } from '../../src/core/formats/importers/inspect.ts'
import type { SessionTree } from '../../src/core/formats/importing.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { inputsAt } from '../../src/host/formats/inputs.ts'
import { tree, written } from '../core/trees.ts'
import { fileOf, read } from './reader.ts'

const ROOT = join(import.meta.dirname, '../..')

async function sample(name: string): Promise<SessionTree> {
  const text = readFileSync(join(ROOT, `resources/samples/${name}.jsonl`), 'utf8')
  const [found] = (await readText(text, { now: 0 })).trees
  if (!found) throw new Error(`no session in ${name}`)
  return found
}

test('read_eval_log reads every sample, action and observation', async () => {
  const whole = await tree()
  const calls = await sample('mcp-files')
  const text = await written(inspect, [whole, calls])
  const found = (await read('inspect_log', await fileOf('log.json', text))) as {
    samples: {
      id: string
      messages: {
        role: string
        content: string
        tool_calls?: { arguments: unknown }[]
        metadata?: { orrery: { simulated: boolean } }
      }[]
    }[]
  }
  expect(found).toMatchObject({ version: 2, status: 'success', task: 'orrery', model: 'none/none' })
  expect(found.samples.map(({ id }) => id)).toEqual([whole.session.id, calls.session.id])
  const [first, second] = found.samples
  const steps = whole.steps.slice(0, 6)
  const tools = first?.messages.filter(({ role }) => role === 'tool') ?? []
  expect(tools.map(({ content }) => content)).toEqual(steps.map(({ observation }) => observation.text))
  expect(tools.map(({ metadata }) => metadata?.orrery.simulated)).toEqual(steps.map(() => true))
  const asked = (messages: typeof tools = []) => messages.flatMap(({ tool_calls }) => tool_calls ?? [])
  expect(asked(first?.messages).map((call) => call.arguments)).toEqual(steps.map(({ action }) => ({ action })))
  expect(asked(second?.messages).length).toBe(calls.steps.length)
})

// As exports are called: Inspect lists what begins with a time.
const NAME = '2026-11-25T19-10-38_one.inspect.json'

test('the header is read without the samples, and Inspect bundles the log for its viewer', async () => {
  const [whole, calls] = [await tree(), await sample('mcp-files')]
  const path = await fileOf(NAME, await written(inspect, [whole, calls]))
  const bundle = `${dirname(path)}-bundle`
  process.env.ORRERY_BUNDLE = bundle
  onTestFinished(() => rm(bundle, { recursive: true, force: true }))
  let found: unknown
  try {
    found = await read('inspect_log', path)
  } finally {
    delete process.env.ORRERY_BUNDLE
  }
  const times = [whole, calls].flatMap(({ session }) => [session.createdAt, session.updatedAt])
  const at = (time: number) => new Date(time).toISOString().replace(/\.?0*Z$/, '')
  const { stats } = found as { stats: Record<string, string> } // The reader prints them.
  expect(Object.keys(stats).sort()).toEqual(['completed_at', 'started_at'])
  expect(stats.started_at).toContain(at(Math.min(...times)).slice(0, 19))
  expect(stats.completed_at).toContain(at(Math.max(...times)).slice(0, 19))
  expect(JSON.parse(await readFile(join(bundle, 'logs', 'listing.json'), 'utf8'))).toMatchObject({ [NAME]: {} })
  expect(await readFile(join(bundle, 'index.html'), 'utf8')).toContain('<html')
})

test('an .eval file that Inspect wrote comes in as the session that it was', async () => {
  const whole = await sample('mcp-files')
  const folder = await mkdtemp(join(tmpdir(), 'orrery-eval-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'log.eval')
  process.env.ORRERY_EVAL = path
  try {
    await read('inspect_log', await fileOf('log.json', await written(inspect, whole)))
  } finally {
    delete process.env.ORRERY_EVAL
  }
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')
  const inputs = await inputsAt([path], { signal: new AbortController().signal })
  const reading = {
    now: 0,
    signal: new AbortController().signal,
    find: (name: string) => inputs.find((one) => one.name === name) ?? null
  }
  const trees: SessionTree[] = []
  for (const input of inputs) {
    expect(importer.recognise(input)).toMatchObject({ sure: 'certain' })
    for await (const one of importer.read(input, reading, {})) {
      if (one.type === 'tree') trees.push(one.tree)
      expect(one.type).not.toBe('problem')
    }
  }
  expect(trees.map(({ steps }) => steps)).toEqual([whole.steps])
  expect(trees[0]?.session.title).toBe(whole.session.title)
})
