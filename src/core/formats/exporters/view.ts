// A turn as those who train read it: in the agent's view the action is learned, in the world model's the observation.
import { z } from 'zod'
import type { Domain } from '../../domains/domain.ts'
import { findDomain } from '../../domains/index.ts'
import { SAY } from '../../domains/tools/say.ts'
import { endingOf, unmarked } from '../../tree/cut.ts'
import type { Tool } from '../../tree/model.ts'
import { originOf } from '../../tree/origin.ts'
import type { ExportedTurn, ExportSource, Writing } from '../exporting.ts'
import { leftOutIn, promptsOf } from './asked.ts'
import { type ExportedContent, lost } from './lost.ts'
import { shownOf } from './shown.ts'

/** Options that every training format shares. */
export const ViewOptions = z.strictObject({
  view: z
    .enum(['agent', 'world'])
    .default('agent')
    .describe('Train an agent (on the actions) or a world model (on the observations).'),
  rows: z
    .enum(['session', 'turn'])
    .default('session')
    .describe('One row per branch, or one row per turn with its history, trained on that turn only.'),
  learn: z
    .enum(['all', 'real'])
    .default('all')
    .describe('Train on all turns, or only on those that a real environment answered. The rest stays as context.'),
  minTurns: z.int().min(1).default(1).describe('Skip branches with fewer turns.'),
  task: z.string().default('').describe("Agent view: the agent's task. Empty: the world's own, else its title."),
  thinking: z
    .enum(['none', 'target'])
    .default('none')
    .describe(
      "World view, rows per turn: whether the model's thinking is trained on before its answer. Turns without any are then context."
    ),
  best: z
    .enum(['off', 'truth', 'judge'])
    .default('off')
    .describe(
      'World view, rows per turn: train on the best of the predictions made of a turn that a real environment answered: the one nearest to that answer, or the one that a judge scores highest (--judge-model on the command line). Turns without one are context.'
    ),
  least: z
    .number()
    .min(0)
    .max(1)
    .default(0.8)
    .describe('What the best prediction must reach: word-level F1, or the score of the judge from 0 to 1.'),
  outcome: z
    .enum(['all', 'success', 'failure'])
    .default('all')
    .describe('Only branches that ended so, by what the world reports, else by what the agent said last.'),
  failures: z
    .enum(['keep', 'drop'])
    .default('keep')
    .describe('Drop branches of screens that an empty page, a CAPTCHA or an HTTP error interrupted.'),
  template: z
    .string()
    .default('')
    .describe(
      "World view: the template of the prompts, by its name or its pack's, or `drawn` for one of the domain's and of the installed packs', another for each branch. Empty: the one that was asked with."
    ),
  draw: z
    .enum(['all', 'one'])
    .default('all')
    .describe('Train on all turns of a branch, or on one that is drawn. The rest stays as context.'),
  seed: z.int().min(0).default(0).describe('Selects the turn, and the template, that is drawn.')
})
export type ViewOptions = z.output<typeof ViewOptions>

export interface ExportedMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  /** Empty where there is a call. */
  content: string
  /** Of an assistant: the tool it calls. */
  call?: ExportedToolCall
  /** Of a tool: the call it answers. */
  answers?: ExportedToolCall
  /** Whether the loss is taken on it. */
  learn: boolean
  /** What some formats say of the turn beside its answer. */
  about?: Record<string, string | null>
}

const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.json()) })
export type ExportedToolCall = z.infer<typeof Call> & { id: string }

/** What comes before the turns of a row, and stays the same for all of them. */
export interface Frame {
  /** Turns with another key need a row of their own. */
  key: string
  setup: ExportedTurn['setup']
  opening: ExportedMessage[]
  /** The tools that the assistant of this view may call. */
  tools: Tool[]
  /** Tools that the prompt tells as Markdown, which does not hold a whole schema. */
  told?: Tool[]
}

/** One turn as messages. */
export interface Exchange {
  /** What the assistant answers, and how that stands in the history of later turns. */
  asked: ExportedMessage[]
  remembered: ExportedMessage[]
  /** So many of the oldest turns are not in its history. */
  leftOut: number
  answer: ExportedMessage
  /** What follows the answer before anything else is asked: in the agent's view, the observation. */
  after: ExportedMessage[]
}

