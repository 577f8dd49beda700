// The states of all worlds, by their keys, and the work that leads from one to the next.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrreryError } from '../../../../core/errors.ts'
import { type Applied, replay } from '../../../../core/grounds/replay.ts'
import { firstChance, passTime, type SandboxChance, useChance } from './chance.ts'
import { useDisk } from './disk.ts'
import { affect, type Files, mount, newBytes, unmount } from './files.ts'
import { type Instance, startServer } from './instance.ts'
import { firstKey, nextKey, type ServerJob, type ServerResult, type ServerWorld } from './protocol.ts'

interface State {
  files: Files
  chance: SandboxChance
  /** Bytes that the state before does not have. */
  own: number
  /** The calls that a server which keeps its state in memory has seen. */
  seen: Pick<ServerJob, 'call' | 'effects'>[]
  turns: number
  diverged: number[]
  apart: number[]
}

interface Named {
  key: string
  state: State
}

const MOST_BYTES = 64 * 2 ** 20
const MOST_STATES = 5000
const MOST_LIVE = 32
const MOST_STARTS = 200

export interface ServerStates {
  /** Which of the keys is the last that is kept; -1 for none. */
  nearest(keys: string[]): number
  work(asked: {
    world: ServerWorld
    from: string | null
    jobs: ServerJob[]
    call: Pick<ServerJob, 'call' | 'effects'>
  }): Promise<ServerResult>
  /** So many servers were started that the process is to be: modules that were loaded stay in memory. */
  worn(): boolean
}

export function createStates(): ServerStates {
  const kept = new Map<string, State>()
  const live = new Map<string, Instance>()
  let bytes = 0
  let starts = 0

  function keep(key: string, state: State): void {
    bytes += state.own - (kept.get(key)?.own ?? 0)
    kept.delete(key)
    kept.set(key, state)
    for (const [oldest, { own }] of kept) {
      if (kept.size <= MOST_STATES && bytes <= MOST_BYTES) break
      kept.delete(oldest)
      bytes -= own
    }
  }

  function keepLive(key: string, server: Instance): void {
    live.delete(key)
    live.set(key, server)
    for (const oldest of live.keys()) if (live.size > MOST_LIVE) live.delete(oldest)
  }

  /** The server as it is in this state, taken out of what is kept. Its `chance` is the state's from here on. */
  async function take(world: ServerWorld, key: string, state: State): Promise<Instance> {
    const name = world.keeps === 'files' ? firstKey(world) : key
    const found = live.get(name)
    live.delete(name)
    if (found) return found
    starts++
    const chance = firstChance(world.seed)
    const files = begin(world, chance.now)
    useChance(chance)
    useDisk(mountAt(files, chance), files)
    const server = await startServer(world)
    if (world.keeps === 'calls') for (const one of state.seen) await act(server, { ...state, chance }, one)
    return server
  }

  /** One call from a state. Nothing of the state changes; the server's own memory does. */
  async function act(
    server: Instance,
    { files, chance }: State,
    { call, effects }: Pick<ServerJob, 'call' | 'effects'>
  ) {
    useChance(chance)
    passTime()
    const before = affect(files, effects, chance.now)
    const fs = mountAt(before, chance)
    useDisk(fs, before)
    server.enter()
    const answer = await server.call(call)
    return { answer, files: 'need' in answer ? files : unmount(fs, before) }
  }

  /** The state after a call, and what the server answered. After a need the state is as it was. */
  async function step(world: ServerWorld, from: Named, job: Pick<ServerJob, 'call' | 'effects'>) {
    const { key, state } = from
    const server = await take(world, key, state)
    const chance = { ...state.chance }
    const { answer, files } = await act(server, { ...state, chance }, job)
    const seen = world.keeps === 'calls' ? [...state.seen, job] : []
    const after: State = {
      ...state,
      files,
      chance,
      seen,
      turns: state.turns + 1,
      own: newBytes(files, state.files) + 200
    }
    const put = (name: string) => keepLive(world.keeps === 'files' ? firstKey(world) : name, server)
    if (world.keeps === 'files') put('')
    return { answer, after, put }
  }

  /** A turn that happened, done again. What another answered is taken in where the server answers just that. */
  async function again(world: ServerWorld, from: Named, job: ServerJob): Promise<Applied<Named>> {
    const key = nextKey(from.key, job)
    const { answer, after, put } = await step(world, from, job)
    const text = 'text' in answer ? answer.text : null
    const { turns } = after
    if (text !== null && (job.own || text === job.text)) {
      put(key)
      return { state: { key, state: after }, shown: text }
    }
    // The server answers otherwise now, but files that the model showed in this turn stay in the world.
    const files = affect(from.state.files, job.effects, from.state.chance.now)
    const own = newBytes(files, from.state.files)
    return {
      state: { key, state: { ...from.state, files, own, turns, apart: [...from.state.apart, turns] } },
      shown: null
    }
  }

  return {
    worn: () => starts >= MOST_STARTS,
    nearest: (keys) => keys.findLastIndex((key) => kept.has(key)),
    async work({ world, from, jobs, call }) {
      const found = from === null ? initial(world) : kept.get(from)
      if (!found) throw new OrreryError('not-found', 'This state is not kept. Begin at one that is.')
      const begun = { key: from ?? firstKey(world), state: found }
      keep(begun.key, found)
      const at = await replay<ServerJob, Named>(jobs, {
        nearest: () => ({ state: begun, turns: 0 }),
        begin: () => begun,
        apply: (named, job) => again(world, named, job),
        showed: ({ text }, shown) => text === null || text === shown,
        diverge: ({ key, state }) => ({ key, state: { ...state, diverged: [...state.diverged, state.turns] } }),
        keep: ({ key, state }) => keep(key, state)
      })
      const { answer, after, put } = await step(world, at, call)
      const { diverged, apart } = at.state
      if ('need' in answer) return { text: null, known: null, need: answer.need, diverged, apart }
      const key = nextKey(at.key, { ...call, own: true, text: answer.text })
      keep(key, after)
      put(key)
      return { ...answer, need: null, diverged, apart }
    }
  }
}

function initial(world: ServerWorld): State {
  const chance = firstChance(world.seed)
  const files = begin(world, chance.now)
  return { files, chance, own: newBytes(files, new Map()), seen: [], turns: 0, diverged: [], apart: [] }
}

/** What ships with a server as text is there for it to read, where it looks for it. */
function begin(world: ServerWorld, now: number): Files {
  const docs = join(world.folder, 'dist', 'docs')
  const texts = world.keeps === 'calls' ? readdirIf(docs) : []
  const shipped = texts.map((name) => {
    const content = readFileSync(join(docs, name), 'utf8')
    return { do: 'write', path: `${docs.replaceAll('\\', '/')}/${name}`, content } as const
  })
  return affect(new Map(), [...shipped, ...world.effects], now)
}

function readdirIf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function mountAt(files: Files, chance: SandboxChance) {
  const { now } = chance
  const fs = mount(files, (moment) => {
    chance.now = moment
  })
  chance.now = now
  return fs
}
