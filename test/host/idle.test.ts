import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { unloading } from '../../src/host/engines/idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Engines made one after the other; `log` tells what became of them. */
function setUp() {
  const log: string[] = []
  let made = 0
  let minutes: number | null = 1
  let release = () => {}
  const make = (): Engine => {
    const name = `engine ${++made}`
    const model = { name, hash: null }
    return {
      info: () => ({ engine: 'llama', model, contextSize: null, template: 'small' }),
      async *generate() {
        log.push(`${name} answers`)
        await new Promise<void>((resolve) => {
          release = resolve
        })
        yield { type: 'text', text: name }
      },
      async countTokens(texts) {
        log.push(`${name} counts`)
        return texts.map(() => 1)
      },
      async dispose() {
        log.push(`${name} goes`)
        await new Promise((resolve) => setTimeout(resolve, 100))
        log.push(`${name} is gone`)
      }
    }
  }
  const engine = unloading(make, { after: () => (minutes === null ? null : minutes * 60_000) })
  return {
    log,
    engine,
    release: () => release(),
    idleMinutes(value: number | null) {
      minutes = value
      engine.rearm()
    }
  }
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
// Nothing of it is looked at here.
const request = {} as Request
const { signal } = new AbortController()

describe('an engine with nothing to do', () => {
  it('is put away after its time, and the next request has a new one, once the old is gone', async () => {
    const { engine, log } = setUp()
    await engine.countTokens(['a'])
    await minutes(0.9)
    expect(log).toEqual(['engine 1 counts'])
    await minutes(0.1)
    expect(log).toEqual(['engine 1 counts', 'engine 1 goes'])
    const next = engine.countTokens(['a'])
    await minutes(0.1)
    expect(await next).toEqual([1])
    expect(log).toEqual(['engine 1 counts', 'engine 1 goes', 'engine 1 is gone', 'engine 2 counts'])
  })

  it('is not put away twice, nor before it was ever asked', async () => {
    const { engine, log } = setUp()
    engine.rearm()
    await minutes(10)
    expect(log).toEqual([])
    await engine.countTokens(['a'])
    await minutes(10)
    expect(log).toEqual(['engine 1 counts', 'engine 1 goes', 'engine 1 is gone'])
  })

  it('stays while a request runs, however long, and another one ends', async () => {
    const { engine, log, release } = setUp()
    const answer = engine.generate(request, { signal })
    const first = answer.next()
    await minutes(5)
    await engine.countTokens(['a'])
    await minutes(5)
    expect(log).toEqual(['engine 1 answers', 'engine 1 counts'])
    release()
    expect(await first).toEqual({ done: false, value: { type: 'text', text: 'engine 1' } })
    await minutes(5)
    // A listener who leaves in the middle ends the request.
    await answer.return(undefined)
    expect(log).not.toContain('engine 1 goes')
    await minutes(1)
    expect(log).toContain('engine 1 goes')
  })

  it('counts from the last request', async () => {
    const { engine, log } = setUp()
    for (let count = 0; count < 3; count++) {
      await engine.countTokens(['a'])
      await minutes(0.8)
    }
    expect(log).toEqual(['engine 1 counts', 'engine 1 counts', 'engine 1 counts'])
  })

  it('follows a change of the time at once, and stays when there is none', async () => {
    const { engine, log, idleMinutes } = setUp()
    await engine.countTokens(['a'])
    idleMinutes(null)
    await minutes(100)
    expect(log).toEqual(['engine 1 counts'])
    idleMinutes(3)
    await minutes(3)
    expect(log).toEqual(['engine 1 counts', 'engine 1 goes'])
  })

  it('is done with when it is disposed of', async () => {
    const { engine, log } = setUp()
    await engine.countTokens(['a'])
    const disposed = engine.dispose()
    await minutes(0.1)
    await disposed
    await minutes(10)
    expect(log).toEqual(['engine 1 counts', 'engine 1 goes', 'engine 1 is gone'])
  })

  it('has its memory until it is gone, and is idle at once', async () => {
    let memory: { ram: number; vram: number } | null = null
    const make = (): Engine => {
      let mine: typeof memory = null
      return {
        info: () => ({ engine: 'llama', model: { name: 'm', hash: null }, contextSize: null, template: 'small' }),
        status: () => ({ state: mine ? 'ready' : 'idle', device: null, memory: mine }),
        async *generate() {},
        async countTokens() {
          mine = memory
          return []
        },
        async dispose() {
          await new Promise((resolve) => setTimeout(resolve, 100))
          mine = null
        }
      }
    }
    const engine = unloading(make, { after: () => 60_000 })
    memory = { ram: 5, vram: 7 }
    await engine.countTokens(['a'])
    expect(engine.status()).toEqual({ state: 'ready', device: null, memory })
    await minutes(1)
    expect(engine.status()).toEqual({ state: 'idle', device: null, memory })
    await vi.advanceTimersByTimeAsync(100)
    expect(engine.status()).toEqual({ state: 'idle', device: null, memory: null })
  })

  it('loads by counting where the engine cannot tell how far it is', async () => {
    const { engine, log } = setUp()
    for await (const done of engine.load?.({ signal }) ?? []) log.push(String(done))
    expect(log).toEqual(['engine 1 counts'])
  })
})