export interface MessageView {
  frame(turn: ExportedTurn): Frame
  exchange(turn: ExportedTurn, frame: Frame): Exchange
  /** Another observation in the place of the turn's, as it is learned. */
  answer(turn: ExportedTurn, observation: string): string
}

export function viewOf(source: ExportSource, options: ViewOptions, writing: Writing): MessageView {
  return options.view === 'agent' ? agentView(source, options) : worldView(source, options, writing)
}

/** What the agent is asked: the task that was given, that of the world, else its title. `''`: no more than it is shown. */
export function taskOf(
  { session, branch }: Pick<ExportSource, 'session' | 'branch'>,
  { task = '' }: { task?: string } = {}
): string {
  return task.trim() || (branch.setup.task ?? session.title)
}

/** The agent acts, by tool calls where its domain has tools; the environment answers. */
function agentView(source: ExportSource, options: ViewOptions): MessageView {
  const task = taskOf(source, options)
  return {
    answer: (_turn, observation) => observation,
    frame({ setup }) {
      const domain = findDomain(setup.domain)
      const content = [task, shownOf(setup)].filter(Boolean).join('\n\n')
      const all = domain.tools?.of(setup) ?? []
      // What is said to a user is a message of the conversation, and no call.
      const tools = setup.user ? all.filter(({ name }) => name !== SAY.name) : all
      // A tool that a call has made is on the list from that turn on.
      const key = setup.makesTools ? JSON.stringify(tools.map(({ name }) => name)) : ''
      return { key, setup, opening: [said('user', content)], tools }
    },
    exchange(turn) {
      const { step, setup, number } = turn
      const domain = findDomain(setup.domain)
      const text = unmarked(step.observation.text)
      const learn = isLearned(turn, options)
      const call = callIn(domain, turn)
      const message = call && setup.user ? spokenIn(call) : null
      if (message !== null) {
        const answer: ExportedMessage = { role: 'assistant', content: message, learn }
        return { asked: [], remembered: [], leftOut: 0, answer, after: [said('user', text)] }
      }
      const answer: ExportedMessage = call
        ? { role: 'assistant', content: '', call: { id: `call_${number}`, ...call }, learn }
        : { role: 'assistant', content: domain.format(step.action), learn }
      const seen: ExportedMessage = answer.call
        ? { role: 'tool', content: text, answers: answer.call, learn: false }
        : said('user', text)
      return { asked: [], remembered: [], leftOut: 0, answer, after: [seen] }
    }
  }
}

/** What the call says to the user and nothing else; `null` where an agent could not say it in words alone. */
export function spokenIn({ name, arguments: { message, ...more } }: z.infer<typeof Call>): string | null {
  const isTalk = name === SAY.name && typeof message === 'string' && message.trim() !== ''
  return isTalk && !Object.keys(more).length ? message : null
}

/** The world model is asked exactly what it was asked when the step was made; its answer is the observation. */
function worldView(source: ExportSource, options: ViewOptions, writing: Writing): MessageView {
  const { system, asked: askedOf, bare, answer, tools } = promptsOf(source, writing, options)
  return {
    answer,
    frame(turn) {
      const { setup } = turn
      const prompt = system(turn)
      const state = findDomain(setup.domain).prediction.stateInFirstTurn ? setup.initialState : ''
      return {
        key: JSON.stringify([prompt, state, ...(setup.task ? [setup.task] : [])]),
        setup,
        opening: [said('system', prompt)],
        tools: [],
        told: tools(turn)
      }
    },
    exchange(turn, { setup }) {
      const now = { ...turn, setup }
      // In a row of many turns each is history for those after it.
      const asked = options.rows === 'turn' ? askedOf(now) : bare(now)
      const later = bare(now, { instruction: false })
      return {
        asked: [said('user', asked)],
        leftOut: leftOutIn(turn),
        remembered: [said('user', later)],
        answer: {
          role: 'assistant',
          content: answer(now, unmarked(turn.step.observation.text)),
          learn: isLearned(turn, options)
        },
        after: []
      }
    }
  }
}

const said = (role: 'system' | 'user', content: string): ExportedMessage => ({ role, content, learn: false })

