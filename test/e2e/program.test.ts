// A world's program in the window: what it keeps, its text, its tests and its versions; a new world of a file; audits.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import type { CallInput } from '../../src/core/contract/index.ts'
import { scripted } from '../core/acting.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks, stands, tabTo } from './worlds.ts'

const SHELF = `// Books that are lent once.
const text = { type: 'string' }
const tool = (name, names) => ({
  name,
  inputSchema: { type: 'object', properties: Object.fromEntries(names.map((one) => [one, text])), required: names }
})

export const init = () => ({
  books: { emma: { title: 'Emma', reader: null }, ulysses: { title: 'Ulysses', reader: 'lin' } },
  reviews: {}
})

export const actions = () => ({ tools: [tool('list', []), tool('lend', ['book', 'to']), tool('review', ['book'])] })

export function step(state, { tool, arguments: { book, to }, answers }) {
  if (tool === 'list') return { answer: state.books }
  if (tool === 'lend') {
    if (state.books[book].reader) return { error: 'It is lent to ' + state.books[book].reader }
    return { state: put(state, ['books', book, 'reader'], to), answer: 'Lent.' }
  }
  if (!answers) return { ask: { about: 'A review of ' + book, schema: text, template: 'Fine.' } }
  return { state: put(state, ['reviews', book], answers[0]), answer: answers[0] }
}
`
const TABLE = `version: 1
tables:
  accounts:
    columns: { id: id, owner: text }
    verbs: [list, create]
    rows: [{ owner: Ada }]
`

const openDesk = desks()
let desk: Desk
let page: Page

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

const look = (what: string) => inBothThemes(page, what)

type NewSetup = CallInput<'worlds.create'>['setup']

/** A world after these calls of tools, opened in the window. */
async function open(title: string, setup: NewSetup, calls: { name: string; arguments: object }[] = []) {
  const made = await desk.client.call('worlds.create', { title, setup })
  const { session, branch } = made
  for (const call of calls) {
    const input = { session: session.id, branch: branch.id, action: JSON.parse(JSON.stringify(call)) }
    for await (const event of desk.client.stream('steps.run', input)) expect(event.type).not.toBe('failed')
  }
  await page.goto(desk.url)
  await page.getByRole('navigation', { name: 'Worlds' }).getByRole('button', { name: title }).first().click()
  await stands(page, calls.length)
  return made
}

const shelf = {
  domain: 'mcp',
  grounding: 'executed' as const,
  program: { language: 'javascript' as const, text: SHELF }
}
const lend = (book: string, to: string) => ({ name: 'lend', arguments: { book, to } })
const panel = () => page.getByRole('tabpanel', { name: 'Program' })
const part = (name: string) => panel().getByRole('tab', { name })
const branches = async (session: string) => (await desk.client.call('worlds.open', { session })).branches

