// Whether a condition holds of a turn.

import type { DerivedState } from '../domains/capabilities.ts'
import type { Domain } from '../domains/domain.ts'
import { fold } from '../domains/fold.ts'
import { labelOf, screenIn } from '../domains/label.ts'
import { parseJson } from '../text/json.ts'
import { valuesAt } from '../text/json-path.ts'
import { matches } from '../text/match.ts'
import { fits } from '../text/wildcard.ts'
import { hasWords } from '../text/words.ts'
import type { Condition, NodeMatch } from '../tree/conditions.ts'
import { unmarked } from '../tree/cut.ts'
import { canonical } from '../tree/history.ts'
import type { Action, Call, Setup, Step } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'
import type { StepResult } from '../tree/result.ts'
import type { PastTurn } from './perturbation.ts'
import { valuesMatch } from './values.ts'

/** A world at a turn. */
export interface Seen {
  domain: Domain
  setup: Setup
  /** The world's steps from its first, at least as many as `turn`. */
  chain: readonly Step[]
  /** The turn that is looked at, from 1. */
  turn: number
  /** The turns with their labels and what perturbations did to them, as `chain`. */
  past(): readonly PastTurn[]
  /** What is known of a turn's answer beside its text. Absent: nothing. */
  resultOf?(turn: number): StepResult | null
  /** The text of a file after a turn; `null` where there is none. Absent where no machine runs. */
  file?(turn: number, path: string): Promise<string | null>
  /** What the world's program keeps after a turn. Absent where no program computes the world. */
  kept?(turn: number): Promise<Json>
  /** Runs a condition's JavaScript. Absent: such conditions are refused. */
  script?(source: string, seen: Seen): Promise<boolean>
}

/** The turns of a chain as conditions see them. @param calls how each step came about, as `chain`; `null` where nobody knows */
export function pastTurns(
  { domain, setup, chain }: Pick<Seen, 'domain' | 'setup' | 'chain'>,
  calls: readonly (Call | null)[]
): PastTurn[] {
  const before = (index: number) => chain[index - 1]?.observation.text ?? setup.initialState
  return chain.map((step, index) => ({
    step,
    label: labelOf(domain, step.action, before(index)),
    firings: calls[index]?.firings ?? [],
    result: calls[index]?.result
  }))
}

/** A rubric is asked once of a whole run. */
export const RUBRIC_ALONE = 'A rubric is a check of its own: make it the whole of "expect".'

/** Thrown where a condition asks for what this world cannot tell. */
export class Undecided extends Error {}

/** @throws Undecided; OrreryError invalid-input for a path that is none */
export async function holds(condition: Condition, seen: Seen): Promise<boolean> {
  const step = seen.chain[seen.turn - 1]
  if (!step) return false
  const { domain, setup, chain, turn } = seen
  const text = textAt(step)
  if ('action' in condition) return matches(condition.action, seen.past()[turn - 1]?.label ?? domain.label(step.action))
  if ('tool' in condition) return fits(condition.tool, domain.toolOf(step.action) ?? '')
  if ('argument' in condition) return valuesMatch(condition, valuesAt(condition.argument, step.action))
  if ('observation' in condition) return matches(condition.observation, text)
  if ('printed' in condition) return matches(condition.printed, printedIn(seen))
  if ('json' in condition) {
    const value = jsonIn(text)
    return value === undefined ? condition.exists === false : valuesMatch(condition, valuesAt(condition.json, value))
  }
  if ('screen' in condition) return onScreen(condition, text)
  if ('state' in condition)
    return valuesMatch(condition, valuesAt(condition.state, stateAfter(domain, setup, chain, turn)))
  if ('program' in condition) return valuesMatch(condition, valuesAt(condition.program, await keptIn(seen)))
  if ('file' in condition) return inFile(condition, seen)
  if ('told' in condition) {
    const said = toldIn(seen)
    return said !== null && hasWords(said, condition.told)
  }
  if ('fired' in condition) {
    const fired = seen.past()[turn - 1]?.firings ?? []
    return fired.some(({ id, name }) => condition.fired === '*' || (id ?? name) === condition.fired)
  }
  if ('error' in condition) return condition.error === failedIn(seen).failed
  if ('turn' in condition) {
    const other = placeOf(condition.turn, seen)
    return other !== null && holds(condition.holds, { ...seen, turn: other })
  }
  if ('earlier' in condition) {
    for (let before = turn - 1; before >= 1; before--)
      if (await holds(condition.earlier, { ...seen, turn: before })) return true
    return false
  }
  if ('same' in condition) return isSame(condition, seen)
  if ('all' in condition) return every(condition.all, seen)
  if ('any' in condition)
    return !(await every(
      condition.any.map((not) => ({ not })),
      seen
    ))
  if ('not' in condition) return !(await holds(condition.not, seen))
  if ('script' in condition) {
    if (!seen.script) throw new Undecided('Scripts are only for checks.')
    return seen.script(condition.script, seen)
  }
  if ('rubric' in condition) throw new Undecided(RUBRIC_ALONE)
  return condition satisfies never
}

/** The same where nobody can be told that it cannot be decided: then it does not hold. @throws OrreryError as `holds` */
export async function surelyHolds(condition: Condition, seen: Seen): Promise<boolean> {
  try {
    return await holds(condition, seen)
  } catch (error) {
    if (error instanceof Undecided) return false
    throw error
  }
}

