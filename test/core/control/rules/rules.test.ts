// Rules out of what recordings show, on the three axes, and what makes them worth using.
import { expect, test } from 'vitest'
import { done } from '../../../../src/core/control/evaluate/distance.ts'
import { CORRUPTIONS } from '../../../../src/core/control/rules/corruptions.ts'
import { ruleHeld, ruleScores, verdictsOf } from '../../../../src/core/control/rules/held.ts'
import { rulesOf, writtenFor } from '../../../../src/core/control/rules/index.ts'
import { pairsOf } from '../../../../src/core/control/rules/pairs.ts'
import { toldVerdicts } from '../../../../src/core/control/rules/told.ts'
import { answered, type RuledTurn, type RuledWorld } from '../../../../src/core/control/rules/turn.ts'
import { checkAction, findDomain } from '../../../../src/core/domains/index.ts'
import type { Check } from '../../../../src/core/tree/conditions.ts'
import { type Action, Setup } from '../../../../src/core/tree/model.ts'
import { nearestExamples } from '../../../../src/host/control/compare/examples.ts'
import { pacing } from '../../../../src/host/control/evaluate/patiently.ts'
import { must } from '../../../must.ts'

type Told = [action: Action, observation: string, instruction?: string]

function recorded(domainId: string, told: Told[], about: Partial<Setup> = {}): RuledWorld & { turns: RuledTurn[] } {
  const domain = findDomain(domainId)
  const setup = Setup.parse({ domain: domainId, ...about })
  let state = domain.initial(setup)
  let before = setup.initialState
  const turns = told.map(([given, text, instruction], at) => {
    const action =
      typeof given === 'string' && domain.shell ? domain.fromText(given, setup) : checkAction(domain, given)
    const step = { id: String(at), parent: null, action, observation: { text } }
    const call = instruction === undefined ? null : { instruction, firings: [] }
    const turn = { step, call, state, before }
    state = domain.fold(state, step)
    before = text
    return turn
  })
  return { domain, setup, turns }
}

const FOREIGN = ['Nothing of this.\nAnother session altogether.', 'total 0']
const ruled = (world: ReturnType<typeof recorded>) => rulesOf(world, world.turns, { foreign: FOREIGN, seed: 0 })

/** What an answer to this turn, from 1, comes to. */
async function held(world: ReturnType<typeof recorded>, turn: number, text: string, checks?: readonly Check[]) {
  const rules = checks ?? must((await ruled(world)).checks[turn - 1])
  const { step, state } = must(world.turns[turn - 1])
  const past = world.turns.slice(0, turn - 1).map((one) => one.step)
  return verdictsOf(rules, answered(world, { past, action: step.action, state }, { text }))
}

const SHELL = recorded('terminal', [
  ['echo harbour-412 > note.txt', '$ echo harbour-412 > note.txt\n$ '],
  ['ls', '$ ls\nnote.txt\n$ '],
  ['cat note.txt', '$ cat note.txt\nharbour-412\n$ '],
  ['cat nothing.txt', '$ cat nothing.txt\ncat: nothing.txt: No such file or directory\n$ ']
])

test('a file that was written shows when it is read: LC', async () => {
  const { checks, counts } = await ruled(SHELL)
  expect(checks[2]).toEqual([
    { name: 'turn 3: what turn 1 set', axis: 'LC', at: 3, expect: { all: [{ printed: 'harbour-412' }] } }
  ])
  expect(counts.LC).toEqual({ made: 2, taken: 2 })
  expect(ruleScores(await held(SHELL, 3, '$ cat note.txt\nharbour-412\n$ '))).toEqual({ ruleLC: 1 })
  expect(ruleScores(await held(SHELL, 3, '$ cat note.txt\nlantern-7\n$ '))).toEqual({ ruleLC: 0 })
  // What was typed is no memory of it.
  expect(ruleScores(await held(SHELL, 3, '$ cat note.txt\n$ '))).toEqual({ ruleLC: 0 })
})

test('a command that cannot be done is answered by its own error: Err', async () => {
  const right = '$ cat nothing.txt\ncat: cannot open nothing.txt: No such file or directory\n$ '
  expect(ruleScores(await held(SHELL, 4, right))).toEqual({ ruleErr: 1 })
  expect(ruleScores(await held(SHELL, 4, '$ cat nothing.txt\nOnce upon a time\n$ '))).toEqual({ ruleErr: 0 })
  expect(ruleScores(await held(SHELL, 4, '$ cat nothing.txt\ncat: nothing.txt: Permission denied\n$ '))).toEqual({
    ruleErr: 0
  })
})

test('an exception of Python is asked for by its name', async () => {
  const world = recorded('terminal', [
    [
      'python3 -c "1/0"',
      '$ python3 -c "1/0"\nTraceback (most recent call last):\n  File "<string>", line 1\nZeroDivisionError: division by zero\n$ '
    ]
  ])
  const [[rule] = []] = (await ruled(world)).checks
  expect(rule?.expect).toEqual({ all: [{ printed: 'ZeroDivisionError' }] })
})

