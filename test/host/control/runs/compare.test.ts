// Contestants compared with recordings, in a host as the window and the command line have it.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Handlers } from '../../../../src/core/contract/index.ts'
import { type CompareReport, CompareReport as Report } from '../../../../src/core/control/compare/report.ts'
import { OrreryError } from '../../../../src/core/errors.ts'
import { readText } from '../../../../src/core/formats/importing-text.ts'
import { NewSetup } from '../../../../src/core/tree/model.ts'
import type { Engine } from '../../../../src/core/tree/ports.ts'
import { createReplayEngine } from '../../../../src/host/engines/replay.ts'
import { createHost } from '../../../../src/host/host.ts'
import { toybox } from '../../../fixtures/ground.ts'
import { UNTIL_DONE } from '../../../patience.ts'
import { resources } from './recorded.ts'

const sample = (name: string) => join(resources, 'samples', `${name}.jsonl`)
const treesOf = async (name: string) => (await readText(await readFile(sample(name), 'utf8'), { now: 0 })).trees

let homes: string[] = []
let hosts: Handlers[] = []
beforeEach(() => {
  homes = []
  hosts = []
})
afterEach(async () => {
  for (const host of hosts) await host.dispose()
  for (const home of homes) await rm(home, { recursive: true, force: true })
})

/** A host with these recordings as its worlds. */
async function hostWith(names: string[], given: Partial<Parameters<typeof createHost>[0]> = {}, home?: string) {
  const folder = home ?? (await mkdtemp(join(tmpdir(), 'orrery-compare-')))
  if (!home) homes.push(folder)
  const host = await createHost({ home: folder, resources, tempo: 0, ...given })
  hosts.push(host)
  const input = { files: [], paths: names.map(sample), options: {}, keep: true }
  for await (const _ of host.streams['formats.import'](input, { signal: UNTIL_DONE }));
  return { host, home: folder }
}

async function compared(host: Handlers, sessions: string[], options: object = {}, name = 'mine') {
  const worlds = sessions.map((session) => ({ session }))
  const input = { kind: 'compare', name, options: { worlds, contestant: 'one', ...options } }
  const problems: string[] = []
  let report: CompareReport | null = null
  let known = 0
  for await (const event of host.streams['runs.start'](input, { signal: UNTIL_DONE })) {
    if (event.type === 'started') known = event.known
    if (event.type === 'problem') problems.push(event.reason)
    if (event.type === 'report') report = Report.parse(event.report)
  }
  if (!report) throw new Error('the run has no report')
  return { report, problems, known }
}

/** The recording's own answers, but at some turns, counted from 1 over all that was asked. */
async function faltering(name: string, failing: (asked: number) => boolean): Promise<Engine> {
  const engine = createReplayEngine({ trees: await treesOf(name), otherwise: null, tempo: 0 })
  let asked = 0
  const { holds: _, ...rest } = engine
  return {
    ...rest,
    generate(request, options) {
      if (failing(++asked)) throw new OrreryError('engine-failed', 'The server is down.')
      return engine.generate(request, options)
    }
  }
}

test('56.1 who repeats the recording is exact in both passes, and never leaves the truth', async () => {
  const names = ['first-steps', 'web-chores', 'mcp-files']
  const trees = (await Promise.all(names.map(treesOf))).flat()
  const { host } = await hostWith(names, { engine: createReplayEngine({ trees, otherwise: null, tempo: 0 }) })
  const { report } = await compared(host, names)
  expect(report.turns.length).toBe(2 * (14 + 10 + 11))
  expect(
    report.turns.filter(({ scores, error }) => error || scores?.exactRaw !== 1 || scores.levenshtein !== 1)
  ).toEqual([])
  // Its own turns are the recorded ones: steps are named by their content.
  const own = report.turns.filter(({ pass }) => pass === 'own')
  expect(own.map((turn) => turn.own)).toEqual(own.map(({ step }) => step))
  const { branches } = await host.calls['worlds.open']({ session: 'first-steps' })
  expect(branches.map(({ title }) => title)).toEqual(['main', 'one'])
  expect(branches[1]?.tip).toBe(branches[0]?.tip)
})

test('56.3 the same inputs and seed give the same report, byte for byte but for times, and no answer is asked for twice', async () => {
  const reports: string[] = []
  for (const round of [1, 2]) {
    const { host } = await hostWith(['web-chores'])
    const { report } = await compared(host, ['web-chores'], { by: 'repeat', seed: 4 })
    const again = await compared(host, ['web-chores'], { by: 'repeat', seed: 4 })
    expect(again.known, `round ${round}`).toBe(20)
    for (const { times: _, ...rest } of [report, again.report]) reports.push(JSON.stringify(rest))
  }
  expect(new Set(reports).size).toBe(1)
})

test('56.2 repeating the last screen has many of its nodes and nothing of what changed', async () => {
  const { host } = await hostWith(['web-chores'])
  const { report } = await compared(host, ['web-chores'], { by: 'repeat', passes: ['true'] })
  const changed = report.turns.filter(({ scores }) => scores?.exact === 0)
  expect(changed.length).toBeGreaterThan(5)
  for (const { scores } of changed) {
    expect(scores?.nodes).toBeGreaterThan(0.5)
    expect(scores?.change).toBe(0)
  }
})

