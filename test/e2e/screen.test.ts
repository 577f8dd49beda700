// The screen surface in real Chromium: what it draws, and what each gesture comes to, by mouse and by keyboard.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'
import type { Shown } from './screen/page.tsx'
import { CLOCK, EDITOR, LETTER, NOTE, NOTE_ASKS, NOTE_SAVES, SHOP, SHOP_AFTER } from './screen/samples.ts'
import { servePage } from './serve.ts'

let served: Awaited<ReturnType<typeof servePage>>
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]

beforeAll(async () => {
  served = await servePage('screen')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})
beforeEach(async () => {
  faults = []
  context = await browser.newContext({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(served.url)
  await page.locator('.pic-surface').waitFor()
})
afterEach(async () => {
  await context.close()
  expect(faults).toEqual([])
})

const show = (change: Partial<Shown>) =>
  page.evaluate((given) => window.picture.set(JSON.parse(given)), JSON.stringify(change))
const acted = async (): Promise<unknown> => JSON.parse(await page.evaluate(() => JSON.stringify(window.picture.acted)))
const answer = (text: string | null) =>
  page.evaluate((given) => {
    window.picture.answer = given
  }, text)
const picture = () => page.getByRole('region', { name: 'Simulated screen' })
const node = (role: 'button' | 'link' | 'textbox' | 'checkbox' | 'combobox' | 'switch', name: string) =>
  picture().getByRole(role, { name, exact: true })
/** The action that waits, exactly as the model would read it; `null` for none. */
async function pending(): Promise<string | null> {
  const action = page.locator('.pic-action')
  return (await action.count()) === 0 ? null : action.textContent()
}
const waits = (action: string | null) => expect.poll(pending).toBe(action)
const note = () => page.locator('.pic-pending [role="status"]').textContent()
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe('a page without coordinates', () => {
  beforeEach(() => show({ domain: 'web', initialState: SHOP }))

  test('is set as a page, each thing as what it stands for', async () => {
    await expect(picture().getByRole('heading', { name: 'Our teas' }).isVisible()).resolves.toBe(true)
    await expect(picture().getByRole('cell').allTextContents()).resolves.toEqual([
      'Assam breakfast',
      '6.20 EUR',
      '14',
      'Jasmine pearls',
      '9.80 EUR',
      'Sold out'
    ])
    await expect(picture().getByRole('img').getAttribute('aria-label')).resolves.toBe('A pot and two cups')
    await expect(page.getByLabel('Address').inputValue()).resolves.toBe('https://tea.example/')
    // One tab stop, however many controls.
    expect(await picture().locator('[tabindex="0"]').count()).toBe(1)
  })

  test('16.2 a click is shown as the action it is, and sent by Enter', async () => {
    await answer(SHOP)
    await node('link', 'Assam breakfast').click()
    await waits("click('21')")
    expect(await acted()).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(acted).toEqual(["click('21')"])
    await waits(null)
  })

  test('16.2 Esc drops it, and the button sends it', async () => {
    await node('button', 'Search').click()
    await waits("click('9')")
    await page.keyboard.press('Escape')
    await waits(null)
    await node('checkbox', 'Only in stock').click({ button: 'right' })
    await waits("click('13', 'right')")
    await page.getByRole('button', { name: 'Send Enter' }).click()
    await expect.poll(acted).toEqual(["click('13', 'right')"])
  })

  test('the arrow keys go from control to control, and Enter clicks', async () => {
    await node('link', 'Home').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe('Teas')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Search teas')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('Imprint')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await waits("click('2')")
    await page.keyboard.press('Enter')
    await expect.poll(acted).toEqual(["click('2')"])
  })

  test('typing on a field opens a line over it, and Enter makes it an action', async () => {
    await answer(SHOP_AFTER)
    await node('textbox', 'Search teas').focus()
    await page.keyboard.type('mint')
    await expect(page.getByLabel('Text for Search teas').inputValue()).resolves.toBe('mint')
    await page.keyboard.press('Enter')
    await waits("fill('8', 'mint')")
    await page.keyboard.press('Enter')
    await expect.poll(acted).toEqual(["fill('8', 'mint')"])
    // The keyboard stays where it was on the screen that follows.
    await expect.poll(focused).toBe('Search teas')
  })

  test('a click on a field and what is typed then are one action', async () => {
    await node('textbox', 'Search teas').click()
    await waits("click('8')")
    await page.keyboard.type('oolong')
    await page.keyboard.press('Enter')
    await waits("fill('8', 'oolong')")
  })

  test('16.5 the menu key offers what a mouse would do', async () => {
    await node('link', 'Teas').focus()
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: 'Hover' }).click()
    await waits("hover('3')")
    await node('combobox', 'Sort by').focus()
    await page.keyboard.press('F10')
    await page.getByRole('menuitem', { name: 'Choose Price' }).press('Enter')
    await waits("select_option('10', 'Price')")
  })

  test('16.5 what the world has no action for is said calmly', async () => {
    const from = node('link', 'Home')
    await from.hover()
    await page.mouse.down()
    await expect.poll(note).toBe('This world has no action for that.')
    await page.mouse.up()
    await waits(null)
    expect(await acted()).toEqual([])
  })

  test('16.5 the wheel is gathered to one action at the edge of what is shown', async () => {
    await node('link', 'Home').hover()
    await page.mouse.wheel(0, 2000)
    await page.waitForTimeout(600)
    await waits(null)
    // Together: on a busy machine the second might else come after the pause that makes two turns of them.
    await Promise.all([page.mouse.wheel(0, 120), page.mouse.wheel(0, 120)])
    await waits('scroll(0, 240)')
  })

  test('the frame and the bar have the commands', async () => {
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await waits('go_back()')
    await page.getByLabel('Address').fill('https://tea.example/teas')
    await page.getByLabel('Address').press('Enter')
    await waits("goto('https://tea.example/teas')")
    await page.getByRole('button', { name: 'Harbour weather' }).click()
    await waits('tab_focus(1)')
    await page.getByRole('button', { name: 'New tab' }).click()
    await waits('new_tab()')
    await page.getByRole('button', { name: 'Answer the user…' }).click()
    await page.getByLabel('Message').fill('It costs 6.20 EUR')
    await page.getByLabel('Message').press('Enter')
    await waits("send_msg_to_user('It costs 6.20 EUR')")
    await page.getByRole('button', { name: 'Key…' }).click()
    await page.keyboard.press('Control+a')
    await waits("keyboard_press('Control+a')")
  })

  test('16.2 what waits is where the raw editor starts', async () => {
    await node('button', 'Search').click()
    await page.getByRole('button', { name: 'Raw' }).click()
    await expect(page.getByLabel('Raw action').inputValue()).resolves.toBe("click('9')")
  })

  test('16.2 with "Send immediately" nothing waits, and the choice is kept', async () => {
    await page.getByRole('switch', { name: 'Send immediately' }).click()
    await answer(SHOP)
    await node('link', 'Teas').click()
    await expect.poll(acted).toEqual(["click('3')"])
    await page.reload()
    await page.locator('.pic-surface').waitFor()
    await expect(page.getByRole('switch', { name: 'Send immediately' }).isChecked()).resolves.toBe(true)
  })

  test('16.7 what changed is outlined and counted, and nothing is said to have changed when nothing did', async () => {
    await show({ texts: [SHOP_AFTER] })
    const count = page.getByRole('button', { name: '2 changed' })
    await count.waitFor()
    expect(
      await picture()
        .locator('.pic-changed')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    ).toEqual(['Basket (1)', 'Search teas'])
    await count.click()
    expect(await picture().locator('.pic-changed').count()).toBe(0)
    await show({ texts: [SHOP_AFTER, SHOP_AFTER] })
    await page.getByText('No visible change predicted').waitFor()
  })

  test('while an answer comes the old picture stays, and nothing is sent', async () => {
    await show({ live: { action: "click('2')", observation: "RootWebArea 'Ho" } })
    await page.getByText("RootWebArea 'Ho").waitFor()
    await node('link', 'Teas').click()
    await expect.poll(note).toBe('A step is still running. Wait for it, or press Esc to cancel it.')
    expect(await acted()).toEqual([])
  })

  test('what is typed while an answer comes is kept, on the next screen too', async () => {
    await show({ domain: 'web', initialState: SHOP, live: { action: "click('2')", observation: "RootWebArea 'Ho" } })
    await node('textbox', 'Search teas').focus()
    await page.keyboard.type('mint')
    await page.keyboard.press('Enter')
    await expect.poll(note).toBe('A step is still running. Wait for it, or press Esc to cancel it.')
    const editor = page.getByLabel('Text for Search teas')
    expect(await editor.inputValue()).toBe('mint')
    await page.keyboard.press('End')
    await page.keyboard.type(' tea')
    await show({ live: null, texts: [SHOP_AFTER] })
    expect(await editor.inputValue()).toBe('mint tea')
    await page.keyboard.press('Enter')
    await expect.poll(pending).toMatch(/^fill\('\d+', 'mint tea'\)$/)
    const fill = await pending()
    await page.keyboard.press('Enter')
    await expect.poll(acted).toEqual([fill])
  })

  test('what is entered for a command while an answer comes is kept', async () => {
    await show({ domain: 'android', initialState: CLOCK, live: { action: '{}', observation: '' } })
    await page.getByRole('button', { name: 'Open an app…' }).click()
    await page.keyboard.type('Clock')
    await page.keyboard.press('Enter')
    await expect.poll(note).toBe('A step is still running. Wait for it, or press Esc to cancel it.')
    expect(await page.locator('fieldset form input').inputValue()).toBe('Clock')
    expect(await acted()).toEqual([])
  })
})