/** The call that an action is, in domains whose actions call tools. */
export function callIn(domain: Domain, { step }: Pick<ExportedTurn, 'step'>): z.infer<typeof Call> | null {
  return domain.tools ? (Call.safeParse(step.action).data ?? null) : null
}

/**
 * Whether the observation was made up, by a model, by Orrery or by a person, or came from a real environment. `null` where nobody
 * knows: imports do not say.
 */
export function isSimulated({ call }: ExportedTurn): boolean | null {
  if (!call || call.engine === 'import') return null
  return call.engine !== 'recorded' && originOf(call) !== 'executed'
}

/** Whether a turn is learned from. A world model should learn neither answers that were cut off nor disturbances nothing announced. */
export function isLearned(turn: ExportedTurn, { view, learn }: Pick<ViewOptions, 'view' | 'learn'>): boolean {
  if (learn === 'real' && isSimulated(turn) !== false) return false
  if (view === 'agent') return true
  const disturbed = turn.call?.firings.some(({ effect }) => effect !== 'instruct') ?? false
  return endingOf(turn.step.observation.text) === null && !disturbed
}

/** What the messages of a view leave out. `more`: what else the format keeps. */
export function viewLosses(
  source: ExportSource,
  options: Pick<ViewOptions, 'view' | 'rows'> & Partial<ViewOptions>,
  more: ExportedContent[] = []
): string[] {
  const { view, rows } = options
  const thinks = view === 'world' && rows === 'turn' && options.thinking === 'target'
  const kept: ExportedContent[] = [...more, ...(thinks ? (['thinking'] as const) : [])]
  const losses = lost(source, view === 'world' ? ['setup', 'instructions', ...kept] : kept).map((words) =>
    view === 'agent' && words.startsWith('The initial state,') ? HIDDEN : words
  )
  losses.push(CUT)
  if (
    view === 'agent' &&
    source.branches.some(({ setup }) => setup.program && findDomain(setup.domain).door === 'tools')
  )
    losses.push(DOORS)
  if (view === 'agent' && source.branches.some(({ setup }) => setup.user?.tools.length)) losses.push(OWN_TOOLS)
  if (view === 'world' && rows === 'session') {
    const { instructions, leftOut } = source.holds()
    if (instructions) losses.push(INSTRUCTED)
    if (leftOut) losses.push(COMPACTED)
    if (source.branches.some(({ setup }) => setup.fiction)) losses.push(UNTOLD)
  }
  return [...losses, ...choiceLosses(options)]
}

/** What the choice of branches and turns leaves out. */
export function choiceLosses({
  view,
  rows,
  thinking,
  best,
  least,
  outcome = 'all',
  failures,
  draw
}: Partial<ViewOptions>): string[] {
  const chooses = view === 'world' && rows === 'turn'
  return [
    ...(chooses && thinking === 'target' ? ['Turns without thinking, as rows: they are context of later ones.'] : []),
    ...(chooses && best === 'truth'
      ? [`Turns of which no prediction comes as near to a real answer as ${least}, and the real answers of the others.`]
      : []),
    ...(chooses && best === 'judge'
      ? [`Turns of which no prediction has a score of ${least} by the judge, and the real answers of the others.`]
      : []),
    ...(outcome !== 'all' ? [`Branches that are not known to have ended in ${outcome}.`] : []),
    ...(failures === 'drop' ? ['Branches of screens in which a page was empty, a CAPTCHA or an HTTP error.'] : []),
    ...(draw === 'one' ? ['All turns of a branch but the one that is drawn: they are context.'] : [])
  ]
}

const DOORS =
  'Through which door of the world a step came: a request of HTTP and a line of text are calls of the tools http_request and text_command.'
const OWN_TOOLS = 'What the user did with tools of their own before they answered.'
const CUT = 'Marks where an answer was cut off: its text ends there.'
const HIDDEN = 'The parts of the initial state that the agent does not see, and the simulation instruction.'
const COMPACTED = 'Which of the oldest turns were left out of later prompts. Rows per turn keep this.'
const UNTOLD = 'The facts that the model was told in each turn. Rows per turn keep them.'
const INSTRUCTED =
  'That an instruction for a single turn is not in the prompts of later turns. Rows per turn keep this.'
