// A fixed piece of work of one core, done beside what is measured: where it takes longer than at its quickest, others had the core.
import { median } from '../engine/middle.ts'
import { type Absolute, type Bar, type Ratio, ratio } from '../engine/report.ts'

const ROUNDS = 4000

// Short and called often: one long loop is compiled anew in each call, now well and now badly, and takes three times as long then.
function piece(x: number): number {
  for (let round = 0; round < 1000; round++) x = (Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) + round) | 0
  return x
}

function work(): number {
  let x = 1
  for (let round = 0; round < ROUNDS; round++) x = piece(x)
  return x
}

/** @returns milliseconds that the work took */
function loop(): number {
  const from = performance.now()
  const sum = work()
  const ms = performance.now() - from
  // Used, so that no compiler leaves it out.
  if (!Number.isInteger(sum)) throw new RangeError('The calibration loop does not count.')
  return ms
}

/** Loops before the first that counts: until the compiler has made of it what it will. */
const WARM = 5

/** Times work, each time after the loop. */
export function createTimes() {
  for (let nth = 0; nth < WARM; nth++) loop()
  const loops: number[] = []
  return {
    /** Adds the milliseconds that `work` took to `ms`. */
    async add<T>(ms: number[], work: () => Promise<T>): Promise<T> {
      loops.push(loop())
      const from = performance.now()
      const value = await work()
      ms.push(performance.now() - from)
      return value
    },
    /** The median of `ms` as a row, with the slow end and the ratio to the loop beside it. */
    row(title: string, ms: number[], needed: Bar | null = null): Ratio {
      const sorted = ms.toSorted((a, b) => a - b)
      const [p95 = 0, worst = 0] = [sorted[Math.floor(sorted.length * 0.95)], sorted.at(-1)]
      const note = `p95 ${Math.round(p95)} ms, worst ${Math.round(worst)} ms; median ${(median(ms) / median(loops)).toFixed(1)} calibration loops`
      return ratio(title, median(ms), { unit: 'ms', needed, samples: ms.length, note })
    },
    /** The loop itself: the ratio of the two is what others took. */
    absolutes(): Record<string, Absolute> {
      return {
        loopQuickest: { title: 'Calibration loop, quickest', value: Math.min(...loops), unit: 'ms' },
        loopMedian: { title: 'Calibration loop, median', value: median(loops), unit: 'ms' }
      }
    }
  }
}
