// A desktop's things, and how OSWorld tells them: as a table of rows, or as the accessibility tree.
import { present } from '../../text/present.ts'
import { readers } from '../screens/readers/index.ts'
import { escapeAttribute, escapeText } from '../screens/readers/markup/entities.ts'
import { FIELDS, fromAtSpi } from '../screens/readers/roles.ts'
import type { PixelBounds, Screen, ScreenNode } from '../screens/screen.ts'

/** What a click reaches: an element of a window's page, or something of the desktop's own, by its name. */
export type DesktopTarget = { element: number; opens: 1 | 2 } | { system: string }

export interface DesktopThing {
  /** As AT-SPI has it: `push-button`. */
  tag: string
  name: string
  /** What a field holds; `''` for others. */
  text: string
  bounds: PixelBounds
  /** `active`, `checked`, `editable`, `focused`, `disabled`, `selected`, `multiline`, `expanded`. */
  is: ReadonlySet<string>
  parent: number
  target: DesktopTarget | null
  /** The window that it belongs to; `null` for the desktop's own. */
  window: number | null
}

export const DESKTOP_FORMS = ['osworld-table', 'osworld-xml'] as const
export type DesktopForm = (typeof DESKTOP_FORMS)[number]

const SIZE = { width: 1920, height: 1080 }
const NAMESPACE = 'https://accessibility.ubuntu.example.org/ns/'
const HEADER = 'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)'

/** The screen, whose nodes are the things in their order, and its text. A table leaves out what only holds others. */
export function tellThings(things: readonly DesktopThing[], form: DesktopForm): { screen: Screen; text: string } {
  const nodes = things.map(nodeOf)
  const said = { url: null, title: null, tabs: [], preface: '', warnings: [] }
  const layout = form === 'osworld-xml' ? treeLayout(things) : tableLayout(things)
  const screen: Screen = { format: form, nodes, ...SIZE, ...said, layout }
  return { screen, text: present(readers.find(({ name }) => name === form)).write(screen) }
}

function nodeOf({ tag, name, text, bounds, is, parent }: DesktopThing): ScreenNode {
  const role = fromAtSpi(tag)
  const states = Object.fromEntries([...is].map((state) => [state, true]))
  if (tag === 'check-box' || tag === 'radio-button') states.checked = is.has('checked')
  const attributes = attributesOf({ tag, name, bounds, is })
  const value = FIELDS.has(role) ? text : null
  return { ref: null, role, tag, name, text: '', value, states, bounds, attributes, parent, start: 0, end: 0 }
}

// As AT-SPI names them.
const STATES: readonly [state: string, written: string][] = [
  ['active', 'active'],
  ['checked', 'checked'],
  ['editable', 'editable'],
  ['focused', 'focused'],
  ['selected', 'selected'],
  ['expanded', 'expanded'],
  ['multiline', 'multi-line']
]

function attributesOf({ name, bounds, is }: Pick<DesktopThing, 'tag' | 'name' | 'bounds' | 'is'>): [string, string][] {
  const on = STATES.filter(([state]) => is.has(state)).map(([, written]) => written)
  const usual = [...(is.has('disabled') ? [] : ['enabled', 'sensitive']), 'showing', 'visible']
  const { x, y, width, height } = bounds
  return [
    ['name', escapeAttribute(name)],
    ...[...on, ...usual].map((state): [string, string] => [`st:${state}`, 'true']),
    ['cp:screencoord', `(${x}, ${y})`],
    ['cp:size', `(${width}, ${height})`]
  ]
}

const HOLDERS = new Set(['application', 'panel', 'menu-bar', 'list', 'table'])

const tableLayout = (things: readonly DesktopThing[]): (string | number)[] => [
  HEADER,
  ...things.flatMap(({ tag }, index) => (HOLDERS.has(tag) ? [] : ['\n', index]))
]

function treeLayout(things: readonly DesktopThing[]): (string | number)[] {
  const children = new Map<number, number[]>()
  for (const [index, { parent }] of things.entries()) {
    const before = children.get(parent)
    if (before) before.push(index)
    else children.set(parent, [index])
  }
  const spaces = Object.entries({ st: 'state', cp: 'component' }).map(
    ([prefix, of]) => ` xmlns:${prefix}="${NAMESPACE}${of}"`
  )
  const layout: (string | number)[] = [
    `<desktop-frame${spaces.join('')} name="main" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(0, 0)" cp:size="(${SIZE.width}, ${SIZE.height})">\n`
  ]
  function add(index: number, indent: string): void {
    const { tag, text } = present(things[index])
    const inner = children.get(index) ?? []
    layout.push(indent, index)
    if (!inner.length && !text) layout.push(' />\n')
    else if (!inner.length) layout.push(`>${escapeText(text)}</${tag}>\n`)
    else {
      layout.push('>\n')
      for (const child of inner) add(child, `${indent}  `)
      layout.push(`${indent}</${tag}>\n`)
    }
  }
  for (const top of children.get(-1) ?? []) add(top, '  ')
  return [...layout, '</desktop-frame>']
}
