// Some items of a list are missing, and nothing says so.
import { z } from 'zod'
import { alterData, hasData, sample } from '../data-alter.ts'
import { itemsIn } from '../data-items.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** How many of the items are missing, 0 to 1; at least one is, and at least one is left. */
  share: z.number().min(0).max(1).default(0.4),
  /** Which of them. */
  which: z.enum(['random', 'first', 'last']).default('random'),
  /** A total beside the list tells the true number, or that of what is left. */
  total: z.enum(['kept', 'adjusted']).default('kept')
})
type Options = z.infer<typeof Options>

export const partialResults: Perturbation<Options> = {
  name: 'partial-results',
  title: 'Partial results',
  description: 'Some items of a list are missing; the rest looks complete.',
  weakness: 'Takes the first answer for all there is, and does not compare it with totals or earlier answers.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    exampleOf('mcp', [
      'list_issues state=open',
      '{\n  "total": 4,\n  "issues": [\n    {"id": 44, "title": "Crash on save"},\n    {"id": 43, "title": "Dark mode"},\n    {"id": 42, "title": "Slow start"},\n    {"id": 41, "title": "Lost row"}\n  ]\n}'
    ]),
    {
      ...exampleOf('mcp', [
        'list_issues',
        '{"content": [{"type": "text", "text": "[{\\"id\\": 44}, {\\"id\\": 43}, {\\"id\\": 42}]"}]}'
      ]),
      options: { which: 'last' }
    },
    exampleOf('search', [
      'https://harbour.example/ferries',
      '# Ferries\n\n| line | leaves |\n| --- | --- |\n| Tarn | 07:10 |\n| Tarn | 09:40 |\n| Skarv | 08:00 |\n\nTickets on board.'
    ]),
    exampleOf('search', [
      'length of the Sundvik bridge',
      '[1] https://bridge.example/facts\nTitle: Facts and figures\nSnippet: It is 1,204 metres long.\nDate: 2026-04-20\n\n[2] https://news.example/opening\nTitle: The bridge is open\nSnippet: Thousands walked across on Saturday.\nDate: 2026-04-18\n\n[3] https://wiki.example/bridge\nTitle: Sundvik Bridge\nSnippet: Planned length 1,180 m.\nDate: 2025-11-02'
    ]),
    typed(['ls -1 backups', '2026-03-01.tar\n2026-03-02.tar\n2026-03-03.tar']),
    exampleOf('swe', ['glob pattern=**/*.ts', 'src/app.ts\nsrc/count.ts\nsrc/words.ts\ntest/count.test.ts'])
  ],
  alter: (moment, text, { share, which, total }) =>
    alterData(moment, text, ({ body }) => {
      const found = itemsIn(body)
      const all = found?.items.length ?? 0
      if (!found || all < 2) return null
      const left = all - Math.min(all - 1, Math.max(1, Math.round(all * share)))
      const kept = {
        random: () => sample(left, all, moment.random),
        first: () => Array.from({ length: left }, (_, index) => all - left + index),
        last: () => Array.from({ length: left }, (_, index) => index)
      }[which]()
      const written = kept.map((index) => found.items[index] ?? '')
      return {
        body: found.write(written, total === 'adjusted' ? left : undefined),
        detail: `${all - left} of ${all} items are missing.`,
        ...(which === 'random' && { draw: moment.draw })
      }
    })
}
