// Which rules ran: the probes of JavaScript change nothing that a program computes, and data tells of its verbs and what they refuse.
import { afterAll, expect, test } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { changesBetween } from '../../../../src/core/grounds/programs/changes.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { type Call, Setup, type Step } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import type { ProgramChoice } from '../../../../src/core/tree/program.ts'
import { stateOf } from '../../../../src/host/grounds/programs/running.ts'
import { traced } from '../../../../src/host/grounds/programs/tracing.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'
import { probed } from '../../../../src/renderer/worlds/program/probe.ts'

const programs = createWorldPrograms()
afterAll(() => programs.dispose())
const { signal } = new AbortController()

const LAMP = `export const init = () => ({ lit: false, n: 0 })
const more = (n) => n + 1
function never() { return 1 }
export function step(state, { tool }) {
  if (tool === 'look') return { answer: state.lit ? 'lit' : 'dark' }
  else if (tool === 'light') {
    if (state.lit) /* already */ return { error: 'It is lit.' } // no more
    return { state: { ...state, lit: true, n: more(state.n) }, answer: 'Lit.' }
  }
  return undefined
}
`
const TABLE = `version: 1
tables:
  lamps: { columns: { id: id, lit: { type: boolean, default: false } }, verbs: [list], rows: [{ id: 1 }] }
verbs:
  light:
    update: lamps
    with: []
    require:
      - { that: not row.lit, else: It is lit. }
    set: { lit: true }
  put_out: { delete: lamps }
`

/** A walk in a program, of calls or of lines in a text world, as `traced` reads one. */
async function history(
  choice: ProgramChoice,
  walk: readonly (string | { name: string; arguments: { [name: string]: Json } })[]
) {
  const program = programUse(choice)
  const domain = findDomain(typeof walk[0] === 'string' ? 'textenv' : 'mcp')
  const setup = { ...Setup.parse({ domain: domain.id, grounding: 'executed' }), program }
  const running = programs.of(program)
  const states = [(await running.init('0', signal)).state]
  const chain: Step[] = []
  const answers: Json[] = []
  for (const one of walk) {
    const before = states.at(-1) ?? stateOf({})
    const event =
      typeof one === 'string'
        ? { door: 'text' as const, text: one }
        : { door: 'tools' as const, tool: one.name, arguments: one.arguments }
    const made = await running.step(before, event, signal)
    answers.push(JSON.parse(JSON.stringify(made.step ?? null)))
    states.push(made.state)
    const action = typeof one === 'string' ? domain.fromText(one, setup) : one
    chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text: '' }))
  }
  const grounded = { ground: 'program', hash: program.hash, rule: 'handled', why: '', origin: 'executed', dreams: [] }
  return {
    answers,
    of: {
      ...{ setup, chain, domain },
      // `as`: of a call only this is read.
      callOf: () => ({ grounded }) as unknown as Call,
      stateBefore: async (turn: number) => states[turn] ?? stateOf({})
    }
  }
}

const call = (name: string, given: { [name: string]: Json } = {}) => ({ name, arguments: given })

test('probes tell the functions and branches that ran, line by line, and what never did', async () => {
  const made = probed(LAMP, {})
  if (!made) throw new Error('no probes')
  expect(made.text.split('\n').slice(0, LAMP.split('\n').length - 1).length).toBe(LAMP.split('\n').length - 1)
  const walk = [call('look'), call('light'), call('light'), call('sing')]
  const { of, answers } = await history({ language: 'javascript', version: 1, text: LAMP }, walk)
  const probes = programUse({ language: 'javascript', version: 1, text: made.text })
  const { rules, turns } = await traced(programs, of, probes, signal)
  expect(rules).toBeNull()
  const ran = turns.map((turn) => turn.ran.map((place) => made.places[place]?.name))
  expect(ran).toEqual([
    ['step', "if (tool === 'look')"],
    ['step', "if (tool === 'light')", 'more'],
    ['step', "if (tool === 'light')", 'if (state.lit)'],
    ['step']
  ])
  const all = new Set(turns.flatMap((turn) => turn.ran))
  expect(made.places.filter((_, place) => !all.has(place)).map(({ name, line }) => [name, line])).toEqual([
    ['init', 1],
    ['never', 3]
  ])
  // The same answers and the same states, byte for byte.
  const again = await history({ language: 'javascript', version: 1, text: made.text }, walk)
  expect(again.answers.map((one) => (one as { answer: { step: Json } }).answer.step)).toEqual(answers)
  const [own, other] = [await of.stateBefore(4), await again.of.stateBefore(4)]
  expect(changesBetween(own.value(), other.value(), 'state').changes).toEqual([])
})

