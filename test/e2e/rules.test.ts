// Worlds by rule in the window: tables that are kept for a world of tools, and a page whose widgets answer by themselves.
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import type { CallInput } from '../../src/core/contract/index.ts'
import { findDomain } from '../../src/core/domains/index.ts'
import type { Json } from '../../src/core/tree/ports.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks, stands } from './worlds.ts'

const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

const look = (what: string) => inBothThemes(page, what)

type NewSetup = CallInput<'worlds.create'>['setup']

/** A new world, opened in the window. */
async function open(title: string, setup: NewSetup) {
  const made = await desk.client.call('worlds.create', { title, setup })
  await page.goto(desk.url)
  const worlds = page.getByRole('navigation', { name: 'Worlds' })
  await worlds.getByRole('button', { name: title }).first().click()
  await stands(page, 0)
  return made
}

test('tables are kept for a world of tools in one press, edited as text, and what is wrong is told by line', async () => {
  const id = { type: 'string' }
  const tool = (name: string, properties: Record<string, Json>, required: string[]) => ({
    ...{ name, description: `${name} of the desk.` },
    inputSchema: { type: 'object', properties, required }
  })
  const { session } = await open('Loans', {
    domain: 'mcp',
    grounding: 'model',
    tools: [
      tool('list_loans', {}, []),
      tool('get_loan', { loan_id: id }, ['loan_id']),
      tool('create_loan', { book: id, reader: id }, ['book', 'reader'])
    ]
  })
  await page.getByRole('tab', { name: 'Rules' }).click()
  const rules = page.getByRole('tabpanel', { name: 'Rules' })
  const tables = rules.getByRole('region', { name: 'Tables' })
  await tables.getByText('keep a table?').waitFor()
  await look('tables-offered')
  await tables.getByRole('button', { name: 'Keep a table' }).focus()
  await page.keyboard.press('Enter')
  const field = tables.getByRole('textbox', { name: 'Tables and verbs' })
  await expect.poll(() => field.inputValue(), PATIENCE).toContain('loans:')
  const right = await field.inputValue()
  await field.fill(right.replace('columns:', 'colums:'))
  await tables
    .getByText(/^Line \d+, column \d+: /)
    .first()
    .waitFor()
  await look('tables-wrong')
  await field.fill(right)
  await tables
    .getByText(/^Line \d+, column/)
    .first()
    .waitFor({ state: 'detached' })
  await rules.getByRole('button', { name: 'Create branch' }).click()
  await expect
    .poll(async () => (await desk.client.call('worlds.open', { session: session.id })).branches.at(-1)?.setup, PATIENCE)
    .toMatchObject({ grounding: 'grounded', program: { language: 'data' } })
})

test('on a page by rule a click checks a box, says that it was executed, and asks no model', async () => {
  const { session } = await open('A form', {
    domain: 'web',
    grounding: 'grounded',
    initialState:
      "RootWebArea 'Sign up', focused\n\t[3] form ''\n\t\t[4] textbox 'Name', clickable\n\t\t[5] checkbox 'Newsletter', clickable, checked='false'\n\t\t[6] button 'Join', clickable"
  })
  await page
    .getByRole('checkbox', { name: /Newsletter/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Send/ }).waitFor()
  await page.keyboard.press('Enter')
  await stands(page, 1)
  const { branches } = await desk.client.call('worlds.open', { session: session.id })
  const { step, calls } = await desk.client.call('steps.get', { session: session.id, step: branches[0]?.tip ?? '' })
  expect(step.observation.text).toContain("[5] checkbox 'Newsletter', clickable, focused, checked='true'")
  expect(calls[0]?.grounded).toMatchObject({ ground: 'widgets', rule: 'check', origin: 'executed' })
  await look('page-by-rule')
})

test('a press in a shop that is a program puts the mug in the basket, and asks no model', async () => {
  const shop = (await desk.client.call('scenarios.list', {})).find(({ name }) => name === 'pottery-shop')
  const { session } = await open('A shop', { ...must(shop).setup, grounding: 'executed' })
  await page.getByRole('button', { name: 'Add Harbour mug to basket' }).first().click()
  await page.getByRole('button', { name: /^Send/ }).waitFor()
  await page.keyboard.press('Enter')
  await stands(page, 1)
  await page
    .getByRole('link', { name: /Basket \(1\)/ })
    .first()
    .waitFor()
  const { branches } = await desk.client.call('worlds.open', { session: session.id })
  const { calls } = await desk.client.call('steps.get', { session: session.id, step: branches[0]?.tip ?? '' })
  expect(calls[0]?.grounded).toMatchObject({ ground: 'program', origin: 'executed' })
  await look('shop-by-program')
})

test('tabs of a desktop’s browser are pressed, closed and made in the window', async () => {
  const ready = (await desk.client.call('scenarios.list', {})).find(({ name }) => name === 'desktop-browser')
  const { session, branch } = await open('A desktop', must(ready).setup)
  const act = async (code: string) => {
    const events = desk.client.stream('steps.run', {
      session: session.id,
      branch: branch.id,
      action: must(findDomain('os').fromText(code))
    })
    for await (const _ of events);
  }
  await act('pyautogui.click(35, 270)')
  await act("pyautogui.hotkey('ctrl', 't')")
  await stands(page, 2)
  const world = page.getByRole('region', { name: 'Simulated screen' })
  const closing = world.getByRole('button', { name: 'Close tab' })
  await expect.poll(() => closing.count(), PATIENCE).toBe(2)
  await look('desktop-tabs')
  const send = async (steps: number) => {
    await page.getByRole('button', { name: /^Send/ }).waitFor()
    await page.keyboard.press('Enter')
    await stands(page, steps)
  }
  await world.getByRole('button', { name: 'Allotment union' }).click()
  await send(3)
  const address = world.getByRole('textbox', { name: 'Address and search bar' })
  await expect.poll(() => address.textContent(), PATIENCE).toContain('https://allotment.example/')
  await closing.last().click()
  await send(4)
  await expect.poll(() => closing.count(), PATIENCE).toBe(1)
})
