// What the window knows: the host's records as it last had them, what is being looked at, and how to read it.
import type { Preferences } from '../../core/contract/app.ts'
import type { Fit } from '../../core/contract/fit.ts'
import type { ImportReport } from '../../core/contract/formats.ts'
import type { CallOutput } from '../../core/contract/index.ts'
import type { EngineRow, FoundModel, Model, Unconverted } from '../../core/contract/models.ts'
import type { Present } from '../../core/contract/presence.ts'
import type { TemplateRow } from '../../core/contract/prompts.ts'
import type { ChainView, Pace, StepRow, WorldState } from '../../core/contract/steps.ts'
import type { BranchPlace } from '../../core/contract/worlds.ts'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import type { UserActs } from '../../core/domains/talk.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { EngineStatus } from '../../core/tree/engine-status.ts'
import type {
  Action,
  Branch,
  CheckScore,
  Draft,
  Firing,
  Session,
  Setup,
  Step,
  StepId,
  Tokens,
  Tool
} from '../../core/tree/model.ts'
import type { Agents } from './agents.ts'
import type { WorldWriting, WrittenFrom } from './author.ts'
import type { BuiltIn } from './built-in.ts'
import type { Loss } from './client.ts'
import type { ConsistencyRun } from './consistency.ts'
import type { ScenarioRun } from './control.ts'
import type { ExportRun } from './exports.ts'
import type { FictionRow, Inventing, OpenFiction } from './fictions.ts'
import type { FidelityRun, TrueWorld } from './fidelity.ts'
import type { Folding } from './folds.ts'
import type { PanelId } from './panels.ts'
import type { WorldToSave } from './scenarios.ts'
import type { Theme } from './settings.ts'
import type { TuringRound } from './turing.ts'
import type { Unsaved } from './unsaved.ts'
import type { Variations, VariedOne } from './variations.ts'

/** A world as the list of all tells of it. */
export type SessionRow = CallOutput<'worlds.list'>[number]
/** A scenario with who would answer in its world. */
export type ListedScenario = CallOutput<'scenarios.list'>[number]

/** The open world. `at` steps of the branch's `rows` have happened in what is shown: 0 is before the first. */
export interface OpenWorld {
  session: Session
  branches: Branch[]
  /** Id of the branch shown. */
  branch: string
  rows: StepRow[]
  at: number
  /** Whole steps up to `at`, as far back as the surface shows. */
  steps: Step[]
  state: WorldState
  /** What computes it can be looked into. */
  opens: boolean
  /** The step at `at`: provenance and siblings. */
  detail: CallOutput<'steps.get'> | null
  /** Recorded actions that can be played from here. */
  recorded: ChainView['recorded']
  drafts: Draft[]
  /** What the user did with tools of their own, by step. */
  acts?: UserActs | undefined
  /** The tools that the model wrote for the calls that made them. */
  made?: Readonly<Record<StepId, Tool>> | undefined
  /** Steps whose call was refused or failed. */
  failed?: readonly StepId[] | undefined
  /** How long answers have taken here; `null` when none is known. */
  pace: Pace | null
  /** How near the model's predictions came to what was executed; `null` where none was compared. */
  score: CheckScore | null
  /** Where each branch left which other; `[]` until it was read. */
  places: BranchPlace[]
}

/** A step in flight, by the branch that was acted on. */
export interface Run {
  session: string
  branch: string
  parent: StepId | null
  action: Action
  instruction: string
  thinking: string
  observation: string
  queued: number | null
  progress: { phase: 'load' | 'read' | 'start'; done: number; total: number } | null
  meter: { tokens: Tokens; tokensPerSecond: number } | null
  firings: Firing[]
  /** What a ground asked the model for last, as a person would type it, and by which rule; `null` before it does. */
  dream: { of: string; rule: string } | null
  /** What the model says to that, or predicts beside the ground's answer; `null` before it is asked. */
  predicted: string | null
}

/** A download in progress. */
export interface Pull {
  phase: 'connecting' | 'downloading' | 'verifying'
  source: string
  done: number
  total: number | null
  bytesPerSecond: number
}

/** Where in the window an error is shown: beside what caused it. */
export type ErrorPlace =
  | 'app'
  | 'worlds'
  | 'rules'
  | 'prompt'
  | 'models'
  | 'new'
  | 'tools'
  | 'templates'
  | 'export'
  | 'scenario'
  | 'fictions'
  | 'agents'
  | 'program'
export interface ShownError {
  code: ErrorCode
  message: string
}

/** Why the last action on a branch came to nothing, and what it was. */
export interface Failure extends ShownError {
  action: Action
  parent: StepId | null
  instruction: string
  /** It was not begun, because a step runs on the branch: what was typed is kept where it was typed. */
  refused?: true
}

