// OSWorld's screen as a table of seven columns: tag, name, text, class, description, position, size.
import type { ScreenReader } from '../../reader.ts'
import type { ScreenNode } from '../../screen.ts'
import { type Cells, placesOf, readTable, recognisesTable, type TableStyle, writeTable } from '../table.ts'

const HEADER = 'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)'

const form: TableStyle = {
  format: 'osworld-table',
  header: /^tag\tname\ttext\tclass\tdescription\tposition\b[^\t]*\tsize\b[^\t]*$/,
  breaks: true,
  toCells,
  spell
}

export const osworldTable: ScreenReader = {
  name: 'osworld-table',
  title: "OSWorld's table",
  recognises: (text) => recognisesTable(text, form),
  read: (text) => readTable(text, form),
  write: (screen) => writeTable(screen, form, HEADER)
}

/** A tab in the text is not told from one between cells: what is too many belongs to the text. */
function toCells(cells: string[]): Cells | null {
  if (cells.length < 7) return null
  const [tag = '', name = ''] = cells
  const [kind = '', description = '', position = '', size = ''] = cells.slice(-4)
  const attributes: [string, string][] = []
  if (kind) attributes.push(['class', kind])
  if (description) attributes.push(['description', description])
  const text = unquote(cells.slice(2, -4).join('\t'))
  return { ref: null, tag, name, text, attributes, position, size: size.trimEnd() }
}

/** An empty text is `""`, and one with quotes in it is put in quotes, as in CSV; others stand as they are. */
function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}

function spell(node: ScreenNode): string {
  const { tag, name, attributes } = node
  const text = (node.value ?? node.text) || ''
  const quoted = text === '' || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
  const written = new Map(attributes)
  return [tag, name, quoted, written.get('class') ?? '', written.get('description') ?? '', ...placesOf(node)].join('\t')
}
