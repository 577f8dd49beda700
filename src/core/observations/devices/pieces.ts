// What an app's page shows, as a list from top to bottom: phones and desktops lay the same list out, each in its own way.
import {
  chosenIn,
  detailsOf,
  fieldValue,
  inputType,
  isButton,
  isChecked,
  isDisabled,
  isField,
  isOpen,
  type LivePage,
  optionsOf,
  optionText
} from '../pages/controls.ts'
import { attribute, closest, collapsed, inside, isElement, type PageElement, textIn } from '../pages/document.ts'
import { isShown } from '../pages/layout.ts'
import { type Naming, nameOf } from '../pages/names.ts'
import { saidRole } from '../pages/roles.ts'

/** One thing that an app's page shows. */
export interface Piece {
  kind:
    | 'text'
    | 'heading'
    | 'image'
    | 'link'
    | 'button'
    | 'field'
    | 'check'
    | 'switch'
    | 'radio'
    | 'select'
    | 'option'
    | 'menu'
    | 'item'
  /** The element that is acted on, by its index in the page. */
  element: number
  /** What it shows, or what a field is called. */
  name: string
  /** The second, smaller line of a link. */
  note: string
  /** What a field holds, or which option of a select is chosen. */
  value: string
  checked: boolean
  disabled: boolean
  focused: boolean
  password: boolean
  multiline: boolean
  /** A link in a list or a table. */
  listed: boolean
  /** What its author calls it (`id`, else `name`); `''` for none. */
  id: string
}

/** Pieces side by side. */
export type PieceRow = readonly Piece[]

const NAMING: Naming = {
  byContent: (role) => /^(?:button|link|option|heading|cell)$/.test(role),
  readsInto: () => true,
  nameless: () => false,
  namesEmptyFields: false,
  namesFigures: true
}

/** @returns rows from top to bottom; where a dialog is open, only what is in it */
export function piecesOf(page: LivePage): PieceRow[] {
  const dialog = page.document.elements.findLast((one) => one.tag === 'dialog' && isShown(page, one))
  const rows: Piece[][] = []
  // What stands in one line, where something says that its things stand side by side.
  let line: Piece[] | null = null
  // The items of a menu that is open, which lie below the line of menus.
  let hanging: Piece[] | null = null
  const below: Piece[][] = []
  let text = ''
  let owner = 0

  const add = (piece: Piece) => {
    if (hanging) hanging.push({ ...piece, kind: 'item' })
    else if (line) line.push(piece)
    else rows.push([piece])
  }
  function flush(kind: 'text' | 'heading' = 'text'): void {
    const name = collapsed(text)
    text = ''
    if (name) add({ ...PLAIN, kind, element: owner, name })
  }

  function visit(element: PageElement): void {
    if (!isShown(page, element)) return
    const made = pieceOf(page, element)
    if (made) {
      flush()
      add(made)
      // The list of a select lies below it while it is open.
      if (made.kind === 'select' && page.state.open[element.index])
        for (const one of optionPieces(page, element)) rows.push([one])
      return
    }
    // The label of a control is what the control is called.
    if (element.tag === 'label' && isLabelled(page, element)) {
      for (const one of inside(element)) if (pieceOf(page, one)) visit(one)
      return
    }
    const isBlock = !INLINE.has(element.tag)
    if (isBlock) flush()
    if (element.tag === 'details' && isInMenu(element)) {
      const [title, ...items] = element.children.filter(isElement)
      if (title) visit(title)
      hanging = []
      for (const one of items) visit(one)
      const list: Piece[] = hanging
      hanging = null
      for (const one of list) below.push([one])
      return
    }
    owner = element.index
    const opensLine = isBlock && line === null && isSideBySide(element)
    if (opensLine) line = []
    if (element.tag === 'pre') for (const one of textIn(element).split('\n')) [text] = [one, flush()]
    else
      for (const child of element.children) {
        if (isElement(child)) visit(child)
        else text += child.text
      }
    if (isBlock) flush(/^h[1-6]$/.test(element.tag) ? 'heading' : 'text')
    if (opensLine && line) {
      const made: Piece[] = line
      line = null
      if (made.length) rows.push(made)
      for (const one of below.splice(0)) rows.push(one)
    }
  }

  visit(dialog ?? page.document.body)
  flush()
  return rows
}

const PLAIN: Piece = {
  ...{ kind: 'text', element: 0, name: '', note: '', value: '', id: '' },
  ...{ listed: false, checked: false, disabled: false, focused: false, password: false, multiline: false }
}

const INLINE = new Set(
  'a abbr b bdi bdo br cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup time u var output'.split(
    ' '
  )
)

const isInMenu = (element: PageElement): boolean => closest(element, ({ tag }) => tag === 'menu') !== null

const isSideBySide = ({ tag }: PageElement): boolean => tag === 'tr' || tag === 'nav' || tag === 'li' || tag === 'menu'

const isLabelled = ({ document }: LivePage, label: PageElement): boolean =>
  [...document.labels.values()].some((labels) => labels.includes(label))

/** `null` for what is only text, or only holds others. */
function pieceOf(page: LivePage, element: PageElement): Piece | null {
  const { tag, index } = element
  const id = attribute(element, 'id') || attribute(element, 'name')
  const name = () => nameOf(page, element, NAMING).text
  const common = { ...PLAIN, element: index, id, disabled: isDisabled(element), focused: page.state.focus === index }
  if (tag === 'a' && element.attributes.has('href')) {
    const small = [...inside(element)].find((one) => one.tag === 'small')
    const note = small ? collapsed(textIn(small)) : ''
    const whole = attribute(element, 'aria-label') || collapsed(textIn(element))
    return {
      ...common,
      kind: 'link',
      name: note && whole.endsWith(note) ? whole.slice(0, -note.length).trim() : whole,
      note,
      listed: closest(element, (one) => one.tag === 'li' || one.tag === 'tr') !== null
    }
  }
  if (detailsOf(element)) {
    const kind = isInMenu(element) ? 'menu' : 'button'
    return { ...common, kind, name: collapsed(textIn(element)), checked: isOpen(page, element.parent as PageElement) }
  }
  if (tag === 'img') return { ...common, kind: 'image', name: attribute(element, 'alt') }
  if (isButton(element)) return { ...common, kind: 'button', name: name() }
  if (isField(element))
    return {
      ...common,
      ...{ kind: 'field', name: name(), value: fieldValue(page, element), multiline: tag === 'textarea' },
      password: inputType(element) === 'password'
    }
  if (tag === 'input' && /^(?:checkbox|radio)$/.test(inputType(element))) {
    const kind = inputType(element) === 'radio' ? 'radio' : saidRole(element) === 'switch' ? 'switch' : 'check'
    return { ...common, kind, name: name(), checked: isChecked(page, element) }
  }
  if (tag === 'select')
    return { ...common, kind: 'select', name: name(), value: chosenIn(page, element).map(optionText).join(', ') }
  return null
}

function optionPieces(page: LivePage, select: PageElement): Piece[] {
  const chosen = new Set(chosenIn(page, select))
  return optionsOf(select).map((option) => ({
    ...PLAIN,
    ...{ kind: 'option', element: option.index, name: optionText(option), id: attribute(option, 'value') },
    ...{ checked: chosen.has(option), disabled: isDisabled(option) }
  }))
}
