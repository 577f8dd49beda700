// JSON that cannot be parsed: as careless servers, proxies and language models write it.
import { z } from 'zod'
import { alterData, hasData, pick } from '../data-alter.ts'
import { type JsonPart, partsOf, sourceOf, spliced, walk } from '../data-json.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const HOWS = ['cut', 'trailing-comma', 'single-quotes', 'nan', 'html'] as const
type How = (typeof HOWS)[number]

const Options = z.strictObject({
  /** What is wrong with it; `any` draws one that fits the answer. */
  how: z.enum(['any', ...HOWS]).default('any')
})
type Options = z.infer<typeof Options>

const RECORD = exampleOf('mcp', [
  'get_issue id=41',
  '{\n  "id": 41,\n  "title": "Lost row",\n  "labels": ["bug"],\n  "votes": 3\n}'
])

export const invalidJson: Perturbation<Options> = {
  name: 'invalid-json',
  title: 'Invalid JSON',
  description: 'JSON is cut off, has a trailing comma, single quotes or NaN, or is an HTML page instead.',
  weakness: 'Crashes on an answer that does not parse, or makes up what it says.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    RECORD,
    { ...RECORD, options: { how: 'html' } },
    { ...typed(['curl -s https://api.example/issues/41', '{"id": 41, "votes": 3}']), options: { how: 'single-quotes' } }
  ],
  alter: (moment, text, { how }) =>
    alterData(moment, text, ({ body }) => {
      const root = partsOf(body)
      if (!root) return null
      const able = (how === 'any' ? HOWS : [how]).filter((one) => BREAK[one](body, root) !== null)
      if (!able.length) return null
      const chosen = pick(able, moment.random)
      const made = BREAK[chosen](body, root) ?? body
      return { body: made, detail: SAYS[chosen], ...(how === 'any' && { draw: moment.draw }) }
    })
}

const SAYS: Record<How, string> = {
  cut: 'The JSON ends before its end.',
  'trailing-comma': 'The JSON has a comma after its last entry.',
  'single-quotes': 'The JSON is written with single quotes, as Python writes it.',
  nan: 'The JSON has NaN in the place of a number.',
  html: 'An HTML error page comes in the place of the JSON.'
}

const PAGE = `<!DOCTYPE html>
<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx/1.24.0</center>
</body>
</html>`

/** Each way to break it; `null` where the JSON gives no occasion. */
const BREAK: Record<How, (body: string, root: JsonPart) => string | null> = {
  cut: (body, root) =>
    root.entries.length ? body.slice(0, root.start + Math.ceil((root.end - root.start) * 0.7) - 1) : null,
  'trailing-comma'(body, root) {
    const end = root.entries.at(-1)?.part.end
    return end === undefined ? null : `${body.slice(0, end)},${body.slice(end)}`
  },
  'single-quotes'(body, root) {
    const strings = [...walk(root)].flatMap(({ part }) => [
      ...(part.kind === 'string' ? [part] : []),
      ...part.entries.flatMap(({ key, start, part: { start: end } }) =>
        key === null ? [] : [{ start, end: body.lastIndexOf('"', end - 1) + 1 }]
      )
    ])
    const quoted = strings.map(({ start, end }) => {
      const inside = body.slice(start + 1, end - 1).replaceAll("'", "\\'")
      return { start, end, text: `'${inside}'` }
    })
    return quoted.length ? spliced(body, quoted) : null
  },
  nan(body, root) {
    const number = [...walk(root)].find(({ part }) => part.kind === 'number' && sourceOf(body, part) !== '0')
    return number ? spliced(body, [{ ...number.part, text: 'NaN' }]) : null
  },
  html: () => PAGE
}
