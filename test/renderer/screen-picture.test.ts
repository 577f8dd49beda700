import { expect, test } from 'vitest'
import { readScreen } from '../../src/core/observations/screens/readers/index.ts'
import type { Screen } from '../../src/core/observations/screens/screen.ts'
import type { Step } from '../../src/core/tree/model.ts'
import { meaning } from '../../src/renderer/observations/screen/keyboard.ts'
import { optionsOf, outlineOf } from '../../src/renderer/observations/screen/outline.ts'
import { shown } from '../../src/renderer/observations/screen/reading.ts'
import { fit } from '../../src/renderer/observations/screen/scale.ts'
import { choices, nodeAtPixel, pressed, spotOf } from '../../src/renderer/observations/screen/spots.ts'

const PAGE = `RootWebArea 'Form'
	[1] textbox 'Name' value='Ada', clickable
	[2] combobox 'Size' value='Small', clickable
		[3] MenuListPopup ''
			[4] option 'Small', selected=True
			[5] option 'Large', selected=False
	[6] generic ''
		StaticText 'Nothing to press'
`
const PLACED = `RootWebArea 'Page'
	[1] button 'Under', box="(0,0,100,100)", clickable
	[2] button 'Over', box="(10,10,30,30)", clickable
`

function screenOf(text: string): Screen {
  const read = readScreen(text)
  if (!('screen' in read)) throw new Error(read.problem)
  return read.screen
}
const at = (screen: Screen, name: string) => screen.nodes.findIndex((node) => node.name === name)
const step = (text: string): Step => ({
  id: text.padEnd(64, '0'),
  parent: null,
  action: 'noop()',
  observation: { text }
})
const bare = { altKey: false, ctrlKey: false, metaKey: false }

test('16.11 the last readable screen is found behind what cannot be read, with the number of its step', () => {
  const chain = [step(PAGE), step('no screen'), step('nor here')]
  const look = shown(chain, PLACED)
  expect({
    now: look.now.screen,
    before: look.before?.text,
    step: look.readable?.step,
    text: look.readable?.reading.text
  }).toEqual({
    now: null,
    before: 'no screen',
    step: 1,
    text: PAGE
  })
  expect(shown(chain.slice(1), PLACED).readable?.step).toBe(0)
  expect(shown([], '').readable).toBe(null)
})

test('16.11 a step is read once', () => {
  const one = step(PAGE)
  expect(shown([one], '').now).toBe(shown([step('x'), one], '').now)
})

test('16.5 an option is chosen in the list that it belongs to, wherever in it that is', () => {
  const screen = screenOf(PAGE)
  const list = at(screen, 'Size')
  expect(optionsOf(outlineOf(screen), list).map((index) => screen.nodes[index]?.name)).toEqual(['Small', 'Large'])
  expect(pressed(screen, at(screen, 'Large'), spotOf(screen, at(screen, 'Large')))).toEqual({
    type: 'select',
    at: { node: list, x: null, y: null },
    options: ['Large']
  })
})

test('16.5 a pixel is that of the smallest thing there', () => {
  const screen = screenOf(PLACED)
  expect([nodeAtPixel(screen, 15, 15), nodeAtPixel(screen, 50, 50), nodeAtPixel(screen, 200, 5)]).toEqual([
    at(screen, 'Over'),
    at(screen, 'Under'),
    null
  ])
})

test('a letter goes on with what a field holds; elsewhere it goes to the focus of the world', () => {
  const screen = screenOf(PAGE)
  const place = { screen, dragging: null, far: 400 }
  const field = at(screen, 'Name')
  expect([
    meaning({ ...bare, key: '!' }, { ...place, at: field }),
    meaning({ ...bare, key: 'Backspace' }, { ...place, at: field }),
    meaning({ ...bare, key: 'x' }, { ...place, at: at(screen, 'Size') }),
    meaning({ ...bare, key: 'a', ctrlKey: true }, { ...place, at: field })
  ]).toEqual([
    { do: 'type', node: field, text: 'Ada!' },
    { do: 'type', node: field, text: 'Ad' },
    { do: 'type', node: null, text: 'x' },
    null
  ])
})

test('16.5 Enter drops what is being dragged', () => {
  const screen = screenOf(PLACED)
  const [under, over] = [at(screen, 'Under'), at(screen, 'Over')]
  expect(meaning({ ...bare, key: 'Enter' }, { screen, at: over, dragging: under, far: 400 })).toEqual({
    do: 'gesture',
    node: over,
    gesture: { type: 'drag', from: { node: under, x: 50, y: 50 }, to: { node: over, x: 20, y: 20 } }
  })
})

test('a text is as large as its box allows, on one line or on several', () => {
  expect(fit('Save', 96, 34)).toBeCloseTo(27.2)
  expect(fit('a'.repeat(40), 96, 34) < 10).toBe(true)
  expect(fit('a'.repeat(400), 400, 300) > fit('a'.repeat(400), 400, 30)).toBe(true)
  expect(fit('illicit', 60, 40) > fit('mammoth', 60, 40)).toBe(true)
})

test('a drop-down that is shut can be chosen in, but not while its options lie open, nor when it is disabled', () => {
  const offered = (text: string) => {
    const screen = screenOf(text)
    return choices(screen, at(screen, 'Size')).map(({ title }) => title)
  }
  expect(offered(PAGE)).toEqual(['Small', 'Large'])
  expect(offered(PAGE.replace("'Small', clickable", "'Small', clickable, expanded=True"))).toEqual([])
  expect(offered(PAGE.replace("'Small', clickable", "'Small', clickable, disabled=True"))).toEqual([])
  expect(offered(PAGE.replace("[5] option 'Large'", "[5] option 'Large', disabled=True"))).toEqual(['Small'])
})

test('a menu in a bar is a stop, open or shut; the sheet of a menu is none', () => {
  const screen = screenOf(`RootWebArea 'Notes'
	[1] menubar ''
		[2] menu 'File'
		[3] menu 'Edit'
			[4] menuitem 'Undo'
	[5] menu 'Recent'
		[6] menuitem 'a.txt'
	[7] menu 'View', box="(0,0,60,24)"
		[8] menuitem 'Zoom'
`)
  const { stops } = outlineOf(screen)
  expect(screen.nodes.flatMap(({ name }, index) => (stops[index] ? [name] : []))).toEqual([
    'File',
    'Edit',
    'Undo',
    'a.txt',
    'View',
    'Zoom'
  ])
})
