// The answer ends before its end.
import { z } from 'zod'
import { alterData, hasText } from '../data-alter.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** How much is left, 0 to 1. */
  share: z.number().min(0).max(1).default(0.5),
  /** At most so many characters are left, in place of a share. */
  characters: z.int().min(0).exactOptional(),
  /** At most so many lines are left, in place of a share. */
  lines: z.int().min(0).exactOptional(),
  /** What is written where it was cut: nothing, three dots, or how much is missing. */
  mark: z.enum(['none', 'dots', 'note']).default('none')
})
type Options = z.infer<typeof Options>

export const truncated: Perturbation<Options> = {
  name: 'truncated',
  title: 'Truncated',
  description: 'The answer is cut off in the middle, with or without a mark.',
  weakness: 'Works with half an answer as if it were all of it.',
  kind: 'implicit',
  options: Options,
  serves: hasText,
  examples: [
    exampleOf('mcp', [
      'list_issues',
      '{"issues":[{"id":44,"title":"Crash on save"},{"id":43,"title":"Dark mode"},{"id":42,"title":"Slow start"}]}'
    ]),
    {
      ...typed(['cat app.log', 'started\nlistening on 8080\nGET / 200\nGET /a 404\nstopped']),
      options: { lines: 2, mark: 'note' }
    },
    {
      ...exampleOf('search', [
        'https://wiki.example/bridge',
        '# Sundvik Bridge\n\nA road bridge.\n\n## Figures\n\nIt is 1,204 m long and has 11 spans.'
      ]),
      options: { characters: 40, mark: 'dots' }
    },
    exampleOf('textenv', ['look', 'You stand in the kitchen. You see a fridge 1, a table 1 and a door to the hall.'])
  ],
  alter: (moment, text, { share, characters, lines, mark }) =>
    alterData(moment, text, ({ body }) => {
      const end = lines === undefined ? (characters ?? Math.floor(body.length * share)) : endOfLines(body, lines)
      if (end >= body.length) return null
      const cut = wholeCharacters(body, end)
      const missing = body.length - cut
      const note = `[${missing} more characters were left out]`
      return {
        body: body.slice(0, cut) + { none: '', dots: '...', note: `${cut ? '\n' : ''}${note}` }[mark],
        detail: `${missing} of ${body.length} characters are missing${mark === 'none' ? ', and nothing says so' : ''}.`
      }
    })
}

function endOfLines(text: string, lines: number): number {
  let end = lines === 0 ? 0 : -1
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) return text.length
  }
  return end
}

/** Not between the halves of a character beyond 16 bits. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}
