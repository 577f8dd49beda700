import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readScreen } from '../../src/core/observations/screens/readers/index.ts'
import type { Screen } from '../../src/core/observations/screens/screen.ts'
import { layoutOf, statusOf } from '../../src/renderer/observations/screen/phone.ts'

function screenOf(text: string): Screen {
  const read = readScreen(text)
  if (!('screen' in read)) throw new Error(read.problem)
  return read.screen
}
/** What a sample shows after one of its steps. */
function recorded(name: string, step: number): Screen {
  const lines = readFileSync(join(import.meta.dirname, `../../resources/samples/${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  const steps = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'step')
  return screenOf(steps[step - 1].step.observation.text ?? steps[step - 1].step.observation)
}
const names = (screen: Screen, indexes: number[]) => indexes.map((index) => screen.nodes[index]?.name)

/** A layout with names in place of indexes. */
function told(screen: Screen) {
  const { status, bar, rows } = layoutOf(screen)
  const name = (index: number) => screen.nodes[index]?.name
  return {
    status: names(screen, status),
    bar: bar && [name(bar.lead), bar.title === null ? null : name(bar.title), ...bar.actions.map(name)],
    rows: rows.map((row) =>
      typeof row === 'number'
        ? name(row)
        : 'keys' in row
          ? row.keys.map((line) => names(screen, line).join(' '))
          : [name(row.picture), name(row.row)]
    )
  }
}
const STATUS = ['9:41', 'Phone signal full.', 'Wifi signal full.', 'Battery 84 percent.']

test('a list of elements is laid out as an app: status bar, app bar, rows', () => {
  expect(told(recorded('android-contact', 3))).toEqual({
    status: STATUS,
    bar: ['Cancel', 'Create contact', 'Save'],
    rows: ['Contact details', 'Add picture', 'First name', 'Last name', 'Phone', 'Mobile', 'Email', 'More fields']
  })
})

test('a picture of someone stands in the row of that one', () => {
  expect(told(recorded('android-contact', 1)).rows.slice(0, 3)).toEqual([
    'Contact list',
    ['Profile picture of Amara Osei', 'Amara Osei'],
    ['Profile picture of Bruno Keller', 'Bruno Keller']
  ])
})

test('the keys of a keyboard stand in its lines', () => {
  expect(told(recorded('android-contact', 8)).rows.at(-1)).toEqual([
    'q w e r t y u i o p',
    'a s d f g h j k l',
    'Shift z x c v b n m Delete',
    'Symbol keyboard , Space . Done'
  ])
})

test('entries of the status bar are told by what they say, where they stand, and that they are several', () => {
  const list = (...texts: string[]) =>
    screenOf(
      texts
        .map((text, index) => {
          const said = `"index": ${index}, "text": "${text.replace('!', '')}", "is_clickable": ${text.endsWith('!') ? 'True' : 'False'}`
          return `UI element ${index}: {${said}, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}`
        })
        .join('\n')
    )
  const of = (...texts: string[]) => {
    const screen = list(...texts)
    return names(screen, statusOf(screen))
  }
  expect([
    of('10:05 PM', 'Battery 3 percent.', 'Alarms', '7:30'),
    of('Alarms', '7:30'),
    of('Wi-Fi!', 'Battery!', 'Settings'),
    of('World clock', '9:00', '10:00')
  ]).toEqual([['10:05 PM', 'Battery 3 percent.'], [], [], []])
})

test('a screen that does not begin with a way back has no app bar', () => {
  expect(
    told(
      screenOf(
        'UI element 0: {"index": 0, "text": "Phone", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}'
      )
    )
  ).toEqual({ status: [], bar: null, rows: ['Phone'] })
})

test('the keys of the clipboard that a long press has opened are told apart from the rows of the app', () => {
  const element = (index: number, name: string) =>
    `UI element ${index}: {"index": ${index}, "text": "${name}", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}\n`
  const seen = (...all: string[]) => {
    const screen = screenOf(all.map((name, index) => element(index, name)).join(''))
    const { menu, rows } = layoutOf(screen)
    return [names(screen, menu), names(screen, rows as number[])]
  }
  expect(seen('Ada', 'Bo', 'Paste', 'Select all')).toEqual([
    ['Paste', 'Select all'],
    ['Ada', 'Bo']
  ])
  expect(seen('Ada', 'Copy', 'Bo')).toEqual([[], ['Ada', 'Copy', 'Bo']])
})
