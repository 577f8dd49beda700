// A screen without coordinates, set as a page: headings, text, forms, lists and tables in their order.
import { memo, type ReactNode } from 'react'
import type { Touch } from '../../../core/observations/screens/gestures.ts'
import type { Screen, ScreenNode } from '../../../core/observations/screens/screen.ts'
import { classes } from './classes.ts'
import { Face } from './Face.tsx'
import { iconFor } from './icons.ts'
import { aria, face, label, level, type WidgetKind } from './kinds.ts'
import { optionsOf, outlineOf, type ScreenOutline } from './outline.ts'
import { PhoneList } from './PhoneList.tsx'

export interface WireframeProps {
  screen: Screen
  changed: ReadonlySet<number>
  /** At most this many nodes are drawn. */
  most: number
  frame: Touch['frame']
}

// Boxes in boxes past this depth look like nothing, and a browser lays out each one inside the other.
const DEEPEST = 48

export const Wireframe = memo(function Wireframe({ screen, changed, most, frame }: WireframeProps): ReactNode {
  const outline = outlineOf(screen)
  const context = { screen, outline, changed, most, deep: 0, small: false }
  if (frame === 'phone' && screen.nodes.length > 0) {
    return (
      <div className="pic-page pic-app">
        <PhoneList screen={screen} draw={(index, small = false) => draw(index, { ...context, small })} />
      </div>
    )
  }
  return (
    <div className="pic-page">
      {screen.nodes.length === 0 && <p className="pic-hint">Nothing is on this screen.</p>}
      {outline.tops.map((index) => draw(index, context))}
    </div>
  )
})

interface Context {
  screen: Screen
  outline: ScreenOutline
  changed: ReadonlySet<number>
  most: number
  deep: number
  /** Drawn as a sign where one is known for what it says. */
  small: boolean
}

function draw(index: number, context: Context): ReactNode {
  const { screen, outline, changed, most, deep } = context
  const node = screen.nodes[index]
  if (!node || index >= most || node.states.hidden === true || node.role === 'listmarker') return null
  const kind = outline.kinds[index] ?? 'group'
  if (kind === 'text' && labels(index, context)) return null
  const stop = outline.stops[index] === true
  const children = deep < DEEPEST ? (outline.children[index] ?? []) : below(index, context)
  const inner = () => {
    const next = { ...context, deep: deep + 1, small: false }
    return deep < DEEPEST
      ? children.map((child) => draw(child, next))
      : children.map((child) => draw(child, { ...next, deep: DEEPEST + 1 }))
  }
  const has = deep <= DEEPEST && children.length > 0
  const text = face(node, kind)
  // A page whose title changed is no change of all that is on it.
  const bare = classes(node, kind, { changed: changed.has(index) && (node.parent >= 0 || kind !== 'group'), stop })
  const common = { 'data-node': index, tabIndex: stop ? -1 : undefined }
  // A control that holds other controls is a box around them to assistive technology: nothing inside a button can be reached.
  const holds = outline.hasStop[index] === true && kind !== 'link' && kind !== 'heading' && kind !== 'select'
  const said = holds && stop ? { role: 'group', 'aria-label': label(node) || node.role } : aria(node, kind, stop)

  if (kind === 'heading') {
    return (
      <div key={index} {...common} {...said} className={`${bare} pic-h${level(node)}`}>
        {has && outline.hasText[index] ? inner() : text}
      </div>
    )
  }
  if (kind === 'field' || kind === 'select') {
    const name = label(node)
    const options = kind === 'select' ? optionsOf(outline, index) : []
    const open = node.states.expanded === true
    return (
      <div key={index} className="pic-labelled">
        {name && (
          <span className="pic-label" aria-hidden="true">
            {name}
          </span>
        )}
        <div {...common} {...said} className={bare}>
          <Face
            node={node}
            kind={kind}
            text={node.value || (kind === 'select' ? chosen(screen, options) : node.value === null ? '' : node.text)}
          />
        </div>
        {open && options.length > 0 && (
          <div className="pic-options">{options.map((child) => draw(child, { ...context, deep: deep + 1 }))}</div>
        )}
      </div>
    )
  }
  if (kind === 'table' && has) {
    const proper = outline.proper[index] === true
    return (
      <div key={index} {...common} className={`${bare} pic-scroll-x`}>
        {text && !proper && <div className="pic-caption">{text}</div>}
        <div className="pic-grid" {...(proper ? { role: 'table', 'aria-label': text || 'Table' } : {})}>
          {inner()}
        </div>
      </div>
    )
  }
  if (kind === 'row' || kind === 'rows' || kind === 'cell' || kind === 'header') {
    const proper = inTable(index, context)
    const role = { row: 'row', rows: 'rowgroup', cell: 'cell', header: 'columnheader' }[kind]
    return (
      <div key={index} {...common} role={proper ? role : undefined} className={proper ? bare : `${bare} pic-loose`}>
        {has && (outline.hasText[index] || text === '') ? inner() : text}
      </div>
    )
  }
  if (kind === 'list') {
    const items = outline.proper[index] === true && deep < DEEPEST
    return (
      <div
        key={index}
        {...common}
        {...(items ? { role: 'list', 'aria-label': text || undefined } : {})}
        className={`${bare} ${compact(index, screen, outline) ? 'pic-inline' : ''}`}
      >
        {inner()}
      </div>
    )
  }
  if (kind === 'item') {
    const listed = outline.proper[node.parent] === true && outline.kinds[node.parent] === 'list' && deep <= DEEPEST
    return (
      <div
        key={index}
        {...common}
        role={listed && !stop ? 'listitem' : undefined}
        {...(stop ? said : {})}
        className={bare}
      >
        {has && (outline.hasText[index] || text === '') ? inner() : text}
      </div>
    )
  }
  const inside = has && (outline.hasText[index] || text === '' || outline.hasStop[index])
  const name = label(node)
  const titled = inside && name !== '' && TITLED.has(kind)
  const landmark =
    kind === 'landmark' || kind === 'dialog' || kind === 'alert'
      ? { role: 'group', 'aria-label': name ? `${name}, ${node.role}` : node.role }
      : {}
  return (
    <div
      key={index}
      {...common}
      {...landmark}
      {...said}
      className={`${bare} ${kind === 'landmark' ? `pic-as-${node.role}` : ''}`}
    >
      {titled && <div className="pic-caption">{name}</div>}
      {inside ? (
        inner()
      ) : (
        <Face
          node={node}
          kind={kind}
          text={shownText(node, kind, text)}
          small={context.small && (iconFor(text) !== null || PHOTO.test(text))}
        />
      )}
    </div>
  )
}

