import { describe, expect, it } from 'vitest'
import { android } from '../../../src/core/domains/android/index.ts'
import type { Domain } from '../../../src/core/domains/domain.ts'
import { os } from '../../../src/core/domains/os/index.ts'
import { web } from '../../../src/core/domains/web/index.ts'
import type { Screen } from '../../../src/core/observations/screens/screen.ts'
import { screenOf } from './screens.ts'

const said = (domain: Domain, lines: string[], screen?: Screen) =>
  lines.map((line) => domain.label(domain.fromText(line), screen))
const box = (x: number, y: number, width: number, height: number) => ({ bounds: { x, y, width, height } })

const page: Screen = {
  ...screenOf(
    { role: 'document', name: 'Shop', ref: '0', ...box(0, 0, 800, 600) },
    { role: 'button', name: 'Add to\n basket', ref: '44', parent: 0 },
    { role: 'textbox', name: 'Search', ref: 'a7', value: 'mug', parent: 0 },
    { role: 'textbox', name: '', text: 'typed', ref: 'a8', parent: 0 },
    { role: 'combobox', name: 'Size', ref: 'c4', parent: 0 },
    { role: 'link', name: 'Remove', ref: '7', parent: 0 },
    { role: 'link', name: 'Remove', ref: '8', parent: 0 },
    { role: 'link', name: '', ref: '9', parent: 0, ...box(10, 10, 100, 20) },
    { role: 'statictext', name: 'Terms \u202eof sale', parent: 7 }
  ),
  tabs: [
    { title: 'Shop', url: null, current: true },
    { title: '', url: null, current: false }
  ]
}

const desktop = screenOf(
  { role: 'window', name: 'Notes', ...box(0, 0, 800, 600) },
  { role: 'button', name: 'OK', ...box(300, 190, 40, 20) },
  { role: 'button', name: 'Gone', states: { hidden: true }, ...box(310, 195, 10, 10) },
  { role: 'textbox', text: 'what I wrote', ...box(100, 300, 200, 100) },
  { role: 'icon', name: 'File', ...box(500, 500, 20, 20) }
)

const phone = screenOf(
  { role: 'statictext', name: 'Wi-Fi', ref: '3', ...box(0, 100, 1080, 100) },
  { role: 'textbox', ref: '4', text: 'Ada', attributes: [['hint_text', 'First name']], states: { editable: true } },
  { role: 'image', ref: '5', attributes: [['content_description', 'Add picture']] },
  { role: 'generic', ref: '6', states: { clickable: true }, ...box(0, 300, 1080, 200) },
  { role: 'statictext', text: 'Bluetooth', parent: 3 },
  { role: 'statictext', text: 'Off', parent: 3 }
)

describe('labels name what an action is aimed at, as the screen it was done on does', () => {
  it('on pages by bid, tab and point', () => {
    const lines: [string, string][] = [
      ["click('44')", 'click “Add to basket”'],
      ["click('44', 'right', ['Shift'])", 'Shift+right click “Add to basket”'],
      ["fill('a7', 'blue mug')", 'fill “Search” with “blue mug”'],
      ["fill('a7', '')", 'clear “Search”'],
      ["select_option('c4', ['Large', 'Blue'])", 'select “Large”, “Blue” in “Size”'],
      ["hover('9')", 'hover “Terms of sale”'],
      ['mouse_click(20, 20)', 'click “Terms of sale” at 20, 20'],
      ['tab_focus(0)', 'tab “Shop”']
    ]
    expect(
      said(
        web,
        lines.map(([line]) => line),
        page
      )
    ).toEqual(lines.map(([, label]) => label))
  })

  it('on desktops by the point, until something was pressed', () => {
    const lines: [string, string][] = [
      ['pyautogui.click(312, 200)', 'click “OK” at 312, 200'],
      ['pyautogui.rightClick(312, 200)', 'right click “OK” at 312, 200'],
      [
        'pyautogui.moveTo(505, 505)\npyautogui.dragTo(312, 200)',
        'move to “File” at 505, 505 ; drag to “OK” at 312, 200'
      ],
      ['pyautogui.click(312, 200)\npyautogui.click(505, 505)', 'click “OK” at 312, 200 ; click 505, 505']
    ]
    expect(
      said(
        os,
        lines.map(([line]) => line),
        desktop
      )
    ).toEqual(lines.map(([, label]) => label))
  })

  it('on phones by index and point, by what stands in a thing without a name, and a field by its hint', () => {
    const lines: [string, string][] = [
      ['tap 3', 'tap “Wi-Fi”'],
      ['hold 5', 'hold “Add picture”'],
      ['tap 6', 'tap “Bluetooth”'],
      ['type 4 Lin', 'type “Lin” in “First name”'],
      ['scroll down in 6', 'scroll down in “Bluetooth”'],
      ['tap 540, 150', 'tap “Wi-Fi” at 540, 150']
    ]
    expect(
      said(
        android,
        lines.map(([line]) => line),
        phone
      )
    ).toEqual(lines.map(([, label]) => label))
  })

  it('one of several that are called the same keeps its number', () => {
    expect(said(web, ["click('7')", "click('8')"], page)).toEqual(['click “Remove” (7)', 'click “Remove” (8)'])
  })

  it('falls back to numbers where nothing tells, and never takes a whole window, or what stands in a field, for the thing', () => {
    const onPage = ["click('404')", "click('a8')", "fill('a8', 'x')", 'mouse_click(700, 500)', 'tab_focus(1)']
    expect(said(web, onPage, page)).toEqual(said(web, onPage))
    const onDesktop = ['pyautogui.click(700, 400)', 'pyautogui.click(150, 350)', 'pyautogui.click(-5, 9000)']
    expect(said(os, onDesktop, desktop)).toEqual(['click 700, 400', 'click 150, 350', 'click -5, 9000'])
    expect(said(android, ['tap 77', 'tap at 1, 9000'], phone)).toEqual(['tap 77', 'tap at 1, 9000'])
    expect(said(web, ["click('44')"], screenOf())).toEqual(['click 44'])
  })
})
