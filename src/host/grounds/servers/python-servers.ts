// The Python servers, inside the machine: their packages are imported once, and that machine is kept. A world begins from it, and each call
// leads to a state that is kept under the hash of all that led to it. A server's memory is the machine's, so nothing has to be repeated.
import { OrreryError } from '../../../core/errors.ts'
import { type Answered, answered } from '../../../core/formats/importers/mcp/result.ts'
import { replay } from '../../../core/grounds/replay.ts'
import { isObject, parseJson } from '../../../core/text/json.ts'
import { bytesIn, writing } from '../emulator/files.ts'
import type { EmulatorJob, MachineClient, WorkResult } from '../emulator-client.ts'
import { seedJobs } from '../machine/seed.ts'
import type { Servers } from './client.ts'
import type { Archive } from './python-archive.ts'
import { BETWEEN_S, effectJobs, genesisJobs, PATH } from './python-genesis.ts'
import { firstKey, nextKey, type ServerJob, type ServerWorld } from './sandbox/protocol.ts'

const FOLDER = '/run/mcp'
const LIBRARY = '/usr/lib/mcp'
// As much as the machine takes at once, and a bit less.
const CHUNK = 8 << 20

/** Turns (1 is the world's first) that do not agree with the server; kept in the machine, as a part of its state. */
interface Apart {
  diverged: number[]
  apart: number[]
}

export function createPythonServers({ client, archive }: { client: MachineClient; archive: Archive }): Servers {
  let named = 0
  const unnamed = (): string => `mcp ${process.pid} ${++named}`

  /** The machine with the servers of one SDK waiting. */
  async function load(sdk: string, options: Parameters<Servers['work']>[1]): Promise<string> {
    const { signal, progress } = options
    const key = `mcp ${archive.hash} ${sdk}`
    if ((await client.has([key], { signal }))[0]) return key
    progress?.(0, 3)
    const tar = archive.read()
    const chunks = Array.from({ length: Math.ceil(tar.length / CHUNK) }, (_, at) =>
      writing(`${FOLDER}/tar.${at}`, tar.subarray(at * CHUNK, (at + 1) * CHUNK), 0o600)
    )
    const unpacked = unnamed()
    const unpack = `mkdir -p ${LIBRARY} && cat ${FOLDER}/tar.* | tar x -C ${LIBRARY} ./serve.pyc ./shared ./${sdk} && rm ${FOLDER}/tar.*`
    succeeded(await run({ from: null, to: unpacked, jobs: [...chunks, { do: 'run', script: unpack }] }, signal))
    progress?.(1, 3)
    succeeded(await run({ from: unpacked, to: key, jobs: [{ do: 'run', script: starting(sdk) }] }, signal))
    progress?.(3, 3)
    return key
  }

  const run = async (asked: { from: string | null; to: string | null; jobs: EmulatorJob[] }, signal: AbortSignal) =>
    (await client.work(asked, { signal })).results

  async function begin(world: ServerWorld, key: string, options: Parameters<Servers['work']>[1]): Promise<void> {
    const loaded = await load(sdkOf(world), options)
    const hello = { protocolVersion: '2025-11-25', clientInfo: { name: 'orrery', version: '1' }, capabilities: {} }
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
      { jsonrpc: '2.0', method: 'notifications/initialized' }
    ]
    const start = { package: world.entry, arguments: world.args, environment: world.env }
    const made = genesisJobs(world)
    const seeding = world.seed ? seedJobs({ seed: world.seed, by: 'program' }) : []
    const before: EmulatorJob[] = [{ do: 'run', script: clock(world, 0) }, ...made.jobs, ...seeding]
    const jobs = [...before, ...talk({ start, messages }), note({ diverged: [], apart: [] })]
    const results = await run({ from: loaded, to: key, jobs }, options.signal)
    succeeded(results.slice(made.script + 1, made.script + 2))
    answerIn(results)
  }

  /** One call from a state to another, and what the server answered. */
  async function act(
    world: ServerWorld,
    { from, to, turn, job }: { from: string; to: string; turn: number; job: Pick<ServerJob, 'call' | 'effects'> },
    signal: AbortSignal
  ): Promise<Answered & { turns: Apart }> {
    const messages = [{ jsonrpc: '2.0', id: turn + 1, method: 'tools/call', params: job.call }]
    const before = job.effects.length ? effectJobs(job.effects) : []
    const look: EmulatorJob = { do: 'read', path: `${FOLDER}/known` }
    const results = await run(
      { from, to, jobs: [...before, ...talk({ start: null, messages }, clock(world, turn)), look] },
      signal
    )
    // Written below.
    return { ...answered(answerIn(results)), turns: Object(parseJson(contentOf(results.at(-1)))) }
  }

  return {
    async work({ world, jobs, call }, options) {
      const { signal, progress } = options
      await client.open({ signal, onProgress: ({ done, total }) => progress?.(done, total) })
      const keys = [beginningOf(world)]
      for (const job of jobs) keys.push(nextKey(String(keys.at(-1)), job))
      const keyAt = (turns: number): string => keys[turns] ?? ''
      const at = keyAt(jobs.length)
      await replay<ServerJob, Apart | null>(
        jobs,
        {
          async nearest() {
            const turns = (await client.has(keys, { signal })).lastIndexOf(true)
            return turns < 0 ? null : { turns, state: null }
          },
          async begin() {
            await begin(world, keyAt(0), options)
            return null
          },
          async apply(_, job, turn) {
            const [from, to] = [keyAt(turn - 1), keyAt(turn)]
            const { text, turns: known } = await act(world, { from, to, turn, job }, signal)
            if (job.own || text === job.text) return { state: known, shown: text }
            // The server answers otherwise now, but files that the model showed in this turn stay in the world.
            const notes = note({ ...known, apart: [...known.apart, turn] })
            await run({ from, to, jobs: [...effectJobs(job.effects), notes] }, signal)
            return { state: known, shown: null }
          },
          showed: ({ text }, shown) => text === null || text === shown,
          async diverge(known, { turn }) {
            const to = keyAt(turn)
            const { diverged = [], apart = [] } = known ?? {}
            await run({ from: to, to, jobs: [note({ apart, diverged: [...diverged, turn] })] }, signal)
            return null
          }
        },
        { signal }
      )
      const to = unnamed()
      const { text, known, turns } = await act(world, { from: at, to, turn: jobs.length + 1, job: call }, signal)
      await client.rename(to, nextKey(at, { ...call, own: true, text }))
      return { text, known, need: null, ...turns }
    },
    close: () => client.close()
  }
}