describe('the inspector', () => {
  test('shows the tree, and selects with the picture both ways', async () => {
    await show({ domain: 'web', initialState: SHOP })
    await page.getByRole('button', { name: 'Inspector' }).click()
    await node('link', 'Jasmine pearls').click()
    const row = page.getByRole('treeitem', { selected: true })
    await expect.poll(() => row.textContent()).toBe('linkJasmine pearls26')
    await expect(page.getByRole('region', { name: 'Source of the selected node' }).textContent()).resolves.toContain(
      "[26] link 'Jasmine pearls', clickable"
    )
    await page.getByRole('tree').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => row.textContent()).toBe('row24')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => row.getAttribute('aria-expanded')).toBe('false')
    await page.getByLabel('Filter nodes').fill('sold')
    await expect.poll(() => page.getByRole('treeitem').last().textContent()).toBe('gridcellSold out28')
    await page.getByRole('treeitem').last().dblclick()
    await waits("click('28')")
  })

  for (const size of [
    { width: 1100, height: 290 },
    { width: 560, height: 800 }
  ]) {
    test(`lies over the picture in ${size.width} by ${size.height}, and gives the keyboard back`, async () => {
      await page.setViewportSize(size)
      await show({ domain: 'web', initialState: SHOP })
      const button = page.getByRole('button', { name: 'Inspector', exact: true })
      const panel = page.getByRole('complementary', { name: 'Inspector' })
      const pressed = () => button.getAttribute('aria-pressed')
      await button.focus()
      await page.keyboard.press('Enter')
      await expect.poll(focused).toBe('Filter nodes')
      expect(await pressed()).toBe('true')
      expect((await panel.boundingBox())?.height).toBeGreaterThanOrEqual(240)
      await accessible(page, 'the inspector over the picture')
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Inspector')
      expect(await pressed()).toBe('false')
      await button.click()
      await page.getByRole('button', { name: 'Close the inspector' }).click()
      await panel.waitFor({ state: 'detached' })
      await button.click()
      await page.getByLabel('Filter nodes').fill('Imprint')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await waits("click('36')")
      expect(await panel.count()).toBe(0)
      await expect.poll(focused).toBe('Imprint')
      await button.click()
      await page.setViewportSize({ width: 1100, height: 800 })
      await expect.poll(pressed).toBe('false')
      expect(await panel.count()).toBe(0)
    })
  }

  test('has nothing to show of what is no screen, and its button says so', async () => {
    await show({ domain: 'web', initialState: 'no screen at all' })
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('button', { name: 'Inspector' }).isDisabled()).toBe(true)
  })
})

