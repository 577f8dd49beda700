// Conversations as worlds: whoever wrote them, an action and what followed it are a step.
//
// In the agent's view the assistant acts and a tool or the user answers; in the world model's the user acts and the assistant answers.
import { z } from 'zod'
import { domains } from '../domains/index.ts'
import { contentId, makeStep } from '../history.ts'
import type { Reading } from '../importing.ts'
import { type Action, type Branch, type Call, Setup, type Step, type Tool } from '../model.ts'
import type { Domain, Tree } from '../plugins.ts'
import { readUserTurn } from '../prompt.ts'
import { readResponse, readSetup } from './samples.ts'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  calls: { id: string | null; name: string; arguments: unknown }[]
  /** Of a tool's answer: the call it answers. */
  answers: string | null
}

/** A conversation, whatever its file is written in. */
export interface Chat {
  messages: ChatMessage[]
  tools: Tool[]
  /** What Orrery wrote beside it; `null` for files of others. */
  own: Own | null
}

export const Own = z.looseObject({
  program: z.literal('orrery'),
  title: z.string(),
  domain: z.string(),
  view: z.enum(['agent', 'world']),
  simulated: z.array(z.boolean().nullable())
})
export type Own = z.infer<typeof Own>

/** A chat as steps, with what could not become one. */
export interface Told {
  domain: Domain
  steps: Step[]
  /** The turn-level instruction of each step. */
  instructions: string[]
  setup: Setup
  task: string
  system: string
  own: Own | null
  /** In words, with how often. */
  dropped: Map<string, number>
}

export interface Wanted {
  view: 'auto' | 'agent' | 'world'
  /** A domain's id, or `auto`. */
  domain: string
}

/** @returns why there is no world in it, in a sentence */
export async function readChat(chat: Chat, wanted: Wanted): Promise<Told | string> {
  const marked = chat.messages.some(({ role, content }) => role === 'user' && /^\*\*Action:\*\*/m.test(content))
  const view = wanted.view !== 'auto' ? wanted.view : (chat.own?.view ?? (marked ? 'world' : 'agent'))
  const { acts, task, dropped } = view === 'world' ? worldActs(chat) : agentActs(chat)
  const [first] = acts
  if (!first) return 'There is no action in this conversation that something followed.'
  const domain = domainOf(first, chat, wanted)
  if (!domain) return `There is no domain "${wanted.domain === 'auto' ? chat.own?.domain : wanted.domain}".`
  const steps: Step[] = []
  for (const [index, act] of acts.entries()) {
    const action = actionOf(act, domain)
    if (typeof action === 'string') return `Action ${index + 1} is none of the ${domain.id} domain: ${action}`
    steps.push(await makeStep(steps.at(-1)?.id ?? null, action.read, { text: act.observation }))
  }
  const system = chat.messages[0]?.role === 'system' ? chat.messages[0].content : ''
  const said = view === 'world' ? readSetup(domain, { system_str: system, prompt: [first.asked] }) : null
  const shown = view === 'agent' ? shownIn(task, chat.own, domain) : ''
  const tools = domain.tools ? chat.tools : []
  const setup = Setup.parse({ domain: domain.id, initialState: shown, tools, ...said?.setup })
  return {
    ...{ domain, steps, setup, dropped, own: chat.own, instructions: acts.map((one) => one.instruction) },
    // What is in the setup need not be noted too.
    ...{ task: shown ? '' : task, system: said?.known ? '' : system }
  }
}

interface Act {
  /** The action: a call, or text. */
  call: { name: string; arguments: unknown } | null
  text: string
  fence: string
  observation: string
  instruction: string
  /** The whole message it stood in. */
  asked: string
}

