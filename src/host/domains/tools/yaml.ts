// YAML from outside as JSON's values, with an end to the work that it takes.
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml'
import { OrreryError } from '../../../core/errors.ts'
import { notTooDeep, TOO_DEEP } from '../../../core/text/json.ts'
import { createKeys, type Twice, twiceMessage } from '../../../core/text/twice.ts'

// Reading YAML takes about a second for a million characters; JSON is read fifty times as fast.
const MOST = 1_048_576
// Characters and values after aliases are written out, four times what a text may have. One that holds itself has no end.
const MOST_EXPANDED = 4_000_000

/** Something that is wrong at a place of a text. */
export interface Wrong {
  reason: string
  at: YamlPosition
}

/**
 * The value of a YAML text with the keys that it has twice, or what of it is no YAML.
 * @throws OrreryError invalid-input for a text that is too long, or that its aliases make too long
 */
export function readYaml(
  text: string
): { value: unknown; placeOf: PlaceOf; twice: Wrong[] } | { problem: string; wrong: [Wrong, ...Wrong[]] } {
  if (text.length > MOST) {
    const size = `${Math.ceil(text.length / MOST)} million characters`
    throw new OrreryError(
      'invalid-input',
      `This YAML is too long: it has ${size}; the limit is one million. Convert it to JSON, which can have 32 million.`
    )
  }
  const document = quietly(() =>
    // Unique keys would be looked for among all before them, and an error's excerpt in the whole text.
    parseDocument(text, { merge: true, logLevel: 'error', uniqueKeys: false, prettyErrors: false })
  )
  // The library calls itself for each level, and makes an error of its own of the end of the stack.
  if (document.errors.some(({ message }) => message.includes('call stack'))) throw tooDeep()
  const wrong = document.errors
    .filter(({ code, pos }) => code !== SECOND || !ENDS.test(text.slice(pos[0])))
    .slice(0, MOST_WRONG)
    .map(({ code, message, pos }) => ({ reason: code === SECOND ? ONE_ONLY : message, at: placeIn(text, pos[0]) }))
  const [first, ...more] = wrong
  if (first) return refused([first, ...more])
  let value: unknown
  try {
    value = document.toJS()
  } catch (cause) {
    if (cause instanceof RangeError) throw tooDeep()
    const reason = cause instanceof Error ? cause.message : String(cause)
    return { problem: reason, wrong: [{ reason, at: { line: 1, column: 1 } }] }
  }
  refuseExpanded(value)
  notTooDeep(value, NAME)
  // Through JSON: references within YAML, dates and numbers that JSON has not become what JSON has.
  return {
    value: JSON.parse(JSON.stringify(value) ?? 'null'),
    placeOf: (path, line) =>
      (line !== undefined && lineOf(document, text, path, line)) || placeIn(text, offsetOf(document, path)),
    twice: toldTwice(text, twiceIn(document))
  }
}

// How the library calls a second document, and what stands where it is none: some close the first one too.
const SECOND = 'MULTIPLE_DOCS'
const ENDS = /^---[ \t]*(?:\r?\n[ \t]*(?:#[^\n]*)?)*$/
const ONE_ONLY = 'A second document begins here, and one is read. Put each into a file of its own'

// One broken quote makes an error of everything behind it.
const MOST_WRONG = 20

function refused(wrong: [Wrong, ...Wrong[]]): { problem: string; wrong: [Wrong, ...Wrong[]] } {
  const [{ reason, at }] = wrong
  return { problem: `${reason} (line ${at.line}, column ${at.column})`, wrong }
}

/** In words, each where it stands the second time. */
export function toldTwice(text: string, twice: readonly Twice[]): Wrong[] {
  return twice.slice(0, MOST_WRONG).map(({ key, offsets }) => {
    const places = offsets.map((offset) => placeIn(text, offset))
    const [first, second] = places
    const lines = places.map(({ line }) => line)
    return { reason: twiceMessage(key, lines), at: second ?? first ?? { line: 1, column: 1 } }
  })
}

/** Keys that one object has more than once, named as JSON names them, in the order of the text. */
function twiceIn(document: ReturnType<typeof parseDocument>): Twice[] {
  const found: Twice[] = []
  const open: unknown[] = [document.contents]
  while (open.length) {
    const node = open.pop()
    if (isSeq(node)) for (const item of node.items) open.push(item)
    if (!isMap(node)) continue
    const keys = createKeys()
    for (const { key, value } of node.items) {
      open.push(key, value)
      const named = isAlias(key) ? key.resolve(document) : key
      const name = isScalar(named) ? String(named.value ?? '') : String(named)
      // Several may be merged in; such a key is a symbol.
      const isMerge = isScalar(named) && typeof named.value === 'symbol'
      if (!isMerge && name !== '<<') keys.add(name, isNode(key) ? (key.range?.[0] ?? 0) : 0)
    }
    for (const one of keys.twice()) found.push(one)
  }
  return found.sort((a, b) => (a.offsets[0] ?? 0) - (b.offsets[0] ?? 0))
}

/** JSON's values as people write YAML: texts of several lines as blocks, nothing folded. */
export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })

const NAME = 'This YAML'
const tooDeep = () => new OrreryError('invalid-input', `${NAME} ${TOO_DEEP}.`)

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
export interface YamlPosition {
  line: number
  column: number
}

/** Where the value at a path is written, or the nearest that holds it. `line`: of a text of several lines, which of them, from 1. */
export type PlaceOf = (path: readonly PropertyKey[], line?: number) => YamlPosition

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

/** Where a line of a block of text stands; `null` where the value is no block. */
function lineOf(
  document: ReturnType<typeof parseDocument>,
  text: string,
  path: readonly PropertyKey[],
  line: number
): YamlPosition | null {
  const node = document.getIn(path, true)
  if (!isScalar(node) || node.type !== 'BLOCK_LITERAL' || !node.range) return null
  return { line: placeIn(text, node.range[0]).line + line, column: 1 }
}

function placeIn(text: string, at: number): YamlPosition {
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
