// What was done in a conversation, and what followed: the calls, actions and answers that become steps.

import { readUserTurn } from '../../step/turns.ts'
import { wordingOf } from '../../text/closings.ts'
import { readResponse } from '../samples.ts'
import type { Chat } from './index.ts'

export interface Act {
  /** The action: a call, or text. */
  call: { name: string; arguments: unknown } | null
  text: string
  fence: string
  observation: string
  instruction: string
  /** Chooses the wording of the closing block again. */
  seed?: number
  /** The whole message it stood in. */
  asked: string
}

/** A question and its answer, two by two. */
export function worldActs({ messages }: Chat): { acts: Act[]; task: string; dropped: Map<string, number> } {
  const acts: Act[] = []
  const dropped = new Map<string, number>()
  let asked: string | null = null
  for (const { role, content } of messages) {
    if (role === 'user') asked = content
    else if (role === 'assistant' && asked !== null) {
      const { action, instruction, closing } = readUserTurn(asked)
      const fence = /^```(\w*)$/m.exec(asked)?.[1] ?? ''
      acts.push({
        call: null,
        text: action,
        fence,
        observation: readResponse(content),
        instruction,
        asked,
        seed: wordingOf(closing)
      })
      asked = null
    } else if (role !== 'system') count(dropped, 'messages that answer no action')
  }
  return { acts, task: '', dropped }
}

/** Calls with the tools' answers; without any call, what the assistant says with what it is answered. */
export function agentActs({ messages }: Chat): { acts: Act[]; task: string; dropped: Map<string, number> } {
  const dropped = new Map<string, number>()
  const called = messages.some(({ calls }) => calls.length > 0)
  // Agents that think aloud name their action; what else they say is none.
  const named = !called && messages.some(({ role, content }) => role === 'assistant' && ACTION.test(content))
  const acts: Act[] = []
  const task: string[] = []
  const open: (Act & { id: string | null })[] = []
  const act = (text: string, call: Act['call'], id: string | null) => {
    open.push({ call, text, id, fence: '', observation: '', instruction: '', asked: text })
  }
  for (const { role, content, calls, answers } of messages) {
    if (role === 'assistant') {
      for (const _ of open.splice(0)) count(dropped, 'actions that nothing answered')
      for (const call of calls) act('', call, call.id)
      if (calls.length && content.trim()) count(dropped, "the agent's words beside its calls")
      if (called ? calls.length === 0 : false) count(dropped, 'messages of the agent without a call')
      if (!called) {
        const action = named ? ACTION.exec(content)?.[1] : content
        if (action === undefined) count(dropped, 'messages of the agent without an action')
        else act(action.trim(), null, null)
        if (named && action !== undefined) count(dropped, "the agent's thoughts")
      }
    } else if (role === 'tool' || (role === 'user' && open.length && !called)) {
      const at = Math.max(
        0,
        open.findIndex(({ id }) => id !== null && id === answers)
      )
      const [answered] = open.splice(at, 1)
      if (answered) acts.push({ ...answered, observation: content })
      else count(dropped, 'answers of tools that were not called')
    } else if (role === 'user') {
      if (acts.length) count(dropped, "the user's messages between actions")
      else task.push(content)
    }
  }
  for (const _ of open) count(dropped, 'actions that nothing answered')
  return { acts, task: task.join('\n\n'), dropped }
}

const ACTION = /^[ \t]*Action:(?:[ \t]*\n)?(.+)$/m

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
