// Of several things that were to be done at once, some are not.
import { z } from 'zod'
import { hasData, isFailure, isWithin, keepsSchema, sample } from '../data-alter.ts'
import { batchOf, type Half, inCommand, inResult } from '../data-batch.ts'
import { frameOf } from '../data-frame.ts'
import { isRead } from '../data-past.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** How many of them fail, 0 to 1; at least one does, and at least one succeeds. */
  share: z.number().min(0).max(1).default(0.4),
  /** The answer says which failed, or only leaves them out. */
  how: z.enum(['report', 'silent']).default('report'),
  /** Why they failed. */
  reason: z.string().min(1).default('Operation not permitted')
})
type Options = z.infer<typeof Options>

export const partialBatch: Perturbation<Options> = {
  name: 'partial-batch',
  title: 'Partial batch',
  description: 'A call for several things does some of them; the others fail, with or without a word.',
  weakness: 'Reports all as done, or repeats all of it, what succeeded too.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    {
      ...exampleOf('mcp', [
        'close_issues ids=[41,42,43]',
        '[\n  {"id": 41, "state": "closed"},\n  {"id": 42, "state": "closed"},\n  {"id": 43, "state": "closed"}\n]'
      ]),
      setup: {
        tools: [{ name: 'close_issues', inputSchema: { type: 'object', properties: { ids: { type: 'array' } } } }]
      }
    },
    {
      ...exampleOf('search', [
        'dict_memory {"action": "add", "dict": {"length": "1,204 m", "opened": "2026-04-18"}}',
        'Added 2 entries: length, opened.'
      ]),
      options: { how: 'silent' }
    },
    typed(['rm a.log b.log c.log']),
    exampleOf('swe', [
      '$ mkdir one two',
      'Command: mkdir one two\nDirectory: (root)\nStdout: (empty)\nStderr: (empty)\nExit Code: 0'
    ])
  ],
  alter(moment, text, { share, how, reason }) {
    const batch = batchOf(moment.action)
    if (!batch || isRead(moment, moment.action) || isFailure(moment, text)) return null
    const all = batch.labels.length
    const count = Math.min(all - 1, Math.max(1, Math.round(all * share)))
    const failed = sample(count, all, moment.random).map((index) => batch.labels[index] ?? '')
    const half: Half = { ...batch, failed, reason, isSilent: how === 'silent' }
    const framed = frameOf(moment, text)
    const body = batch.program === null ? inResult(framed.body, half) : null
    const made = batch.program === null ? body && framed.wrap(body) : inCommand(text, framed, half)
    if (!made || made === text || !isWithin(moment, text, made)) return null
    if (body !== null && !keepsSchema(moment, framed.body, body)) return null
    return { text: made, draw: moment.draw, detail: `${count} of ${all} are not done: ${failed.join(', ')}.` }
  }
}
