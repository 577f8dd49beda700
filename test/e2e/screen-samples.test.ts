// The recorded worlds with screens, in the whole window: acted on by mouse and by keyboard, with the actions that were recorded.
import type { Page } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { type Desk, desks } from './worlds.ts'

const LIMIT = PATIENCE

const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

const picture = () => page.getByRole('region', { name: 'Simulated screen' })
async function open(title: RegExp): Promise<void> {
  await page.goto(desk.url)
  await page.getByRole('button', { name: title }).click()
  await picture().waitFor()
}

/** Waits for the action that is shown, sends it, and waits for the step it makes. */
async function sends(action: string, step: number): Promise<void> {
  await expect.poll(() => page.locator('.pic-action').textContent(), LIMIT).toBe(action)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('contentinfo').textContent(), LIMIT).toContain(`step ${step} of ${step}`)
  // Until the run is over, what is done on the picture is not taken.
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
}

describe('recorded worlds', () => {
  test('16.2 a bookshop is searched by keyboard and a book opened by mouse', async () => {
    await open(/^Buying a book/)
    await picture().locator('.pic-field').first().focus()
    await page.keyboard.type('tide')
    await page.keyboard.press('Enter')
    await sends("fill('10', 'tide')", 1)
    await page.getByRole('button', { name: 'Key…' }).click()
    await page.keyboard.press('Enter')
    await sends("keyboard_press('Enter')", 2)
    await picture().getByRole('combobox').focus()
    await page.keyboard.press('F10')
    await page.getByRole('menuitem', { name: 'Choose Price: low to high' }).press('Enter')
    await sends("select_option('18', 'Price: low to high')", 3)
    await picture().locator('.pic-link', { hasText: 'The Tide Clock' }).first().click()
    await sends("click('27')", 4)
    await accessible(page, 'the bookshop')
  })

  test('16.5 a phone is tapped by mouse, and goes back by keyboard', async () => {
    await open(/^Joining a Wi-Fi network/)
    await picture().getByText('Connected devices', { exact: true }).click()
    await sends('{"action_type":"click","x":436,"y":726}', 1)
    await page.getByRole('button', { name: 'Back', exact: true }).focus()
    await page.keyboard.press('Enter')
    await sends('{"action_type":"navigate_back"}', 2)
    await accessible(page, 'the phone')
  })

  test('16.5 a calculator is clicked by mouse, typed into and pressed by keyboard', async () => {
    await open(/^A sum on a calculator/)
    await picture().getByRole('button', { name: '7', exact: true }).click()
    await sends('pyautogui.click(830, 576)', 1)
    await picture().getByRole('button', { name: '8', exact: true }).focus()
    await page.keyboard.type('5*12')
    await page.keyboard.press('Enter')
    await sends("pyautogui.write('5*12')", 2)
    await picture().getByRole('button', { name: '=', exact: true }).focus()
    await page.keyboard.press('Enter')
    await sends('pyautogui.click(1090, 676)', 3)
    await accessible(page, 'the desktop')
  })
})