const instruction = 'The write fails. Print "No space left on device" and do not print "saved".'

test('an instruction is obeyed where its quoted words are shown and kept back, in the form of the world: Ctrl', async () => {
  const truth = '$ cp a b\ncp: error writing b: No space left on device\n$ '
  const world = recorded('terminal', [['cp a b', truth, instruction]])
  const [first] = (await ruled(world)).checks
  const ctrl = must(first?.filter(({ axis }) => axis === 'Ctrl'))
  expect(ctrl).toHaveLength(1)
  const verdict = async (text: string) => ruleHeld(await held(world, 1, text, ctrl))
  expect(await verdict(truth)).toBe(true)
  expect(await verdict('$ cp a b\n$ ')).toBe(false)
  expect(await verdict(`${truth}\nsaved`)).toBe(false)
  // The words alone, without what a terminal shows.
  expect(await verdict('No space left on device')).toBe(false)
})

test('tools: a record that was made is found again, and a call that fails is an error', async () => {
  const tools = [
    { name: 'add', inputSchema: {} },
    { name: 'list', inputSchema: {} },
    { name: 'get', inputSchema: {} }
  ]
  const world = recorded(
    'mcp',
    [
      [{ name: 'add', arguments: { name: 'Skarv Light', keeper: 'Aalto' } }, '{"id": 1}'],
      [{ name: 'list', arguments: {} }, '{"items": [{"id": 1, "name": "Skarv Light", "keeper": "Aalto"}]}'],
      [{ name: 'get', arguments: { id: 7 } }, '{"error": {"code": "not_found", "message": "No record 7."}}']
    ],
    { tools }
  )
  const { checks } = await ruled(world)
  expect(checks[1]?.map(({ axis }) => axis)).toEqual(['LC'])
  // Another layout is as good.
  expect(ruleHeld(await held(world, 2, '{"items":[{"keeper":"Aalto","name":"Skarv Light","id":1}]}'))).toBe(true)
  expect(ruleHeld(await held(world, 2, '{"items":[]}'))).toBe(false)
  const made = checks[2] ?? []
  for (const { axis } of made) expect(axis).toBe('Err')
})

test('a text world: a refusal that is given to several actions is expected', async () => {
  const world = recorded('textenv', [
    ['open window', 'Nothing happens.'],
    ['eat table', 'Nothing happens.'],
    ['go to shelf 1', 'On the shelf 1, you see a vase 2.']
  ])
  expect(ruleHeld(await held(world, 2, 'Nothing happens.'))).toBe(true)
  expect(ruleHeld(await held(world, 2, 'You eat the table. It is delicious.'))).toBe(false)
})

const page = (...lines: string[]) =>
  `URL: http://a.example/\nTitle: A\n\nRootWebArea 'A', focused\n${lines.map((line) => `\t${line}`).join('\n')}`

test('screens: what was typed shows again on a later page, and an alert belongs to a wrong entry', async () => {
  const world = recorded('web', [
    ["fill('2', 'Marigold')", page("[2] textbox 'Name' value='Marigold'", "[3] button 'Next'")],
    ["click('3')", page("[4] heading 'How many?'", "[5] textbox 'Number' value=''", "[6] button 'Next'")],
    ["click('6')", page("[4] heading 'How many?'", "[7] alert 'Give a number.'", "[6] button 'Next'")],
    ["click('6')", page("[8] heading 'Thank you, Marigold'")]
  ])
  const { checks } = await ruled(world)
  expect(checks.map((all) => all.map(({ axis }) => axis))).toEqual([[], [], ['Err'], ['LC']])
  expect(ruleHeld(await held(world, 4, page("[8] heading 'Thank you'")))).toBe(false)
})

test('the same tap on the same screen with another hidden state: a pair', async () => {
  const [shown, open, locked] = [
    page("[1] button 'Open'"),
    page("[2] heading 'Inside'"),
    page("[2] heading 'It is locked'")
  ]
  const twins = [open, locked].map((end) => recorded('web', [["click('1')", end]], { initialState: shown }))
  const pairs = done(pairsOf(twins))
  const [one] = twins
  if (!one) throw new Error('There are two.')
  const { checks, counts } = await rulesOf(one, one.turns, { foreign: FOREIGN, pairs: must(pairs[0]), seed: 0 })
  expect(counts).toEqual({ Ctrl: { made: 1, taken: 1 } })
  expect(ruleHeld(await held(one, 1, open, checks[0]))).toBe(true)
  expect(ruleHeld(await held(one, 1, locked, checks[0]))).toBe(false)
  expect(ruleHeld(await held(one, 1, shown, checks[0]))).toBe(false)
})

