// Reinforcement-learning clients on worlds told in words, on a machine's terminal and on a web page.
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { client, foreign, missing } from './environment.ts'
import { type RlWorlds, rlWorlds, SETUPS } from './rl-worlds.ts'

const ADAPTER = join(import.meta.dirname, '../../resources/agents/orrery_gymnasium.py')

let worlds: RlWorlds
beforeAll(async () => {
  worlds = await rlWorlds()
})
afterAll(() => worlds.close())
beforeEach(({ skip }) => {
  const why = missing()
  if (why !== null) skip(why)
})

/** For each world: two actions as OpenEnv has them, the same as a line, and what the second one shows. */
const KINDS = [
  {
    kind: 'text',
    actions: [{ command: 'look' }, { command: 'take lamp' }],
    lines: ['look', 'take lamp'],
    shows: 'You take the lamp.',
    ends: [1, true]
  },
  {
    kind: 'terminal',
    actions: [{ command: 'echo 6 > n' }, { command: 'cat n' }],
    lines: ['echo 6 > n', 'cat n'],
    shows: 'cat n\n6\n',
    ends: [null, false]
  },
  {
    kind: 'web',
    actions: [
      { type: 'call_tool', tool_name: 'click', arguments: { bid: '11' } },
      { type: 'call_tool', tool_name: 'send_msg_to_user', arguments: { text: 'done' } }
    ],
    lines: [
      '{"tool_name": "click", "arguments": {"bid": "11"}}',
      '{"tool_name": "send_msg_to_user", "arguments": {"text": "done"}}'
    ],
    shows: '',
    ends: [null, true]
  }
] as const

describe.each(KINDS)('a world of $kind', ({ kind, actions, lines, shows, ends: [reward, done] }) => {
  const texts = actions.map((action) => JSON.stringify(action))

  test('openenv validate finds nothing to complain of', async () => {
    const link = await worlds.link(SETUPS[kind])
    const report = JSON.parse(await foreign('openenv', ['validate', '--url', link.url('openenv'), '--json']))
    expect(report).toMatchObject({ passed: true, mode: 'simulation', standard_profile: 'openenv-http/1.x' })
    expect(report.summary.failed_criteria).toEqual([])
  })

  test('OpenEnv’s client plays an episode, and several at once, each in a world of its own', async () => {
    const link = await worlds.link(SETUPS[kind])
    const played = (await client('openenv_sync', link.url('openenv'), ...texts)) as {
      first: { text: string }
      steps: [Record<string, unknown>, number | null, boolean, Record<string, unknown>][]
      state: { step_count: number }
    }
    expect(played.state.step_count).toBe(2)
    expect(played.first.text.length).toBeGreaterThan(10)
    const [observation, ...ends] = played.steps[1] ?? []
    expect(JSON.stringify(observation)).toContain(JSON.stringify(shows).slice(1, -1))
    expect(ends).toMatchObject([reward, done, { simulated: true }])
    // What is simulated stands beside what an agent is shown.
    expect(JSON.stringify([played.first, played.steps.map(([shown]) => shown)])).not.toMatch(/simulat|orrery/i)
    const rollouts = (await client('openenv_async', link.url('openenv'), '4', texts[0] ?? '')) as unknown[][]
    expect(rollouts).toHaveLength(4)
    expect(new Set(rollouts.map(([, , step]) => step)).size).toBe(1)
    await expect
      .poll(async () => (await worlds.people.call('links.list', {})).filter(({ parent }) => parent))
      .toEqual([])
  })

  test('OpenEnv’s client for tools lists and calls them in one session', async () => {
    const link = await worlds.link(SETUPS[kind])
    const [tool, args] = {
      text: ['act', { command: 'look' }],
      terminal: ['run_command', { command: 'cat /etc/debian_version' }],
      web: ['click', { bid: '11' }]
    }[kind] as [string, object]
    const told = (await client('openenv_tools', link.url('openenv'), tool, JSON.stringify(args))) as {
      tools: string[]
      called: string
      result: { is_error: boolean; data: string }
    }
    expect(told).toMatchObject({ error: 'tool_not_found', steps: 2, result: { is_error: false } })
    expect(told.tools).toContain(tool)
    expect(told.called.length).toBeGreaterThan(5)
  })

  test('the class for Gymnasium passes its check of environments and plays an episode', async () => {
    const link = await worlds.link(SETUPS[kind])
    const played = (await client('gym_check', link.url('agentgym'), ADAPTER, ...lines)) as {
      warnings: string[]
      first: string
      steps: [string, number, boolean, boolean, Record<string, unknown>][]
    }
    expect(played.warnings).toEqual([])
    const [shown, worth, terminated, truncated, info] = played.steps[1] ?? []
    expect(shown).toContain(shows)
    expect([worth, terminated, truncated]).toEqual([reward ?? 0, done, false])
    expect(info).toMatchObject({
      step: expect.stringMatching(/^\w+/),
      origin: kind === 'terminal' ? 'executed' : 'predicted',
      reward
    })
    expect(JSON.stringify(played.steps.map(([text]) => text))).not.toMatch(/simulat|orrery/i)
  })

  test('what AgentGym’s clients ask and assert holds', async () => {
    const link = await worlds.link(SETUPS[kind])
    const played = await client('agentgym_http', link.url('agentgym'), ...lines)
    expect(played).toMatchObject({
      steps: [expect.anything(), [expect.stringContaining(shows), reward ?? 0, done]],
      shown: expect.stringContaining(shows),
      closed: { closed: true }
    })
  })
})
