import { beforeEach, describe, expect, it } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import type { StepContext } from '../../src/core/step/context.ts'
import { stepId } from '../../src/core/tree/history.ts'
import type { StepEvent } from '../../src/core/tree/model.ts'
import { step } from '../../src/core/world.ts'
import { act, committed, failed, ls, pwd, scripted, start, tagged, tokens, world } from './acting.ts'

describe('5.1 a step streams and ends in a commit', () => {
  it('gives thinking, observation and the step, and moves the tip', async () => {
    start(
      scripted(() => ['<think>h', 'm</think><predicted_observation>\n$ l', 's\na\n</predicted_observation>']).engine
    )
    const events = await act()
    expect(events.slice(0, -1)).toEqual([
      { type: 'thinking', text: 'h' },
      { type: 'thinking', text: 'm' },
      { type: 'observation', text: '$ l' },
      { type: 'observation', text: 's\na' }
    ])
    const { step: made, call, branch } = committed(events)
    expect(made).toEqual({
      id: await stepId(null, ls, { text: '$ ls\na' }),
      parent: null,
      action: ls,
      observation: { text: '$ ls\na' }
    })
    expect(branch.tip).toBe(made.id)
    expect(call).toMatchObject({ engine: 'scripted', tokens, thinking: 'hm', warnings: [], template: 'standard' })
    expect(world.store.chain(branch.tip)).toEqual([made])
    expect(world.store.drafts('s')).toEqual([])
  })

  it('sends the history of the branch, and the turn-level instruction only in the turn it is for', async () => {
    const { engine, requests } = scripted(() => [tagged('out')])
    start(engine)
    await act({ instruction: 'Be late.' })
    await act({ action: pwd })
    expect(requests[0]?.messages.at(-1)?.content).toContain('Be late.')
    expect(JSON.stringify(requests[1]?.messages)).not.toContain('Be late.')
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(requests[1]?.messages[2]?.content).toBe('**Environment Observation:**\nout')
  })

  it('refuses an action of the wrong form before asking the model', async () => {
    const { engine, requests } = scripted(() => [tagged('out')])
    start(engine)
    const { error, draft } = failed(await act({ action: { cmd: 'ls' } }))
    expect(error.code).toBe('invalid-input')
    expect(error.message).toContain('a terminal action is a JSON array of commands')
    expect({ draft, requests, drafts: world.store.drafts('s') }).toEqual({ draft: null, requests: [], drafts: [] })
  })
})

describe('1.3 acting anywhere but at the tip makes a branch', () => {
  it('leaves the tip where it was and inherits the rules', async () => {
    let count = 0
    start(scripted(() => [tagged(`out ${++count}`)]).engine, { instruction: 'Rule.' })
    const first = committed(await act()).step
    const second = committed(await act({ action: pwd })).step
    const { branch, step: other } = committed(await act({ from: first.id, action: pwd }))
    expect(branch).toMatchObject({ title: 'branch 2', fork: first.id, tip: other.id })
    expect(world.store.branch(branch.id).setup.instruction).toBe('Rule.')
    expect(world.store.branch('main').tip).toBe(second.id)
    expect(other.parent).toBe(first.id)
  })

  it('can leave before the first step', async () => {
    start(scripted(({ seed }) => [tagged(`out ${seed}`)]).engine)
    await act()
    const { branch, step: root } = committed(await act({ from: null, seed: 7 }))
    expect(root).toMatchObject({ parent: null, observation: { text: 'out 7' } })
    expect(branch.id).not.toBe('main')
  })
})

describe('5.10 what is certain without a model', () => {
  const call = { name: 'no_such_tool', arguments: {} }

  it('is answered as the real server would, and no model is asked', async () => {
    const { engine, requests } = scripted(() => [tagged('predicted')])
    start(engine, { domain: 'mcp' })
    const { step: made, call: by } = committed(await act({ action: call }))
    expect(made.observation.text).toBe('MCP error -32602: Tool no_such_tool not found')
    expect([requests, by.engine, by.tokens.generated]).toEqual([[], 'validation', 0])
  })

  it('gives way to a recording that holds the answer', async () => {
    const { engine } = scripted(() => [tagged('as it was recorded')])
    start({ ...engine, holds: (parent) => parent === null }, { domain: 'mcp' })
    const { step: made, call: by } = committed(await act({ action: call }))
    expect([made.observation.text, by.engine]).toEqual(['as it was recorded', 'scripted'])
  })
})

