// What a press means is asked of a small model as a change: the screen after it is the one before, but for that.
import { expect, it } from 'vitest'
import { readExactly } from '../../../../src/core/grounds/widgets/edit.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import type { ModelQuestion } from '../../../../src/core/tree/ports.ts'
import { openWidgets } from '../../../../src/host/grounds/widgets.ts'
import { must } from '../../../must.ts'
import { turnOptions } from '../../turn-options.ts'

const TREE = `RootWebArea 'Mugs', focused
\t[1] link 'Basket (0)', clickable
\t\tStaticText 'Basket (0)'
\t[2] list ''
\t\t[3] listitem ''
\t\t\tStaticText 'Harbour mug'
\t\t\t[4] button 'Add', clickable
\t\t\t\tStaticText 'Add'
\t[5] paragraph ''
\t\tStaticText 'Free delivery'`

const SNAPSHOT = `- Page URL: https://a.example/
- Page Title: Mugs
- Page Snapshot:
\`\`\`yaml
- generic [active] [ref=e1]:
  - link "Basket (0)" [ref=e2] [cursor=pointer]:
    - /url: /basket
  - heading "Mugs" [level=1] [ref=e3]
  - button "Add" [ref=e4] [cursor=pointer]
\`\`\``

type Change = [what: string, thing: string, role: string, name: string]

const saying = (changes: Change[], more = {}) =>
  JSON.stringify({ changes: changes.map(([what, thing, role, name]) => ({ do: what, thing, role, name })), ...more })

async function press(initialState: string, action: string, answers: string[], asksChanges?: 'only' | 'or-page') {
  const setup = Setup.parse({ domain: 'web', grounding: 'grounded', initialState })
  const questions: ModelQuestion[] = []
  const options = turnOptions(
    (question) => {
      questions.push(question)
      return answers[questions.length - 1] ?? ''
    },
    { ...(asksChanges && { asksChanges }) }
  )
  const asked = { setup, chain: [], callOf: () => null, action, instruction: '' }
  const { text, grounded } = await openWidgets().turn(asked, options)
  return { text, questions, grounded }
}

it('names, adds, removes and disables things, and keeps every other byte of an accessibility tree', async () => {
  const answer = saying([
    ['rename', "link 'Basket (0)'", 'link', 'Basket (1)'],
    ['add', "statictext 'Free delivery'", 'statictext', '18.00 EUR'],
    ['disable', "button 'Add'", 'button', '']
  ])
  const { text, questions, grounded } = await press(TREE, "click('4')", [answer], 'only')
  expect(text).toBe(
    TREE.replaceAll('Basket (0)', 'Basket (1)')
      .replace("[4] button 'Add', clickable", "[4] button 'Add', clickable, focused, disabled=True")
      .concat("\n\t\tStaticText '18.00 EUR'")
  )
  expect(questions).toHaveLength(1)
  expect(questions[0]?.json).toBe(true)
  expect(JSON.stringify(questions[0]?.schema)).not.toContain('opens')
  expect(grounded).toMatchObject({ origin: 'predicted', rule: 'meaning', dreams: [{ text: answer }] })
})

it('gives new things of a snapshot the next references', async () => {
  const answer = saying([
    ['add', "button 'Add'", 'button', 'Undo'],
    ['add', "heading 'Mugs'", 'heading', '1 in your basket'],
    ['remove', "link 'Basket (0)'", 'link', '']
  ])
  const { text } = await press(SNAPSHOT, "browser_click(element='Add', ref='e4')", [answer], 'only')
  expect(text).toContain(
    '  - button "Add" [active] [ref=e4] [cursor=pointer]\n  - button "Undo" [ref=e5] [cursor=pointer]'
  )
  expect(text).toContain('- heading "1 in your basket" [level=1] [ref=e6]')
  expect(text).not.toContain('Basket')
  expect(must(readExactly(text)).warnings).toEqual([])
})

it.each<[string, string, 'only' | 'or-page' | undefined, string[]]>([
  ['another page opens', "click('4')", 'or-page', [saying([], { opens: true }), 'WHOLE']],
  ['the answer is no JSON', "click('4')", 'only', ['Basket (1)', 'WHOLE']],
  [
    'nothing of the change is on the screen',
    "click('4')",
    'only',
    [saying([['rename', "link 'Cart'", 'link', 'x']]), 'WHOLE']
  ],
  ['the target is a link', "click('1')", 'only', ['WHOLE']],
  ['the action names an address', "goto('https://b.example')", 'only', ['WHOLE']],
  ['the model writes screens whole', "click('4')", undefined, ['WHOLE']]
])('asks for the whole screen where %s', async (_, action, asks, answers) => {
  const { text, questions } = await press(TREE, action, answers, asks)
  expect(text).toBe('WHOLE')
  expect(questions).toHaveLength(answers.length)
  expect(questions.at(-1)?.json).toBeUndefined()
})

it('is what was before, pressed, where nothing changes', async () => {
  const { text } = await press(TREE, "click('4')", [saying([])], 'only')
  expect(text).toContain("[4] button 'Add', clickable, focused")
})
