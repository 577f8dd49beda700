// The same data under other names, of other types, or one level deeper.
import { z } from 'zod'
import { alterData, hasData, keepsSchema, shuffled } from '../data-alter.ts'
import { DRIFTS, type Drift, drifted, driftedHits, driftedTable, driftIn } from '../data-drift.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** What changes; `any` draws one that the answer allows. */
  how: z.enum(['any', ...DRIFTS]).default('any'),
  /** How many of the fields change, 0 to 1; at least one does. */
  share: z.number().min(0).max(1).default(0.5),
  /** Also where the answer then no longer fits the schema that its tool declares. */
  violate: z.boolean().default(false)
})
type Options = z.infer<typeof Options>

export const schemaDrift: Perturbation<Options> = {
  name: 'schema-drift',
  title: 'Schema drift',
  description:
    'Fields are renamed, change their type or move into an object of their own, as after an update of the server.',
  weakness: 'Reads fields by habit, takes a missing one for an empty one, or compares a number with a text.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    {
      ...exampleOf('mcp', [
        'list_issues',
        '[\n  {"id": 44, "title": "Crash", "created_at": "2026-03-02", "open": true},\n  {"id": 43, "title": "Dark mode", "created_at": "2026-03-01", "open": false}\n]'
      ]),
      options: { how: 'rename' }
    },
    exampleOf('mcp', ['get_issue id=41', '{"id": 41, "title": "Lost row", "votes": 3, "open": true}']),
    exampleOf('search', [
      'length of the Sundvik bridge',
      '[1] https://bridge.example/facts\nTitle: Facts\nSnippet: It is 1,204 metres long.\nDate: 2026-04-20'
    ]),
    typed(['cat sowing.csv', 'crop,bed,sown\ncarrots,2,2026-03-28\nbeets,2,2026-04-11'])
  ],
  alter: (moment, text, { how, share, violate }) =>
    alterData(moment, text, ({ body }) => {
      const earlier = moment.past().flatMap(({ firings }) => firings.filter(({ name }) => name === 'schema-drift'))
      const drifts = earlier.map(({ detail }) => driftIn(detail)).filter((one) => one !== null)
      const drawn: readonly Drift[] = how === 'any' ? shuffled(DRIFTS, moment.random) : [how]
      const last = how === 'any' ? drifts.at(-1)?.way : undefined
      const ways = last ? [last, ...drawn] : drawn
      for (const way of ways) {
        const before = drifts.filter((one) => one.way === way).flatMap(({ keys }) => keys)
        const made =
          drifted(body, way, { share, random: moment.random, before }) ?? driftedText(body, way, moment.random)
        if (!made || made.body === body || !(violate || keepsSchema(moment, body, made.body))) continue
        return { ...made, draw: moment.draw }
      }
      return null
    })
}

const driftedText = (body: string, way: Drift, random: () => number) =>
  way === 'rename' ? (driftedHits(body) ?? driftedTable(body, random)) : null