/** A question and its answer, two by two. */
function worldActs({ messages }: Chat): { acts: Act[]; task: string; dropped: Map<string, number> } {
  const acts: Act[] = []
  const dropped = new Map<string, number>()
  let asked: string | null = null
  for (const { role, content } of messages) {
    if (role === 'user') asked = content
    else if (role === 'assistant' && asked !== null) {
      const { action, instruction } = readUserTurn(asked)
      const fence = /^```(\w*)$/m.exec(asked)?.[1] ?? ''
      acts.push({ call: null, text: action, fence, observation: readResponse(content), instruction, asked })
      asked = null
    } else if (role !== 'system') count(dropped, 'messages that answer no action')
  }
  return { acts, task: '', dropped }
}

/** Calls with the tools' answers; without any call, what the assistant says with what it is answered. */
function agentActs({ messages }: Chat): { acts: Act[]; task: string; dropped: Map<string, number> } {
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

const ACTION = /^\s*Action:[ \t]*\n?(.+)$/m

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** The domain that was asked for or named; else the first whose actions look like this one. */
function domainOf(first: Act, { own }: Chat, { domain: wanted }: Wanted): Domain | undefined {
  const named = wanted === 'auto' ? own?.domain : wanted
  if (named !== undefined) return domains.find(({ id }) => id === named)
  const find = (id: string) => domains.find((domain) => domain.id === id)
  if (first.call) return find('mcp')
  // From what few texts are to what any line is.
  const ids = ['terminal', 'mcp', 'android', 'web', ...(first.fence === 'python' ? ['os'] : []), 'textenv']
  return ids.map(find).find((domain) => domain && typeof actionOf(first, domain) !== 'string') ?? find('textenv')
}

function actionOf({ call, text }: Act, domain: Domain): { read: Action } | string {
  try {
    if (!call) return { read: domain.read(text) }
    const given = typeof call.arguments === 'string' ? JSON.parse(call.arguments || '{}') : (call.arguments ?? {})
    return { read: domain.action.parse({ name: call.name, arguments: given }) }
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    return problem.replaceAll('\n', ' ').slice(0, 300)
  }
}

/** What the agent was shown before it acted: all it was told in a text environment, and what Orrery put below the task. */
function shownIn(task: string, own: Own | null, domain: Domain): string {
  if (own) return task.startsWith(`${own.title}\n\n`) ? task.slice(own.title.length + 2) : ''
  return domain.beginning ? task : ''
}

/** The chat as a session with one branch. All its ids come from what it says. */
export async function sessionOf(
  told: Told,
  name: string,
  { title, now }: Pick<Reading, 'title' | 'now'>
): Promise<Tree> {
  const { domain, steps, setup, task, system, own } = told
  const tip = steps.at(-1)?.id ?? null
  const id = await contentId([name, domain.id, tip, task, system])
  const branch: Branch = {
    id: await contentId([id, 'main']),
    session: id,
    title: 'main',
    tip,
    fork: null,
    setup,
    createdAt: now
  }
  const calls: Call[] = []
  for (const [index, step] of steps.entries()) {
    calls.push({
      ...{ id: await contentId([id, step.id]), step: step.id, session: id, branch: branch.id, seed: 0, setup },
      ...{ engine: engineOf(own?.simulated[index]), model: { name, hash: null }, template: setup.template },
      ...{
        instruction: told.instructions[index] ?? '',
        firings: [],
        raw: step.observation.text,
        thinking: '',
        warnings: []
      },
      ...{ tokens: { prompt: 0, cached: 0, generated: 0 }, ms: { first: 0, total: 0 }, createdAt: now, trace: null }
    })
  }
  const notes = [system && `System prompt:\n\n${system}`, task && `Task:\n\n${task}`].filter(Boolean).join('\n\n')
  const called = own?.title ?? task.trim().split('\n')[0]?.slice(0, 60)
  const made = { notes, domain: domain.id, createdAt: now, updatedAt: now }
  return {
    session: { id, title: title ?? (called || 'Imported conversation'), ...made },
    branches: [branch],
    steps,
    calls
  }
}

/** Text that was simulated stays marked as such. */
function engineOf(simulated: boolean | null | undefined): string {
  if (simulated === undefined || simulated === null) return 'import'
  return simulated ? 'simulated' : 'recorded'
}
