// An answer as a client has it, field by field.
import type { Recorded } from './sessions.ts'

export type Given =
  | { content: unknown; structuredContent?: unknown; isError: boolean }
  | { code: unknown; message: unknown }

/** What the real server's client was given. */
export const answersOf = (calls: Recorded['calls']): Given[] =>
  calls.map(({ text, known: { isError = false, content, structuredContent, rpcError } }) => {
    if (rpcError) return { code: rpcError.code, message: `MCP error ${rpcError.code}: ${rpcError.message}` }
    return { content: content ?? [{ type: 'text', text }], ...(structuredContent && { structuredContent }), isError }
  })

/** What a client is given here. Every field but those of `_meta` counts. */
export async function givenOf(call: () => Promise<object>): Promise<Given> {
  try {
    const {
      _meta,
      resultType,
      isError = false,
      ...fields
    } = { isError: undefined, ...(await call()) } as {
      [name: string]: unknown
    }
    // `as`: a result has content.
    return { ...fields, isError } as Given
  } catch (error) {
    const { code, message } = Object(error)
    const told = String(message)
    return { code, message: told.startsWith('MCP error') ? told : `MCP error ${code}: ${told}` }
  }
}
