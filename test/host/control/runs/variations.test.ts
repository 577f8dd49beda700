import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Handlers, StreamEvent } from '../../../../src/core/contract/index.ts'
import type { DroppedVariation, KeptVariation, VaryOptions } from '../../../../src/core/control/variation.ts'
import type { ScenarioFile } from '../../../../src/core/tree/scenario.ts'
import { main } from '../../../../src/host/commands/cli.ts'
import { createHost } from '../../../../src/host/host.ts'
import { readScenarioText } from '../../../../src/host/library/scenario-file.ts'
import { must } from '../../../must.ts'
import { recorded, resources } from './recorded.ts'
import { byName, readAll } from './shipped.ts'

let home = ''
let host: Handlers
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-vary-'))
  host = await createHost({ home, resources, tempo: 0 })
})
afterEach(async () => {
  await host.dispose()
  await rm(home, { recursive: true, force: true })
})

type Asked = Partial<Omit<VaryOptions, 'from'>> & { from: object }
interface Came {
  kept: KeptVariation[]
  dropped: DroppedVariation[]
  events: StreamEvent<'scenarios.vary'>[]
}

async function vary(asked: Asked, { on = host, signal = new AbortController().signal } = {}): Promise<Came> {
  const kinds = ['state', 'intent', 'difficulty', 'compose']
  const input = { n: 4, seed: 3, kinds, by: 'rules', ...asked }
  const came: Came = { kept: [], dropped: [], events: [] }
  for await (const event of on.streams['scenarios.vary'](input as never, { signal })) {
    came.events.push(event)
    if (event.type !== 'varied') continue
    if (event.kept) came.kept.push(event.kept)
    came.dropped.push(...event.dropped)
  }
  return came
}

const shipped = (name: string): ScenarioFile => byName(readAll('scenarios'), name)

/** Verdicts of a run of these scenarios, as `orrery run` has them. */
async function verdicts(scenarios: readonly object[]): Promise<unknown[]> {
  const input = { kind: 'scenarios', name: 'again', options: { scenarios } }
  const found: unknown[] = []
  for await (const event of host.streams['runs.start'](input as never, { signal: new AbortController().signal }))
    if (event.type === 'job') found.push((event.result as { verdict: unknown }).verdict)
  return found
}

test('31.35 variations of a world that is computed run for real, and pass', async () => {
  const { kept, events } = await vary({ from: { scenario: shipped('helpdesk-nothing-found') }, n: 8 })
  expect(kept.length).toBeGreaterThan(5)
  expect(new Set(kept.map(({ kind }) => kind)).size).toBeGreaterThan(2)
  for (const { name, scenario, text } of kept) {
    expect(scenario.name).toBe(name)
    expect(readScenarioText(text)).toEqual({ scenario, problems: [] })
  }
  expect(new Set(kept.map(({ text }) => text)).size).toBe(kept.length)
  expect(new Set(await verdicts(kept.map(({ scenario }) => scenario)))).toEqual(new Set(['pass']))
  // What was tried out left no worlds but those of the run just now.
  const titles = (await host.calls['worlds.list']({})).map(({ title }) => title)
  expect(titles.every((title) => kept.some((one) => title.startsWith(one.title)))).toBe(true)
  expect(events.at(-1)).toMatchObject({ type: 'done', kept: kept.length })
}, 120_000)

test('the state of a recording is varied, also in what its checks look for', async () => {
  const { kept } = await vary({ from: { recording: 'android-contact' }, kinds: ['state'], n: 3 })
  expect(kept).toHaveLength(3)
  for (const { scenario, how } of kept) {
    expect(how).toMatch(/Nadia|Petrov/)
    expect(scenario.setup).toMatchObject({ recording: null, grounding: 'model' })
    expect(scenario.checks.map(({ name }) => name)).toContain('it ends as the original does')
    expect(scenario.checks.some(({ name }) => name.endsWith('is shown'))).toBe(true)
  }
})

test('faults are dealt with by repeating what did not reach the world', async () => {
  const { kept } = await vary({ from: { recording: 'search-bridge' }, kinds: ['difficulty'], n: 12 })
  const faulty = kept.filter(({ how }) => how.startsWith('faults'))
  expect(faulty.length).toBeGreaterThan(0)
  // Recorded answers are there still: it runs without a model, with the faults and without.
  expect(new Set(await verdicts(faulty.map(({ scenario }) => scenario)))).toEqual(new Set(['pass']))
})

test('the same seed gives the same bytes in another data folder, and another seed others', async () => {
  const asked = { from: { scenario: shipped('helpdesk-nothing-found') }, kinds: ['state', 'intent'] as never, n: 4 }
  const first = await vary(asked)
  const other = await mkdtemp(join(tmpdir(), 'orrery-vary-'))
  const second = await createHost({ home: other, resources, tempo: 0 })
  const again = await vary(asked, { on: second })
  await second.dispose()
  await rm(other, { recursive: true, force: true })
  expect(again.kept.map(({ text }) => text)).toEqual(first.kept.map(({ text }) => text))
  expect(again.dropped).toEqual(first.dropped)
  const different = await vary({ ...asked, seed: 4 })
  expect(different.kept[0]?.text).not.toBe(first.kept[0]?.text)
})

