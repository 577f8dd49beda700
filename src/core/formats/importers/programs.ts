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

const has = (row: Row, ...keys: string[]): boolean => keys.every((key) => Object.hasOwn(row, key))
const some = (rows: Row[], ...keys: string[]): boolean => rows.some((row) => has(row, ...keys))

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
    looks: 'runs of LangSmith',
    way: 'Only its runs of tools are: export those too. The nearest format is messages, the inputs and outputs of the model as chat messages.',
    is: (rows) =>
      (some(rows, 'run_type', 'inputs') || some(rows, 'dotted_order')) &&
      !rows.some(({ run_type: type }) => type === 'tool')
  },
  {
    looks: 'an export of ChatGPT',
    way: 'The nearest format is messages. Its conversations hold no results of tools that could be steps.',
    is: (rows) => some(rows, 'mapping', 'current_node') || some(rows, 'mapping', 'conversation_id')
  },
  {
    looks: 'a chat of GitHub Copilot',
    way: 'The nearest format is messages.',
    is: (rows) => some(rows, 'requesterUsername', 'requests') || some(rows, 'responderUsername', 'requests')
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
  }
]

// Files that one JSON document fills are not whole in their beginning: these names in it tell them.
const CUT: [of: string, ...names: RegExp[]][] = [
  ['a game of ALFWorld', /"(?:pddl_domain|pddl_problem|grammar)"\s*:\s*"/]
]

/** The program whose file it looks like, or `null`. */
export function programOf({ head }: Pick<Input, 'head'>): RecognisedProgram | null {
  const layout = layoutOf(head) ?? { kind: 'object', rows: [] }
  const sure = PROGRAMS.find(({ is }) => is(layout.rows, layout, head))
  if (sure || layout.rows.length || !/^\s*[[{]/.test(head)) return sure ?? null
  const named = CUT.find(([, ...names]) => names.every((name) => name.test(head)))?.[0]
  return PROGRAMS.find(({ looks }) => looks === named) ?? null
}
