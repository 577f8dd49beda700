// A list comes page by page.
import { z } from 'zod'
import { alterData, hasData, keepsSchema } from '../data-alter.ts'
import { type Framed, frameOf } from '../data-frame.ts'
import { itemsIn } from '../data-items.ts'
import { partsOf } from '../data-json.ts'
import { askedPage, cursorOf, pageOf, styleOf } from '../data-pages.ts'
import { commandOf, framedTurn } from '../data-past.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { BRIDGE_PAGES, exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** Items on a page. */
  size: z.int().min(1).max(1000).default(5),
  /** What names the next page: a cursor, or its number; `auto` as the tool declares it, else a cursor. */
  style: z.enum(['auto', 'cursor', 'page']).default('auto')
})
type Options = z.infer<typeof Options>

export const paginated: Perturbation<Options> = {
  name: 'paginated',
  title: 'Paginated',
  description: 'A list comes page by page: the first answer ends with what names the next page.',
  weakness: 'Stops at the first page and takes it for the whole list.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    {
      ...exampleOf('mcp', ['list_issues', '{"issues": [{"id": 45}, {"id": 44}, {"id": 43}, {"id": 42}, {"id": 41}]}']),
      options: { size: 2 }
    },
    { ...BRIDGE_PAGES, options: { size: 1, style: 'page' } },
    { ...exampleOf('swe', ['glob pattern=**/*.ts', 'src/app.ts\nsrc/count.ts\nsrc/words.ts']), options: { size: 2 } },
    {
      ...typed([
        'curl -s https://api.example/issues',
        '{"issues": [{"id": 45}, {"id": 44}, {"id": 43}, {"id": 42}, {"id": 41}]}'
      ]),
      options: { size: 2, style: 'page' }
    }
  ],
  continues: (moment) => askedPage(moment, (turn) => sizeAt(moment, turn)) !== null,
  answer(moment, options) {
    const asked = askedPage(moment, (turn) => sizeAt(moment, turn))
    const withheld = asked && withheldAt(moment, asked.turn)
    if (!asked || withheld === null) return null
    const { turn, from } = asked
    const framed = framedTurn(moment, turn, withheld)
    const size = sizeAt(moment, turn) ?? options.size
    const body = paged(moment, framed.body, { turn, from, size, style: options.style })
    const text = body === null ? null : reframed(moment, framed, body)
    return text === null ? null : { text, draw: null, detail: `From item ${from + 1} of the list of turn ${turn + 1}.` }
  },
  alter(moment, text, { size, style }) {
    if (askedPage(moment, (turn) => sizeAt(moment, turn))) return null
    const made = alterData(moment, text, ({ kind, body }) => {
      // Programs of a shell know no pages; what they fetch may.
      if ((kind === 'terminal' || kind === 'shell') && !partsOf(body)) return null
      const all = itemsIn(body)?.items.length ?? 0
      if (all <= size) return null
      const page = paged(moment, body, { turn: moment.chain.length, from: 0, size, style })
      return page !== null && keepsSchema(moment, body, page) ? { body: page, detail: detailOf(size, all) } : null
    })
    return made
  }
}

/** Which turn's list, from which item. */
interface Wanted {
  turn: number
  from: number
  size: number
  style: Options['style']
}

function paged({ domain, setup, tool }: Moment, body: string, { turn, from, size, style }: Wanted): string | null {
  const all = itemsIn(body)?.items.length ?? 0
  const declared = domain.tools?.of(setup).find(({ name }) => name === tool)
  const { by, key } = styleOf(declared, body, style)
  const isLast = from + size >= all
  const next = isLast ? null : by === 'page' ? Math.floor(from / size) + 2 : cursorOf(turn, from + size)
  return pageOf(body, { from, size, next, key })
}

// Later calls read the size of a page off the firing, whatever the options are by then.
const detailOf = (size: number, all: number): string => `The first ${size} of ${all} items.`

const firingAt = (moment: Moment, turn: number) =>
  moment.past()[turn]?.firings.find(({ name, before }) => name === 'paginated' && before !== undefined)

const withheldAt = (moment: Moment, turn: number): string | null => firingAt(moment, turn)?.before ?? null

function sizeAt(moment: Moment, turn: number): number | null {
  const size = /^The first (\d{1,4}) of/.exec(firingAt(moment, turn)?.detail ?? '')?.[1]
  return size === undefined ? null : Number(size)
}

/** The page with what stands around this action's answer: the echo of this command, not of the one before. */
function reframed(moment: Moment, earlier: Framed, body: string): string | null {
  const { domain, state, action } = moment
  if (earlier.kind !== 'terminal' && earlier.kind !== 'shell') return earlier.wrap(body)
  const echoed = domain.prediction.prefill(action, state)
  if (!echoed || commandOf(action) === null) return null
  if (earlier.kind === 'terminal') return `${echoed}${body}\n${String(state.prompt)}`
  const before = frameOf(moment, `${echoed}\nStderr: (empty)\nExit Code: 0`)
  return before.kind === 'shell' ? before.wrap(body) : null
}
