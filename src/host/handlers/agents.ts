// Agents: the links by which they come, what they may ask of their world, and what listens for them.
import { toolsForAgents } from '../../core/agent-tools.ts'
import type { Handlers, Link, LinkRow, Observed, StreamEvent, Visitor } from '../../core/api.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import type { StepId } from '../../core/model.ts'
import { originOf } from '../../core/origin.ts'
import { type Acting, type Asked, createActing } from '../agents/acting.ts'
import { createLinks } from '../agents/links.ts'
import { createPreviews } from '../agents/previews.ts'
import { reporting } from '../agents/reporting.ts'
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
  const previews = createPreviews(parts, aside)
  const acting = createActing(parts, { run: step, turns, traffic, previews })

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
      previews.forget(gone)
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
          shell: domain.shell !== undefined,
          forks: link.forks,
          previews: previews.perStep(link),
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
      'agent.preview': ({ tool, arguments: args, ...visitor }, { signal }) =>
        reporting((said) => previews.make(acting, { link: linkOf(visitor), visitor, signal, said }, { tool, args })),
      'agent.run': ({ command, code, ...visitor }, { signal }) =>
        reporting((said) => ran(acting, { link: linkOf(visitor), visitor, signal, said }, { command, code }))
    }
  } satisfies Topic

  async function ran(
    acting: Acting,
    asked: Asked,
    { command, code }: { command: string; code: boolean }
  ): Promise<StreamEvent<'agent.run'>> {
    const { setup, tip } = store.branch(asked.link.branch)
    const { shell } = findDomain(setup.domain)
    if (!shell) {
      throw new OrreryError(
        'invalid-input',
        'This world has no shell. Use the tools that it has, or a terminal or code world.'
      )
    }
    const before = parts.folds.after(setup, tip)
    const made = await acting.step(asked, shell.action(command, setup))
    const read = shell.read(made.step.action, made.step.observation.text, before)
    const known = { type: 'ran' as const, output: read.output, running: read.running, step: made.step.id }
    if (read.exitCode !== null) return { ...known, exitCode: read.exitCode, by: 'observation' }
    if (!code || read.running) return { ...known, exitCode: null, by: null }
    return { ...known, ...(await codeOf(asked, made.branch.id)) }
  }

  /** The exit code of the last command, from a turn that is not kept: computed where the world has a machine, else predicted. */
  async function codeOf({ signal, link }: Asked, branch: string) {
    const { setup, session, tip } = store.branch(branch)
    const { shell } = findDomain(setup.domain)
    const action = shell?.action('echo $?', setup) ?? null
    const before = parts.folds.after(setup, tip)
    for await (const event of aside(
      { session, branch: link.branch, action, instruction: '', trace: false },
      { signal }
    )) {
      if (event.type !== 'committed') continue
      const output = shell?.read(action, event.step.observation.text, before).output.trim() ?? ''
      const number = /^\d{1,3}$/.test(output) ? Number(output) : null
      const by = originOf(event.call) === 'executed' ? ('executed' as const) : ('predicted' as const)
      return number === null ? { exitCode: null, by: null } : { exitCode: number, by }
    }
    return { exitCode: null, by: null }
  }
}
