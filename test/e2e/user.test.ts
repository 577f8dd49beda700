// A world with a user in the window: the talk as a conversation, a person who plays the user, and the rules of who they are.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import type { UserUse } from '../../src/core/tree/user.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { type Desk, desks, stands } from './worlds.ts'

const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

const look = async (what: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await accessible(page, `${what}, ${colorScheme}`)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${what}-${colorScheme}.png` })
  }
}

/** The airline's desk, opened in the window after these calls. */
async function open(user: Partial<UserUse> = {}, before: [name: string, given: Record<string, string>][] = []) {
  const { setup } = must((await desk.client.call('scenarios.list', {})).find(({ name }) => name === 'airline-desk'))
  const asked = { ...must(setup), user: { ...must(setup?.user), ...user } }
  const made = await desk.client.call('worlds.create', { title: 'The desk', setup: asked as never })
  for (const [name, given] of before) {
    const step = { session: made.session.id, branch: made.branch.id, action: { name, arguments: given } }
    for await (const _event of desk.client.stream('steps.run', step));
  }
  await page.goto(desk.url)
  await page.getByRole('navigation', { name: 'Worlds' }).getByRole('button', { name: 'The desk' }).first().click()
  await stands(page, before.length)
  return made
}

const talk = () => page.getByRole('region', { name: 'Result content' })
const reply = () => page.getByRole('region', { name: /^You are the user/ })

/** Says it as the agent, by the keyboard. */
async function say(message: string) {
  await page.getByRole('option', { name: /^say\b/ }).click()
  await page.getByRole('textbox', { name: 'message' }).fill(message)
  await page.keyboard.press('Control+Enter')
}

test('what is said is drawn as a conversation, with what both did in between', async () => {
  await open({}, [
    ['say', { message: 'What is your booking reference?' }],
    ['send_code', { reference: 'QX7L2' }],
    ['say', { message: 'Which code did you get?' }]
  ])
  const lines = talk().getByRole('list', { name: 'Conversation' }).getByRole('listitem')
  await expect
    .poll(async () => (await lines.allInnerTexts()).map((text) => text.replaceAll(/\n+/g, '\n')), PATIENCE)
    .toEqual([
      'User\nHello, I need help with my flight to Porto.',
      'Agent\nWhat is your booking reference?',
      'User\nMy booking reference is QX7L2.',
      expect.stringContaining('send_code'),
      'Agent\nWhich code did you get?',
      expect.stringMatching(/^The user used\s+read_code.*4821/s),
      'User\nIt is 4821.'
    ])
  await look('talk')
  await lines.getByRole('button', { name: /send_code/ }).click()
  await talk().getByText('A code was sent').waitFor()
})

test('a person answers for the user what they said themselves, and cancels it', async () => {
  await open({ answers: 'person' })
  await say('What is your name?')
  await reply().getByText('What is your name?').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await look('reply')
  await page.keyboard.press('Escape')
  await stands(page, 0)
  await say('What is your name?')
  await reply().waitFor()
  await reply().getByText('Use a tool of your own').click()
  await reply().getByRole('textbox', { name: 'Its arguments as JSON' }).fill('{"reference": "QX7L2"}')
  await reply().getByRole('button', { name: 'Use it' }).click()
  await reply().getByText('No code has come.').waitFor()
  await reply().getByRole('textbox', { name: 'Your answer' }).fill('Mara.')
  await page.keyboard.press('Enter')
  await stands(page, 1)
  await talk().getByText('Mara.').waitFor()
  await talk().getByText('The user used read_code').waitFor()
  await say('Is there anything else?')
  await reply().getByRole('textbox', { name: 'Your answer' }).fill('No, bye.')
  await reply().getByRole('button', { name: 'Answer and leave' }).click()
  await stands(page, 2)
  await talk().getByText('The user has left.').waitFor()
})

test('an agent’s message waits for the person at the window, who answers or does not', async () => {
  const { session, branch } = await open({ answers: 'person' })
  const link = await desk.client.call('links.create', { session: session.id, branch: branch.id })
  const { url } = await desk.client.call('doors.open', {})
  const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/w/${link.secret}/mcp`)))
  const told = async (message: string) => {
    const { content, isError = false } = await client.callTool({ name: 'say', arguments: { message } })
    return [(content as { text: string }[]).map(({ text }) => text).join(), isError]
  }
  try {
    const first = told('What is your booking reference?')
    await reply().getByText('says to you:').waitFor(PATIENCE)
    await look('reply-to-agent')
    await reply().getByRole('textbox', { name: 'Your answer' }).fill('QX7L2')
    await page.keyboard.press('Enter')
    expect(await first).toEqual(['QX7L2', false])
    const second = told('And your card number?')
    await reply().getByText('And your card number?').waitFor(PATIENCE)
    await reply().getByRole('button', { name: 'Do not answer' }).click()
    expect(await second).toEqual([expect.stringContaining('did not want to answer'), true])
  } finally {
    await client.close()
  }
})

