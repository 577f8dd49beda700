// Widget turns on 33 small sites of different kinds (test/fixtures/sites, more-sites, further-sites, later-sites), each from the true pages before it, compared
// with recordings of a real Chromium: by Playwright's MCP server 0.0.68 and 0.0.83, looking after every turn (test/record/widgets.ts), and
// by BrowserGym 0.14.3 (test/record/browsergym.py).
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ERROR_LINE } from '../../../../src/core/domains/intents.ts'
import { play } from './play.ts'

const Recorded = z.array(
  z.object({
    name: z.string(),
    first: z.string(),
    turns: z.array(
      z.object({
        action: z.string(),
        said: z.string().default(''),
        page: z.string().optional(),
        observation: z.string().optional(),
        error: z.string().optional()
      })
    )
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

// A line about scripts, whose warnings no snapshot tells of, and texts of labels, which Chromium's tree tells in some looks and not in others.
const compared = (text: string) => withoutLabels(text.replace(/^- Console: .*\n/m, '')).trim()

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

/** The turns that rules decide otherwise than the browser did. */
async function played(file: string) {
  const sessions = Recorded.parse(JSON.parse(readFileSync(`test/fixtures/widgets/${file}.json`, 'utf8')))
  const wrong: string[] = []
  let [decided, refused] = [0, 0]
  for (const { name, first, turns } of sessions) {
    const done = await play({
      domain: 'web',
      first,
      turns: turns.map((turn) => ({ action: turn.action, observation: observed(first, turn) }))
    })
    for (const [index, { text }] of done.entries()) {
      const turn = turns[index]
      if (!turn || text === null) continue
      const refusal = refusalOf(turn)
      if (refusal) refused++
      else decided++
      const isRight = refusal
        ? firstLine(text) === firstLine(refusal)
        : compared(text) === compared(observed(first, turn))
      if (!isRight) wrong.push(`${name}: ${nameOf(turn.action)}`)
    }
  }
  return { wrong, decided, refused }
}

function nameOf(action: string): string {
  if (!action.startsWith('{')) return action
  const Call = z.object({ arguments: z.object({ element: z.string(), key: z.string() }).partial() })
  const { element, key } = Call.parse(JSON.parse(action)).arguments
  return element ?? key ?? ''
}

// What no screen tells: how much a field takes, that it is read-only, how large a number's step is, that a text is no field's value, that
// a box brings something with it, that a dialog does not give the focus back, the value of an option that the form sends, that a radio
// button is a script's, that another thing lies over a box, that a date which was never told is reset, that an
// element is edited whose text a snapshot never shows, that a list stands in its label.
it.each([
  {
    file: 'sites-playwright',
    wrong: [
      'sign-up: User name',
      'checkout: Postcode',
      'player: ArrowUp',
      'survey: Comments',
      'survey: Table',
      'compose: Signature',
      'steps: Plate'
    ],
    decided: 134,
    refused: 30
  },
  {
    file: 'more-sites-playwright',
    wrong: ['recipes: Comment', 'files: Close', 'transfer: Currency', 'transfer: Repeat monthly'],
    decided: 132,
    refused: 28
  },
  { file: 'further-sites-playwright', wrong: [], decided: 56, refused: 13 },
  {
    file: 'sites-browsergym',
    wrong: [
      "sign-up: fill('17', 'abcdefghijkl')",
      "checkout: fill('27', '1234567')",
      "player: keyboard_press('ArrowUp')",
      "survey: fill('35', 'Very good soup indeed')",
      "survey: fill('38', '9')",
      "steps: fill('10', 'AB123456')"
    ],
    decided: 144,
    refused: 30
  },
  {
    file: 'more-sites-browsergym',
    wrong: [
      "files: click('63')",
      "transfer: select_option('47', 'gbp')",
      "transfer: click('55')",
      "profile: click('44')",
      "profile: click('69')"
    ],
    decided: 136,
    refused: 29
  },
  {
    file: 'later-sites-playwright',
    wrong: [
      'carhire: Country',
      'seats: ArrowUp',
      'kanban: Board notes',
      'mailbox: Body',
      'mailbox: Signature',
      'prefs: Text size'
    ],
    decided: 164,
    refused: 32
  },
  {
    file: 'later-sites-browsergym',
    wrong: ["mailbox: fill('46', 'Bye')", "pay: fill('33', '123')"],
    decided: 174,
    refused: 32
  }
])('52.1, 52.2 shows what the browser showed, and refuses what it refused in the same words: $file', async (told) => {
  const { file, ...rest } = told
  expect(await played(file)).toEqual(rest)
})