describe('a world that is opened', () => {
  test('has the keyboard on its picture, and nothing is selected', async () => {
    for (const [domain, initialState, first] of [
      ['os', NOTE, 'File'],
      ['android', CLOCK, 'More options'],
      ['web', LETTER, 'Inbox']
    ] as const) {
      await show({ domain, initialState, autoFocus: true })
      await expect.poll(focused).toBe(first)
      expect(await page.locator('[data-selected], .pic-ring').count()).toBe(0)
    }
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('[data-selected]').count()).toBe(1)
  })

  test('leaves it where a person types or a dialog is open', async () => {
    await page.getByRole('button', { name: 'Raw' }).click()
    await page.evaluate(() => {
      const field = document.createElement('input')
      field.setAttribute('aria-label', 'Elsewhere')
      document.body.append(field)
      field.focus()
    })
    await show({ domain: 'android', initialState: CLOCK, autoFocus: true })
    await picture().waitFor()
    expect(await focused()).toBe('Elsewhere')
    await page.evaluate(() => {
      document
        .querySelector('input[aria-label="Elsewhere"]')
        ?.replaceWith(Object.assign(document.createElement('div'), { role: 'dialog' }))
    })
    await show({ domain: 'web', initialState: SHOP })
    await node('link', 'Home').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })
})

