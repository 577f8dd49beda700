// Perturbations of screens, turn by turn and in every format there is.
import { expect, it } from 'vitest'
import { insertParts } from '../../../../src/core/faults/gui-insert.ts'
import { pairsIn, swapped } from '../../../../src/core/faults/gui-swap.ts'
import { ANDROID, DESKTOP, HTML, PAGE, SNAPSHOT } from '../../../../src/core/faults/samples.ts'
import { samples, screenOf } from '../../observations/readers/samples.ts'
import { take } from './worlds.ts'

const world = { domain: 'web', setup: { initialState: PAGE.before } }
const opening = { action: "click('14')", observation: PAGE.after }
const next = (action: string) => ({ action, observation: PAGE.before })
const texts = (taken: { text: string }[]) => taken.map(({ text }) => text)

const SCREENS = samples('android', 'aria', 'axtree', 'droid', 'html', 'osworld', 'uiautomator', 'webarena').filter(
  ({ name }) => name !== 'osworld-table-empty.txt'
)
const PARTS = [
  { role: 'dialog', name: 'Update available', place: [0.2, 0.3, 0.6, 0.4] },
  { role: 'statictext', name: 'A new version is ready.', within: 0, place: [0.25, 0.35, 0.5, 0.1] },
  { role: 'progressbar', name: 'Loading', within: 0, place: [0.25, 0.5, 0.5, 0.05] },
  { role: 'button', name: 'Not now', within: 0, place: [0.4, 0.6, 0.2, 0.05] }
] as const

it.each(SCREENS)('$name takes a dialog, and all that was there stays as it is', ({ text }) => {
  const before = screenOf(text)
  const after = screenOf(insertParts(text, PARTS) ?? '')
  expect(after.warnings).toHaveLength(before.warnings.length)
  const said = ({ nodes }: typeof before) =>
    nodes.map(({ ref, role, name, text, value, bounds }) => ({ ref, role, name, text, value, bounds }))
  expect(said(after).slice(0, before.nodes.length)).toEqual(said(before))
  const added = after.nodes.slice(before.nodes.length)
  expect(added.map(({ name }) => name)).toEqual(expect.arrayContaining(['Update available', 'Not now']))
  const refs = after.nodes.flatMap(({ ref }) => (ref === null ? [] : [ref]))
  if (new Set(before.nodes.map(({ ref }) => ref)).size === before.nodes.length) {
    expect(refs).toEqual([...new Set(refs)])
  }
})

it.each(SCREENS)('what changes places in $name keeps the rest of the screen', ({ text }) => {
  const screen = screenOf(text)
  for (const pair of pairsIn(screen).slice(0, 5)) {
    const moved = swapped(text, screen, pair)
    if (moved === null) continue
    const refs = screenOf(moved).nodes.map(({ ref }) => ref)
    expect(refs).toEqual(screen.nodes.map(({ ref }) => ref))
    expect(moved).not.toBe(text)
  }
})

it.each([PAGE, SNAPSHOT, HTML, ANDROID, DESKTOP])('two things of each usual format change places', ({ after }) => {
  const screen = screenOf(after)
  expect(pairsIn(screen).some((pair) => swapped(after, screen, pair) !== null)).toBe(true)
})

it('a slow screen shows what was withheld to whoever waits or acts, whatever the trigger says', async () => {
  const taken = await take(
    world,
    [{ name: 'slow-gui', options: { turns: 2 }, when: { turn: 1 } }],
    [opening, next("click('15')"), next('noop()'), next("click('21')")]
  )
  expect(taken[0]?.text).toBe(`${PAGE.before}\n\t[17] progressbar 'Loading'`)
  expect(taken[0]?.firings[0]?.before).toBe(PAGE.after)
  expect(texts(taken).slice(1)).toEqual([taken[0]?.text, PAGE.after, PAGE.before])
  expect(taken.map(({ asked }) => asked)).toEqual([true, false, false, true])
})

it('whoever leaves a slow screen gets where he goes', async () => {
  const taken = await take(
    world,
    [{ name: 'slow-gui', when: { turn: 1 } }],
    [opening, next("goto('https://a.example/')")]
  )
  expect(taken[1]).toMatchObject({ text: PAGE.before, firings: [] })
})

it('a dialog stays until its button is pressed, and then shows the screen behind it', async () => {
  const taken = await take(
    world,
    [{ name: 'unexpected-dialog', when: { turn: 1 } }],
    [opening, next("click('20')"), next("click('24')"), next("click('20')")]
  )
  const dialog = taken[0]?.text
  expect(dialog).toContain("[24] button 'Not now', clickable")
  expect(texts(taken)).toEqual([dialog, dialog, PAGE.after, PAGE.before])
})

it('a dialog is closed by a key too, and opens once without a trigger', async () => {
  const taken = await take(
    world,
    [{ name: 'unexpected-dialog' }],
    [opening, next("keyboard_press('Escape')"), next('noop()')]
  )
  expect(texts(taken).slice(1)).toEqual([PAGE.after, PAGE.before])
})

it('a dialog of a desktop is hit by the pixel, whatever lies below it', async () => {
  const desktop = { domain: 'os', setup: { initialState: DESKTOP.before } }
  const first = { action: 'pyautogui.click(1060, 657)', observation: DESKTOP.after }
  const [opened] = await take(desktop, [{ name: 'unexpected-dialog' }], [first])
  const button = screenOf(opened?.text ?? '').nodes.at(-1)
  const { x, y, width, height } = button?.bounds ?? { x: 0, y: 0, width: 0, height: 0 }
  const press = { action: `pyautogui.click(${x + width / 2}, ${y + height / 2})`, observation: 'unread' }
  const taken = await take(desktop, [{ name: 'unexpected-dialog' }], [first, press])
  expect(taken[1]?.text).toBe(DESKTOP.after)
})

it('a cookie banner is on every page until it is answered, and never again', async () => {
  const taken = await take(
    world,
    [{ name: 'cookie-banner', when: { turn: 1 } }],
    [opening, next("click('20')"), next("click('20')"), next("click('14')")]
  )
  expect(taken[0]?.text).toContain("button 'Reject all'")
  expect(taken[1]?.text).toContain("[20] button 'Reject all'")
  expect(texts(taken).slice(2)).toEqual([PAGE.before, PAGE.before])
  expect(taken.map(({ asked }) => asked)).toEqual([true, true, false, true])
})
