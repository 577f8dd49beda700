// The one path with a ground in it. The ground is a test's own; the machine's is tested with an image.
import { expect, it } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import type { Grounded } from '../../src/core/tree/ground.ts'
import type { Action } from '../../src/core/tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked, TurnOptions } from '../../src/core/tree/ports.ts'
import { must } from '../must.ts'
import { act, committed, failed, ls, pwd, scripted, start, tagged, world } from './acting.ts'

const grounded: Grounded = {
  ground: 'test',
  hash: 'h',
  rule: 'machine',
  why: 'It computes it.',
  origin: 'executed',
  dreams: []
}

type Turn = (options: TurnOptions) => Promise<Partial<GroundAnswer> & { text: string }>

function groundOf(turn: Turn) {
  const seen = { asked: [] as GroundAsked[], kept: [] as string[], ended: 0 }
  const ground: Ground = {
    id: 'test',
    title: 'Test ground',
    serves: () => true,
    usual: () => true,
    route: async () => ({ by: 'ground', rule: 'machine', why: '' }),
    async turn(asked, options) {
      seen.asked.push(asked)
      try {
        const answer = await turn(options)
        return {
          by: { name: 'Test ground', hash: 'h' },
          grounded,
          keep: async (step) => void seen.kept.push(step),
          ...answer
        }
      } finally {
        seen.ended++
      }
    },
    dispose: async () => {}
  }
  return { ground, seen }
}

function begin(turn: Turn, setup: Parameters<typeof start>[1] = {}, engine = scripted(() => [tagged('said')])) {
  const { ground, seen } = groundOf(turn)
  start(engine.engine, { grounding: 'grounded', ...setup })
  world.ground = () => ground
  return { ...engine, ground: seen }
}

const computed: Turn = async ({ progress }) => {
  progress(1, 1)
  return { text: 'computed' }
}

const asking: Turn = async ({ askModel }) => {
  const said = await askModel({ rule: 'network', action: pwd, context: 'It is cold.' })
  return {
    text: `<${said}>`,
    grounded: {
      ...grounded,
      rule: 'network',
      origin: 'predicted',
      dreams: [{ of: 'pwd', rule: 'network', text: said, effects: [] }]
    }
  }
}

it('a prompt is built where a model is asked, and not for what a ground computes', async () => {
  let built = 0
  const [own] = findDomain('terminal').templates
  const counted = {
    ...must(own),
    name: 'counted',
    format: (action: Action) => {
      built++
      return JSON.stringify(action)
    }
  }
  begin(computed, { template: 'counted' })
  world.templates = () => [counted]
  committed(await act())
  expect(built).toBe(0)
  begin(asking, { template: 'counted' })
  world.templates = () => [counted]
  committed(await act())
  expect(built).toBeGreaterThan(0)
})

it("27.1 27.4 a ground answers in the model's place, and the call says so", async () => {
  const { requests, ground } = begin(computed)
  const { step, call } = committed(await act())
  expect(step.observation.text).toBe('computed')
  expect(call).toMatchObject({
    engine: 'test',
    model: { name: 'Test ground', hash: 'h' },
    grounded,
    raw: '',
    tokens: { generated: 0 }
  })
  expect(requests).toEqual([])
  expect(ground.kept).toEqual([step.id])
  expect(world.store.calls('s', step.id)[0]?.grounded).toEqual(grounded)
})

it('43.1 what a ground knows beside the text is kept with the call, and read back', async () => {
  const result = { exitCode: 3, ready: true, output: 'computed\n', isError: false, structuredContent: { a: [1] } }
  begin(async () => ({ text: 'computed', result }))
  const { step, call } = committed(await act())
  expect(call.result).toEqual(result)
  expect(world.store.calls('s', step.id)[0]?.result).toEqual(result)
})

it('43.1 nothing is guessed into the call of a model', async () => {
  begin(computed, { grounding: 'model' })
  expect(committed(await act()).call).not.toHaveProperty('result')
})

