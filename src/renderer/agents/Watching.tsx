// An agent at work in the open world: who it is, and a person's hand on it.
import { Bot } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
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
  const { readAgents, followAgents, pauseLink, moveLink, stopBuiltIn, show } = useActions()
  const links = agents?.links.filter((link) => link.session === session) ?? []
  const any = links.length > 0
  useEffect(() => {
    if (session !== undefined) void readAgents()
  }, [session, readAgents])
  useEffect(() => {
    if (!any) return
    const look = () =>
      void readAgents()
        .then(followAgents)
        .catch(() => {})
    const timer = setInterval(look, EVERY_MS)
    return () => clearInterval(timer)
  }, [any, readAgents, followAgents])
  const there = links.filter(({ id, paused, clients }) =>
    id === builtIn ? !over : paused || clients.some(({ lastAt }) => Date.now() - lastAt < THERE_MS)
  )
  return there.map((link) => {
    const [client] = link.clients
    const here = link.branch === branch
    const last = link.id !== builtIn && agents?.traffic.find((row) => row.link === link.id)
    return (
      <section
        key={link.id}
        aria-label={`Agent ${client?.name || link.title}`}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-selected px-4 py-1.5 text-sm"
      >
        <Bot size={15} aria-hidden className="shrink-0 text-accent" />
        <p className="min-w-0 flex-1 truncate">
          <strong className="font-medium">{client?.name || link.title}</strong>{' '}
          {link.paused
            ? 'waits. Act yourself, or let it go on.'
            : here
              ? 'acts in this world.'
              : 'acts on another branch.'}
          {last && <span className="ml-2 font-mono text-muted">{last.what}</span>}
        </p>
        {!here && (
          <button type="button" className="button" onClick={() => void moveLink(link.id)}>
            Bring it here
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
