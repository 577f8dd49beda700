// What Orrery's rows say of themselves, as it was before their exporter gave every row the same keys and types (formats/exporters/chat.ts).
import { isObject, parsePythonJson } from '../../../text/json.ts'

/** `given` with lists in place of JSON text, `null` where nobody knows, and without what says nothing. Anything else is as it was. */
export function fromUniform(given: unknown): unknown {
  if (!isObject(given)) return given
  const { tools, simulated, known, left_out, ...rest } = given
  const told = typeof tools === 'string' ? listIn(tools) : tools
  const isKnown = (at: number) => !Array.isArray(known) || known[at] !== false
  return {
    ...rest,
    simulated: Array.isArray(simulated) ? simulated.map((one, at) => (isKnown(at) ? one : null)) : simulated,
    ...(left_out !== 0 && { left_out }),
    ...(!(Array.isArray(told) && told.length === 0) && { tools: told })
  }
}

function listIn(text: string): unknown {
  try {
    return parsePythonJson(text)
  } catch {
    return text
  }
}
