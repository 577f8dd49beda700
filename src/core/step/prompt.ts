// What the model is sent: the five-component system prompt, then the chain as turns (spec/lwm-protocol, System prompt and Messages).
import type { PromptPart } from '../api.ts'
import type { Action, Setup, Step, Tool } from '../model.ts'
import type { Domain, State, Template } from '../plugins.ts'
import type { Message, Shape } from '../ports.ts'
import { unmarked } from '../tree/cut.ts'
import { MARKER } from './parse.ts'

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
  template: Template,
  setup: Setup,
  chain: Pick<Step, 'action' | 'observation'>[],
  action: Action,
  { instruction = '', leftOut = 0 }: { instruction?: string; leftOut?: number } = {}
): Prompt {
  const system = systemParts(domain, template, setup)
  const messages: Message[] = [{ role: 'system', content: joined(system) }]
  chain.forEach((step, index) => {
    if (index >= leftOut) messages.push(...pastTurn(domain, setup, index + 1, step))
  })
  messages.push({ role: 'user', content: askedTurn(domain, setup, chain.length + 1, action, instruction) })
  const turns = messages.slice(1).map((message) => ({ name: 'turn' as const, text: message.content }))
  return { messages, parts: [...system, ...turns] }
}

const joined = (parts: Pick<PromptPart, 'text'>[]): string => parts.map(({ text }) => text).join('\n\n')

/** The system message. */
export function systemPrompt(domain: Domain, template: Template, setup: Setup): string {
  return joined(systemParts(domain, template, setup))
}

/** The user message of a turn under `setup`, with the instruction that holds for this turn alone. */
export function askedTurn(domain: Domain, setup: Setup, turn: number, action: Action, instruction = ''): string {
  return userTurn(domain, turn, action, { state: domain.stateInFirstTurn ? setup.initialState : '', instruction })
}

/** A turn as it stands in the history of later ones: without its own instruction, and without the mark of a cut answer. */
export function pastTurn(
  domain: Domain,
  setup: Setup,
  turn: number,
  { action, observation }: Pick<Step, 'action' | 'observation'>
): [asked: Message, answer: Message] {
  return [
    { role: 'user', content: askedTurn(domain, setup, turn, action) },
    { role: 'assistant', content: assistantTurn(unmarked(observation.text)) }
  ]
}

/** What the answer is held to: tags where a model that forgets them is asked for them, JSON where the domain knows its form. */
export function shapeOf(
  domain: Domain,
  template: Template,
  setup: Setup,
  { state, action, suited }: { state: State; action: Action; suited: string }
): Shape {
  return {
    tags: template.thinking && suited === 'small',
    schema: domain.schema?.(state, action, setup) ?? null
  }
}

/** Whether the answer may go on for as long as only its numbers change: large models count on purpose, and some actions ask for it. */
export function mayCount(
  domain: Domain,
  template: Pick<Template, 'repeats'>,
  setup: Setup,
  { action, past }: { action: Action; past: readonly Action[] }
): boolean {
  return template.repeats === 0 || (domain.counts?.(action, setup, past) ?? true)
}

/**
 * The system prompt's components that have text, in the protocol's order. Domains that carry the state in their turns have it in the
 * first one instead.
 */
export function systemParts(domain: Domain, template: Template, setup: Setup): Omit<PromptPart, 'tokens'>[] {
  const { whole = '', taskDescription, actionSpace, demonstrations } = template
  const tools = domain.tools?.(setup) ?? []
  const parts: [PromptPart['name'], heading: string, text: string][] = [
    // A whole prompt has headings of its own.
    ['task_description', '', filled(whole, tools, demonstrations)],
    ['task_description', 'Task', taskDescription],
    ['action_space', 'Action Space', whole.includes(TOOLS) ? '' : withTools(actionSpace, tools)],
    ['initial_state', 'Initial State', domain.stateInFirstTurn ? '' : setup.initialState],
    ['demonstrations', 'Demonstrations', whole ? '' : demonstrations],
    ['simulation_instruction', 'Simulation Instruction', setup.instruction]
  ]
  return parts
    .filter(([, , text]) => text.trim())
    .map(([name, heading, text]) => ({ name, text: `${heading && `# ${heading}\n\n`}${text.trim()}` }))
}

/** What stands for the session's tools in a template. */
export const TOOLS = '{tool_definitions}'

const definitionsOf = (tools: Tool[]): string => tools.map((tool) => JSON.stringify(tool)).join('\n')

/** The action space with the tools' definitions as JSON, one a line, where the template wants them, else below it. */
function withTools(text: string, tools: Tool[]): string {
  const definitions = definitionsOf(tools)
  // A function, because a tool's text may hold what a replacement pattern would be.
  return text.includes(TOOLS) ? text.replace(TOOLS, () => definitions) : `${text}\n\n${definitions}`.trim()
}

/** A whole prompt with what its placeholders stand for. In one pass: what is put in may hold the same words. */
function filled(whole: string, tools: Tool[], demonstrations: string): string {
  return whole.replace(/\{(tool_definitions|demonstrations)\}/g, (_, name) =>
    name === 'demonstrations' ? demonstrations : definitionsOf(tools)
  )
}

/** A user message: `### Turn t`, the state in turn 1 where the domain carries it, the fenced action, the turn-level instruction. */
export function userTurn(
  domain: Domain,
  turn: number,
  action: Action,
  { state = '', instruction = '' }: { state?: string; instruction?: string } = {}
): string {
  const current = turn === 1 && state ? `**Current State:**\n${state}\n\n` : ''
  const extra = instruction.trim() ? `\n\n**Simulation Instruction:**\n${instruction.trim()}` : ''
  return `### Turn ${turn}\n${current}**Action:**\n\`\`\`${domain.fence}\n${domain.format(action)}\n\`\`\`${extra}`
}

/** An assistant message in history: the marker line and the observation; no thinking, no tags. */
export function assistantTurn(observation: string): string {
  return `${MARKER}\n${observation}`
}

/**
 * The inverse of `userTurn`: the action is text for `domain.read`, and what is not there is `''`. Without a fence the action is all that
 * follows `**Action:**`. The fence closes at a line of its own, so backticks inside the action survive, and it is the fence that tells
 * the heading from the same words in a state.
 */
export function readUserTurn(content: string): { state: string; action: string; instruction: string } {
  const fenced = /^\*\*Action:\*\*[ \t]*\n(?=```)/m.exec(content)
  const heading = fenced ?? /\*\*Action:\*\*/.exec(content)
  const before = content.slice(0, heading?.index ?? 0)
  const body = heading ? content.slice(heading.index + heading[0].length) : content
  const [block = '', action] = /^\s*```[^\n]*\n([\s\S]*?)\n```(?=\n\n\*\*|\s*$)/.exec(body) ?? []
  return {
    state: /^### Turn \d+\n\*\*Current State:\*\*\n([\s\S]*)\n\n$/.exec(before)?.[1] ?? '',
    action: (action ?? body).trim(),
    instruction: /^\n\n\*\*Simulation Instruction:\*\*\n([\s\S]*)$/.exec(body.slice(block.length))?.[1] ?? ''
  }
}
