// Widgets on a first screen that is HTML: what is typed, ticked and chosen stands in the attributes, and every other byte stays.
import { expect, it } from 'vitest'
import { play } from './play.ts'

const FIRST = `URL: http://club.example/join
<html><head><title>Join</title></head><body>
<h1 bid="1">Join the club</h1>
<form bid="2" action="/joined">
  <label bid="3" for="n">Name</label> <input bid="4" id="n" required maxlength='5'>
  <input bid="5" aria-label="Number" value="M-17" readonly/>
  <input bid="6" type="date" aria-label="From">
  <input bid="7" type=number aria-label="Age" step="5" value="20" max="25">
  <label bid="8"><input bid="9" type="checkbox" checked> News</label>
  <input bid="10" type="radio" name="s" aria-label="Small" checked><input bid="11" type="radio" name="s" aria-label="Large">
  <select bid="12" aria-label="Town"><option bid="13" selected>Ghent</option><option bid="14">Bruges</option></select>
  <textarea bid="15" aria-label="About">Old &amp; new</textarea>
  <details bid="16"><summary bid="17">More</summary><p bid="18">Nothing.</p></details>
  <fieldset bid="19" disabled><input bid="20" aria-label="Firm"></fieldset>
  <button bid="21" hidden>Secret</button>
  <button bid="22">Join</button> <button bid="23" type="reset">Clear</button>
</form></body></html>`

const inPlace = (from: string, to: string) => (page: string) => page.replace(from, () => to)

/** Each action with what it does to the page, or the refusal's first words. */
const TURNS: [action: string, becomes: ((page: string) => string) | string][] = [
  ["click('22')", (page) => page],
  ["keyboard_type('Ada')", inPlace(`maxlength='5'>`, `maxlength='5' value="Ada">`)],
  ["fill('4', 'Ada Moss')", inPlace('value="Ada"', 'value="Ada M"')],
  ["fill('5', 'X')", 'TimeoutError: Locator.fill'],
  ["fill('6', 'soon')", 'Error: Locator.fill: Error: Malformed value'],
  ["fill('6', '2026-12-01')", inPlace('aria-label="From">', 'aria-label="From" value="2026-12-01">')],
  ["fill('7', '20')", (page) => page],
  ["keyboard_press('ArrowUp')", inPlace('value="20"', 'value="25"')],
  ["click('8')", inPlace('type="checkbox" checked>', 'type="checkbox">')],
  [
    "click('11')",
    (page) => page.replace(' checked><input bid="11"', '><input bid="11"').replace('"Large">', '"Large" checked>')
  ],
  [
    "select_option('12', 'Bruges')",
    (page) => page.replace('"13" selected', '"13"').replace('bid="14"', 'bid="14" selected')
  ],
  ["fill('15', 'One < two')", inPlace('Old &amp; new', 'One &lt; two')],
  ["click('17')", inPlace('<details bid="16">', '<details bid="16" open>')],
  ["click('17')", inPlace('<details bid="16" open>', '<details bid="16">')],
  ["fill('20', 'X')", 'TimeoutError: Locator.fill'],
  ["click('21')", 'TimeoutError: Locator.click'],
  ["click('99')", 'ValueError: Could not find element with bid "99"']
]

it('52.1, 52.2 widgets change the HTML of a page in place', async () => {
  let page = FIRST
  const turns = TURNS.map(([action, becomes]) => {
    if (typeof becomes !== 'string') page = becomes(page)
    return { action, observation: page }
  })
  const said = await play({ domain: 'web', first: FIRST, turns })
  for (const [index, { action, text, observation }] of said.entries()) {
    const becomes = TURNS[index]?.[1]
    if (typeof becomes === 'string') expect(text, String(action)).toContain(`Error from previous action: ${becomes}`)
    else expect(text, String(action)).toBe(observation)
  }
  const reset = { action: "click('23')", observation: '' }
  expect((await play({ domain: 'web', first: FIRST, turns: [...turns, reset] })).at(-1)?.text).toBe(FIRST)
})
