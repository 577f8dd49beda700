// The machines of one image as one: several processes. Each of them has every state, since states are on disk, so a world stays with the process
// that was left in its state, and goes to another where that one works.
import { availableParallelism, freemem } from 'node:os'
import { OrreryError } from '../../core/errors.ts'
import { createRecent } from '../../core/text/recent.ts'
import { createOneMachine, type MachineClient, type MachineClientOptions } from './emulator-client.ts'
import { findImage, machineFolders } from './emulator-image.ts'
import type { GroundOptions } from './options.ts'

// What a process takes with a world of compilers and node. Another one is started only where it fits.
const ROOM = 700 * 2 ** 20
// A process that nobody needed for so long ends, but for one.
const IDLE_MS = 120_000

const MOST_PASSING = 1000
// States of which it is known which process came to them: the last ones of many worlds.
const MOST_KNOWN = 1000

interface Member {
  client: MachineClient
  /** What was asked of it and has not ended, keeping a state included. */
  asked: number
  /** The state that it was left in; `undefined`: nobody knows. */
  at: string | null | undefined
  /** When it was asked last, counted. */
  used: number
  idle?: NodeJS.Timeout
}

export interface MachinesOptions extends MachineClientOptions {
  /** At most so many processes; default: ORRERY_MACHINES, else the cores. They are started as they are needed. */
  machines?: number | undefined
}

/** @throws OrreryError invalid-input for an ORRERY_MACHINES that is no number from 1 on */
export function createMachineClient({ machines: most = machinesFrom(), ...options }: MachinesOptions): MachineClient {
  const members: Member[] = []
  /** What has to end before a state of this key is asked for: it is being kept, or given its name. */
  const settling = new Map<string, Promise<void>>()
  /** Who has a passing state. */
  const passing = new Map<string, Member>()
  /** Who came to a state. */
  const cameTo = createRecent<Member>(MOST_KNOWN)
  let uses = 0
  let closed = false

  function add(): Member {
    const member: Member = { client: createOneMachine(options), asked: 0, at: null, used: 0 }
    members.push(member)
    return member
  }

  /**
   * The one that does what comes next from the state `from`: warm, else free, else new, else the one with the least to do. Of those the one that came
   * to that state, which has most of its world's pages and code at hand; for that a world waits behind one call more.
   */
  function next(from: string | null): Member {
    const has = from === null ? undefined : passing.get(from)
    if (has) return has
    const free = members.filter(({ asked }) => asked === 0)
    const warm = free.find(({ at }) => at === from)
    if (warm) return warm
    if (!free.length && members.length < most && (!members.length || freemem() > ROOM)) return add()
    const among = free.length ? free : members
    const [least, own] = [first(among), from === null ? undefined : cameTo.get(from)]
    return own && among.includes(own) && own.asked <= least.asked + 1 ? own : least
  }

  const first = (among: Member[]): Member =>
    among.reduce((one, other) => ((other.asked - one.asked || other.used - one.used) < 0 ? other : one))

  async function asking<T>(member: Member, ask: (client: MachineClient) => Promise<T>): Promise<T> {
    clearTimeout(member.idle)
    member.asked++
    member.used = ++uses
    try {
      return await ask(member.client)
    } finally {
      member.asked--
      if (!closed && member.asked === 0) member.idle = setTimeout(() => rest(member), IDLE_MS).unref()
    }
  }

  function rest(member: Member): void {
    if (member.asked > 0 || members.length === 1) return
    members.splice(members.indexOf(member), 1)
    void member.client.close()
  }

  /** What waits for `key` waits for `work`, however it ends: a state that was not kept is not there. */
  function settle(key: string, work: Promise<unknown>): void {
    const settled: Promise<void> = work.then(
      () => {},
      () => {}
    )
    const both = Promise.all([settling.get(key), settled]).then(() => {
      if (settling.get(key) === both) settling.delete(key)
    })
    settling.set(key, both)
  }

  function pass(key: string, member: Member): void {
    passing.set(key, member)
    // Of steps that nobody wanted.
    const [oldest = ''] = passing.size > MOST_PASSING ? passing.keys() : []
    passing.delete(oldest)
  }

  const settled = (keys: readonly string[]) => Promise.all(keys.map((key) => settling.get(key)))

  const some = (): Member => (members.length ? first(members) : add())

  const client: MachineClient = {
    folder: options.folder,
    async open(opening) {
      if (closed) throw new OrreryError('engine-failed', 'The machine is closed.')
      return (members[0] ?? add()).client.open(opening)
    },
    async work(work, about) {
      await client.open(about)
      const { from, to } = work
      if (from !== null) await settled([from])
      const member = next(from)
      const shares = member.asked > 0
      try {
        const done = await asking(member, (one) => one.work(work, about))
        member.at = to ?? (work.jobs.length ? undefined : from)
        if (to !== null) cameTo.set(to, member)
        if (to !== null && work.passing) pass(to, member)
        // Answered when the state is kept.
        else if (to !== null)
          settle(
            to,
            asking(member, (one) => one.has([]))
          )
        return done
      } catch (error) {
        if (from !== null) passing.delete(from)
        member.at = undefined
        // Another step had the process when it ended: this one is done again.
        const again = shares && error instanceof OrreryError && error.code === 'engine-crashed' && !closed
        if (!again) throw error
        return client.work(work, about)
      }
    },
    async has(keys, about) {
      await client.open(about)
      await settled(keys)
      return asking(some(), (one) => one.has(keys, about))
    },
    rename(from, to) {
      const renamed = (async () => {
        await settled([from, to])
        await asking(passing.get(from) ?? some(), (one) => one.rename(from, to))
        passing.delete(from)
        for (const member of members) if (member.at === from) member.at = to
        const member = cameTo.get(from)
        if (member) cameTo.set(to, member)
      })()
      settle(to, renamed)
      return renamed
    },
    async close() {
      closed = true
      for (const { idle } of members) clearTimeout(idle)
      await Promise.all(members.map(({ client }) => client.close()))
    }
  }
  return client
}

/** The machines over the image that is found: those that grounds have in common, else one's own. `null`: there is no image, and the model answers. */
export function openMachines({ home, resources, spawnMachine, machines, shared }: GroundOptions): MachineClient | null {
  if (shared !== undefined) return shared
  const image = findImage({ home, resources })
  if (!image) return null
  const { data, cache } = machineFolders(home)
  const spawn = spawnMachine && { spawn: spawnMachine }
  return createMachineClient({ ...{ folder: image.folder, data, cache, machines }, ...spawn })
}

/** How many processes there are at most where nobody says otherwise. @throws OrreryError invalid-input */
export function machinesFrom({ ORRERY_MACHINES: text } = process.env): number {
  if (!text) return availableParallelism()
  const most = Number(text)
  if (Number.isInteger(most) && most >= 1) return most
  throw new OrreryError(
    'invalid-input',
    `ORRERY_MACHINES is "${text}"; expected how many processes of the machine may run at once, such as 2.`
  )
}
