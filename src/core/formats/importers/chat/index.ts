// Conversations as worlds: whoever wrote them, an action and what followed it are a step.
//
// In the agent's view the assistant acts and a tool or the user answers; in the world model's the user acts and the assistant answers.

import { z } from 'zod'
import type { Domain } from '../../../domains/domain.ts'
import { domains } from '../../../domains/index.ts'
import { GENERAL } from '../../../domains/usual.ts'
import { USER } from '../../../grounds/user/talk.ts'
import { sentenceOf } from '../../../text/issues.ts'
import { parsePythonJson } from '../../../text/json.ts'
import { present } from '../../../text/present.ts'
import { commandIn } from '../../../text/shell-reply.ts'
import { contentId, makeStep } from '../../../tree/history.ts'
import { type Action, type Branch, type Call, Setup, type Step } from '../../../tree/model.ts'
import type { StepResult } from '../../../tree/result.ts'
import { UserUse } from '../../../tree/user.ts'
import type { ImportOptions, SessionTree } from '../../importing.ts'
import { problemOf } from '../lines.ts'
import { titleOf, toolsOf } from '../recorded.ts'
import { bareState, readSetup } from '../samples.ts'
import { type Acts, agentActs, type ChatAct, type UserAct, worldActs } from './acts.ts'
import type { Chat, OwnChatRow } from './chat.ts'
import { isCommand } from './plain.ts'

/** A chat as steps, with what could not become one. */
export interface ChatSteps {
  domain: Domain
  steps: Step[]
  /** Of each step, what was known of its answer beside the text. */
  results: (StepResult | undefined)[]
  /** Of each step, what the user did with tools of their own before they answered. */
  talks: UserAct[][]
  /** The turn-level instruction of each step. */
  instructions: string[]
  seeds: number[]
  /** Of each step, where Orrery wrote the row: whether it was simulated. */
  simulated: (boolean | null)[]
  setup: Setup
  task: string
  system: string
  own: OwnChatRow | null
  /** As of the chat. */
  aside: string
  dropped: Acts['dropped']
}

export interface ChatOptions {
  view: 'auto' | 'agent' | 'world'
  /** A domain's id, or `auto`. */
  domain: string
}

/**
 * @param earlier what a row before it of the same branch told: it has the turns that were left out of this one's prompt
 * @returns why there is no world in it, in a sentence
 */
