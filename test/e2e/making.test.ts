// Worlds made by hand: real Chromium, the real server, a real MCP server that is asked.
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { terminalConfirm } from '../../src/host/process/confirm.ts'
import { createTerminal, type FakeTerminal } from '../fixtures/terminal.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { type Desk, desks } from './worlds.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')
const SERVER = join(FIXTURES, 'mcp/server.mjs')
const LIMIT = PATIENCE

const openDesk = desks()
let desk: Desk
let page: Page
/** The one that Orrery runs in. */
let terminal: FakeTerminal

beforeEach(async () => {
  terminal = createTerminal()
  desk = await openDesk({ confirm: terminalConfirm({ ...terminal, foreground: () => true }) })
  page = desk.page
  await page.goto(desk.url)
  await page.getByRole('heading', { name: 'A world that exists only in a model' }).waitFor()
})

const dialog = () => page.getByRole('dialog', { name: 'New world' })
const named = (name: string | RegExp) => dialog().getByRole('button', { name })
const kind = (name: string) => dialog().getByRole('radio', { name, exact: true })

/** The dialog at its own form of a kind. */
async function ownWorld(title: string): Promise<void> {
  await page.getByRole('button', { name: 'Custom world…' }).click()
  await kind(title).click()
  await dialog().getByRole('tab', { name: 'Custom' }).click()
}

async function setup() {
  await expect.poll(async () => (await desk.client.call('worlds.list', {})).length, LIMIT).toBe(1)
  const [session] = await desk.client.call('worlds.list', {})
  const { branches } = await desk.client.call('worlds.open', { session: must(session).id })
  return { session: must(session), branch: must(branches[0]), ...must(branches[0]).setup }
}

test('a number out of its range is told at its field, and no world is made of it', async () => {
  await ownWorld('Terminal')
  const temperature = dialog().getByLabel('Temperature')
  await temperature.fill('7')
  await named('Create world').click()
  const said = await temperature.evaluate((input: HTMLInputElement) => [
    document.activeElement === input,
    input.validationMessage
  ])
  expect(said).toEqual([true, expect.stringContaining('5')])
  expect(await desk.client.call('worlds.list', {})).toEqual([])
  await temperature.fill('0.33')
  await named('Create world').click()
  expect((await setup()).sampling.temperature).toBe(0.33)
})

test('a world of any kind is made with the keyboard alone', async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands' }).waitFor()
  await page.keyboard.type('New world: MCP')
  await page.getByRole('option', { name: 'New world: MCP tools' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog().waitFor()
  expect(await kind('MCP tools').isChecked()).toBe(true)
  await kind('MCP tools').focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => kind('Software engineering').isChecked(), LIMIT).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => kind('MCP tools').isChecked(), LIMIT).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await dialog().getByLabel('Title').fill('My server')
  await named('Create world').focus()
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  const { session, domain, tools } = await setup()
  expect([session.title, domain, tools]).toEqual(['My server', 'mcp', []])
})

test('each kind keeps what was typed for it', async () => {
  await ownWorld('Terminal')
  const state = dialog().getByLabel('Initial state', { exact: true })
  await state.fill('A box.')
  await kind('MCP tools').click()
  expect(await state.inputValue()).toBe('')
  await kind('Terminal').click()
  expect(await state.inputValue()).toBe('A box.')
})

test('a kind that cannot begin with nothing begins like a ready world, which is seen and can be emptied', async () => {
  await ownWorld('Terminal')
  const state = dialog().getByLabel('Initial state', { exact: true })
  await expect.poll(() => state.inputValue(), LIMIT).toMatch(/^A freshly installed Debian/)
  const from = dialog().getByLabel('Use the state of a scenario')
  expect(await from.locator('option:checked').textContent()).toBe('A fresh Debian box')
  await kind('Web').click()
  await dialog()
    .getByText(/^Read as .*: \d+ nodes/)
    .waitFor()
  await kind('Terminal').click()
  await state.fill('')
  await named('Create world').click()
  await dialog().waitFor({ state: 'detached' })
  expect((await setup()).initialState).toBe('')
})

