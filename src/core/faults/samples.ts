// Turns that examples of perturbations are shown on, and screens, each with what an action on it brings.
import type { Json } from '../tree/ports.ts'
import type { Example } from './perturbation.ts'

type Examples = readonly [Example, ...Example[]]
type Turn = [action: string, observation: string]

const PROMPT = 'dev@moor:~$ '

/** Turns of a world without rules of its own; the last one is disturbed. */
export const exampleOf = (domain: string, ...shown: Turn[]): Example => ({
  domain,
  turns: shown.map(([action, observation]) => ({ action, observation }))
})

/** Commands at a prompt, each with what it prints. */
export const typed = (...commands: [command: string, printed?: string][]): Example =>
  exampleOf('terminal', ...commands.map(([command, printed]): Turn => [command, echoed(command, printed)]))

const echoed = (command: string, printed?: string) =>
  `${PROMPT}${command}\n${printed === undefined ? '' : `${printed}\n`}${PROMPT}`

/** The same where the prompt is seen before the first command. */
export const typedAtPrompt = (...commands: Parameters<typeof typed>): Example => ({
  ...typed(...commands),
  setup: { initialState: PROMPT }
})

/** An action on a screen. */
export const pressed = (domain: string, action: string, { before, after }: Sample): Example => ({
  ...exampleOf(domain, [action, after]),
  setup: { initialState: before }
})

export const withOptions = ([first, ...others]: Examples, options: Json): Examples => [
  { ...first, options },
  ...others.map((example) => ({ ...example, options }))
]

interface Sample {
  before: string
  after: string
}

/** BrowserGym's tree of a page. */
export const PAGE: Sample = {
  before: `URL: https://ferry.example/
Tab 0 (current): Ferries

RootWebArea 'Ferries', focused
	[12] heading 'Ferries'
	[14] link 'Timetable', clickable
	[15] link 'Prices', clickable
	[16] button 'Buy a ticket', clickable`,
  after: `URL: https://ferry.example/timetable
Tab 0 (current): Timetable

RootWebArea 'Timetable', focused
	[12] heading 'Timetable'
	[20] button 'Earlier', clickable
	[21] button 'Later', clickable
	StaticText 'Next ferry: 14:20 from Altsee'`
}

/** Playwright's snapshot of a page. */
export const SNAPSHOT: Sample = {
  before: `- Page URL: https://ferry.example/
- Page Title: Ferries
- Page Snapshot:
\`\`\`yaml
- generic [ref=e1]:
  - heading "Ferries" [level=1] [ref=e3]
  - link "Timetable" [ref=e5] [cursor=pointer]:
    - /url: /timetable
\`\`\``,
  after: `- Page URL: https://ferry.example/timetable
- Page Title: Timetable
- Page Snapshot:
\`\`\`yaml
- generic [ref=e1]:
  - heading "Timetable" [level=1] [ref=e3]
  - button "Earlier" [ref=e7] [cursor=pointer]
  - button "Later" [ref=e8] [cursor=pointer]
  - paragraph [ref=e9]: "Next ferry: 14:20 from Altsee"
\`\`\``
}

/** A page as HTML. */
export const HTML: Sample = {
  before:
    '<html bid="1"><body bid="2"><h1 bid="3">Ferries</h1><a bid="5" href="/timetable">Timetable</a></body></html>',
  after:
    '<html bid="1"><body bid="2"><h1 bid="3">Timetable</h1><button bid="7">Earlier</button><button bid="8">Later</button><p bid="9">Next ferry: 14:20 from Altsee</p></body></html>'
}

const element = (index: number, text: string, clickable: boolean) =>
  `UI element ${index}: {"index": ${index}, "text": "${text}", "is_clickable": ${clickable ? 'True' : 'False'}, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}`

/** AndroidWorld's list of elements. */
export const ANDROID: Sample = {
  before: [element(0, 'Contacts', false), element(1, 'Ada Park', true), element(2, 'Ben Moor', true)].join('\n'),
  after: [element(0, 'Ada Park', false), element(1, 'Call', true), element(2, 'Delete', true)].join('\n')
}

const TABLE = 'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)'

/** OSWorld's table of a desktop. */
export const DESKTOP: Sample = {
  before: `${TABLE}
frame\tnotes.txt - Text Editor\t""\t\t\t(420, 140)\t(1080, 760)
push-button\tOpen\t""\t\t\t(432, 148)\t(78, 34)
push-button\tSave\t""\t\t\t(1012, 640)\t(96, 34)`,
  after: `${TABLE}
frame\tnotes.txt - Text Editor\t""\t\t\t(420, 140)\t(1080, 760)
push-button\tOpen\t""\t\t\t(432, 148)\t(78, 34)
push-button\tSave\t""\t\t\t(1012, 640)\t(96, 34)
label\tSaved\t""\t\t\t(440, 860)\t(60, 20)`
}

export const CURL = typedAtPrompt(['curl -s -S https://api.example.org/jobs', '[{"id": 7}]'])

export const ISSUE: Example = {
  ...exampleOf('mcp', ['get_issue id=41', '{"id": 41, "title": "Lost row"}']),
  setup: { initialState: '{"issues": []}' }
}

const SEARCH = exampleOf('search', [
  'length of the Sundvik bridge',
  '[1] https://bridge.example/facts\nTitle: Facts\nSnippet: How long it is.'
])

export const SHOP = pressed('web', "click('14')", {
  before:
    "URL: https://shop.example/\nTab 0 (current): Shop\n\nRootWebArea 'Shop', focused\n\t[14] link 'Basket', clickable",
  after:
    "URL: https://shop.example/basket\nTab 0 (current): Basket\n\nRootWebArea 'Basket', focused\n\t[21] button 'Pay', clickable"
})

export const PHONE = pressed('android', '{"action_type": "click", "index": 0}', {
  before: element(0, 'Sync', true),
  after: element(0, 'Synced', false)
})

/** One turn of each kind of world that asks a server. */
export const SERVED: Examples = [CURL, ISSUE, SEARCH, SHOP, PHONE]

/** Two found pages. */
export const BRIDGE_PAGES = exampleOf('search', [
  'length of the Sundvik bridge',
  '[1] https://bridge.example/facts\nTitle: Facts\nSnippet: It is 1,204 metres long.\nDate: 2026-04-20\n\n[2] https://wiki.example/bridge\nTitle: Sundvik Bridge\nSnippet: A road bridge.\nDate: N/A'
])
