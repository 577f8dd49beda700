// Messages that hold more than one turn, or stand in a wrapping, as the plain ones that are read: the AI SDK's messages of a window, whose
// parts are calls with their answers, LangChain's, as it serialises them and as it lists them, and those of other frameworks.
import { isObject } from '../../../text/json.ts'
import { isSaid } from '../recorded.ts'
import { frameworkTurns } from './frameworks.ts'

type Given = Record<string, unknown>

/** A message as the messages that it says, in their order. */
export function spread(given: Given): Given[] {
  const turns = frameworkTurns(given)
  if (turns) return turns
  const message = unwrapped(given)
  const { role, content, parts, toolInvocations: calls } = message
  if (role === undefined) return [message]
  if (Array.isArray(parts) && parts.length) return turnsOf(message, parts)
  // An older window has the calls beside the text.
  if (!Array.isArray(calls) || !calls.length) return [message]
  return turnsOf(message, [...calls.map((toolInvocation) => ({ toolInvocation })), { type: 'text', text: content }])
}

/** What LangChain's messages have in place of a role. */
export const LANGCHAIN_TYPES = new Set(['human', 'ai', 'tool', 'system', 'function'])

const CLASS = /^(Human|AI|Tool|System|Function)Message(?:Chunk)?$/

/** Whether it is a message in a wrapping of LangChain's, or of a framework. */
export const isWrapped = (given: Given): boolean => unwrapped(given) !== given || frameworkTurns(given) !== null

function unwrapped(given: Given): Given {
  const { type, data, id, kwargs } = given
  const name = Array.isArray(id) && isObject(kwargs) ? CLASS.exec(String(id.at(-1)))?.[1] : undefined
  const said = name && isObject(kwargs) ? kwargs : LANGCHAIN_TYPES.has(String(type)) && isObject(data) ? data : null
  if (!said) return given
  const { additional_kwargs: _beside, response_metadata: _made, usage_metadata: _used, example: _is, ...told } = said
  return { ...told, type: name?.toLowerCase() ?? type }
}

/** Each run of parts up to the answers of its calls is one turn. */
function turnsOf(
  { parts: _parts, content: _again, toolInvocations: _too, ...message }: Given,
  parts: unknown[]
): Given[] {
  const turns: Given[] = []
  let said: unknown[] = []
  let answers: unknown[] = []
  const end = () => {
    if (said.length) turns.push({ ...message, content: said })
    if (answers.length) turns.push({ role: 'tool', content: answers })
    said = []
    answers = []
  }
  for (const part of parts) {
    const called = isObject(part) ? callIn(part) : null
    if (!called && answers.length) end()
    if (called) {
      said.push({ type: 'tool-call', ...called.call })
      if (called.answer) answers.push({ type: 'tool-result', toolCallId: called.call.toolCallId, ...called.answer })
    } else if (!(isObject(part) && NO_WORDS.has(String(part.type)))) said.push(part)
  }
  end()
  return turns
}

// What a window notes between the parts.
const NO_WORDS = new Set(['step-start'])

interface CallPart {
  call: Given & { toolCallId: unknown }
  /** `null` where the call was never answered. */
  answer: Given | null
}

function callIn(part: Given): CallPart | null {
  const type = String(part.type)
  const own = isObject(part.toolInvocation) ? part.toolInvocation : part
  if (own === part && (part.state === undefined || !/^(?:tool-|dynamic-tool$)/.test(type))) return null
  const { toolCallId, toolName, args, input, result, output, errorText } = own
  const call = { toolCallId, toolName: toolName ?? type.slice('tool-'.length), input: input ?? args }
  if (isSaid(errorText)) return { call, answer: { output: errorText, isError: true } }
  const said = output ?? result
  return { call, answer: said === undefined ? null : { result: said } }
}
