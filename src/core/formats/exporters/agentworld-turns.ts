// Turns to train a world model on as Qwen-AgentWorld chose them: by kind, with ratios, without turns that teach nothing.
//
// What is left out of the loss stays as context. The rules are those of Qwen-AgentWorld's paper, table 3; where public data has a flag
// on each message, Axolotl's name for it is used, so that Axolotl reads the file.

import { z } from 'zod'
import { type Category, categoryOf, isEmptyAction, KEEP } from '../../control/evaluate/categories.ts'
import { findDomain } from '../../domains/index.ts'
import { unmarked } from '../../tree/cut.ts'
import { draw } from '../../tree/history.ts'
import type { ExportedTurn, Exporter, ExportSource } from '../exporting.ts'
import { chatMessage } from './chat.ts'
import { ANOTHER } from './lost.ts'
import { isRetried, withoutTurns } from './noise.ts'
import { type JudgeTurn, type RowForm, writeRows } from './rows.ts'
import { callIn, isLearned, ViewOptions, viewLosses } from './view.ts'

const Options = ViewOptions.omit({ view: true, task: true }).extend({
  minTurns: z.int().min(1).default(2).describe('Skip branches with fewer turns.'),
  ratios: z
    .boolean()
    .default(true)
    .describe('Keep only a fraction of the turns with little information: 1/2, 1/10 or 1/20, by kind.'),
  noise: z
    .enum(['mask', 'skip'])
    .default('mask')
    .describe(
      'Turns that repeat, do nothing or change nothing: kept as context, or skipped as in the paper, together with failures that are tried again. The next turn takes up the state before them.'
    ),
  seed: z.int().min(0).default(0).describe('Selects which of these turns are kept, and the one that is drawn.')
})
type Options = z.output<typeof Options>

// How many turns back the same action with the same outcome counts as trying again: agents go round in circles of a few steps.
const CYCLE = 4

export const agentworldTurns: Exporter<typeof Options> = {
  name: 'agentworld-turns',
  title: 'World-model turns by kind (Qwen-AgentWorld)',
  description:
    'World-model conversations with turns selected by information content. Each answer has a training flag and a kind.',
  purpose: 'train',
  extension: 'agentworld-turns.jsonl',
  mediaType: 'application/jsonl',
  lossless: false,
  layout: 'joined',
  options: Options,
  losses: (source, options) => [
    ...viewLosses(source, { ...options, view: 'world' }),
    ANOTHER,
    ...(options.noise === 'skip'
      ? ['Turns that repeat, do nothing, change nothing, or fail and are tried again; the others are numbered anew.']
      : []),
    'Branches that call undeclared tools or have no turn to train on.'
  ],
  async *write(sources, options, writing) {
    const view = { ...options, view: 'world', task: '' } as const
    for (const given of sources) {
      const source = options.noise === 'skip' ? withoutTurns(given, await noiseIn(given)) : given
      if (await teaches(source, options)) yield* writeRows(source, view, writing, FORM, () => judgeOf(options))
    }
  }
}

const FORM: RowForm = {
  start: '{"messages":[',
  message: (message) => JSON.stringify({ ...chatMessage(message), train: message.learn, ...message.about }),
  end: ({ metadata }) => `],"metadata":${JSON.stringify(metadata)}}\n`
}

/** Whether every call is of a declared tool, or was refused, and something is left to learn. */
async function teaches(source: ExportSource, options: Options): Promise<boolean> {
  const judge = judgeOf(options)
  let learns = false
  for await (const turn of source.chain()) {
    if (callsUndeclared(turn)) return false
    learns ||= (await judge(turn, isLearned(turn, { view: 'world', learn: options.learn }))).learn
  }
  return learns
}

/** A call that the world refused in its own words is an error worth learning; one that was answered is noise. */
function callsUndeclared(turn: ExportedTurn): boolean {
  const { step, setup } = turn
  const domain = findDomain(setup.domain)
  const call = callIn(domain, turn)
  if (!call || domain.tools?.of(setup).some(({ name }) => name === call.name)) return false
  return domain.tools?.certain(step.action, setup) !== step.observation.text
}

/** Numbers of the turns that are skipped. */
async function noiseIn(source: ExportSource): Promise<Set<number>> {
  const judge = judgeOf({ ratios: false, seed: 0 })
  const numbers = new Set<number>()
  let before: ExportedTurn | null = null
  for await (const turn of source.chain()) {
    if (before && isRetried(before, turn)) numbers.add(before.number)
    if (!(await judge(turn, true)).learn) numbers.add(turn.number)
    before = turn
  }
  return numbers
}

/** Says of each turn, in order, its kind and why it is not learned from. */
function judgeOf({ ratios, seed }: Pick<Options, 'ratios' | 'seed'>): JudgeTurn {
  const last: string[] = []
  let before: string | null = null
  return async (turn, learn) => {
    const { step, setup, number } = turn
    const domain = findDomain(setup.domain)
    const [action, observation] = [domain.format(step.action), unmarked(step.observation.text)]
    const category = categoryOf(action, observation)
    const screen = domain.surface === 'screen'
    const seen = number === 1 ? setup.initialState : before
    const told = JSON.stringify([action, observation])
    let masked: string | null = null
    if (!learn) masked = 'not learned'
    else if (isEmptyAction(action)) masked = 'empty action'
    else if (last.includes(told)) masked = 'retry'
    else if (screen && seen?.trim() === observation.trim()) masked = 'no change'
    else if (ratios && !(await isKept(category, `${seed}|${step.id}`))) masked = 'ratio'
    last.push(told)
    if (last.length > CYCLE) last.shift()
    before = observation
    return { learn: masked === null, about: { category, masked } }
  }
}

async function isKept(category: Category, key: string): Promise<boolean> {
  return KEEP[category] === 1 || (await draw(`keep|${key}`)) < KEEP[category]
}
