// Files of programs that are known by sight and not read: a refusal names the program and the way that there is.

import { isObject } from '../../text/json.ts'
import type { Input } from '../importing.ts'
import { type FileLayout, layoutOf } from './first-row.ts'

export interface RecognisedProgram {
  /** Goes on after "looks like". */
  looks: string
  /** The nearest format, and how to come there, in sentences; of a world, how it is played. */
  way: string
  /** It is a world, and no trajectory. */
  world?: true
}

type Row = Record<string, unknown>
interface Known extends RecognisedProgram {
  is(rows: Row[], layout: FileLayout, head: string): boolean
}

const SELECT = (filter: string, file: string) =>
  `jq -s '{messages: ${filter}}' ${file} > messages.json, then --format messages`
const HARBOR = 'Trajectories that Harbor writes of its runs are ATIF, which is read.'
const EVENTS = 'No mapping of --format jsonl reads it, because an action and what followed stand in different records.'
const ATTRIBUTES = '/attributes/gen_ai.tool'

const has = (row: Row, ...keys: string[]): boolean => keys.every((key) => Object.hasOwn(row, key))
const some = (rows: Row[], ...keys: string[]): boolean => rows.some((row) => has(row, ...keys))
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isObject) : [])

const PLAYED = 'It is no trajectory. Play it:'
const PROGRAMS: Known[] = [
  {
    looks: 'a game of ALFWorld',
    world: true,
    way: `${PLAYED} orrery step --domain textenv --program FILE, or choose it as the program of a new text world.`,
    is: (rows) => rows.some((row) => has(row, 'pddl_domain', 'pddl_problem'))
  },
  {
    looks: 'PDDL',
    world: true,
    way: `${PLAYED} orrery step --domain textenv --program PROBLEM.pddl, with the domain beside it.`,
    is: (_rows, _layout, head) => /^\s*(?:;[^\n]*\n\s*)*\(define\s*\((?:domain|problem)\s/i.test(head)
  },
  {
    looks: 'a session of Claude Code',
    way: `The nearest format is messages, whose tool_use and tool_result blocks it holds: ${SELECT('map(select(.message) | .message)', 'session.jsonl')}. ${EVENTS} ${HARBOR}`,
    is: (rows) =>
      rows.some(
        (row) =>
          (has(row, 'sessionId') && (has(row, 'parentUuid') || has(row, 'leafUuid'))) ||
          (row.type === 'summary' && has(row, 'leafUuid')) ||
          (has(row, 'session_id', 'type') &&
            (row.subtype === 'init' || (isObject(row.message) && has(row.message, 'role'))))
      )
  },
  {
    looks: 'a rollout of Codex',
    way: `The nearest format is messages, which reads its items: ${SELECT('map(select(.type == "response_item") | .payload)', 'rollout.jsonl')}. ${EVENTS} ${HARBOR}`,
    is: (rows) =>
      rows.some(
        (row) =>
          (isObject(row.payload) &&
            /^(?:session_meta|response_item|event_msg|turn_context|compacted)$/.test(text(row.type))) ||
          /^(?:thread\.started|turn\.(?:started|completed)|item\.(?:started|updated|completed))$/.test(
            text(row.type)
          ) ||
          (has(row, 'instructions', 'timestamp', 'id') && has(row, 'git'))
      )
  },
  {
    looks: 'a conversation of Gemini',
    way: `The nearest format is messages: write each functionCall as a message with tool_calls, and each functionResponse as a message of the role tool. ${EVENTS} ${HARBOR}`,
    is: (rows) => {
      const contents = rows.flatMap((row) => [row, ...list(row.contents), ...list(row.history), ...list(row.messages)])
      return (
        contents.some((row) => isOfGemini(row.parts) && /^(?:user|model|function)$/.test(text(row.role))) ||
        rows.some((row) => has(row, 'sessionId', 'projectHash')) ||
        contents.some((row) => row.type === 'gemini') ||
        rows.some((row) => list(row.candidates).some(({ content }) => isObject(content) && isOfGemini(content.parts)))
      )
    }
  },
  {
    looks: 'events of OpenHands',
    way: `The nearest format is messages. ${EVENTS} ${HARBOR}`,
    is: (rows) => rows.flatMap((row) => [row, ...list(row.history)]).some(isOfOpenHands)
  },
  {
    looks: 'results of tau-bench',
    way: `The nearest format is messages: jq -c '.[] | {messages: .traj, task: .task_id, trial, reward}' results.json > messages.jsonl, then --format messages.`,
    is: (rows) =>
      rows.some((row) => Array.isArray(row.traj) && (has(row, 'task_id') || has(row, 'reward'))) ||
      rows.some((row) => has(row, 'task_id', 'trial', 'messages', 'reward_info'))
  },
  {
    looks: 'spans of OpenTelemetry',
    way: `The nearest format is jsonl, with one span a line: --format jsonl --option action=${ATTRIBUTES}.call.arguments --option tool=${ATTRIBUTES}.name --option observation=${ATTRIBUTES}.call.result --option session=/traceId reads the spans of tools whose attributes hold arguments and results.`,
    is: (rows) =>
      some(rows, 'resourceSpans') ||
      some(rows, 'traceId', 'spanId') ||
      some(rows, 'trace_id', 'span_id') ||
      rows.some(({ context }) => isObject(context) && has(context, 'trace_id', 'span_id'))
  },
  {
    looks: 'runs of LangSmith',
    way: 'The nearest format is messages: export the inputs and outputs of the model as chat messages.',
    is: (rows) => some(rows, 'run_type', 'inputs') || some(rows, 'dotted_order')
  },
  {
    looks: 'an export of ChatGPT',
    way: 'The nearest format is messages. Its conversations hold no results of tools that could be steps.',
    is: (rows) => some(rows, 'mapping', 'current_node') || some(rows, 'mapping', 'conversation_id')
  },
  {
    looks: 'an export of Claude',
    way: 'The nearest format is messages. Its conversations hold no results of tools that could be steps.',
    is: (rows) => some(rows, 'chat_messages')
  },
  {
    looks: 'a chat of GitHub Copilot',
    way: 'The nearest format is messages.',
    is: (rows) => some(rows, 'requesterUsername', 'requests') || some(rows, 'responderUsername', 'requests')
  },
  {
    looks: 'a session of Goose',
    way: 'The nearest format is messages: write each toolRequest as a tool_use block and each toolResponse as a tool_result block.',
    is: (rows) =>
      rows.some(({ content }) => list(content).some(({ type }) => type === 'toolRequest' || type === 'toolResponse'))
  },
  {
    looks: 'messages of Cline or Roo Code for its window',
    way: 'The nearest format is messages, which reads the file api_conversation_history.json beside it.',
    is: (rows) => rows.some((row) => has(row, 'ts') && (has(row, 'say') || has(row, 'ask')))
  },
  {
    looks: 'a log of HTTP requests (HAR)',
    way: 'Requests of a browser are no actions on a page. The nearest format is playwright, a trace.zip.',
    is: (_rows, _layout, head) => /^\s*\{\s*"log"\s*:\s*\{/.test(head) && /"entries"\s*:|"creator"\s*:/.test(head)
  },
  {
    looks: 'a recording of rrweb',
    way: 'The nearest format is playwright, a trace.zip.',
    is: (rows) =>
      rows.some((row) => has(row, 'type', 'data', 'timestamp') && isObject(row.data) && has(row.data, 'href'))
  },
  {
    looks: 'a Jupyter notebook',
    way: 'The nearest format is jsonl: one cell a line, with its source as the action and its output as the observation.',
    is: (_rows, _layout, head) => /^\s*\{/.test(head) && /"nbformat"\s*:/.test(head) && /"cells"\s*:/.test(head)
  },
  {
    looks: 'a chat history of Aider',
    way: 'The nearest format is messages.',
    is: (_rows, _layout, head) =>
      head.startsWith('# aider chat started at') || head.includes('\n# aider chat started at')
  },
  {
    looks: 'a typescript of script(1)',
    way: 'The nearest format is asciicast: record with asciinema instead.',
    is: (_rows, _layout, head) => head.startsWith('Script started on ')
  }
]

/** Parts that are named by what they hold; other programs' parts have a type. */
function isOfGemini(parts: unknown): boolean {
  return list(parts).length > 0 && list(parts).every((part) => !has(part, 'type'))
}

function isOfOpenHands(row: Row): boolean {
  if (/^(?:ActionEvent|ObservationEvent|MessageEvent|SystemPromptEvent)$/.test(text(row.kind))) return true
  const acts = typeof row.action === 'string' && isObject(row.args)
  const sees = typeof row.observation === 'string' && (has(row, 'extras') || has(row, 'cause'))
  return /^(?:user|agent|environment)$/.test(text(row.source)) && (acts || sees)
}

// Files that one JSON document fills are not whole in their beginning: these names in it tell them.
const CUT: [of: string, ...names: RegExp[]][] = [
  [
    'events of OpenHands',
    /"source"\s*:\s*"(?:agent|user)"/,
    /"(?:action|observation)"\s*:\s*"/,
    /"(?:args|extras)"\s*:/
  ],
  ['a conversation of Gemini', /"parts"\s*:\s*\[\s*\{\s*"(?:text|functionCall|functionResponse|inlineData)"/],
  ['a game of ALFWorld', /"(?:pddl_domain|pddl_problem|grammar)"\s*:\s*"/],
  ['results of tau-bench', /"traj"\s*:\s*\[\s*\{/],
  ['spans of OpenTelemetry', /"resourceSpans"\s*:\s*\[|"spanId"\s*:/]
]

/** The program whose file it looks like, or `null`. */
export function programOf({ head }: Pick<Input, 'head'>): RecognisedProgram | null {
  const layout = layoutOf(head) ?? { kind: 'object', rows: [] }
  const sure = PROGRAMS.find(({ is }) => is(layout.rows, layout, head))
  if (sure || layout.rows.length || !/^\s*[[{]/.test(head)) return sure ?? null
  const named = CUT.find(([, ...names]) => names.every((name) => name.test(head)))?.[0]
  return PROGRAMS.find(({ looks }) => looks === named) ?? null
}
