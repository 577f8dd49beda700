// Earlier turns as the world really answered them, before perturbations, and which of them read or wrote.

import { fold } from '../domains/fold.ts'
import { methodOf } from '../domains/http-response.ts'
import { commandsIn } from '../domains/shell/commands.ts'
import { keystrokes } from '../observations/terminal/keystrokes.ts'
import { isObject } from '../text/json.ts'
import { unmarked } from '../tree/cut.ts'
import { canonical } from '../tree/history.ts'
import type { Action } from '../tree/model.ts'
import { type Framed, frameOf } from './data-frame.ts'
import type { Moment, PastTurn } from './perturbation.ts'

/** What the world answered, before anything altered it. */
export function truthOf({ step, firings }: PastTurn): string {
  const altered = firings.find(({ effect, before }) => effect === 'alter' && before !== undefined)
  return altered?.before ?? unmarked(step.observation.text)
}

/** An earlier turn taken apart: the world's own answer to it, or another text that it had. Turns count from 0. */
export function framedTurn(moment: Moment, turn: number, text?: string): Framed {
  const { domain, setup, chain } = moment
  const past = moment.past()[turn]
  if (!past) return frameOf(moment, '')
  const state = domain.surface === 'terminal' ? fold(domain, setup, chain.slice(0, turn)) : moment.state
  return frameOf({ domain, state, action: past.step.action }, text ?? truthOf(past))
}

/** The turns, from 0, in which the world answered this very action before. */
export function sameTurns(moment: Moment): number[] {
  const wanted = canonical(moment.action)
  return moment.chain.flatMap((step, index) =>
    canonical(step.action) === wanted && !isAnswered(moment, index) ? [index] : []
  )
}

/** Whether a perturbation answered in the world's place: nothing was read or changed then. */
const isAnswered = (moment: Moment, turn: number): boolean =>
  moment.past()[turn]?.firings.some(({ effect }) => effect === 'answer') ?? false

const READS =
  /^(?:get|list|read|search|find|show|view|glob|grep|fetch|query|count|open|describe|stat|status|head|tail|lookup|look|inventory|examine|check|browse|extract|directory|tree|retrieve|download|info|cat|ls)$/
const WRITES =
  /^(?:create|add|update|delete|remove|write|edit|set|put|post|patch|insert|move|rename|save|send|append|replace|upload|merge|close|assign|cancel|book|pay|todo|new|make|store|import|apply)$/

// Programs that change nothing, whatever their arguments; git and the like are asked for their first argument.
const READERS = new Set(
  `ls cat head tail less more grep rg find fd wc sort uniq cut awk stat file du df ps top free uptime date pwd whoami id echo printf which
  env printenv uname hostname history diff cmp tree jq column tr nl md5sum sha256sum ping dig nslookup curl true cd man type test`.split(
    /\s+/
  )
)
const SUBCOMMANDS =
  /^(?:status|log|diff|show|branch|list|ls|get|describe|ps|images|logs|info|view|inspect|version|search)$/

/** Whether the action only looks. What is not known to only look may have changed something. */
export function isRead({ domain, setup }: Pick<Moment, 'domain' | 'setup'>, action: Action): boolean {
  const typed = commandOf(action)
  if (typed !== null) return commandsIn(typed).every(isReader)
  const method = methodOf(action)
  if (method !== null) return method === 'GET' || method === 'HEAD'
  const name = domain.toolOf(action) ?? ''
  const hint = domain.tools?.of(setup).find((tool) => tool.name === name)?.annotations?.readOnlyHint
  if (typeof hint === 'boolean') return hint
  // Tools that do several things are told by an argument what to do.
  const does = argumentsOf(action).action
  const words = wordsOf(typeof does === 'string' ? does : name)
  if (words.some((word) => WRITES.test(word))) return false
  return words.some((word) => READS.test(word))
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .split(/[^a-z]/)
    .filter(Boolean)

function isReader({ name, args, to }: { name: string; args: string[]; to: string[] }): boolean {
  if (to.some((file) => file !== '/dev/null' && !/^\d$/.test(file))) return false
  if (name === 'curl')
    return !args.some((arg) => /^(?:-X|-d|-o|-O|-T|-F|--request|--data|--form|--upload|--output)/.test(arg))
  return READERS.has(name) || SUBCOMMANDS.test(args[0] ?? '')
}

/** What a shell is given: a terminal's keystrokes, or a tool's `command`; `null` for other actions. */
export function commandOf(action: Action): string | null {
  const keys = keystrokes(action)
  if (keys.length) return keys.join('')
  const { command } = argumentsOf(action)
  return typeof command === 'string' ? command : null
}

/** The arguments of a tool's call; `{}` for other actions. */
export function argumentsOf(action: Action): Record<string, unknown> {
  const { arguments: given } = isObject(action) ? action : {}
  return isObject(given) ? given : {}
}

/** Which of the turns before this one, from 0, may have changed something. */
export function writesIn(moment: Moment): number[] {
  return moment.chain.flatMap((step, index) =>
    isRead(moment, step.action) || isAnswered(moment, index) ? [] : [index]
  )
}
