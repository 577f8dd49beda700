// Events of OpenHands: of its older server, in lists, lines and the `history` of its evaluations, and of its SDK.
import { z } from 'zod'
import type { Drop } from '../chat/blocks.ts'
import type { ChatMessage } from '../chat/chat.ts'
import { isSaid } from '../recorded.ts'
import {
  type AgentLog,
  answered,
  argumentsOf,
  called,
  has,
  type LogRecord,
  listOf,
  logChat,
  objectOf,
  said,
  textOf,
  wordsOf
} from './records.ts'

// An action of the SDK is an object.
const Kind = z.union([z.string(), z.looseObject({})], { error: 'Expected a kind of event, in words' })
const Event = z.looseObject({ source: z.string().nullish(), action: Kind.nullish(), observation: Kind.nullish() })
const Record = Event.extend({ history: z.array(z.unknown()).nullish() })

export const openHands: AgentLog = {
  name: 'openhands',
  title: 'OpenHands events',
  record: Record,
  is: (records) => records.flatMap((record) => [record, ...historyOf(record)]).some(isEvent),
  cut: [/"source"\s*:\s*"(?:agent|user)"/, /"(?:action|observation)"\s*:\s*"/, /"(?:args|extras)"\s*:/],
  chats(records, drop) {
    const runs = records.filter((record) => historyOf(record).length > 0)
    const read = (events: LogRecord[]) =>
      events.flatMap((event) => (has(event, 'kind') ? ofSdk(event, drop) : ofServer(event, drop)))
    if (!runs.length) return [logChat(read(records), '')]
    return runs.map((run) => {
      const events = read(historyOf(run))
      const asked = textOf(run.instruction)
      const task = asked && !events.some(({ role }) => role === 'user') ? [said('user', asked)] : []
      return logChat([...task, ...events], run.instance_id ?? '')
    })
  }
}

/** Older evaluations kept pairs of an action and what followed. */
const historyOf = ({ history }: LogRecord): LogRecord[] => listOf(Array.isArray(history) ? history.flat() : [])

function isEvent(record: LogRecord): boolean {
  if (/^(?:ActionEvent|ObservationEvent|MessageEvent|SystemPromptEvent)$/.test(textOf(record.kind))) return true
  const acts = typeof record.action === 'string' && typeof record.args === 'object'
  const sees = typeof record.observation === 'string' && (has(record, 'extras') || has(record, 'cause'))
  return /^(?:user|agent|environment)$/.test(textOf(record.source)) && (acts || sees)
}

// What is no action in the world.
const INWARD =
  /^(?:message|finish|think|system|recall|reject|null|delegate|change_agent_state|agent_state_changed|condensation\w*|task_tracking|loop_recovery)$/
/** What the program notes beside what the agent asked for. */
const NOTES = new Set([
  'thought',
  'is_confirmed',
  'confirmation_state',
  'security_risk',
  'hidden',
  'blocking',
  'is_static',
  'cwd',
  'is_input'
])

function ofServer(event: LogRecord, drop: Drop): ChatMessage[] {
  const { action, observation, source, content, extras, cause } = event
  const args = objectOf(event.args)
  const idOf = (number: unknown) => `event ${String(number)}`
  if (typeof observation === 'string') {
    if (INWARD.test(observation)) return []
    const code = objectOf(objectOf(extras).metadata).exit_code ?? objectOf(extras).exit_code
    const ended = typeof code === 'number' && code >= 0 ? { exitCode: code } : {}
    const failed = observation === 'error' || objectOf(extras).error === true ? { failed: true } : {}
    return [answered(idOf(cause), textOf(content), { ...ended, ...failed })]
  }
  if (typeof action !== 'string') return []
  if (action === 'message') {
    const words = textOf(args.content)
    return source === 'user' ? [said('user', words)] : [said('assistant', words)]
  }
  if (action === 'system') return [said('system', textOf(args.content))]
  if (INWARD.test(action)) {
    drop(`events of the kind "${action}"`)
    return []
  }
  const { name, given } = askedBy(objectOf(event.tool_call_metadata))
  const usual = Object.fromEntries(Object.entries(args).filter(([key]) => !NOTES.has(key)))
  return [called(idOf(event.id), name || action, given ?? usual)]
}

/** The call as the model wrote it. */
function askedBy({ function_name: name, tool_call_id: id, model_response: response }: LogRecord): {
  name: string
  given: unknown
} {
  const calls = listOf(objectOf(response).choices).flatMap(({ message }) => listOf(objectOf(message).tool_calls))
  const own = objectOf(calls.find((one) => one.id === id)?.function)
  return { name: textOf(name), given: argumentsOf(own.arguments) }
}

function ofSdk(event: LogRecord, drop: Drop): ChatMessage[] {
  const { kind, tool_name: name, llm_message: message } = event
  const id = event.tool_call_id ?? (kind === 'ActionEvent' ? event.id : event.action_id)
  switch (kind) {
    case 'SystemPromptEvent':
      return [said('system', wordsOf(objectOf(event.system_prompt).text))]
    case 'MessageEvent':
      return [said(objectOf(message).role === 'user' ? 'user' : 'assistant', wordsOf(objectOf(message).content))]
    case 'ActionEvent': {
      if (/^(?:finish|think)$/.test(textOf(name))) return []
      const call = objectOf(event.tool_call)
      const written = objectOf(call.function).arguments ?? call.arguments
      const { kind: _kind, ...usual } = objectOf(event.action)
      return [called(id, name, argumentsOf(written) ?? usual)]
    }
    case 'ObservationEvent': {
      if (/^(?:finish|think)$/.test(textOf(name))) return []
      const seen = objectOf(event.observation)
      const { exit_code: code, is_error: wrong } = seen
      const ended = typeof code === 'number' && code >= 0 ? { exitCode: code } : {}
      return [
        answered(id, wordsOf(seen.content ?? seen.output ?? ''), {
          ...ended,
          ...((wrong === true || isSaid(seen.error)) && { failed: true })
        })
      ]
    }
    case 'AgentErrorEvent':
      return [answered(id, textOf(event.error), { failed: true })]
    default:
      drop(`events of the kind "${textOf(kind).slice(0, 40)}"`)
      return []
  }
}
