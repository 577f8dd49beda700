// The window's one store: what the host last said, what is being looked at, and every action a person can take.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type {
  BranchPlace,
  CallOutput,
  Client,
  EngineStatus,
  Fit,
  FoundModel,
  ImportReport,
  Model,
  Preferences,
  StepRow,
  WorldState
} from '../core/api.ts'
import type { Code } from '../core/errors.ts'
import { toWire } from '../core/errors.ts'
import type { Action, Branch, Draft, Firing, Scenario, Session, Setup, Step, StepId, Tokens } from '../core/model.ts'
import { type Acting, acting } from './acting.ts'
import { type Fitting, fitting } from './fitting.ts'
import { type Modelling, modelling } from './modelling.ts'
import { type Moving, moving } from './moving.ts'
import { type Pulling, pulling } from './pulling.ts'
import { readSettings, type Theme, writeSettings } from './settings.ts'
import { type Worlds, worlds } from './worlds.ts'

/** The open world. `at` steps of the branch's `rows` have happened in what is shown: 0 is before the first. */
export interface World {
  session: Session
  branches: Branch[]
  /** Id of the branch shown. */
  branch: string
  rows: StepRow[]
  at: number
  /** Whole steps up to `at`, as far back as the surface shows. */
  steps: Step[]
  state: WorldState
  /** The step at `at`: provenance and siblings. */
  detail: CallOutput<'steps.get'> | null
  /** Recorded actions that can be played from here. */
  recorded: CallOutput<'steps.recorded'>
  drafts: Draft[]
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
  progress: { phase: 'load' | 'read'; done: number; total: number } | null
  meter: { tokens: Tokens; tokensPerSecond: number } | null
  firings: Firing[]
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
export type Place = 'app' | 'worlds' | 'rules' | 'prompt' | 'models' | 'new'
export interface Problem {
  code: Code
  message: string
}

/** Why the last action on a branch came to nothing, and what it was. */
export interface Failure extends Problem {
  action: Action
  parent: StepId | null
  instruction: string
}

export type Dialog = null | 'new' | 'models' | 'palette' | 'help' | 'delete'

/** What an import did, and how many of its worlds were here before. */
export interface Imported extends ImportReport {
  known: number
}

/** A panel to bring to the front, or all of them to where they belong; a new object for every wish. */
export interface PanelWish {
  panel: 'step' | 'thinking' | 'tokens' | 'prompt' | 'rules' | 'reset'
}

export interface Data {
  info: CallOutput<'app.info'> | null
  /** Lists are `null` until they have been read once. */
  sessions: Session[] | null
  scenarios: Scenario[]
  samples: CallOutput<'samples.list'>
  exporters: CallOutput<'exporters.list'>
  models: Model[] | null
  engine: EngineStatus | null
  world: World | null
  opening: boolean
  runs: Record<string, Run>
  /** By branch: it stays with its branch until the next action there, or until it is put away. */
  failures: Record<string, Failure>
  pulls: Record<string, Pull>
  /** Why a download stopped, by model, until it is tried again. */
  pullProblems: Record<string, Problem>
  /** Whether each model fits this machine as it would be opened, or why that cannot be told; asked row by row. */
  fits: Record<string, Fit | Problem>
  /** Models that other programs keep on this machine; `null` until asked. */
  found: FoundModel[] | null
  preferences: Preferences | null
  /** How far the chosen model is loaded, 0 to 1; `null` when nobody asked for it to be. */
  loading: number | null
  /** The model whose details the models dialog shows; `null` for the list. */
  modelShown: string | null
  problems: Partial<Record<Place, Problem>>
  /** Turn-level instruction for the next action. */
  instruction: string
  playing: boolean
  /** Steps record the probability of each token. */
  tracing: boolean
  /** What a screen reader is told: committed steps and moves, never tokens. */
  announcement: string
  imported: Imported | null
  dialog: Dialog
  /** The session that the delete dialog asks about. */
  deleting: Session | null
  theme: Theme
  sidebar: boolean
  wish: PanelWish | null
  /** The open world's title is being edited. */
  renaming: boolean
}

interface Window {
  start(): Promise<void>
  show(dialog: Dialog): void
  askDelete(session: Session): void
  setTheme(theme: Theme): void
  toggleSidebar(): void
  showPanel(panel: PanelWish['panel']): void
  setRenaming(renaming: boolean): void
  setInstruction(text: string): void
  setTracing(tracing: boolean): void
  dismiss(place: Place): void
  dismissImport(): void
}

export type State = Data & Window & Worlds & Moving & Acting & Pulling & Fitting & Modelling
export type Store = StoreApi<State>

/** What the actions are made from. Chance and time are passed in, so that tests hold them still. */
export interface Kit {
  client: Client
  get(): State
  set(change: Partial<Data> | ((state: State) => Partial<Data>)): void
  /** Runs `work`; an error lands at `place`. True when it went well. */
  attempt(place: Place, work: () => Promise<void>): Promise<boolean>
  frame(flush: () => void): void
  pause(ms: number): Promise<void>
  seed(): number
}

export interface StateOptions {
  /** Calls back before the next repaint. */
  frame?: Kit['frame']
  pause?: Kit['pause']
  /** 0 to 2^31-1. */
  seed?: Kit['seed']
}

/** The store over a client of the host. Nothing is asked of the host before `start`. */
export function createState(client: Client, options: StateOptions = {}): Store {
  return createStore<State>()((set, get) => {
    const kit: Kit = {
      client,
      get,
      set,
      async attempt(place, work) {
        set((state) => ({ problems: { ...state.problems, [place]: undefined } }))
        try {
          await work()
          return true
        } catch (error) {
          const problem = toWire(error)
          // A lost connection is everybody's: it is said once, at the top, unless a dialog lies over that.
          const where = problem.code === 'disconnected' && get().dialog === null ? 'app' : place
          set((state) => ({ problems: { ...state.problems, [where]: problem } }))
          return false
        }
      },
      frame: options.frame ?? ((flush) => requestAnimationFrame(flush)),
      pause: options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
      seed: options.seed ?? (() => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1)
    }
    const settings = readSettings()
    return {
      info: null,
      sessions: null,
      scenarios: [],
      samples: [],
      exporters: [],
      models: null,
      engine: null,
      world: null,
      opening: false,
      runs: {},
      failures: {},
      pulls: {},
      pullProblems: {},
      fits: {},
      found: null,
      preferences: null,
      loading: null,
      modelShown: null,
      problems: {},
      instruction: '',
      playing: false,
      tracing: settings.trace,
      announcement: '',
      imported: null,
      dialog: null,
      deleting: null,
      theme: settings.theme,
      // In a narrow window the list would lie over the world.
      sidebar: settings.sidebar && (typeof innerWidth === 'undefined' || innerWidth > 860),
      wish: null,
      renaming: false,
      ...windowing(kit),
      ...worlds(kit),
      ...moving(kit),
      ...acting(kit),
      ...pulling(kit),
      ...fitting(kit),
      ...modelling(kit)
    }
  })
}

function windowing({ client, get, set, attempt }: Kit): Window {
  return {
    async start() {
      // Each by itself: a damaged sample must not keep the worlds from showing.
      const read = (work: () => Promise<Partial<Data>>) => attempt('app', async () => set(await work()))
      await Promise.all([
        read(async () => ({ sessions: await client.call('sessions.list', {}) })),
        read(async () => ({ info: await client.call('app.info', {}) })),
        read(async () => ({ engine: await client.call('engine.status', {}) })),
        read(async () => ({ models: await client.call('models.list', {}) })),
        read(async () => ({ scenarios: await client.call('scenarios.list', {}) })),
        read(async () => ({ samples: await client.call('samples.list', {}) })),
        read(async () => ({ exporters: await client.call('exporters.list', {}) }))
      ])
      const last = readSettings().world
      if (get().sessions?.some(({ id }) => id === last)) await get().open(last)
    },
    show: (dialog) => set({ dialog, modelShown: null }),
    askDelete: (deleting) => set({ deleting, dialog: 'delete' }),
    setTheme(theme) {
      writeSettings({ theme })
      set({ theme })
    },
    toggleSidebar() {
      const sidebar = !get().sidebar
      writeSettings({ sidebar })
      set({ sidebar })
    },
    showPanel: (panel) => set({ wish: { panel } }),
    setRenaming: (renaming) => set({ renaming }),
    setTracing(tracing) {
      writeSettings({ trace: tracing })
      set({ tracing })
    },
    setInstruction: (instruction) => set({ instruction }),
    dismiss: (place) => set((state) => ({ problems: { ...state.problems, [place]: undefined } })),
    dismissImport: () => set({ imported: null })
  }
}

/** Failures that another model may mend. */
export const NEEDS_MODEL: readonly Code[] = ['no-model', 'not-recorded', 'model-too-big', 'model-broken']

/** Id of the step shown; `null` before the first. */
export function viewed(world: World): StepId | null {
  return world.at === 0 ? null : (world.rows[world.at - 1]?.id ?? null)
}

export function currentBranch(world: World): Branch {
  const branch = world.branches.find(({ id }) => id === world.branch)
  if (branch) return branch
  throw new Error(`World "${world.session.title}" shows branch ${world.branch}, which it does not have.`)
}

export function atTip(world: World): boolean {
  return world.at === world.rows.length
}

/** The step in flight that grows where the window is looking. */
export function liveRun(state: Data): Run | null {
  const { world } = state
  const run = world ? state.runs[world.branch] : undefined
  return world && run && run.parent === viewed(world) ? run : null
}

/** Steps from the same parent, the viewed one included, in the host's order. */
export function siblings(world: World): StepRow[] {
  const row = world.rows[world.at - 1]
  if (!world.detail || !row || world.detail.step.id !== row.id) return row ? [row] : []
  const rows = world.detail.siblings
  return rows.some(({ id }) => id === row.id) ? rows : [row, ...rows]
}

/** The rules that hold where the window is looking. */
export function setup(world: World): Setup {
  return currentBranch(world).setup
}
