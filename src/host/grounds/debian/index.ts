// The ground of terminals: a Debian of the world's own computes what a session determines, and the model is asked for what no machine can know.
import { findDomain } from '../../../core/domains/index.ts'
import { touchedBy } from '../../../core/effects/claims.ts'
import { readInitial } from '../../../core/effects/initial.ts'
import { readTold } from '../../../core/effects/told.ts'
import type { Dream, Grounded } from '../../../core/ground.ts'
import type { Call, Step } from '../../../core/model.ts'
import type { Ground, GroundAnswer, GroundAsked, GroundEvent } from '../../../core/ports.ts'
import { commandsIn } from '../../../core/shell/commands.ts'
import { entries } from '../../../core/terminal/keystrokes.ts'
import type { GroundOptions } from '../index.ts'
import { createMachineClient } from '../machine-client.ts'
import { findImage, machineFolders } from '../machine-image.ts'
import { telling } from '../telling.ts'
import { jobsFor } from './apply.ts'
import { overOf } from './over.ts'
import { type AskModel, type Facts, type Played, type Playing, play } from './play.ts'
import { routeOf, ruleNamed, usesNetwork } from './rules.ts'
import { type Again, createStates, saidBy } from './states.ts'

/** `null`: there is no image. */
export function machineGround({ home, resources, spawnMachine }: GroundOptions): Ground | null {
  const image = findImage({ home, resources })
  if (!image) return null
  const { data } = machineFolders(home)
  const client = createMachineClient({ folder: image.folder, data, ...(spawnMachine && { spawn: spawnMachine }) })
  const states = createStates({ client, again })
  let turns = 0

  function typed({ action }: Pick<GroundAsked, 'action'>): string {
    return entries(action)
      .map(({ keystrokes }) => keystrokes)
      .join('')
  }

  function routed(asked: GroundAsked, facts: Facts) {
    const text = typed(asked)
    const commands = facts.atPrompt ? commandsIn(text) : []
    const { home } = readInitial(asked.setup.initialState)
    return routeOf({
      typed: text,
      commands,
      instruction: asked.instruction,
      programs: new Set(
        facts.claims.flatMap(({ kind, path }) => (kind === 'program' ? (path.split('/').at(-1) ?? '') : []))
      ),
      touched: touchedBy(commands, facts.claims, { cwd: facts.cwd, home })
    })
  }

  async function turn(
    asked: GroundAsked,
    signal: AbortSignal,
    tell: (event: GroundEvent) => Promise<string | undefined>
  ): Promise<GroundAnswer> {
    const hash = await client.open({
      signal,
      onProgress: ({ done, total }) => void tell({ type: 'progress', done, total }).catch(() => {})
    })
    const here = await states.after(asked, { signal })
    const route = routed(asked, here.facts)
    const to = `turn ${process.pid} ${++turns}`
    const askModel: AskModel = async (dream) => (await tell({ type: 'dream', ...dream })) ?? ''
    const playing: Playing = { client, owner: here.owner, signal, askModel }
    const whole = route.rule === 'instruction' || route.rule === 'code-network'
    const played = whole
      ? await dreamt({ asked, from: here.key, to, facts: here.facts, rule: route.rule }, playing)
      : await play({ action: asked.action, from: here.key, to, facts: here.facts }, playing)
    const [first] = played.dreams
    const over = overOf(asked)
    const uncertain = played.uncertain ?? carried(asked)
    const grounded: Grounded = {
      ground: ID,
      hash,
      // What was asked for on the way tells more than what could be seen of it before.
      rule: first?.rule ?? 'machine',
      why:
        first && first.rule !== route.rule
          ? `${first.of}: ${ruleNamed(first.rule as never).why}`
          : first
            ? route.why
            : ruleNamed('machine').why,
      origin: first ? 'predicted' : 'executed',
      dreams: played.dreams,
      ...(over !== null && { over }),
      ...(uncertain && { uncertain }),
      ...(here.diverged.length > 0 && { diverged: here.diverged })
    }
    return {
      text: played.text,
      by: { name: NAME, hash },
      grounded,
      keep: async (step) => {
        const key = states.keyOf(asked.setup, step)
        await client.rename(to, key)
        states.know(key, played.facts)
      }
    }
  }

  return {
    id: ID,
    title: NAME,
    serves: ({ domain }) => findDomain(domain).surface === 'terminal',
    async route(asked) {
      const { signal } = new AbortController()
      return routed(asked, (await states.after(asked, { signal })).facts)
    },
    turn: (asked, { signal }) => telling((tell) => turn(asked, signal, tell)),
    usual: ({ initialState }) => !OTHER.test(initialState),
    initial: ({ initialState }) => readInitial(initialState).effects,
    dispose: () => client.close()
  }
}

const ID = 'machine'
const NAME = 'Debian machine'
// A Debian would contradict a world that says it is something else.
const OTHER =
  /\b(?:RHEL|Red Hat|Ubuntu|Fedora|CentOS|Rocky|Alpine|Arch|SUSE|Gentoo|NixOS|macOS|Darwin|Windows|FreeBSD)\b/i

/** A turn that the model answers whole. What its text shows of files and packages is done to the machine; the rest is not known. */
async function dreamt(
  { asked, from, to, facts, rule }: { asked: GroundAsked; from: string; to: string; facts: Facts; rule: string },
  { client, owner, signal, askModel }: Playing
): Promise<Played> {
  const text = await askModel({ rule: rule as never, action: asked.action, context: '' })
  const commands = entries(asked.action)
    .map(({ keystrokes }) => keystrokes)
    .join('')
  const effects = commandsIn(commands).flatMap(
    ({ name, args }) => readTold({ name, args, cwd: facts.cwd, home: owner.home }, text).effects
  )
  const dream: Dream = { of: commands.trimEnd(), rule, text, effects }
  await client.work({ from, to, jobs: jobsFor(effects, { owner, shell: facts.atPrompt }) }, { signal })
  return {
    text,
    facts,
    dreams: [dream],
    uncertain: `Turn ${asked.chain.length + 1} was answered by the model as a whole.`
  }
}

/** What made an earlier state uncertain makes this one so. */
function carried({ chain, callOf }: GroundAsked): string | undefined {
  const last = chain.at(-1)
  return last && callOf(last.id)?.grounded?.uncertain
}

/** A committed step done again: what was executed is executed, what the model said is taken from the step. */
const again: Again = async ({ step, call, from, to, facts }, playing) => {
  const { client, owner, signal } = playing
  if (call?.engine === 'perturbation' || call?.engine === 'validation') {
    await client.work({ from, to, jobs: [] }, { signal })
    return { text: null, facts }
  }
  const dreams = [...(call?.grounded?.dreams ?? [])]
  if (isWhole(step, call)) {
    await client.work(
      { from, to, jobs: jobsFor(dreams[0]?.effects ?? [], { owner, shell: facts.atPrompt }) },
      { signal }
    )
    return { text: null, facts }
  }
  const askModel: AskModel = async () => dreams.shift()?.text ?? saidBy(step)
  const { text, facts: next } = await play({ action: step.action, from, to, facts }, { ...playing, askModel })
  return { text, facts: next }
}

function isWhole({ action }: Step, call: Call | null): boolean {
  const rule = call?.grounded?.rule
  if (rule !== undefined) return rule === 'instruction' || rule === 'code-network'
  return (
    entries(action).length === 0 ||
    usesNetwork(
      entries(action)
        .map(({ keystrokes }) => keystrokes)
        .join('')
    )
  )
}
