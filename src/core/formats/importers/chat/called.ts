// Calls that stand in a text, as JSON, as a dictionary of Python's or written out: of ShareGPT's and ms-swift's roles, and in the tags of Hermes and Qwen.

import { z } from 'zod'
import { parsePythonJson } from '../../../text/json.ts'
import { readLiteral } from '../../../text/python-values.ts'

/** A call as it was written. `id`: `''` where it has none. */
export interface WrittenCall {
  id: string
  name: string
  arguments: unknown
}

const Call = z.looseObject({ name: z.string(), arguments: z.unknown().optional(), parameters: z.unknown().optional() })
const Calls = z.union([z.array(Call), Call])

/** The calls that a text is, as JSON or as Python writes it, or `null` where it is none. */
export function calledIn(text: string): WrittenCall[] | null {
  for (const read of [parsePythonJson, readLiteral]) {
    try {
      const calls = [Calls.parse(read(text))].flat()
      return calls.map((call) => ({ id: '', name: call.name, arguments: call.arguments ?? call.parameters }))
    } catch {
      // It may be the other, or none.
    }
  }
  return null
}

/** A call as Qwen's coders write it, `<function=NAME>` with a `<parameter=NAME>` each; `null` where it is none. Linear. */
function writtenOut(text: string): WrittenCall[] | null {
  const name = /^\s*<function=([^<>]{1,200})>/.exec(text)
  if (!name || !/<\/function>\s*$/.test(text.slice(-40))) return null
  const given: [string, unknown][] = []
  for (let at = text.indexOf('<parameter='); at >= 0; ) {
    const start = text.indexOf('>', at)
    const next = text.indexOf('<parameter=', start)
    const end = text.slice(0, next < 0 ? undefined : next).lastIndexOf('</parameter>')
    if (start < 0 || end < start) return null
    const value = text
      .slice(start + 1, end)
      .replace(/^\n/, '')
      .replace(/\n$/, '')
    given.push([text.slice(at + '<parameter='.length, start), written(value)])
    at = next
  }
  return [{ id: '', name: name[1] ?? '', arguments: Object.fromEntries(given) }]
}

/** The form has no types: JSON is what it says, and a text stands there without quotes. */
function written(text: string): unknown {
  try {
    const value = parsePythonJson(text)
    return typeof value === 'string' ? text : value
  } catch {
    return text
  }
}

/** What stands between the tags, and the text around them. A tag that is not closed is text. Linear. */
function between(text: string, name: string): { inner: string[]; rest: string } {
  const [open, close] = [`<${name}>`, `</${name}>`]
  const inner: string[] = []
  let [rest, at] = ['', 0]
  for (let from = text.indexOf(open); from >= 0; from = text.indexOf(open, at)) {
    const end = text.indexOf(close, from + open.length)
    if (end < 0) break
    inner.push(text.slice(from + open.length, end))
    rest += text.slice(at, from)
    at = end + close.length
  }
  return { inner, rest: (rest + text.slice(at)).trim() }
}

/** The calls between tags in what a model wrote, and the words around them; `null` where there are none, or where one is no JSON. */
export function tagged(text: string): { calls: WrittenCall[]; rest: string } | null {
  const { inner, rest } = between(text, 'tool_call')
  const calls = inner.map((one) => calledIn(one) ?? writtenOut(one))
  const all = calls.flatMap((one) => one ?? [])
  return all.length && !calls.includes(null) ? { calls: all, rest } : null
}

/** The answers between tags, in the order of the calls; `null` where the text is anything else. */
export function answersIn(text: string): string[] | null {
  const { inner, rest } = between(text, 'tool_response')
  return inner.length && rest === '' ? inner.map((one) => one.replace(/^\n/, '').replace(/\n$/, '')) : null
}