test('a look-up answers what was asked before, and of its own past it is not asked', async () => {
  const { host } = await hostWith(['mcp-files'])
  const { report } = await compared(host, ['mcp-files'], { by: 'lookup' })
  expect(new Set(report.turns.map(({ pass }) => pass))).toEqual(new Set(['true']))
  const answered = report.turns.filter(({ scores }) => scores)
  expect(answered.length).toBeGreaterThan(0)
  expect(report.turns.length - answered.length).toBe(
    report.turns.filter(({ error }) => error?.code === 'not-recorded').length
  )
})

test('56.4 a server that dies is a missing value, and where it stays dead a halt that resumes', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-compare-'))
  homes.push(home)
  const once = await hostWith(['first-steps'], { engine: await faltering('first-steps', (asked) => asked === 3) }, home)
  const { report } = await compared(once.host, ['first-steps'], { passes: ['true'] })
  expect(report.turns.map(({ error }) => error?.code ?? null)).toEqual([
    null,
    null,
    'engine-failed',
    ...Array(11).fill(null)
  ])
  const dead = await hostWith(['first-steps'], { engine: await faltering('first-steps', (asked) => asked > 6) }, home)
  await expect(compared(dead.host, ['first-steps'], {}, 'both')).rejects.toThrow(/Start the run again/)
  const well = await hostWith(['first-steps'], { engine: await faltering('first-steps', () => false) }, home)
  const resumed = await compared(well.host, ['first-steps'], {}, 'both')
  expect(resumed.known).toBe(6)
  expect(resumed.report.turns.map(({ scores }) => scores?.exact)).toEqual(Array(28).fill(1))
})

test('after its own past, nothing follows a turn without an answer, and the world is resumed where it was', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-compare-'))
  homes.push(home)
  const passes = ['own']
  const once = await hostWith(
    ['first-steps'],
    { engine: await faltering('first-steps', (asked) => asked === 12) },
    home
  )
  const { report } = await compared(once.host, ['first-steps'], { passes })
  expect(report.turns.map(({ error }) => error?.message ?? null).slice(10)).toEqual([
    null,
    'The server is down.',
    'Turn 12 before it has no answer: The server is down.',
    'Turn 12 before it has no answer: The server is down.'
  ])
  const well = await hostWith(['first-steps'], { engine: await faltering('first-steps', () => false) }, home)
  const { known, report: whole } = await compared(well.host, ['first-steps'], { passes })
  expect(known).toBe(11)
  expect(whole.turns.map(({ own }) => own)).toEqual(whole.turns.map(({ step }) => step))
})

test('a ground is a contestant: what needs a model is missing where there is none', async () => {
  const { host } = await hostWith(['first-steps'], {
    grounds: { of: ({ domain }) => (domain === 'terminal' ? toybox() : null), dispose: async () => {} }
  })
  const { report } = await compared(host, ['first-steps'], { by: 'executed', passes: ['true'], turns: 3 })
  expect(report.turns.length).toBe(3)
  for (const { origin, error } of report.turns) expect(origin ?? error?.code).toMatch(/^(?:executed|no-model)$/)
})

test('turns that a perturbation had a part in are not compared', async () => {
  const engine = await faltering('first-steps', () => false)
  const { host } = await hostWith(['first-steps'], { engine })
  const perturbations = [{ name: 'hang', options: {}, when: { turn: 2 } }]
  const setup = NewSetup.parse({ domain: 'terminal', initialState: 'me@box:~$ ', perturbations })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  const [first] = (await treesOf('first-steps'))[0]?.steps ?? []
  for (const action of [first?.action, first?.action]) {
    const input = { session: session.id, branch: branch.id, action } as never
    for await (const _ of host.streams['steps.run'](input, { signal: UNTIL_DONE }));
  }
  const { report, problems } = await compared(host, [session.id], { by: 'repeat' })
  expect(report.turns.map(({ turn, pass }) => [pass, turn])).toEqual([
    ['true', 1],
    ['own', 1]
  ])
  expect(problems.join('\n')).toMatch(/1 of 2 turns are not compared/)
})

test('turns that a model made up are compared when they are named, and said to be no truth', async () => {
  const { host } = await hostWith(['web-chores'])
  const first = await compared(host, ['web-chores'], { by: 'repeat', turns: 2 })
  const branch = first.report.sessions[0]?.branch ?? ''
  const options = { by: 'repeat', turns: 2, passes: ['true'], worlds: [{ session: 'web-chores', branch }] }
  const { report, problems } = await compared(host, [], options, 'other')
  expect(problems).toEqual([
    'A list of chores: 2 of 2 turns were predicted by a model: they are no truth of a real world.'
  ])
  // Nothing ever changes in them.
  expect(report.turns.map(({ scores }) => scores?.exact)).toEqual([1, 1])
})
