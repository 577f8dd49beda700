import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { RunEvent } from '../../../../src/core/contract/runs.ts'
import { OrreryError } from '../../../../src/core/errors.ts'
import type { JobResult, RunKindPlugin } from '../../../../src/host/control/runs/kind.ts'
import { runsOf } from './runs.ts'
import { singer } from './singer.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-runs-'))
})
afterEach(() => rm(home, { recursive: true }))

type Squared = JobResult<number | null>
type Work = (number: number, signal: AbortSignal) => Promise<Squared> | Squared

const good = (number: number): Squared => ({ result: number * number, error: null })

/** Squares the numbers from 1 on: `work` may do something else, and `did` tells which jobs were done. */
function squares(work: Work = good) {
  const did: number[] = []
  const Options = z.strictObject({ count: z.int(), power: z.int().default(2) })
  const kind: RunKindPlugin<z.infer<typeof Options>, number | null, { sum: number }> = {
    name: 'squares',
    options: Options,
    result: z.number().nullable(),
    async prepare({ count, power }) {
      let sum = 0
      return {
        settings: { power },
        problems: [{ line: 1, reason: 'Not a number.' }],
        jobs: Array.from({ length: count }, (_, index) => ({
          key: `square of ${index + 1}`,
          label: `${index + 1} squared`,
          async do({ signal }) {
            did.push(index + 1)
            return work(index + 1, signal)
          }
        })),
        atOnce: 1,
        async count(_, { result }) {
          sum += result ?? 0
        },
        report: () => ({ sum })
      }
    }
  }
  return { kind, did }
}

interface Start {
  name?: string
  options?: { [name: string]: number }
  atOnce?: number
  signal?: AbortSignal
  now?: () => number
}

function start(kind: RunKindPlugin, { name = 'mine', options = { count: 3 }, signal, now, ...rest }: Start = {}) {
  const { streams } = runsOf({ home, kinds: [kind], ...(now && { now }) })
  const input = { kind: 'squares', name, options, ...rest }
  return streams['runs.start'](input, { signal: signal ?? new AbortController().signal })
}

async function all(kind: RunKindPlugin, given: Start = {}): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of start(kind, given)) events.push(event)
  return events
}

const list = (kind: RunKindPlugin) => runsOf({ home, kinds: [kind] }).calls['runs.list']({})
const place = (ending: string, name = 'mine') => join(home, 'runs', 'squares', name + ending)
const job = (number: number, rest: object = {}) => ({
  type: 'job',
  kind: 'squares',
  job: number,
  label: `${number} squared`,
  resumed: false,
  error: null,
  result: number * number,
  done: number,
  total: 3,
  ...rest
})

test('a run tells its jobs as they end, numbered, and its report last', async () => {
  const { kind } = squares()
  const output = place('.jsonl')
  expect(await all(kind)).toEqual([
    { type: 'started', total: 3, known: 0, output },
    { type: 'problem', line: 1, reason: 'Not a number.' },
    job(1),
    job(2),
    job(3),
    { type: 'report', kind: 'squares', report: { sum: 14 }, output }
  ])
  expect((await readFile(output, 'utf8')).split('\n')).toEqual([
    '{"job":"square of 1","result":1,"error":null}',
    '{"job":"square of 2","result":4,"error":null}',
    '{"job":"square of 3","result":9,"error":null}',
    ''
  ])
})

test('no more jobs than wanted are done at once, and as many', async () => {
  let [now, most] = [0, 0]
  const { kind } = squares(async (number) => {
    most = Math.max(most, ++now)
    await new Promise(setImmediate)
    now--
    return good(number)
  })
  await all(kind, { options: { count: 20 }, atOnce: 4 })
  expect(most).toBe(4)
  most = 0
  await all(kind, { name: 'alone', options: { count: 5 } })
  expect(most).toBe(1)
})

test('jobs that end in another order are told in it, under their own numbers', async () => {
  let free = () => {}
  const last = new Promise<void>((resolve) => {
    free = resolve
  })
  const { kind } = squares(async (number) => {
    if (number === 1) await last
    return good(number)
  })
  const jobs: [job: number, done: number][] = []
  for await (const event of start(kind, { atOnce: 3 })) {
    if (event.type !== 'job') continue
    jobs.push([event.job, event.done])
    if (event.job === 3) free()
  }
  expect(jobs).toEqual([
    [2, 1],
    [3, 2],
    [1, 3]
  ])
})

