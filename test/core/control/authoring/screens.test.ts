// Forms and links of pages, read from what was seen: the program that is made is loaded as a module, as its rules need nothing else.
import { expect, test } from 'vitest'
import { screensSeen } from '../../../../src/core/control/authoring/induce/screens.ts'

interface Program {
  init(): unknown
  step(state: unknown, event: object): { state: unknown; answer?: string; ask?: unknown }
}

const field = (bid: number, name: string, typed = '', focused = false) =>
  `\t[${bid}] textbox '${name}'${typed && ` value='${typed}'`}, clickable${focused ? ', focused' : ''}, required${typed && `\n\t\tStaticText '${typed}'`}`
const page = (name: string, lines: string[]) =>
  [
    ...[`URL: https://a.example/${name}`, `Title: ${name}`, '', `RootWebArea '${name}', focused`],
    "\t[1] link 'Home', clickable, url='https://a.example/home'",
    ...lines
  ].join('\n')
const form = (name = '', town = '', focus = 0) =>
  page('form', [field(2, 'Name', name, focus === 2), field(3, 'Town', town, focus === 3), "\t[4] button 'Send'"])
const HOME = page('home', ["\t[5] link 'Form', clickable, url='https://a.example/form'"])
const ERROR = 'Error from previous action: TimeoutError\nCall log:\n  - waiting\n\n'

async function after(turns: [string, string][], calls: string[]): Promise<(string | null)[]> {
  const seen = turns.map(([action, text]) => ({ action, label: action, text }))
  const text = screensSeen([{ initial: HOME, task: null, tools: [], turns: seen as never }], 'page')
  const program: Program = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text ?? '')}`)
  let state = program.init()
  return calls.map((call) => {
    const came = program.step(state, { door: 'page', call })
    if (came.ask) return null
    state = came.state
    return came.answer ?? null
  })
}

const TURNS: [string, string][] = [
  ["click('5')", form()],
  ["fill('2', 'Ada')", form('Ada', '', 2)],
  ["click('4')", form('Ada', '', 3)],
  ["click('1')", HOME]
]

test('a field is filled as another one was, and a link leaves what was typed behind', async () => {
  const shown = await after(TURNS, ["click('5')", "fill('3', 'Vik')", "fill('2', 'Bo')", "click('1')", "click('5')"])
  expect(shown).toEqual([form(), form('', 'Vik', 3), form('Bo', 'Vik', 2), HOME, form()])
})

test('a form that lacks what is required is not sent, where that was seen', async () => {
  const calls = ["click('5')", "fill('3', 'Vik')", "click('4')"]
  expect((await after(TURNS, calls)).at(-1)).toBe(form('', 'Vik', 2))
  expect((await after(TURNS.slice(0, 2), calls)).at(-1)).toBeNull()
})

test('a link does not show a page as it was before something was changed', async () => {
  const liked = page('home', ["\t[5] link 'Form', clickable, url='https://a.example/form'", "\t[6] heading '1'"])
  const like: [string, string] = ["click('7')", page('form', ["\t[6] heading '1'"])]
  const start = page('form', ["\t[7] button 'Like'"])
  const turns: [string, string][] = [
    ["click('5')", start],
    ["click('1')", HOME],
    ["click('5')", start],
    like,
    ["click('1')", liked]
  ]
  const again = [...turns.map(([call]) => call), "click('1')"]
  expect(await after(turns, again)).toEqual([...turns.map(([, text]) => text), liked])
  // Liked at once: nobody has seen home since.
  expect((await after(turns.slice(0, 4), ["click('5')", "click('7')", "click('1')"])).at(-1)).toBeNull()
})

test('an error of several lines above a page is no part of the page', async () => {
  const turns: [string, string][] = [
    ["click('5')", form()],
    ["click('9')", ERROR + form()],
    ["click('1')", HOME]
  ]
  expect((await after(turns, ["click('5')", "click('9')", "click('9')"])).at(-1)).toBe(ERROR + form())
})
