// The ground of terminals and code bases: a Debian of the world's own computes what a session determines, and the model is asked for what no
// machine can know.
import { setTimeout as sleep } from 'node:timers/promises'
import { findDomain } from '../../../core/domains/index.ts'
import { sealedIn } from '../../../core/grounds/effects/binary.ts'
import { type Claim, touchedBy } from '../../../core/grounds/effects/claims.ts'
import { doubted } from '../../../core/grounds/effects/doubts.ts'
import { LISTED_SCHEMA, QUESTION } from '../../../core/grounds/effects/listed.ts'
import { output } from '../../../core/grounds/effects/told.ts'
import { groundedOf, predictedSince } from '../../../core/grounds/replay.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked, TurnOptions } from '../../../core/tree/ports.ts'
import { bytesIn } from '../emulator/files.ts'
import { isOverBudget } from '../emulator/protocol.ts'
import { filesFound } from '../emulator/shared-files.ts'
import type { MachineClient } from '../emulator-client.ts'
import { openMachines } from '../machines.ts'
import type { GroundOptions } from '../options.ts'
import { acting, type MachineActions } from './acting.ts'
import { misreadOf, unreadIn, withoutDenials } from './contradicted.ts'
import { isLost } from './diverged.ts'
import { readOf } from './genesis.ts'
import { runsOf } from './image-versions.ts'
import { routeOf, ruleNamed } from './rules.ts'
import { ID } from './seed.ts'
import { createStates, type Here } from './states.ts'
import type { AskList, AskModel, MachineStatus } from './working.ts'

const NAME = 'Debian machine'
// A Debian would contradict a world that says it is something else.
const OTHER =
  /\b(?:RHEL|Red Hat|Ubuntu|Fedora|CentOS|Rocky|Alpine|Arch|SUSE|Gentoo|NixOS|macOS|Darwin|Windows|FreeBSD)\b/i

const NEVER = new AbortController().signal
// Whoever closes a window waits this long for the last state.
const CLOSING_MS = 5_000
// Without it a model may only show that the command still runs.
const LONG = 'The action takes long to compute. Show what it shows in the end.'

