// Numbers, dates and messages in the manner of another country.
import { z } from 'zod'
import { alterData, hasText, keepsSchema, pick } from '../data-alter.ts'
import { partsOf, sourceOf, spliced, textOf, walk } from '../data-json.ts'
import { LOCALES, localized } from '../data-locale.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** German, French or Spanish, or dates with the month first; `any` draws one that shows. */
  locale: z.enum(['any', ...LOCALES]).default('de'),
  /** Numbers of JSON become texts with a decimal comma, where the schema of the tool allows it. */
  numbers: z.boolean().default(false)
})
type Options = z.infer<typeof Options>

export const locale: Perturbation<Options> = {
  name: 'locale',
  title: 'Other locale',
  description: 'Numbers, dates and error messages are written as in another country.',
  weakness:
    'Reads 1.204 as a little more than one, takes the day for the month, or misses an error in another language.',
  kind: 'implicit',
  options: Options,
  serves: hasText,
  examples: [
    exampleOf('search', [
      'length of the Sundvik bridge',
      '[1] https://bridge.example/facts\nTitle: Facts\nSnippet: It is 1,204.5 metres long.\nDate: 2026-04-20'
    ]),
    {
      ...exampleOf('mcp', ['get_issue id=41', '{"id": 41, "due": "2026-03-04", "hours": 2.5}']),
      options: { numbers: true }
    },
    { ...typed(['cat notes', 'cat: notes: No such file or directory']), options: { locale: 'fr' } },
    {
      ...exampleOf('textenv', ['examine ticket', 'The ticket is for 2026-03-04 and costs 12.50 crowns.']),
      options: { locale: 'en-US' }
    }
  ],
  alter: (moment, text, { locale: wanted, numbers }) =>
    alterData(moment, text, ({ body }) => {
      const write = (one: (typeof LOCALES)[number]) => {
        const made = inLocale(body, (part) => localized(part, one), numbers)
        return keepsSchema(moment, body, made) ? made : inLocale(body, (part) => localized(part, one), false)
      }
      const able = (wanted === 'any' ? LOCALES : [wanted]).filter((one) => write(one) !== body)
      if (!able.length) return null
      const chosen = pick(able, moment.random)
      return {
        body: write(chosen),
        detail: `Numbers, dates and messages are those of ${chosen}.`,
        ...(wanted === 'any' && { draw: moment.draw })
      }
    })
}

/** All of a text; of JSON the texts in it, and its numbers where they are to become texts. */
function inLocale(body: string, write: (text: string) => string, numbers: boolean): string {
  const root = partsOf(body)
  if (!root) return write(body)
  const edits = [...walk(root)].flatMap(({ part }) => {
    const source = sourceOf(body, part)
    const isText = part.kind === 'string' && !/^"https?:/.test(source)
    if (!isText && !(numbers && part.kind === 'number' && source.includes('.'))) return []
    const said = isText ? textOf(source) : source
    const made = write(said)
    return made === said ? [] : [{ ...part, text: JSON.stringify(made) }]
  })
  return edits.length ? spliced(body, edits) : body
}