test('the state is a tree that marks what a step changed, moved through by keys; worlds without a program have no panel', async () => {
  await open('No program', { domain: 'mcp', grounding: 'model' })
  expect(await page.getByRole('tab', { name: 'Program' }).count()).toBe(0)
  await open('Shelf', shelf, [lend('emma', 'ada'), { name: 'review', arguments: { book: 'emma' } }])
  await page.getByRole('tab', { name: 'Program' }).click()
  const tree = panel().getByRole('tree', { name: 'State of the program' })
  const item = (name: string | RegExp) => tree.getByRole('treeitem', { name })
  await item(/^emma "Fine\." changed$/).waitFor()
  await look('program-state')
  await page.keyboard.press('Alt+ArrowLeft')
  await item(/^reader "ada" changed$/).waitFor()
  await tabTo(page, tree)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => item(/^books /).getAttribute('aria-expanded'), PATIENCE).toBe('false')
  await item(/^books .*changed inside$/).waitFor()
  expect(await item(/^reader/).count()).toBe(0)
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await panel().getByText('$.books.emma.reader', { exact: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await panel().getByText('$.books.emma', { exact: true }).waitFor()
  await page.keyboard.press('Alt+Home')
  await panel().getByText('Before the first step.').waitFor()
  await item(/^reader null$/).waitFor()
})

test('a world that its initial state was read into has the panel, and becomes a program of its own when it is saved', async () => {
  const initialState = `You are in the middle of a room. Looking quickly around you, you see a desk 1, and a shelf 1.
desk 1: pen 1
Your task is to: put a pen on shelf.`
  const { session, branch } = await open('Room', { domain: 'textenv', initialState, grounding: 'executed' })
  await page.getByRole('tab', { name: 'Program' }).click()
  await panel().getByRole('treeitem', { name: 'desk 1 1 field' }).waitFor()
  await look('program-read')
  await part('Source').click()
  await panel()
    .getByText(/read from the initial state, version 1 of 1/)
    .waitFor()
  const read = await desk.client.call('programs.state', { branch: branch.id, at: null })
  const editor = panel().getByRole('textbox', { name: 'Text of the program' })
  await editor.fill((read?.program?.text ?? '').replace('pen 1', 'pen 7'))
  await panel().getByRole('textbox', { name: 'Action to try' }).fill('go to desk 1')
  await page.keyboard.press('Enter')
  await panel().getByText('On the desk 1, you see a pen 7.').waitFor()
  await panel().getByRole('button', { name: 'Save version' }).click()
  await expect.poll(async () => (await branches(session.id)).length, PATIENCE).toBe(2)
  const [main, second] = await branches(session.id)
  expect(main?.setup.program).toBeUndefined()
  expect(second?.setup.program?.text).toContain('pen 7')
  // Who saves stays where they were, and what was read is the version before.
  await panel().getByText('version 2 of 2').waitFor()
  expect(await part('Source').getAttribute('aria-selected')).toBe('true')
})

test('a program of several files has a tab for each, says in which one something is wrong, and takes a new one', async () => {
  const text = SHELF.replace('// Books', "import { lent } from './words.js'\n// Books").replace("'Lent.'", 'lent(to)')
  const files = { 'words.js': 'export const lent = (to) => "To " + to\n' }
  const { session } = await open('Parts', { ...shelf, program: { ...shelf.program, text, files } }, [
    lend('emma', 'ada')
  ])
  await page.getByRole('tab', { name: 'Program' }).click()
  await part('Source').click()
  await part('words.js').click()
  const words = panel().getByRole('textbox', { name: 'Text of words.js' })
  await words.fill('export const sent = (to) => 1\n')
  await panel()
    .getByRole('list', { name: 'Problems' })
    .getByText(/Line 1:|lent/)
    .first()
    .waitFor()
  await words.fill('export const lent = (to) =>\n  nobody(to) }\n')
  await panel().getByRole('list', { name: 'Problems' }).getByText('words.js, line 2:').waitFor()
  await look('program-files')
  await part('Source').press('Home')
  await part('Source').click()
  await panel().getByRole('tablist', { name: 'Files of the program' }).getByRole('tab', { name: 'Program' }).click()
  await panel().getByRole('list', { name: 'Problems' }).getByRole('button').click()
  await expect.poll(() => words.evaluate((box) => box === document.activeElement), PATIENCE).toBe(true)
  await panel().getByRole('button', { name: 'Add a file to this program' }).click()
  await panel().getByRole('textbox', { name: 'Name of the new file' }).fill('more/names.js')
  await page.keyboard.press('Enter')
  await panel().getByRole('textbox', { name: 'Text of more/names.js' }).fill("export const you = 'you'\n")
  await part('words.js').click()
  await words.fill("import { you } from './more/names.js'\nexport const lent = () => you\n")
  const save = panel().getByRole('button', { name: 'Save version' })
  await expect.poll(() => save.isEnabled(), PATIENCE).toBe(true)
  await save.click()
  await panel().getByText('version 2 of 2').waitFor()
  expect(await part('words.js').getAttribute('aria-selected')).toBe('true')
  const { program } = (await branches(session.id)).at(-1)?.setup ?? {}
  expect(Object.keys(program?.files ?? {})).toEqual(['words.js', 'more/names.js'])
  await panel().getByRole('button', { name: 'Remove words.js from this program' }).click()
  await panel().getByRole('list', { name: 'Problems' }).getByText('"words.js" is imported').waitFor()
})

test('a world of stated pages shows what its rules keep, and which pages they read', async () => {
  const pages = [{ url: 'https://zoo.example/otters', title: 'Otters', text: 'Pip and Mara.' }]
  const add = { name: 'dict_memory', arguments: { action: 'add', dict: { vet: 'Noor' } } }
  await open('Zoo', { domain: 'search', initialState: JSON.stringify(pages), grounding: 'executed' }, [add])
  await page.getByRole('tab', { name: 'Program' }).click()
  await panel().getByText('After step 1.', { exact: true }).waitFor()
  await panel().getByRole('treeitem', { name: 'vet "Noor"' }).waitFor()
  await part('Source').click()
  await panel().getByText('The rules of this world are built in: Stated pages.').waitFor()
  await panel().getByRole('treeitem', { name: 'title "Otters"' }).waitFor()
  await look('program-built-in')
})

test('ten thousand rows are drawn as few, and a key moves through them at once', async () => {
  const rows = SHELF.replace('reviews: {}', 'reviews: {}, log: Array.from({ length: 10000 }, (_, id) => ({ id }))')
  await open('Long', { ...shelf, program: { ...shelf.program, text: rows } })
  await page.getByRole('tab', { name: 'Program' }).click()
  const tree = panel().getByRole('tree', { name: 'State of the program' })
  await tree.getByRole('treeitem', { name: /^log 10,000 items$/ }).dblclick()
  await tabTo(page, tree)
  const begun = Date.now()
  await page.keyboard.press('End')
  await panel().getByText('$.log[9999]', { exact: true }).waitFor()
  expect(Date.now() - begun).toBeLessThan(2000)
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(100)
})

test('51.7 the text is edited with what is wrong by line, tried, and saved as a version on a branch; versions come back', async () => {
  const { session, branch } = await open('Shelf', shelf, [lend('emma', 'ada')])
  await page.getByRole('tab', { name: 'Program' }).click()
  await part('Source').click()
  const editor = panel().getByRole('textbox', { name: 'Text of the program' })
  const save = panel().getByRole('button', { name: 'Save version' })
  await editor.fill(SHELF.replace("'Lent.'", 'nobody.'))
  await panel().getByRole('list', { name: 'Problems' }).getByText('Line 19:').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await look('program-wrong')
  await editor.fill(SHELF.replace("'Lent.'", "'Lent to ' + to"))
  await panel().getByRole('list', { name: 'Problems' }).waitFor({ state: 'detached' })
  const action = panel().getByRole('textbox', { name: 'Action to try' })
  await expect.poll(() => save.isEnabled(), PATIENCE).toBe(true)
  await action.fill('lend book=emma to=lin')
  await page.keyboard.press('Enter')
  await panel().getByText('It is lent to ada').waitFor()
  await panel().getByText('It would change nothing.').waitFor()
  await panel().getByRole('button', { name: 'Play 1 step again with this text' }).click()
  await panel().getByText('Lent to ada', { exact: true }).waitFor()
  await look('program-source')
  expect(await branches(session.id)).toHaveLength(1)
  await save.click()
  await expect.poll(async () => (await branches(session.id)).length, PATIENCE).toBe(2)
  const [main, second] = await branches(session.id)
  expect([main?.tip, main?.setup.program?.text]).toEqual([second?.fork, SHELF])
  expect(second?.setup.program?.text).toContain("'Lent to ' + to")
  await panel().getByText('version 2 of 2').waitFor()
  await panel().getByRole('button', { name: 'Undo: the version before' }).click()
  await panel().getByText('version 1 of 2').waitFor()
  await panel().getByRole('button', { name: 'Revert edits' }).click()
  await part('Versions').click()
  const versions = panel().getByRole('list', { name: 'Versions' })
  await versions.getByText('From step 2 on, 0 tests.').waitFor()
  await look('program-versions')
  await versions.getByRole('button', { name: 'main', exact: true }).click()
  await versions.getByRole('button', { name: 'Edit version 1' }).waitFor()
  expect((await branches(session.id)).find(({ id }) => id === branch.id)?.setup.program?.text).toBe(SHELF)
})

test('a step is kept as a test, tests are played with what they got, and saved with the version', async () => {
  const { session } = await open('Shelf', shelf, [lend('emma', 'ada')])
  await page.getByRole('tab', { name: 'Program' }).click()
  await tabTo(page, part('State'))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => part('Source').getAttribute('aria-selected'), PATIENCE).toBe('true')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => part('Rules').getAttribute('aria-selected'), PATIENCE).toBe('true')
  await page.keyboard.press('ArrowRight')
  const keep = panel().getByRole('button', { name: 'Keep step 1 as a test' })
  await tabTo(page, keep)
  await page.keyboard.press('Enter')
  await panel().getByRole('textbox', { name: 'Name of the test lend book=emma to=ada' }).waitFor()
  await panel().getByRole('button', { name: 'Run 1 test' }).click()
  await panel().getByText('1 of 1 test passed.').waitFor()
  await part('Source').click()
  await panel().getByRole('textbox', { name: 'Text of the program' }).fill(SHELF.replace("'Lent.'", "'Gone.'"))
  await part('Tests').click()
  const run = panel().getByRole('button', { name: 'Run 1 test' })
  await expect.poll(() => run.isEnabled(), PATIENCE).toBe(true)
  await run.click()
  await panel().getByText('0 of 1 test passed.').waitFor()
  const failed = panel().getByRole('list', { name: 'Tests' })
  expect(await failed.getByRole('region', { name: 'Expected' }).textContent()).toBe('Lent.')
  expect(await failed.getByRole('region', { name: 'Got' }).textContent()).toBe('Gone.')
  await look('program-tests')
  await panel().getByRole('button', { name: 'Save version' }).click()
  await expect
    .poll(async () => (await branches(session.id)).at(-1)?.setup.program?.tests, PATIENCE)
    .toEqual([
      {
        name: 'lend book=emma to=ada',
        actions: ['lend book=emma to=ada'],
        observation: 'Lent.',
        state: { '$.books.emma.reader': 'ada' }
      }
    ])
})

