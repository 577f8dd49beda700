// How fast prompts are read and answers written, beside the plain library doing the same.
import { ask, lasting } from './answer.ts'
import { type Bench, withBoth } from './bench.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { counting, unread } from './prompts.ts'
import { atMost, type Findings, ratio } from './report.ts'

// About 1,300 tokens with the system prompt in front: long enough that reading them is all that counts.
const LINES = 10

/** Copying is off: what is compared is the cost of everything around the same evaluations. */
export function speed(bench: Bench): Promise<Findings> {
  const { sizes, signal } = bench
  return withBoth(bench, { copying: false }, async ({ ours, raw }) => {
    const wrote: Rates = { ours: [], raw: [] }
    const read: Rates = { ours: [], raw: [] }
    const lengths: number[] = []
    const count = await lasting(ours.engine, counting(sizes.answer), { signal })
    for (const round of repeat(sizes.repeat)) {
      wrote.raw.push((await raw.answer(count)).rate)
      wrote.ours.push((await ask(ours.engine, count, { signal })).rate)
      const fresh = unread(LINES, 7000 + round)
      const theirs = await raw.answer(fresh)
      lengths.push(theirs.tokens.prompt)
      read.raw.push((theirs.tokens.prompt * 1000) / theirs.first)
      const own = await ask(ours.engine, fresh, { signal })
      read.ours.push(((own.tokens.prompt - own.tokens.cached) * 1000) / own.first)
    }
    const samples = wrote.ours.length
    return {
      ratios: {
        overhead: ratio('Engine overhead over plain generation', medianRatio(wrote.raw, wrote.ours) - 1, {
          unit: 'share',
          needed: atMost(0.03),
          samples,
          note: `answers of ${sizes.answer} tokens, copying off`
        }),
        reading: ratio('Prompt reading over the plain library', medianRatio(read.ours, read.raw), {
          samples,
          note: `${median(lengths)} tokens, nothing reused`
        })
      },
      absolutes: {
        promptRate: { title: 'Prompt', value: median(read.ours), unit: 'tokens/s' },
        promptRateRaw: { title: 'Prompt, plain library', value: median(read.raw), unit: 'tokens/s' },
        answerRate: { title: 'Answer', value: median(wrote.ours), unit: 'tokens/s' },
        answerRateRaw: { title: 'Answer, plain library', value: median(wrote.raw), unit: 'tokens/s' }
      }
    }
  })
}

interface Rates {
  ours: number[]
  raw: number[]
}
