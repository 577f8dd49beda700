// The text of what an MCP server answers to a call: of a recorded answer and of a computed one alike.
import type { Action } from '../../model.ts'
import { isObject } from '../../text/json.ts'
import { canonical } from '../../tree/history.ts'

/** As official clients word an error of the protocol. */
export function errorText(error: unknown): string {
  if (!isObject(error)) return `MCP error: ${String(error)}`
  const { code, message } = error
  const text = String(message ?? '')
  return text.startsWith('MCP error') || code === undefined ? text : `MCP error ${String(code)}: ${text}`
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