test('a stream that was cancelled resumes, also with more that are wanted', async () => {
  const asked = { from: { scenario: shipped('helpdesk-nothing-found') }, kinds: ['state', 'intent'] as never }
  const whole = await vary({ ...asked, n: 5, seed: 9 })
  const stop = new AbortController()
  const events: StreamEvent<'scenarios.vary'>[] = []
  const cut = async () => {
    const input = { ...asked, n: 5, seed: 8, by: 'rules' }
    for await (const event of host.streams['scenarios.vary'](input as never, { signal: stop.signal })) {
      events.push(event)
      if (event.type === 'varied' && event.done === 2) stop.abort()
    }
  }
  await expect(cut()).rejects.toThrow()
  expect(events.filter(({ type }) => type === 'varied')).toHaveLength(2)
  const resumed = await vary({ ...asked, n: 6, seed: 8 })
  expect(resumed.events[0]).toMatchObject({ type: 'started', total: 6, known: 2 })
  expect(resumed.events.filter(({ type }) => type === 'varied')).toHaveLength(6)
  expect(resumed.events.slice(1, 3)).toMatchObject(events.slice(1).map((event) => ({ ...event, total: 6 })))
  expect(whole.kept[0]?.text).not.toBe(resumed.kept[0]?.text)
})

test('31.35 a world is varied without its faults; what does not pass by itself is refused', async () => {
  const failing = [{ name: 'wrong', at: 1, expect: { observation: 'nowhere to be found' } }]
  await expect(vary({ from: { scenario: recorded({ checks: failing as never }) } })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(/^"recorded" cannot be varied: its own run without faults does not pass\. wrong/)
  })
  await verdicts([
    recorded({
      setup: { ...(recorded() as ScenarioFile).setup, perturbations: [{ name: 'truncated', options: {} }] } as never
    })
  ])
  const worlds = await host.calls['worlds.list']({})
  const faulty = []
  for (const { id: session } of worlds) {
    const branch = must((await host.calls['worlds.open']({ session })).branches[0])
    if (branch.setup.perturbations.length) faulty.push({ session, branch: branch.id })
  }
  const { kept } = await vary({ from: must(faulty[0]), kinds: ['intent'], n: 1 })
  expect(kept[0]?.scenario.setup.perturbations).toEqual([])
  await expect(vary({ from: { session: must(faulty[0]).session, branch: 'none' } })).rejects.toMatchObject({
    code: 'not-found'
  })
  await expect(vary({ from: { recording: 'none' } })).rejects.toMatchObject({ code: 'not-found' })
  await host.calls['models.use']({ model: null })
  await expect(vary({ from: { recording: 'search-bridge' }, by: 'model' })).rejects.toMatchObject({ code: 'no-model' })
  const partners = { from: { recording: 'search-bridge' }, kinds: ['compose'] as never, partners: ['none'] }
  await expect(vary(partners)).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('"none"') })
})

async function orrery(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {})(),
    stdout: {
      write(text: string | Uint8Array) {
        out += String(text)
      }
    },
    stderr: {
      write(text: string) {
        err += text
      }
    }
  }
  const before = process.env.ORRERY_HOME
  process.env.ORRERY_HOME = home
  try {
    const code = await main(argv, io, { open: (options) => createHost({ ...options, tempo: 0 }) })
    return { code, out, err }
  } finally {
    if (before === undefined) delete process.env.ORRERY_HOME
    else process.env.ORRERY_HOME = before
  }
}

test('orrery vary writes files that run, and says what was dropped and why', async () => {
  const out = join(home, 'made')
  const run = await orrery(
    'vary',
    'helpdesk-nothing-found',
    '-n',
    '4',
    '--seed',
    '2',
    '--out',
    out,
    '--kinds',
    'state,compose',
    '--with',
    'files-empty',
    '--json'
  )
  const unknown = JSON.parse(run.out)
  expect(unknown.error?.message ?? '').toBe(
    'There is no scenario "files-empty". Did you mean "files-encoding"? `orrery scenario list` lists all.'
  )
  const made = await orrery('vary', 'android-contact', '-n', '4', '--out', out)
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Kept 4; \d+ were dropped\. Run them: orrery run /)
  })
  expect(made.err).toMatch(
    /Dropped compose, then “[\w-]+”: One is computed by a ground, and the other is not\.( \(\d+ times\))?\n/
  )
  const files = (await readdir(out)).sort()
  expect(files).toHaveLength(4)
  const again = JSON.parse((await orrery('vary', 'android-contact', '-n', '4', '--json')).out)
  for (const { name, text } of again.kept) expect(await readFile(join(out, `${name}.yaml`), 'utf8')).toBe(text)
  expect(await orrery('scenario', 'validate', ...files.map((file) => join(out, file)))).toMatchObject({ code: 0 })
  // Of one file, by its path.
  expect(
    await orrery(
      'vary',
      join(out, must(files.find((file) => file.includes('difficulty')))),
      '-n',
      '1',
      '--kinds',
      'intent'
    )
  ).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing was written')
  })
})

test('what cannot be varied is said in a line', async () => {
  expect(await orrery('vary')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Name a FILE, or a world with --world.')
  })
  expect(await orrery('vary', 'android-contact', '--kinds', 'colour')).toMatchObject({
    code: 2,
    err: expect.stringContaining('"colour"')
  })
  expect(await orrery('vary', 'no-such-thing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no file, scenario or recording "no-such-thing"')
  })
  expect(await orrery('vary', 'lighthouse-offline', '-n', '1', '--kinds', 'state')).toMatchObject({
    code: 1,
    err: expect.stringContaining('fictional world "kestrel-lighthouses"')
  })
})