describe('5.2 one step is in flight per branch', () => {
  it('refuses a second while the first runs, and takes it afterwards', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    start(
      scripted(async function* () {
        yield '<predicted_observation>a'
        await gate
        yield '</predicted_observation>'
      }).engine
    )
    const running = act()
    await expect(act({ action: pwd })).rejects.toMatchObject({ code: 'busy' })
    release()
    committed(await running)
    committed(await act({ action: pwd }))
  })
})

it('5.2 a step that begins at the news of the last one keeps its branch to itself', async () => {
  start(scripted(() => [tagged('a')]).engine)
  const input = { session: 's', branch: 'main', action: ls }
  const { signal } = new AbortController()
  const last = step(world, input, { signal })
  while ((await last.next()).value?.type !== 'committed');
  const next = step(world, { ...input, action: pwd }, { signal })
  await next.next()
  // The first is let go of only now: it must not take the second's place on the branch with it.
  await last.next()
  await expect(act()).rejects.toMatchObject({ code: 'busy' })
  await next.return(undefined)
})

describe('5.3 a step that does not finish leaves the tree as it was and a draft', () => {
  it('keeps what was streamed when the engine dies', async () => {
    start(
      scripted(function* () {
        yield '<predicted_observation>half a li'
        throw new OrreryError('engine-crashed', 'The engine died.')
      }).engine
    )
    const { error, draft } = failed(await act({ instruction: 'x' }))
    expect(error).toEqual({ code: 'engine-crashed', message: 'The engine died.' })
    expect(draft).toMatchObject({
      status: 'failed',
      raw: '<predicted_observation>half a li',
      reason: 'The engine died.',
      action: ls,
      instruction: 'x'
    })
    expect(world.store.drafts('s')).toEqual([draft])
    expect(world.store.branch('main').tip).toBe(null)
    expect(world.inFlight.size).toBe(0)
  })

  it('is cancelled by its signal', async () => {
    const controller = new AbortController()
    start(
      scripted(function* (_request, signal) {
        yield '<predicted_observation>so far'
        controller.abort()
        if (signal.aborted) throw new OrreryError('cancelled', 'Stopped.')
      }).engine
    )
    expect(failed(await act({}, controller.signal)).draft).toMatchObject({ status: 'cancelled' })
  })

  it('is cancelled when nobody listens any more', async () => {
    start(scripted(() => ['<predicted_observation>one', ' two', '</predicted_observation>']).engine)
    const input = { session: 's', branch: 'main', action: ls }
    for await (const event of step(world, input, { signal: new AbortController().signal })) {
      if (event.type === 'observation') break
    }
    expect(world.store.drafts('s')).toMatchObject([{ status: 'cancelled', raw: '<predicted_observation>one' }])
    expect(world.inFlight.size).toBe(0)
  })

  it('2.3 takes a turn without observation as a failed one', async () => {
    start(scripted(() => ['<think>only thought</think>']).engine)
    const { error, draft } = failed(await act())
    expect(error.code).toBe('no-output')
    expect(draft?.raw).toBe('<think>only thought</think>')
  })

  it('takes a recorded screen that is only the echo for what it is: a command that still runs', async () => {
    const { engine } = scripted(() => ['**Environment Observation:**\nu@h:~$ ls'])
    start({ ...engine, info: () => ({ ...engine.info(), template: 'small' }) }, { initialState: 'u@h:~$ ' })
    expect(committed(await act()).step.observation).toEqual({ text: 'u@h:~$ ls' })
  })

  it('says so when the branch moved meanwhile', async () => {
    start(scripted(() => [tagged('a')]).engine)
    const running = step(world, { session: 's', branch: 'main', action: ls }, { signal: new AbortController().signal })
    await running.next()
    const other: StepContext = { ...world, inFlight: new Set() }
    for await (const _ of step(
      other,
      { session: 's', branch: 'main', action: pwd },
      { signal: new AbortController().signal }
    ));
    const events: StepEvent[] = []
    for await (const event of running) events.push(event)
    expect(failed(events).error.code).toBe('conflict')
  })
})

