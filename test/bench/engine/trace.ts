// What the token view costs while it is on.
import { ask, lasting } from './answer.ts'
import { type Bench, withEngine } from './bench.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { prose } from './prompts.ts'
import { atMost, type Findings, ratio } from './report.ts'

export function trace(bench: Bench): Promise<Findings> {
  const { sizes, signal } = bench
  return withEngine(bench, {}, async ({ engine }) => {
    const asked = await lasting(engine, prose(sizes.answer), { signal })
    const off: number[] = []
    const on: number[] = []
    let traced = 0
    for (const _ of repeat(sizes.repeat)) {
      off.push((await ask(engine, asked, { signal })).rate)
      const onEvent: Parameters<typeof ask>[2]['onEvent'] = (event) => {
        if (event.type === 'done') traced = event.trace?.length ?? 0
      }
      on.push((await ask(engine, { ...asked, trace: true }, { signal, onEvent })).rate)
    }
    return {
      ratios: {
        trace: ratio('Slower with the token view on', medianRatio(off, on) - 1, {
          unit: 'share',
          needed: atMost(0.05),
          samples: on.length,
          note: traced ? `${traced} tokens traced` : 'this engine traced nothing'
        })
      },
      absolutes: { traceRate: { title: 'Answer with the token view', value: median(on), unit: 'tokens/s' } }
    }
  })
}
