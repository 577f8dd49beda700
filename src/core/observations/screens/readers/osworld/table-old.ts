// The older table, of five columns and perhaps an index: TAG, NAME, POSITION, SIZE, TEXT.

import { isQuote, readString, repr } from '../../../../text/python.ts'
import type { ScreenReader } from '../../reader.ts'
import type { ScreenNode } from '../../screen.ts'
import { type Cells, placesOf, readTable, recognisesTable, type TableStyle, writeTable } from '../table.ts'

const HEADER = 'TAG\tNAME\tPOSITION (top-left x & y)\tSIZE (width & height)\tTEXT'

const form: TableStyle = {
  format: 'osworld-table-old',
  header: /^(?:INDEX\t)?TAG\tNAME\tPOSITION\b[^\t]*\tSIZE\b[^\t]*\tTEXT$/,
  breaks: false,
  toCells,
  spell
}

export const osworldTableOld: ScreenReader = {
  name: 'osworld-table-old',
  title: "OSWorld's older table",
  recognises: (text) => recognisesTable(text, form),
  read: (text) => readTable(text, form),
  write(screen) {
    const indexed = screen.nodes.some(({ ref }) => ref !== null)
    if (!indexed || screen.format === form.format)
      return writeTable(screen, form, indexed ? `INDEX\t${HEADER}` : HEADER)
    const nodes = screen.nodes.map((node) => ({ ...node, ref: node.ref ?? '' }))
    return writeTable({ ...screen, nodes }, form, `INDEX\t${HEADER}`)
  }
}

/** The text is as Python's `repr` writes it, so a tab too many is the name's. */
function toCells(all: string[], indexed: boolean): Cells | null {
  const cells = indexed ? all.slice(1) : all
  if (cells.length < 5) return null
  const [position = '', size = '', written = ''] = cells.slice(-3)
  const text = isQuote(written[0]) ? readString(written, 0).value : written
  const ref = indexed ? (all[0] ?? null) : null
  return { ref, tag: cells[0] ?? '', name: cells.slice(1, -3).join('\t'), text, attributes: [], position, size }
}

function spell(node: ScreenNode): string {
  // Nothing but the text can have a line break here.
  const cells = [node.tag, node.name.replace(/[\r\n]+/g, ' '), ...placesOf(node), repr((node.value ?? node.text) || '')]
  return (node.ref === null ? cells : [node.ref, ...cells]).join('\t')
}
