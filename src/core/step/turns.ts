// Reads user turns back into their sections: Orrery's own, and AgentWorldBench's as they really are.

import { withoutClosing } from '../text/closings.ts'

/** What a user turn holds; `''` for what is not there. */
export interface ReadTurn {
  task: string
  state: string
  /** For `Domain.read`. */
  action: string
  instruction: string
  /** The block that asks for an answer, at the end of a turn that is to be answered. */
  closing: string
}

/** The section's name in AgentWorldBench's android turns, which is the first line of DroidRun's and DroidBot's states too. */
export const PHONE_STATE = '**Current Phone State:**'

const SECTION = /^\*\*(Task Instruction|Current (?:Phone )?State|Action|Simulation Instruction):\*\*[ \t]*\r?\n?/gim

/**
 * The sections of a user turn, matched without regard to case. A section ends where the next name stands alone on a line outside the
 * action's fence. The last fence closes the action, so that an action may hold fences of its own. Linear in the text.
 */
export function readUserTurn(content: string): ReadTurn {
  const { text, closing } = withoutClosing(content.replaceAll('\r\n', '\n'))
  const read: ReadTurn = { task: '', state: '', action: '', instruction: '', closing }
  const marks = [...text.matchAll(SECTION)]
  const actionAt = actionMark(text, marks)
  if (!actionAt) return { ...read, action: text.trim() }
  const start = actionAt.index + actionAt[0].length
  for (const [index, mark] of marks.entries()) {
    if (mark.index >= actionAt.index) break
    const next = marks[index + 1]?.index ?? actionAt.index
    const name = mark[1]?.toLowerCase()
    // The state may hold such names itself: only what comes first counts, and a state goes on up to the action.
    if (name === 'task instruction' && !read.task && !read.state)
      read.task = text.slice(mark.index + mark[0].length, next).trim()
    else if (name?.endsWith('state') && !read.state)
      read.state = text.slice(stateAt(text, mark), actionAt.index).replace(/\n\n$/, '')
  }
  const body = text.slice(start)
  const { action, rest } = fenced(body)
  const after = /^\s*\*\*Simulation Instruction:\*\*[ \t]*\n([\s\S]*)$/i.exec(rest)
  return { ...read, action, instruction: after?.[1]?.trim() ?? '' }
}

/** Where the state begins: with its section's name where the states that follow have it as their first line. */
function stateAt(text: string, { index, 0: { length } }: RegExpExecArray): number {
  const own = text.startsWith(`${PHONE_STATE}\n• **`, index)
  return own ? index : index + length
}

/** The heading of the action: the last one before a fence, else the last of all; a state may hold the words too. */
function actionMark(text: string, marks: RegExpExecArray[]): RegExpExecArray | undefined {
  const named = marks.filter(([, name]) => name?.toLowerCase() === 'action')
  return named.find(({ index, 0: { length } }) => text.startsWith('```', index + length)) ?? named.at(-1)
}

/** The text in a fence and what follows it; without a fence all of it, up to the section after it. */
function fenced(body: string): { action: string; rest: string } {
  const open = /^\s*```[^\n]*\n/.exec(body)
  if (!open) {
    const at = body.search(/\n\n\*\*Simulation Instruction:\*\*/i)
    return { action: (at < 0 ? body : body.slice(0, at)).trim(), rest: at < 0 ? '' : body.slice(at) }
  }
  const instruction = body.search(/\n```\n\n\*\*Simulation Instruction:\*\*/i)
  const end = instruction < 0 ? body.lastIndexOf('\n```') : instruction
  if (end < open[0].length - 1) return { action: body.slice(open[0].length).trim(), rest: '' }
  return { action: body.slice(open[0].length, end).trim(), rest: body.slice(end + '\n```'.length) }
}
