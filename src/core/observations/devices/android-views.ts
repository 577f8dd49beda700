// A phone's views, and how each of Android's observation formats tells them.

import { present } from '../../text/present.ts'
import { spellBox } from '../screens/readers/elements.ts'
import { readers } from '../screens/readers/index.ts'
import { escapeAttribute } from '../screens/readers/markup/entities.ts'
import { fromAndroid } from '../screens/readers/roles.ts'
import type { PixelBounds, Screen, ScreenNode } from '../screens/screen.ts'

/** What a tap on a view reaches: an element of the app's page, or something of the phone's own, by its name. */
export type ViewTarget = { element: number } | { system: string }

export interface AndroidView {
  /** `android.widget.Button`. */
  className: string
  package: string
  /** Without the package: `title`. `''` for none. */
  id: string
  text: string
  description: string
  hint: string
  bounds: PixelBounds
  /** What is so of it, such as `clickable`, `checkable`, `checked`, `selected`, `focused`, `scrollable`, `editable`, `password`, `disabled`. */
  is: ReadonlySet<string>
  /** Index of the view that it lies in; -1 for a window. The window in front comes first. */
  parent: number
  target: ViewTarget | null
}

/** How a phone is told: AndroidWorld's list as M3A or T3A have it, a list with bounds, or a dump of the window in front. */
export const PHONE_FORMS = ['android-elements', 'android-dataclass', 'android-list', 'uiautomator'] as const
export type PhoneForm = (typeof PHONE_FORMS)[number]

/** The screen, whose nodes are the views in their order, and its text. Views that the format leaves out have no `ref` and no line. */
export function tellViews(
  views: readonly AndroidView[],
  form: PhoneForm,
  { width, height }: { width: number; height: number }
): { screen: Screen; text: string } {
  const parents = new Set(views.map(({ parent }) => parent))
  const order = new Map<number, number>()
  views.forEach((view, index) => {
    if (isListed(view, form, parents.has(index))) order.set(index, order.size)
  })
  const siblings = new Map<number, number>()
  const nodes = views.map((view, index) => {
    const place = siblings.get(view.parent) ?? 0
    siblings.set(view.parent, place + 1)
    return nodeOf(view, form, form === 'uiautomator' ? place : (order.get(index) ?? null))
  })
  const said = { url: null, title: null, tabs: [], preface: '', warnings: [] }
  // AndroidWorld ends each line, the last one too.
  const lines = [...order.keys()].flatMap((index) => [index, '\n'])
  const listed = form === 'android-list' ? lines.slice(0, -1) : lines
  const layout = form === 'uiautomator' ? dumpLayout(views, width > height) : listed
  const screen: Screen = { format: form, nodes, width, height, ...said, layout }
  return { screen, text: writerOf(form).write(screen) }
}

const writerOf = (form: PhoneForm) => present(readers.find(({ name }) => name === form))

/** AndroidWorld lists what holds no others, is described, or scrolls. */
const isListed = ({ description, is }: AndroidView, form: PhoneForm, holds: boolean): boolean =>
  form === 'android-list' || form === 'uiautomator' || !holds || description !== '' || is.has('scrollable')

function nodeOf(view: AndroidView, form: PhoneForm, number: number | null): ScreenNode {
  const { className, text, description, hint, bounds, is, parent } = view
  const isField = is.has('editable')
  const role = fromAndroid(className)
  const states: ScreenNode['states'] = {}
  for (const state of is) if (state !== 'checkable') states[state] = true
  if (is.has('checkable')) states.checked = is.has('checked')
  return {
    ref: form === 'uiautomator' || number === null ? null : String(number),
    role: role === 'generic' && is.has('clickable') && (text || description) ? 'button' : role,
    tag: className,
    name: description || (isField ? hint : text),
    text: !isField && description && description !== text ? text : '',
    value: isField ? text : null,
    states,
    bounds,
    attributes: ATTRIBUTES[form](view, number ?? 0),
    parent,
    start: 0,
    end: 0
  }
}

type Pairs = [name: string, value: string][]

const cornersOf = ({ x, y, width, height }: PixelBounds): string => `[${x},${y}][${x + width},${y + height}]`
const resourceOf = ({ package: app, id }: AndroidView): string => (id.includes(':') || !id ? id : `${app}:id/${id}`)

// In the order that lists with bounds give them.
const FLAGS = [
  'clickable',
  'long-clickable',
  'scrollable',
  'focused',
  'checkable',
  'checked',
  'selected',
  'editable',
  'password',
  'disabled'
]

const ATTRIBUTES: Readonly<Record<PhoneForm, (view: AndroidView, number: number) => Pairs>> = {
  'android-elements': ({ description, hint }) => [
    ...(description ? [['content_description', description] satisfies [string, string]] : []),
    ...(hint ? [['hint_text', hint] satisfies [string, string]] : [])
  ],
  'android-dataclass': (view) => {
    const told: Pairs = [
      ['content_description', view.description],
      ['hint_text', view.hint],
      ['resource_name', resourceOf(view)],
      ['package_name', view.package],
      ['bbox_pixels', spellBox(view.bounds)]
    ]
    return told.filter(([, value]) => value !== '')
  },
  'android-list': (view, number) => {
    const flags = FLAGS.filter((flag) => view.is.has(flag)).map((flag) => flag.replace('-', '_'))
    return [
      ['index', String(number).padStart(2)],
      ['text', oneLine(view.text)],
      ['desc', oneLine(view.description)],
      ...(view.hint ? [['hint', view.hint] satisfies [string, string]] : []),
      ['res', resourceOf(view)],
      ['bounds', cornersOf(view.bounds)],
      ...(flags.length ? [['flags', flags.join(', ')] satisfies [string, string]] : [])
    ]
  },
  uiautomator: (view, number) => {
    const yes = (state: string) => String(view.is.has(state))
    const told: Pairs = [
      ['index', String(number)],
      // An empty field shows its hint.
      ['text', view.text || view.hint],
      ['resource-id', resourceOf(view)],
      ['class', view.className],
      ['package', view.package],
      ['content-desc', view.description],
      ...['checkable', 'checked', 'clickable'].map((state): [string, string] => [state, yes(state)]),
      ['enabled', String(!view.is.has('disabled'))],
      ['focusable', String(view.is.has('clickable') || view.is.has('scrollable'))],
      ...['focused', 'scrollable', 'long-clickable', 'password', 'selected'].map((state): [string, string] => [
        state,
        yes(state)
      ]),
      ...(view.hint ? [['hint', view.hint] satisfies [string, string]] : []),
      ['bounds', cornersOf(view.bounds)]
    ]
    return told.map(([name, value]) => [name, escapeAttribute(value)])
  }
}

const oneLine = (text: string): string => text.replaceAll('\n', ' ')

/** A dump is of the window in front alone: all below the first view. */
function dumpLayout(views: readonly AndroidView[], isLandscape: boolean): (string | number)[] {
  const children = new Map<number, number[]>()
  for (const [index, { parent }] of views.entries()) {
    const before = children.get(parent)
    if (before) before.push(index)
    else children.set(parent, [index])
  }
  const layout: (string | number)[] = [
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<hierarchy rotation="${isLandscape ? 1 : 0}">\n`
  ]
  function add(index: number, indent: string): void {
    const inner = children.get(index) ?? []
    layout.push(indent, index, inner.length ? '>\n' : ' />\n')
    for (const child of inner) add(child, `${indent}  `)
    if (inner.length) layout.push(`${indent}</node>\n`)
  }
  add(0, '  ')
  return [...layout, '</hierarchy>']
}