async function every(conditions: Condition[], seen: Seen): Promise<boolean> {
  for (const one of conditions) if (!(await holds(one, seen))) return false
  return true
}

/** The turn's number, or `null` where the world has none such. */
export function placeOf(ref: number, { turn, chain }: Pick<Seen, 'turn' | 'chain'>): number | null {
  const place = ref < 0 ? turn + ref : ref
  return place >= 1 && place <= chain.length ? place : null
}

export function stateAfter(domain: Domain, setup: Setup, chain: readonly Step[], turn: number): DerivedState {
  return fold(domain, setup, chain.slice(0, turn))
}

/** @throws Undecided */
export async function keptIn({ kept, turn }: Seen): Promise<Json> {
  if (!kept) throw new Undecided('No program computes this world, so what it keeps cannot be looked at.')
  return kept(turn)
}

async function inFile({ file, text, exists }: Extract<Condition, { file: string }>, seen: Seen): Promise<boolean> {
  if (!seen.file) throw new Undecided('No machine runs under this world, so no file can be looked at.')
  const found = await seen.file(seen.turn, file)
  if (exists !== undefined && (found !== null) !== exists) return false
  return text === undefined ? exists !== undefined || found !== null : found !== null && matches(text, found)
}

function onScreen(
  { screen: wanted, count, least, most }: Extract<Condition, { screen: NodeMatch }>,
  text: string
): boolean {
  const read = screenIn(text)
  if (!('screen' in read)) return false
  const { role, text: shown, value, states } = wanted
  const found = read.screen.nodes.filter(
    (node) =>
      (role === undefined || node.role === role) &&
      (shown === undefined || matches(shown, node.name) || matches(shown, node.text)) &&
      (value === undefined || (node.value !== null && matches(value, node.value))) &&
      Object.entries(states ?? {}).every(([name, is]) => (node.states[name] ?? false) === is)
  ).length
  if (count === undefined && least === undefined && most === undefined) return found > 0
  return (count === undefined || found === count) && found >= (least ?? 0) && found <= (most ?? found)
}

function isSame({ same, as }: Extract<Condition, { same: string }>, seen: Seen): boolean {
  const other = placeOf(as, seen)
  const steps = [seen.chain[seen.turn - 1], other === null ? undefined : seen.chain[other - 1]]
  const [one, two] = steps.map((step) => step && partOf(step, same))
  return one !== undefined && one === two
}

export function partOf({ action, observation }: Step, part: string): string | undefined {
  if (part === 'action') return canonical(action)
  if (part === 'observation') return unmarked(observation.text)
  const value = jsonIn(unmarked(observation.text))
  return value === undefined ? undefined : canonical(valuesAt(part, value))
}

/** What the user is told in the turn; `null` where they are told nothing. @throws Undecided */
export function toldIn({ domain, setup, chain, turn }: Seen): string | null {
  if (!setup.user) throw new Undecided('This world has no user who could be told anything.')
  const step = chain[turn - 1]
  return step ? (domain.says?.(step.action) ?? null) : null
}

export const textAt = ({ observation }: Step): string => unmarked(observation.text)

/** What was printed in the turn, without the line that was typed and the prompt. */
export function printedIn({ domain, setup, chain, turn, resultOf }: Seen): string {
  const step = chain[turn - 1]
  if (!step) return ''
  const known = resultOf?.(turn)?.output
  if (known !== undefined) return known
  const text = textAt(step)
  return domain.shell ? domain.shell.printed(step.action, text, stateAfter(domain, setup, chain, turn - 1)) : text
}

/** Whether the turn's action failed, by what is known of it, else as the domain reads its answer. @throws Undecided */
export function failedIn({ domain, setup, chain, turn, resultOf, past }: Seen): { failed: boolean; why: string } {
  const { isError, exitCode } = resultOf?.(turn) ?? past()[turn - 1]?.result ?? {}
  if (isError) return { failed: true, why: '' }
  if (typeof exitCode === 'number') return { failed: exitCode !== 0, why: `exit code ${exitCode}` }
  const step = chain[turn - 1]
  if (!step) return { failed: false, why: '' }
  const text = textAt(step)
  const document = domain.document?.read(step.action, text)
  if (document?.kind === 'shell') {
    const code = document.exitCode
    return { failed: code !== null && code !== 0, why: code === null ? '' : `exit code ${code}` }
  }
  // A tool that answers with an exit code has answered.
  if (isError === false) return { failed: false, why: '' }
  if (document) return { failed: 'error' in document && document.error, why: '' }
  const read = domain.shell?.read(step.action, text, stateAfter(domain, setup, chain, turn - 1)).exitCode ?? null
  if (read !== null) return { failed: read !== 0, why: `exit code ${read}` }
  throw new Undecided(`A ${domain.title} world does not tell whether an action failed. Look for what it shows then.`)
}

/** The JSON that the text is, or that a content block of it holds; `undefined` where it is none. */
export function jsonIn(text: string): Action | undefined {
  try {
    const value: Action = parseJson(text)
    const inner = blockText(value)
    return inner === null ? value : (jsonIn(inner) ?? value)
  } catch {
    return undefined
  }
}

/** The text in MCP's content block, where the value is one. */
function blockText(value: Action): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { type, text } = value
  return type === 'text' && typeof text === 'string' ? text : null
}
