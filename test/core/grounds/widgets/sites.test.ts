// Widget turns on small sites of different kinds (test/fixtures/sites, more-sites, further-sites, later-sites, newer-sites, held-sites,
// last-sites, fresh-sites, trial-sites, proof-sites, aria-sites, late-sites), each from the true pages before it, compared with recordings of a real Chromium: by Playwright's MCP server 0.0.68 and 0.0.83, looking after
// every turn (test/record/widgets.ts), and by BrowserGym 0.14.3 (test/record/browsergym.py).
import { expect, it } from 'vitest'
import { judged } from './judged.ts'

// What no screen tells: how much a field takes, that it is read-only, how large a number's step is, that a text is no field's value, that
// a box brings something with it, that a dialog does not give the focus back, the value of an option that the form sends, that a radio
// button is a script's, that another thing lies over a box, that a date which was never told is reset, that an
// element is edited whose text a snapshot never shows, that a list stands in its label, that a thing lies in a shadow tree, that a button
// is an input, that a disabled option lies in a group, that a choice makes a button usable, that a page's own dialog gives the focus to
// nothing, that a thing takes up no place, that a number is none of an input's, that a box makes another usable, that a link's place is nowhere on
// its page, that several of a list can be chosen.
it.each([
  {
    file: 'sites-playwright',
    wrong: ['sign-up: User name', 'checkout: Postcode', 'survey: Comments', 'survey: Table', 'steps: Plate'],
    decided: 127,
    refused: 27
  },
  {
    file: 'more-sites-playwright',
    wrong: ['files: Close', 'transfer: Currency', 'transfer: Repeat monthly'],
    decided: 128,
    refused: 25
  },
  { file: 'further-sites-playwright', wrong: [], decided: 53, refused: 12 },
  {
    file: 'sites-browsergym',
    wrong: [
      "sign-up: fill('17', 'abcdefghijkl')",
      "checkout: fill('27', '1234567')",
      "survey: fill('35', 'Very good soup indeed')",
      "survey: fill('38', '9')",
      "steps: fill('10', 'AB123456')"
    ],
    decided: 140,
    refused: 28
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
    decided: 132,
    refused: 28
  },
  { file: 'later-sites-playwright', wrong: ['seats: ArrowUp', 'mailbox: Signature'], decided: 156, refused: 31 },
  {
    file: 'later-sites-browsergym',
    wrong: ["mailbox: fill('46', 'Bye')", "pay: fill('33', '123')"],
    decided: 170,
    refused: 31
  },
  { file: 'newer-sites-playwright', wrong: ['station: Station name', 'event: ArrowUp'], decided: 118, refused: 20 },
  { file: 'newer-sites-browsergym', wrong: ["editor: keyboard_press('Backspace')"], decided: 138, refused: 23 },
  { file: 'held-sites-playwright', wrong: ['garden: Title', 'laundry: Book'], decided: 110, refused: 20 },
  {
    file: 'held-sites-browsergym',
    wrong: ["laundry: fill('37', 'x')", "walks: click('22')"],
    decided: 121,
    refused: 21
  },
  {
    file: 'last-sites-playwright',
    wrong: ['cinema: Glasses', 'mixer: Base colour', 'mixer: ArrowUp'],
    decided: 85,
    refused: 11
  },
  { file: 'last-sites-browsergym', wrong: [], decided: 91, refused: 13 },
  { file: 'fresh-sites-playwright', wrong: ['shelf: Owner'], decided: 87, refused: 11 },
  { file: 'fresh-sites-browsergym', wrong: [], decided: 87, refused: 12 },
  {
    file: 'trial-sites-playwright',
    wrong: ['permit: ArrowUp', 'lamp: Power', 'account: First name', 'lesson: ArrowRight', 'news: Perhaps'],
    decided: 148,
    refused: 27
  },
  {
    file: 'trial-sites-browsergym',
    wrong: [
      "vault: keyboard_press('Escape')",
      "account: fill('18', 'Ada Marie Louise')",
      "account: keyboard_type(' there')",
      "account: select_option('50', 'fr')",
      "lesson: click('21')",
      "news: click('41')"
    ],
    decided: 158,
    refused: 27
  },
  {
    file: 'proof-sites-playwright',
    wrong: ['visa: Tab', 'visa: ArrowUp', 'hifi: Surround'],
    decided: 116,
    refused: 13
  },
  { file: 'proof-sites-browsergym', wrong: ["visa: click('56')"], decided: 122, refused: 14 },
  {
    file: 'aria-sites-playwright',
    wrong: ['logbook: ArrowUp', 'logbook: ArrowUp', 'logbook: Night dive', 'orchard: Crates', 'permits: Nights'],
    decided: 69,
    refused: 9
  },
  {
    file: 'aria-sites-browsergym',
    wrong: ["logbook: click('59')", "permits: keyboard_press('Backspace')"],
    decided: 77,
    refused: 10
  },
  { file: 'late-sites-playwright', wrong: ['loom: Cotton', 'loom: Back to top'], decided: 42, refused: 4 },
  { file: 'late-sites-browsergym', wrong: ["loom: click('43')"], decided: 41, refused: 6 }
])('52.1, 52.2 shows what the browser showed, and refuses what it refused in the same words: $file', async (told) => {
  const { file, ...rest } = told
  const turns = (await judged(`test/fixtures/widgets/${file}.json`)).filter(({ answer }) => answer !== 'undecided')
  expect({
    wrong: turns.filter(({ answer }) => answer === 'wrong').map(({ site, name }) => `${site}: ${name}`),
    decided: turns.filter(({ isRefused }) => !isRefused).length,
    refused: turns.filter(({ isRefused }) => isRefused).length
  }).toEqual(rest)
})
