import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readScreen } from '../../src/core/observations/screens/readers/index.ts'
import { changes, type Screen } from '../../src/core/observations/screens/screen.ts'
import { panelsOf } from '../../src/renderer/observations/screen/panels.ts'

function screenOf(text: string): Screen {
  const read = readScreen(text)
  if (!('screen' in read)) throw new Error(read.problem)
  return read.screen
}
const NONE: ReadonlySet<number> = new Set()
const HEADER = 'TAG\tNAME\tPOSITION (top-left x & y)\tSIZE (width & height)\tTEXT'
type Row = [tag: string, name: string, x: number, y: number, width: number, height: number]
const table = (...rows: Row[]) =>
  screenOf(
    [HEADER, ...rows.map(([tag, name, x, y, w, h]) => `${tag}\t${name}\t(${x}, ${y})\t(${w}, ${h})\t''`)].join('\n')
  )
/** Each panel as its kind and the names in it. */
const told = (screen: Screen, changed: ReadonlySet<number> = NONE) =>
  panelsOf(screen, changed)?.map(
    ({ kind, nodes }) =>
      `${kind}: ${nodes.map((index) => screen.nodes[index]?.name || screen.nodes[index]?.role).join(' ')}`
  )

/** What a sample shows after each of its steps. */
function recorded(name: string): Screen[] {
  const lines = readFileSync(join(import.meta.dirname, `../../resources/samples/${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.flatMap((line) => {
    const { step } = JSON.parse(line)
    return step ? [screenOf(step.observation.text ?? step.observation)] : []
  })
}

test('a dialog that comes after the window below it is a panel of its own, on top', () => {
  const screen = recorded('os-note')[2]
  expect(screen && told(screen)).toEqual([
    'window: File Edit Search View Document Help textbox',
    'window: Name: Home Desktop Add Other Locations mira Up Path Create Folder Documents 11‎∶16 Music 11‎∶16 Pictures 11‎∶16 Encoding: Default (UTF-8) Text Files Cancel'
  ])
  expect(screen && panelsOf(screen, NONE)?.map(({ box }) => box)).toEqual([
    { x: 628, y: 295, width: 663, height: 501 },
    { x: 407, y: 145, width: 1116, height: 856 }
  ])
})

test('an alert holds what lies in it, and names its panel', () => {
  const screen = recorded('os-note')[12]
  expect(screen && panelsOf(screen, NONE)?.map(({ owner }) => owner && screen.nodes[owner]?.name)).toEqual([
    null,
    'Question'
  ])
})

test('a menu that dropped down lies above all, in the middle of its menu bar or after it', () => {
  const [note, files] = [recorded('os-note')[6], recorded('os-files')[10]]
  expect(note && told(note)?.map((panel) => panel.replace(/\s+/g, ' ').slice(0, 40))).toEqual([
    'window: File Edit Search View Document H',
    'menu: Undo Paste Paste Special Delete Se'
  ])
  expect(files && told(files)?.at(-1)).toBe(
    'menu: Open With "Mousepad" Open With Send To Cut Copy Move to Trash Rename... Properties...'
  )
})

test('a dialog inside its own window is told by what keeps together around Cancel', () => {
  const screens = recorded('os-files')
  expect(screens.map((screen) => told(screen)?.map((panel) => panel.replace(/: [\s\S]* (\S+)$/, ': … $1')))).toEqual(
    screens.map((_, index) =>
      index === 10
        ? ['window: … Help', 'menu: … Properties...']
        : index === 7
          ? ['window: … Help', 'window: … Rename']
          : index === 12 || index === 13
            ? ['window: … Help', 'window: … Create']
            : ['window: … Help']
    )
  )
})

const LOWER: Row[] = [
  ['menu', 'File', 100, 100, 40, 24],
  ['menu', 'Edit', 140, 100, 40, 24],
  ['label', 'One', 100, 140, 900, 24],
  ['label', 'Two', 100, 600, 900, 24]
]
const UPPER: Row[] = [
  ['menu', 'Game', 300, 300, 40, 24],
  ['label', 'Score', 300, 340, 200, 24],
  ['push-button', 'Play', 300, 380, 80, 34]
]

test('a second menu bar begins a second window', () => {
  expect(told(table(...LOWER, ...UPPER))).toEqual(['window: File Edit One Two', 'window: Game Score Play'])
})

test('a window that the next one would cover whole lies on top of it', () => {
  expect(told(table(...UPPER, ...LOWER))).toEqual(['window: File Edit One Two', 'window: Game Score Play'])
})

test('of two windows that overlap, the new one lies on top of the one that is as it was', () => {
  const aside: Row[] = UPPER.map(([tag, name, x, y, w, h]) => [tag, name, x + 600, y + 200, w, h])
  const after = table(...aside, ...LOWER)
  expect(told(after)).toEqual(['window: Game Score Play', 'window: File Edit One Two'])
  expect(told(after, changes(table(...LOWER), after))).toEqual(['window: File Edit One Two', 'window: Game Score Play'])
})

test('bars at the edges and words on the wallpaper have no panel', () => {
  const screen = table(
    ['menu', 'Activities', 0, 0, 70, 27],
    ['push-button', 'Files', 0, 60, 70, 64],
    ['label', 'Home', 1800, 1000, 40, 20],
    ...LOWER
  )
  expect(told(screen)).toEqual(['bare: Home', 'window: File Edit One Two', 'bare: Activities Files'])
})

test('formats that nest their nodes tell their windows themselves', () => {
  expect(panelsOf(screenOf("RootWebArea 'Page'\n\t[1] button 'Go', box=\"(0,0,9,9)\"\n"), NONE)).toBe(null)
})

test('twenty thousand rows are sorted into windows', () => {
  const many = Array.from({ length: 20_000 }, (_, index): Row => {
    const window = Math.floor(index / 100)
    return [index % 100 === 0 ? 'frame' : 'label', `${index}`, 10 * (window % 40), 20 * (window % 30), 300, 300]
  })
  const panels = panelsOf(table(...many), NONE)
  expect([panels?.length, panels?.flatMap(({ nodes }) => nodes).length]).toEqual([200, 20_000])
})
