// `orrery consistency`: scripted models whose worlds are too kind, too strict, right, silent and dead.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConsistencyReport } from '../../src/core/control/consistency/report.ts'
import { OrreryError } from '../../src/core/errors.ts'
import type { Engine } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { createHost, type HostOptions } from '../../src/host/host.ts'
import { orrery, ownHome } from './command-line.ts'

let home: ReturnType<typeof ownHome>
beforeEach(() => {
  home = ownHome()
})
afterEach(() => home.remove())

const scenarios = join(import.meta.dirname, '../../resources/scenarios')
const WON = 'It is done.\n\nReward: 1\nDone: true'

/** A model that answers what was asked last as `says` does; `null`: its server is gone. */
function model(says: (asked: string, nth: number) => string | null): Engine & { asked: string[] } {
  const about = { name: 'scripted', hash: null }
  const asked: string[] = []
  return {
    asked,
    info: () => ({ engine: 'llama', model: about, contextSize: 100_000, template: 'standard' }),
    async *generate({ messages }) {
      asked.push(messages.at(-1)?.content ?? '')
      const text = says(asked.at(-1) ?? '', asked.length)
      if (text === null) throw new OrreryError('engine-failed', 'The server is gone.')
      yield { type: 'text', text: `<predicted_observation>${text}</predicted_observation>` }
      yield {
        ...{ type: 'done', tokens: { prompt: 1, cached: 0, generated: 1 }, cut: null, trace: null },
        ...{ engine: 'llama', model: about }
      }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}

/** A task in the bedroom whose episode ends when the world says so. */
function bedroom(name: string, actions: string[]): string {
  const path = join(home.folder, `${name}.json`)
  const checks = [{ name: 'the task is done', at: 'end', expect: { state: '$.done', is: true } }]
  copyFileSync(join(scenarios, 'programs/bedroom.yaml'), join(home.folder, 'bedroom.yaml'))
  writeFileSync(
    path,
    JSON.stringify({
      ...{ name, title: name, description: '', stop: { when: { state: '$.done', is: true } }, checks, actions },
      setup: { domain: 'textenv', grounding: 'executed', program: 'bedroom.yaml' }
    })
  )
  return path
}
const RIGHT = ['go to drawer 2', 'open drawer 2', 'take statue 1 from drawer 2', 'go to desk 1', 'use desklamp 1']

async function measured(argv: string[], engine: Engine) {
  const { code, out, err } = await orrery(['consistency', ...argv, '--json'], '', engine)
  return { code, err, report: ConsistencyReport.parse(JSON.parse(out)) }
}

test('56.6 what is done in a world that is too strict is done again, and succeeds', async () => {
  const { report, code } = await measured(
    [bedroom('statue', RIGHT)],
    model(() => 'Nothing happens.')
  )
  expect(code).toBe(0)
  expect(report).toMatchObject({ model: 'scripted', agent: 'walk with noise 0' })
  expect(report.overall).toMatchObject({
    real: { mean: 1 },
    wm: { mean: 0 },
    w2r: { mean: 1 },
    cr: { mean: 1 },
    held: null
  })
  expect(report.rows[0]).toMatchObject({ real: { turns: 5 }, wm: { turns: 5 }, w2r: { turns: 5 }, parted: 1 })
})

test('a world that is too kind ends too early: what was done in it comes to nothing', async () => {
  const { report } = await measured(
    [bedroom('statue', RIGHT)],
    model(() => WON)
  )
  expect(report.overall).toMatchObject({
    real: { mean: 1 },
    wm: { mean: 1 },
    w2r: { mean: 0 },
    cr: { mean: 0 },
    held: { mean: 0 }
  })
  expect(report.rows[0]).toMatchObject({ wm: { turns: 1 }, w2r: { turns: 1 }, parted: 1 })
  expect(Object.keys(report.byLength)).toEqual(['1-5'])
})

test('a world that is right parts nowhere, and a task that fails in both counts for nothing', async () => {
  const tasks = [bedroom('statue', RIGHT), bedroom('wandering', ['go to bed 1', 'go to desk 1'])]
  const { report: first } = await measured(
    tasks,
    model(() => 'x')
  )
  expect(first.overall).toMatchObject({ tasks: 2, real: { mean: 0.5 }, cr: { mean: 1, low: null } })
  const recording = join(home.folder, 'truth.jsonl')
  const [real] = first.rows.map((row) => row.real?.session ?? '')
  expect(await orrery(['export', real ?? '', '--out', recording])).toMatchObject({ code: 0 })
  const { out } = await orrery([
    'consistency',
    tasks[0] ?? '',
    '--engine',
    'replay',
    '--recording',
    recording,
    '--json'
  ])
  const report = ConsistencyReport.parse(JSON.parse(out))
  expect(report.overall).toMatchObject({ wm: { mean: 1 }, w2r: { mean: 1 }, cr: { mean: 1 }, held: { mean: 1 } })
  expect(report.rows[0]).toMatchObject({ parted: null })
  expect(Object.keys(report.byParting)).toEqual(['never'])
})

test('a model that says nothing has failed, and one whose server is gone is left out and asked again', async () => {
  const task = bedroom('statue', RIGHT)
  const silent = await measured(
    [task],
    model((_, nth) => (nth < 3 ? 'You see a bed.' : ''))
  )
  expect(silent.report.overall).toMatchObject({ left: 0, wm: { mean: 0 }, w2r: { mean: 0 } })
  expect(silent.report.rows[0]).toMatchObject({ wm: { turns: 2, verdict: 'fail' }, w2r: { turns: 2 } })
  const dead = await measured(
    [task, '--run', 'again'],
    model(() => null)
  )
  expect(dead.err).toContain("statue: The model's world: The server is gone.")
  expect(dead.report.overall).toMatchObject({ rollouts: 0, left: 1, cr: null })
  const alive = await measured(
    [task, '--run', 'again'],
    model(() => 'Nothing happens.')
  )
  expect(alive.report.overall).toMatchObject({ rollouts: 1, left: 0, cr: { mean: 1 } })
  const engine = model(() => 'Nothing happens.')
  const known = await measured([task, '--run', 'again'], engine)
  expect(known.report).toEqual(alive.report)
  expect(known.err).toContain('1 of 1 rollouts are from an earlier run')
  expect(engine.asked).toEqual([])
})

test('an agent that believes what it is shown is led astray by a wrong world, and its replay shows it', async () => {
  const agent = join(home.folder, 'agent.mjs')
  writeFileSync(
    agent,
    `import { createInterface } from 'node:readline'
     const plan = ${JSON.stringify(RIGHT)}
     for await (const line of createInterface({ input: process.stdin })) {
       const gaveUp = /Nothing happens/.test(JSON.parse(line).text ?? '')
       const action = gaveUp ? undefined : plan.shift()
       console.log(JSON.stringify(action === undefined ? { done: true } : { action }))
     }`
  )
  const argv = [bedroom('statue', RIGHT), '--agent', `"${process.execPath}" "${agent}"`]
  const { report } = await measured(
    argv,
    model((_, nth) => (nth === 2 ? 'Nothing happens.' : 'You go on.'))
  )
  expect(report.overall).toMatchObject({ real: { mean: 1 }, wm: { mean: 0 }, w2r: { mean: 0 }, cr: { mean: 0 } })
  expect(report.rows[0]).toMatchObject({ real: { turns: 5 }, wm: { turns: 2 }, w2r: { turns: 2 }, parted: 1 })
})

test('a run that was stopped goes on: what was rolled out is not asked again, and the report is the one of a whole run', async () => {
  const tasks = [bedroom('statue', RIGHT), bedroom('wandering', ['go to bed 1', 'go to desk 1'])]
  const argv = ['consistency', ...tasks, '--json', '--run', 'cut']
  const stop = new AbortController()
  let out = ''
  const io = {
    stdin: (async function* () {})(),
    stdout: {
      write(part: string | Uint8Array) {
        out += Buffer.from(part).toString()
      }
    },
    stderr: { write() {} }
  }
  const cut = model((_, nth) => {
    if (nth === RIGHT.length + 2) stop.abort()
    return 'Nothing happens.'
  })
  const open = (options: HostOptions) => createHost({ ...options, tempo: 0, engine: cut })
  expect(await main(argv, io, { open, signal: stop.signal })).toBe(1)
  expect(out).toContain('"cancelled"')
  const engine = model(() => 'Nothing happens.')
  const { report, err } = await measured([...tasks, '--run', 'cut'], engine)
  expect(err).toContain('1 of 2 rollouts are from an earlier run')
  expect(engine.asked.length).toBeLessThanOrEqual(2)
  const { report: whole } = await measured(
    [...tasks, '--run', 'whole'],
    model(() => 'Nothing happens.')
  )
  const bare = ({ rows: _, ...shares }: ConsistencyReport) => shares
  expect(bare(report)).toEqual(bare(whole))
})

test('mistakes are drawn by the seed of each repeat, the same in both worlds', async () => {
  const argv = [bedroom('statue', RIGHT), '--noise', '0.4', '--repeat', '6']
  const { report } = await measured(
    argv,
    model(() => 'You go on.')
  )
  expect(report.rows.map(({ seed }) => seed)).toEqual([0, 1, 2, 3, 4, 5].map((nth) => nth * 1_000_003))
  expect(report.overall.rollouts).toBe(6)
  expect(report.overall.real?.mean).toBeLessThan(1)
  expect(new Set(report.rows.map(({ real }) => real?.turns)).size).toBeGreaterThan(1)
})

test('a table for people, a bar for machines, and what no check can say is told', async () => {
  const task = bedroom('statue', RIGHT)
  const { code, out, err } = await orrery(
    ['consistency', task, '--fail-under', '0.5'],
    '',
    model(() => WON)
  )
  expect(code).toBe(100)
  expect(out).toMatch(/^walk with noise 0, in the world of scripted\nrollouts +of +left out +Real +WM +W2R +CR/)
  expect(out).toMatch(/\nall +1 +0 +1\.000 +1\.000 +0\.000 +0\.000 +0\.000\n/)
  expect(err).toContain('Below the bar: CR is 0.000, and 0.5 was asked for.')
  const shipped = await orrery(
    ['consistency', 'household-lamp'],
    '',
    model(() => 'Nothing happens.')
  )
  expect(shipped.code).toBe(0)
  expect(shipped.out).toMatch(/\nall +1 +0 +1\.000 +0\.000 +1\.000 +1\.000 +-\n/)
})

test('programs with tools are tasks as well; checks of turns alone are of the walk, which is said', async () => {
  const { report } = await measured(
    [join(scenarios, 'bank.yaml')],
    model(() => '{}')
  )
  expect(report.overall).toMatchObject({
    left: 0,
    real: { mean: 1 },
    wm: { mean: 0 },
    w2r: { mean: 1 },
    cr: { mean: 1 }
  })
  const path = join(home.folder, 'turns.json')
  const checks = [{ name: 'it is looked at', at: 1, expect: { observation: 'bed' } }]
  const about = { name: 'turns', title: 'turns', description: '', actions: ['look'], checks }
  copyFileSync(join(scenarios, 'programs/bedroom.yaml'), join(home.folder, 'bedroom.yaml'))
  writeFileSync(
    path,
    JSON.stringify({ ...about, setup: { domain: 'textenv', grounding: 'executed', program: 'bedroom.yaml' } })
  )
  const { err, report: turns } = await measured(
    [path, '--agent', 'script'],
    model(() => 'You see a bed.')
  )
  expect(err).toContain('turns: all of its checks are of single turns')
  expect(turns.overall).toMatchObject({ real: { mean: 1 }, wm: { mean: 1 }, w2r: { mean: 1 } })
})

test.each([
  [['household-lamp', '--noise', '2'], 2, /from 0 to 1/],
  [['household-lamp', '--agent', ''], 2, /--agent is empty/],
  [['no-such-scenario'], 1, /no-such-scenario/],
  [['household-lamp', '--fail-under', 'x'], 2, /from 0/]
])('%j is refused', async (argv, code, why) => {
  expect(
    await orrery(
      ['consistency', ...argv],
      '',
      model(() => 'x')
    )
  ).toMatchObject({ code, err: expect.stringMatching(why) })
})
