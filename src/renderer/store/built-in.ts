// The built-in agent in the window: it is let into the branch shown, watched by what it tells, stopped, and what it came to.
import type { StreamEvent } from '../../core/contract/index.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import type { Kit } from './state.ts'

type Ended = Extract<StreamEvent<'links.startAgent'>, { type: 'ended' }>

export interface BuiltIn {
  /** The world that it is in, whether that is open or not. */
  session: string
  title: string
  /** Its link; `null` until it has one. */
  link: string | null
  /** What it is at: thinking of what to do, or doing `what`. */
  doing: 'think' | 'act'
  thought: string
  what: string
  /** Steps that it has taken, of those that it may. */
  taken: number
  steps: number
  /** `stopped`: by a person in this window; `null` while it acts. */
  ended: { reason: Ended['reason'] | 'stopped'; text: string } | null
}

export interface BuiltInActions {
  /** True once it acts; why it cannot is told at `agents`. */
  startBuiltIn(asked: { task: string; steps: number }): Promise<boolean>
  stopBuiltIn(): void
  dismissBuiltIn(): void
}

export function builtInActions({ client, get, set, attempt }: Kit): BuiltInActions {
  let running: AbortController | null = null

  const tell = (change: Partial<BuiltIn>) =>
    set(({ builtIn }) => (builtIn ? { builtIn: { ...builtIn, ...change } } : {}))
  const end = (ended: NonNullable<BuiltIn['ended']>) => {
    tell({ ended })
    set({ announcement: `The built-in agent has ended in ${get().builtIn?.title}` })
  }
  const look = async () => {
    await get().readAgents()
    // A lost host is reported by itself.
    await get()
      .catchUp()
      .catch(() => {})
  }

  function heard(event: StreamEvent<'links.startAgent'>): void {
    switch (event.type) {
      case 'started':
        tell({ link: event.link })
        break
      case 'thinking':
        tell({ doing: 'think', thought: event.text, what: '' })
        break
      case 'thought':
        tell({ doing: 'act', thought: event.thought, what: event.what })
        break
      case 'acted':
        tell({ taken: event.taken })
        void look()
        break
      case 'ended':
        tell({ taken: event.taken })
        end({ reason: event.reason, text: event.text })
        break
      default:
        event satisfies never
    }
  }

  /** It is over: another may be started, and what is still told of this one is no news. */
  function over(run: AbortController): boolean {
    const was = running === run
    if (was) running = null
    return was
  }

  async function watch(events: AsyncIterable<StreamEvent<'links.startAgent'>>, run: AbortController): Promise<void> {
    try {
      for await (const event of events) if (event.type !== 'ended' || over(run)) heard(event)
    } catch (error) {
      const stopped = run.signal.aborted
      if (over(run)) end(stopped ? { reason: 'stopped', text: '' } : { reason: 'failed', text: toWire(error).message })
    }
    over(run)
    await look()
  }

  return {
    async startBuiltIn({ task, steps }) {
      const { world } = get()
      if (!world) return false
      if (running) {
        return attempt('agents', async () => {
          throw new OrreryError('busy', 'The built-in agent acts already. Stop it first, or wait until it has ended.')
        })
      }
      const abort = new AbortController()
      running = abort
      const { branch, session } = world
      const asked = { session: session.id, branch, task, steps }
      const events = client.stream('links.startAgent', asked, { signal: abort.signal })
      const started = await attempt('agents', async () => {
        // Without a model there is none.
        const { value: first } = await events.next()
        const fresh = { doing: 'think' as const, thought: '', what: '', taken: 0, ended: null }
        set({ builtIn: { session: session.id, title: session.title, link: null, steps, ...fresh } })
        if (first) heard(first)
        await get().readAgents()
      })
      if (started) void watch(events, abort)
      else over(abort)
      return started
    },
    stopBuiltIn: () => running?.abort(),
    dismissBuiltIn: () => set({ builtIn: null })
  }
}
