// Calls that stand as JSON in a text: of ShareGPT's and ms-swift's roles, and in the tags of Hermes and Qwen.

import { z } from 'zod'
import { parseJson } from '../../../text/json.ts'

/** A call as it was written. `id`: `''` where it has none. */
export interface WrittenCall {
  id: string
  name: string
  arguments: unknown
}

const Call = z.looseObject({ name: z.string(), arguments: z.unknown().optional(), parameters: z.unknown().optional() })
const Calls = z.union([z.array(Call), Call])

/** The calls that a text is, or `null` where it is none. */
export function calledIn(text: string): WrittenCall[] | null {
  try {
    const calls = [Calls.parse(parseJson(text))].flat()
    return calls.map((call) => ({ id: '', name: call.name, arguments: call.arguments ?? call.parameters }))
  } catch {
    return null
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
  const calls = inner.map(calledIn)
  const all = calls.flatMap((one) => one ?? [])
  return all.length && !calls.includes(null) ? { calls: all, rest } : null
}

/** The answers between tags, in the order of the calls; `null` where the text is anything else. */
export function answersIn(text: string): string[] | null {
  const { inner, rest } = between(text, 'tool_response')
  return inner.length && rest === '' ? inner.map((one) => one.replace(/^\n/, '').replace(/\n$/, '')) : null
}
