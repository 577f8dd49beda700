import { describe, expect, test, vi } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import type { Branch, Draft, StepEvent, StepInput } from '../../src/core/tree/model.ts'
import { currentBranch, labelHere, liveRun, type OpenWorld, siblings, viewed } from '../../src/renderer/store/data.ts'
import { isFit } from '../../src/renderer/store/fits.ts'
import { createState, type WindowStore } from '../../src/renderer/store/state.ts'
import { engineWords } from '../../src/renderer/worlds/engine.ts'
import { must } from '../must.ts'
import { createFakeHost, type FakeHost, fit, model, setup, type } from './host.ts'

/** Hands out frames when told to. */
function createFrames() {
  let waiting: (() => void)[] = []
  return {
    frame: (flush: () => void) => void waiting.push(flush),
    get asked() {
      return waiting.length
    },
    draw() {
      const due = waiting
      waiting = []
      for (const flush of due) flush()
    }
  }
}

async function opened(lines: string[], host?: FakeHost) {
  const far = host ?? (await createFakeHost(lines))
  const frames = createFrames()
  const store = createState(far.client, { frame: frames.frame, pause: async () => {}, seed: () => 77 })
  await store.getState().open('w')
  return { host: far, store, frames, act: store.getState() }
}

const world = (store: WindowStore): OpenWorld => {
  const { world } = store.getState()
  if (!world) throw new Error('no world is open')
  return world
}
const labels = (store: WindowStore) => world(store).rows.map(({ label }) => label)
const inputs = (host: FakeHost, name: string) => host.log.filter((one) => one.name === name).map(({ input }) => input)