/** States of before worlds were seeded have the key alone. */
const beginningOf = (world: ServerWorld): string => `${firstKey(world)}${world.seed ? ' seeded' : ''}`

/** Which of the two SDKs a server is written for. */
const sdkOf = ({ entry }: ServerWorld): string => (entry === 'mcp_server_sqlite' ? 'sdk-1' : 'sdk-2')
const packagesOf = (sdk: string): string => (sdk === 'sdk-1' ? 'mcp_server_sqlite' : 'mcp_server_git mcp_server_time')

const starting = (sdk: string): string => `${PATH} PYTHONHASHSEED=0 PYTHONPATH=${LIBRARY}/${sdk}:${LIBRARY}/shared
cd /
setsid python3 ${LIBRARY}/serve.pyc ${FOLDER} ${packagesOf(sdk)} </dev/null >${FOLDER}/log 2>&1 &
while [ ! -e ${FOLDER}/ready ]; do kill -0 $! 2>/dev/null || { cat ${FOLDER}/log; exit 1; }; sleep 0.05; done`

/** Sets the world's time at a turn, to the second. A clock that is ahead stays so. */
const clock = ({ begins = 0 }: ServerWorld, turn: number): string => {
  const now = begins / 1000 + turn * BETWEEN_S
  return turn ? `[ $(date +%s) -ge ${now} ] || date -s @${now} >/dev/null` : `date -s @${now} >/dev/null`
}

/** What is asked of `serve.py`, and its answer. */
const talk = (request: unknown, first = ':'): EmulatorJob[] => [
  write('request', request),
  { do: 'run', script: `${first}; echo > ${FOLDER}/ring; read -r _ < ${FOLDER}/done` },
  { do: 'read', path: `${FOLDER}/answer` }
]

const note = (known: Apart): EmulatorJob => write('known', known)

const write = (name: string, content: unknown): EmulatorJob =>
  writing(`${FOLDER}/${name}`, JSON.stringify(content), 0o600)

function contentOf(result: WorkResult | undefined): string {
  const bytes = bytesIn(result)
  if (bytes) return bytes.toString()
  throw new OrreryError('engine-failed', 'The machine of the server does not hold what the server answered.')
}

/** @throws OrreryError when a script of the host's own failed */
function succeeded(results: readonly WorkResult[]): void {
  for (const result of results) {
    if (result.did !== 'run' || result.status === 0) continue
    throw new OrreryError('engine-failed', `The server could not be made ready: ${result.output.slice(-1000)}`)
  }
}

/** The last answer of the server. @throws OrreryError when it ended */
function answerIn(results: readonly WorkResult[]): Record<string, unknown> {
  const read = results.findLastIndex((result) => result.did === 'run')
  const { answers = [], ended } = Object(parseJson(contentOf(results[read + 1])))
  if (ended !== undefined) {
    const said = String(ended).trim().split('\n').slice(-3).join(' / ')
    throw new OrreryError('engine-failed', `The server ended. It said: ${said || 'nothing'}`)
  }
  const answer: unknown = answers.at(-1)
  if (!isObject(answer)) throw new OrreryError('engine-failed', 'The server did not answer.')
  return answer
}
