// Agents in the window: what listens for them, their links, what they do, and following them in the open world.
import type { DoorsStatus, TrafficRow } from '../../core/contract/doors.ts'
import type { CallInput } from '../../core/contract/index.ts'
import type { LinkRow } from '../../core/contract/links.ts'
import type { Kit } from './state.ts'

/** As the host last had it. */
export interface Agents {
  doors: DoorsStatus
  links: LinkRow[]
  traffic: TrafficRow[]
}

export interface AgentActions {
  readAgents(): Promise<void>
  openDoors(): Promise<boolean>
  closeDoors(): Promise<boolean>
  /** A link to the branch shown; the doors are opened where they are not. */
  makeLink(given: Pick<CallInput<'links.create'>, 'title' | 'forks' | 'previews'>): Promise<boolean>
  revokeLink(id: string): Promise<boolean>
  /** `step`: lets one call through. */
  pauseLink(id: string, paused: boolean, step?: boolean): Promise<boolean>
  /** Its agent goes on at the branch shown. */
  moveLink(id: string): Promise<boolean>
}

// As many as a person looks through; the host keeps more.
const TRAFFIC = 50

export function agentActions({ client, get, set, attempt }: Kit): AgentActions {
  let asked = 0
  let shown = 0
  const read = async () => {
    const mine = ++asked
    const [doors, links, traffic] = await Promise.all([
      client.call('doors.status', {}),
      client.call('links.list', {}),
      client.call('doors.traffic', { last: TRAFFIC })
    ])
    // One that was asked later has answered already.
    if (mine < shown) return
    shown = mine
    set({ agents: { doors, links, traffic } })
  }
  const doing = (work: () => Promise<unknown>) =>
    attempt('agents', async () => {
      await work()
      await read()
    })
  return {
    // A lost host is reported by itself; the next look asks again.
    readAgents: () => read().catch(() => {}),
    openDoors: () => doing(() => client.call('doors.open', {})),
    closeDoors: () => doing(() => client.call('doors.close', {})),
    makeLink: (given) =>
      doing(async () => {
        const { world } = get()
        if (!world) return
        await client.call('doors.open', {})
        await client.call('links.create', { session: world.session.id, branch: world.branch, ...given })
      }),
    revokeLink: (id) => doing(() => client.call('links.revoke', { id })),
    pauseLink: (id, paused, step = false) => doing(() => client.call('links.pause', { id, paused, step })),
    moveLink: (id) =>
      doing(async () => {
        const { world } = get()
        if (world) await client.call('links.move', { id, branch: world.branch })
      })
  }
}