test('what one starts from are worlds; scenarios with checks are one click away, in their own window', async () => {
  const ready = page.getByRole('button', { name: 'A fresh Debian box' })
  await ready.first().waitFor()
  const judged = page.getByText('A disk without space')
  expect(await judged.count()).toBe(0)
  await page.keyboard.press('Control+n')
  await kind('Web').click()
  await dialog().getByRole('button', { name: 'A pottery shop', exact: false }).first().waitFor()
  expect(await dialog().getByText('A banner before the books').count()).toBe(0)
  await named('5 scenarios with checks, to be run…').click()
  const control = page.getByRole('dialog', { name: 'Scenarios' })
  await control.getByRole('group', { name: 'With checks' }).getByText('bookshop-cookies').waitFor()
})

test('a first screen is read while it is typed', async () => {
  await ownWorld('Web')
  const told = dialog()
    .getByRole('status')
    .filter({ hasText: /Empty|Read as|not in a screen format/ })
  const state = dialog().getByLabel('Initial state', { exact: true })
  await state.fill('')
  await told.getByText('Empty: the model invents the first screen').waitFor()
  await state.fill('hello')
  await told.getByText('This observation is not in a screen format that Orrery knows.').waitFor()
  await state.fill("RootWebArea 'Shop', focused\n\t[14] link 'Cart (2)', clickable")
  await told.getByText(/^Read as .*: 2 nodes/).waitFor()
})

test('tools come from a text, a file and a live server; they are listed, removed, and become the world’s own', async () => {
  await ownWorld('MCP tools')
  await dialog()
    .getByText(/^The \d+ default tools of this kind of world: /)
    .waitFor()
  await named('Paste definitions…').click()
  await dialog().getByLabel('Definitions').fill('[{"name": "echo"}, {"name": 5}]')
  await named('Add tools').click()
  await dialog().getByText('1 tool added from the text.').waitFor()
  await dialog()
    .getByText(/^Entry 2/)
    .waitFor()

  const choosing = page.waitForEvent('filechooser')
  await named('Open a file…').click()
  await (await choosing).setFiles(join(FIXTURES, 'openapi/library.yaml'))
  await dialog().getByText('4 tools added from library.yaml.').waitFor()

  await named('Import from an MCP server…').click()
  await dialog().getByLabel('Command').fill(`TOOLS=1 '${process.execPath}' '${SERVER}'`)
  await named('Continue…').click()
  const plan = dialog().getByRole('alert')
  await plan
    .getByText(
      'This program will start on this machine, with your permissions, after you confirm it outside this window:'
    )
    .waitFor()
  expect(await plan.locator('code').allTextContents()).toEqual([process.execPath, SERVER])
  await plan.getByText('With the variables TOOLS.').waitFor()
  await plan.getByText(/It never calls any of its tools\.$/).waitFor()
  await named('Start and list tools').click()
  await dialog().getByRole('status').getByText('Answer in the terminal that Orrery runs in.').waitFor()
  const question = await terminal.answer(/\[y\/N\] $/, 'y')
  expect(question).toContain(`Program:   ${process.execPath} ${SERVER}\n`)
  expect(question).toContain('Variables: TOOLS=1\n')
  await dialog().getByText('1 tool added from fixture 1.2.3.').waitFor()

  const list = dialog().getByRole('list', { name: 'Tools of this world' })
  expect(await list.locator('code').allTextContents()).toEqual([
    'echo()',
    'getBook(id, trace?)',
    'put_books_id(id, trace?, body)',
    'list_shelves(floor)',
    'addShelf(body)',
    'tool_0(text)'
  ])
  await named('Remove list_shelves').click()
  await named('Create world').click()
  await dialog().waitFor({ state: 'detached' })
  expect((await setup()).tools.map(({ name }) => name)).toEqual([
    'echo',
    'getBook',
    'put_books_id',
    'addShelf',
    'tool_0'
  ])
})

