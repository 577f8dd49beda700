// Model servers that never end, say nothing, or send what is none of an answer.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Request } from '../../src/core/tree/ports.ts'
import { createOpenAIEngine } from '../../src/host/engines/openai.ts'
import { act, failed, start } from '../core/acting.ts'
import { must } from '../must.ts'

// Between two turns of the event loop. A flood is read in pieces that take milliseconds; what was quadratic took minutes.
const LONGEST_TURN_MS = 5_000
const SILENCE_MS = 500

let child: ChildProcess
let port = 0
const closed: string[] = []
beforeAll(async () => {
  child = spawn(process.execPath, [join(import.meta.dirname, 'flood.child.ts')], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const lines = createInterface({ input: must(child.stdout) })
  lines.on('line', (line) => {
    const [what, value = ''] = line.split(' ')
    if (what === 'port') port = Number(value)
    else closed.push(value)
  })
  await vi.waitUntil(() => port > 0, { timeout: 60_000 })
})
afterAll(() => void child.kill())

const engineOf = (way: string) =>
  createOpenAIEngine({ baseUrl: `http://127.0.0.1:${port}/${way}/v1`, model: 'm', silence: SILENCE_MS })

describe('8.14 a server that means no good ends the step with words, and holds nothing', () => {
  test.each<[way: string, words: RegExp]>([
    ['thoughts', /sent more than 262,144 characters in one answer/],
    ['words', /^committed$/],
    ['line', /sent more than 4,000,000 characters in one event/],
    ['lines', /sent more than 8,000,000 characters that belong to no answer/],
    ['comments', /sent more than 8,000,000 characters that belong to no answer/],
    ['returns', /sent more than 8,000,000 characters that belong to no answer/],
    ['nothing', /sent more than 8,000,000 characters that belong to no answer/],
    ['noise', /sent more than|sent something/],
    ['deep', /sent something that is not JSON/],
    ['choices', /ended its answer early/],
    ['bomb', /sent more than 4,000,000 characters in one event/],
    ['refusal', /answered with status 500/],
    ['misfit', /answered with status 400/],
    ['slowly', /answered with status 500/],
    ['mute', /sent nothing for 0\.5 s/],
    ['silent', /sent nothing for 0\.5 s/],
    ['elsewhere', /redirects to http:\/\/127\.0\.0\.1:9\/v1\/chat\/completions/],
    ['circle', /redirects to/]
  ])('%s', async (way, words) => {
    start(engineOf(way), { template: 'small' })
    const turns = monitorEventLoopDelay({ resolution: 10 })
    turns.enable()
    const before = process.memoryUsage().rss
    const last = (await act()).at(-1)
    turns.disable()
    expect(last?.type === 'failed' ? last.error.message : last?.type).toMatch(words)
    if (last?.type === 'failed') expect(last.error.code).toBe('engine-failed')
    expect(turns.max / 1e6, 'the longest turn, ms').toBeLessThan(LONGEST_TURN_MS)
    expect((process.memoryUsage().rss - before) / 1e6, 'more memory, MB').toBeLessThan(600)
    // Nobody reads on: the server's end of it is closed.
    await vi.waitUntil(() => closed.includes(way), { timeout: 60_000 })
  })

  test('characters that come byte by byte are read whole', async () => {
    let text = ''
    for await (const event of engineOf('pieces').generate(REQUEST, { signal: new AbortController().signal })) {
      if (event.type === 'text') text += event.text
    }
    expect(text).toBe('é \u{1F30D} 漢字\n')
  })

  test('a server that only says that it is there is left as soon as the step is stopped', async () => {
    start(engineOf('pings'))
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 200)
    expect(failed(await act({}, stop.signal)).error.code).toBe('cancelled')
  })
})

const REQUEST: Request = {
  messages: [{ role: 'user', content: 'ls' }],
  ...{ prefill: '', thinking: true, stop: [], seed: 7, strict: false, owner: 'test', repeats: 0, trace: false },
  ...{ sampling: { temperature: 0.6, topK: 20, topP: 0.95, maxTokens: 100 }, shape: { tags: false, schema: null } },
  ...{ parent: null, action: [] }
}