test('what takes long is stopped: the history that is played again, and tests', async () => {
  await open('Shelf', shelf, [lend('emma', 'ada'), lend('emma', 'lin'), { name: 'list', arguments: {} }])
  await page.getByRole('tab', { name: 'Program' }).click()
  await part('Tests').click()
  await panel().getByRole('button', { name: 'Keep step 3 as a test' }).click()
  await part('Source').click()
  // Each step counts to a number that takes seconds.
  const slow = SHELF.replace('answers }) {', 'answers }) {\n  for (let n = 0; n < 1800000; n++);')
  await panel().getByRole('textbox', { name: 'Text of the program' }).fill(slow)
  const play = panel().getByRole('button', { name: 'Play 3 steps again with this text' })
  await expect.poll(() => play.isEnabled(), PATIENCE).toBe(true)
  await play.click()
  const stop = panel().getByRole('button', { name: 'Stop' })
  await stop.click()
  await play.waitFor()
  expect(
    await panel()
      .getByText(/out the same|comes out otherwise/)
      .count()
  ).toBe(0)
  await part('Tests').click()
  const run = panel().getByRole('button', { name: 'Run 1 test' })
  await run.click()
  await stop.click()
  await stop.waitFor({ state: 'detached' })
  await expect.poll(() => run.isEnabled(), PATIENCE).toBe(true)
  expect(
    await panel()
      .getByText(/passed\.$/)
      .isVisible()
  ).toBe(false)
  // It goes on where it is not stopped.
  await run.click()
  await panel().getByText('1 of 1 test passed.').waitFor()
})

