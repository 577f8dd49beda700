// What an MCP server answers to a call, as the text of an observation and what is known beside it: of a recorded answer, of a computed one
// and of a real server's alike.

import { isObject } from '../../../text/json.ts'
import { canonical } from '../../../tree/history.ts'
import type { Action } from '../../../tree/model.ts'
import type { StepResult } from '../../../tree/result.ts'

export interface Answered {
  text: string
  known: StepResult
}

/** An answer of JSON-RPC. An error of the protocol is an answer too: the call failed. */
export const answered = ({ result, error }: { result?: unknown; error?: unknown }): Answered =>
  error === undefined
    ? { text: resultText(result), known: resultOf(result, resultText(result)) }
    : { text: errorText(error), known: { isError: true, ...rpcOf(error) } }

function rpcOf(error: unknown): Pick<StepResult, 'rpcError'> {
  const { code, message } = isObject(error) ? error : {}
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string') return {}
  // Clients put it before the server's words.
  const prefix = `MCP error ${code}: `
  return { rpcError: { code, message: message.startsWith(prefix) ? message.slice(prefix.length) : message } }
}

/** As official clients word an error of the protocol. */
export function errorText(error: unknown): string {
  if (!isObject(error)) return `MCP error: ${String(error)}`
  const { code, message } = error
  const text = String(message ?? '')
  return text.startsWith('MCP error') || code === undefined ? text : `MCP error ${String(code)}: ${text}`
}

/** What a server says of its result beside the text: whether the call failed, the blocks of its content, its structure. `text`: its observation. */
export function resultOf(result: unknown, text: string): StepResult {
  if (!isObject(result)) return { isError: false }
  const { isError, content, structuredContent } = result
  return {
    isError: isError === true,
    ...(Array.isArray(content) && !isText(content, text) && { content: content.filter(isPart) }),
    ...(isPart(structuredContent) && { structuredContent })
  }
}

/** Content and structure came from JSON. */
const isPart = (value: unknown): value is NonNullable<StepResult['structuredContent']> => isObject(value)

/** Whether the blocks say nothing that the text does not say. */
function isText([first, ...rest]: unknown[], text: string): boolean {
  if (rest.length || !isObject(first)) return false
  return first.type === 'text' && first.text === text && Object.keys(first).length === 2
}

/** The text of a result: its texts, else its structured content. `drop` hears of the content that has no text. */
export function resultText(result: unknown, drop: (what: string) => void = () => {}): string {
  if (!isObject(result)) return JSON.stringify(result) ?? ''
  const content: unknown[] = Array.isArray(result.content) ? result.content : []
  const texts = content.flatMap((part) => {
    if (!isObject(part)) return []
    if (typeof part.text === 'string') return [part.text]
    if (part.type === 'resource' && isObject(part.resource) && typeof part.resource.text === 'string')
      return [part.resource.text]
    drop(`${typeof part.type === 'string' ? part.type.slice(0, 40) : 'unknown'} content of results`)
    return []
  })
  if (texts.length || content.length) return texts.join('\n')
  // It came from JSON.
  return canonical((result.structuredContent ?? result.toolResult ?? result) as Action)
}
