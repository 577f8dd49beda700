import { expect, it } from 'vitest'
import {
  changes,
  pageOf,
  type Screen,
  type ScreenNode,
  unchanged
} from '../../../src/core/observations/screens/screen.ts'
import { screenOf } from './readers/samples.ts'

const shop = `RootWebArea 'Shop', focused
\t[1] heading 'Cart'
\t[2] button 'Delete'
\t[3] button 'Delete'
\t[4] link 'Home', clickable`

const changed = (before: string, after: string) => [...changes(screenOf(before), screenOf(after))]

it('finds nothing changed in the same screen, and nothing to compare the first one with', () => {
  expect(changed(shop, shop)).toEqual([])
  expect([...changes(null, screenOf(shop))]).toEqual([])
})

it('marks a node that says something else, and one that is new', () => {
  expect(changed(shop, shop.replace("'Cart'", "'Cart (1)'"))).toEqual([1])
  expect(changed(shop, shop.replace('clickable', 'clickable, focused'))).toEqual([4])
  expect(changed(shop, `${shop}\n\tStaticText 'Saved'`)).toEqual([5])
  expect(changed(shop, shop.replace("\n\t[2] button 'Delete'", ''))).toEqual([])
})

it('knows by its ref which of several alike is new', () => {
  expect(changed(shop, shop.replace('\t[3]', "\t[9] button 'Delete'\n\t[3]"))).toEqual([3])
})

it('marks nothing that only moved, was moved into something else, or got another number', () => {
  const moved = `RootWebArea 'Shop', focused
\tStaticText 'New'
\t[4] link 'Home', clickable
\t[7] group ''
\t\t[2] button 'Delete'
\t\t[3] button 'Delete'
\t[1] heading 'Cart'`
  expect(changed(shop, moved)).toEqual([1, 3])
  expect(changed(shop, shop.replaceAll(/\[(\d)\]/g, '[b$1]'))).toEqual([])
  const box = (top: number) => `[1] button 'Go', box="(0,${top},50,${top + 20})", center="(25,${top + 10})"`
  expect(changed(box(0), box(40))).toEqual([])
})

it('follows things that are numbered by their place in a list', () => {
  const element = (index: number, text: string) =>
    `UI element ${index}: {"index": ${index}, "text": "${text}", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}`
  const list = (...texts: string[]) => texts.map((text, index) => element(index, text)).join('\n')
  expect(changed(list('Milk', 'Eggs', 'Rice'), list('Milk', 'Salt', 'Eggs', 'Rice'))).toEqual([1])
  expect(changed(list('Milk', 'Eggs', 'Rice'), list('Eggs', 'Rice'))).toEqual([])
})

it('marks a state that is gone, but not one that was said to be off', () => {
  expect(changed("[1] checkbox 'A', checked='true'", "[1] checkbox 'A', checked='false'")).toEqual([0])
  expect(changed("[31] textbox 'A' required: False", "[31] textbox 'A' required: False focused: False")).toEqual([])
})

it('tells an observation that shows the same as the one before', () => {
  expect(unchanged('a \r\nb\n', '\na\nb')).toBe(true)
  expect(unchanged('a\n b', 'a\nb')).toBe(false)
  expect(unchanged('', '')).toBe(true)
})

it('names a page by what the text says, else by its tab, else by itself', () => {
  const node: ScreenNode = {
    ref: null,
    role: 'document',
    tag: 'RootWebArea',
    name: 'Root',
    text: '',
    value: null,
    states: {},
    bounds: null,
    attributes: [],
    parent: -1,
    start: 0,
    end: 0
  }
  const size = { width: null, height: null }
  const bare: Screen = {
    format: 'axtree',
    nodes: [node],
    ...size,
    url: null,
    title: null,
    tabs: [],
    preface: '',
    warnings: []
  }
  const tabs = [
    { title: 'Other', url: 'https://other.example/', current: false },
    { title: 'Tab', url: 'https://tab.example/', current: true }
  ]
  expect(pageOf(bare)).toEqual({ url: null, title: 'Root' })
  expect(pageOf({ ...bare, tabs })).toEqual({ url: 'https://tab.example/', title: 'Tab' })
  expect(pageOf({ ...bare, tabs, url: 'https://page.example/', title: 'Page' })).toEqual({
    url: 'https://page.example/',
    title: 'Page'
  })
})
