// Agents in the window's store: the built-in agent from one run to the next, and looks that overtake each other.
import { expect, test } from 'vitest'
import type { Client, StreamEvent } from '../../src/core/contract/index.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { createState } from '../../src/renderer/store/state.ts'
import { must } from '../must.ts'
import { createFakeHost } from './host.ts'

type Told = StreamEvent<'links.startAgent'>

/** A stream that tells what a test says, when it says it. */
function telling() {
  const told: (() => IteratorResult<Told, void>)[] = []
  let wake = () => {}
  const add = (one: (typeof told)[number]) => {
    told.push(one)
    wake()
  }
  async function* events(): AsyncGenerator<Told, void> {
    for (;;) {
      const next = told.shift()
      if (next) {
        const { done, value } = next()
        if (done) return
        yield value
      } else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return {
    events,
    tell: (value: Told) => add(() => ({ done: false, value })),
    close: () => add(() => ({ done: true, value: undefined })),
    fail: (error: Error) =>
      add(() => {
        throw error
      })
  }
}

/** The store, whose looks at the doors wait for `doors` where that is given, and the streams of the built-in agent that were asked for. */
async function opened(doors: () => unknown = () => ({ url: null, doors: [], model: { doors: [], key: '' } })) {
  const far = await createFakeHost(['a'])
  const runs: ReturnType<typeof telling>[] = []
  const answers: Record<string, () => unknown> = {
    'doors.status': doors,
    'links.list': () => [],
    'doors.traffic': () => []
  }
  // `as`: the calls that this test answers have no more in common than their names.
  const client = {
    call: async (name: never, input: never) => answers[name]?.() ?? far.client.call(name, input),
    stream(name: string, input: never, options: never) {
      if (name !== 'links.startAgent') return far.client.stream(name as never, input, options)
      const run = telling()
      runs.push(run)
      return run.events()
    }
  } as Client
  const store = createState(client, { frame: () => {}, pause: async () => {}, seed: () => 1 })
  await store.getState().open('w')
  const start = async () => {
    const before = runs.length
    const started = store.getState().startBuiltIn({ task: '', steps: 3 })
    runs[before]?.tell({ type: 'started', link: `link ${before}` })
    return started
  }
  return { store, runs, start, builtIn: () => store.getState().builtIn }
}

const ended = { type: 'ended', reason: 'agent', text: 'one', taken: 1 } as const
/** Resolves once the store shows it. */
const until = (store: Awaited<ReturnType<typeof opened>>['store'], holds: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => holds() && resolve()
    store.subscribe(look)
    look()
  })

test('once it has ended another is started, though the first one’s stream is still open; what that tells then is no news', async () => {
  const { store, runs, start, builtIn } = await opened()
  expect(await start()).toBe(true)
  must(runs[0]).tell(ended)
  // As soon as its end is seen.
  const again = new Promise<boolean>((resolve) => {
    const stop = store.subscribe(({ builtIn: agent }) => {
      if (!agent?.ended) return
      stop()
      resolve(start())
    })
  })
  expect(await again).toBe(true)
  expect(runs).toHaveLength(2)
  expect(builtIn()).toMatchObject({ link: 'link 1', ended: null })
  must(runs[0]).fail(new OrreryError('disconnected', 'Gone.'))
  must(runs[1]).tell({ type: 'thought', thought: 'On.', what: 'ls' })
  await until(store, () => builtIn()?.what === 'ls')
  expect(builtIn()).toMatchObject({ link: 'link 1', ended: null })
  // The newer one is still the one that runs.
  expect(await start()).toBe(false)
  expect(runs).toHaveLength(2)
  must(runs[1]).tell({ ...ended, reason: 'deleted', text: '' })
  await until(store, () => builtIn()?.ended?.reason === 'deleted')
})

test('a start while it acts is refused in words', async () => {
  const { store, runs, start, builtIn } = await opened()
  await start()
  expect(await start()).toBe(false)
  expect(store.getState().problems.agents).toMatchObject({ code: 'busy', message: expect.stringContaining('Stop it') })
  must(runs[0]).fail(new OrreryError('engine-failed', 'It fell over.'))
  await until(store, () => builtIn()?.ended != null)
  expect(await start()).toBe(true)
  expect(store.getState().problems.agents).toBeUndefined()
})

test('a look that was asked for earlier and answers later does not overwrite what a later one showed', async () => {
  const looks: PromiseWithResolvers<unknown>[] = []
  const { store } = await opened(() => {
    const look = Promise.withResolvers<unknown>()
    looks.push(look)
    return look.promise
  })
  const status = (url: string) => ({ url, doors: [], model: { doors: [], key: '' } })
  const { readAgents } = store.getState()
  const all = [readAgents(), readAgents(), readAgents()]
  must(looks[1]).resolve(status('second'))
  await all[1]
  expect(store.getState().agents?.doors.url).toBe('second')
  must(looks[0]).resolve(status('first'))
  await all[0]
  expect(store.getState().agents?.doors.url).toBe('second')
  must(looks[2]).resolve(status('third'))
  await all[2]
  expect(store.getState().agents?.doors.url).toBe('third')
})