test('24.2 a run that was left in the middle does only what has no result', async () => {
  const first = squares()
  for await (const event of start(first.kind)) if (event.type === 'job' && event.job === 2) break
  expect(first.did).toEqual([1, 2])
  const again = squares()
  const events = await all(again.kind)
  expect(again.did).toEqual([3])
  expect(events[0]).toMatchObject({ type: 'started', total: 3, known: 2 })
  expect(events.slice(2)).toEqual([
    job(1, { resumed: true }),
    job(2, { resumed: true }),
    job(3),
    { type: 'report', kind: 'squares', report: { sum: 14 }, output: place('.jsonl') }
  ])
})

test('24.2 a line that was cut off by a kill, or damaged, costs its own job only', async () => {
  await all(squares().kind)
  const text = await readFile(place('.jsonl'), 'utf8')
  await writeFile(place('.jsonl'), text.replace('"result":1', '"resu').slice(0, -9))
  const again = squares()
  expect((await all(again.kind)).at(-1)).toMatchObject({ report: { sum: 14 } })
  expect(again.did).toEqual([1, 3])
  const last = squares()
  await all(last.kind)
  expect(last.did).toEqual([])
})

test('a result that its kind cannot read is null, is not done again, and stays in the file as it is', async () => {
  await all(squares().kind)
  const odd = (await readFile(place('.jsonl'), 'utf8')).replace('"result":4', '"result":"four"')
  await writeFile(place('.jsonl'), odd)
  const again = squares()
  const events = await all(again.kind)
  expect(events.slice(2)).toEqual([
    job(1, { resumed: true }),
    job(2, { resumed: true, result: null }),
    job(3, { resumed: true }),
    { type: 'report', kind: 'squares', report: { sum: 10 }, output: place('.jsonl') }
  ])
  expect([again.did, await readFile(place('.jsonl'), 'utf8')]).toEqual([[], odd])
})

test('24.3 other options are refused by name, with both values; what does not matter may differ', async () => {
  await all(squares().kind)
  const other = squares()
  await expect(all(other.kind, { options: { count: 3, power: 3 } })).rejects.toThrow(
    new OrreryError(
      'conflict',
      'The run "mine" was started with other options: power was 2, is now 3. Use the same options, or choose another name.'
    )
  )
  expect(other.did).toEqual([])
  await all(other.kind, { options: { count: 4 } })
  expect(other.did).toEqual([4])
})

test('24.3 options that the kind does not have, and kinds that there are not, are refused in words', async () => {
  const { kind } = squares()
  await expect(all(kind, { options: { count: 0.5 } })).rejects.toThrow(
    'The options of this squares run are not valid: count: '
  )
  const { streams } = runsOf({ home })
  const input = { kind: 'cubes', name: 'mine', options: {} }
  const [first] = [streams['runs.start'](input, { signal: new AbortController().signal })[Symbol.asyncIterator]()]
  await expect(first.next()).rejects.toThrow(
    new OrreryError(
      'not-found',
      'There is no kind of run "cubes". Use one of: audit, authoring, compare, consistency, eval, evolution, judging, samples, scenarios, suites, variations.'
    )
  )
})

test('two runs go side by side; the same one twice is refused, and the first goes on', async () => {
  const { kind, did } = squares()
  const first = start(kind)[Symbol.asyncIterator]()
  for (let event = await first.next(); !event.done && event.value.type !== 'job'; event = await first.next());
  await expect(all(kind)).rejects.toThrow(
    new OrreryError('busy', 'The run "mine" is in progress. Wait for it, cancel it, or choose another name.')
  )
  expect((await all(kind, { name: 'other' })).at(-1)).toMatchObject({
    type: 'report',
    kind: 'squares',
    report: { sum: 14 }
  })
  const rest: unknown[] = []
  for (let event = await first.next(); !event.done; event = await first.next()) rest.push(event.value)
  expect(rest.at(-1)).toMatchObject({ type: 'report', kind: 'squares', report: { sum: 14 } })
  expect(did.toSorted()).toEqual([1, 1, 2, 2, 3, 3])
})

