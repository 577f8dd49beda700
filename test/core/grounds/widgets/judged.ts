// How the widgets answer the turns of recorded sites, each from the true page before it: as the browser did, otherwise, or not at all.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { ERROR_LINE, withoutError } from '../../../../src/core/domains/intents.ts'
import { focused } from '../../../../src/core/grounds/widgets/kinds.ts'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { play } from './play.ts'

// A page, or the numbers of its lines where they stand once for a site (test/record/pack.ts).
const Page = z.union([z.string(), z.array(z.number())])
const Recorded = z.array(
  z
    .object({
      name: z.string(),
      lines: z.array(z.string()).default([]),
      first: Page,
      turns: z.array(
        z.object({
          action: z.string(),
          said: z.string().default(''),
          page: Page.optional(),
          observation: Page.optional(),
          error: z.string().optional()
        })
      )
    })
    .transform(({ name, lines, first, turns }) => {
      const whole = (page: z.infer<typeof Page>) =>
        typeof page === 'string' ? page : page.map((at) => lines[at]).join('\n')
      return {
        name,
        first: whole(first),
        turns: turns.map(({ page, observation, ...turn }) => ({
          ...turn,
          page: page === undefined ? undefined : whole(page),
          observation: observation === undefined ? undefined : whole(observation)
        }))
      }
    })
)
type Session = z.infer<typeof Recorded>[number]
type Turn = Session['turns'][number]

const CODE = '### Ran Playwright code\n'
const refusalOf = ({ said, error }: Turn): string | undefined =>
  error ?? (/^### (?:Error|Result)\n/.test(said) ? said : undefined)

/** What a turn comes to: the refusal, or the page that a look shows, with the code that ran where the first page tells such. */
function observed(first: string, turn: Turn): string {
  const { said, page = '', observation } = turn
  if (observation !== undefined) return turn.error ? `${ERROR_LINE}${turn.error}\n\n${observation}` : observation
  if (refusalOf(turn)) return said
  return first.startsWith(CODE) && said.startsWith(CODE) ? `${said.trimEnd()}\n${page}` : page
}

/** A page without a line about scripts, whose warnings no snapshot tells of, and texts of labels, which Chromium's tree tells in some looks and not in others. */
export const compared = (text: string) => withoutLabels(text.replace(/^- Console: .*\n/m, '')).trim()

function withoutLabels(text: string): string {
  let label = Number.POSITIVE_INFINITY
  return text
    .split('\n')
    .filter((line) => {
      const depth = line.search(/[^\t]/)
      if (depth <= label) label = Number.POSITIVE_INFINITY
      if (/^\t*\[\w+\] LabelText /.test(line)) label = depth
      return depth <= label || !/^\t*(?:StaticText|InlineTextBox) /.test(line)
    })
    .join('\n')
}

const firstLine = (text: string) =>
  text
    .replace(/^### \w+\n/, '')
    .replace(ERROR_LINE, '')
    .split('\n')[0]
    ?.replace(/ ?\d+ms/, '') ?? ''

/** A turn of a recorded site, and how rules answer it. */
export interface JudgedTurn {
  site: string
  /** The call, or what it calls the thing that it is for. */
  name: string
  /** The role of what is acted on, or of what has the keyboard. */
  widget: string
  rule: string
  /** The browser's interface refused it. */
  isRefused: boolean
  /** `undecided`: the model is asked. */
  answer: 'right' | 'wrong' | 'undecided'
  said: string | null
  recorded: string
  /** The page before it. */
  before: string
}

/** @param path of a recording: `test/fixtures/widgets/NAME.json` */
export async function judged(path: string): Promise<JudgedTurn[]> {
  const sessions = Recorded.parse(JSON.parse(readFileSync(path, 'utf8')))
  const found: JudgedTurn[] = []
  for (const { name: site, first, turns: all } of sessions) {
    const turns = all.filter(({ action }) => findDomain('web').action.safeParse(action).success)
    const done = await play({
      domain: 'web',
      first,
      turns: turns.map((turn) => ({ action: turn.action, observation: observed(first, turn) }))
    })
    let page = first
    for (const [index, { text, rule }] of done.entries()) {
      const turn = turns[index]
      if (!turn) continue
      const recorded = observed(first, turn)
      const refusal = refusalOf(turn)
      const isRight =
        text !== null && (refusal ? firstLine(text) === firstLine(refusal) : compared(text) === compared(recorded))
      found.push({
        site,
        name: nameOf(turn.action),
        widget: widgetOf(page, turn.action),
        rule,
        isRefused: refusal !== undefined,
        answer: text === null ? 'undecided' : isRight ? 'right' : 'wrong',
        said: text,
        recorded,
        before: page
      })
      if (!refusal || turn.observation !== undefined) page = withoutError(recorded)
    }
  }
  return found
}

function widgetOf(page: string, action: string): string {
  const read = readScreen(page)
  if ('problem' in read) return ''
  const { screen } = read
  const [intent] = findDomain('web').screen?.intents?.read(action, screen) ?? []
  if (!intent) return 'drag'
  const at = 'at' in intent ? intent.at : 'focus'
  const node = at === 'focus' ? focused(screen) : 'node' in at ? at.node : null
  return screen.nodes[node ?? -1]?.role ?? (at === 'focus' ? 'page' : 'missing')
}

function nameOf(action: string): string {
  if (!action.startsWith('{')) return action
  const Call = z.object({ arguments: z.object({ element: z.string(), key: z.string() }).partial() })
  const { element, key } = Call.parse(JSON.parse(action)).arguments
  return element ?? key ?? ''
}
