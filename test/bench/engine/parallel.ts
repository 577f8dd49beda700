// Several worlds predicted in parallel, in tokens of all of them together.
import { performance } from 'node:perf_hooks'
import type { Request } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'
import { ask } from './answer.ts'
import { type Bench, withEngine } from './bench.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { counting } from './prompts.ts'
import { type Findings, ratio } from './report.ts'

const WORLDS = [1, 2, 4, 8] as const
// Each world has a context of its own, and all eight have to fit.
const CONTEXT = 1024

export function parallel(bench: Bench): Promise<Findings> {
  const { sizes, signal, say } = bench
  return withEngine(bench, { load: { sequences: WORLDS[3], contextSize: CONTEXT } }, async ({ engine }) => {
    const requests = Array.from({ length: WORLDS[3] }, (_, world) => worldOf(world, sizes.answer))
    const all = async (count: number) => {
      const from = performance.now()
      const answers = await Promise.all(requests.slice(0, count).map((one) => ask(engine, one, { signal })))
      const generated = answers.reduce((sum, { tokens }) => sum + tokens.generated, 0)
      return (generated * 1000) / (performance.now() - from)
    }
    say('reading the prompts')
    await Promise.all(
      requests.map((one) => ask(engine, { ...one, sampling: { ...one.sampling, maxTokens: 1 } }, { signal }))
    )
    const rates: number[][] = WORLDS.map(() => [])
    for (const _ of repeat(sizes.repeat)) {
      for (const [index, count] of WORLDS.entries()) {
        say(`${count} at a time`)
        must(rates[index]).push(await all(count))
      }
    }
    const [alone = []] = rates
    return {
      ratios: Object.fromEntries(
        WORLDS.slice(1).map((count, index) => [
          `worlds${count}`,
          ratio(`${count} worlds at a time over one`, medianRatio(must(rates[index + 1]), alone), {
            samples: alone.length,
            note: 'tokens of all together'
          })
        ])
      ),
      absolutes: Object.fromEntries(
        WORLDS.map((count, index) => [
          `worlds${count}Rate`,
          { title: `${count} at a time, all together`, value: median(must(rates[index])), unit: 'tokens/s' as const }
        ])
      )
    }
  })
}

/** The same work in each world, under prompts that share nothing. */
function worldOf(world: number, maxTokens: number): Request {
  const { messages, ...rest } = counting(maxTokens)
  const named = messages.map((message) =>
    message.role === 'system' ? { ...message, content: `World ${world}. ${message.content}` } : message
  )
  return { ...rest, messages: named, owner: `world ${world}` }
}