describe('a drop-down that is shut', () => {
  beforeEach(() => show({ domain: 'web', initialState: SHOP }))
  const offered = () => page.getByRole('menuitem').allTextContents()

  test('offers what it holds to a click', async () => {
    await node('combobox', 'Sort by').click()
    await expect.poll(offered).toEqual(['Name', 'Price', 'Click only'])
    await waits(null)
    await page.getByRole('menuitem', { name: 'Price' }).click()
    await waits("select_option('10', 'Price')")
    await node('combobox', 'Sort by').click()
    await page.getByRole('menuitem', { name: 'Click only' }).click()
    await waits("click('10')")
  })

  test('and to Enter, which sends what was chosen', async () => {
    await node('combobox', 'Sort by').focus()
    await page.keyboard.press('Enter')
    await expect.poll(offered).toEqual(['Name', 'Price', 'Click only'])
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Sort by')
    await waits(null)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Price' }).press('Enter')
    await waits("select_option('10', 'Price')")
    await page.keyboard.press('Enter')
    await expect.poll(acted).toEqual(["select_option('10', 'Price')"])
  })

  test('is clicked where its options lie open, or where the world cannot choose', async () => {
    await show({ initialState: SHOP.replace('expanded=False', 'expanded=True') })
    await node('combobox', 'Sort by').click()
    await waits("click('10')")
    await show({ domain: 'os', initialState: SHOP })
    await node('combobox', 'Sort by').click()
    expect(await offered()).toEqual([])
  })
})

describe('a phone', () => {
  beforeEach(() => show({ domain: 'android', initialState: CLOCK }))

  test('things stand where they are, in a frame with its keys and a keyboard', async () => {
    const [alarm, add] = [
      await node('switch', 'Alarm at 7:30').boundingBox(),
      await node('button', 'Add alarm').boundingBox()
    ]
    expect((add?.y ?? 0) > (alarm?.y ?? 0)).toBe(true)
    expect(await node('switch', 'Alarm at 7:30').getAttribute('aria-checked')).toBe('true')
    await page.getByRole('button', { name: 'Home', exact: true }).click()
    await waits('{"action_type":"navigate_home"}')
    await page.locator('[data-key="m"]').click()
    await page.locator('[data-key="e"]').click()
    await expect(page.getByLabel('Text for Label').inputValue()).resolves.toBe('me')
    await page.keyboard.press('Enter')
    await waits('{"action_type":"input_text","index":2,"text":"me"}')
  })

  test('16.5 is tapped, held and swiped', async () => {
    await node('switch', 'Alarm at 9:00').click()
    await waits('{"action_type":"click","index":7}')
    await node('checkbox', 'Snooze length, 10 minutes').hover()
    await page.mouse.down()
    await waits('{"action_type":"long_press","index":8}')
    await page.mouse.up()
    await waits('{"action_type":"long_press","index":8}')
    await node('checkbox', 'Snooze length, 10 minutes').focus()
    await page.keyboard.press('PageDown')
    await expect.poll(pending).toContain('"action_type":"scroll"')
    await node('button', 'Add alarm').focus()
    await page.keyboard.press('Enter')
    await waits('{"action_type":"click","index":9}')
  })
})

describe('a desktop', () => {
  beforeEach(() => show({ domain: 'os', initialState: EDITOR }))

  test('16.5 is clicked, double-clicked, right-clicked, dragged and typed into', async () => {
    await node('button', 'Save').click()
    await waits('pyautogui.click(1708, 303)')
    await picture()
      .locator('[data-node]', { hasText: 'budget.ods' })
      .first()
      .dblclick({ position: { x: 10, y: 5 } })
    await waits('pyautogui.doubleClick(620, 195)')
    await picture()
      .locator('[data-node]', { hasText: 'holiday.png' })
      .first()
      .click({ button: 'right', position: { x: 10, y: 5 } })
    await waits("pyautogui.click(620, 233, button='right')")
    await node('textbox', 'Find').focus()
    await page.keyboard.type('flour')
    await page.keyboard.press('Control+Enter')
    await expect.poll(pending).toContain("write('flour'")
    await node('button', 'Open').focus()
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: 'Drag from here' }).press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(pending).toContain('dragTo')
  })
})

