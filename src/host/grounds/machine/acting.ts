// The two ways of acting on a machine: keys at its console, and calls of tools on its disk.

import { fold } from '../../../core/domains/fold.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { commandsIn, type Simple } from '../../../core/domains/shell/commands.ts'
import { toolCallOf } from '../../../core/domains/tool-call.ts'
import { OrreryError } from '../../../core/errors.ts'
import { readTold } from '../../../core/grounds/effects/told.ts'
import { besideIn } from '../../../core/observations/terminal/beside.ts'
import { entries } from '../../../core/observations/terminal/keystrokes.ts'
import type { ModelAnswer, StateChange } from '../../../core/tree/ground.ts'
import type { Action, Call, Setup, Step } from '../../../core/tree/model.ts'
import { modelRule } from '../disk-tools/index.ts'
import { rootOf } from '../disk-tools/root.ts'
import { jobsFor } from './apply.ts'
import { isRecorded } from './diverged.ts'
import { jobsBefore } from './faults.ts'
import { promptShown, readOf } from './genesis.ts'
import { takeListed, uncertainOf } from './listed.ts'
import { play } from './play.ts'
import { type MachineRuleName, ruleNamed, usesNetwork } from './rules.ts'
import { type Again, saidBy } from './states.ts'
import { commandsOf, playTool } from './tool.ts'
import { type MachineAnswer, type MachineStatus, type Playing, workingFrom } from './working.ts'

/** One turn to be done: from the state `from`, whose facts are known, to the state `to`. */
interface Turn {
  setup: Setup
  chain: readonly Step[]
  action: Action
  from: string
  to: string
  facts: MachineStatus
  read: ReadAction
  /** Of the route: some rules give the whole turn to the model. */
  rule: string
}

/** What of an action decides who answers. `rule`: the one that gives it to the model whatever the state. */
export interface ReadAction {
  typed: string
  commands: Simple[]
  rule: MachineRuleName | null
}

export interface MachineActions {
  read(action: Action, facts: MachineStatus): ReadAction
  /** A command as an action of the world, and what its observation shows of it. */
  actionOf(command: string): Action
  screenOf(action: Action, observation: string): string
  play(turn: Turn, playing: Playing & { whole(rule: string): Promise<string> }): Promise<MachineAnswer>
  /** A committed step done again: what was executed is executed, what the model said is taken from the step. */
  again: Again
}

export function acting(setup: Setup): MachineActions {
  return findDomain(setup.domain).shell?.machine === 'tools' ? withTools(setup) : AT_CONSOLE
}

type Asks = Pick<Playing, 'askModel' | 'askList'>

/** Rules by which the model answers all of a turn. */
const WHOLE = new Set<string>(['instruction', 'code-network', 'budget', 'diverged', 'question', 'unread', 'denied'])

const AT_CONSOLE: MachineActions = {
  read(action, { atPrompt }) {
    const keys = entries(action)
    const typed = keys.map(({ keystrokes }) => keystrokes).join('')
    const rule = keys.length === 0 ? 'question' : usesNetwork(typed) ? 'code-network' : null
    return { typed, commands: atPrompt || besideIn(action) ? commandsIn(typed) : [], rule }
  },
  actionOf: (command) => [{ keystrokes: `${command}\n`, duration: 1 }],
  screenOf: (_action, observation) => observation,
  async play(turn, playing) {
    const { typed, commands } = turn.read
    if (!WHOLE.has(turn.rule)) return play({ ...turn, commands }, playing)
    const text = toPrompt(await playing.whole(turn.rule), turn)
    const { cwd } = turn.facts
    const told = commandsIn(typed).flatMap(
      ({ name, args }) => readTold({ name, args, cwd, home: playing.owner.home }, text).effects
    )
    // The terminal's own shell stays as it is.
    const effects = besideIn(turn.action) ? told.filter((one) => one.do !== 'cwd' && one.do !== 'env') : told
    return modelAnswered(turn, { of: typed.trimEnd(), rule: turn.rule, text, effects }, playing)
  },
  again(of, playing) {
    const { action } = of.step
    const { typed, commands, rule } = AT_CONSOLE.read(action, of.facts)
    return again(of, playing, {
      whole: WHOLE.has(of.call?.grounded?.rule ?? rule ?? ''),
      saying: saidBy(of.step),
      typed: typed.trim(),
      play: (asks) => play({ ...of, action, commands }, { ...playing, ...asks, ...beforeOf(of) })
    })
  }
}

// What stands at the end where a program waits for an answer.
const QUESTION = /[:?>\])] ?$/

/** The machine stands at its prompt, also where the model, which was asked for the whole turn, did not come to that. */
function toPrompt(text: string, { setup, chain, action, facts }: Turn): string {
  const domain = findDomain(setup.domain)
  const before = fold(domain, setup, chain)
  const after = domain.fold(before, { action, observation: { text } })
  if (!facts.atPrompt || besideIn(action) || after.prompt || QUESTION.test(text)) return text
  const prompt = before.prompt ? String(before.prompt).trimEnd() : promptShown(readOf(setup), facts.cwd)
  return `${text}${text.endsWith('\n') ? '' : '\n'}${prompt}`
}

