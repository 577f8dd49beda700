// YAML from outside as JSON's values, with an end to the work that it takes.
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml'
import { OrreryError } from '../../core/errors.ts'

// Reading YAML takes about a second for a million characters; JSON is read fifty times as fast.
const MOST = 1_048_576
// Characters and values after aliases are written out, four times what a text may have. One that holds itself has no end.
const MOST_EXPANDED = 4_000_000

/**
 * The value of a YAML text, or the first thing that is wrong with it.
 * @throws OrreryError invalid-input for a text that is too long, or that its aliases make too long
 */
export function readYaml(
  text: string
): { value: unknown; placeOf: PlaceOf } | { problem: string; reason: string; at: Place } {
  if (text.length > MOST) {
    const size = `${Math.ceil(text.length / MOST)} million characters`
    throw new OrreryError(
      'invalid-input',
      `This YAML is too long: it has ${size}; the limit is one million. Convert it to JSON, which can have 32 million.`
    )
  }
  const document = quietly(() =>
    // Unique keys would be looked for among all before them, and an error's excerpt in the whole text; JSON, too, takes the last of two.
    parseDocument(text, { merge: true, logLevel: 'error', uniqueKeys: false, prettyErrors: false })
  )
  const [error] = document.errors
  if (error) {
    const at = placeIn(text, error.pos[0])
    return { problem: `${error.message} (line ${at.line}, column ${at.column})`, reason: error.message, at }
  }
  let value: unknown
  try {
    value = document.toJS()
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    return { problem: reason, reason, at: { line: 1, column: 1 } }
  }
  refuseExpanded(value)
  // Through JSON: references within YAML, dates and numbers that JSON has not become what JSON has.
  return {
    value: JSON.parse(JSON.stringify(value) ?? 'null'),
    placeOf: (path) => placeIn(text, offsetOf(document, path))
  }
}

/** JSON's values as people write YAML: texts of several lines as blocks, nothing folded. */
export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })

/** Without stack traces: a broken text makes an error of every few characters, and a trace is most of what an error costs. */
function quietly<T>(run: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Both from 1. */
export interface Place {
  line: number
  column: number
}

/** Where the value at a path is written, or the nearest that holds it. */
export type PlaceOf = (path: readonly PropertyKey[]) => Place

/** The offset of the value at the path: of its key, where it has one; of what holds it where it is not there. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = 0
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      if (!pair) break
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(part)]
      if (!isNode(item)) break
      offset = item.range?.[0] ?? offset
      node = item
    } else break
  }
  return offset
}

function placeIn(text: string, at: number): Place {
  const counter = new LineCounter()
  counter.addNewLine(0)
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) {
    counter.addNewLine(next + 1)
  }
  const { line, col } = counter.linePos(at)
  return { line, column: col }
}

/** An alias stands for the same object, so a value can be far larger than the text: what is shared counts each time. */
function refuseExpanded(value: unknown): void {
  let left = MOST_EXPANDED
  const open: unknown[] = [value]
  while (open.length) {
    const one = open.pop()
    left -= typeof one === 'string' ? one.length + 1 : 1
    if (left < 0) {
      const most = MOST_EXPANDED.toLocaleString('en-US')
      const why = 'Its aliases repeat the same parts too often.'
      throw new OrreryError('invalid-input', `Expanded, this YAML has more than ${most} characters. ${why}`)
    }
    if (typeof one !== 'object' || one === null) continue
    for (const [key, inner] of Object.entries(one)) {
      left -= key.length
      open.push(inner)
    }
  }
}