/** Where a pixel of the screen is in the window, told by a node whose place is known. */
async function pixel(x: number, y: number): Promise<[number, number]> {
  const stage = await page.locator('.pic-stage').evaluate((element) => {
    const { left, top, width } = element.getBoundingClientRect()
    return { left, top, scale: width / 1920 }
  })
  return [stage.left + x * stage.scale, stage.top + y * stage.scale]
}

describe('a desktop whose format tells of no windows', () => {
  test('a dialog hides what lies below it, and its ground is clicked where it is', async () => {
    await show({ domain: 'os', initialState: NOTE, texts: [NOTE_SAVES] })
    await page.mouse.click(...(await pixel(900, 400)))
    await waits('pyautogui.click(900, 400)')
    await page.mouse.click(...(await pixel(1045, 617)))
    await waits('pyautogui.click(1045, 617)')
    // Beside the dialog the editor is in view, and meant at its middle.
    await page.mouse.click(...(await pixel(1260, 700)))
    await waits('pyautogui.click(960, 560)')
    await show({ texts: [NOTE_ASKS] })
    await expect.poll(() => page.locator('.pic-title').allTextContents()).toEqual(['Question'])
  })

  test('what is fitted is the part with the windows, and clicks stay exact in it and on the whole', async () => {
    await show({ domain: 'os', initialState: NOTE })
    const wide = async () => (await page.locator('.pic-stage').boundingBox())?.width ?? 0
    const before = await wide()
    expect(before).toBeGreaterThan(1200)
    const at: [number, number][] = [
      [700, 320],
      [600, 300],
      [1290, 800]
    ]
    for (const [x, y] of at) {
      await page.mouse.click(...(await pixel(x, y)))
      await waits(`pyautogui.click(${x}, ${y})`)
    }
    await page.getByRole('button', { name: 'Whole screen' }).click()
    expect(await wide()).toBeLessThan(before)
    for (const [x, y] of [...at, [30, 40] as const, [1900, 1060] as const]) {
      await page.mouse.click(...(await pixel(x, y)))
      await expect
        .poll(async () => {
          const [, across = '0', down = '0'] = /\((\d+), (\d+)\)/.exec((await pending()) ?? '') ?? []
          return Math.max(Math.abs(Number(across) - x), Math.abs(Number(down) - y))
        })
        .toBeLessThan(2)
    }
    await page.getByRole('button', { name: 'Whole screen' }).click()
    await expect.poll(wide).toBe(before)
  })

  test('16.5 the menu of a node opens by Shift and the right button, and from the selected node', async () => {
    await show({ domain: 'os', initialState: NOTE_ASKS })
    await node('button', 'Save').click({ button: 'right', modifiers: ['Shift'] })
    await page.getByRole('menuitem', { name: 'Hover' }).click()
    await waits('pyautogui.moveTo(1133, 606)')
    await node('button', 'Cancel').click()
    await page.getByRole('button', { name: 'More actions for Cancel' }).click()
    await page.getByRole('menuitem', { name: 'Double click' }).click()
    await waits('pyautogui.doubleClick(790, 606)')
  })
})

describe('HTML', () => {
  test('16.8 what stands before the page and around it is not drawn in it', async () => {
    const text = `URL: https://letters.example/\nTitle: Letterbox\nTab 0 (current): Letterbox\n\n\`\`\`html\n${LETTER}\n\`\`\``
    await show({ domain: 'web', initialState: text })
    await expect(page.getByLabel('Address').inputValue()).resolves.toBe('https://letters.example/')
    const inner = page.frameLocator('iframe')
    await expect.poll(() => inner.locator('body').textContent()).toMatch(/^\s*Letterbox/)
    await expect(inner.locator('body').textContent()).resolves.not.toContain('`')
    // Its own style is stronger than what Orrery sets.
    await expect(inner.locator('h1').evaluate((element) => getComputedStyle(element).color)).resolves.toBe(
      'rgb(36, 80, 107)'
    )
    await node('link', 'Inbox').click()
    await waits("click('2')")
  })

  test('16.8 is drawn by the browser, and its elements are acted on', async () => {
    await show({ domain: 'web', initialState: LETTER })
    await page.locator('iframe').waitFor()
    await node('link', 'Inbox').click()
    await waits("click('2')")
    await node('button', 'Find').focus()
    await page.keyboard.press('Enter')
    await waits("click('6')")
    await node('textbox', 'Search').focus()
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await waits("fill('5', 'harbour!')")
  })
})

