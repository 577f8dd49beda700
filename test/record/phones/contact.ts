// A new contact, as the element list that AndroidWorld's M3A agent reads.
import type { Action } from '../../../src/core/tree/model.ts'
import { KEYS, LAST_KEYS, type Phone, play } from './phone.ts'

/** `can` holds what is true of it: clickable, long_clickable, editable, scrollable, focusable, selected, checked. */
interface Element {
  text?: string
  label?: string
  hint?: string
  can: string[]
}

interface State {
  screen: 'home' | 'list' | 'form' | 'photo' | 'contact'
  keyboard: boolean
  first: string
  last: string
  phone: string
  saved: boolean
  favorite: boolean
  /** The short message over the screen. */
  said: string
}

const text = (text: string, ...can: string[]): Element => ({ text, can })
const label = (label: string, ...can: string[]): Element => ({ label, can })
const button = (name: string): Element => text(name, 'clickable', 'focusable')
const icon = (name: string): Element => label(name, 'clickable', 'focusable')
const field = (hint: string, value: string): Element => ({
  ...(value && { text: value }),
  hint,
  can: ['clickable', 'long_clickable', 'editable', 'focusable']
})

const STATUS_BAR = [text('9:41'), label('Phone signal full.'), label('Wifi signal full.'), label('Battery 84 percent.')]
const PEOPLE = ['Amara Osei', 'Bruno Keller', 'Chiyo Tanabe', 'Odile Renard']

function draw(state: State): Element[] {
  const app = SCREENS[state.screen](state)
  const said = state.said ? [text(state.said)] : []
  return [...app, ...said, ...(state.keyboard ? keyboard() : []), ...STATUS_BAR]
}

const SCREENS: Record<State['screen'], (state: State) => Element[]> = {
  home: () => [
    label('Home', 'scrollable', 'long_clickable'),
    ...['Phone', 'Messages', 'Contacts', 'Clock', 'Camera'].map((name) =>
      text(name, 'clickable', 'long_clickable', 'focusable')
    ),
    icon('Search')
  ],
  list: ({ last, first, saved, favorite }) => {
    const all = saved ? [...PEOPLE, `${first} ${last}`].sort() : PEOPLE
    return [
      icon('Open navigation drawer'),
      text('Contacts'),
      icon('Search contacts'),
      icon('More options'),
      label('Contact list', 'scrollable', 'focusable'),
      ...(favorite ? [text('Favorites'), text(`${first} ${last}`, 'clickable', 'long_clickable', 'focusable')] : []),
      ...all.flatMap((name) => [
        label(`Profile picture of ${name}`),
        text(name, 'clickable', 'long_clickable', 'focusable')
      ]),
      icon('Create contact')
    ]
  },
  form: ({ first, last, phone }) => [
    icon('Cancel'),
    text('Create contact'),
    button('Save'),
    label('Contact details', 'scrollable'),
    button('Add picture'),
    field('First name', first),
    field('Last name', last),
    field('Phone', phone),
    text('Mobile', 'clickable', 'focusable'),
    field('Email', ''),
    button('More fields')
  ],
  photo: () => [
    icon('Close'),
    text('Choose a picture'),
    text('Illustrations', 'clickable', 'focusable', 'selected'),
    text('Photos', 'clickable', 'focusable'),
    text('Device', 'clickable', 'focusable'),
    ...['Bird', 'Cactus', 'Kite', 'Teapot'].map(icon)
  ],
  contact: ({ first, last, phone, favorite }) => [
    icon('Navigate up'),
    icon('Edit contact'),
    icon(favorite ? 'Remove from favorites' : 'Add to favorites'),
    icon('More options'),
    text(`${first} ${last}`),
    ...['Call', 'Text', 'Video'].map(button),
    text('Contact info'),
    text(phone, 'clickable', 'long_clickable', 'focusable'),
    text('Mobile')
  ]
}

function keyboard(): Element[] {
  const keys = [...KEYS.flat(), ...LAST_KEYS.map(([name]) => name)]
  return keys.map((name) => label(name, 'clickable', 'long_clickable'))
}

/** The element as M3A is told of it; `is_scrollable` and `is_focusable` only where they are so. */
function write(elements: Element[]): string {
  const lines = elements.map(({ text, label, hint, can }, index) => {
    const has = (name: string) => `"is_${name}": ${can.includes(name) ? 'True' : 'False'}`
    const where = (name: string) => (can.includes(name) ? [has(name)] : [])
    const said = [
      `"index": ${index}`,
      ...(text ? [`"text": "${text}"`] : []),
      ...(label ? [`"content_description": "${label}"`] : []),
      ...(hint ? [`"hint_text": "${hint}"`] : []),
      has('clickable'),
      has('long_clickable'),
      has('editable'),
      ...where('scrollable'),
      ...where('focusable'),
      has('selected'),
      has('checked')
    ]
    return `UI element ${index}: {${said.join(', ')}}`
  })
  return lines.join('\n')
}

type Order = (elements: Element[]) => Action

function indexOf(elements: Element[], name: string): number {
  const index = elements.findIndex((one) => [one.text, one.label, one.hint].includes(name))
  if (index < 0) throw new Error(`Nothing on the screen is called ${name}.`)
  return index
}

const click =
  (name: string): Order =>
  (elements) => ({ action_type: 'click', index: indexOf(elements, name) })

const type =
  (name: string, text: string): Order =>
  (elements) => ({ action_type: 'input_text', index: indexOf(elements, name), text })

const plain =
  (action: Action): Order =>
  () =>
    action

const start: State = {
  screen: 'home',
  keyboard: false,
  first: '',
  last: '',
  phone: '',
  saved: false,
  favorite: false,
  said: ''
}

export const contact: Phone = {
  title: 'A new contact',
  notes:
    'Written by a person after the Contacts app of Android 14, as the element list that AndroidWorld’s M3A agent reads: a tap that does nothing, a wrong tap, and a keyboard that comes and goes.',
  program: 'Contacts on Android 14',
  ...play<State, Element[]>(
    start,
    [
      [plain({ action_type: 'open_app', app_name: 'Contacts' }), { screen: 'list' }],
      // A title does nothing.
      [click('Contacts'), {}],
      [click('Create contact'), { screen: 'form' }],
      // Not what was wanted.
      [click('Add picture'), { screen: 'photo' }],
      [plain({ action_type: 'navigate_back' }), { screen: 'form' }],
      [click('First name'), { keyboard: true }],
      // Enter, which AndroidWorld presses after typing, goes on to the next field: the keyboard stays.
      [type('First name', 'Nadia'), { first: 'Nadia' }],
      [type('Last name', 'Petrov'), { last: 'Petrov' }],
      [type('Phone', '555 0142'), { phone: '555 0142' }],
      [plain({ action_type: 'navigate_back' }), { keyboard: false }],
      [click('Save'), { screen: 'contact', saved: true, said: 'Nadia Petrov saved' }],
      [click('Add to favorites'), { favorite: true, said: 'Added to favorites' }],
      [plain({ action_type: 'navigate_back' }), { screen: 'list', said: '' }],
      [plain({ action_type: 'status', goal_status: 'complete' }), {}]
    ],
    { draw, write }
  )
}
