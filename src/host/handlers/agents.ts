// Agents: the links by which they come, what they may ask of their world, and what listens for them.
import { toolsForAgents } from '../../core/agent-tools.ts'
import type { Handlers, Link, LinkRow, Observed, StreamEvent, Visitor } from '../../core/api.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import type { StepId } from '../../core/model.ts'
import { createActing } from '../agents/acting.ts'
import { createLinks } from '../agents/links.ts'
import { reporting } from '../agents/reporting.ts'
import { createShells } from '../agents/shells.ts'
import { createTraffic } from '../agents/traffic.ts'
import { createTurns } from '../agents/turns.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

/** @param step the handler of the stream `step` */
export function agentHandlers(parts: Parts, step: Handlers['streams']['step'], aside: Handlers['streams']['step']) {
  const { store, clock, names, doors } = parts
  const links = createLinks(parts)
  const turns = createTurns()
  const traffic = createTraffic(clock.now)
  const acting = createActing(parts, { run: step, turns, traffic })
  const shells = createShells(parts, { acting, aside })

  const rowOf = (link: Link): LinkRow => ({ ...link, paused: turns.isPaused(link.id), ...traffic.of(link.id) })

  function linkOf(visitor: Visitor): Link {
    const link = links.of(visitor.link)
    traffic.seen(link.id, visitor)
    return link
  }

  /** A branch of its own for the agent of `link`. */
  async function branchAt(link: Link, at: StepId | null, seed?: number): Promise<string> {
    const { session, setup } = store.branch(link.branch)
    const title = `${link.title} ${store.branches(session).length + 1}`
    const made = { id: names.next(), session, title, tip: at, fork: at, createdAt: clock.now() }
    await store.createBranch({ ...made, setup: { ...setup, ...(seed !== undefined && { seed }) } })
    return made.id
  }

  function forget(id: string): void {
    for (const gone of links.remove(id)) {
      acting.stop(gone)
      turns.pause(gone, false)
      traffic.forget(gone)
    }
  }

  return {
    calls: {
      'doors.status': () => doors.status(),
      'doors.open': ({ port }) => doors.open(port),
      'doors.close': () => doors.close(),
      'doors.traffic': (asked) => traffic.last(asked),
      'links.list': () => links.all().map(rowOf),
      'links.create': ({ session, branch: id, title, ...rest }) => {
        const branch = store.branch(id)
        if (branch.session !== session) {
          throw new OrreryError('not-found', 'That branch is not in this world. Open the world again.')
        }
        const made = { session, branch: id, title: title ?? store.session(session).title, createdAt: clock.now() }
        return rowOf(links.add({ ...made, ...rest, start: branch.tip, parent: null }))
      },
      'links.revoke': ({ id }) => {
        forget(id)
        return null
      },
      'links.pause': ({ id, paused, step: one }) => {
        links.get(id)
        turns.pause(id, paused)
        if (one) turns.step(id)
        return rowOf(links.get(id))
      },
      'agent.check': ({ link }) => {
        links.of(link)
        return null
      },
      'agent.world': (visitor) => {
        const link = linkOf(visitor)
        const { setup, tip } = store.branch(link.branch)
        const domain = findDomain(setup.domain)
        return {
          title: link.title,
          domain: domain.id,
          task: setup.task ?? null,
          tools: toolsForAgents(setup),
          shell: shells.of(setup),
          forks: link.forks,
          previews: link.previews,
          steps: store.pathIds(tip).length
        }
      },
      'agent.look': (visitor) => ({ text: acting.look(linkOf(visitor)) }),
      'agent.restart': async ({ seed, ...visitor }) => {
        const link = linkOf(visitor)
        acting.stop(link.id)
        const moved = links.change(link.id, { branch: await branchAt(link, link.start, seed) })
        return { text: acting.look(moved) }
      },
      'agent.fork': async ({ at, seed, ...visitor }) => {
        const link = linkOf(visitor)
        if (!link.forks) {
          throw new OrreryError('forbidden', 'This link makes no others. Its owner can allow it when making a link.')
        }
        const from = at === 'start' ? link.start : store.branch(link.branch).tip
        const branch = await branchAt(link, from, seed)
        const { id: _id, secret: _secret, ...rest } = link
        const made = links.add({ ...rest, branch, start: from, parent: link.id, createdAt: clock.now() })
        return { link: made.secret, text: acting.look(made) }
      },
      'agent.leave': (visitor) => {
        const link = linkOf(visitor)
        if (link.parent !== null) forget(link.id)
        return null
      }
    },
    streams: {
      'agent.act': ({ tool, arguments: args, ...visitor }, { signal }) =>
        reporting(async (said): Promise<StreamEvent<'agent.act'>> => {
          const link = linkOf(visitor)
          const observed: Observed = await acting.act({ link, visitor, signal, said }, tool, args)
          return { type: 'observed', ...observed }
        }),
      'agent.run': ({ command, seconds, code, ...visitor }, { signal }) =>
        reporting((said) => shells.run({ link: linkOf(visitor), visitor, signal, said }, { command, seconds, code })),
      'agent.keys': ({ keys, seconds, ...visitor }, { signal }) =>
        reporting(async (said): Promise<StreamEvent<'agent.keys'>> => {
          const asked = { link: linkOf(visitor), visitor, signal, said }
          return { type: 'observed', ...(await shells.keys(asked, keys, seconds)) }
        })
    }
  } satisfies Topic
}
