// An agent at work in the open world: who it is, and a person's hand on it.
import { Bot } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { LinkRow } from '../../core/contract/links.ts'
import { visible } from '../../core/text/visible.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { AtWork } from './AtWork.tsx'

const EVERY_MS = 1000
// So long after its last call an agent still counts as being there.
const THERE_MS = 60_000

/** A strip above the world while an agent has a link to it and is there; nothing else. */
export function Watching(): ReactNode {
  const session = useOrrery((state) => state.world?.session.id)
  const branch = useOrrery((state) => state.world?.branch)
  const agents = useOrrery((state) => state.agents)
  const builtIn = useOrrery((state) => state.builtIn?.link)
  const over = useOrrery((state) => state.builtIn?.ended != null)
  const { readAgents, catchUp, pauseLink, moveLink, stopBuiltIn, show } = useActions()
  const links = agents?.links.filter((link) => link.session === session) ?? []
  const any = links.length > 0
  useEffect(() => {
    if (session !== undefined) void readAgents()
  }, [session, readAgents])
  useEffect(() => {
    if (!any) return
    const look = () =>
      void readAgents()
        .then(catchUp)
        .catch(() => {})
    const timer = setInterval(look, EVERY_MS)
    return () => clearInterval(timer)
  }, [any, readAgents, catchUp])
  const there = links.filter(({ id, paused, clients }) =>
    id === builtIn ? !over : paused || clients.some(({ lastAt }) => Date.now() - lastAt < THERE_MS)
  )
  return there.map((link) => {
    const here = link.branch === branch
    const { who, does, several } = wordsFor(link, { here, now: Date.now() })
    const last = link.id !== builtIn && agents?.traffic.find((row) => row.link === link.id)
    return (
      <section
        key={link.id}
        aria-label={`${several ? 'Agents' : 'Agent'} ${who}`}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-selected px-4 py-1.5 text-sm"
      >
        <Bot size={15} aria-hidden className="shrink-0 text-accent" />
        <p className="min-w-0 flex-1 truncate">
          <strong className="font-medium">{who}</strong> {does}
          {last && <span className="ml-2 font-mono text-muted">{last.what}</span>}
        </p>
        {!here && (
          <button type="button" className="button" onClick={() => void moveLink(link.id)}>
            Bring {several ? 'them' : 'it'} here
          </button>
        )}
        {link.paused && (
          <button type="button" className="button" onClick={() => void pauseLink(link.id, true, true)}>
            One call
          </button>
        )}
        <button type="button" className="button" onClick={() => void pauseLink(link.id, !link.paused)}>
          {link.paused ? 'Hand back' : 'Take over'}
        </button>
        {link.id === builtIn && (
          <button type="button" className="button" onClick={stopBuiltIn}>
            Stop
          </button>
        )}
        <button type="button" className="button" onClick={() => show('connections')}>
          Agents…
        </button>
        {link.id === builtIn && <AtWork paused={link.paused} />}
      </section>
    )
  })
}

/** Who is there by the link, or was last, and what they do: always in the same order, whoever called last. `now` in milliseconds. */
export function wordsFor(
  { clients, title, paused }: Pick<LinkRow, 'clients' | 'title' | 'paused'>,
  { here, now }: { here: boolean; now: number }
): { who: string; does: string; several: boolean } {
  const there = clients.filter(({ lastAt }) => now - lastAt < THERE_MS)
  const names = new Set((there.length ? there : clients.slice(0, 1)).map(({ name }) => visible(name || title)))
  const several = names.size > 1
  const acts = `${several ? 'act' : 'acts'} ${here ? 'in this world' : 'on another branch'}.`
  return {
    who: names.size ? both.format([...names].sort()) : visible(title),
    does: paused
      ? several
        ? 'wait. Act yourself, or let them go on.'
        : 'waits. Act yourself, or let it go on.'
      : acts,
    several
  }
}

const both = new Intl.ListFormat('en-GB', { type: 'conjunction' })