/** An action that waits for the step of another window, agent or program. */
export type Queued = Pick<Failure, 'action' | 'instruction'> & { session: string }

/** What others did to the open world that a person should know, until it is put away. */
export interface News {
  text: string
  /** The branch to look at. */
  branch: string
}

export type Dialog =
  | null
  | 'new'
  | 'models'
  | 'palette'
  | 'help'
  | 'delete'
  | 'export'
  | 'scenario'
  | 'perturbations'
  | 'scenarios'
  | 'vary'
  | 'fidelity'
  | 'consistency'
  | 'turing'
  | 'author'
  | 'fictions'
  | 'connections'
  | 'built-in'

/** An import that is being read. */
export interface ImportRun {
  file: string
  /** Its place among the files, from 1. */
  at: number
  of: number
  /** How much of a zip was unpacked, from 0 to 1. */
  share: number | null
}

/** An import: what it would do while a person decides, then what it did. */
export interface Imported {
  report: ImportReport
  /** Under which the host holds the files while a person decides; `null` once that is done. */
  ticket: string | null
}

/** A panel to bring to the front, or all of them to where they belong; a new object for every wish. */
export interface PanelWish {
  panel: PanelId | 'reset'
  /** What to look at in it. */
  tab?: 'rules'
}

export interface Data extends Folding, Unsaved {
  info: CallOutput<'app.info'> | null
  /** Lists are `null` until they have been read once. */
  sessions: SessionRow[] | null
  scenarios: ListedScenario[]
  /** Files of scenarios that have problems. */
  brokenScenarios: CallOutput<'scenarios.broken'>
  /** What the dialog saves as a scenario. */
  worldToSave: WorldToSave | null
  /** What the dialog of variations is about. */
  variedOne: VariedOne | null
  /** What it came to; `null` before it was started. */
  variations: Variations | null
  /** The world that contestants are compared with, while that dialog is open. */
  trueWorld: TrueWorld | null
  fidelity: FidelityRun | null
  consistency: ConsistencyRun | null
  turing: TuringRound | null
  /** The world that another one is written from, and how far that is. */
  writtenFrom: WrittenFrom | null
  writing: WorldWriting | null
  /** The scenario that the editor begins with; `null` for any. */
  scenarioToEdit: string | null
  /** Fictional worlds; `null` until they were read. */
  fictions: FictionRow[] | null
  fictionPresets: CallOutput<'fictions.presets'> | null
  /** The fiction that is edited. */
  fiction: OpenFiction | null
  inventing: Inventing | null
  /** What is known of agents; `null` until it was read. */
  agents: Agents | null
  /** The built-in agent, from when this window started it until what it came to is dismissed. */
  builtIn: BuiltIn | null
  /** `null` until they have been read. */
  samples: CallOutput<'worlds.samples'> | null
  exporters: CallOutput<'formats.list'>
  /** Every engine there is. */
  engines: EngineRow[]
  /** Published models that have to be converted first. */
  unconverted: Unconverted[]
  models: Model[] | null
  engine: EngineStatus | null
  /** The last call did not reach the host: nothing that is shown of it is known to hold still. */
  lost: Loss | null
  world: OpenWorld | null
  /** Windows beside this one, and agents, in whichever world they are. */
  others: Present[]
  /** By branch: what is sent once the step that runs there has ended. */
  queued: Record<string, Queued>
  /** An action that was refused and is sent after all, so that where it was typed it goes; each object says so once. */
  taken: { action: Action; taken: true } | null
  opening: boolean
  runs: Record<string, Run>
  /** The step that was in flight where the window was looking and has been committed since; `null` once another is asked for. */
  landed: StepId | null
  /** The executed step that was to be regenerated, and would be the same; `null` once another one is taken. */
  same: StepId | null
  /** By branch: it stays with its branch until the next action there, or until it is dismissed. */
  failures: Record<string, Failure>
  /** By session. */
  news: Record<string, News>
  pulls: Record<string, Pull>
  /** Why a download stopped, by model, until it is tried again. */
  pullProblems: Record<string, ShownError>
  /** Whether each model fits this machine as it would be opened, or why that cannot be told; asked row by row. */
  fits: Record<string, Fit | ShownError>
  /** Models that other programs keep on this machine; `null` until asked. */
  found: FoundModel[] | null
  preferences: Preferences | null
  /** Every template a world can choose, as last read. */
  templates: TemplateRow[]
  /** What has happened while an MCP server is asked for its tools; `null` when none is. */
  asking: string[] | null
  /** Where the person is to confirm the program that is asked, until it starts. */
  confirming: string | null
  /** How far the chosen model is loaded, 0 to 1; `null` when no load was requested. */
  loading: number | null
  /** The model whose details the models dialog shows; `null` for the list. */
  modelShown: string | null
  problems: Partial<Record<ErrorPlace, ShownError | undefined>>
  /** Turn-level instruction for the next action. */
  instruction: string
  playing: boolean
  /** Steps record the probability of each token. */
  tracing: boolean
  /** What a screen reader announces: committed steps and moves, never tokens. */
  announcement: string
  /** How often something was announced: the same words again are said again. */
  announced: number
  imported: Imported | null
  /** The import under way, once it takes long enough to be worth a word. */
  importRun: ImportRun | null
  /** The worlds that the export dialog is about. */
  exportOf: Session[]
  /** Scenarios that are being run. */
  scenarioRun: ScenarioRun | null
  /** The export under way. */
  exportRun: ExportRun | null
  dialog: Dialog
  /** The kind of world that the new-world dialog begins with: a domain's id. */
  newKind: string
  /** The session that the delete dialog asks about. */
  deleting: Session | null
  theme: Theme
  sidebar: boolean
  wish: PanelWish | null
  /** The open world's title is being edited. */
  renaming: boolean
}