test('cancelling stops the jobs in progress and keeps the results', async () => {
  const stop = new AbortController()
  const stopped: number[] = []
  const { kind } = squares(async (number, signal) => {
    if (number === 1) return good(1)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    stopped.push(number)
    throw signal.reason
  })
  const running = (async () => {
    for await (const event of start(kind, { options: { count: 9 }, atOnce: 3, signal: stop.signal })) {
      if (event.type === 'job') stop.abort(new OrreryError('cancelled', 'Stopped.'))
    }
  })()
  await expect(running).rejects.toThrow(new OrreryError('cancelled', 'Stopped.'))
  expect(stopped.toSorted()).toEqual([2, 3])
  expect(await list(kind)).toMatchObject([{ state: 'stopped', done: 1, total: 9 }])
  const again = squares()
  await all(again.kind, { options: { count: 9 } })
  expect(again.did).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
})

test('a listener that leaves stops the jobs before the run can be started again', async () => {
  let living = 0
  const { kind } = squares(async (number, signal) => {
    if (number === 1) return good(1)
    living++
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await new Promise(setImmediate)
    living--
    throw signal.reason
  })
  for await (const event of start(kind, { atOnce: 3 })) if (event.type === 'job') break
  expect(living).toBe(0)
})

test('runs are listed with their state, those started last first, and deleted by name', async () => {
  const { kind } = squares()
  await all(kind, { name: 'old', now: () => 5 })
  for await (const event of start(kind, { name: 'new', now: () => 9 })) {
    if (event.type === 'started') {
      expect((await list(kind)).map(({ name, state }) => [name, state])).toEqual([
        ['new', 'running'],
        ['old', 'finished']
      ])
    }
    if (event.type === 'job') break
  }
  const row = { kind: 'squares', total: 3, problem: null }
  expect(await list(kind)).toEqual([
    { ...row, name: 'new', state: 'stopped', done: 1, startedAt: 9, output: place('.jsonl', 'new') },
    { ...row, name: 'old', state: 'finished', done: 3, startedAt: 5, output: place('.jsonl', 'old') }
  ])
  const { calls } = runsOf({ home, kinds: [kind] })
  calls['runs.delete']({ kind: 'squares', name: 'old' })
  expect((await list(kind)).map(({ name }) => name)).toEqual(['new'])
  expect((await readdir(join(home, 'runs', 'squares'))).toSorted()).toEqual(['new.json', 'new.jsonl', 'new.lock'])
  expect(() => calls['runs.delete']({ kind: 'squares', name: 'old' })).toThrow('There is no squares run "old".')
})

test('the runs of one kind are listed; files that no run can have the name of are none', async () => {
  const { kind } = squares()
  await all(kind)
  const cubes = { ...kind, name: 'cubes' }
  await writeFile(join(home, 'runs', 'squares', 'no run.jsonl'), '')
  const { calls } = runsOf({ home, kinds: [kind, cubes] })
  const names = async (input: { kind?: string }) => (await calls['runs.list'](input)).map(({ name }) => name)
  expect(await names({})).toEqual(['mine'])
  expect(await names({ kind: 'squares' })).toEqual(['mine'])
  expect(await names({ kind: 'cubes' })).toEqual([])
  await expect(names({ kind: 'roots' })).rejects.toThrow('There is no kind of run "roots". Use one of: squares, cubes.')
})

test('a run in progress is not deleted', async () => {
  const { kind } = squares()
  const { calls } = runsOf({ home, kinds: [kind] })
  for await (const event of start(kind)) {
    if (event.type === 'job')
      expect(() => calls['runs.delete']({ kind: 'squares', name: 'mine' })).toThrow(/in progress/)
  }
  expect(await list(kind)).toMatchObject([{ state: 'finished', done: 3 }])
})

test.each([
  ['{"version":1,', /It is not JSON: /],
  ['{"version":1}', /"id" is missing/],
  ['{"version":2,"more":true}', /It was written by a newer Orrery\./]
])('a broken record is named and left alone: %s', async (text, reason) => {
  await mkdir(join(home, 'runs', 'squares'), { recursive: true })
  await writeFile(place('.json'), text)
  await writeFile(place('.jsonl'), '{"job":"square of 1","result":1,"error":null}\n')
  const { kind, did } = squares()
  const refused = await all(kind).catch((error: unknown) => error)
  const { code, message } = refused as OrreryError
  expect(code).toBe('invalid-input')
  expect(message).toContain(`The squares run "mine" cannot be read from "${place('.json')}".`)
  expect(message).toMatch(reason)
  expect(message).toMatch(/ Delete the run, or choose another name\.$/)
  expect([did, await readFile(place('.json'), 'utf8')]).toEqual([[], text])
  expect(await list(kind)).toMatchObject([{ name: 'mine', state: 'broken', done: 1, total: null, problem: message }])
})

