// An answer without anything in it.
import { z } from 'zod'
import { alterData, hasData, keepsSchema } from '../data-alter.ts'
import { itemsIn, listOf } from '../data-items.ts'
import { partsOf, sourceOf, spliced } from '../data-json.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({})
type Options = z.infer<typeof Options>

export const empty: Perturbation<Options> = {
  name: 'empty',
  title: 'Empty',
  description: 'The answer holds nothing: an empty list, no results, no output.',
  weakness: 'Concludes that there is nothing, without asking in another way.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    exampleOf('mcp', ['list_issues', '{"total": 2, "issues": [{"id": 44}, {"id": 43}]}']),
    exampleOf('search', [
      'length of the Sundvik bridge',
      '[1] https://bridge.example/facts\nTitle: Facts\nSnippet: It is 1,204 metres long.\nDate: N/A'
    ]),
    typed(['ls', 'a.txt  b.txt  c.txt']),
    exampleOf('swe', [
      '$ wc -l app.ts',
      'Command: wc -l app.ts\nDirectory: (root)\nStdout: 12 app.ts\nStderr: (empty)\nExit Code: 0'
    ])
  ],
  alter: (moment, text) =>
    alterData(moment, text, ({ body }) => {
      const made = emptied(body)
      return keepsSchema(moment, body, made) ? { body: made, detail: 'The answer is empty.' } : null
    })
}

function emptied(body: string): string {
  const root = partsOf(body)
  if (!root) {
    const found = itemsIn(body)
    return found?.form === 'hits' || found?.form === 'table' ? found.write([], 0) : ''
  }
  const list = listOf(root)
  if (!list) return spliced(body, [{ ...root, text: root.kind === 'array' ? '[]' : '{}' }])
  const lists = (list.owner ?? root).entries.map(({ part }) => part).filter(({ kind }) => kind === 'array')
  const nothing = (list.owner ? lists : [list.list]).map((part) => ({ ...part, text: '[]' }))
  // A total of what is gone.
  const totals = (list.owner?.entries ?? []).filter(
    ({ part }) => part.kind === 'number' && sourceOf(body, part) === String(list.list.entries.length)
  )
  return spliced(body, [...nothing, ...totals.map(({ part }) => ({ ...part, text: '0' }))])
}
