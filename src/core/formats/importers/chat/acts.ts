// What was done in a conversation, and what followed: the calls, actions and answers that become steps.

import { domains } from '../../../domains/index.ts'
import { SAY } from '../../../domains/tools/say.ts'
import { readUserTurn } from '../../../step/turns.ts'
import { wordingOf } from '../../../text/closings.ts'
import { isObject, parsePythonJson } from '../../../text/json.ts'
import type { StepResult } from '../../../tree/result.ts'
import { counter } from '../recorded.ts'
import { readResponse } from '../samples.ts'
import { answersIn, tagged } from './called.ts'
import type { Chat, ChatMessage } from './chat.ts'
import { bareCalls, markedCalls } from './marked.ts'

export interface ChatAct {
  /** The action: a call, or text. */
  call: { name: string; arguments: unknown } | null
  text: string
  fence: string
  observation: string
  /** What the log says of the answer beside its text. */
  result?: StepResult
  instruction: string
  /** Chooses the wording of the closing block again. */
  seed?: number
  /** The whole message it stood in. */
  asked: string
  /** It is said to the user of the world; what they did with tools of their own before they answered. */
  talk?: UserAct[]
}

/** A call of the user's own, and what it showed. */
export interface UserAct {
  action: { name: string; arguments: unknown }
  text: string
}

export interface Acts {
  acts: ChatAct[]
  task: string
  /** Whether the conversation marks what is an action: by calls, or by a name before it. */
  marked: boolean
  dropped: ReturnType<typeof counter>
}

/** A question and its answer, two by two. */
export function worldActs({ messages }: Chat): Acts {
  const acts: ChatAct[] = []
  const dropped = counter()
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
    } else if (role !== 'system') dropped.add('messages that answer no action')
  }
  return { acts, task: '', marked: true, dropped }
}

/** Calls with the tools' answers; without any call, what the assistant says with what it is answered. */
export function agentActs(chat: Chat): Acts {
  const { messages: given, own } = chat
  const dropped = counter()
  const messages = own ? given : given.flatMap((one, at) => untagged(one, given[at + 1]))
  // A world of tools in which nothing but talk has happened has no call.
  const talked = chat.user !== undefined || (own !== null && talks(own.domain))
  const called = messages.some(({ calls }) => calls.length > 0) || talked
  const talk = called && !chat.tools.some(({ name }) => name === SAY.name) ? talkReader(dropped.add) : null
  // Agents that think aloud name their action; what else they say is none.
  const named = !called && messages.some(({ role, content }) => role === 'assistant' && ACTION.test(content))
  const acts: ChatAct[] = []
  const task: string[] = []
  const open: Open[] = []
  for (const [at, message] of messages.entries()) {
    const { role, content, calls } = message
    const said = talk?.read(message)
    if (said === 'taken') continue
    if (said) {
      acts.push(said)
      continue
    }
    const act = (text: string, call: ChatAct['call'], id: string | null) => {
      open.push({ call, text, id, at, fence: '', observation: '', instruction: '', asked: text })
    }
    if (role === 'assistant') {
      // What has an id may be answered later; anything else is answered next or never.
      dropped.add(UNANSWERED, remove(open, ({ id }) => id === null).length)
      for (const call of calls) act('', call, call.id)
      if (calls.length && content.trim()) dropped.add("the agent's words beside its calls")
      if (called && calls.length === 0 && !talk) dropped.add(UNCALLED)
      if (!called) {
        const action = named ? ACTION.exec(content)?.[1] : content
        if (action === undefined) dropped.add('messages of the agent without an action')
        else act(action.trim(), named ? withInput(action.trim(), content) : null, null)
        if (named && action !== undefined) dropped.add("the agent's thoughts")
      }
    } else if (role === 'tool' || (role === 'user' && open.length && !called)) {
      const answered = answeredBy(message, open)
      if (answered) acts.push({ ...answered, observation: content, ...resultOf(message) })
      else dropped.add('answers of tools that were not called')
    } else if (role === 'user') {
      if (acts.length) dropped.add("the user's messages between actions")
      else task.push(content)
    }
  }
  dropped.add(UNANSWERED, open.length)
  talk?.end()
  const labelled = named || (!called && acts.length > 0 && acts.every(({ observation }) => LABEL.test(observation)))
  if (labelled && !own) for (const act of acts) act.observation = act.observation.replace(LABEL, '')
  const asked = task.map((text) => (labelled && !own ? text.replace(LABEL, '') : text))
  return { acts, task: asked.join('\n\n'), marked: called || named, dropped }
}

const UNCALLED = 'messages of the agent without a call'

