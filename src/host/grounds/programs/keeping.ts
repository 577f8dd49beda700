// A step of a world as a test of its program: what led to it, what it showed, and what it changed.
import type { Domain } from '../../../core/domains/domain.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import { isObject, parseJson } from '../../../core/text/json.ts'
import { canonical } from '../../../core/tree/history.ts'
import type { Action, Call, Setup, Step } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { MOST_TEST_ACTIONS, type ProgramTest, type StateDifference } from '../../../core/tree/program.ts'
import { ASK, GROUND } from './standing.ts'

// A test is read by people: whole tables and memories are not written into it.
const MOST_VALUE = 2000
const MOST_VALUES = 20

/**
 * @param history the steps up to the one that is kept, which is the last
 * @param state what the program keeps after it
 * @throws OrreryError invalid-input for a step that the program did not answer, and for too long a history
 */
export function testOf(
  setup: Setup,
  history: { chain: readonly Step[]; callOf(step: Step['id']): Call | null },
  state: Json
): ProgramTest {
  const { chain, callOf } = history
  const last = chain.at(-1)
  const call = last ? callOf(last.id) : null
  if (!last || call?.grounded?.ground !== GROUND || LEFT.has(call.grounded.rule))
    throw new OrreryError('invalid-input', NOT_BY_PROGRAM)
  if (chain.some(({ id }) => callOf(id)?.grounded?.found)) throw new OrreryError('invalid-input', BY_MACHINE)
  if (chain.length > MOST_TEST_ACTIONS)
    throw new OrreryError('invalid-input', `A test has at most ${MOST_TEST_ACTIONS} actions. Choose an earlier step.`)
  const domain = findDomain(setup.domain)
  const answers: [string, Json][] = []
  for (const { id } of chain)
    for (const { rule, of, text } of callOf(id)?.grounded?.dreams ?? [])
      if (rule === ASK) answers.push([of, parseJson(text)])
  const values = valuesIn(state, call.grounded.changes ?? [])
  return {
    name: domain.label(last.action).slice(0, 200),
    actions: chain.map(({ action }) => lineOf(domain, setup, action)),
    ...(answers.length && { answers: Object.fromEntries(answers) }),
    // What a perturbation changed is not what the program said.
    ...(!call.firings.length && { observation: last.observation.text }),
    ...(values.length && { state: Object.fromEntries(values) })
  }
}

const BY_MACHINE =
  'The machine beside the program changed files before this step, and tests of a program run without it. Choose an earlier step.'

export const NOT_BY_PROGRAM = 'The program did not answer this step. Choose one that it computed.'

// The rules of steps that a model answered in the program's place.
const LEFT = new Set(['not-handled', 'instruction'])

/** The action in a line where the line means the same action, else as the domain has it. */
function lineOf(domain: Domain, setup: Setup, action: Action): Json {
  const line = domain.label(action)
  try {
    return canonical(domain.fromText(line, setup)) === canonical(action) ? line : action
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error
    return action
  }
}

/** What stands now where something was changed, by JSONPath; of items of a list the whole list. */
function valuesIn(state: Json, changes: readonly StateDifference[]): [path: string, value: Json][] {
  const found = new Map<string, Json>()
  for (const { at } of changes) {
    const value = at.reduce<Json | undefined>((inner, key) => {
      if (Array.isArray(inner)) return inner[Number(key)]
      return isObject(inner) ? (inner as Record<string, Json>)[key] : undefined
    }, state)
    if (at.length && JSON.stringify(value ?? null).length <= MOST_VALUE) found.set(pathOf(at), value ?? null)
  }
  return [...found].slice(0, MOST_VALUES)
}

const pathOf = (at: readonly (string | number)[]): string =>
  `$${at.map((key) => (typeof key === 'string' && /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join('')}`