it('a text that a perturbation changed keeps how the command ended, and not what it wrote', async () => {
  begin(async () => ({ text: 'x'.repeat(500), result: { exitCode: 3, ready: true, output: 'x'.repeat(500) } }), {
    perturbations: [{ name: 'truncated', options: { characters: 100 } }]
  })
  const events = await act()
  const { call, step } = committed(events)
  expect(call.result).toEqual({ exitCode: 3, ready: true })
  // Nobody sees it whole first.
  expect(events.filter(({ type }) => type === 'observation' || type === 'restart')).toEqual([
    { type: 'observation', text: step.observation.text }
  ])
})

it('27.1 without the rule, or without a ground, the model answers', async () => {
  const { ground } = begin(computed, { grounding: 'model' })
  expect(committed(await act()).step.observation.text).toBe('said')
  expect(ground.asked).toEqual([])
  begin(computed)
  world.ground = () => null
  expect(committed(await act()).call.grounded).toBeUndefined()
})

it('what was recorded goes before a ground; how a turn is to go is told to it', async () => {
  const recorded = scripted(() => [tagged('recorded')])
  const { ground } = begin(
    computed,
    { perturbations: [{ name: 'flaky', options: { rate: 1, instruction: 'It fails.' } }] },
    recorded
  )
  recorded.engine.holds = () => true
  expect(committed(await act()).step.observation.text).toBe('recorded')
  expect(ground.asked).toEqual([])
  recorded.engine.holds = () => false
  await act()
  expect(ground.asked[0]?.instruction).toBe('It fails.')
})

it('27.3 the model is asked within the step, is told what the ground knows, and the call keeps both', async () => {
  const { requests } = begin(asking)
  const events = await act()
  const { step, call } = committed(events)
  expect(step.observation.text).toBe('<said>')
  expect(requests[0]?.messages.at(-1)?.content).toContain('It is cold.')
  expect(requests[0]?.action).toEqual(pwd)
  expect(call).toMatchObject({
    engine: 'scripted',
    grounded: { origin: 'predicted', dreams: [{ of: 'pwd', text: 'said' }] }
  })
  expect(call.raw).toContain('said')
  expect(events.flatMap((event) => (event.type === 'dream' || event.type === 'predicted' ? [event] : []))).toEqual([
    { type: 'dream', of: 'pwd', rule: 'network' },
    { type: 'predicted', text: 'said' }
  ])
  expect(events.flatMap((event) => (event.type === 'observation' ? [event.text] : [])).join('')).toBe('<said>')
})

it('27.3 under executed such a step fails with the rule, and nothing has changed', async () => {
  const { requests, ground } = begin(asking, { grounding: 'executed' })
  expect(failed(await act()).error).toMatchObject({ code: 'no-model', message: expect.stringContaining('network') })
  expect(requests).toEqual([])
  expect(ground.ended).toBe(1)
  expect(world.store.branch('main').tip).toBe(null)
  world.ground = () => null
  expect(failed(await act()).error.code).toBe('no-model')
})

it("27.3 a model that fails, and a step that is stopped, end the ground's turn", async () => {
  const engine = scripted(() => {
    throw new Error('broken')
  })
  const { ground } = begin(asking, {}, engine)
  failed(await act())
  expect(ground).toMatchObject({ ended: 1, kept: [] })
  const stop = new AbortController()
  const slow = begin(
    async ({ askModel }) => {
      stop.abort()
      return { text: await askModel({ rule: 'network', action: ls, context: '' }) }
    },
    {},
    scripted((_request, signal) => {
      signal.throwIfAborted()
      return []
    })
  )
  failed(await act({}, stop.signal))
  expect(slow.ground.ended).toBe(1)
})

it('answering now hurries the question under way, and no later one of the step', async () => {
  const pressed: AbortController[] = []
  const engine = scripted(() => {
    if (pressed.length === 1) pressed[0]?.abort()
    return [tagged('said')]
  })
  const twice: Turn = async ({ askModel }) => {
    await askModel({ rule: 'network', action: pwd, context: '' })
    await askModel({ rule: 'network', action: ls, context: '' })
    return { text: 'both' }
  }
  begin(twice, {}, engine)
  committed(
    await act({}, undefined, () => {
      const next = new AbortController()
      pressed.push(next)
      return next.signal
    })
  )
  expect(engine.seen.hurries.map(({ aborted }) => aborted)).toEqual([true, false])
})

