import { expect, test } from 'vitest'
import { readScreen } from '../../src/core/observations/screens/readers/index.ts'
import { changes, type Screen } from '../../src/core/observations/screens/screen.ts'
import { shownPart } from '../../src/renderer/observations/screen/layers.ts'
import { letterSize, usualSize } from '../../src/renderer/observations/screen/letters.ts'
import { outlineOf } from '../../src/renderer/observations/screen/outline.ts'
import { outlined } from '../../src/renderer/observations/screen/outlined.ts'
import { panelsOf } from '../../src/renderer/observations/screen/panels.ts'

function screenOf(text: string): Screen {
  const read = readScreen(text)
  if (!('screen' in read)) throw new Error(read.problem)
  return read.screen
}

test('letters on a desktop have one size, and smaller ones only where they do not fit', () => {
  const usual = usualSize('desktop', 1920)
  const size = (text: string, width: number, height: number) =>
    letterSize(text, { width, height }, { usual, kind: 'button', frame: 'desktop' })
  expect([
    size('View', 39, 25),
    size('View', 300, 200),
    size('Bookmarks', 88, 25),
    size('Bookmarks', 68, 25),
    size('a'.repeat(60), 80, 25)
  ]).toEqual([usual, usual, usual, 13.1, 11.3])
})

test('titles on a phone are larger than its text', () => {
  const phone = { usual: usualSize('phone', 1080), kind: 'text', frame: 'phone' } as const
  expect([
    letterSize('Internet', { width: 728, height: 60 }, phone) <
      letterSize('Network & internet', { width: 936, height: 100 }, phone),
    phone.usual
  ]).toEqual([true, 40.5])
})

const HEADER = 'TAG\tNAME\tPOSITION (top-left x & y)\tSIZE (width & height)\tTEXT'
const small = screenOf(
  `${HEADER}\nmenu\tFile\t(800, 400)\t(40, 24)\t''\nmenu\tEdit\t(840, 400)\t(40, 24)\t''\nlabel\tHello\t(800, 430)\t(300, 200)\t'Hello'`
)
const size = { width: 1920, height: 1080 }
const part = (screen: Screen, room: { width: number; height: number }) =>
  shownPart(screen, outlineOf(screen), { panels: panelsOf(screen, new Set()), size, room })

test('the part of a desktop that shows something is fitted, with wallpaper around it', () => {
  expect(part(small, { width: 800, height: 400 })).toEqual({ x: 616, y: 348, width: 668, height: 334 })
  const low = screenOf(small.nodes.length ? `${HEADER}\nlabel\tA long line\t(10, 1040)\t(400, 30)\t'A long line'` : '')
  expect(part(low, { width: 800, height: 400 })).toEqual({ x: 0, y: 760, width: 640, height: 320 })
})

test('a desktop whose windows take most of it is fitted whole', () => {
  const whole = screenOf(`${HEADER}\nlabel\tA\t(20, 20)\t(900, 30)\t'A'\nlabel\tB\t(900, 1000)\t(1000, 30)\t'B'`)
  expect(part(whole, { width: 800, height: 400 })).toBe(null)
})

test('a desktop with a dock is fitted whole, so that programs can be started', () => {
  const rows = small.nodes.map(
    ({ tag, name, bounds }) =>
      `${tag}\t${name}\t(${bounds?.x}, ${bounds?.y})\t(${bounds?.width}, ${bounds?.height})\t''`
  )
  const dock = "push-button\tFiles\t(0, 33)\t(70, 66)\t''"
  expect(part(screenOf([HEADER, dock, ...rows].join('\n')), { width: 800, height: 400 })).toBe(null)
})

const PAGE = `RootWebArea 'Chores'
	[1] list ''
		[2] listitem 'Water the plants'
			StaticText 'Water the plants'
		[3] listitem ''
			[4] checkbox 'Call', clickable, checked='false'
			StaticText 'Call the plumber'
	[5] paragraph ''
		StaticText 'Two left'
`
/** The outlined nodes, each as its role and name. */
function marked(before: string, after: string) {
  const screen = screenOf(after)
  const { nodes, many } = outlined(screen, outlineOf(screen), changes(screenOf(before), screen))
  return { many, nodes: [...nodes].map((index) => `${screen.nodes[index]?.role} ${screen.nodes[index]?.name}`.trim()) }
}

test('16.7 what is new is outlined once with all that is in it', () => {
  const added = "\t\t[9] listitem 'Buy tea'\n\t\t\t[10] checkbox 'Done', clickable\n\t\t\tStaticText 'Buy tea'\n\t[5]"
  expect(marked(PAGE, PAGE.replace('\t[5]', added)).nodes).toEqual(['listitem Buy tea'])
})

test('16.7 what holds a change is not outlined for that', () => {
  expect(marked(PAGE, PAGE.replace('Two left', 'One left')).nodes).toEqual(['statictext One left'])
  const named = PAGE.replace("[3] listitem ''", "[3] listitem 'Call the plumber'")
  expect(
    marked(
      named,
      named
        .replace("'Call the plumber'\n\t\t\t[4]", "'Call the baker'\n\t\t\t[4]")
        .replace("StaticText 'Call the plumber'", "StaticText 'Call the baker'")
    ).nodes
  ).toEqual(['statictext Call the baker'])
})

test('16.7 a screen of which more than half changed is told', () => {
  expect(marked("RootWebArea 'Other'\n", PAGE)).toEqual({
    many: true,
    nodes: ['list', 'paragraph']
  })
  expect(marked(PAGE, PAGE).many).toBe(false)
})
