import { describe, expect, it } from 'vitest'
import { checkRun } from '../../../src/core/control/checks.ts'
import { evidence } from '../../../src/core/control/evidence.ts'
import { scenarioOfWorld } from '../../../src/core/control/of-world.ts'
import { sawLines } from '../../../src/core/control/saw.ts'
import { endCheck } from '../../../src/core/control/vary/checks.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import { holds, type Seen } from '../../../src/core/faults/holds.ts'
import { Check, Condition } from '../../../src/core/tree/conditions.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Action, Setup, type Step } from '../../../src/core/tree/model.ts'
import type { StepResult } from '../../../src/core/tree/result.ts'

type Turn = [action: Action, text: string, result?: StepResult | undefined]

async function world(setup: object, turns: Turn[]): Promise<Omit<Seen, 'turn'>> {
  const rules = Setup.parse(setup)
  const domain = findDomain(rules.domain)
  const chain: Step[] = []
  for (const [action, text] of turns) chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text }))
  const past = chain.map((step) => ({ step, label: domain.label(step.action), firings: [] }))
  return { domain, setup: rules, chain, past: () => past, resultOf: (turn) => turns[turn - 1]?.[2] ?? null }
}
const call = (name: string, given: Record<string, Action> = {}): Action => ({ name, arguments: given })
const typed = (line: string): Action => [{ keystrokes: `${line}\n`, duration: 1 }]
const shell = { domain: 'terminal', initialState: 'The terminal shows:\ndev@moor:~$ ' }

