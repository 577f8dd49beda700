// Agents: the links by which they come, what they may ask of their world, and what listens for them.

import type { Observed, Visitor } from '../../core/contract/agents.ts'
import type { CallOutput, Handlers, StreamEvent } from '../../core/contract/index.ts'
import type { Link, LinkRow } from '../../core/contract/links.ts'
import type { Present } from '../../core/contract/presence.ts'
import { instructionsOf } from '../../core/control/agents/instructions.ts'
import { PREVIEW } from '../../core/control/agents/preview.ts'
import { lineOf, toolsForAgents } from '../../core/domains/agent-tools.ts'
import { withMadeTools } from '../../core/domains/made-tools.ts'
import { OrreryError } from '../../core/errors.ts'
import { callOn } from '../../core/tree/calls.ts'
import { answeredBy } from '../../core/tree/origin.ts'
import { type AgentCallContext, createActing, type TakeStep } from '../agents/acting.ts'
import { createBuiltIn } from '../agents/built-in.ts'
import { createCleaning } from '../agents/cleaning.ts'
import { createEpisodes } from '../agents/episodes.ts'
import { expectedOn } from '../agents/expected.ts'
import { createLinks } from '../agents/links.ts'
import { createMaking } from '../agents/making.ts'
import { createOutcomes } from '../agents/outcome.ts'
import { createPreviews } from '../agents/previews.ts'
import { type CallQueue, createQueue } from '../agents/queue.ts'
import { reporting } from '../agents/reporting.ts'
import { createShells, type Shells } from '../agents/shells.ts'
import { createTasks } from '../agents/tasks.ts'
import { createTraffic } from '../agents/traffic.ts'
import { createTurns } from '../agents/turns.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

interface Needed {
  /** Takes a step, as the stream `step` does. */
  take: TakeStep
  /** The handler of a stream whose step is not kept. */
  dryRun: Handlers['streams']['steps.run']
  create: Handlers['calls']['worlds.create']
}

export function agentHandlers(parts: HostParts, { take, dryRun, create }: Needed) {
  const { store, clock, doors, passing, others } = parts
  const links = createLinks(parts, forget)
  const turns = createTurns()
  const traffic = createTraffic(clock.now)
  const outcomes = createOutcomes(parts)
  const tasks = createTasks(parts, { links, create })
  const make = createMaking(parts, { links, tasks })
  const cleaning = createCleaning(parts, links)
  const episodes = createEpisodes(parts, { tasks, onBegin: cleaning.inPassing })
  const previews = createPreviews(parts, dryRun)
  const acting = createActing(parts, { run: take, around: passing.around, turns, traffic, outcomes, previews, links })
  const acts = actingIn(createQueue(parts, { turns, acting }), linkOf)
  const warm = warming(parts)
  const shells = createShells(parts, { acting, dryRun })

  const rowOf = (link: Link): LinkRow => ({
    ...link,
    answers: answeredBy(store.branch(link.branch).setup),
    doors: doors.into(store.branch(link.branch).setup),
    paused: turns.isPaused(link.id),
    passed: passing.of(link.id),
    ...traffic.of(link.id)
  })

  function linkOf(visitor: Visitor): Link {
    const link = links.of(visitor.link)
    traffic.seen(link.id, visitor)
    others.say(`agent-${link.id}`, presentIn(store, link, visitor))
    return link
  }

  /** Ends what there is of a link that is no more. */
  function forget(gone: string, why: OrreryError): void {
    acting.stop(gone, why)
    warm.forget(gone)
    previews.forget(gone)
    turns.pause(gone, false)
    traffic.forget(gone)
    outcomes.forget(gone)
    tasks.forget(gone)
    passing.end(gone)
    others.say(`agent-${gone}`, null)
  }

  /** Ends the links to a world that is about to be deleted, and waits for what they were at. A person's step there holds the world. */
  async function leave(session: string): Promise<void> {
    const { inFlight } = parts.answering
    if (store.branches(session).some(({ id }) => inFlight.has(id) && !acting.isStepping(id))) return
    links.leave(session)
    await acting.settled(session)
  }

  const builtIn = createBuiltIn(parts, { acting, previews, traffic, links, make })

  return {
    leave,
    calls: {
      'app.clean': ({ episodeDays }) => cleaning.clean(episodeDays),
      'doors.status': () => doors.status(),
      'doors.open': ({ port }) => doors.open(port),
      'doors.close': () => doors.close().then(doors.status),
      'doors.traffic': (asked) => traffic.last(asked),
      'links.list': () => links.all().map(rowOf),
      'links.create': (asked) => rowOf(warm.start(make(asked))),
      'links.expected': expectedOn(parts),
      'links.revoke': ({ id }) => {
        links.remove(id)
        return null
      },
      'links.pause': ({ id, paused, step: one }) => {
        links.get(id)
        turns.pause(id, paused)
        if (one) turns.step(id)
        return rowOf(links.get(id))
      },
      'links.move': ({ id, branch }) => {
        const { session } = links.get(id)
        if (store.branch(branch).session !== session) {
          throw new OrreryError(
            'invalid-input',
            'That branch is in another world. An agent stays in the world of its link.'
          )
        }
        return rowOf(links.change(id, { branch }))
      },
      'agent.check': ({ link }) => {
        links.of(link)
        return null
      },
      'agent.world': (visitor) => {
        const link = linkOf(visitor)
        // Who asks is about to act. A fork's first call comes at once, and there may be hundreds.
        if (link.parent === null) warm.start(link)
        return worldOf(store, link, { previews: previews.perStep(link), shell: shells.of })
      },
      'agent.look': (visitor) => ({ text: acting.look(linkOf(visitor)) }),
      'agent.tasks': (visitor) => tasks.of(linkOf(visitor)),
      'agent.restart': async ({ seed, task, ...visitor }) => {
        const link = linkOf(visitor)
        const begin = { ...(seed !== undefined && { seed }), ...(task !== undefined && { task }) }
        acting.stop(link.id, new OrreryError('cancelled', 'The world was begun anew while this ran.'))
        // Another episode has previews of its own, also where nothing was done in the one before.
        previews.forget(link.id)
        if (episodes.isFresh(link, begin)) return { text: acting.look(link) }
        return { text: acting.look(links.change(link.id, await episodes.again(link, begin))) }
      },
      'agent.fork': async ({ at, seed, task, ...visitor }) => {
        const link = linkOf(visitor)
        if (!link.forks) {
          throw new OrreryError('forbidden', 'This link makes no others. Its owner can allow it when making a link.')
        }
        const begin = { ...(seed !== undefined && { seed }), ...(task !== undefined && { task }) }
        const from = at === 'start' ? link.start : store.branch(link.branch).tip
        const { id: _id, secret: _secret, ...rest } = link
        const place = await episodes.begin(link, begin, from)
        const made = links.add({ ...rest, ...place, parent: link.id, createdAt: clock.now() })
        return { link: made.secret, text: acting.look(made) }
      },
      'agent.leave': async (visitor) => {
        const link = linkOf(visitor)
        if (link.parent !== null) await episodes.leave(link, links.remove)
        return null
      }
    },
    streams: {
      'links.startAgent': builtIn,
      'links.passThrough': ({ id, ...asked }, { signal }) =>
        passing.begin(links.get(id), asked, { signal, rowOf, still: () => links.get(id) }),
      'agent.act': ({ tool, arguments: args, whole, body, ...visitor }, { signal }) =>
        acts(visitor, signal, async (asked): Promise<StreamEvent<'agent.act'>> => {
          const observed: Observed = previews.isAsked(asked.link, tool)
            ? await previews.tell(acting, asked, args)
            : await acting.act(asked, { tool, args, whole, ...(body && { body }) })
          return { type: 'observed', ...observed }
        }),
      'agent.preview': ({ tool, arguments: args, ...visitor }, { signal }) =>
        acts(visitor, signal, (asked) => previews.make(acting, asked, { tool, args })),
      'agent.run': ({ command, keys, seconds, code, session, fresh, beside, checked, ...visitor }, { signal }) =>
        acts(visitor, signal, (asked) =>
          shells.run(asked, { command, keys, seconds, code, session, fresh, beside, checked })
        ),
      'agent.keys': ({ keys, seconds, ...visitor }, { signal }) =>
        acts(visitor, signal, async (asked): Promise<StreamEvent<'agent.keys'>> => {
          return { type: 'observed', ...(await shells.keys(asked, keys, seconds)) }
        })
    }
  } satisfies Topic & { leave: typeof leave }
}