export async function readChat(chat: Chat, wanted: ChatOptions, earlier?: ChatSteps): Promise<ChatSteps | string> {
  const marked = chat.messages.some(({ role, content }) => role === 'user' && /^\*\*Action:\*\*/m.test(content))
  const system = chat.messages[0]?.role === 'system' ? chat.messages[0].content : ''
  const bare = domains.find((domain) => bareState(domain, system) !== null)
  const view = wanted.view !== 'auto' ? wanted.view : (chat.own?.view ?? (marked || bare ? 'world' : 'agent'))
  const { acts: found, task, marked: isMarked, dropped } = view === 'world' ? worldActs(chat) : agentActs(chat)
  const [first] = found
  if (!first) return NO_ACTION
  const { domain: asked } = wanted
  const named = asked === 'auto' ? (chat.own?.domain ?? bare?.id) : asked
  const domain = domainOf(found, named, chat.commands)
  if (!isMarked && named === undefined && (!domain || !isActed(found, domain, chat))) return ONLY_TALK
  if (!domain) return `There is no domain "${named}".`
  const leftOut = chat.own?.left_out ?? 0
  const before = earlier && earlier.domain === domain && earlier.steps.length >= leftOut ? earlier : null
  if (leftOut && !before) dropped.add('the turns before the first one of a row', leftOut)
  const past = <T>(all: T[] | undefined): T[] => all?.slice(0, leftOut) ?? []
  const steps: Step[] = past(before?.steps)
  const acts: ChatAct[] = []
  const broken: string[] = []
  for (const [index, act] of found.entries()) {
    const action = actionOf(act, domain)
    if (typeof action !== 'string') {
      steps.push(await makeStep(steps.at(-1)?.id ?? null, action.read, { text: act.observation }))
      acts.push(act)
      continue
    }
    const why = `Action ${index + 1} is none of the ${domain.id} domain: ${action}`
    // A call that is none leaves the others as they were; of texts, one that is none says that all of it is something else.
    if (!act.call) return why
    broken.push(why)
  }
  if (!acts.length) return broken[0] ?? NO_ACTION
  dropped.add('calls that are none', broken.length)
  // Where actions are texts, the action is the whole reply, and no thoughts are dropped.
  const thoughts = acts.filter(({ call, text }) => !call && isReply(text))
  const replies = steps.every(({ action }) => typeof action !== 'string') ? thoughts.length : 0
  dropped.add("the agent's thoughts", replies)
  // Only the row that asks a turn has its instruction and seed. For turns of its history they come from the rows before.
  const told = <T extends string | number>(known: T[] | undefined, said: T[]): T[] => {
    const same = (at: number) => before?.steps[at]?.id === steps[at]?.id
    return [...past(known), ...said].map((one, at) => one || (same(at) ? (known?.[at] ?? one) : one))
  }
  const said =
    view === 'world' ? readSetup(domain, { system_str: system, prompt: [first.asked], tools: chat.own?.tools }) : null
  const shown = view === 'agent' ? shownIn(task, chat.own, domain) : ''
  // What Orrery wrote declares all of its tools; of others' those that were called are known at least by name.
  const spoken = acts.filter(({ talk }) => talk)
  const theirs = spoken.flatMap(({ talk }) => talk?.map(({ action }) => action.name) ?? [])
  const own = acts.flatMap(({ call, talk }) => (talk ? [] : (call?.name ?? [])))
  const called = chat.own ? theirs : [...own, ...theirs]
  const tools = domain.tools ? toolsOf(said?.setup.tools ?? chat.tools, called) : []
  // The agent of a text world is told all it is shown.
  const goal = view === 'world' || (chat.own && isTitled(task, chat.own)) ? undefined : shown ? '' : task
  const asks = goal === undefined ? {} : { task: goal }
  const user = spoken.length > 0 && domain.says ? { user: userOf(spoken, theirs, chat) } : {}
  const setup = Setup.parse({ domain: domain.id, initialState: shown, ...asks, ...said?.setup, tools, ...user })
  if (before && leftOut) setup.initialState ||= before.setup.initialState
  return {
    ...{ domain, steps, setup, dropped, own: chat.own, aside: chat.own ? '' : chat.aside },
    results: [...past(before?.results), ...acts.map(({ result }) => result)],
    talks: [...past(before?.talks), ...acts.map(({ talk = [] }) => talk)],
    instructions: told(
      before?.instructions,
      acts.map((one) => one.instruction)
    ),
    seeds: told(
      before?.seeds,
      acts.map((one) => one.seed ?? 0)
    ),
    simulated: [...past(before?.simulated), ...(chat.own?.simulated ?? [])],
    // What is in the setup need not be noted too.
    ...{ task: shown ? '' : task, system: said?.known ? '' : system }
  }
}

/** The user who says again what they said. */
function userOf(spoken: ChatAct[], tools: string[], { user }: Chat): UserUse {
  return UserUse.parse({
    ...user,
    answers: 'recorded',
    // What nobody said is no answer.
    dialogue: spoken.map(({ observation }) => observation.trim() || '…').slice(0, MOST_ANSWERS),
    tools: [...new Set(tools)]
  })
}

// As many as a user can have.
const MOST_ANSWERS = 1000

export const NO_ACTION = 'There is no action in this conversation that something followed.'
const ONLY_TALK =
  'There is no action in this conversation: nobody calls a tool or names an action. Where the messages themselves are the actions, say of which kind, such as --option domain=textenv.'

/** Whether texts that nothing marks as actions are actions, as far as they show. */
function isActed(acts: ChatAct[], domain: Domain, { messages }: Chat): boolean {
  if (domain === find(GENERAL.lines)) return acts.every(({ text }) => isCommand(text))
  // Who is told a command once and thanks for it has acted nothing.
  const last = messages.findLast(({ role }) => role === 'assistant')?.content ?? ''
  return domain !== find(GENERAL.commands) || acts.length > 1 || commandIn(last) !== null
}

const find = (wanted: string, among = domains): Domain | undefined => among.find(({ id }) => id === wanted)

/** The domain that was asked for or named; else one whose actions look like this one. */
function domainOf(acts: ChatAct[], named: string | undefined, commands = false): Domain | undefined {
  const first = present(acts[0])
  if (named !== undefined) return find(named)
  if (first.call) return find(commands ? GENERAL.commands : GENERAL.calls)
  // A coding agent's command is run on its own, without a terminal whose screen would be the answer.
  if (acts.every(({ text }) => commandIn(text) !== null)) return find(GENERAL.commands)
  // Any text is code where code is asked for, so the fence has to say that it is.
  const fits = domains.filter((domain) => {
    if (domain.fence() === 'python' && first.fence !== 'python') return false
    return typeof actionOf(first, domain) !== 'string' && (!isReply(first.text) || all(acts, domain))
  })
  return find(GENERAL.calls, fits) ?? fits.find(({ id }) => id !== GENERAL.lines) ?? find(GENERAL.lines)
}