describe('45.1 a step that names the step it follows is never answered after another', () => {
  const { signal } = new AbortController()
  const elsewhere = async (action = pwd) => {
    const other: StepContext = { ...world, inFlight: new Set() }
    for await (const _ of step(other, { session: 's', branch: 'main', action }, { signal }));
  }

  it('becomes a branch where the tip has moved before', async () => {
    const { engine, requests } = scripted(() => [tagged('a')])
    start(engine)
    const seen = committed(await act()).step
    await elsewhere()
    const tip = world.store.branch('main').tip
    const { branch, step: made, call } = committed(await act({ from: seen.id, action: pwd, seed: 3 }))
    expect([branch.title, branch.fork, branch.tip, made.parent, call.branch]).toEqual([
      'branch 2',
      seen.id,
      made.id,
      seen.id,
      branch.id
    ])
    expect(world.store.branch('main').tip).toBe(tip)
    // The model was told what was seen.
    expect(requests.at(-1)?.messages.filter(({ role }) => role === 'assistant')).toHaveLength(1)
  })

  it('becomes a branch where the tip moves while it runs, with its call, and leaves no draft', async () => {
    start(scripted(() => [tagged('a')]).engine)
    const running = step(world, { session: 's', branch: 'main', from: null, action: ls }, { signal })
    await running.next()
    await elsewhere()
    const events: StepEvent[] = []
    for await (const event of running) events.push(event)
    const { branch, step: made, call } = committed(events)
    expect([branch.title, branch.fork, made.parent, call.branch]).toEqual(['branch 2', null, null, branch.id])
    expect(world.store.calls('s', made.id)).toEqual([call])
    expect([world.store.branch('main').tip === made.id, world.store.drafts('s')]).toEqual([false, []])
  })

  it('moves the tip that it names where that has not moved', async () => {
    start(scripted(() => [tagged('a')]).engine)
    const { step: first } = committed(await act({ from: null }))
    const { branch, step: second } = committed(await act({ from: first.id, action: pwd }))
    expect([branch.id, branch.tip, world.store.branches('s').length]).toEqual(['main', second.id, 1])
  })
})

describe('5.4 perturbations take part in the step', () => {
  const flaky = (rate: number, when = '') => ({
    perturbations: [{ name: 'flaky', options: { when, rate, instruction: 'The link is down.' } }]
  })

  it('instructs the model for this step and is kept with it', async () => {
    const { engine, requests } = scripted(() => [tagged('a')])
    start(engine, flaky(1, '^ls'))
    const events = await act()
    const firing = { name: 'flaky', effect: 'instruct', detail: 'The link is down.' }
    expect(events[0]).toMatchObject({ type: 'fired', firing })
    expect(committed(events).call.firings).toMatchObject([firing])
    expect(requests[0]?.messages.at(-1)?.content).toContain('The link is down.')
    expect(committed(await act({ action: pwd })).call.firings).toEqual([])
  })

  it('fires about as often as it is told to, and the same way for the same seed', async () => {
    const pattern = async (seed: number) => {
      start(scripted(() => [tagged('a')]).engine, { ...flaky(0.5), seed })
      const fired: boolean[] = []
      for (let i = 0; i < 60; i++) fired.push(committed(await act()).call.firings.length > 0)
      return fired
    }
    const [one, again, other] = [await pattern(42), await pattern(42), await pattern(43)]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(one.filter(Boolean).length).toBeGreaterThan(18)
    expect(one.filter(Boolean).length).toBeLessThan(42)
  })
})

describe('1.2 the seed of a step', () => {
  let seeds: number[] = []
  beforeEach(() => {
    seeds = []
  })
  const { engine } = scripted(({ seed }) => {
    seeds.push(seed)
    return [tagged('a')]
  })

  it('follows from the branch and the parent, unless one is given', async () => {
    start(engine, { seed: 1 })
    await act()
    await act()
    await act({ seed: 99 })
    const first = [...seeds]
    seeds = []
    start(engine, { seed: 1 })
    await act()
    await act()
    expect(seeds).toEqual(first.slice(0, 2))
    expect(first[0]).not.toBe(first[1])
    expect(first[2]).toBe(99)
  })
})

it('a clock that is set back in the middle of a step makes no negative times', async () => {
  let [wall, ticks] = [10_000_000, 0]
  start(
    scripted(function* () {
      wall -= 3_600_000
      ticks += 40
      yield '<predicted_observation>\n$ ls'
      wall -= 3_600_000
      ticks += 300
      yield '\n</predicted_observation>'
    }).engine
  )
  await world.store.updateSession('s', { updatedAt: 20_000_000 })
  world.clock = { now: () => wall, ticks: () => ticks }
  const { call } = committed(await act())
  expect(call.ms).toEqual({ first: 40, total: 340 })
  expect(world.store.session('s').updatedAt).toBe(20_000_000)
})
