// A phone's views, and how each of Android's observation formats tells them.

import { present } from '../../text/present.ts'
import { spellBox } from '../screens/readers/elements.ts'
import { readers } from '../screens/readers/index.ts'
import { escapeAttribute } from '../screens/readers/markup/entities.ts'
import { fromAndroid } from '../screens/readers/roles.ts'
import type { PixelBounds, Screen, ScreenNode } from '../screens/screen.ts'

/** What a tap on a view reaches: an element of the app's page, or something of the phone's own, by its name. `words` are only pressed for long. */
export type ViewTarget = { element: number } | { system: string } | { words: string; within: number }

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

/** How a phone is told: AndroidWorld's list as M3A or T3A have it, a list with bounds, DroidRun's state, DroidBot's tree, or a dump of the window in front. */
export const PHONE_FORMS = [
  'android-elements',
  'android-dataclass',
  'android-list',
  'droidrun',
  'droidbot',
  'uiautomator'
] as const
export type PhoneForm = (typeof PHONE_FORMS)[number]

/** What some forms tell above the views. */
export interface PhoneAround {
  /** Pixels. */
  width: number
  height: number
  /** The app in front. */
  title: string
  package: string
  keyboard: boolean
}

/** The screen, whose nodes are the views in their order, and its text. Views that the format leaves out have no `ref` and no line. */
export function tellViews(
  views: readonly AndroidView[],
  form: PhoneForm,
  around: PhoneAround
): { screen: Screen; text: string } {
  const { width, height } = around
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
  const preface = form === 'droidrun' || form === 'droidbot' ? stateOf(views, form, around) : ''
  const said = { url: null, title: null, tabs: [], preface, warnings: [] }
  // AndroidWorld ends each line, the last one too.
  const lines = [...order.keys()].flatMap((index) => [index, '\n'])
  const layout =
    form === 'uiautomator' ? dumpLayout(views, width > height) : form === 'droidbot' ? treeLayout(views) : lines
  if (form === 'android-list' || form === 'droidrun') layout.pop()
  if (preface) layout.unshift(preface)
  const screen: Screen = { format: form, nodes, width, height, ...said, layout }
  return { screen, text: writerOf(form).write(screen) }
}

const writerOf = (form: PhoneForm) => present(readers.find(({ name }) => name === form))

/** AndroidWorld lists what holds no others, is described, or scrolls. */
const isListed = ({ description, is }: AndroidView, form: PhoneForm, holds: boolean): boolean =>
  !/^android-(?:elements|dataclass)$/.test(form) || !holds || description !== '' || is.has('scrollable')

function nodeOf(view: AndroidView, form: PhoneForm, number: number | null): ScreenNode {
  const { className, text, description, hint, bounds, is, parent } = view
  const isField = is.has('editable')
  const role = fromAndroid(className)
  const states: ScreenNode['states'] = {}
  for (const state of is) if (state !== 'checkable') states[state] = true
  if (is.has('checkable')) states.checked = is.has('checked')
  return {
    ref: REFS[form](number),
    role: role === 'generic' && is.has('clickable') && (text || description) ? 'button' : role,
    tag: form === 'droidbot' ? shortName(className) : className,
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

// DroidRun counts from 1; DroidBot and dumps name a view by its place.
const numbered = (number: number | null): string | null => (number === null ? null : String(number))
const REFS: Readonly<Record<PhoneForm, (number: number | null) => string | null>> = {
  ...{ 'android-elements': numbered, 'android-dataclass': numbered, 'android-list': numbered },
  droidrun: (number) => numbered(number === null ? null : number + 1),
  ...{ droidbot: () => null, uiautomator: () => null }
}

const shortName = (className: string): string => className.slice(className.lastIndexOf('.') + 1)

/** The lines above the views. */
function stateOf(views: readonly AndroidView[], form: 'droidrun' | 'droidbot', around: PhoneAround): string {
  const { title, package: app, width, height, keyboard } = around
  const focused = views.find(({ is }) => is.has('focused'))
  const lines =
    form === 'droidbot'
      ? [
          `• **App:** ${app}`,
          `• **Activity:** ${app}.MainActivity`,
          `• **Screen:** ${width}x${height}`,
          '',
          'Accessibility Tree:'
        ]
      : [
          `• **App:** ${title} (${app})`,
          `• **Keyboard:** ${keyboard ? 'Visible' : 'Hidden'}`,
          `• **Focused Element:** '${oneLine(focused?.text || focused?.hint || '')}'`,
          '',
          'Current Clickable UI elements:',
          "'index. className: resourceId; checkedState, text - bounds(x1,y1,x2,y2)':"
        ]
  return `**Current Phone State:**\n${lines.join('\n')}\n`
}

type Pairs = [name: string, value: string][]

const cornersOf = ({ x, y, width, height }: PixelBounds): string => `[${x},${y}][${x + width},${y + height}]`
const sidesOf = ({ x, y, width, height }: PixelBounds): string => [x, y, x + width, y + height].join(',')
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
  droidrun: (view, number) => {
    const { className, bounds, text, description, hint, is } = view
    const id = resourceOf(view)
    return [
      ['index', String(number + 1)],
      ['class', shortName(className)],
      ...(id ? [['resource-id', id] satisfies [string, string]] : []),
      // What shows nothing is called by its class.
      ['text', oneLine(text || description || hint) || id || className],
      ...(is.has('checkable') ? [['isChecked', is.has('checked') ? 'True' : 'False'] satisfies [string, string]] : []),
      ['bounds', sidesOf(bounds)]
    ]
  },
  droidbot: (view) => {
    const flags = FLAGS.filter((flag) => view.is.has(flag)).map((flag) => flag.replace('-', '_'))
    const told: Pairs = [
      ['id', resourceOf(view)],
      ['text', oneLine(view.text || view.hint)],
      ['desc', oneLine(view.description)],
      ['flags', flags.join(',')],
      ['bounds', sidesOf(view.bounds)]
    ]
    return told.filter(([, value]) => value !== '')
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

/** By the index of a view, those that lie in it; by -1 the windows. */
function childrenIn(views: readonly AndroidView[]): Map<number, number[]> {
  const children = new Map<number, number[]>()
  for (const [index, { parent }] of views.entries()) {
    const before = children.get(parent)
    if (before) before.push(index)
    else children.set(parent, [index])
  }
  return children
}

/** Each view is indented by what it lies in. */
function treeLayout(views: readonly AndroidView[]): (string | number)[] {
  const children = childrenIn(views)
  const layout: (string | number)[] = []
  function add(index: number, indent: string): void {
    layout.push(`${layout.length ? '\n' : ''}${indent}`, index)
    for (const child of children.get(index) ?? []) add(child, `${indent}  `)
  }
  for (const window of children.get(-1) ?? []) add(window, '  ')
  return layout
}

/** A dump is of the window in front alone: all below the first view. */
function dumpLayout(views: readonly AndroidView[], isLandscape: boolean): (string | number)[] {
  const children = childrenIn(views)
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
