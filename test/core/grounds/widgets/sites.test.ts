// Widget turns on twelve small sites of different kinds (test/fixtures/sites), each from the true pages before it, compared with
// recordings of a real Chromium: by Playwright's MCP server 0.0.68, looking after every turn (test/record/widgets.ts).
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { play } from './play.ts'

const Recorded = z.array(
  z.object({
    name: z.string(),
    first: z.string(),
    turns: z.array(z.object({ action: z.string(), said: z.string(), page: z.string() }))
  })
)
const sessions = Recorded.parse(JSON.parse(readFileSync('test/fixtures/widgets/sites-playwright.json', 'utf8')))

const CODE = '### Ran Playwright code\n'
const isRefused = (said: string) => /^### (?:Error|Result)\n/.test(said)
/** What a turn comes to: the refusal, or the code that ran and the page that a look shows. */
const observed = ({ said, page }: { said: string; page: string }) =>
  isRefused(said) ? said : `${said.startsWith(CODE) ? `${said.trimEnd()}\n` : ''}${page}`
// A line about scripts, whose warnings no snapshot tells of.
const withoutConsole = (text: string) => text.replace(/^- Console: .*\n/m, '').trim()
const firstLine = (text: string) =>
  text
    .replace(/^### \w+\n/, '')
    .split('\n')[0]
    ?.replace(/\d+ms/, '') ?? ''

// What a snapshot does not tell: how much a field takes, that it is read-only, how large a number's step is and where a slider ends, that
// a page brings suggestions, that a text is no field's value. Since 0.0.60 or so a row keeps its name when a number in it changes. And a
// date that was refused empties its field.
const UNTOLD = [
  'sign-up: User name',
  'sign-up: Invitation',
  'checkout: Postcode',
  'booking: Arriving at',
  'booking: Code',
  'player: ArrowUp',
  'survey: Comments',
  'survey: Table',
  'admin: ArrowUp',
  'admin: Seats of Bo Lund',
  'compose: Signature',
  'steps: Plate',
  'search: Search the catalogue'
]

it('52.1, 52.2 shows what the browser showed, and refuses what it refused in the same words, where it decides', async () => {
  const wrong: string[] = []
  let [decided, refused] = [0, 0]
  for (const { name, first, turns } of sessions) {
    const played = await play({
      domain: 'web',
      first,
      turns: turns.map((turn) => ({ action: turn.action, observation: observed(turn) }))
    })
    for (const [index, { text }] of played.entries()) {
      const turn = turns[index]
      if (!turn || text === null) continue
      const isRight = isRefused(turn.said)
        ? firstLine(text) === firstLine(turn.said)
        : withoutConsole(text) === withoutConsole(observed(turn))
      if (isRefused(turn.said)) refused++
      else decided++
      const { element, key } = z
        .object({ arguments: z.object({ element: z.string(), key: z.string() }).partial() })
        .parse(JSON.parse(turn.action)).arguments
      if (!isRight) wrong.push(`${name}: ${element ?? key}`)
    }
  }
  expect(wrong).toEqual(UNTOLD)
  expect({ sites: sessions.length, decided, refused }).toEqual({ sites: 12, decided: 131, refused: 29 })
})