test('a large API is chosen from by search and checkboxes; what was chosen is what the world has', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await ownWorld('MCP tools')
  const operation = (at: number) => ({
    get: {
      operationId: `${at % 10 === 0 ? 'folder' : 'file'}_${at}`,
      summary: `Operation ${at}`,
      responses: { 200: { content: { 'application/json': { schema: { $ref: 'result.yaml#/Result' } } } } }
    }
  })
  const paths = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`/p${at}`, operation(at)]))
  const files = [
    { name: 'big.json', text: JSON.stringify({ openapi: '3.1.0', paths }) },
    { name: 'result.yaml', text: 'Result: { type: object, properties: { ok: { type: boolean } } }' }
  ]
  const drop = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, text } of all) transfer.items.add(new File([text], name))
    return transfer
  }, files)
  const section = dialog().getByRole('region', { name: 'Tools' })
  await section.dispatchEvent('drop', { dataTransfer: drop })
  await dialog().getByText('1,000 tools found in big.json. Choose the ones this world needs:').waitFor()
  expect(
    await dialog()
      .getByText(/any value is accepted there/)
      .count()
  ).toBe(0)
  const list = dialog().getByRole('list', { name: 'Tools of this world' })
  expect(await list.getByRole('checkbox').count()).toBe(100)
  expect(await list.getByRole('checkbox', { checked: true }).count()).toBe(0)
  const search = dialog().getByRole('searchbox', { name: 'Search the tools' })
  await expect.poll(() => search.evaluate((one) => one === document.activeElement), LIMIT).toBe(true)
  await page.keyboard.type('folder_1')
  await named('All of the 11 matches').click()
  await search.fill('folder_20')
  await list.getByRole('checkbox', { name: 'folder_20', exact: true }).focus()
  await page.keyboard.press('Space')
  await dialog()
    .getByText(/^12 of 1,000 tools, [\d,]+ characters of every prompt\.$/)
    .waitFor()
  const size = () =>
    dialog()
      .getByText(/^12 of 1,000 tools/)
      .textContent()
  const before = await size()
  await dialog()
    .getByRole('checkbox', { name: /^Leave out output schemas/ })
    .check()
  await expect.poll(size, LIMIT).not.toBe(before)
  await accessible(page, 'a list of 1,000 tools')
  await dialog().getByLabel('Task', { exact: true }).fill('Find the folder.')
  await named('Create world').click()
  await dialog().waitFor({ state: 'detached' })
  const { tools, task, hideOutputSchemas } = await setup()
  const chosen = tools.map(({ name }) => name)
  expect([chosen.length, chosen[0], chosen.at(-1), task, hideOutputSchemas]).toEqual([
    12,
    'folder_10',
    'folder_190',
    'Find the folder.',
    true
  ])
  expect(tools[0]?.outputSchema).toEqual({ type: 'object', properties: { ok: { type: 'boolean' } } })
})

test('a coding world is made with the tools of an agent, or with some of them', async () => {
  await ownWorld('Software engineering')
  await dialog().getByRole('combobox', { name: 'Tool set' }).selectOption({ label: 'Tools of Claude Code' })
  await dialog()
    .getByText(/^10 of 10 tools, /)
    .waitFor()
  await dialog().getByRole('checkbox', { name: 'WebFetch', exact: true }).uncheck()
  await expect.poll(() => dialog().getByRole('combobox', { name: 'Tool set' }).inputValue(), LIMIT).toBe('own')
  await named('Create world').click()
  await dialog().waitFor({ state: 'detached' })
  const { tools } = await setup()
  expect([tools.length, tools[0]?.name, tools.some(({ name }) => name === 'WebFetch')]).toEqual([9, 'Bash', false])
})