/** An answer that waits at its gate between what it streams and how it ends. */
function gated(host: FakeHost, events: StepEvent[], end: (input: StepInput) => Promise<StepEvent> | StepEvent) {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  host.answer = async function* (input, signal) {
    yield* events
    await Promise.race([gate, new Promise((resolve) => signal.addEventListener('abort', resolve))])
    yield await end(input)
  }
  return () => open()
}
/** Lets everything that waits for nothing outside run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

const draft: Draft = {
  id: 'd1',
  session: 'w',
  branch: 'main',
  parent: null,
  action: type('make'),
  instruction: 'fail once',
  raw: 'box$ ma',
  status: 'cancelled',
  reason: '',
  updatedAt: 0
}

describe('looking back', () => {
  test('an opened world stands at the tip of its branch', async () => {
    const { store } = await opened(['a', 'b', 'c'])
    expect([world(store).at, world(store).steps.length, world(store).state]).toEqual([3, 3, { depth: 3 }])
  })

  test('stepping moves through the history, stops at its ends, and never asks the model', async () => {
    const { store, host, act } = await opened(['a', 'b', 'c'])
    const seen: number[] = []
    for (const target of ['back', 'back', 'back', 'back', 'forward', 'last', 'forward', 'first', 2, 99] as const) {
      await act.stepTo(target)
      seen.push(world(store).at)
    }
    expect(seen).toEqual([2, 1, 0, 0, 1, 3, 3, 0, 2, 3])
    expect(inputs(host, 'steps.run')).toEqual([])
  })

  test('what is shown follows the position: the steps, the state and where the step came from', async () => {
    const { store, act } = await opened(['a', 'b', 'c'])
    await act.stepTo(2)
    const { steps, state, detail, rows } = world(store)
    expect(steps.map(({ id }) => id)).toEqual(rows.slice(0, 2).map(({ id }) => id))
    expect([state, detail?.step.id]).toEqual([{ depth: 2 }, rows[1]?.id])
    await act.stepTo('first')
    expect([world(store).steps, world(store).detail]).toEqual([[], null])
  })

  test('a held arrow key reads where it ends, not every step on the way', async () => {
    const { store, host, act } = await opened(Array.from({ length: 30 }, (_, index) => `c${index}`))
    const before = inputs(host, 'steps.view').length
    await Promise.all(Array.from({ length: 25 }, () => act.stepTo('back')))
    expect([world(store).at, world(store).steps.length]).toEqual([5, 5])
    expect(inputs(host, 'steps.view').length - before).toBeLessThanOrEqual(2)
  })

  test('moves are announced in words', async () => {
    const { store, act } = await opened(['ls', 'pwd'])
    await act.stepTo('back')
    expect(store.getState().announcement).toBe('Step 1 of 2: ls')
    await act.stepTo('first')
    expect(store.getState().announcement).toBe('Before the first step')
  })
})

describe('acting', () => {
  test('45.1 at the tip it goes on there: it names what is shown, one row more, the position on it', async () => {
    const { store, host, act } = await opened(['a'])
    expect(await act.act(type('b'))).toBe(true)
    expect(inputs(host, 'steps.run')).toEqual([
      { session: 'w', branch: 'main', from: world(store).rows[0]?.id, action: type('b'), instruction: '', show: true }
    ])
    expect([labels(store), world(store).at, world(store).branch]).toEqual([['a', 'b'], 2, 'main'])
  })

  test('a step whose surroundings could not be told is asked for', async () => {
    const { store, host, act } = await opened(['a'])
    host.answer = async function* (input) {
      const { after: _, ...event } = await host.commit(input, 'done\nbox$ ')
      yield event
    }
    expect(await act.act(type('b'))).toBe(true)
    expect([labels(store), world(store).at, world(store).state]).toEqual([['a', 'b'], 2, { depth: 2 }])
  })

  test('the step that came stays the same object when all is read again, and so what is prepared on it', async () => {
    const { store, act } = await opened(['a'])
    const last = () => world(store).steps.at(-1)
    const seen = new Set([last()])
    store.subscribe(() => seen.add(last()))
    await act.act(type('b'))
    await act.refresh()
    expect([...seen].map((step) => step?.observation.text)).toEqual([
      expect.stringContaining('a done'),
      expect.any(String)
    ])
  })

  test('from an earlier step it names the step and follows onto the new branch, and the old branch keeps its steps', async () => {
    const { store, host, act } = await opened(['a', 'b', 'c'])
    await act.stepTo(1)
    const from = viewed(world(store))
    await act.act(type('x'))
    expect(inputs(host, 'steps.run')).toMatchObject([{ branch: 'main', from }])
    expect([labels(store), world(store).at, currentBranch(world(store)).fork]).toEqual([['a', 'x'], 2, from])
    await act.switchBranch('main')
    expect([labels(store), world(store).at]).toEqual([['a', 'b', 'c'], 3])
  })

  test('before the first step of a world that has some, `from` is null and not left out', async () => {
    const { store, host, act } = await opened(['a'])
    await act.stepTo('first')
    await act.act(type('x'))
    expect(inputs(host, 'steps.run')).toMatchObject([{ from: null }])
    expect(labels(store)).toEqual(['x'])
  })

  test('the instruction for the next answer goes along once', async () => {
    const { host, store, act } = await opened([])
    act.setInstruction('the disk is full')
    await act.act(type('a'))
    await act.act(type('b'))
    expect(inputs(host, 'steps.run')).toMatchObject([{ instruction: 'the disk is full' }, { instruction: '' }])
    expect(store.getState().instruction).toBe('')
  })

  test('a second action while one runs on the branch is refused beside the composer and changes nothing', async () => {
    const { host, store, act } = await opened([])
    const open = gated(host, [], (input) => host.commit(input, 'box$ '))
    const first = act.act(type('a'))
    expect(await act.act(type('b'))).toBe(false)
    expect(store.getState().failures.main?.code).toBe('busy')
    open()
    expect(await first).toBe(true)
    expect([labels(store), store.getState().failures]).toEqual([['a'], {}])
  })

  test('looking elsewhere while a step runs, its commit adds the row and leaves the position alone', async () => {
    const { host, store, act } = await opened(['a', 'b'])
    const open = gated(host, [], (input) => host.commit(input, 'box$ '))
    const step = act.act(type('c'))
    await act.stepTo(1)
    expect(liveRun(store.getState())).toBe(null)
    open()
    await step
    expect([labels(store), world(store).at]).toEqual([['a', 'b', 'c'], 1])
  })

  test('a step that ends after another world was opened leaves that world alone', async () => {
    const { host, store, act } = await opened(['a'])
    const open = gated(host, [], (input) => host.commit(input, 'box$ '))
    const step = act.act(type('b'))
    await act.open('other')
    open()
    await step
    expect([world(store).session.id, labels(store), store.getState().runs]).toEqual(['other', [], {}])
  })

  test('a commit is announced with its action and how the answer began', async () => {
    const { store, act } = await opened([])
    await act.act(type('ls'))
    expect(store.getState().announcement).toBe('Step committed: ls. done\nbox$ ')
    // The same words again are said again.
    const { announced } = store.getState()
    await act.act(type('ls'))
    expect(store.getState()).toMatchObject({
      announcement: 'Step committed: ls. done\nbox$ ',
      announced: announced + 1
    })
  })
})

describe('several at once', () => {
  test('each branch runs its own step; one that fails stops neither the other nor what is typed for it', async () => {
    const { host, store, act } = await opened(['a'])
    host.branches.push({ ...(host.branches[0] as Branch), id: 'side', title: 'side' }) // made just above
    await act.open('w')
    const gates: Record<string, () => void> = {}
    host.answer = async function* (input) {
      await new Promise<void>((resolve) => {
        gates[input.branch] = resolve
      })
      if (input.branch === 'side') throw new OrreryError('no-output', 'The model said nothing.')
      yield await host.commit(input, 'box$ ')
    }
    await act.switchBranch('main')
    const first = act.act(type('b'))
    await act.switchBranch('side')
    const second = act.act(type('c'))
    await settle()
    expect(Object.keys(store.getState().runs).sort()).toEqual(['main', 'side'])
    act.setInstruction('for later')
    gates.side?.()
    expect(await second).toBe(false)
    expect(Object.keys(store.getState().runs)).toEqual(['main'])
    gates.main?.()
    expect(await first).toBe(true)
    expect([store.getState().runs, store.getState().instruction]).toEqual([{}, 'for later'])
    await act.switchBranch('main')
    expect(labels(store)).toEqual(['a', 'b'])
  })

  test('a step that fails on one branch lets the recording of another play on', async () => {
    const far = await createFakeHost(['a'])
    far.recorded = ['a', 'b', 'c']
    for (const branch of far.branches) branch.setup = { ...setup, recording: 'tour' }
    far.branches.push({ ...(far.branches[0] as Branch), id: 'side', title: 'side' }) // made just above
    const { host, store, act } = await opened([], far)
    let fail = () => {}
    host.answer = async function* (input) {
      if (input.branch === 'main') return yield await host.commit(input, 'box$ ')
      await new Promise<void>((resolve) => {
        fail = resolve
      })
      throw new OrreryError('no-output', 'The model said nothing.')
    }
    await act.switchBranch('side')
    const failing = act.act(type('x'))
    await act.switchBranch('main')
    const playing = act.togglePlay()
    fail()
    await Promise.all([failing, playing])
    expect(labels(store)).toEqual(['a', 'b', 'c'])
  })
})

describe('labels of rows', () => {
  test('are told better where they are seen, and nothing changes where they are as they were', async () => {
    const { store, act } = await opened(['a', 'b', 'c'])
    const before = world(store).rows
    act.relabel(new Map([[must(before[1]).id, 'b']]))
    expect(world(store).rows).toBe(before)
    act.relabel(
      new Map([
        [must(before[1]).id, 'press “b”'],
        ['another', 'x']
      ])
    )
    expect(labels(store)).toEqual(['a', 'press “b”', 'c'])
    expect([world(store).rows[0], world(store).rows[2]]).toEqual([before[0], before[2]])
  })

  test('and the step that is gone to is told as the host tells it with its screen', async () => {
    const { host, store, act } = await opened(['a', 'b', 'c'])
    const list = world(store).rows
    host.told.set(must(list[0]).id, 'press “a”')
    await act.stepTo(1)
    expect(labels(store)).toEqual(['press “a”', 'b', 'c'])
  })

  test('what is done here is told of the screen that is shown here, and of none before it has come', async () => {
    const { store } = await opened(['a', 'b'])
    const screen = (name: string) => `URL: http://x.example/\n\nRootWebArea 'X', focused\n\t[4] button '${name}'`
    const { session, branches, steps, ...rest } = world(store)
    const web: OpenWorld = {
      ...rest,
      session: { ...session, domain: 'web' },
      branches: branches.map((one) => ({
        ...one,
        setup: { ...one.setup, domain: 'web', initialState: screen('First') }
      })),
      steps: steps.map((step) => ({ ...step, observation: { text: screen('Second') } }))
    }
    const done = [web, { ...web, at: 0 }, { ...web, at: 1 }].map((shown) => labelHere(shown, "click('4')"))
    expect(done).toEqual(['click “Second”', 'click “First”', 'click 4'])
  })
})

describe('streaming', () => {
  test('events are gathered until the next frame: many tokens, one change of the store', async () => {
    const { host, store, frames, act } = await opened([])
    const words = Array.from({ length: 200 }, (_, index): StepEvent => ({ type: 'observation', text: `${index} ` }))
    const open = gated(host, [{ type: 'thinking', text: 'hm' }, ...words], (input) => host.commit(input, 'box$ '))
    const step = act.act(type('seq'))
    await settle()
    let changes = 0
    store.subscribe(() => changes++)
    expect([frames.asked, liveRun(store.getState())?.observation]).toEqual([1, ''])
    frames.draw()
    expect(changes).toBe(1)
    expect(liveRun(store.getState())).toMatchObject({
      thinking: 'hm',
      observation: words.map((_, index) => `${index} `).join('')
    })
    open()
    await step
    expect(store.getState().runs).toEqual({})
  })

  test('a restart forgets what was streamed; meter, queue and progress stand beside it', async () => {
    const { host, store, frames, act } = await opened([])
    const tokens = { prompt: 9, cached: 4, generated: 2 }
    const events: StepEvent[] = [
      { type: 'queued', ahead: 2 },
      { type: 'thinking', text: 'no' },
      { type: 'observation', text: 'wrong' },
      { type: 'restart' },
      { type: 'observation', text: 'right' },
      { type: 'meter', tokens, tokensPerSecond: 12 },
      { type: 'progress', phase: 'read', done: 1, total: 9 }
    ]
    const open = gated(host, events, (input) => host.commit(input, 'box$ '))
    const step = act.act(type('a'))
    await settle()
    frames.draw()
    expect(liveRun(store.getState())).toMatchObject({
      thinking: '',
      observation: 'right',
      queued: null,
      meter: { tokens, tokensPerSecond: 12 },
      progress: { phase: 'read', done: 1, total: 9 }
    })
    open()
    await step
  })
})

describe('a full context', () => {
  test('is gone on from: the same action, on a branch that leaves out the oldest turns', async () => {
    const { host, store, act } = await opened(['a', 'b'])
    const error = { code: 'context-full', message: 'It is full.' } as const
    const answer = host.answer
    host.answer = async function* () {
      yield { type: 'failed', error, draft: null }
    }
    await act.act(type('c'), { instruction: 'slowly' })
    host.answer = answer
    const at = viewed(world(store))
    expect(await act.goOnCompact()).toBe(true)
    const rules = { ...setup, compact: true }
    expect(inputs(host, 'worlds.fork')).toMatchObject([{ branch: 'main', at, setup: rules }])
    expect(inputs(host, 'steps.run').at(-1)).toMatchObject({ action: type('c'), instruction: 'slowly' })
    expect([labels(store), store.getState().failures, currentBranch(world(store)).title]).toEqual([
      ['a', 'b', 'c'],
      {},
      'main, oldest turns left out'
    ])
  })

  test('is gone on from where the action was tried, wherever the window looks by then', async () => {
    const { host, store, act } = await opened(['a', 'b'])
    const answer = host.answer
    host.answer = () => {
      throw new OrreryError('context-full', 'It is full.')
    }
    await act.act(type('c'))
    host.answer = answer
    await act.stepTo('first')
    await act.goOnCompact()
    expect(labels(store)).toEqual(['a', 'b', 'c'])
  })
})

describe('token probabilities', () => {
  test('are asked for while they are switched on, and only then', async () => {
    const { host, act } = await opened([])
    await act.act(type('a'))
    act.setTracing(true)
    await act.act(type('b'))
    expect(inputs(host, 'steps.run')).toMatchObject([{ action: type('a') }, { action: type('b'), trace: true }])
    expect(inputs(host, 'steps.run')[0]).not.toHaveProperty('trace', true)
  })
})

describe('what goes wrong', () => {
  test('a failed step says so beside the composer, keeps its draft, and adds no row', async () => {
    const { host, store, act } = await opened([])
    const error = { code: 'no-output', message: 'The model said nothing. Try again.' } as const
    host.answer = async function* () {
      host.drafts = [draft]
      yield { type: 'failed', error, draft }
    }
    expect(await act.act(type('make'))).toBe(false)
    const failure = { ...error, action: type('make'), parent: null, instruction: '' }
    expect([store.getState().failures, world(store).drafts, labels(store)]).toEqual([{ main: failure }, [draft], []])
  })

  test('a stream that breaks off is shown like any other error, and the branch is free again', async () => {
    const { host, store, act } = await opened([])
    host.answer = () => {
      throw new OrreryError('engine-crashed', 'The engine stopped.')
    }
    await act.act(type('a'))
    expect(store.getState()).toMatchObject({ failures: { main: { code: 'engine-crashed' } }, runs: {} })
  })

  test('cancelling stops the stream; the draft is kept and nobody is told of an error', async () => {
    const { host, store, act } = await opened([])
    gated(host, [], () => {
      host.drafts = [draft]
      return { type: 'failed', error: { code: 'cancelled', message: 'Cancelled.' }, draft }
    })
    const step = act.act(type('make'))
    await settle()
    act.cancel()
    expect(await step).toBe(false)
    expect([store.getState().failures, world(store).drafts]).toEqual([{}, [draft]])
  })

  test('trying a draft again acts as it did, from where it did, and drops it', async () => {
    const far = await createFakeHost(['a'])
    far.drafts = [draft]
    const { host, store, act } = await opened([], far)
    await act.retry(draft)
    expect(inputs(host, 'steps.run')).toMatchObject([{ from: null, action: type('make'), instruction: 'fail once' }])
    expect([host.drafts, world(store).drafts, labels(store)]).toEqual([[], [], ['make']])
  })

  test('11.1 why a step failed stays with its branch, and the next action there takes it away', async () => {
    const { host, store, act } = await opened(['a'])
    host.branches.push({ ...(host.branches[0] as Branch), id: 'side', title: 'side' }) // made just above
    await act.open('w')
    const answer = host.answer
    host.answer = () => {
      throw new OrreryError('no-output', 'The model said nothing.')
    }
    await act.switchBranch('side')
    await act.act(type('x'))
    await act.switchBranch('main')
    expect(Object.keys(store.getState().failures)).toEqual(['side'])
    host.answer = answer
    await act.act(type('b'))
    expect(Object.keys(store.getState().failures)).toEqual(['side'])
    await act.switchBranch('side')
    await act.act(type('y'))
    expect(store.getState().failures).toEqual({})
  })

  test('a step that fails on a branch out of sight is told of by the branch’s name', async () => {
    const { host, store, act } = await opened(['a'])
    host.branches.push({ ...(host.branches[0] as Branch), id: 'side', title: 'the side' }) // made just above
    await act.open('w')
    const error = { code: 'no-output', message: 'The model said nothing.' } as const
    const open = gated(host, [], () => ({ type: 'failed', error, draft: null }))
    const step = act.act(type('b'))
    await act.switchBranch('main')
    open()
    await step
    expect(store.getState().announcement).toBe('The step on branch the side failed: The model said nothing.')
  })

  test('a model that goes on loading after its step was cancelled is told of until it rests', async () => {
    const { host, store, act } = await opened(['a'])
    const states = ['loading', 'loading', 'ready'] as const
    let asked = 0
    const call = host.client.call
    host.client.call = async (name, input) => {
      const answer = await call(name, input)
      if (name !== 'models.status' || typeof answer !== 'object') return answer
      return { ...answer, state: states[Math.min(asked++, 2)] }
    }
    host.answer = () => {
      throw new OrreryError('cancelled', 'The step was stopped.')
    }
    await act.act(type('b'))
    await vi.waitFor(() => expect(store.getState().engine?.state).toBe('ready'))
    await settle()
    expect(asked).toBe(3)
  })

  test('11.1 a lost connection is said once, for the whole window, and blames no branch', async () => {
    const { host, store, act } = await opened(['a'])
    const lost = new OrreryError('disconnected', 'The connection was lost.')
    for (const name of ['worlds.open', 'worlds.list', 'models.status', 'steps.window', 'worlds.update'])
      host.broken.set(name, lost)
    host.answer = () => {
      throw lost
    }
    const known = () => engineWords(store.getState().engine, store.getState().lost)
    await act.renameWorld('w', 'other')
    expect([store.getState().lost, known()]).toEqual(['gone', 'Connection lost: restart Orrery'])
    await act.act(type('b'))
    act.dismiss('app')
    expect(store.getState().lost).toBe('gone')
    await act.renameWorld('w', 'other')
    const { problems, failures, runs } = store.getState()
    const told = Object.entries(problems).filter(([, problem]) => problem)
    expect({ told, failures, runs }).toEqual({
      told: [['app', { code: 'disconnected', message: 'The connection was lost.' }]],
      failures: {},
      runs: {}
    })
    // A refusal comes from a host that was reached.
    host.broken.clear()
    host.broken.set('worlds.update', new OrreryError('invalid-input', 'A title has letters.'))
    await act.renameWorld('w', '')
    expect([store.getState().lost, known()]).toEqual([null, 'Connecting'])
  })

  test('a model put to use takes away what failed for want of one, and nothing else', async () => {
    const { host, store, act } = await opened(['a'])
    const failing = async (code: 'no-model' | 'no-output') => {
      host.answer = () => {
        throw new OrreryError(code, 'It failed.')
      }
      await act.act(type('b'))
      await act.useModel({ model: 'm' })
      return store.getState().failures.main?.code
    }
    expect([await failing('no-model'), await failing('no-output')]).toEqual([undefined, 'no-output'])
  })

  test('an import with nothing to tell is made at once, and says which worlds were here', async () => {
    const { host, store, act } = await opened(['a'])
    const found = { title: '', domain: 'terminal', file: 'a', branches: 1, steps: 3 }
    host.report = {
      ...host.report,
      files: [{ name: 'a', importer: 'orrery', format: 'Orrery session', sure: 'certain' }],
      worlds: [
        { ...found, id: 'w', known: true },
        { ...found, id: 'other', known: false }
      ]
    }
    const files = [{ name: 'a', text: 'text' }]
    await act.importFiles(files)
    expect(store.getState().imported).toEqual({ report: { ...host.report, kept: true }, ticket: null })
    expect(inputs(host, 'formats.import')).toEqual([{ files, keep: false, hold: true }])
    expect(inputs(host, 'formats.keep')).toEqual([{ ticket: 't1' }])
  })

  test('an import that leaves something out asks first', async () => {
    const { host, store, act } = await opened(['a'])
    host.report = {
      ...host.report,
      worlds: [{ id: 'w', title: '', domain: 'terminal', file: 'a', branches: 1, steps: 3, known: true }],
      dropped: [{ what: 'colours', count: 2 }]
    }
    const files = [{ name: 'a', text: 'text' }]
    await act.importFiles(files)
    expect(store.getState().imported).toEqual({ report: { ...host.report, kept: false }, ticket: 't1' })
    expect(inputs(host, 'formats.import')).toHaveLength(1)
    await act.keepImport()
    expect(store.getState().imported?.report.kept).toBe(true)
    expect([inputs(host, 'formats.import').length, inputs(host, 'formats.keep')]).toEqual([1, [{ ticket: 't1' }]])
    act.dismissImport()
    expect(inputs(host, 'formats.forget')).toEqual([])
  })

  test('files that a person decides against are given up, once', async () => {
    const { host, store, act } = await opened(['a'])
    await act.importFiles([{ name: 'a', text: 'text' }])
    act.dismissImport()
    act.dismissImport()
    expect([store.getState().imported, inputs(host, 'formats.forget')]).toEqual([null, [{ ticket: 't1' }]])
    expect(inputs(host, 'formats.keep')).toEqual([])
  })

  test('an import that takes long is shown, and can be stopped', async () => {
    const { host, store, act } = await opened(['a'])
    host.imports = async function* (_, signal) {
      yield { type: 'progress', file: 'a', at: 1, of: 2, characters: 9, share: null }
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const importing = act.importFiles([{ name: 'a', text: 'text' }])
    await vi.waitFor(() => expect(store.getState().importRun).toMatchObject({ file: 'a', at: 1, of: 2 }))
    act.cancelImport()
    expect(await importing).toBe(true)
    expect(store.getState()).toMatchObject({ importRun: null, imported: null, problems: {} })
  })

  test('an export is fetched from the address it is given, shows how far it is, and can be stopped', async () => {
    const host = await createFakeHost(['a'])
    const saved: string[] = []
    const store = createState(host.client, { save: (url, name) => saved.push(`${url} ${name}`) })
    const act = store.getState()
    let goOn = () => {}
    host.exports = async function* (signal) {
      yield { type: 'file', name: 'w.jsonl', mediaType: 'text/plain', url: '/api/download/x' }
      yield { type: 'progress', done: 1, total: 4, bytes: 9 }
      await new Promise<void>((resolve) => {
        goOn = resolve
        signal.addEventListener('abort', () => resolve())
      })
      if (signal.aborted) throw new OrreryError('cancelled', 'Stopped.')
      yield { type: 'done', bytes: 9, files: 1, losses: [] }
    }
    const input = { sessions: ['w'], format: 'orrery' }
    act.askExport([])
    const first = act.startExport(input)
    await settle()
    expect(saved).toEqual(['/api/download/x w.jsonl'])
    expect(store.getState().exportRun).toEqual({ filename: 'w.jsonl', done: 1, total: 4, bytes: 9 })
    goOn()
    expect([await first, store.getState().dialog, store.getState().exportRun]).toEqual([true, null, null])
    act.askExport([])
    const second = act.startExport(input)
    await settle()
    act.cancelExport()
    expect([await second, store.getState().dialog, store.getState().problems.export]).toEqual([
      false,
      'export',
      undefined
    ])
  })

  test('one list that cannot be read keeps none of the others away', async () => {
    const host = await createFakeHost()
    host.broken.set('worlds.samples', new OrreryError('internal', 'A sample is damaged.'))
    const store = createState(host.client)
    await store.getState().start()
    const { sessions, problems } = store.getState()
    expect([sessions?.length, problems.app?.message]).toEqual([2, 'A sample is damaged.'])
  })

  test('a world that is opened while the window still starts is not opened again', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value)
    })
    try {
      const host = await createFakeHost(['a', 'b', 'c'])
      const start = async (meanwhile: (store: WindowStore) => Promise<unknown>) => {
        let read = () => {}
        const samples = new Promise<void>((resolve) => {
          read = resolve
        })
        const store = createState({
          ...host.client,
          call: async (name, input) => {
            if (name === 'worlds.samples') await samples
            return host.client.call(name, input)
          }
        })
        const started = store.getState().start()
        await meanwhile(store)
        read()
        await started
        return store
      }
      const store = await start(async (store) => {
        await store.getState().open('w')
        await store.getState().stepTo('back')
      })
      expect(world(store).at).toBe(2)
      // At the next start it is the one that was open.
      expect(world(await start(settle)).at).toBe(3)
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe('branches and siblings', () => {
  test('regenerating acts again from the parent with a fresh seed, and both answers stay', async () => {
    const { host, store, act } = await opened(['a', 'b'])
    const [first, second] = world(store).rows
    host.answer = async function* (input) {
      yield await host.commit(input, 'another\nbox$ ')
    }
    expect(await act.regenerate()).toBe(true)
    expect(inputs(host, 'steps.run')).toMatchObject([{ from: first?.id, action: type('b'), seed: 77 }])
    expect(siblings(world(store)).map(({ id }) => id)).toEqual([second?.id, viewed(world(store))])
    expect(world(store).rows.map(({ siblings }) => siblings)).toEqual([0, 1])
  })

  test('an executed step would be the same: that is said, and the model’s answer is offered as a sibling', async () => {
    const { host, store, act } = await opened(['a'])
    host.answer = async function* (input) {
      const grounded = {
        ground: 'machine',
        hash: '',
        rule: 'machine',
        why: '',
        origin: 'executed' as const,
        dreams: []
      }
      yield await host.commit(input, 'computed\nbox$ ', input.by ? {} : { grounded })
    }
    for (const branch of host.branches) branch.setup.grounding = 'grounded'
    await act.act(type('b'))
    const [, executed] = world(store).rows
    expect(await act.regenerate()).toBe(false)
    expect(store.getState().same).toBe(executed?.id)
    expect(inputs(host, 'steps.run')).toHaveLength(1)
    host.answer = async function* (input) {
      yield await host.commit(input, 'said\nbox$ ')
    }
    expect(await act.regenerate('model')).toBe(true)
    expect(inputs(host, 'steps.run').at(-1)).toMatchObject({ by: 'model', action: type('b') })
    expect(store.getState().same).toBeNull()
    expect(siblings(world(store)).map(({ id }) => id)).toContain(executed?.id)
  })

  test('a regeneration that fails leaves the window at the answer there was', async () => {
    const { host, store, act } = await opened(['a', 'b'])
    host.answer = () => {
      throw new OrreryError('no-output', 'The model said nothing.')
    }
    expect(await act.regenerate()).toBe(false)
    expect([labels(store), world(store).at]).toEqual([['a', 'b'], 2])
  })

  test('siblings are walked across branches, and back', async () => {
    const { store, act } = await opened(['a', 'b'])
    const b = viewed(world(store))
    await act.stepTo(1)
    await act.act(type('x'))
    const x = viewed(world(store))
    await act.sibling(-1)
    expect([viewed(world(store)), world(store).branch]).toEqual([b, 'main'])
    await act.sibling(1)
    expect([viewed(world(store)), world(store).branch]).toEqual([x, 'b2'])
    await act.sibling(1)
    expect(viewed(world(store))).toBe(x)
  })

  test('changed rules hold from the step shown on, as a branch that keeps every other rule', async () => {
    const { host, store, act } = await opened(['a', 'b', 'c'])
    await act.stepTo(2)
    const at = viewed(world(store))
    expect(await act.changeRules({ seed: 5 }, 'other luck')).toBe(true)
    const rules = { ...setup, seed: 5 }
    const asked = { session: 'w', branch: 'main', at, title: 'other luck', setup: rules }
    expect(inputs(host, 'worlds.fork')).toEqual([asked])
    expect([labels(store), world(store).at, currentBranch(world(store)).setup]).toEqual([['a', 'b'], 2, rules])
  })
})

describe('playing', () => {
  test('goes through what happened, then on with the recording, and stops at its end', async () => {
    const far = await createFakeHost(['a', 'b'])
    far.recorded = ['a', 'b', 'c', 'd']
    for (const branch of far.branches) branch.setup = { ...setup, recording: 'tour' }
    const { host, store, act } = await opened([], far)
    await act.stepTo('first')
    await act.togglePlay()
    expect([labels(store), world(store).at, store.getState().playing]).toEqual([['a', 'b', 'c', 'd'], 4, false])
    expect(inputs(host, 'steps.run')).toMatchObject([{ action: type('c') }, { action: type('d') }])
  })

  test('stepping by hand stops it', async () => {
    const far = await createFakeHost(['a', 'b', 'c', 'd'])
    const store = createState(far.client, {
      frame: (flush) => flush(),
      pause: async () => void (await store.getState().stepTo('back'))
    })
    await store.getState().open('w')
    await store.getState().stepTo(1)
    await store.getState().togglePlay()
    expect([world(store).at, store.getState().playing]).toEqual([1, false])
  })
})

describe('models', () => {
  test('a download shows its progress once a frame, and none when it is done', async () => {
    const { host, store, frames, act } = await opened([])
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    host.pulls = async function* () {
      yield { type: 'source', source: 'hub' }
      for (const done of [1, 2, 3]) yield { type: 'progress', done, total: 3, bytesPerSecond: 7 }
      await gate
      yield { type: 'pulled', model: {} as never } // only its arrival is read
    }
    const pull = act.pull('tiny')
    await settle()
    expect(frames.asked).toBe(1)
    frames.draw()
    expect(store.getState().pulls.tiny).toEqual({
      phase: 'downloading',
      source: 'hub',
      done: 3,
      total: 3,
      bytesPerSecond: 7
    })
    open()
    expect([await pull, store.getState().pulls]).toEqual([true, {}])
  })

  test('a cancelled download is no error; a broken one is, in the models dialog, and is not put to use', async () => {
    const { host, store, act } = await opened([])
    host.pulls = async function* (signal) {
      yield { type: 'source', source: 'hub' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw new OrreryError('cancelled', 'Cancelled.')
    }
    const pull = act.pull('tiny')
    await settle()
    act.pausePull('tiny')
    expect([await pull, store.getState().problems.models]).toEqual([false, undefined])
    host.pulls = () => {
      throw new OrreryError('download-failed', 'The network went away. Try again: it resumes.')
    }
    expect(await act.pullAndUse('tiny')).toBe(false)
    expect(store.getState().pullProblems.tiny?.code).toBe('download-failed')
    expect(inputs(host, 'models.use')).toEqual([])
    host.pulls = async function* () {
      yield { type: 'pulled', model: model('tiny') }
    }
    expect([await act.pull('tiny'), store.getState().pullProblems]).toEqual([true, {}])
  })

  test('fits are asked one at a time and once each, and anew when what is free may have changed', async () => {
    const { host, store, act } = await opened([])
    const open: (() => void)[] = []
    host.fit = (input) =>
      new Promise((resolve) => open.push(() => resolve(fit(input.model === 'a' ? 'cpu' : 'too-big'))))
    const [a, b] = [model('a'), model('b')]
    const asked = Promise.all([act.askFit(a), act.askFit(b), act.askFit(a)])
    await settle()
    expect(open.length).toBe(1)
    open[0]?.()
    await settle()
    open[1]?.()
    await asked
    await act.askFit(a)
    const verdicts = Object.entries(store.getState().fits).map(([id, one]) => [id, isFit(one) && one.verdict])
    expect([open.length, verdicts]).toEqual([
      2,
      [
        ['a', 'cpu'],
        ['b', 'too-big']
      ]
    ])
    await act.useModel({ model: 'a' })
    expect(store.getState().fits).toEqual({})
  })

  test('an answer that was asked for before something changed is not kept', async () => {
    const { host, store, act } = await opened([])
    let open = () => {}
    host.fit = () => new Promise((resolve) => (open = () => resolve(fit('gpu'))))
    const asked = act.askFit(model('a'))
    await settle()
    act.forgetFit()
    open()
    await asked
    expect(store.getState().fits).toEqual({})
  })

  test('a fit that cannot be told says why instead', async () => {
    const { host, store, act } = await opened([])
    host.broken.set('models.fit', new OrreryError('model-broken', 'This is no GGUF file.'))
    await act.askFit(model('a'))
    expect(store.getState().fits).toEqual({ a: { code: 'model-broken', message: 'This is no GGUF file.' } })
  })

  test('loading now shows how far it is, and cancelling it is no error', async () => {
    const { host, store, act } = await opened([])
    host.loads = async function* (signal) {
      yield { type: 'progress', done: 0.5, total: 1 }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw new OrreryError('cancelled', 'Cancelled.')
    }
    const loading = act.loadNow()
    await settle()
    expect(store.getState().loading).toBe(0.5)
    act.cancelLoad()
    expect([await loading, store.getState().loading, store.getState().problems.models]).toEqual([
      false,
      null,
      undefined
    ])
  })

  test('a model that is configured is listed anew, and one that is gone is no longer shown', async () => {
    const { host, store, act } = await opened([])
    host.models = [model('a')]
    act.showModel('a')
    await act.configureModel({ model: 'a', sampling: null })
    expect(store.getState().models?.map(({ id }) => id)).toEqual(['a'])
    await act.deleteModel('a')
    expect([store.getState().models, store.getState().modelShown]).toEqual([[], null])
  })
})

test('the library of scenarios is read once, by whoever asks first', async () => {
  const { host, act } = await opened(['one'])
  await Promise.all([act.start(), act.readScenarios()])
  expect(inputs(host, 'scenarios.list')).toHaveLength(1)
})