function withTools(setup: Setup): MachineActions {
  const domain = findDomain(setup.domain)
  const screenOf = (action: Action, observation: string): string => {
    const document = domain.document?.read(action, observation)
    return document?.kind === 'shell'
      ? [document.output, document.stderr ?? ''].filter(Boolean).join('\n')
      : observation
  }
  const way: MachineActions = {
    read(action) {
      const call = toolCallOf(action)
      const { command } = call.arguments
      const rule = modelRule(call, setup)
      const typed = typeof command === 'string' ? command : ''
      return { typed, commands: commandsOf(call), rule: rule === null ? null : rule === 'network' ? 'network' : 'tool' }
    },
    actionOf: (command) => domain.fromText(`$ ${command}`, setup),
    screenOf,
    async play(turn, playing) {
      const call = toolCallOf(turn.action)
      if (WHOLE.has(turn.rule)) {
        const text = await playing.whole(turn.rule)
        return modelAnswered(turn, { of: domain.label(turn.action), rule: turn.rule, text, effects: [] }, playing)
      }
      const root = rootOf(setup, [...turn.chain.map(({ action }) => action), turn.action])
      return playTool({ ...turn, call, root, commands: turn.read.commands }, playing)
    },
    again(of, playing) {
      const { action, observation } = of.step
      const { typed, commands } = way.read(action, of.facts)
      return again(of, playing, {
        whole: WHOLE.has(of.call?.grounded?.rule ?? ''),
        saying: screenOf(action, observation.text),
        typed,
        play: (asks) => {
          const root = rootOf(setup, [...of.actions, action])
          return playTool(
            { ...of, call: toolCallOf(action), commands, root },
            { ...playing, ...asks, ...beforeOf(of), whole: async () => observation.text }
          )
        }
      })
    }
  }
  return way
}

/** What was done to the machine before the turn. */
const beforeOf = ({ call, seed }: { call: Call | null } & Pick<Playing, 'seed'>) => ({
  seed,
  feeds: call?.grounded?.fed,
  faults: call?.grounded?.faults,
  brought: call?.grounded?.brought
})

/** A turn that the model answered as a whole: what its text tells is done to the machine, and nobody knows the rest. */
async function modelAnswered({ from, to, facts }: Turn, dream: ModelAnswer, playing: Playing): Promise<MachineAnswer> {
  const { work, owner, askList } = workingFrom({ from, to }, playing)
  const shell = facts.atPrompt
  await work(jobsFor(dream.effects, { owner, shell }))
  const asked = { command: dream.of, text: dream.text, context: '', effects: dream.effects, inShell: shell }
  const more = await takeListed(asked, { work, owner, askList })
  const cwd = cwdAfter([...dream.effects, ...(more.listed ?? [])], facts)
  const dreams = [{ ...dream, ...more }]
  const refused = uncertainOf(dreams)
  const uncertain = `the model gave the whole answer (${ruleNamed(dream.rule).name})${refused ? `; ${refused}` : '.'}`
  return { text: dream.text, facts: { ...facts, cwd }, dreams, uncertain }
}

const cwdAfter = (effects: readonly StateChange[], { cwd }: MachineStatus): string =>
  effects.flatMap((one) => (one.do === 'cwd' ? [one.path] : [])).at(-1) ?? cwd

/** Whether what was typed shows all that `asked`, where that reads a file. */
function shows(typed: string, asked: string): boolean {
  const [read, shown] = [asked, typed].map((line) => /^cat ([^\s|;&<>]+)$/.exec(line)?.[1]?.split('/').at(-1))
  return read === undefined || read === shown
}

/** What a recorded command made of a file does not tell what is in it. */
const unseen = (command: string) =>
  new OrreryError('engine-failed', `The recording does not show what "${command}" would.`)

async function again(
  {
    call,
    from,
    to,
    facts,
    seed
  }: { call: Call | null; from: string; to: string; facts: MachineStatus } & Pick<Playing, 'seed'>,
  { client, owner, signal }: Omit<Playing, keyof Asks>,
  {
    whole,
    saying,
    typed,
    play
  }: { whole: boolean; saying: string; typed: string; play: (asks: Asks) => Promise<MachineAnswer> }
): ReturnType<Again> {
  const dreams = [...(call?.grounded?.dreams ?? [])]
  if (call?.engine === 'perturbation' || call?.engine === 'validation' || whole) {
    const effects = whole ? [...(dreams[0]?.effects ?? []), ...(dreams[0]?.listed ?? [])] : []
    const jobs = [...jobsBefore(beforeOf({ call, seed }), owner), ...jobsFor(effects, { owner, shell: facts.atPrompt })]
    await client.work({ from, to, jobs }, { signal })
    return { text: null, facts: { ...facts, cwd: cwdAfter(effects, facts) } }
  }
  let last: ModelAnswer | undefined
  const { text, facts: next } = await play({
    askModel: async ({ command }) => {
      last = dreams.shift()
      if (!last && isRecorded(call) && !shows(typed, command)) throw unseen(command)
      return last?.text ?? saying
    },
    askList: async () => (last?.listed ? JSON.stringify({ effects: last.listed }) : null)
  })
  return { text, facts: next }
}
