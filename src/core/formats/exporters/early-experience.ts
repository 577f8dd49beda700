// Early experience: the actions of a branch as an expert's, and what else was tried beside them as lessons (arXiv 2510.08558).
//
// Branches are what the method has to collect at great cost: other actions at the states of the expert, with what came of them.
import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import { unmarked } from '../../tree/cut.ts'
import { canonical } from '../../tree/history.ts'
import type { Chunk, ExportedTurn, Exporter, ExportSource, Writing } from '../exporting.ts'
import { lost } from './lost.ts'
import { monologue, reflectionPrompt, type TriedAction, worldPrompt } from './reflection.ts'
import { isLearned, isSimulated, taskOf, ViewOptions } from './view.ts'

const Options = ViewOptions.pick({ learn: true, minTurns: true, task: true }).extend({
  history: z.int().min(0).default(8).describe('Earlier turns included in each row.'),
  alternatives: z.int().min(1).default(4).describe('Maximum number of alternative actions per turn.')
})
type Options = z.output<typeof Options>

import { shownOf } from './shown.ts'

export const earlyExperience: Exporter<typeof Options> = {
  name: 'early-experience',
  title: 'Early experience',
  description: 'Expert, world-modelling and reflection rows for LLaMA-Factory; other branches are the alternatives.',
  purpose: 'train',
  extension: 'early-experience.zip',
  mediaType: 'application/zip',
  lossless: false,
  layout: 'folder',
  options: Options,
  losses: (source, { history }) => [
    ...lost(source, ['branches']),
    'What other branches did after their first step, and the same action with another outcome.',
    `The history of a turn before its last ${history} turns.`,
    'Reflections written by a model: those in the file state what was observed, in fixed sentences. reflection_prompts.jsonl has prompts for better ones.'
  ],
  async *write(sources, options, writing): AsyncGenerator<Chunk> {
    const all = [...sources]
    const parted = new Map<ExportSource, Set<number>>()
    for (const [file, { view, rows, ofOthers }] of Object.entries(FILES)) {
      yield { file }
      for (const source of all) {
        if (ofOthers && parted.get(source)?.size === 0) continue
        for await (const moment of moments(source, options, parted)) {
          for (const { about, said } of rows(moment)) {
            if (!isLearned(about, { view, learn: options.learn })) continue
            yield rowOf(said, { source, about, simulated: simulatedIn(moment), writing })
          }
        }
      }
    }
    yield { file: 'dataset_info.json' }
    yield `${JSON.stringify(DATASETS, null, 2)}\n`
  }
}

type Said = [role: 'system' | 'user' | 'assistant', content: string]

/** A state of the expert: what led to it, what the expert did there, and what else was tried. */
interface Moment {
  turn: ExportedTurn
  task: string
  situation: string
  expert: TriedAction
  others: (TriedAction & { turn: ExportedTurn })[]
}

/** `view`: what is learned of a turn. `trained`: the file is listed for LLaMA-Factory. `ofOthers`: only turns with siblings have rows. */
const FILES: Record<
  string,
  {
    view: 'agent' | 'world'
    trained: boolean
    ofOthers?: true
    rows(moment: Moment): { about: ExportedTurn; said: Said[] }[]
  }
