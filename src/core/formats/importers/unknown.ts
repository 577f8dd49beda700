// What is said of a file that no importer reads: what it looks like, and the mapping that would read it.

import { isObject } from '../../text/json.ts'
import type { Input } from '../importing.ts'
import { layoutOf } from './first-row.ts'
import type { RecognisedProgram } from './programs.ts'

/** Why a file of a program that is known is refused. */
export const refusalOf = (name: string, { looks, way, world }: RecognisedProgram): string =>
  `"${name}" looks like ${looks}${world ? '' : ', which is not read yet'}. ${way}`

/** What a file of no known format looks like, in sentences; `''` where that says nothing. */
export function lookOf({ head }: Pick<Input, 'head'>): string {
  if (head.includes('\u0000')) return 'It is no text. Formats are texts; zips of them are opened.'
  const layout = layoutOf(head)
  if (!layout) {
    if (/^\s*[[{]/.test(head)) return 'It begins as JSON and breaks off or breaks.'
    if (/^\s*<(?:!doctype|html|\?xml|\w+[\s>])/i.test(head)) return 'It is HTML or XML, which is no trajectory.'
    return ''
  }
  const [row] = layout.rows
  const what = { lines: 'JSON lines', array: 'a JSON array', object: 'one JSON object' }[layout.kind]
  if (!row) return `It is ${what}${layout.kind === 'object' ? '' : ' without objects'}. The nearest format is jsonl.`
  const fields = Object.keys(row)
  const named = fields.slice(0, SHOWN).map((key) => key.slice(0, 40))
  const more = fields.length > SHOWN ? ', …' : ''
  return `It is ${what} with the fields ${named.join(', ') || 'of no name'}${more}. ${mappingOf(row)}`
}

// Enough to know a file by.
const SHOWN = 12

// How files name what a step has, the likeliest first.
const NAMES = {
  action: ['action', 'actions', 'command', 'cmd', 'keystrokes', 'arguments', 'args', 'tool_input', 'input', 'act'],
  observation: [
    'observation',
    'observations',
    'obs',
    'output',
    'result',
    'response',
    'tool_output',
    'stdout',
    'next_observation'
  ],
  tool: ['tool', 'tool_name', 'toolName', 'function_name', 'function'],
  session: [
    'session',
    'session_id',
    'sessionId',
    'run',
    'run_id',
    'episode',
    'episode_id',
    'trajectory_id',
    'traj_id',
    'trace_id'
  ]
}

/** The options of `jsonl` that would read rows like this one, as far as their names tell. */
function mappingOf(row: Record<string, unknown>): string {
  const pointers = pointersIn(row)
  const found = (names: string[]): string | undefined =>
    names.map((name) => pointers.find((one) => one.endsWith(`/${name}`))).find((one) => one !== undefined)
  const [action, observation] = [found(NAMES.action), found(NAMES.observation)]
  if (!action || !observation) {
    return 'The nearest format is jsonl: where each row holds an action and what followed, say where, as in --format jsonl --option action=/turn/action --option observation=/turn/result.'
  }
  const [tool, session] = [found(NAMES.tool), found(NAMES.session)]
  const options = [
    `action=${action}`,
    ...(tool ? [`tool=${tool}`] : []),
    `observation=${observation}`,
    ...(session ? [`session=${session}`] : [])
  ]
  return `The nearest format is jsonl. If each row is a step, this reads it: --format jsonl ${options.map((one) => `--option ${one}`).join(' ')}.`
}

// Deeper lies nothing that a row is named for.
const DEEPEST = 4

/** Pointers to all values of the row, those of the fewest levels first. */
function pointersIn(row: Record<string, unknown>): string[] {
  const all: string[] = []
  let level: [at: string, value: Record<string, unknown>][] = [['', row]]
  for (let depth = 0; depth < DEEPEST && level.length; depth++) {
    const next: typeof level = []
    for (const [at, value] of level) {
      for (const [key, inner] of Object.entries(value)) {
        const pointer = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
        all.push(pointer)
        if (isObject(inner)) next.push([pointer, inner])
      }
    }
    level = next
  }
  return all
}
