// Screens that examples of perturbations are shown on, each with what an action on it brings.
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