> = {
  'expert_sft.jsonl': {
    view: 'agent',
    trained: true,
    rows: ({ turn, task, situation, expert }) => [{ about: turn, said: [asked(task, situation), acted(expert)] }]
  },
  'iwm_sft.jsonl': {
    view: 'world',
    trained: true,
    rows: ({ turn, task, situation, expert, others }) =>
      [{ ...expert, turn }, ...others].map((tried) => ({
        about: tried.turn,
        said: [
          ['system', worldPrompt(findDomain(turn.setup.domain), turn.setup)],
          ['user', `${task}\n\n${situation}\n\nAction:\n${tried.action}`],
          ['assistant', `Observation:\n${tried.outcome}`]
        ]
      }))
  },
  'reflection_sft.jsonl': {
    view: 'world',
    ofOthers: true,
    trained: true,
    rows: ({ task, situation, expert, others }) =>
      others.map((other) => ({
        about: other.turn,
        said: [asked(task, situation), acted(expert, `Thought:\n${monologue(expert, other)}\n\n`)]
      }))
  },
  'reflection_prompts.jsonl': {
    view: 'world',
    ofOthers: true,
    trained: false,
    rows: ({ turn, task, situation, expert, others }) =>
      others.length ? [{ about: turn, said: [['user', reflectionPrompt(task, situation, expert, others)]] }] : []
  }
}

const asked = (task: string, situation: string): Said => ['user', `${task}\n\n${situation}`]
const acted = ({ action }: TriedAction, thought = ''): Said => ['assistant', `${thought}Action:\n${action}`]

const DATASETS = Object.fromEntries(
  Object.entries(FILES)
    .filter(([, { trained }]) => trained)
    .map(([file]) => [
      `orrery_${file.replace('_sft.jsonl', '')}`,
      {
        file_name: file,
        formatting: 'sharegpt',
        columns: { messages: 'messages' },
        tags: {
          role_tag: 'role',
          content_tag: 'content',
          user_tag: 'user',
          assistant_tag: 'assistant',
          system_tag: 'system'
        }
      }
    ])
)

/** @param parted numbers of the turns that have siblings, filled by the first reading: later ones ask for no others */
async function* moments(
  source: ExportSource,
  options: Options,
  parted: Map<ExportSource, Set<number>>
): AsyncGenerator<Moment> {
  const chain = source.chain()
  if (chain.length < options.minTurns) return
  const known = parted.get(source)
  const found = new Set<number>()
  const task = taskOf(source, options) || source.session.title
  let beginning: string | null = null
  let past: string[] = []
  for await (const turn of chain) {
    beginning ??= shownOf(turn.setup)
    const expert = tried(turn)
    const others = known?.has(turn.number) === false ? [] : await alternatives(source, turn, options)
    if (others.length) found.add(turn.number)
    const situation = [beginning, ...past].filter(Boolean).join('\n\n') || 'Nothing has happened yet.'
    yield { turn, task, situation, expert, others }
    past = options.history
      ? [...past, `Action:\n${expert.action}\nObservation:\n${expert.outcome}`].slice(-options.history)
      : []
  }
  parted.set(source, found)
}

/** Other actions at the same state, each once. */
async function alternatives(
  source: ExportSource,
  turn: ExportedTurn,
  { alternatives: most }: Options
): Promise<Moment['others']> {
  const seen = new Set([canonical(turn.step.action)])
  const others: Moment['others'] = []
  for await (const other of source.siblings(turn)) {
    const action = canonical(other.step.action)
    if (seen.has(action)) continue
    seen.add(action)
    others.push({ ...tried(other), turn: other })
    if (others.length === most) break
  }
  return others
}

function tried({ step, setup }: ExportedTurn): TriedAction {
  return { action: findDomain(setup.domain).format(step.action), outcome: unmarked(step.observation.text) }
}

const simulatedIn = ({ turn, others }: Moment) => [turn, ...others.map((one) => one.turn)].map(isSimulated)

function rowOf(
  said: Said[],
  {
    source,
    about,
    simulated,
    writing
  }: { source: ExportSource; about: ExportedTurn; simulated: (boolean | null)[]; writing: Writing }
): string {
  const { session, branch } = source
  const metadata = {
    ...{ program: 'orrery', version: writing.version, session: session.id, title: session.title, branch: branch.title },
    // Of what the expert did first, then of the alternatives.
    ...{ domain: session.domain, turn: about.number, simulated }
  }
  return `${JSON.stringify({ messages: said.map(([role, content]) => ({ role, content })), metadata })}\n`
}
