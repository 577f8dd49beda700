// Questions to a process of our own: with ports that a test answers for.
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { CODES, OrreryError } from '../../../src/core/errors.ts'
import type { ChildPort } from '../../../src/host/process/child.ts'
import { createChild, howEnded } from '../../../src/host/process/rpc.ts'
import { must } from '../../must.ts'

const id = z.string()
const Says = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), state: z.string() }),
  z.object({ type: z.literal('progress'), id, done: z.number() }),
  z.object({ type: z.literal('echo'), id, text: z.string() }),
  z.object({ type: z.literal('other'), id }),
  z.object({ type: z.literal('error'), id, code: z.enum(CODES), message: z.string(), cause: z.string().optional() })
])
type Says = z.infer<typeof Says>
type Hears = { type: 'hello' } | { type: 'say'; id: string; text: string } | { type: 'cancel'; id: string }

interface Fake {
  heard: Hears[]
  says(message: unknown): void
  exits(code: number | null, detail?: string): void
  killed: boolean
}
let started: Fake[]
beforeEach(() => {
  started = []
})

function fake(): ChildPort {
  let [says, exits] = [(_: unknown) => {}, (_: number | null, __?: string) => {}]
  const made: Fake = {
    heard: [],
    says: (message) => says(message),
    exits: (code, detail) => exits(code, detail),
    killed: false
  }
  started.push(made)
  return {
    // `as`: what the client says is what this test asks of it.
    postMessage: (message) => void made.heard.push(message as Hears),
    onMessage(listener) {
      says = listener
    },
    onExit(listener) {
      exits = listener
    },
    kill() {
      made.killed = true
      exits(null, 'signal SIGKILL')
    }
  }
}

const child = (more: Partial<Parameters<typeof createChild<Hears, Says>>[0]> = {}) =>
  createChild<Hears, Says>({
    name: 'The fake',
    spawn: fake,
    reads: Says,
    ended: (how) => new OrreryError('engine-crashed', `It ended${howEnded(how)}.`),
    ...more
  })
const last = () => must(started.at(-1))
const say = (text: string) => ({ type: 'say' as const, text })

test('answers find whoever asked, in whatever order they come, and progress comes before', async () => {
  const { ask, waiting } = child({ first: { type: 'hello' } })
  const done: number[] = []
  const [one, two] = [
    ask(say('a'), 'echo'),
    ask(say('b'), 'echo', { onProgress: (progress) => done.push(progress.done) })
  ]
  expect(last().heard).toEqual([{ type: 'hello' }, { ...say('a'), id: '1' }, { ...say('b'), id: '2' }])
  expect(waiting()).toBe(2)
  last().says({ type: 'progress', id: '2', done: 0.5 })
  last().says({ type: 'echo', id: '2', text: 'B' })
  last().says({ type: 'echo', id: '1', text: 'A' })
  expect([await one, await two]).toEqual([
    { type: 'echo', id: '1', text: 'A' },
    { type: 'echo', id: '2', text: 'B' }
  ])
  expect([done, waiting(), started.length]).toEqual([[0.5], 0, 1])
})

test('an error is the error of the question, with its cause', async () => {
  const asked = child().ask(say('a'), 'echo')
  last().says({ type: 'error', id: '1', code: 'engine-failed', message: 'No.', cause: 'tired' })
  await expect(asked).rejects.toMatchObject({ code: 'engine-failed', message: 'No.', cause: 'tired' })
})

test('an answer to another question is a bug of ours', async () => {
  const asked = child().ask(say('a'), 'echo')
  last().says({ type: 'other', id: '1' })
  await expect(asked).rejects.toMatchObject({ code: 'internal', message: 'The fake answered with "other".' })
})

test('what it says about itself belongs to no question', () => {
  const noticed: unknown[] = []
  child({ noticed: (message) => noticed.push(message) }).open(say('a'), { heard: () => {}, failed: () => {} })
  last().says({ type: 'status', state: 'ready' })
  expect(noticed).toEqual([{ type: 'status', state: 'ready' }])
})

test('a process that ends fails all who wait, once, and the next question starts another', async () => {
  const { ask } = child()
  const both = Promise.allSettled([ask(say('a'), 'echo'), ask(say('b'), 'echo')])
  last().exits(1, 'out of memory')
  last().exits(1)
  const reason = expect.objectContaining({ message: 'It ended (exit code 1; out of memory).' })
  expect(await both).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason }
  ])
  const next = ask(say('c'), 'echo')
  expect(started).toHaveLength(2)
  last().says({ type: 'echo', id: '3', text: 'C' })
  expect((await next).text).toBe('C')
})

test('one that talks nonsense is ended, not believed', async () => {
  const asked = child().ask(say('a'), 'echo')
  last().says({ type: 'gossip' })
  await expect(asked).rejects.toMatchObject({ message: 'It ended (signal SIGKILL).' })
})

test('a question that is stopped is told to the process, which answers', async () => {
  const stop = new AbortController()
  const asked = child().ask(say('a'), 'echo', { signal: stop.signal })
  stop.abort()
  expect(last().heard.at(-1)).toEqual({ type: 'cancel', id: '1' })
  last().says({ type: 'error', id: '1', code: 'cancelled', message: 'It was stopped.' })
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
  expect(last().killed).toBe(false)
  await expect(child().ask(say('b'), 'echo', { signal: stop.signal })).rejects.toBe(stop.signal.reason)
  expect(started).toHaveLength(1)
})

test('or ends with its process, where that does not listen; what is asked too long ends too', async () => {
  const { ask } = child({ stopped: () => new OrreryError('cancelled', 'Stopped.') })
  const stop = new AbortController()
  const asked = ask(say('a'), 'echo', { signal: stop.signal })
  stop.abort()
  await expect(asked).rejects.toMatchObject({ message: 'Stopped.' })
  expect(last().killed).toBe(true)
  const late = ask(say('b'), 'echo', { limit: { ms: 1, error: new OrreryError('engine-failed', 'Too late.') } })
  await expect(late).rejects.toMatchObject({ message: 'Too late.' })
  expect(started.map(({ killed }) => killed)).toEqual([true, true])
})

test('closing asks gently, waits for the end, and kills what does not come to one', async () => {
  const { ask, close } = child()
  const failed = expect(ask(say('a'), 'echo')).rejects.toMatchObject({ code: 'engine-crashed' })
  await close({ ms: 1, message: { type: 'hello' } })
  await failed
  expect([last().heard.at(-1), last().killed]).toEqual([{ type: 'hello' }, true])
  await close()
  expect(started).toHaveLength(1)
})
