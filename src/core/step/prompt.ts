// What the model is sent: the five-component system prompt, then the chain as turns.

import type { PromptPart } from '../contract/prompts.ts'
import type { Domain, DomainTemplate } from '../domains/domain.ts'
import { toolsAsMarkdown } from '../domains/tools/markdown.ts'
import { policyTold } from '../grounds/search/policy.ts'
import { unmarked } from '../tree/cut.ts'
import type { Action, Setup, Step, Tool } from '../tree/model.ts'
import type { AnswerShape, Message } from '../tree/ports.ts'
import { unreadIn } from '../tree/unread.ts'
import { MARKER } from './parse.ts'
import { PHONE_STATE } from './turns.ts'

export interface Prompt {
  messages: Message[]
  /** The same text in the order it is sent, in named pieces without token counts. */
  parts: Omit<PromptPart, 'tokens'>[]
}

/**
 * Assembles the prompt for `action` after `chain` (oldest step first). The order is what makes the beginning reusable: everything that
 * stays comes first, and the turn-level instruction stands only in the turn it holds for.
 * @param options.leftOut so many of the oldest turns are not told (`compact.ts`); the others keep their numbers
 */
export function buildPrompt(
  domain: Domain,
  template: DomainTemplate,
  setup: Setup,
  chain: Pick<Step, 'action' | 'observation'>[],
  action: Action,
  { instruction = '', leftOut = 0, seed = 0 }: { instruction?: string; leftOut?: number; seed?: number } = {}
): Prompt {
  const system = systemParts(domain, template, setup)
  const messages: Message[] = [{ role: 'system', content: joined(system) }]
  chain.forEach((step, index) => {
    if (index >= leftOut) for (const one of pastTurn(domain, template, setup, index + 1, step)) messages.push(one)
  })
  const asked = askedTurn(domain, template, setup, chain.length + 1, action, { instruction, seed })
  messages.push({ role: 'user', content: asked })
  const turns = messages.slice(1).map((message) => ({ name: 'turn' as const, text: message.content }))
  return { messages, parts: [...system, ...turns] }
}

const joined = (parts: Pick<PromptPart, 'text'>[]): string => parts.map(({ text }) => text).join('\n\n')

/** The system message. */
export function systemPrompt(domain: Domain, template: DomainTemplate, setup: Setup): string {
  return joined(systemParts(domain, template, setup))
}

/** The user message of the turn to be answered: with the instruction for this turn alone, and the template's closing block. */
export function askedTurn(
  domain: Domain,
  template: Turned,
  setup: Setup,
  turn: number,
  action: Action,
  { instruction = '', seed = 0 }: { instruction?: string; seed?: number } = {}
): string {
  const bare = bareTurn(domain, template, setup, turn, action, instruction)
  const { closings = [] } = template
  return closings.length ? `${bare}\n\n${closings[seed % closings.length]}` : bare
}

/** What a template says of turns. */
export type Turned = Pick<DomainTemplate, 'format' | 'currentState' | 'closings' | 'bare'>

/** The user message of a turn without the closing block, as it stands in history. */
export function bareTurn(
  domain: Domain,
  { format, currentState, bare }: Turned,
  setup: Setup,
  turn: number,
  action: Action,
  instruction = ''
): string {
  const first = () => (domain.prediction.stateInFirstTurn ? setup.initialState : (currentState?.(setup) ?? ''))
  const written = format && unreadIn(action) === null ? format(action, setup) : domain.format(action)
  // What is said for this turn alone has no other place.
  if (bare) return [written, instruction.trim()].filter(Boolean).join('\n\n')
  return userTurn(domain, turn, action, {
    task: setup.task ?? '',
    state: turn === 1 ? first() : '',
    instruction,
    written
  })
}