/** The person's initial, shown in place of a picture. */
const PHOTO = /^(profile|contact)\b.*\b(picture|photo|image)\b/i

const TITLED: ReadonlySet<WidgetKind> = new Set(['dialog', 'alert', 'window', 'menu'])

/** A page's own name stands in its tab; what else is empty shows what it is called. */
function shownText(node: ScreenNode, kind: WidgetKind, text: string): string {
  if (node.role === 'document' && kind === 'group') return ''
  return text
}

/** Everything below a node, flat. */
function below(index: number, { screen }: Context): number[] {
  const found: number[] = []
  // Parents stand before children, so the nodes below are those that follow until one whose parent is not among them.
  const inside = new Set([index])
  for (let at = index + 1; at < screen.nodes.length; at++) {
    if (!inside.has(screen.nodes[at]?.parent ?? -1)) break
    inside.add(at)
    found.push(at)
  }
  return found
}

function chosen(screen: Screen, options: number[]): string {
  const node = options.map((index) => screen.nodes[index]).find((option) => option?.states.selected === true)
  return node ? label(node) : ''
}

/** A control shows its own name; the text beside it that gives it that name would say it twice. */
function labels(index: number, { screen: { nodes }, outline: { kinds } }: Context): boolean {
  const node = nodes[index]
  return [index + 1, index - 1].some((beside) => {
    const [other, kind] = [nodes[beside], kinds[beside] ?? 'group']
    const fits = beside > index ? ABOVE.has(kind) : BESIDE.has(kind)
    return node && other?.parent === node.parent && fits && label(other) !== '' && label(other) === label(node)
  })
}

const ABOVE: ReadonlySet<WidgetKind> = new Set(['field', 'select'])
const BESIDE: ReadonlySet<WidgetKind> = new Set(['check', 'radio', 'switch'])

/** Lists of a few links, a menu say, stand on one line. */
function compact(index: number, screen: Screen, { children, kinds, hasText }: ScreenOutline): boolean {
  const items = children[index] ?? []
  return (
    items.length > 1 &&
    items.length <= 12 &&
    items.every((item) => {
      const inner = (children[item] ?? []).filter((child) => screen.nodes[child]?.role !== 'listmarker')
      return (
        hasText[item] &&
        inner.length === 1 &&
        inner.every((child) => kinds[child] === 'link' || kinds[child] === 'button')
      )
    })
  )
}

function inTable(index: number, { screen, outline }: Context): boolean {
  let at = screen.nodes[index]?.parent ?? -1
  for (let steps = 0; at >= 0 && steps < 3; steps++) {
    if (outline.kinds[at] === 'table') return outline.proper[at] === true
    at = screen.nodes[at]?.parent ?? -1
  }
  return false
}