const talks = (id: string): boolean => {
  const domain = domains.find((one) => one.id === id)
  return domain?.says !== undefined && domain.tools !== undefined
}

/** Takes from a conversation what the agent says to the user and the user answers, with the user's own calls in between. */
function talkReader(drop: (what: string, count?: number) => void) {
  let words: string | null = null
  let used: UserAct[] = []
  const asked: { id: string | null; action: UserAct['action'] }[] = []
  function end() {
    if (words !== null) drop(UNCALLED)
    drop('calls of the user that nothing answered', asked.length)
    drop('calls of the user that they said nothing after', used.length)
    words = null
    used = []
    asked.length = 0
  }
  return {
    end,
    /** The step that the message completes; `taken`: it is a part of one; `null`: it is no talk. */
    read({ role, content, calls, answers }: ChatMessage): ChatAct | 'taken' | null {
      if (role === 'assistant') {
        end()
        if (!calls.length) words = content
        return null
      }
      if (role === 'user' && calls.length) {
        for (const { id, name, arguments: given } of calls) asked.push({ id, action: { name, arguments: given } })
        if (!content.trim()) return 'taken'
      }
      if (role === 'tool') {
        const found = asked.findIndex(({ id }) => id === answers)
        const [taken] = found < 0 ? [] : asked.splice(found, 1)
        if (!taken) return null
        used.push({ action: taken.action, text: content })
        return 'taken'
      }
      if (role !== 'user' || !words?.trim()) return null
      const message = words
      const talk = used
      words = null
      used = []
      const call = { name: SAY.name, arguments: { message } }
      return { call, text: '', fence: '', observation: content, instruction: '', asked: message, talk }
    }
  }
}

const UNANSWERED = 'actions that nothing answered'
const ACTION = /^[ \t]*Action:(?:[ \t]*\n)?(.+)$/m
const INPUT = /^[ \t]*Action Input:[ \t]*/m
const LABEL = /^\s*Observation:[ \t]*\n?/i

interface Open extends ChatAct {
  id: string | null
  /** Which message it stood in. */
  at: number
}

/** Takes out what the message answers: the call of its id, the latest where ids were used again; without ids, the first that waits. */
function answeredBy({ answers, name }: ChatMessage, open: Open[]): ChatAct | null {
  const same = answers === null ? [] : open.filter(({ id }) => id === answers)
  const waiting = same.length ? same : open.filter(({ id }) => answers === null || id === null)
  const latest = waiting.filter(({ at }) => at === waiting.at(-1)?.at)
  const found = latest.find(({ call }) => !same.length && name && call?.name === name) ?? latest[0]
  const [taken] = remove(open, (one) => one === found)
  if (!taken) return null
  const { id: _id, at: _at, ...act } = taken
  return act
}

function remove<T>(from: T[], which: (one: T) => boolean): T[] {
  const taken = from.filter(which)
  for (const one of taken) from.splice(from.indexOf(one), 1)
  return taken
}

function resultOf({ failed, exitCode }: ChatMessage): Pick<ChatAct, 'result'> {
  if (failed === undefined && exitCode === undefined) return {}
  return { result: { ...(failed && { isError: true }), ...(exitCode !== undefined && { exitCode }) } }
}

/** LangChain's agents name a tool as their action, and what it is given below. */
function withInput(name: string, content: string): ChatAct['call'] {
  const found = INPUT.exec(content)
  if (!found) return null
  const from = found.index + found[0].length
  // A model may have gone on and made up what follows.
  const end = content.indexOf('\nObservation:', from)
  const input = content.slice(from, end < 0 ? undefined : end).trim()
  try {
    const value: unknown = parsePythonJson(input)
    if (isObject(value)) return { name, arguments: value }
  } catch {
    // A text is what most of them take.
  }
  return { name, arguments: { input } }
}

/** A message whose calls or answers stand in its text, as a model writes them, as one that has them. */
function untagged(message: ChatMessage, next?: ChatMessage): ChatMessage[] {
  const { role, content, calls } = message
  if (role === 'assistant' && !calls.length) {
    // What is no more than a call is one where a tool answered it.
    const read = tagged(content) ?? markedCalls(content) ?? (next?.role === 'tool' ? bareCalls(content) : null)
    const own = read?.calls.map(({ name, arguments: given }) => ({ id: null, name, arguments: given }))
    return own ? [{ ...message, content: read?.rest ?? '', calls: own }] : [message]
  }
  const answers = role === 'tool' || role === 'user' ? answersIn(content) : null
  return answers ? answers.map((text) => ({ ...message, role: 'tool', content: text })) : [message]
}
