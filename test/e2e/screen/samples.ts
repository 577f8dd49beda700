// Small screens in the formats of each frame, written for these tests.

export const SHOP = `URL: https://tea.example/
Tab 0 (current): Tea by the Harbour | Tab 1: Harbour weather

RootWebArea 'Tea by the Harbour', focused, url='https://tea.example/'
	[1] banner ''
		[2] link 'Home', clickable
		[3] link 'Teas', clickable
		[4] link 'Basket (0)', clickable
	[5] main ''
		[6] heading 'Our teas'
		[7] search ''
			[8] textbox 'Search teas' value='', clickable
			[9] button 'Search', clickable
		[10] combobox 'Sort by' value='Name', clickable, expanded=False
			[11] option 'Name', selected=True
			[12] option 'Price', selected=False
		[13] checkbox 'Only in stock', clickable, checked='false'
		[14] table 'Teas'
			[15] row ''
				[16] columnheader 'Tea'
				[17] columnheader 'Price'
				[18] columnheader 'Stock'
			[19] row ''
				[20] gridcell ''
					[21] link 'Assam breakfast', clickable
				[22] gridcell '6.20 EUR'
				[23] gridcell '14'
			[24] row ''
				[25] gridcell ''
					[26] link 'Jasmine pearls', clickable
				[27] gridcell '9.80 EUR'
				[28] gridcell 'Sold out'
		[29] img 'A pot and two cups'
		[30] heading 'How to brew'
		[31] list ''
			[32] listitem ''
				StaticText 'Warm the pot.'
			[33] listitem ''
				StaticText 'One spoon for each cup, and one for the pot.'
		[34] button 'Add to basket', clickable, disabled=True
	[35] contentinfo ''
		StaticText 'Open from nine to six, except on Sundays.'
		[36] link 'Imprint', clickable
`

export const SHOP_AFTER = SHOP.replace("value='', clickable", "value='mint', clickable, focused").replace(
  "'Basket (0)'",
  "'Basket (1)'"
)

/** AndroidWorld's list with every field, so that bounds are known. */
export const CLOCK = [
  ['Alarm', 'android.widget.TextView', [48, 120, 560, 200], ''],
  ['', 'android.widget.ImageButton', [940, 110, 1040, 210], 'More options'],
  ['', 'android.widget.EditText', [48, 260, 1032, 380], 'Label'],
  ['7:30', 'android.widget.TextView', [48, 460, 420, 600], ''],
  ['Mon to Fri', 'android.widget.TextView', [48, 600, 420, 660], ''],
  ['', 'android.widget.Switch', [860, 500, 1000, 600], 'Alarm at 7:30'],
  ['9:00', 'android.widget.TextView', [48, 760, 420, 900], ''],
  ['', 'android.widget.Switch', [860, 800, 1000, 900], 'Alarm at 9:00'],
  ['Snooze length, 10 minutes', 'android.widget.CheckBox', [48, 1000, 1032, 1120], ''],
  ['Add alarm', 'android.widget.Button', [340, 2000, 740, 2140], '']
]
  .map(([text, name, box, description], index) => {
    const [x0, y0, x1, y1] = box as number[]
    const last = String(name).slice(15)
    const click = last !== 'TextView'
    const edit = last === 'EditText'
    return `UI element ${index}: UIElement(text=${text ? `'${text}'` : 'None'}, content_description=${description ? `'${description}'` : 'None'}, class_name='${name}', bbox=None, bbox_pixels=BoundingBox(x_min=${x0}, x_max=${x1}, y_min=${y0}, y_max=${y1}), hint_text=${edit ? "'Label'" : 'None'}, is_checked=${index === 5 ? 'True' : 'False'}, is_checkable=${last === 'Switch' || last === 'CheckBox' ? 'True' : 'False'}, is_clickable=${click ? 'True' : 'False'}, is_editable=${edit ? 'True' : 'False'}, is_enabled=True, is_focused=${edit ? 'True' : 'False'}, is_focusable=${click ? 'True' : 'False'}, is_long_clickable=False, is_scrollable=False, is_selected=False, is_visible=True, package_name='com.example.clock', resource_name=None, tooltip=None, resource_id=None, metadata=None)`
  })
  .join('\n')

const row = (tag: string, name: string, text: string, x: number, y: number, w: number, h: number) =>
  `${tag}\t${name}\t${text || '""'}\t\t\t(${x}, ${y})\t(${w}, ${h})`

/** OSWorld's table: a text editor over a file manager. */
export const EDITOR = [
  'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)',
  row('frame', 'Files', '', 90, 80, 900, 620),
  row('label', 'Documents', 'Documents', 120, 140, 160, 30),
  row('table-cell', 'notes.txt', '', 320, 140, 600, 34),
  row('table-cell', 'budget.ods', '', 320, 178, 600, 34),
  row('table-cell', 'holiday.png', '', 320, 216, 600, 34),
  row('frame', 'notes.txt (~/Documents) - Text Editor', '', 620, 200, 1150, 760),
  row('menu', 'File', '', 632, 240, 60, 34),
  row('menu', 'Edit', '', 696, 240, 60, 34),
  row('push-button', 'Open', '', 632, 284, 96, 38),
  row('push-button', 'Save', '', 1660, 284, 96, 38),
  row('entry', 'Find', '', 760, 284, 320, 38),
  row('check-box', 'Wrap lines', '', 1110, 284, 150, 38),
  row('text', '', 'Buy flour and yeast.\\nCall the harbour office before noon.', 632, 336, 1126, 560),
  row('label', 'Saved a minute ago', 'Saved a minute ago', 640, 910, 300, 30)
].join('\n')

/** OSWorld's table without frames: an editor in the middle of the screen, and a dialog that covers a part of it. */
export const NOTE = [
  'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)',
  row('menu', 'File', '', 640, 307, 39, 25),
  row('menu', 'Edit', '', 679, 307, 41, 25),
  row('text', '', 'Buy flour.', 641, 335, 638, 449)
].join('\n')
export const NOTE_ASKS = [
  NOTE,
  row('alert', 'Question', '', 703, 491, 516, 133),
  row('label', 'Save before closing?', 'Save before closing?', 739, 516, 300, 19),
  row('push-button', 'Cancel', '', 704, 589, 172, 34),
  row('push-button', 'Save', '', 1047, 589, 171, 34)
].join('\n')
/** A dialog that nothing names, over the editor. */
export const NOTE_SAVES = [
  NOTE,
  row('label', 'Name:', 'Name:', 500, 157, 60, 20),
  row('text', '', 'note.txt', 570, 150, 600, 34),
  row('push-button', 'Cancel', '', 1000, 600, 90, 34),
  row('push-button', 'Save', '', 1100, 600, 90, 34)
].join('\n')

export const LETTER = `<!doctype html>
<html><head><title>Letterbox</title><style>h1{color:#24506b} .row{display:flex;gap:12px}</style></head>
<body>
<h1 bid="1">Letterbox</h1>
<div class="row"><a bid="2" href="https://elsewhere.example/inbox">Inbox</a> <a bid="3" href="/sent">Sent</a></div>
<form bid="4" action="https://elsewhere.example/search"><label>Search <input bid="5" name="q" value="harbour"></label> <button bid="6">Find</button></form>
<table border="1"><tr><td bid="7">Mira</td><td bid="8">The boat leaves at six</td></tr></table>
<img src="https://elsewhere.example/pixel.png" alt="A stamp">
</body></html>`