test('who the user is stands under the rules, and another one is a branch', async () => {
  const { session } = await open()
  await page.getByRole('tab', { name: 'Rules' }).click()
  const rules = page.getByRole('region', { name: 'User', exact: true })
  await rules.getByLabel('What they want').waitFor()
  expect(await rules.getByRole('checkbox', { name: 'read_code' }).isChecked()).toBe(true)
  await rules.getByLabel('Their first words').fill('Hello there, ')
  const facts = rules.getByRole('group', { name: 'What they know' })
  await facts.getByRole('textbox', { name: 'Fact 1, what they say' }).fill('QX7L9')
  await facts.getByRole('button', { name: 'Add a fact' }).click()
  // The new row has the keyboard.
  await page.keyboard.type('name')
  await facts.getByText('Two facts are called “name”.').waitFor()
  await facts.getByRole('button', { name: 'Remove Fact 3' }).click()
  await facts.getByRole('button', { name: 'Remove Fact 2' }).click()
  await facts.getByText('Two facts are called “name”.').waitFor({ state: 'detached' })
  await look('user-rules')
  await rules.getByLabel('Who answers for the user').selectOption('A person at this window')
  await page.getByRole('button', { name: 'Create branch' }).click()
  await expect
    .poll(async () => {
      const { branches } = await desk.client.call('worlds.open', { session: session.id })
      return branches.map(({ setup: { user } }) => [user?.answers, user?.opens, user?.knows])
    })
    .toContainEqual(['person', 'Hello there,', { 'booking reference': 'QX7L9' }])
})

test('the rules of the script are rows: what is typed, moved and removed is what the user does', async () => {
  const { session } = await open()
  await page.getByRole('tab', { name: 'Rules' }).click()
  const script = page.getByRole('group', { name: 'Rules of the script' })
  const rule = (number: number) => script.getByRole('group', { name: `Rule ${number}`, exact: true })
  await rule(9).waitFor()
  await rule(2).getByLabel('They say').fill('It is {result.code}, I think.')
  await script.getByRole('button', { name: 'Add a rule' }).click()
  await page.keyboard.type('another phone\nnew number')
  await rule(10).getByLabel('They say').fill('I have no {phone}.')
  await script.getByText(/does not know "phone"/).waitFor()
  await rule(10).getByLabel('They say').fill('I have no other phone. ')
  await script.getByText(/does not know/).waitFor({ state: 'detached' })
  await rule(10).getByLabel('They use first').selectOption('read_code')
  await rule(10).getByLabel('Its arguments as JSON').fill('{"reference": "QX7L2"}')
  await rule(10).getByText('Order and number').click()
  await rule(10).getByLabel('Only after').selectOption('agreed')
  await rule(10).getByLabel('At most so often').fill('two')
  await script.getByText(/times/).waitFor()
  await rule(10).getByLabel('At most so often').fill('2')
  await script.getByRole('button', { name: 'Move Rule 10 up' }).click()
  await script.getByRole('button', { name: 'Remove Rule 1', exact: true }).click()
  await rule(10).waitFor({ state: 'detached' })
  await rule(8).scrollIntoViewIfNeeded()
  await look('user-script')
  await page.getByRole('button', { name: 'Create branch' }).click()
  const made = async () => {
    const { branches } = await desk.client.call('worlds.open', { session: session.id })
    return branches.at(-1)?.setup.user?.rules ?? []
  }
  await expect.poll(async () => (await made()).length).toBe(9)
  await expect.poll(async () => (await made())[0]?.say).toBe('It is {result.code}, I think.')
  expect((await made())[7]).toEqual({
    asked: ['another phone', 'new number'],
    after: 'agreed',
    times: 2,
    say: 'I have no other phone.',
    does: { tool: 'read_code', arguments: { reference: 'QX7L2' } }
  })
})