test('18.3 a server is not started before the word is given, and is stopped when one changes one’s mind', async () => {
  await ownWorld('MCP tools')
  await named('Import from an MCP server…').click()
  await dialog().getByLabel('Command').fill('no-such-command --x')
  await named('Continue…').click()
  await named('Back').click()
  expect(await dialog().getByRole('alert').count()).toBe(0)
  await named('Continue…').click()
  await named('Start and list tools').click()
  await terminal.answer(/\[y\/N\] $/, 'n')
  await dialog().getByRole('alert').getByText('"no-such-command" was not started: it was not confirmed.').waitFor()
  await named('Continue…').click()
  await named('Start and list tools').click()
  await terminal.answer(/\[y\/N\] $/, 'y')
  await dialog().getByRole('alert').getByText('There is no command "no-such-command" on this machine.').waitFor()
  await dialog().getByLabel('Command').fill(`HANG=1 '${process.execPath}' '${SERVER}'`)
  await named('Continue…').click()
  await named('Start and list tools').click()
  // Stopped while it waits for the answer, and then while it is asked.
  await expect.poll(terminal.text, LIMIT).toMatch(/\[y\/N\] $/)
  await named('Cancel').click()
  await expect.poll(terminal.text, LIMIT).toMatch(/The question was withdrawn\.\n$/)
  await named('Continue…').click()
  await named('Start and list tools').click()
  await terminal.answer(/\[y\/N\] $/, 'y')
  await dialog().getByRole('log').getByText('Connected to fixture 1.2.3').waitFor()
  await named('Cancel').click()
  await named('Continue…').waitFor()
})

test('a prompt pack is chosen as a folder, used by the world, and deleted', async () => {
  const lists: string[] = []
  page.on('request', (request) => request.url().endsWith('/prompts.list') && lists.push(request.url()))
  await ownWorld('Terminal')
  const choosing = page.waitForEvent('filechooser')
  await named('Import a prompt pack…').click()
  await (await choosing).setFiles(join(FIXTURES, 'prompt-pack'))
  await dialog().getByText('Prompt pack “prompt-pack” imported, for terminal, mcp.').waitFor()
  await dialog().getByText('"garden" is not a domain').waitFor()
  await dialog().getByText('Its judge prompts (terminal) are kept').waitFor()
  expect(await dialog().getByLabel('Template').inputValue()).toBe('prompt-pack')
  await named('Create world').click()
  await dialog().waitFor({ state: 'detached' })
  const { template, branch } = await setup()
  expect(template).toBe('prompt-pack')
  const { parts } = await desk.client.call('prompts.preview', { branch: branch.id, at: null })
  expect(parts[0]?.text).toMatch(/^# You are a shell\n/)

  await page.keyboard.press('Alt+n')
  await dialog().getByRole('tab', { name: 'Custom' }).click()
  await dialog().getByLabel('Template').selectOption('prompt-pack')
  await named('Delete “prompt-pack”…').click()
  await named('Delete pack').click()
  await expect.poll(() => dialog().getByLabel('Template').inputValue(), LIMIT).toBe('auto')
  const left = await desk.client.call('prompts.list', { domain: 'terminal' })
  expect(left.filter(({ pack }) => pack)).toEqual([])
  // Once for each form that was opened, and once for each change.
  expect(lists).toHaveLength(5)
})

test.each(['light', 'dark'] as const)('nothing serious stands in the way of making a world, %s', async (scheme) => {
  await page.emulateMedia({ colorScheme: scheme })
  await page.getByRole('button', { name: 'Custom world…' }).click()
  await accessible(page, 'scenarios')
  await dialog().getByRole('tab', { name: 'Custom' }).click()
  await kind('Web').click()
  await accessible(page, 'a world with a first screen')
  await kind('MCP tools').click()
  await named('Import from an MCP server…').click()
  await dialog().getByLabel('Command').fill('x y')
  await named('Continue…').click()
  await accessible(page, 'asking a server')
  await named('Start and list tools').click()
  await dialog().getByText('Waiting for your confirmation').waitFor()
  await accessible(page, 'waiting for confirmation')
  await named('Cancel').click()
})
