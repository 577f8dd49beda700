// `orrery templates search` over a scripted server: whichever prompt says the word is answered well.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { TuningReport } from '../../src/core/control/tuning/report.ts'
import { must } from '../must.ts'
import { orrery, ownHome } from './command-line.ts'

const sample = (name: string) => join(import.meta.dirname, `../../resources/samples/${name}.jsonl`)
const RECORDINGS = [sample('first-steps'), sample('git-repair')]

let home: ReturnType<typeof ownHome>
beforeEach(() => {
  home = ownHome()
})
afterEach(() => home.remove())

/** What a recording shows, by the action as it is asked. */
function truths(): Map<string, string> {
  const found = new Map<string, string>()
  for (const path of RECORDINGS)
    for (const row of readFileSync(path, 'utf8').trim().split('\n')) {
      const { step } = JSON.parse(row)
      if (step) found.set(JSON.stringify(step.action?.[0]?.keystrokes ?? step.action), step.observation.text)
    }
  return found
}

interface Asked {
  system: string
  user: string
  writes: boolean
}

/** Answers truly under a prompt that says `MAGIC`, else half of it; as a writer it adds the word and so many dots (`long`). `dies`: after so many answers. */
async function serving({ dies = Number.POSITIVE_INFINITY, examples = false, long = 0 } = {}) {
  const asked: Asked[] = []
  const known = truths()
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.end('{}')
    const { messages } = JSON.parse(await text(request))
    if (asked.length >= dies) return response.writeHead(500).end('{"error": "gone"}')
    const [system, user] = [String(messages[0].content), String(messages.at(-1).content)]
    const writes = user.includes('Rewrite the system prompt')
    asked.push({ system, user, writes })
    const prompt = /^<prompt>\n([\s\S]*?)\n<\/prompt>/.exec(user)?.[1] ?? ''
    const last = user.slice(user.indexOf('**Action:**')) // Examples follow the action that is asked.
    const key = [...known.keys()].find((keys) => last.includes(keys)) ?? ''
    const truth = known.get(key) ?? ''
    const good = examples ? user.includes('Similar actions in other environments') : system.includes('MAGIC')
    const said = writes
      ? asked.filter((one) => one.writes).length === 1
        ? 'I would rather not.'
        : `<prompt>${prompt}\n\nMAGIC${long ? '.'.repeat(long + asked.length) : ''}</prompt>`
      : `<predicted_observation>\n${good ? truth : truth.slice(0, truth.length / 2)}\n</predicted_observation>`
    response.setHeader('content-type', 'text/event-stream')
    for (const delta of [{ delta: { content: said } }, { delta: {}, finish_reason: 'stop' }])
      response.write(`data: ${JSON.stringify({ choices: [delta], usage: { completion_tokens: 5 } })}\n\n`)
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // A server that listens on a port has an address of this kind.
  return { asked, engine: ['--engine', 'openai', '--base-url', `http://127.0.0.1:${port}/v1`, '--model', 'scripted'] }
}

const search = (engine: string[], ...more: string[]) =>
  orrery(['templates', 'search', ...RECORDINGS, ...engine, '--turns', '4', ...more])

test('the prompt that a person wrote wins, is saved with its figures, and is what a world can use', async () => {
  const { asked, engine } = await serving()
  const folder = join(home.folder, 'mine', 'terminal')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'system_prompt.magic.txt'), 'You are a terminal. MAGIC\n\n{initial_state}\n')
  writeFileSync(join(folder, 'system_prompt.plain.txt'), 'You are a terminal.\n\n{initial_state}\n')
  const argv = ['--variants', join(home.folder, 'mine'), '--examples', '0', '--name', 'tuned']
  const { code, out, err } = await search(engine, ...argv, '--json')
  expect(code, err).toBe(0)
  const report = TuningReport.parse(JSON.parse(out))
  expect(report).toMatchObject({ domain: 'terminal', winner: 'magic', baseline: 'auto', saved: 'tuned' })
  expect(report.chosenBy).toHaveLength(1)
  expect(report.heldOut).toHaveLength(1)
  expect(report.rungs.map(({ turns, scores }) => [turns, scores.length])).toEqual([
    [2, must(report.rungs[0]).scores.length],
    ...report.rungs.slice(1).map(({ turns, scores }) => [turns, scores.length])
  ])
  expect(must(report.rungs.at(-1)).scores).toEqual([{ variant: 'magic', score: 1 }])
  // The recording held out does some actions twice, which this server answers alike.
  expect(report.held.winner?.mean).toBeGreaterThan(0.6)
  expect(report.difference?.mean).toBeGreaterThan(0)
  expect(report.cost.answers).toBe(asked.length)
  const pack = join(home.home, 'templates', 'tuned')
  expect(readFileSync(join(pack, 'terminal', 'system_prompt.txt'), 'utf8')).toContain('MAGIC')
  expect(readFileSync(join(pack, 'ABOUT.md'), 'utf8')).toMatch(/Held out, 1 recordings, wordF1: magic 0\.\d+/)
  // What variants were tried from is gone.
  expect(readdirSync(join(home.home, 'templates'))).toEqual(['tuned'])
  const list = await orrery(['templates', 'list', '--domain', 'terminal'])
  expect(list.out).toMatch(/tuned/)
})