test("another run's record under this name is refused", async () => {
  await all(squares().kind, { name: 'other' })
  await writeFile(place('.json'), await readFile(place('.json', 'other')))
  await expect(all(squares().kind)).rejects.toThrow('It is the record of the squares run "other".')
})

test('a failure of one job ends that job only; one of the engine is tried again when the run is resumed', async () => {
  const fails = (code: 'no-output' | 'engine-failed') => ({ result: null, error: { code, message: 'Nothing.' } })
  const { kind } = squares((number) => [fails('no-output'), fails('engine-failed')][number - 1] ?? good(number))
  const errors = (events: RunEvent[]) => events.flatMap((event) => (event.type === 'job' ? [event.error?.code] : []))
  expect(errors(await all(kind))).toEqual(['no-output', 'engine-failed', undefined])
  const again = squares()
  expect(errors(await all(again.kind))).toEqual(['no-output', undefined, undefined])
  expect(again.did).toEqual([2])
})

test('five failures of the engine in a row end the run', async () => {
  const { kind, did } = squares(() => ({ result: null, error: { code: 'engine-crashed', message: 'It died.' } }))
  await expect(all(kind, { options: { count: 9 } })).rejects.toThrow(
    new OrreryError(
      'engine-crashed',
      'Stopped after 5 failures in a row, the last: It died. Start the run again to resume it.'
    )
  )
  expect(did).toEqual([1, 2, 3, 4, 5])
  expect(await list(kind)).toMatchObject([{ state: 'stopped' }])
})

test('a failure that every job would meet ends the run at once', async () => {
  const { kind, did } = squares(() => {
    throw new OrreryError('no-model', 'No model is loaded.')
  })
  await expect(all(kind, { options: { count: 9 } })).rejects.toThrow(new OrreryError('no-model', 'No model is loaded.'))
  expect(did).toEqual([1])
})

test('an evaluation from before there were records is listed and resumed, and its lines stay as they are', async () => {
  const text = await readFile(new URL('../../../fixtures/agentworldbench-sample.jsonl', import.meta.url), 'utf8')
  const [first = ''] = text.split('\n')
  const heard: number[] = []
  const engine = singer((seed) => void heard.push(seed))
  const settings = {
    engine: 'llama',
    model: { name: 'demo', hash: null },
    template: 'standard',
    seed: 0,
    greedy: false
  }
  const orrery = { settings, error: null, raw: 'x', warnings: [], ms: 3 }
  const output = join(home, 'evals', 'old.jsonl')
  const before = `${JSON.stringify({ ...JSON.parse(first), gen: 'x', orrery })}\n`
  await mkdir(join(home, 'evals'))
  await writeFile(output, before)
  const { calls, streams } = runsOf({ home, engine })
  const row = { kind: 'eval', name: 'old', done: 1, total: null, startedAt: null, problem: null }
  expect(await calls['runs.list']({})).toEqual([{ ...row, state: 'stopped', output }])

  const start = async (options: { [name: string]: number }) => {
    const input = { kind: 'eval', name: 'old', options: { text, limit: 2, ...options } }
    const events: RunEvent[] = []
    for await (const event of streams['runs.start'](input, { signal: new AbortController().signal })) events.push(event)
    return events
  }
  await expect(start({ seed: 1 })).rejects.toThrow('seed was 0, is now 1')
  expect((await start({}))[0]).toMatchObject({ type: 'started', known: 1, total: 2 })
  expect(heard).toHaveLength(1)
  expect((await readFile(output, 'utf8')).startsWith(before)).toBe(true)
  expect(await calls['runs.list']({})).toMatchObject([{ state: 'finished', done: 2, total: 2 }])
})

// Windows has no pipes as files.
test.skipIf(process.platform === 'win32')(
  '6.33 a pipe where a file of the run should be is named; nothing waits for it',
  async () => {
    const { kind } = squares()
    await mkdir(join(home, 'runs', 'squares'), { recursive: true })
    for (const ending of ['.json', '.jsonl', '.lock']) {
      await rm(place(ending), { force: true })
      execFileSync('mkfifo', [place(ending)])
      await expect(all(kind)).rejects.toThrow(/mine\.(json|jsonl|lock)" is a pipe, not a file\./)
      await list(kind)
      await rm(place(ending))
    }
    await rm(join(home, 'runs'), { recursive: true })
    await writeFile(join(home, 'runs'), '')
    await expect(all(kind)).rejects.toThrow(/^Orrery cannot keep its data in /)
    expect(await list(kind)).toEqual([])
  }
)
