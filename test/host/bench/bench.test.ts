// The command as a person runs it, on a model that computes next to nothing. Nothing here looks at a speed.
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { main } from '../../../src/host/commands/cli.ts'
import { Report } from '../../bench/engine/report.ts'
import { names, needsModel } from '../../bench/engine/run.ts'
import { writeTalkative } from '../../fixtures/talkative.ts'
import { image } from '../grounds/emulator/image.ts'

let home = ''
let path = ''
const NAMES = ['ORRERY_HOME', 'ORRERY_GPU', 'PATH', 'TMPDIR'] as const
const before = NAMES.map((name) => [name, process.env[name]] as const)
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-bench-test-'))
  path = join(home, 'tiny.gguf')
  writeTalkative(path)
  process.env.ORRERY_HOME = join(home, 'data')
  process.env.ORRERY_GPU = 'off'
  // A server that is found and cannot be started; the other is not there.
  await mkdir(join(home, 'bin'))
  await writeFile(join(home, 'bin', 'llama-server'), '#!/bin/sh\necho "no such option" >&2\nexit 3\n')
  await chmod(join(home, 'bin', 'llama-server'), 0o755)
  process.env.PATH = [join(home, 'bin'), process.env.PATH].join(delimiter)
  await mkdir(join(home, 'tmp'))
  process.env.TMPDIR = join(home, 'tmp')
})
afterAll(async () => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  await rm(home, { recursive: true })
})

async function orrery(argv: string[], { signal = new AbortController().signal, onErr = (_: string) => {} } = {}) {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {})(),
    stdout: { write: (text: string) => (out += text) },
    stderr: {
      write(text: string) {
        err += text
        onErr(text)
      }
    }
  }
  const code = await main(argv, io, { signal })
  return { code, out, err }
}

const ENGINE = ['--only', ...names.filter((name) => needsModel([name]))]

const RATIOS = [
  ['overhead', 'reading'],
  ['turn30', 'turn30Stateless', 'turn30Known', 'evaluated'],
  ['longHistory', 'reopen'],
  ['readAhead'],
  ['rewind1', 'rewind5', 'rewind10', 'branchBack', 'branch', 'rewindReread', 'branchReread'],
  ['copyLong', 'copyEqual', 'copyShort'],
  ['trace'],
  ['cancelWriting', 'cancelReading'],
  ['strictRepeats', 'strictAgrees', 'reuseAgrees'],
  ['worlds2', 'worlds4', 'worlds8']
].flat()

const MACHINE = [
  ...[
    'machineShipped',
    'machinePrompt',
    'machineTurn',
    'machinePython',
    'machineNodeFirst',
    'machineNode',
    'machineGcc',
    'machineJq'
  ],
  ...['machineRestore', 'machineRestoreWorst', 'machineState', 'machineMemory']
]
const WORLDS = ['terminal', 'swe', 'filesystem-writing', 'memory', 'everything', 'thinking'].map((id) => `call-${id}`)
const TOGETHER = ['together-host-2', 'together-door-2']
const REST = ['runs', 'runsMemory', 'rows', 'rowsOpen']

describe('orrery bench', () => {
  test('measures every ratio, and names what it could not measure', async () => {
    const { code, out, err } = await orrery(['bench', '--quick', '--json', '--model', path, ...ENGINE])
    expect({ code, err: err.split('\n')[0] }).toEqual({ code: 0, err: '1 of 13: speed' })
    const report = Report.parse(JSON.parse(out))
    expect(Object.keys(report.ratios)).toEqual(RATIOS)
    const values = [
      ...Object.values(report.ratios).map(({ seen }) => seen),
      ...Object.values(report.absolutes).map(({ value }) => value)
    ]
    expect(values.filter((value) => !Number.isFinite(value))).toEqual([])
    expect(Object.values(report.ratios).filter(({ samples }) => samples < 2)).toEqual([])
    expect(report).toMatchObject({
      quick: true,
      stopped: false,
      model: { name: 'tiny', architecture: 'llama' },
      setting: { device: 'cpu', contextSize: 8192, batchSize: 512 },
      missing: [
        {
          measurement: 'llama-server',
          reason: expect.stringMatching(/did not come up \(exit code 3; no such option\)/)
        },
        { measurement: 'multi-token prediction', reason: expect.stringContaining('does not answer --help') },
        { measurement: 'Ollama', reason: 'ollama was not found on the PATH.' }
      ]
    })
    // What does not depend on speed holds here too.
    expect(report.ratios).toMatchObject({
      evaluated: { met: true },
      rewindReread: { met: true },
      copyEqual: { met: true },
      strictRepeats: { met: true },
      longHistory: { needed: null },
      reopen: { needed: null }
    })
  })

  test('measures grounds, runs and rows without a model, and names what is not there', {
    timeout: 900_000
  }, async () => {
    const { code, out } = await orrery(['bench', '--quick', '--json', '--only', 'grounds', 'runs', 'rows'])
    expect(code).toBe(0)
    const report = Report.parse(JSON.parse(out))
    expect(report).toMatchObject({ model: null, setting: null, stopped: false })
    expect(Object.keys(report.ratios)).toEqual(
      image ? [...MACHINE, ...WORLDS, ...TOGETHER, ...REST] : [...WORLDS.slice(2), ...REST]
    )
    expect(Object.values(report.ratios).filter(({ seen }) => !(seen > 0))).toEqual([])
    // What is promised for 1,000 runs is not asked of 20.
    expect(report.ratios).toMatchObject({ runs: { needed: null }, ...(image && { machineState: { met: true } }) })
    expect(report.missing.map(({ measurement }) => measurement)).toEqual(
      image ? ['Python worlds'] : ['machine', 'terminal, swe and Python worlds', 'together']
    )
    expect(await readdir(join(home, 'tmp'))).toEqual([])
  })

  test('stops when told to, and prints what it has', async () => {
    const controller = new AbortController()
    const { code, out, err } = await orrery(['bench', '--quick', '--model', path, ...ENGINE], {
      signal: controller.signal,
      onErr: (text) => text.startsWith('2 of 13') && controller.abort()
    })
    expect({ code, last: err.trim().split('\n').at(-1) }).toEqual({
      code: 1,
      last: 'Stopped. Measurements that did not run are missing from the table.'
    })
    expect(out).toMatch(/^ +needed +seen/)
    expect(out).toMatch(/^Engine overhead over plain generation +<= 3 %/m)
    expect(out).not.toMatch(/turn 30/)
    expect(await readdir(join(home, 'tmp'))).toEqual([])
  })
})