test('a model writes variants from what went wrong; one that is no prompt is told, and nothing is asked twice', async () => {
  const { asked, engine } = await serving()
  const argv = ['--write', '2', '--examples', '0', '--name', 'written']
  const { code, out, err } = await search(engine, ...argv)
  expect(code, err).toBe(0)
  expect(err).toContain('1 of 2 variants that were asked for are no usable prompt')
  expect(out).toContain('Saved the prompt pack "written".')
  const written = asked.filter(({ writes }) => writes)
  expect(written).toHaveLength(2)
  expect(written[0]?.user).toContain('What the environment really showed:')
  const before = asked.length
  await orrery(['templates', 'delete', 'written'])
  await search(engine, ...argv)
  // The writer's prompts go with the search that has ended; the answers of every variant stay.
  expect(asked.slice(before).filter(({ writes }) => !writes).length).toBeLessThanOrEqual(8)
})

test('two variants of one name are refused before anything is asked', async () => {
  const { asked, engine } = await serving()
  for (const name of ['system_prompt.small.txt', 'system_prompt.auto.txt']) {
    const folder = join(home.folder, name, 'terminal')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), 'You are a terminal. MAGIC')
    const { code, err } = await search(engine, '--variants', join(home.folder, name), '--write', '1')
    expect(code).toBe(1)
    expect(err).toMatch(/Two variants are called "(?:small|auto)"/)
  }
  expect(asked).toEqual([])
})

test('variants that are long together are kept', async () => {
  const { engine } = await serving({ long: 40_000 })
  const { code, err } = await search(engine, '--write', '4', '--examples', '0', '--name', 'long')
  expect(code, err).toBe(0)
})

test('a search that is cut off goes on: written prompts and answers are kept', async () => {
  const first = await serving({ dies: 6 })
  const argv = ['--write', '2', '--examples', '0', '--name', 'again', '--json']
  const cut = await search(first.engine, ...argv)
  expect(cut.code).toBe(1)
  expect(existsSync(join(home.home, 'templates', 'again'))).toBe(false)
})

test('similar steps of other recordings are told with a turn, never of its own, and win where they help', async () => {
  const { asked, engine } = await serving({ examples: true })
  const argv = [
    'templates',
    'search',
    ...RECORDINGS,
    sample('full-screen'),
    ...engine,
    '--turns',
    '4',
    '--examples',
    '2'
  ]
  const { code, out, err } = await orrery([...argv, '--json'])
  expect(code, err).toBe(0)
  const report = TuningReport.parse(JSON.parse(out))
  expect(report).toMatchObject({ winner: 'examples:2', saved: null })
  const told = asked.find(({ user }) => user.includes('Similar actions in other environments'))
  expect(must(told).user.match(/### Turn 1\n/g)?.length).toBeGreaterThan(0)
  expect(must(told).user.match(/\*\*Environment Observation:\*\*/g)).toHaveLength(2)
})

test.each([
  [[sample('first-steps'), sample('web-chores')], /Choose with --domain/, 2],
  [[sample('first-steps')], /needs two recordings of the domain terminal or more/, 1]
])('too few recordings, and several kinds of world, are refused: %j', async (paths, why, code) => {
  const { engine } = await serving()
  const said = await orrery(['templates', 'search', ...paths, ...engine])
  expect(said.err).toMatch(why)
  expect(said.code).toBe(code)
})

test('without a model there is nothing to try', async () => {
  await orrery(['model', 'use', 'none'])
  const said = await orrery(['templates', 'search', ...RECORDINGS])
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining('needs a model') })
})
