// The values of another record under the id that was asked for.
import { z } from 'zod'
import { alterData, hasData, isFailure, keepsSchema } from '../data-alter.ts'
import { changedRecord, otherDocument, otherRecord, swappedRecords } from '../data-entity.ts'
import { isRead } from '../data-past.ts'
import type { Perturbation } from '../perturbation.ts'

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
    {
      domain: 'mcp',
      turns: [
        { action: 'get_issue id=42', observation: '{"id": 42, "title": "Slow start", "assignee": "lin"}' },
        { action: 'get_issue id=41', observation: '{"id": 41, "title": "Lost row", "assignee": "ada"}' }
      ]
    },
    {
      domain: 'mcp',
      turns: [{ action: 'get_issue id=41', observation: '{"id": 41, "title": "Lost row", "votes": 17}' }]
    },
    {
      domain: 'terminal',
      turns: [
        { action: 'cat ada.txt', observation: 'dev@moor:~$ cat ada.txt\nport 8080\ndev@moor:~$ ' },
        { action: 'cat lin.txt', observation: 'dev@moor:~$ cat lin.txt\nport 9090\ndev@moor:~$ ' }
      ]
    },
    {
      domain: 'search',
      turns: [
        { action: 'https://wiki.example/tarn', observation: '# Tarn\n\nAn island of 12 square kilometres.' },
        { action: 'https://wiki.example/sundvik', observation: '# Sundvik\n\nA town of 9,000 people.' }
      ]
    }
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