test('twins of a screen that differ in the state of a thing alone: a pair', async () => {
  const shown = page("[1] button 'Settings'")
  const [on, off] = ['true', 'false'].map((is) =>
    page("[2] heading 'Sound'", `[3] checkbox 'Mute', checked='${is}'`, "[4] button 'Back'")
  )
  const twins = [must(on), must(off)].map((end) => recorded('web', [["click('1')", end]], { initialState: shown }))
  const pairs = done(pairsOf(twins))
  for (const [at, one] of twins.entries()) {
    const { checks, counts } = await rulesOf(one, one.turns, { foreign: FOREIGN, pairs: must(pairs[at]), seed: 0 })
    expect(counts).toEqual({ Ctrl: { made: 1, taken: 1 } })
    expect(ruleHeld(await held(one, 1, must(at ? off : on), checks[0]))).toBe(true)
    expect(ruleHeld(await held(one, 1, must(at ? on : off), checks[0]))).toBe(false)
  }
})

test('56.9 a rule that wrong answers keep as well is not taken', async () => {
  // It is on the screen already: repeating the screen would keep it.
  const still = page("[2] textbox 'Name' value='Marigold'", "[3] button 'Next'")
  const { counts } = await ruled(
    recorded('web', [
      ["fill('2', 'Marigold')", still],
      ["hover('3')", still]
    ])
  )
  expect(counts).toEqual({ LC: { made: 1, taken: 0 } })
})

test('turns that a perturbation had a part in give no rules', async () => {
  const world = recorded('terminal', [
    ['cat nothing.txt', '$ cat nothing.txt\ncat: nothing.txt: No such file or directory\n$ ']
  ])
  const [turn] = world.turns
  const firing = { name: 'flaky', effect: 'answer' as const, draw: null, detail: '' }
  if (turn) turn.call = { instruction: '', firings: [firing] }
  expect(await ruled(world)).toEqual({ checks: [[]], counts: {} })
})

test('rules that a person wrote are of turns; of a whole run they are refused', () => {
  const check = (at: Check['at']): Check => ({ name: 'r', axis: 'LC', at, expect: { error: false } })
  expect(writtenFor([check('every'), check(2), check('end'), check(-1)], { turn: 3, of: 3 })).toHaveLength(3)
  expect(() => writtenFor([check('some')], { turn: 1, of: 1 })).toThrow('The rule "r" is of a whole run.')
})

test('answers of which nothing can be relied on are what the calibration of judges has too', () => {
  expect(Object.values(CORRUPTIONS).filter(({ severity }) => severity === 3)).toHaveLength(2)
})

test('a turn that is told as texts has the same rules; one with an action of another kind has none', async () => {
  const { domain, setup } = SHELL
  const action = (line: string) => domain.format(domain.fromText(line, setup))
  const turns = [
    { action: action('echo harbour-412 > note.txt'), observation: '$ echo harbour-412 > note.txt\n$ ' },
    { action: action('cat note.txt'), observation: '$ cat note.txt\nharbour-412\n$ ' }
  ]
  const held = (prediction: string, told = turns) =>
    toldVerdicts({ domain, setup, turns: told, prediction, foreign: FOREIGN })
  expect(ruleHeld(await held('$ cat note.txt\nharbour-412\n$ '))).toBe(true)
  expect(ruleHeld(await held('$ cat note.txt\n$ '))).toBe(false)
  expect(await held('x', [{ action: '{"no": "keys"}', observation: 'x' }])).toEqual([])
})

test('what takes long is done in pieces: a rule, a turn, a place of a pair, twenty steps that may be examples', async () => {
  const lines = Array.from({ length: 50 }, (_, at): [string, string] => [`cat ${at % 5}`, `$ cat ${at % 5}\n${at}\n$ `])
  const [one, other] = [recorded('terminal', lines), recorded('terminal', lines)]
  let pieces = 0
  const pause = async () => void pieces++
  const { counts } = await rulesOf(one, one.turns, { foreign: FOREIGN, seed: 0, pause })
  expect(pieces).toBe(50 + Object.values(counts).reduce((all, { made }) => all + made, 0))
  expect([...pairsOf([one, other])].length).toBeGreaterThanOrEqual(100)
  const pool = [one, other].map((world, at) => ({ ...world, session: { id: `${at}` } }))
  const [first] = pool
  // Of a recording no more is read here.
  const find = nearestExamples(pool as never, 2)(first as never, must(one.turns[3]) as never)
  expect([...find]).toHaveLength(2)
})

test('a pause lets others go on once its time is up, and ends what was stopped', async () => {
  const stop = new AbortController()
  const pause = pacing({ signal: stop.signal })
  let others = 0
  const go = () => {
    others++
    if (others < 3) setImmediate(go)
  }
  setImmediate(go)
  for (const end = Date.now() + 60_000; others < 3 && Date.now() < end; ) await pause()
  expect(others).toBe(3)
  stop.abort()
  const stopped = async () => {
    for (;;) await pause()
  }
  await expect(stopped()).rejects.toThrow('abort')
})
