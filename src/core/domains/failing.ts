// Failures in the words of each kind of world: what domains declare as `fail`.

import { readJson } from '../observations/documents/value.ts'
import type { Action } from '../tree/model.ts'
import type { DerivedState, ProtocolFailure } from './capabilities.ts'
import type { Domain } from './domain.ts'
import { methodOf, writeResponse } from './http-response.ts'
import { commandsIn } from './shell/commands.ts'
import { bodyOf, printedBy, reaching, reasonOf } from './shell-failure.ts'
import type { ToolCall } from './tool-call.ts'

type Fail<A extends Action = Action> = NonNullable<Domain<A>['fail']>

/** Between the echoed line and the next prompt, where one line is typed at a prompt. */
export function inTerminal(
  printed: string,
  { action, state, domain }: { action: Action; state: DerivedState; domain: Pick<Domain, 'prediction'> }
): string | null {
  const echoed = domain.prediction.prefill(action, state)
  const { prompt } = state
  if (!echoed || typeof prompt !== 'string') return null
  const line = echoed.endsWith('\n') ? echoed : `${echoed}\n`
  return `${line}${printed}${printed && !printed.endsWith('\n') ? '\n' : ''}${prompt}`
}

/** Of a terminal: what the program prints that reaches for a server. */
export const failingTerminal =
  (domain: () => Pick<Domain, 'prediction'>): Fail<{ keystrokes: string }[]> =>
  (action, failure, { state }) => {
    const command = reaching(commandsIn(action.map(({ keystrokes }) => keystrokes).join('')))
    const printed = command && printedBy(command, failure)
    return printed ? inTerminal(printed.text, { action, state, domain: domain() }) : null
  }

/** Of tools: as JSON where this world's answers are JSON, else in a sentence. */
export const failingTool: Fail = (action, failure, { before }) => {
  if (methodOf(action) !== null) return failingResponse(failure)
  if (failure.status === null) return CONNECTIONS[failure.connection ?? 'timeout']
  if (readJson(before)) return bodyOf(failure, before.includes('\n') ? 2 : 0)
  return `Error: ${sentenceOf(failure)}`
}

/** Of an HTTP API: where nothing answers, the gateway before it does. */
function failingResponse({ status, message, retryAfter, connection = 'timeout' }: ProtocolFailure): string {
  const gateway = connection === 'timeout' ? 504 : 502
  const headers = { ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) }
  return writeResponse({ status: status ?? gateway, headers, body: { error: message || reasonOf(status ?? gateway) } })
}

// The timeout is the MCP SDK's, the others are Node's.
const CONNECTIONS = {
  timeout: 'MCP error -32001: Request timed out',
  refused: 'Error: connect ECONNREFUSED 127.0.0.1:8080',
  unresolved: 'Error: getaddrinfo EAI_AGAIN api.internal',
  reset: 'Error: read ECONNRESET',
  unreachable: 'Error: connect ENETUNREACH 10.0.0.12:443'
}

export function sentenceOf({ status, message, retryAfter, connection }: ProtocolFailure): string {
  const wait = retryAfter === undefined ? '' : ` Retry after ${retryAfter} seconds.`
  if (status === null) return `${message || 'The server did not answer'} (${connection ?? 'timeout'}).${wait}`
  const reason = reasonOf(status)
  const said = message && message !== reason ? `${reason}. ${message}` : reason
  return `HTTP ${status}: ${said}${/[.!?]$/.test(said) ? '' : '.'}${wait}`
}

/** Of coding tools: a shell's program fails as it does in a terminal; other tools meet no server. */
export const failingCode: Fail<ToolCall> = ({ name, arguments: { command } }, failure) => {
  if (typeof command !== 'string') return null
  const reached = reaching(commandsIn(command))
  const printed = reached && printedBy(reached, failure)
  return printed ? shellResult(name, command, printed) : null
}

/** The result of a shell's tool: labelled lines in Gemini's and Qwen's CLI, the bare output with its exit code in Claude Code. */
export function shellResult(name: string, command: string, { text, exit }: { text: string; exit: number }): string {
  if (name !== 'run_shell_command') return exit === 0 ? text : `Exit code ${exit}\n${text}`
  const lines = [
    `Command: ${command}`,
    'Directory: (root)',
    `Output: ${text || '(empty)'}`,
    'Error: (none)',
    `Exit Code: ${exit}`
  ]
  return [...lines, 'Signal: (none)', 'Background PIDs: (none)', 'Process Group PGID: (none)'].join('\n')
}

/** Of a search engine's tools. */
export const failingSearch: Fail<ToolCall> = ({ name }, failure) =>
  name === 'dict_memory' ? null : `Error: ${sentenceOf(failure)}`
