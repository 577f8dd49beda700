// Rows as a parquet file, a group of rows at a time: what was written is given away before more is read.
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { ParquetWriter } from 'hyparquet-writer/src/parquet-writer.js'

/** A column: its name, and what is in it. */
export type Columns = Record<string, ParquetType>
/** `text?` may be null. `[T]` is a list of T, an object a struct. */
export type ParquetType = 'text' | 'text?' | 'flag?' | 'number' | [ParquetType] | { [field: string]: ParquetType }

// Readers load a group at once. Whichever comes first; rows that repeat their history are megabytes each.
const GROUP = { rows: 1_000, characters: 8_000_000 }

/** @param rows each with its size in characters, about */
export async function* parquet(
  columns: Columns,
  rows: AsyncIterable<{ row: Record<string, unknown>; size: number }>,
  { version }: { version: string }
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter()
  const schema = [{ name: 'root', num_children: Object.keys(columns).length }, ...elementsOf(columns)]
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: `orrery ${version}`, statistics: false })
  let group: Record<string, unknown>[] = []
  let size = 0
  const taken = () => {
    const made = bytes.getBytes().slice()
    // The writer counts on; only its buffer begins again.
    bytes.index = 0
    return made
  }
  const flush = () => {
    const columnData = Object.keys(columns).map((name) => ({ name, data: group.map((row) => row[name]) }))
    writer.write({ columnData, rowGroupSize: group.length })
    group = []
    size = 0
    return taken()
  }
  for await (const one of rows) {
    group.push(one.row)
    size += one.size
    if (group.length >= GROUP.rows || size >= GROUP.characters) yield flush()
  }
  if (group.length) yield flush()
  writer.finish()
  yield taken()
}

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

const elementsOf = (columns: Columns): Element[] =>
  Object.entries(columns).flatMap(([name, type]) => elementOf(name, type))

/** The element and those inside it, as parquet lists a tree. Lists are written in the three levels that every reader knows. */
function elementOf(name: string, type: ParquetType): Element[] {
  if (Array.isArray(type)) {
    return [
      { name, repetition_type: 'REQUIRED', num_children: 1, converted_type: 'LIST' },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...elementOf('element', type[0])
    ]
  }
  if (typeof type === 'object') {
    return [{ name, repetition_type: 'REQUIRED', num_children: Object.keys(type).length }, ...elementsOf(type)]
  }
  const repetition_type = type.endsWith('?') ? 'OPTIONAL' : 'REQUIRED'
  switch (type) {
    case 'text':
    case 'text?':
      return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type }]
    case 'flag?':
      return [{ name, type: 'BOOLEAN', repetition_type }]
    case 'number':
      return [{ name, type: 'INT32', repetition_type }]
    default:
      return type satisfies never
  }
}