it('the simulation instruction of the world stands in every question, and gives no step to the model', async () => {
  const instruction = 'The network is slow.'
  const { requests, ground } = begin(asking, { instruction })
  committed(await act())
  expect(requests[0]?.messages[0]?.content).toContain(instruction)
  expect(ground.asked[0]?.instruction).toBe('')
  const silent = begin(computed, { instruction })
  committed(await act())
  expect(silent.requests).toEqual([])
})

const listing: Turn = async ({ askModel, askList }) => {
  const text = await askModel({ rule: 'network', action: pwd, context: 'It is cold.' })
  const schema = { type: 'object' }
  const json = await askList({ action: pwd, text, context: 'It is cold.', question: 'What changed?', schema })
  return { text: json ?? 'not asked' }
}

it('a large model is asked for the changes of its answer in a hidden turn under a schema; a small one is not', async () => {
  const answer = (request: { shape: { only?: boolean } }) => [request.shape.only ? '{"effects":[]}' : tagged('said')]
  const small = begin(listing, {}, scripted(answer))
  expect(committed(await act()).step.observation.text).toBe('not asked')
  expect(small.requests).toHaveLength(1)
  const large = begin(listing, {}, scripted(answer, { info: { lists: true } }))
  const events = await act()
  const { step, call } = committed(events)
  expect(step.observation.text).toBe('{"effects":[]}')
  expect(large.requests[1]).toMatchObject({
    shape: { tags: false, schema: { type: 'object' }, only: true },
    thinking: false,
    prefill: '',
    sampling: { temperature: 0 }
  })
  expect(large.requests[1]?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: 'said' },
    { role: 'user', content: 'What changed?' }
  ])
  expect(call.tokens.generated).toBe(6)
  expect(call.raw).not.toContain('effects')
  expect(events.flatMap((event) => (event.type === 'predicted' ? [event.text] : []))).toEqual(['said'])
})

it('a model that cannot list the changes is a warning', async () => {
  const engine = scripted(
    ({ shape }) => {
      if (shape.only) throw new Error('broken')
      return [tagged('said')]
    },
    { info: { lists: true } }
  )
  begin(listing, {}, engine)
  const { step, call } = committed(await act())
  expect(step.observation.text).toBe('not asked')
  expect(call.warnings.join()).toContain('could not list what its answer changes')
})

it('with check the model predicts it too, and both are compared', async () => {
  const engine = scripted(({ action }) => [tagged(action === ls ? 'computed ' : 'other')])
  begin(computed, { check: true }, engine)
  const events = await act()
  expect(committed(events).call).toMatchObject({
    engine: 'test',
    predicted: { engine: 'scripted', exact: expect.any(Boolean), similarity: expect.any(Number) }
  })
  expect(committed(events).step.observation.text).toBe('computed')
  expect(events.flatMap((event) => (event.type === 'predicted' ? [event.text] : [])).join('')).not.toBe('')
})

it('a model that cannot predict is a warning', async () => {
  begin(
    computed,
    { check: true },
    scripted(() => {
      throw new Error('broken')
    })
  )
  const { call } = committed(await act())
  expect(call.predicted).toBeUndefined()
  expect(call.warnings.join()).toContain('could not predict')
})

it('27.17 what a perturbation breaks goes to a ground that can break it, and into words for a model', async () => {
  const uses = [{ name: 'break', options: { fault: { fault: 'disk-full' }, turn: 1 } }]
  const { ground } = begin(computed, { perturbations: uses })
  const held = world.ground?.(world.store.branch('main').setup)
  if (held) held.breaks = true
  const { call } = committed(await act())
  expect(ground.asked[0]).toMatchObject({ faults: [{ fault: 'disk-full' }], instruction: '' })
  expect(call.firings).toMatchObject([{ name: 'break', effect: 'change' }])
  await act()
  expect(ground.asked[1]?.faults).toBeUndefined()
  const { requests } = begin(computed, { perturbations: uses, grounding: 'model' })
  await act()
  expect(requests[0]?.messages.at(-1)?.content).toContain('The disk is full')
})
