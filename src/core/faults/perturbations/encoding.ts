// Text that was decoded in the wrong way.
import { z } from 'zod'
import { alterData, hasText, pick } from '../data-alter.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const HOWS = ['mojibake', 'replacement', 'bom', 'crlf'] as const
type How = (typeof HOWS)[number]

const Options = z.strictObject({
  /** UTF-8 read as Windows-1252, unreadable characters replaced, a byte order mark, or CR LF at ends of lines; `any` draws one that shows. */
  how: z.enum(['any', ...HOWS]).default('any')
})
type Options = z.infer<typeof Options>

export const encoding: Perturbation<Options> = {
  name: 'encoding',
  title: 'Wrong encoding',
  description:
    'The text was decoded wrongly: broken umlauts and accents, replacement characters, a byte order mark, CR LF.',
  weakness: 'Copies broken names into what it writes, or fails to find a text that is there.',
  kind: 'implicit',
  options: Options,
  serves: hasText,
  examples: [
    {
      ...exampleOf('mcp', ['get_issue id=41', '{"id": 41, "title": "Größe wird falsch gezählt"}']),
      options: { how: 'mojibake' }
    },
    {
      ...exampleOf('search', ['https://wiki.example/tarn', '# Lighthouse Tärn\n\nBuilt in 1891 by J. Ødegård.']),
      options: { how: 'replacement' }
    },
    typed(['cat note.txt', 'milk\nbread\ncrème fraîche']),
    exampleOf('textenv', ['look', 'You are in a café.\nA cat sleeps here.'])
  ],
  alter: (moment, text, { how }) =>
    alterData(moment, text, ({ body, kind }) => {
      const made = (one: How) => BREAK[one](body)
      // A byte order mark inside of JSON's string, or below a prompt, is none.
      const ways = how === 'any' ? HOWS.filter((one) => one !== 'bom' || kind === 'whole') : [how]
      const able = ways.filter((one) => made(one) !== body)
      if (!able.length) return null
      const chosen = pick(able, moment.random)
      return { body: made(chosen), detail: SAYS[chosen], ...(how === 'any' && { draw: moment.draw }) }
    })
}

const SAYS: Record<How, string> = {
  mojibake: 'UTF-8 is read as Windows-1252.',
  replacement: 'Characters beyond ASCII are replaced.',
  bom: 'A byte order mark stands at the beginning.',
  crlf: 'Lines end in CR LF.'
}

// Windows-1252 from 0x80 to 0x9f (WHATWG Encoding, index windows-1252); the others are their own code points.
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const BREAK: Record<How, (body: string) => string> = {
  mojibake: (body) => body.replace(/[^\0-\x7f]+/g, (run) => [...new TextEncoder().encode(run)].map(asLatin).join('')),
  replacement: (body) => body.replace(/[^\0-\x7f]/gu, '\ufffd'),
  bom: (body) => (body === '' || body.startsWith('\ufeff') ? body : `\ufeff${body}`),
  crlf: (body) => body.replace(/\r?\n/g, '\r\n')
}

const asLatin = (byte: number): string =>
  byte >= 0x80 && byte <= 0x9f ? HIGH.charAt(byte - 0x80) : String.fromCharCode(byte)