/** A turn as it stands in the history of later ones: without its own instruction, and without the mark of a cut answer. */
export function pastTurn(
  domain: Domain,
  template: Turned,
  setup: Setup,
  turn: number,
  { action, observation }: Pick<Step, 'action' | 'observation'>
): [asked: Message, answer: Message] {
  return [
    { role: 'user', content: bareTurn(domain, template, setup, turn, action) },
    {
      role: 'assistant',
      content: template.bare ? unmarked(observation.text) : assistantTurn(unmarked(observation.text))
    }
  ]
}

/** What the answer is held to: tags where a model that forgets them is asked for them, JSON where the domain knows its form. */
export function shapeOf(
  domain: Domain,
  template: DomainTemplate,
  setup: Setup,
  { action, suited }: { action: Action; suited: string }
): AnswerShape {
  return {
    tags: template.thinking && suited === 'small',
    schema: domain.tools?.schema?.(action, setup) ?? null
  }
}

/** Whether the answer may go on for as long as only its numbers change: large models count on purpose, and some actions ask for it. */
export function mayCount(
  domain: Domain,
  template: Pick<DomainTemplate, 'repeats'>,
  setup: Setup,
  { action, past }: { action: Action; past: readonly Action[] }
): boolean {
  return template.repeats === 0 || (domain.prediction.counts?.(action, setup, past) ?? true)
}

/**
 * The system prompt's components that have text, in the protocol's order. Domains that carry the state in their turns have it in the
 * first one instead.
 */