/** Calls that act, each in its place. @throws OrreryError overloaded */
const actingIn =
  (queue: CallQueue, linkOf: (visitor: Visitor) => Link) =>
  <T>(visitor: Visitor, signal: AbortSignal, work: (asked: AgentCallContext) => Promise<T>) =>
    reporting(async (said) => {
      const link = linkOf(visitor)
      return queue.enter(link, () => work({ link, visitor, signal, said }))
    })

/** How an agent is named to whoever looks at its world. */
function presentIn(store: HostParts['store'], { branch, title }: Link, { client }: Visitor): Present {
  const { session } = store.branch(branch)
  // A link has its world's title where nobody gave it one; a client may tell its version and more.
  const name = title === store.session(session).title ? (client.split(/[/ ]/)[0] ?? '') : title
  return { session, kind: 'agent', name: name.slice(0, 200) }
}

/** What an agent is told of the world of its link. */
function worldOf(
  store: HostParts['store'],
  { branch: id, title, forks, budget }: Link,
  { previews, shell }: { previews: number; shell: Shells['of'] }
): CallOutput<'agent.world'> {
  const branch = store.branch(id)
  const { setup, tip } = branch
  const made = () => withMadeTools(setup, { chain: store.chain(tip), callOf: callOn(store, branch) })
  return {
    ...{ title, forks, previews },
    domain: setup.domain,
    seeded: (setup.grounding === 'executed' && setup.user?.answers !== 'model') || setup.strict,
    task: setup.task ?? null,
    tools: [...toolsForAgents(setup.makesTools ? made() : setup), ...(previews ? [PREVIEW] : [])],
    makes: Boolean(setup.makesTools),
    shell: shell(setup),
    line: lineOf(setup),
    steps: store.pathIds(tip).length,
    instructions: instructionsOf(setup, { budget, previews })
  }
}

/** Starts what computes in the world of a link, once: that takes seconds the first time, longer than an agent's first call may. */
function warming({ store, grounds }: Pick<HostParts, 'store' | 'grounds'>) {
  const started = new Set<string>()
  return {
    start(link: Link): Link {
      if (started.has(link.id)) return link
      started.add(link.id)
      const branch = store.branch(link.branch)
      const { setup, tip } = branch
      const ground = setup.grounding && setup.grounding !== 'model' ? grounds.of(setup) : null
      // What cannot be started is told to the call that needs it.
      ground?.file?.({ setup, chain: store.chain(tip), callOf: callOn(store, branch) }, '/etc/hostname').catch(() => {})
      return link
    },
    forget: (link: string) => void started.delete(link)
  }
}