test('a rule that the model writes is stopped, by leaving it too, and is there to be asked for again', async () => {
  let [answered, stopped] = [0, 0]
  const { engine } = scripted(async function* (_, signal) {
    if (answered++ === 0) return yield 'It sings.'
    await new Promise((done) => signal.addEventListener('abort', done))
    stopped++
  })
  desk = await openDesk({ engine })
  page = desk.page
  const text = SHELF.replace("tool('list', [])", "tool('list', []), tool('sing', [])").replace(
    "  if (tool === 'list')",
    "  if (tool === 'sing') return\n  if (tool === 'list')"
  )
  const setup = { ...shelf, grounding: 'grounded' as const, program: { ...shelf.program, text } }
  await open('Choir', setup, [
    { name: 'list', arguments: {} },
    { name: 'sing', arguments: {} }
  ])
  await page.getByRole('tab', { name: 'Program' }).click()
  const make = panel().getByRole('button', { name: 'Make this a rule…' })
  const stop = panel().getByRole('button', { name: 'Stop' })
  await make.click()
  await tabTo(page, stop)
  await look('program-rule-asked')
  await page.keyboard.press('Enter')
  await make.waitFor()
  await expect.poll(() => stopped, PATIENCE).toBe(1)
  await make.click()
  await expect.poll(() => answered, PATIENCE).toBe(3)
  await part('Source').click()
  await expect.poll(() => stopped, PATIENCE).toBe(2)
})