test('data tells of the verb that ran and of what it refused, with their lines', async () => {
  const walk = [call('list_lamps'), call('light', { id: 1 }), call('light', { id: 1 })]
  const { of } = await history({ language: 'data', version: 1, text: TABLE }, walk)
  const { rules, turns } = await traced(programs, of, null, signal)
  expect(rules).toEqual([
    { name: 'light', line: 5, lastLine: 10 },
    { name: 'light: refuses 1', line: 9, lastLine: 9 },
    { name: 'put_out', line: 11, lastLine: 11 },
    { name: 'list_lamps', line: 3, lastLine: 3 }
  ])
  expect(turns.map(({ ran }) => ran)).toEqual([[3], [0], [0, 1]])
})

/** The names of the parts that made each line's answer. */
async function partsTold(text: string, lines: string[]) {
  const { of, answers } = await history({ language: 'data', version: 1, text }, lines)
  // What tells of them is no part of an answer.
  expect(answers.filter((answer) => answer !== null && 'by' in (answer as object))).toEqual([])
  const { rules, turns } = await traced(programs, of, null, signal)
  return { rules, told: turns.map(({ ran }) => ran.map((rule) => rules?.[rule]?.name)) }
}

test('a household tells of the place that a line is about, and of the goal that it reaches', async () => {
  const text =
    'story: household\nversion: 1\ntask: put a cup in shelf 1.\nplaces:\n  table 1: [cup 1]\n  shelf 1: []\n  shelf 10: []\ngoal: { put: cup, in: shelf 1 }\n'
  const walk = ['go to table 1', 'inventory', 'take cup 1 from table 1', 'dance', 'go to shelf 10', 'go to shelf 1']
  const { rules, told } = await partsTold(text, [...walk, 'put cup 1 in/on shelf 1'])
  expect(rules).toEqual([
    { name: 'table 1', line: 5, lastLine: 5 },
    { name: 'shelf 1', line: 6, lastLine: 6 },
    { name: 'shelf 10', line: 7, lastLine: 7 },
    { name: 'goal', line: 8, lastLine: 8 }
  ])
  expect(told).toEqual([['table 1'], [], ['table 1'], [], ['shelf 10'], ['shelf 1'], ['shelf 1', 'goal']])
})

test('a house tells of doors, things, what warms while time goes by, and goals', async () => {
  const text = `story: house
version: 1
task: Boil the water.
start: hall
rooms: { hall: {}, kitchen: {} }
doors:
  - { between: [hall, kitchen] }
things:
  stove: { at: kitchen, fixed: true, holds: "on", on: false, brings: 300 }
  pot: { at: stove, holds: in }
  water: { at: pot, substance: { solid: ice, liquid: water, gas: steam, melts: 0, boils: 40 } }
goals:
  - { turnOn: stove, points: 10 }
  - { become: gas, thing: water, points: 90 }
`
  const { told } = await partsTold(text, [
    'open door to kitchen',
    'go to kitchen',
    'look',
    'activate stove',
    'wait',
    'sing'
  ])
  const door = 'door hall - kitchen'
  expect(told).toEqual([[door], [door], [], ['stove', 'goal 1'], ['stove', 'goal 2'], []])
})

test('a shop tells of the product that is looked at, and of what a purchase is worth', async () => {
  const text = `story: shop
version: 1
instruction: Find a red mug.
products:
  - { code: b01, title: Blue mug, price: 3 }
  - { code: r02, title: Red mug, price: 4 }
reward:
  - { code: b01, reward: 0.2 }
  - { code: r02, reward: 1 }
`
  const { told } = await partsTold(text, [
    'search[mug]',
    'click[r02]',
    'click[lid]',
    'click[< prev]',
    'click[r02]',
    'click[buy now]'
  ])
  expect(told).toEqual([[], ['product r02'], [], [], ['product r02'], ['product r02', 'reward 2']])
})
