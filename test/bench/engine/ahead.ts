// The first action in a world that was opened, beside one in a world that nobody looked at before.
import { must } from '../../must.ts'
import { ask } from './answer.ts'
import { type Bench, withEngine } from './bench.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { unread } from './prompts.ts'
import { atLeast, type Findings, ratio } from './report.ts'

// Some 600 tokens: what a world begins with is seldom less.
const LINES = 10
// What Orrery asked for: no more than the action is paid.
const BAR = 3

export function readingAhead(bench: Bench): Promise<Findings> {
  const { sizes, signal, say } = bench
  return withEngine(bench, {}, async ({ engine }) => {
    const cold: number[] = []
    const ready: number[] = []
    let tokens = 0
    for (const round of repeat(sizes.repeat)) {
      say(`round ${round + 1}`)
      for (const [index, times] of [cold, ready].entries()) {
        const owner = `ahead ${round} ${index}`
        const asked = { ...unread(LINES, 6000 + 2 * round + index), owner }
        const last = must(asked.messages.at(-1))
        const begins = last.content.slice(0, last.content.indexOf('tail'))
        const messages = [...asked.messages.slice(0, -1), { ...last, content: begins }]
        if (times === ready) await engine.readAhead?.({ ...asked, messages })
        const answer = await ask(engine, asked, { signal })
        times.push(answer.first)
        tokens = answer.tokens.prompt
      }
    }
    return {
      ratios: {
        readAhead: ratio(
          'First token in a world just opened: nothing read ahead over read ahead',
          medianRatio(cold, ready),
          {
            needed: atLeast(BAR),
            samples: ready.length,
            note: `${tokens} tokens of prompt`
          }
        )
      },
      absolutes: {
        readAheadFirst: { title: 'First token in a world that was read ahead', value: median(ready), unit: 'ms' },
        readAheadCold: { title: 'First token in a world that was not', value: median(cold), unit: 'ms' }
      }
    }
  })
}