describe('a check that fails shows what it looked at', () => {
  const turns: Turn[] = [
    [call('get_order', { id: 7 }), 'Error: not found'],
    [call('list_orders'), '{"items": [{"id": 7, "total": 12.5}]}'],
    [call('list_orders'), 'first\nsecond\nthird']
  ]
  it.each<[number, object, object[]]>([
    [1, { observation: 'total' }, [{ of: 'observation', expected: 'contains "total"', found: 'Error: not found' }]],
    [
      3,
      { observation: { is: 'first\n2nd\nthird' } },
      [
        {
          of: 'observation',
          expected: 'is "first\\n2nd\\nthird"',
          found: 'first\nsecond\nthird',
          differs: { line: 2, expected: '2nd', found: 'second' }
        }
      ]
    ],
    [
      3,
      { not: { observation: 'ir' } },
      [
        {
          of: 'observation',
          expected: 'not: contains "ir"',
          found: 'first\nsecond\nthird',
          differs: { line: 1, expected: 'something else', found: 'first' }
        }
      ]
    ],
    [
      2,
      { json: '$.items[0].total', least: 20 },
      [{ of: 'observation, $.items[0].total', expected: 'is at least 20', found: '12.5' }]
    ],
    [
      2,
      { json: '$.count' },
      [
        {
          of: 'observation, $.count',
          expected: 'is there',
          found: 'nothing there, in {"items":[{"id":7,"total":12.5}]}'
        }
      ]
    ],
    [1, { json: '$.a' }, [{ of: 'observation, $.a', expected: 'is there', found: 'no JSON: Error: not found' }]],
    [1, { tool: 'list_*' }, [{ of: 'tool', expected: 'is list_*', found: 'get_order' }]],
    [1, { argument: '$.arguments.id', is: 8 }, [{ of: 'action, $.arguments.id', expected: 'is 8', found: '7' }]],
    [1, { action: 'list' }, [{ of: 'action', expected: 'contains "list"', found: 'get_order id=7' }]],
    [1, { fired: '*' }, [{ of: 'perturbations', expected: 'a perturbation takes part', found: 'none took part' }]],
    [1, { error: false }, [{ of: 'outcome', expected: 'no failure', found: 'a failure\nError: not found' }]],
    [2, { state: '$.calls', is: 1 }, [{ of: 'state, $.calls', expected: 'is 1', found: '2' }]],
    [
      3,
      { same: 'observation', as: -1 },
      [
        {
          of: 'observation',
          expected: 'is as in turn 2',
          found: 'first\nsecond\nthird',
          differs: { line: 1, expected: '{"items": [{"id": 7, "total": 12.5}]}', found: 'first' }
        }
      ]
    ],
    [
      2,
      { all: [{ tool: 'list_orders' }, { turn: 1, holds: { tool: 'a' } }, { any: [{ tool: 'b' }, { tool: 'c' }] }] },
      [
        { turn: 1, of: 'tool', expected: 'is a', found: 'get_order' },
        { of: 'tool', expected: 'is b', found: 'list_orders' },
        { of: 'tool', expected: 'is c', found: 'list_orders' }
      ]
    ],
    [1, { turn: -1, holds: { tool: 'a' } }, [{ of: 'turns', expected: 'there is a turn -1', found: '3 turns' }]]
  ])('turn %i: %j', async (turn, condition, expected) => {
    const seen = { ...(await world({ domain: 'mcp' }, turns)), turn }
    const read = Condition.parse(condition)
    expect(await holds(read, seen)).toBe(false)
    expect(await evidence(read, seen)).toEqual(expected.map((one) => ({ turn, ...one })))
  })

  it('a screen, by the things of that role', async () => {
    const page =
      "URL: https://a.example/\nTab 0 (current): A\n\nRootWebArea 'A', focused\n\t[3] button 'Pay', clickable\n\t[4] link 'Home', clickable"
    const seen = { ...(await world({ domain: 'web' }, [["click('3')", page]])), turn: 1 }
    expect(await evidence(Condition.parse({ screen: { role: 'button', text: 'Buy' } }), seen)).toEqual([
      { turn: 1, of: 'screen', expected: 'at least one of these: button, text contains "Buy"', found: 'button "Pay"' }
    ])
  })

  it('a file, and that there is none', async () => {
    const at = async (condition: object, file: string | null) =>
      evidence(Condition.parse(condition), {
        ...(await world(shell, [[typed('ls'), 'x']])),
        turn: 1,
        file: async () => file
      })
    expect(await at({ file: '/a', text: 'two' }, 'one\n')).toEqual([
      { turn: 1, of: 'file /a', expected: 'contains "two"', found: 'one\n' }
    ])
    expect(await at({ file: '/a', text: 'two' }, null)).toEqual([
      { turn: 1, of: 'file /a', expected: 'contains "two"', found: 'no such file' }
    ])
    expect(await at({ file: '/a', exists: false }, 'one')).toEqual([
      { turn: 1, of: 'file /a', expected: 'is not there', found: 'one' }
    ])
  })

  it('an exit code that is known', async () => {
    const seen = { ...(await world(shell, [[typed('false'), 'x', { exitCode: 3 }]])), turn: 1 }
    expect(await evidence({ error: false }, seen)).toEqual([
      { turn: 1, of: 'outcome', expected: 'no failure', found: 'a failure (exit code 3)\nx' }
    ])
  })

  it('clipped in the middle', async () => {
    const seen = { ...(await world({ domain: 'mcp' }, [[call('a'), `begin${'x'.repeat(5000)}end`]])), turn: 1 }
    const [saw] = await evidence({ observation: 'none' }, seen)
    expect(saw?.found).toMatch(/^beginx{295}\n… 4,408 characters …\nx{297}end$/)
  })

  it('with the verdict of its check; and what was looked at where no turn decided', async () => {
    const run = await world({ domain: 'mcp' }, turns)
    const check = (more: object) => Check.parse({ name: 'c', ...more })
    const saw = (turn: number, found: string) => ({ turn, of: 'tool', expected: 'is z', found })
    expect(await checkRun([check({ at: 'every', expect: { tool: 'z' } })], run)).toEqual([
      {
        name: 'c',
        axis: 'Ctrl',
        verdict: 'fail',
        turn: 1,
        why: 'It does not hold in turn 1.',
        saw: [saw(1, 'get_order')]
      }
    ])
    expect(await checkRun([check({ at: 'some', expect: { tool: 'z' } })], run)).toEqual([
      {
        ...{ name: 'c', axis: 'Ctrl', verdict: 'fail', turn: 3, why: 'It holds in none of all 3 turns looked at.' },
        saw: [saw(1, 'get_order'), saw(2, 'list_orders'), saw(3, 'list_orders')]
      }
    ])
    expect(await checkRun([check({ at: 9, expect: { tool: 'z' } })], run)).toEqual([
      { name: 'c', axis: 'Ctrl', verdict: 'inconclusive', turn: null, why: 'The run has 3 turns, and no turn 9.' }
    ])
    expect(await checkRun([check({ when: { tool: 'y' }, expect: { tool: 'z' } })], run)).toEqual([
      {
        name: 'c',
        axis: 'Ctrl',
        verdict: 'inconclusive',
        turn: null,
        why: 'Of the turns looked at (1), none was as "when" says.'
      }
    ])
  })

  it('as lines', () => {
    expect(
      sawLines([
        {
          turn: 2,
          of: 'observation',
          expected: 'is "a"',
          found: 'b\nc',
          differs: { line: 1, expected: 'a', found: 'b' }
        }
      ])
    ).toEqual([
      'turn 2, observation',
      '  expected: is "a"',
      '  found:    b',
      '            c',
      '  line 1: expected "a", found "b"'
    ])
  })
})