export function systemParts(domain: Domain, template: DomainTemplate, setup: Setup): Omit<PromptPart, 'tokens'>[] {
  if (template.bare) {
    const parts: Omit<PromptPart, 'tokens'>[] = [
      { name: 'initial_state', text: setup.system ?? template.bare.system(setup) },
      { name: 'simulation_instruction', text: setup.instruction.trim() }
    ]
    return parts.filter(({ text }) => text)
  }
  // An imported world goes on under the prompt that it came with.
  const {
    whole = '',
    taskDescription,
    actionSpace,
    demonstrations: usual
  } = setup.system ? { whole: '', taskDescription: '', actionSpace: '', demonstrations: '' } : template
  const demonstrations = setup.system ? '' : (template.demonstrationsFor?.(setup) ?? usual)
  const definitions = definitionsOf(template, toldTools(domain, setup))
  const state = domain.prediction.stateInFirstTurn ? '' : setup.initialState
  const fill = (text: string) => filled(text, { tool_definitions: definitions, demonstrations, initial_state: state })
  const { before, level, after } = aroundState(whole)
  const parts: [PromptPart['name'], heading: string, text: string][] = [
    // A whole prompt has headings of its own.
    ['task_description', '', setup.system ?? ''],
    ['task_description', '', fill(state.trim() ? before : whole)],
    ['task_description', 'Task', taskDescription],
    ['action_space', 'Action Space', setup.system || whole.includes(TOOLS) ? '' : withTools(actionSpace, definitions)],
    ['initial_state', `${level}Initial State`, setup.system || whole.includes(STATE) ? '' : state],
    ['demonstrations', '', state.trim() ? fill(after) : ''],
    ['demonstrations', 'Demonstrations', whole ? '' : demonstrations],
    [
      'simulation_instruction',
      'Simulation Instruction',
      [hiddenOf(setup), policyTold(setup), setup.instruction].filter(Boolean).join('\n\n')
    ]
  ]
  return parts
    .filter(([, , text]) => text.trim())
    .map(([name, heading, text]) => ({
      name,
      text: text === setup.system ? text : `${heading && `${heading.replace(/^#*/, '#$& ')}\n\n`}${text.trim()}`
    }))
}

/** What the agent is not shown and the model has to know (the paper's environment summary). */
const hiddenOf = ({ hidden }: Setup): string => (hidden?.trim() ? `${HIDDEN}\n${hidden.trim()}` : '')
const HIDDEN =
  'What this environment holds, beyond what was shown so far. Use it to answer; never state it unless an action would reveal it:'

/** What stands for the session's tools in a template. */
export const TOOLS = '{tool_definitions}'
/** What stands for the initial state in a prompt pack's prompt. */
export const STATE = '{initial_state}'
/** What stands for the examples. */
export const EXAMPLES = '{demonstrations}'

/** The tools as the model is told of them. */
export function toldTools(domain: Domain, setup: Setup): Tool[] {
  const tools = domain.tools?.of(setup) ?? []
  return setup.hideOutputSchemas ? withoutOutputs(tools) : tools
}

/** The tools without what they declare of their results. */
export const withoutOutputs = (tools: Tool[]): Tool[] => tools.map(({ outputSchema: _, ...tool }) => tool)

/** Tool definitions in the template's form. */
export function definitionsOf({ toolForm }: Pick<DomainTemplate, 'toolForm'>, tools: Tool[]): string {
  return toolForm === 'markdown' ? toolsAsMarkdown(tools) : toolsAsJson(tools)
}

/** One definition per line. */
const toolsAsJson = (tools: Tool[]): string => tools.map((tool) => JSON.stringify(tool)).join('\n')

/** The action space with the tools' definitions where the template wants them, else below it. */
function withTools(text: string, definitions: string): string {
  // A function, because a tool's text may hold what a replacement pattern would be.
  return text.includes(TOOLS) ? text.replace(TOOLS, () => definitions) : `${text}\n\n${definitions}`.trim()
}

/** A whole prompt with what its placeholders stand for. In one pass: what is put in may hold the same words. */
function filled(whole: string, values: Record<string, string>): string {
  return whole.replace(/\{(tool_definitions|demonstrations|initial_state)\}/g, (_, name) => values[name] ?? '')
}

/**
 * A whole prompt parted where the initial state stands: before the examples and their heading, as in the protocol's order. `level` are the
 * further `#` of a heading on a level with theirs. A prompt that places the state itself, or no examples, is not parted.
 */
function aroundState(whole: string): { before: string; level: string; after: string } {
  const at = whole.includes(STATE) ? -1 : whole.indexOf(EXAMPLES)
  if (at < 0) return { before: whole, level: '', after: '' }
  const lines = whole.slice(0, whole.lastIndexOf('\n', at) + 1).split('\n')
  lines.pop()
  // What leads to the examples stays with them: a heading, or a sentence that ends in a colon.
  let level = ''
  for (let last = lines.length; ; ) {
    last = lines.findLastIndex((line, index) => index < last && line.trim())
    const line = lines[last] ?? ''
    const [heading, deeper = ''] = /^#(#{0,5}) \S/.exec(line) ?? []
    if (heading === undefined && !/:\**\s*$/.test(line)) break
    level = deeper
    lines.length = last
  }
  const before = lines.join('\n')
  return { before, level, after: whole.slice(before.length) }
}

interface Sections {
  task?: string
  state?: string
  instruction?: string
  /** The action as it stands in the fence. */
  written?: string
}

/** A user message: `### Turn t`, in turn 1 the task and the state where there are any, the fenced action, the turn-level instruction. */
export function userTurn(
  domain: Pick<Domain, 'fence' | 'format'>,
  turn: number,
  action: Action,
  { task = '', state = '', instruction = '', written = domain.format(action) }: Sections = {}
): string {
  const goal = turn === 1 && task.trim() ? `**Task Instruction:**\n${task.trim()}\n\n` : ''
  // DroidRun's and DroidBot's states begin with such a heading of their own.
  const heading = state.startsWith(`${PHONE_STATE}\n• **`) ? '' : '**Current State:**\n'
  const current = turn === 1 && state ? `${heading}${state}\n\n` : ''
  const extra = instruction.trim() ? `\n\n**Simulation Instruction:**\n${instruction.trim()}` : ''
  return `### Turn ${turn}\n${goal}${current}**Action:**\n\`\`\`${domain.fence(action)}\n${written}\n\`\`\`${extra}`
}

/** An assistant message in history: the marker line and the observation; no thinking, no tags. */
export function assistantTurn(observation: string): string {
  return `${MARKER}\n${observation}`
}
