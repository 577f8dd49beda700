// Calls that a server left in the text of an answer: behind the marks of Llama, Mistral and DeepSeek, or bare, where a tool answered the text.
import { parsePythonJson } from '../../../text/json.ts'
import { type PythonLiteral, scan } from '../../../text/python-values.ts'
import { calledIn, type WrittenCall } from './called.ts'

export interface CallsInText {
  calls: WrittenCall[]
  /** The words around them. */
  rest: string
}

/** The calls behind marks in what a model wrote; `null` where there are none, or where one cannot be read. Linear. */
export function markedCalls(text: string): CallsInText | null {
  for (const { open, close, read } of MARKS) {
    const from = text.indexOf(open)
    if (from < 0) continue
    const calls = text
      .slice(from + open.length)
      .split(open)
      .map((one) => read(upTo(one, close).trim()))
    const all = calls.flatMap((one) => one ?? [])
    return calls.includes(null) || !all.length
      ? null
      : { calls: all, rest: text.slice(0, from).replace(OPENING, '').trim() }
  }
  return null
}

/** The calls that a text is and nothing else, as JSON or in Python's way: `[find(room="blue"), book()]`. */
export function bareCalls(text: string): CallsInText | null {
  const bare = upTo(text, ENDS).trim()
  const calls = calledIn(bare) ?? pythonCalls(bare)
  return calls ? { calls, rest: '' } : null
}

interface Mark {
  open: string
  close: string[]
  read(inner: string): WrittenCall[] | null
}

// What ends a model's turn.
const ENDS = ['<|eom_id|>', '<|eot_id|>', '<|eot|>', '<|im_end|>', '<|endoftext|>', '</s>']
const MARKS: Mark[] = [
  { open: '<|python_tag|>', close: ENDS, read: several },
  { open: '<|python_start|>', close: ['<|python_end|>', ...ENDS], read: several },
  {
    open: '[TOOL_CALLS]',
    close: ENDS,
    read: (inner) => calledIn(inner) ?? named(inner, /^([\w.-]{1,200})(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?(?=\s*\{)/)
  },
  { open: '<｜tool▁call▁begin｜>', close: ['<｜tool▁call▁end｜>'], read: (inner) => named(inner, DEEPSEEK) }
]
// What stands before all of DeepSeek's calls.
const OPENING = /<｜tool▁calls▁begin｜>$/
// An older one names the kind of tool first, and fences its JSON.
const DEEPSEEK = /^(?:function<｜tool▁sep｜>)?([^\n<]{1,200})(?:<｜tool▁sep｜>|\n(?=```))/

function upTo(text: string, ends: string[]): string {
  const [first] = ends
    .map((end) => text.indexOf(end))
    .filter((at) => at >= 0)
    .sort((a, b) => a - b)
  return first === undefined ? text : text.slice(0, first)
}

/** Calls of Llama, which a semicolon separates. */
function several(inner: string): WrittenCall[] | null {
  const whole = calledIn(inner)
  if (whole) return whole
  const calls = inner.split(/;\s*(?=\{\s*"name")/).map(calledIn)
  return calls.includes(null) ? null : calls.flatMap((one) => one ?? [])
}

/** A call whose name stands before its JSON. */
function named(inner: string, head: RegExp): WrittenCall[] | null {
  const [all, name] = head.exec(inner) ?? []
  if (all === undefined || !name) return null
  const given = inner
    .slice(all.length)
    .trim()
    .replace(/^```(?:json)?\n/, '')
    .replace(/\n?```$/, '')
  try {
    return [{ id: '', name: name.trim(), arguments: parsePythonJson(given || '{}') }]
  } catch {
    return null
  }
}

/** A list of calls with named arguments; names may have spaces, as APIs have. */
function pythonCalls(text: string): WrittenCall[] | null {
  if (!text.startsWith('[') || !text.endsWith(')]')) return null
  const { take, rest, value } = scan(text)
  const calls: WrittenCall[] = []
  try {
    take(/\[\s*/uy)
    do {
      const name = take(/[\p{L}_][\p{L}\p{N}_ ./-]{0,199}(?=\()/uy)
      if (name === undefined) return null
      take(/\(\s*/uy)
      const given: [string, PythonLiteral][] = []
      while (!take(/\)/uy)) {
        const key = take(/[\p{L}_][\p{L}\p{N}_.-]*(?=\s*=)/uy)
        if (key === undefined) return null
        take(/\s*=\s*/uy)
        given.push([key, value()])
        if (take(/\s*,\s*/uy) === undefined && take(/\s*(?=\))/uy) === undefined) return null
      }
      calls.push({ id: '', name: name.trim(), arguments: Object.fromEntries(given) })
    } while (take(/\s*,\s*/uy))
    take(/\s*\]\s*/uy)
  } catch {
    return null
  }
  return rest() ? null : calls
}
