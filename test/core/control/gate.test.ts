// The rule that demands previews, held against actions that have not been taken.
import { describe, expect, it } from 'vitest'
import { judge } from '../../../src/core/control/agents/preview.ts'
import { demandsPreview, succeeds } from '../../../src/core/control/gate.ts'
import { readScenario } from '../../../src/core/control/validate.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import { type Condition, Gate } from '../../../src/core/tree/conditions.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Action, Setup, type Step } from '../../../src/core/tree/model.ts'

const setup = Setup.parse({ domain: 'mcp', tools: [{ name: 'pay', inputSchema: { type: 'object' } }] })
const domain = findDomain('mcp')
const pay: Action = { name: 'pay', arguments: { amount: 900 } }

async function demands(before: Condition, observations: string[]): Promise<boolean> {
  const chain: Step[] = []
  for (const text of observations) chain.push(await makeStep(chain.at(-1)?.id ?? null, pay, { text }))
  const past = () => chain.map((step) => ({ step, label: domain.label(step.action), firings: [] }))
  return demandsPreview(Gate.parse({ before }), { domain, setup, chain, past, action: pay, label: domain.label(pay) })
}

describe('41.3 a gate', () => {
  it.each<[string, Condition, string[], boolean]>([
    ['a tool', { tool: 'pa*' }, [], true],
    ['another tool', { tool: 'look' }, [], false],
    ['an argument', { argument: '$.arguments.amount', least: 500 }, [], true],
    ['a smaller argument', { argument: '$.arguments.amount', least: 1000 }, [], false],
    ['the action in one line', { action: 'amount=900' }, [], true],
    ['what is shown now', { all: [{ tool: 'pay' }, { observation: 'last chance' }] }, ['hello', 'last chance'], true],
    ['what was shown before', { all: [{ tool: 'pay' }, { observation: 'last chance' }] }, ['last chance', 'hi'], false],
    ['what is shown, before the first step', { observation: 'x' }, [], false],
    ['the turn before it', { turn: -1, holds: { observation: 'now' } }, ['then', 'now'], true],
    ['an action that is repeated', { same: 'action', as: -1 }, ['once'], true],
    ['any of several', { any: [{ tool: 'look' }, { not: { tool: 'look' } }] }, [], true],
    // What cannot be decided is no reason to be careless.
    ['a file where no machine is', { file: '/etc/passwd' }, ['x'], true]
  ])('looks at %s', async (_what, before, observations, demanded) => {
    expect(await demands(before, observations)).toBe(demanded)
  })

  it('is part of a scenario’s setup, and a path in it that is none is found', () => {
    const base = { name: 'n', title: 't', description: '' }
    const gate = { before: { argument: '$.amount[', least: 1 } }
    expect(readScenario({ ...base, setup: { domain: 'mcp', gate } })).toMatchObject({
      faults: [{ path: ['setup', 'gate', 'before', 'argument'] }]
    })
    const good = readScenario({ ...base, setup: { domain: 'mcp', gate: { before: { tool: 'pay' } } } })
    expect(good).toMatchObject({ scenario: { setup: { gate: { before: { tool: 'pay' }, previews: 4 } } } })
  })
})

describe('a gate that needs success', () => {
  const path = ['setup', 'gate']
  it.each<[string, object, object, [PropertyKey[], RegExp] | null]>([
    ['rewards', { domain: 'textenv' }, { needs: 'success', previews: 0 }, null],
    ['errors of tools', { domain: 'mcp' }, { needs: 'success', by: 'model', spent: 'refuse' }, null],
    ['exit codes of a machine', { domain: 'terminal', grounding: 'executed' }, { needs: 'success' }, null],
    ['nothing', { domain: 'web' }, { needs: 'success' }, [['needs'], /A Web .* let nothing pass/]],
    ['a text that it says itself', { domain: 'web' }, { needs: 'success', success: { observation: 'Thanks' } }, null],
    [
      'no exit codes of a model',
      { domain: 'terminal', grounding: 'grounded' },
      { needs: 'success', by: 'model' },
      [['needs'], /let nothing pass/]
    ],
    [
      'a file',
      { domain: 'terminal', grounding: 'executed' },
      { needs: 'success', success: { file: '/a' } },
      [['success', 'file'], /only predicted/]
    ],
    [
      'no model where none may answer',
      { domain: 'textenv', grounding: 'executed' },
      { needs: 'success', by: 'model' },
      [['by'], /Leave "by" out/]
    ],
    ['what it does not need', { domain: 'mcp' }, { spent: 'act' }, [['spent'], /Write "needs: success"/]],
    ['a preview that there is not', { domain: 'mcp' }, { previews: 0 }, [['previews'], /never pass/]]
  ])('is told by %s', (_what, setup, gate, problem) => {
    const base = { name: 'n', title: 't', description: '' }
    const read = readScenario({ ...base, setup: { ...setup, gate: { before: { action: 'x' }, ...gate } } })
    const found = read.faults.filter((one) => one.path.slice(0, 2).join() === path.join())
    if (!problem) expect(found).toEqual([])
    else expect(found).toMatchObject([{ path: [...path, ...problem[0]], message: expect.stringMatching(problem[1]) }])
  })

  it.each<[string, Condition, string]>([
    ['its condition holds', { observation: 'paid' }, 'success'],
    ['it does not', { observation: 'sorry' }, 'failure'],
    ['it cannot be decided', { file: '/a' }, 'unclear']
  ])('looks whether %s', async (_what, success, verdict) => {
    const step = await makeStep(null, pay, { text: 'It is paid.' })
    const turn = { setup, chain: [step], calls: [null], before: '' }
    expect(await succeeds(Gate.parse({ before: { tool: 'pay' }, needs: 'success', success }), turn)).toMatchObject({
      verdict
    })
  })
})

describe('the verdict on a preview', () => {
  const text = Setup.parse({ domain: 'textenv' })
  const code = Setup.parse({ domain: 'swe' })
  const run = { name: 'run_shell_command', arguments: { command: 'make' } }
  const out = (exit: number) => `Command: make\nDirectory: (root)\nStdout: x\nStderr: (empty)\nExit Code: ${exit}`
  it.each<[string, Setup, Action, string, string]>([
    ['an exit code of 0', code, run, out(0), 'success'],
    ['another exit code', code, run, out(2), 'failure'],
    ['a reward', text, 'buy', 'Done.\n\nReward: 1', 'success'],
    ['only words', text, 'go in', 'You are in the room.', 'unclear'],
    ['what is shown now', text, 'wait', 'A door.', 'unclear']
  ])('%s', (_what, world, action, shown, verdict) => {
    expect(judge(world, action, { text: shown, before: 'A door.', call: null })).toMatchObject({ verdict })
  })
})
