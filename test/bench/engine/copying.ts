// Reading off the prompt what an answer repeats of it: how much faster where copies are long, how much slower where there are none.
import type { Request } from '../../../src/core/tree/ports.ts'
import { ask, lasting } from './answer.ts'
import { type Bench, withEngine } from './bench.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { edit, prose } from './prompts.ts'
import { atLeast, type Findings, ratio } from './report.ts'

export function copying(bench: Bench): Promise<Findings> {
  const { sizes, signal, say } = bench
  return withEngine(bench, { copying: true }, (on) =>
    withEngine(bench, { copying: false }, async (off) => {
      const compare = async (request: Request) => {
        const result = { on: [] as number[], off: [] as number[], copied: 0, equal: 0 }
        const asked = await lasting(off.engine, request, { signal })
        // Read before the clock starts; what an engine has to learn of this machine first, it has learned then.
        await ask(on.engine, asked, { signal })
        for (const _ of repeat(sizes.repeat)) {
          const without = await ask(off.engine, asked, { signal })
          const using = await ask(on.engine, asked, { signal })
          result.off.push(without.rate)
          result.on.push(using.rate)
          result.copied = (using.tokens.copied ?? 0) / using.tokens.generated
          if (using.text === without.text) result.equal++
        }
        return { ...result, samples: result.on.length }
      }
      say('a screen with an edit')
      // A screen is long; the more of it is written, the more of it is a copy.
      const long = await compare(edit(sizes.answer * 2, 1))
      say('prose')
      const short = await compare(prose(sizes.answer))
      const copied = (share: number) => `${Math.round(share * 100)} % copied`
      return {
        ratios: {
          copyLong: ratio('Copy-aware decoding on an edited screen', medianRatio(long.on, long.off), {
            needed: atLeast(1.4),
            samples: long.samples,
            note: `greedy, ${copied(long.copied)}`
          }),
          copyEqual: ratio('Answers the same with copying and without', long.equal / long.samples, {
            unit: 'share',
            needed: atLeast(1),
            samples: long.samples,
            note: 'greedy, on an edited screen'
          }),
          copyShort: ratio('Copy-aware decoding on prose', medianRatio(short.on, short.off), {
            needed: atLeast(0.95),
            samples: short.samples,
            note: `temperature 1, ${copied(short.copied)}`
          })
        },
        absolutes: {
          copyLongRate: { title: 'Answer on an edited screen', value: median(long.on), unit: 'tokens/s' },
          copyLongRateOff: {
            title: 'Answer on an edited screen, copying off',
            value: median(long.off),
            unit: 'tokens/s'
          },
          copyShortRate: { title: 'Answer in prose', value: median(short.on), unit: 'tokens/s' },
          copyShortRateOff: { title: 'Answer in prose, copying off', value: median(short.off), unit: 'tokens/s' }
        }
      }
    })
  )
}
