// The clock is wrong.
import { z } from 'zod'
import { isGrounded } from '../../tree/ground.ts'
import { did } from '../failing-turn.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** Ahead, or behind where it is negative. */
  seconds: z.int().min(-10_000_000_000).max(10_000_000_000).default(86_400)
})
type Options = z.infer<typeof Options>

export const clockSkew: Perturbation<Options> = {
  name: 'clock-skew',
  title: 'Clock skew',
  description: 'Times are ahead or behind: on a machine its clock is, elsewhere the times in answers are shifted.',
  weakness: 'Trusts every time it reads, and compares times of two clocks.',
  kind: 'implicit',
  options: Options,
  serves: ({ surface }) => surface !== 'screen',
  examples: [
    exampleOf('mcp', ['get_issue id=41', '{"id": 41, "updated": "2026-03-02T09:00:00Z"}']),
    typed(['date -Is', '2026-03-02T09:00:00+00:00'])
  ],
  change(moment, { seconds }) {
    if (!onMachine(moment) || moment.past().some((past) => did(moment, past, 'change'))) return null
    const text = `The clock is ${Math.abs(seconds)} seconds ${seconds < 0 ? 'behind' : 'ahead'} from now on.`
    return { fault: { fault: 'clock-skew', seconds }, text, draw: null, detail: text }
  },
  alter(moment, text, { seconds }) {
    if (onMachine(moment)) return null
    const shifted = text.replace(TIME, (written) => shift(written, seconds))
    return shifted === text ? null : { text: shifted, draw: null, detail: `Times are shifted by ${seconds} seconds.` }
  }
}

const onMachine = ({ domain, setup }: Moment): boolean => domain.shell !== undefined && isGrounded(setup)

// ISO 8601, with a T or a blank.
const TIME = /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?/g

/** Written as it was, with the zone that follows it. */
function shift(written: string, seconds: number): string {
  const time = Date.parse(`${written.replace(' ', 'T')}${written.length === 16 ? ':00' : ''}Z`)
  const later = new Date(time + seconds * 1000)
  if (Number.isNaN(later.getTime()) || later.getUTCFullYear() > 9999 || later.getUTCFullYear() < 0) return written
  return later
    .toISOString()
    .slice(0, written.length)
    .replace('T', written[10] ?? 'T')
}
