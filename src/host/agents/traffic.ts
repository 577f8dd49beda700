// What agents did and how long it took: the last calls, and who used which link.
import type { Visitor } from '../../core/contract/agents.ts'
import type { TrafficRow } from '../../core/contract/doors.ts'
import type { LinkRow } from '../../core/contract/links.ts'

export interface Traffic {
  /** A call that ended. */
  add(row: TrafficRow): void
  /** Who is there: once for each call, before it. */
  seen(link: string, visitor: Visitor): void
  last(options: { link?: string | undefined; last: number }): TrafficRow[]
  of(link: string): Pick<LinkRow, 'calls' | 'clients'>
  forget(link: string): void
}

// As many as the panel shows; older calls are steps in their worlds.
const MOST = 500
// More clients than one link has; an agent that changes its name with each call must not fill memory.
const MOST_CLIENTS = 20

export function createTraffic(now: () => number): Traffic {
  const rows: TrafficRow[] = []
  const clients = new Map<string, LinkRow['clients']>()
  const counts = new Map<string, number>()
  return {
    add(row) {
      rows.unshift(row)
      rows.length = Math.min(rows.length, MOST)
    },
    seen(link, { door, client }) {
      counts.set(link, (counts.get(link) ?? 0) + 1)
      const known = clients.get(link) ?? []
      // At one door, calls without a name and calls with one may come from the same client, so they share a row.
      const here = known.filter((one) => one.door === door)
      const before =
        here.find(({ name }) => name === client) ?? here.find(({ name }) => !name) ?? (client ? undefined : here[0])
      const rest = known.filter((one) => one !== before)
      const seen = { door, name: client || (before?.name ?? ''), lastAt: now(), calls: (before?.calls ?? 0) + 1 }
      clients.set(link, [seen, ...rest].slice(0, MOST_CLIENTS))
    },
    last: ({ link, last }) => rows.filter((row) => link === undefined || row.link === link).slice(0, last),
    of: (link) => ({ calls: counts.get(link) ?? 0, clients: clients.get(link) ?? [] }),
    forget(link) {
      clients.delete(link)
      counts.delete(link)
    }
  }
}
