// What was read before a change is answered again after it, for a while.
import { z } from 'zod'
import { alterData, hasData } from '../data-alter.ts'
import { framedTurn, isRead, sameTurns, writesIn } from '../data-past.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** For so many turns after a change. */
  turns: z.int().min(1).max(1000).default(3)
})
type Options = z.infer<typeof Options>

export const staleRead: Perturbation<Options> = {
  name: 'stale-read',
  title: 'Stale read',
  description: 'A read that is repeated after a change answers as it did before the change, for some turns.',
  weakness: 'Believes an old answer: repeats a change that was made, or reports that it failed.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    exampleOf(
      'mcp',
      ['get_issue id=41', '{"id": 41, "title": "Lost row", "state": "open"}'],
      ['update_issue id=41 state=closed', '{"id": 41, "title": "Lost row", "state": "closed"}'],
      ['get_issue id=41', '{"id": 41, "title": "Lost row", "state": "closed"}']
    ),
    typed(['cat note.txt', 'milk'], ['echo bread >> note.txt'], ['cat note.txt', 'milk\nbread'])
  ],
  alter(moment, text, { turns }) {
    if (!isRead(moment, moment.action)) return null
    const now = moment.chain.length
    const reads = sameTurns(moment)
    const write = writesIn(moment).find((turn) => now - turn <= turns && reads.some((read) => read < turn))
    const read = write === undefined ? undefined : reads.findLast((turn) => turn < write)
    if (read === undefined) return null
    return alterData(moment, text, () => ({
      body: framedTurn(moment, read).body,
      detail: `As in turn ${read + 1}, before what changed in turn ${(write ?? 0) + 1}.`
    }))
  }
}
