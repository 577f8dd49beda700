// Who else is here: other windows, and agents. The host is asked each second, and says too whether the list of worlds is an old one.

import type { Present } from '../../core/contract/presence.ts'
import { visible } from '../../core/text/visible.ts'
import type { Kit } from './state.ts'

export interface PresenceActions {
  /** Says which world this window shows, takes who else is where, and reads the list of worlds anew where it has changed. */
  beHere(): Promise<void>
}

export function presenceActions({ client, get, set, seed }: Kit): PresenceActions {
  const window = `${seed()}`
  let listed = ''
  return {
    async beHere() {
      const { list, others } = await client.call('worlds.here', { window, session: get().world?.session.id ?? null })
      if (JSON.stringify(others) !== JSON.stringify(get().others)) set({ others })
      if (list === listed) return
      set({ sessions: await client.call('worlds.list', {}) })
      listed = list
    }
  }
}

/** Who is in a world, in words: "Another window is here"; `null` where nobody is. */
export function whoIsHere(others: readonly Present[]): string | null {
  const [first, ...more] = others
  if (!first) return null
  if (more.length > 0) return `${others.length} others are here`
  if (first.kind === 'window') return 'Another window is here'
  return first.name ? `The agent ${visible(first.name)} is here` : 'An agent is here'
}