/** `null`: there is no image. */
export function machineGround(options: GroundOptions): Ground | null {
  const found = openMachines(options)
  if (!found) return null
  const client: MachineClient = found
  const states = createStates({
    client,
    folderOf: options.folderOf,
    again: (of, playing) => acting(of.setup).again(of, playing)
  })
  let turns = 0
  const keeping = new Set<Promise<void>>()

  /** A state that could not be kept is made again by replay. */
  function keep(kept: Promise<void>): void {
    const one: Promise<void> = kept.catch(() => {}).finally(() => keeping.delete(one))
    keeping.add(one)
  }

  function routed(asked: GroundAsked, { facts, owner: { home } }: Here) {
    const { setup, action, instruction } = asked
    const read = acting(setup).read(action, facts)
    const { typed, commands, rule } = read
    const programs = facts.claims.flatMap(({ kind, path }) =>
      kind === 'program' ? (path.split('/').at(-1) ?? '') : []
    )
    const at = { cwd: facts.cwd, home }
    const touched = touchedBy(commands, facts.claims, at)
    const sealed = sealedIn(commands, touched, at)
    const lost = isLost(facts.differences ?? [], asked)
    const route = routeOf({
      typed,
      commands,
      instruction,
      programs: new Set(programs),
      touched,
      rule: lost ? 'diverged' : rule,
      doubt:
        doubted(commands, misreadOf(setup).doubts, {
          ...at,
          earlier: () =>
            asked.chain.flatMap((step) => acting(setup).read(step.action, { ...facts, atPrompt: true }).commands)
        }) ?? (sealed === null ? null : { what: `The bytes of ${sealed.path}` })
    })
    return { read, route }
  }

  async function turn(asked: GroundAsked, { signal, progress, ...options }: TurnOptions): Promise<GroundAnswer> {
    const hash = await client.open({ signal, onProgress: ({ done, total }) => progress(done, total) })
    const onTurn = (done: number, total: number): void => progress(done + 1, total + 1)
    const here = await states.after(asked, { signal, onTurn })
    const { read, route } = routed(asked, here)
    const to = `turn ${process.pid} ${++turns}`
    const way = acting(asked.setup)
    // What the text names and nobody had read is there from this turn on.
    const broughtWith = (claims: readonly Claim[]) => [
      ...(asked.shares?.brought ?? []),
      ...claims.map(({ path, kind }) => ({ do: 'claim' as const, path, kind }))
    ]
    const asks = asking(way, asked, options)
    const play = (rule: string, claims: readonly Claim[] = []) =>
      way.play(
        { ...asked, from: here.key, to, facts: here.facts, read, rule },
        {
          client,
          owner: here.owner,
          signal,
          ...asks,
          feeds: true,
          faults: asked.faults,
          brought: broughtWith(claims),
          seed: here.seed
        }
      )
    progress(1, 1)
    const first = await play(route.rule).catch((error: unknown) => {
      // The machine is back in the state before the action, and the model says how it goes.
      if (signal.aborted || !isOverBudget(error)) throw error
      return play('budget')
    })
    const { played, claims, denied } = await withoutDenials(first, {
      ...{ setup: asked.setup, commands: read.commands, cwd: here.facts.cwd, home: here.owner.home },
      printed: ({ text }) => output(text, read.typed).text,
      earlier: () => asked.chain.flatMap(({ action }) => way.read(action, { ...here.facts, atPrompt: true }).commands),
      play: ({ claims, whole }) => play(whole ? 'denied' : route.rule, claims)
    })
    const [dream] = played.dreams
    const rule = dream?.rule ?? 'machine'
    // What was asked for on the way tells more than what could be seen of it before.
    const about = denied ?? dream?.of
    const why = dream && rule === route.rule ? route.why : `${about ? `${about}: ` : ''}${ruleNamed(rule).why}`
    const { diverged, differences } = divergedIn(here.facts, asked)
    const { text, result, dreams, facts } = played
    const { shares } = asked
    const files = shares && (await filesFound(shares, (jobs) => client.work({ from: to, to: null, jobs }, { signal })))
    return {
      text,
      by: { name: NAME, hash },
      grounded: groundedOf(
        {
          ...{ ground: ID, hash, rule, why, dreams, ...differences },
          ...(asked.faults && { faults: [...asked.faults] }),
          brought: broughtWith(claims),
          ...(played.fed && { fed: played.fed }),
          ...(here.seeded.length > 0 && { seeded: here.seeded })
        },
        {
          over: predictedSince(asked),
          // Later steps say it too, so it names its turn.
          uncertain: played.uncertain ? `In turn ${asked.chain.length + 1} ${played.uncertain}` : carried(asked),
          diverged
        }
      ),
      ...(result && { result }),
      ...(files && { files }),
      // Nobody waits for it: what is asked of the machine next waits for the state that is being kept.
      keep: async (step) => {
        const key = here.keyOf(step)
        states.know(key, facts)
        keep(client.rename(to, key))
      }
    }
  }

  return {
    id: ID,
    title: NAME,
    serves: ({ domain }) => findDomain(domain).shell !== undefined,
    breaks: true,
    resumes: true,
    copies: true,
    pooled: () => true,
    usual: ({ initialState }: Setup) => !OTHER.test(initialState),
    async route(asked) {
      return routed(asked, await states.after(asked, { signal: new AbortController().signal })).route
    },
    turn,
    async file({ setup, chain, callOf }, path) {
      const here = await states.after({ setup, chain, callOf, action: [], instruction: '' }, { signal: NEVER })
      const [result] = (await client.work({ from: here.key, to: null, jobs: [{ do: 'read', path }] })).results
      return bytesIn(result)?.toString() ?? null
    },
    initial: (setup) => readOf(setup).effects,
    notReproduced: (setup) =>
      [...readOf(setup, runsOf(client.folder)).unread, ...unreadIn(setup)].map(
        ({ line, why }) => `Line ${line} of the initial state: ${why}`
      ),
    async dispose() {
      await Promise.race([Promise.all(keeping), sleep(CLOSING_MS, undefined, { ref: false })])
      await client.close()
    }
  }
}

/** What a turn may ask the model: what one command prints, what a list holds, and how the whole turn goes. */
function asking(
  way: MachineActions,
  { action }: GroundAsked,
  { askModel, askList }: Omit<TurnOptions, 'signal' | 'progress'>
) {
  const one: AskModel = async ({ command, ...dream }) => {
    const asked = way.actionOf(command)
    return way.screenOf(asked, await askModel({ ...dream, action: asked }))
  }
  const list: AskList = ({ command, ...said }) =>
    askList({ ...said, action: way.actionOf(command), question: QUESTION, schema: LISTED_SCHEMA })
  const whole = (rule: string) => askModel({ rule, action, context: rule === 'budget' ? LONG : '' })
  return { askModel: one, askList: list, whole }
}

/** The turns that came out otherwise when they were done again; with what was shown unless the step before says it. */
function divergedIn({ differences = [] }: MachineStatus, { chain, callOf }: GroundAsked) {
  const diverged = differences.map(({ turn }) => turn)
  const last = chain.at(-1)
  const said = ((last && callOf(last.id)?.grounded?.diverged?.length) ?? 0) === diverged.length
  return { diverged, differences: said || !diverged.length ? {} : { differences: [...differences] } }
}

/** What made an earlier state uncertain makes this one so. */
function carried({ chain, callOf }: GroundAsked): string | null {
  const last = chain.at(-1)
  return (last && callOf(last.id)?.grounded?.uncertain) ?? null
}