/** A reply with words around its action may be followed by one with none, and is then a text like any other. */
const isReply = (text: string): boolean => !/^\s*\[/.test(text) && /```|"commands"|<commands/.test(text)

const all = (acts: ChatAct[], domain: Domain): boolean => acts.every((act) => typeof actionOf(act, domain) !== 'string')

function actionOf({ call, text }: ChatAct, domain: Domain): { read: Action } | string {
  try {
    if (!call) return { read: domain.read(text) }
    const given = typeof call.arguments === 'string' ? parsePythonJson(call.arguments || '{}') : (call.arguments ?? {})
    return { read: domain.action.parse({ name: call.name, arguments: given }) }
  } catch (error) {
    if (error instanceof SyntaxError) return `its arguments are no JSON (${problemOf(error)})`.slice(0, 300)
    const problem = error instanceof z.ZodError ? sentenceOf(error) : String(error)
    return problem.slice(0, 300)
  }
}

/** Whether Orrery wrote the title for the task that the world did not have. */
const isTitled = (task: string, { title }: OwnChatRow): boolean => task === title || task.startsWith(`${title}\n\n`)

/** What the agent was shown before it acted: all it was told in a text environment, and what Orrery put below the task. */
function shownIn(task: string, own: OwnChatRow | null, domain: Domain): string {
  if (own && isTitled(task, own)) return task.slice(own.title.length + 2)
  return domain.initialState.shown ? task : ''
}

/**
 * The chat as a session with one branch. All its ids come from what it says.
 * @param said stands for all of its messages
 */
export async function sessionOf(
  told: ChatSteps,
  { name, said }: { name: string; said: string },
  { title, now }: Pick<ImportOptions, 'title' | 'now'>
): Promise<SessionTree> {
  const { domain, steps, setup, task, system, own, aside } = told
  const tip = steps.at(-1)?.id ?? null
  const id = await contentId([name, domain.id, tip, task, system, own?.title ?? said, aside])
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
    const result = told.results[index]
    calls.push({
      ...{ id: await contentId([id, step.id]), step: step.id, session: id, branch: branch.id, setup },
      ...{ engine: engineOf(told.simulated[index]), model: { name, hash: null }, template: setup.template },
      ...{
        instruction: told.instructions[index] ?? '',
        seed: told.seeds[index] ?? 0,
        firings: [],
        raw: step.observation.text,
        thinking: '',
        warnings: []
      },
      ...{ tokens: { prompt: 0, cached: 0, generated: 0 }, ms: { first: 0, total: 0 }, createdAt: now, trace: null },
      ...(result && { result }),
      ...actedIn(told.talks[index])
    })
  }
  const notes = [system && `System prompt:\n\n${system}`, task && `Task:\n\n${task}`].filter(Boolean).join('\n\n')
  const called = own?.title ?? titleOf(task || (domain.initialState.shown?.(setup.initialState) ?? setup.initialState))
  const made = { notes, domain: domain.id, createdAt: now, updatedAt: now }
  return {
    session: { id, title: title ?? (called || 'Imported conversation'), ...made },
    branches: [branch],
    steps,
    calls
  }
}

/** What the user of a conversation did themselves, as calls keep it. Their words are the work of whatever played them. */
function actedIn(talk: UserAct[] = []): Pick<Call, 'grounded'> {
  // `as`: all of it was read from JSON.
  const acts = talk as { action: Action; text: string }[]
  const last = acts.at(-1)
  if (!last) return {}
  const before = acts.slice(0, -1)
  const acted = { ...last, ground: 'import', hash: '', ...(before.length && { before }) }
  const why = 'The user used tools of their own and answered, as the file says.'
  return { grounded: { ground: USER, hash: '', rule: 'user-recorded', why, origin: 'predicted', dreams: [], acted } }
}

/** Text that was simulated stays marked as such. */
function engineOf(simulated: boolean | null | undefined): string {
  if (simulated === undefined || simulated === null) return 'import'
  return simulated ? 'simulated' : 'recorded'
}