test('in a narrow window the panel is a tab over the world, and nothing of it is out of reach', async () => {
  await open('Shelf', shelf)
  await page.setViewportSize({ width: 420, height: 760 })
  await page.getByRole('tab', { name: 'Program' }).click()
  for (const name of ['State', 'Source', 'Tests', 'Versions']) {
    await part(name).click()
    await look(`program-narrow-${name}`)
    const wide = await panel().evaluate((element) =>
      [...element.querySelectorAll('button, input, p, [role=tab]')]
        .filter((one) => one.getClientRects().length > 0)
        .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
        .map((one) => one.textContent)
    )
    expect([name, wide]).toEqual([name, []])
  }
  await part('Source').click()
  await panel().getByRole('textbox', { name: 'Action to try' }).fill('list')
  await page.keyboard.press('Enter')
  await panel().getByText('It would change nothing.').waitFor()
})

test('a new world begins with the program of a file, which is read at once; a story wants a text world', async () => {
  const file = async (name: string, text: string) => {
    await writeFile(join(desk.home, name), text)
    return join(desk.home, name)
  }
  await page.goto(desk.url)
  await page.keyboard.press('Control+N')
  const dialog = page.getByRole('dialog', { name: 'New world' })
  const choose = async (path: string) => {
    const asked = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a program…' }).click()
    await (await asked).setFiles(path)
  }
  await dialog.getByRole('radio', { name: 'MCP tools' }).check()
  await dialog.getByRole('tab', { name: 'Custom' }).click()
  await choose(await file('wrong.yaml', TABLE.replace('owner: text', 'owner: txt')))
  await dialog.getByText(/^Line 4, column 24: "txt"/).waitFor()
  await look('new-program-wrong')
  await choose(await file('broken.js', '\n\nexport const init = () => oops'))
  await dialog.getByText(/^Line 3, column 1: The program failed in init, line 3/).waitFor()
  await choose('resources/scenarios/programs/mill.z5')
  await dialog.getByText(/PDDL and Z-machine stories are played in a text world/).waitFor()
  await choose(await file('bank.yaml', TABLE))
  await dialog.getByText('bank.yaml', { exact: true }).waitFor()
  await dialog.getByText('The 2 tools of this program: list_accounts, create_account.').waitFor()
  await dialog.getByText('The program gives it.').waitFor()
  await look('new-program')
  await dialog.getByRole('button', { name: 'Create world' }).click()
  await stands(page, 0)
  const [{ id } = { id: '' }] = await desk.client.call('worlds.list', {})
  const [made] = await branches(id)
  expect(made?.setup).toMatchObject({ program: { language: 'data', text: TABLE } })
  expect(made?.setup.tools.map(({ name }) => name)).toEqual(['list_accounts', 'create_account'])

  await page.keyboard.press('Control+N')
  await dialog.getByRole('radio', { name: 'Text environment' }).check()
  await dialog.getByRole('tab', { name: 'Custom' }).click()
  await choose('resources/scenarios/programs/mill.z5')
  await dialog.getByText('mill.z5', { exact: true }).waitFor()
  const first = dialog.getByRole('textbox', { name: 'Initial state' })
  await expect.poll(() => first.getAttribute('placeholder'), PATIENCE).toContain('A cobbled yard.')
  await dialog.getByRole('button', { name: 'Create world' }).click()
  await page.getByText('A cobbled yard.').first().waitFor()
})

