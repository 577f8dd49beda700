// Phone screens written as one element per line: what the list, DroidRun's state and DroidBot's tree have in common.
import type { Screen, ScreenNode } from '../../screen.ts'
import { extent } from '../bounds.ts'
import { laidOut, type Spell, writeLaidOut } from '../layout.ts'
import { BEGINNING, DEEPEST, MOST_NODES, TOO_DEEP, TOO_MANY } from '../limits.ts'
import { createWarnings, linesOf, type ScreenLine } from '../lines.ts'

export interface AndroidForm {
  format: string
  /** How the first line of an element begins, without its indentation. */
  head: RegExp
  /** How the last line of an element ends. A text with line breaks spreads one element over several lines. */
  tail: RegExp
  /** The element without its place in the tree; `null` when it cannot be read. */
  toNode(written: string): Omit<ScreenNode, 'parent' | 'start' | 'end'> | null
  spell: Spell
}

/** Whether a line near the beginning is a whole element. */
export function recognisesRows(text: string, { head, tail }: AndroidForm): boolean {
  const first = text.slice(0, BEGINNING)
  for (const { start, end } of linesOf(first, 0)) {
    const line = first.slice(start, end).trimEnd()
    if (head.test(line) && tail.test(line)) return true
  }
  return false
}

/** @param size of the screen, where the text states it; otherwise it follows from the bounds */
export function readRows(text: string, form: AndroidForm, size: (preface: string) => ScreenSize = () => NONE): Screen {
  const { format, head, tail, toNode, spell } = form
  const nodes: ScreenNode[] = []
  const warnings = createWarnings()
  // The nodes that the next line may lie in, outermost first, with how far each is indented.
  const open: { node: number; depth: number }[] = []
  let preface: string | null = null
  let row: (ScreenLine & { whole: boolean }) | null = null

  function close(): void {
    if (!row) return
    const node = toNode(text.slice(row.start, row.end).trimEnd())
    if (!node) warnings.line(text, row, 'could not be read and was left out')
    else {
      if (!row.whole) warnings.line(text, row, 'ends before its bounds')
      const depth = row.indent.length
      while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
      if (open.length === DEEPEST) {
        warnings.once(TOO_DEEP)
        open.pop()
      }
      nodes.push({ ...node, parent: open.at(-1)?.node ?? -1, start: row.start, end: row.end })
      open.push({ node: nodes.length - 1, depth })
    }
    row = null
  }

  for (const at of linesOf(text, 0)) {
    if (nodes.length === MOST_NODES) {
      warnings.add(TOO_MANY)
      break
    }
    const line = text.slice(at.start, at.end).trimEnd()
    const ends = tail.test(line)
    if (head.test(line)) {
      close()
      preface ??= text.slice(0, at.start - at.indent.length)
      row = { ...at, whole: ends }
    } else if (row && !row.whole) {
      row.end = at.end
      row.whole = ends
    } else if (preface !== null) {
      // The fence that a screen may lie in: what follows it is no part of it.
      if (line === '```') break
      close()
      warnings.line(text, at, 'is no element and was left out')
    }
  }
  if (nodes.length < MOST_NODES) close()
  if (!nodes.length) throw new Error('it has no element that could be read.')
  const said = { url: null, title: null, tabs: [], preface: preface ?? '' }
  return laidOut(
    { format, nodes, ...fitted(extent(nodes), size(preface ?? '')), ...said, warnings: warnings.done() },
    text,
    spell
  )
}

/** @param foreign a node of another format as this one spells it */
export function writeRows(
  screen: Screen,
  { format, spell }: AndroidForm,
  foreign: (node: ScreenNode, index: number, depth: number) => string
): string {
  const asRead = writeLaidOut(screen, format, spell)
  if (asRead !== null) return asRead
  const depths: number[] = []
  const lines = screen.nodes.map((node, index) => {
    const depth = node.parent < 0 ? 0 : (depths[node.parent] ?? 0) + 1
    depths[index] = depth
    return foreign(node, index, depth)
  })
  return screen.preface + lines.join('\n')
}

/** The fields `name="value"` with one blank between them. A value may hold quotes: it ends where the next field begins. */
export function quotedFields(text: string): [name: string, value: string][] {
  const found = [...text.matchAll(FIELD)]
  const fields: [string, string][] = []
  for (let nth = 0, match = found[nth]; match; match = found[++nth]) {
    const { 0: head, 1: name = '', index } = match
    const from = index + head.length
    let next = found[nth + 1]
    // What looks like the next field may stand in this one's text, which ends with a quote.
    while (next && !(next.index > from && text[next.index - 1] === '"')) next = found[++nth + 1]
    const value = text.slice(from, next?.index).trimEnd()
    fields.push([name, value.endsWith('"') ? value.slice(0, -1) : value])
  }
  return fields
}

const FIELD = /(?:^| )([a-z]{1,20}(?:[-_][a-z]{1,20})?)="/g

/** States as the flags name them. */
export function statesOf(flags: string): ScreenNode['states'] {
  const states: ScreenNode['states'] = {}
  for (const flag of flags.split(/[^\w-]/)) if (flag) states[flag.replaceAll('_', '-')] = true
  if (states.checkable) states.checked ??= false
  return states
}

/** The class of a node of another format. */
export function classOf({ tag, role }: ScreenNode): string {
  const own = /^[\w.$]+$/.test(tag) && /[A-Z]/.test(tag) && tag !== 'UIElement'
  return own ? tag : (CLASSES.get(role) ?? 'android.view.View')
}

const CLASSES = new Map(
  Object.entries({
    button: 'android.widget.Button',
    checkbox: 'android.widget.CheckBox',
    combobox: 'android.widget.Spinner',
    img: 'android.widget.ImageView',
    radio: 'android.widget.RadioButton',
    statictext: 'android.widget.TextView',
    switch: 'android.widget.Switch',
    textbox: 'android.widget.EditText'
  })
)

export interface ScreenSize {
  width: number | null
  height: number | null
}

const NONE: ScreenSize = { width: null, height: null }

/** The size that is stated, turned where the content only fits the other way round: some state a portrait screen as 2340x1080. */
function fitted(content: ScreenSize, stated: ScreenSize): ScreenSize {
  const { width: across, height: down } = stated
  if (across === null || down === null) return content
  const fits = (width: number, height: number) => (content.width ?? 0) <= width && (content.height ?? 0) <= height
  if (fits(across, down)) return stated
  return fits(down, across) ? { width: down, height: across } : content
}