const NEEDS_MODEL: readonly ErrorCode[] = ['no-model', 'not-recorded', 'model-too-big', 'model-broken']

/** Whether another model may mend the failure: none is in use, or the one in use cannot answer. */
export function needsModel({ code, message }: ShownError, engine: EngineStatus | null): boolean {
  return NEEDS_MODEL.includes(code) || (engine?.problem !== undefined && message === engine.problem)
}

/** Id of the step shown; `null` before the first. */
export function viewed(world: OpenWorld): StepId | null {
  return world.at === 0 ? null : (world.rows[world.at - 1]?.id ?? null)
}

export function currentBranch(world: OpenWorld): Branch {
  const branch = world.branches.find(({ id }) => id === world.branch)
  if (branch) return branch
  throw new Error(`World "${world.session.title}" shows branch ${world.branch}, which it does not have.`)
}

/** The world with what the host says is shown where the window is looking; what it was not asked for stays. */
export function showing(
  world: OpenWorld,
  { state, opens, detail, recorded, pace, acts, made, failed, score, places }: ChainView
): OpenWorld {
  return {
    ...world,
    ...{ state, opens, detail, recorded, pace, acts, made, failed },
    ...(score !== undefined && { score }),
    ...(places && { places })
  }
}

/** Whether it is known where each branch left which other. */
export function isPlaced({ branches, places }: OpenWorld): boolean {
  return branches.every(({ id }) => places.some((place) => place.branch === id))
}

export function atTip(world: OpenWorld): boolean {
  return world.at === world.rows.length
}

/** The step in flight that grows where the window is looking. */
export function liveRun(state: Data): Run | null {
  const { world } = state
  const run = world ? state.runs[world.branch] : undefined
  return world && run && run.parent === viewed(world) ? run : null
}

/** The step that another window, an agent or another process runs on the branch; `null` for none, or where this window runs one itself. */
export function runningElsewhere({ world, runs }: Pick<Data, 'world' | 'runs'>, branch: string): Draft | null {
  if (!world || runs[branch]) return null
  return world.drafts.findLast((draft) => draft.branch === branch && draft.runner) ?? null
}

/** The newest of the steps that did not finish where the window is looking: a draft is shown after the step it was to follow. */
export function unfinished(world: OpenWorld): { draft: Draft; more: number } | null {
  const here = world.drafts.filter(
    ({ branch, parent, runner }) => branch === world.branch && parent === viewed(world) && !runner
  )
  const draft = here.at(-1)
  return draft ? { draft, more: here.length - 1 } : null
}

/** What the model is asked beside the observation at the moment: for what the ground cannot know, or for its own answer to compare. */
export function modelTextKind({ predicted, dream, observation }: Run): 'dream' | 'check' | null {
  if (predicted === null) return null
  if (!dream) return 'check'
  return observation === '' ? 'dream' : null
}

/** Steps from the same parent, the viewed one included, in the host's order. */
export function siblings(world: OpenWorld): StepRow[] {
  const row = world.rows[world.at - 1]
  if (!world.detail || !row || world.detail.step.id !== row.id) return row ? [row] : []
  const rows = world.detail.siblings
  return rows.some(({ id }) => id === row.id) ? rows : [row, ...rows]
}

/** An action that is done where the window is looking, in one line; things are named once what is shown there has come. */
export function labelHere(world: OpenWorld, action: Action): string {
  const last = world.steps.at(-1)
  const shown = last?.id === viewed(world) ? last?.observation.text : null
  return labelOf(findDomain(world.session.domain), action, world.at === 0 ? setup(world).initialState : (shown ?? null))
}

/** The rules that hold where the window is looking. */
export function setup(world: OpenWorld): Setup {
  return currentBranch(world).setup
}