test('a scenario is audited where it is run from, and the lazy agents that pass are shown', async () => {
  await page.goto(desk.url)
  await page.keyboard.press('Control+Shift+S')
  const dialog = page.getByRole('dialog', { name: 'Scenarios' })
  await dialog.getByRole('radio', { name: 'helpdesk', exact: true }).check()
  await dialog.getByRole('button', { name: 'Audit' }).click()
  const audit = dialog.getByRole('region', { name: 'Audit' })
  await audit.getByText('Its own actions pass.').waitFor()
  const agents = audit.getByRole('list', { name: 'Lazy agents' }).getByRole('listitem')
  await expect.poll(() => agents.count(), PATIENCE).toBe(4)
  await look('audit')
})

test('the rules that ran in a step are marked in the source and counted over the session, by keys too', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open('Rules', shelf, [lend('emma', 'ada'), lend('emma', 'lin'), { name: 'list', arguments: {} }])
  // The step leads to them, and no tab is cut off.
  await page.getByRole('button', { name: 'Show the rules that ran' }).click()
  const cut = await page.getByRole('tab').evaluateAll((tabs) =>
    tabs
      .filter((tab) => {
        const room = (tab.closest('.dv-tabs-container') ?? tab.parentElement ?? tab).getBoundingClientRect()
        return tab.getBoundingClientRect().right > Math.min(room.right, window.innerWidth) + 1
      })
      .map((tab) => tab.textContent)
  )
  expect(cut).toEqual([])
  const rules = panel().getByRole('list', { name: 'Rules of the program' })
  const list = rules.getByRole('button', { name: /^if \(tool === 'list'\).*ran in this step$/ })
  await list.waitFor()
  await rules.getByRole('button', { name: /^init .*never ran$/ }).waitFor()
  await panel()
    .getByText(/ rules ran in 3 steps/)
    .waitFor()
  await look('program-rules')
  await tabTo(page, list)
  await page.keyboard.press('Enter')
  const fired = panel().locator('.cm-fired')
  await panel().getByText('Marked lines ran in step 3').waitFor()
  await expect.poll(() => fired.allTextContents(), PATIENCE).toContainEqual(expect.stringContaining("tool === 'list'"))
  await look('program-fired')
  await page.keyboard.press('Alt+ArrowLeft')
  await panel().getByText('Marked lines ran in step 2').waitFor()
})

test('a world in PDDL stands beside its plan, which is followed action by action, and left', async () => {
  const gates = must((await desk.client.call('scenarios.list', {})).find(({ name }) => name === 'gates'))
  await open('Gates', gates.setup)
  await page.getByRole('tab', { name: 'Program' }).click()
  await part('Plan').click()
  await panel().getByRole('button', { name: 'Find the best plan from the beginning' }).click()
  const plan = panel().getByRole('list', { name: 'The plan' }).getByRole('listitem')
  await plan.first().waitFor()
  const actions = await plan.count()
  const said = (text: string | RegExp) => panel().getByRole('status').getByText(text).waitFor()
  await said(new RegExp(`^0 of ${actions} actions done`))
  const next = panel().getByRole('button', { name: 'Do this' })
  for (const step of [1, 2]) {
    await tabTo(page, next)
    await page.keyboard.press('Enter')
    await stands(page, step)
    await said(new RegExp(`^${step} of ${actions} actions done`))
  }
  await look('program-plan')
  await page.getByPlaceholder(/^Command, such as/).fill('look mara')
  await page.keyboard.press('Enter')
  await stands(page, 3)
  await said('The world left this plan in step 3.')
  await panel().getByRole('button', { name: 'Find the best plan from step 3' }).click()
  await said(new RegExp(`^0 of ${actions - 2} actions done`))
})
