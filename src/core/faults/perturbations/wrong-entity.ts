// The values of another record under the id that was asked for.
import { z } from 'zod'
import { alterData, hasData, isFailure, keepsSchema } from '../data-alter.ts'
import { changedRecord, otherDocument, otherRecord, swappedRecords } from '../data-entity.ts'
import { isRead } from '../data-past.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** Where the wrong values come from: earlier answers (or another record of the same list), or the right ones, changed. */
  source: z.enum(['auto', 'earlier', 'changed']).default('auto')
})
type Options = z.infer<typeof Options>

export const wrongEntity: Perturbation<Options> = {
  name: 'wrong-entity',
  title: 'Wrong entity',
  description: 'The answer carries the id that was asked for, with the values of another record.',
  weakness: 'Does not compare an answer with what is already known of the thing.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    exampleOf(
      'mcp',
      ['get_issue id=42', '{"id": 42, "title": "Slow start", "assignee": "lin"}'],
      ['get_issue id=41', '{"id": 41, "title": "Lost row", "assignee": "ada"}']
    ),
    exampleOf('mcp', ['get_issue id=41', '{"id": 41, "title": "Lost row", "votes": 17}']),
    typed(['cat ada.txt', 'port 8080'], ['cat lin.txt', 'port 9090']),
    exampleOf(
      'search',
      ['https://wiki.example/tarn', '# Tarn\n\nAn island of 12 square kilometres.'],
      ['https://wiki.example/sundvik', '# Sundvik\n\nA town of 9,000 people.']
    )
  ],
  alter(moment, text, { source }) {
    if (!isRead(moment, moment.action) || isFailure(moment, text)) return null
    return alterData(moment, text, ({ body }) => {
      const earlier = source === 'changed' ? null : (otherRecord(moment, body) ?? otherDocument(moment, body))
      const listed = source === 'changed' ? null : swappedRecords(body, moment.random)
      const made = earlier ?? listed ?? (source === 'earlier' ? null : changedRecord(body, moment.random))
      return made && keepsSchema(moment, body, made.body) ? { ...made, draw: moment.draw } : null
    })
  }
}