describe('what cannot be read', () => {
  test('16.11 is shown as text with a warning, and the last screen is one press away', async () => {
    await show({ domain: 'web', initialState: SHOP, texts: [SHOP_AFTER, 'Sorry, I can not do that.'] })
    await page.getByRole('alert').waitFor()
    await expect(page.getByRole('region', { name: 'The observation as text' }).textContent()).resolves.toBe(
      'Sorry, I can not do that.'
    )
    await page.getByRole('button', { name: 'Show the screen of step 1' }).click()
    await node('link', 'Basket (1)').click()
    await waits("click('4')")
  })

  test('16.19 what turns the reading direction is marked in the text', async () => {
    await show({ domain: 'web', initialState: "RootWebArea 'Pay'\n\t[1] button 'safe \u202egnp.exe\u2066'" })
    await page.getByText('2 nodes', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await expect(page.getByRole('region', { name: 'The observation as text' }).textContent()).resolves.toBe(
      "RootWebArea 'Pay'\n\t[1] button 'safe \u27e8202E\u27e9gnp.exe\u27e82066\u27e9'"
    )
    await show({ initialState: "RootWebArea 'Alone'" })
    await page.getByText('1 node', { exact: true }).waitFor()
  })

  test('16.11 no length, nesting or character stops the window', async () => {
    const deep = `RootWebArea 'Deep'\n${Array.from({ length: 3000 }, (_, depth) => `${'\t'.repeat(depth + 1)}[d${depth}] generic ''`).join('\n')}`
    const wide = `RootWebArea 'Wide'\n${Array.from({ length: 30_000 }, (_, at) => `\t[${at}] link 'Number ${at}', clickable`).join('\n')}`
    const long = 'x'.repeat(5_000_000)
    const odd = "RootWebArea 'Odd \u0000\u0007'\n\t[1] button 'שלום \u202e 👩‍👩‍👧 \ud800'\n\t\t\t\t[2] link 'torn"
    for (const text of [deep, wide, long, odd, LETTER.slice(0, 300), EDITOR.slice(0, 500), CLOCK.slice(0, 700)]) {
      await show({ domain: 'web', initialState: text })
      await page.getByRole('button', { name: 'Text', exact: true }).click()
      await page.getByRole('button', { name: 'Text', exact: true }).click()
    }
    await show({ initialState: wide })
    await page.getByText(/Only the first 6,000 of [\d,]+ nodes are drawn/).waitFor()
  })
})

describe('for everyone', () => {
  for (const dark of [false, true]) {
    test(`16.12 axe finds nothing serious, ${dark ? 'dark' : 'light'}`, async () => {
      const samples = { web: SHOP_AFTER, android: CLOCK, os: EDITOR }
      for (const [domain, text] of Object.entries(samples)) {
        await show({ domain, initialState: text, dark, texts: [] })
        await picture().waitFor()
        const inspector = page.getByRole('button', { name: 'Inspector' })
        if ((await inspector.getAttribute('aria-pressed')) === 'false') await inspector.click()
        await page.getByRole('treeitem').nth(2).click()
        await accessible(page, `${domain} ${dark}`)
      }
      await show({
        domain: 'web',
        initialState: LETTER,
        texts: ['nothing to read'],
        live: { action: 'noop()', observation: 'Root' }
      })
      await accessible(page, 'text and an answer coming')
    })
  }

  test('every sample of every reader is drawn', async () => {
    const folder = join(import.meta.dirname, '../fixtures/screens')
    for (const name of await readdir(folder)) {
      const domain = /android|uiautomator/.test(name) ? 'android' : /osworld/.test(name) ? 'os' : 'web'
      await show({ domain, initialState: await readFile(join(folder, name), 'utf8'), texts: [], live: null })
      await picture().locator('.pic-stage > *').first().waitFor({ state: 'attached' })
    }
  })
})