describe('what was printed is not what was typed', () => {
  const prompt = 'dev@moor:~$ '
  it.each<[string, string, string, boolean, StepResult?]>([
    ['the echo of the line', 'echo hello', `${prompt}echo hello\n${prompt}`, false],
    ['its output', 'echo hello', `${prompt}echo hello\nhello\n${prompt}`, true],
    ['output before the prompt', 'printf hello', `${prompt}printf hello\nhello${prompt}`, true],
    ['the echo of a later line', 'ls\necho hello', `${prompt}ls\na.txt\n${prompt}echo hello\n${prompt}`, false],
    ['the prompt', 'cd hello', `${prompt}cd hello\ndev@moor:~/hello$ `, false],
    ['what is known of it', 'echo hello', `${prompt}clear`, true, { output: 'hello\n' }]
  ])('%s', async (_, line, text, expected, result) => {
    const seen = { ...(await world(shell, [[typed(line), text, result]])), turn: 1 }
    expect(await holds({ printed: 'hello' }, seen)).toBe(expected)
  })

  it('in several commands, and with control keys', async () => {
    const action = [
      { keystrokes: 'echo hello\n', duration: 1 },
      { keystrokes: 'C-c', duration: 1 },
      { keystrokes: 'pwd\n', duration: 1 }
    ]
    const text = `${prompt}echo hello\n${prompt}^C\n${prompt}pwd\n/home/dev\n${prompt}`
    const seen = { ...(await world(shell, [[action, text]])), turn: 1 }
    expect(await holds({ printed: 'hello' }, seen)).toBe(false)
    expect(await holds({ printed: '/home/dev' }, seen)).toBe(true)
  })

  it('of a tool that is a shell, and of one that is none', async () => {
    const bash = call('run_shell_command', { command: 'echo hello' })
    const text = 'Command: echo hello\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0'
    const shellTool = { ...(await world({ domain: 'swe' }, [[bash, text]])), turn: 1 }
    expect(await holds({ printed: 'hello' }, shellTool)).toBe(false)
    const file = { ...(await world({ domain: 'swe' }, [[call('read_file', { file_path: 'a' }), 'hello']])), turn: 1 }
    expect(await holds({ printed: 'hello' }, file)).toBe(true)
    const tool = { ...(await world({ domain: 'mcp' }, [[call('a'), 'hello']])), turn: 1 }
    expect(await holds({ printed: 'hello' }, tool)).toBe(true)
  })

  it('whether a command failed is known, or said not to be', async () => {
    const run = async (text: string, result?: StepResult) =>
      holds({ error: true }, { ...(await world(shell, [[typed('x'), text, result]])), turn: 1 })
    expect(await run('x', { exitCode: 1 })).toBe(true)
    expect(await run('x', { exitCode: 0 })).toBe(false)
    expect(await run(`${prompt}x\nbash: x: command not found\n${prompt}`)).toBe(true)
    await expect(run(`${prompt}x\nall well\n${prompt}`)).rejects.toThrow(/does not tell whether an action failed/)
  })
})

describe('a world saved as a scenario', () => {
  async function saved(turns: Turn[]) {
    const { chain, setup } = await world(shell, turns)
    const tip = chain.at(-1)?.id ?? null
    const session = { id: 's', title: 'W', notes: '', domain: 'terminal', createdAt: 0, updatedAt: 0 }
    const branch = { id: 'b', session: 's', title: 'main', tip, fork: null, setup, createdAt: 0 }
    const { checks } = await scenarioOfWorld({ session, branch, chain, calls: chain.map(() => null) })
    return checks
  }
  it('checks what was printed, and nothing that the typed line shows', async () => {
    const prompt = 'dev@moor:~$ '
    expect(await saved([[typed('echo a very long line'), `${prompt}echo a very long line\nshort\n${prompt}`]])).toEqual(
      [{ name: 'ends as before', axis: 'Ctrl', at: 'end', expect: { printed: 'short' } }]
    )
    expect(await saved([[typed('cd /tmp'), `${prompt}cd /tmp\ndev@moor:/tmp$ `]])).toEqual(undefined)
  })

  it('and so do variations', async () => {
    const take = {
      answers: [{ action: typed('echo long enough'), observation: '' }],
      turns: 1,
      last: 'dev@moor:~$ echo long enough\nok\ndev@moor:~$ '
    }
    const setup = { ...Setup.parse(shell), fiction: undefined }
    const { fiction: _, ...rules } = setup
    expect(endCheck([take], rules).map(({ expect: wanted }) => wanted)).toEqual([{ printed: 'ok' }])
    expect(
      endCheck([{ ...take, last: 'done' }], Setup.parse({ domain: 'mcp' })).map(({ expect: wanted }) => wanted)
    ).toEqual([{ observation: 'done' }])
  })
})
