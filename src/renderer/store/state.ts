// The window's one store: what the host last said, what is being looked at, and every action a person can take.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../../core/contract/index.ts'
import { domains } from '../../core/domains/index.ts'
import { toWire } from '../../core/errors.ts'
import type { Session } from '../../core/tree/model.ts'
import { type AgentActions, agentActions } from './agents.ts'
import { type AuthorActions, authorActions } from './author.ts'
import { type BuiltInActions, builtInActions } from './built-in.ts'
import { type CatchUpActions, catchUpActions } from './catch-up.ts'
import { type Loss, lossIn } from './client.ts'
import { type ConsistencyActions, consistencyActions } from './consistency.ts'
import { type ControlActions, controlActions } from './control.ts'
import type { Data, Dialog, ErrorPlace, PanelWish, ShownError } from './data.ts'
import { type DownloadActions, downloadActions } from './downloads.ts'
import { type ExportActions, exportActions } from './exports.ts'
import { type FictionActions, fictionActions } from './fictions.ts'
import { type FidelityActions, fidelityActions } from './fidelity.ts'
import { save } from './files.ts'
import { type FitActions, fitActions } from './fits.ts'
import { type FoldActions, foldActions, startFolding } from './folds.ts'
import { type HistoryActions, historyActions } from './history.ts'
import { type JudgingActions, judgingActions } from './judging.ts'
import { type LookActions, lookActions } from './looks.ts'
import { type ModelActions, modelActions } from './models.ts'
import { type PerturbationActions, perturbationActions } from './perturbations.ts'
import { type PresenceActions, presenceActions } from './presence.ts'
import { type ProgramCalls, programCalls } from './programs.ts'
import { type ScenarioActions, scenarioActions } from './scenarios.ts'
import { isNarrow, readSettings, type Theme, writeSettings } from './settings.ts'
import { type SetupActions, setupActions } from './setup.ts'
import { type StepActions, stepActions } from './steps.ts'
import { type TuringActions, turingActions } from './turing.ts'
import { type UnsavedActions, unsavedActions } from './unsaved.ts'
import { type VariationActions, variationActions } from './variations.ts'
import { type WorldActions, worldActions } from './worlds.ts'

interface Window {
  start(): Promise<void>
  show(dialog: Dialog): void
  /** Opens the new-world dialog at a kind of world. */
  askNew(kind: string): void
  askDelete(session: Session): void
  setTheme(theme: Theme): void
  toggleSidebar(): void
  /** Shows the list of worlds as it was left, where it does not lie over the world. */
  fitSidebar(): void
  showPanel(panel: PanelWish['panel'], tab?: PanelWish['tab']): void
  setRenaming(renaming: boolean): void
  setInstruction(text: string): void
  setTracing(tracing: boolean): void
  dismiss(place: ErrorPlace): void
}

export type WindowState = Data &
  Window &
  WorldActions &
  HistoryActions &
  LookActions &
  StepActions &
  DownloadActions &
  FitActions &
  ExportActions &
  ModelActions &
  SetupActions &
  PerturbationActions &
  ControlActions &
  ProgramCalls &
  ScenarioActions &
  VariationActions &
  FidelityActions &
  JudgingActions &
  ConsistencyActions &
  TuringActions &
  AuthorActions &
  FictionActions &
  AgentActions &
  CatchUpActions &
  PresenceActions &
  FoldActions &
  UnsavedActions &
  BuiltInActions
export type WindowStore = StoreApi<WindowState>

/** What the actions are made from. Chance and time are passed in, so that tests hold them still. */
export interface Kit {
  client: Client
  get(): WindowState
  set(change: Partial<Data> | ((state: WindowState) => Partial<Data>)): void
  /** Runs `work`; an error lands at `place`. True when it went well. */
  attempt(place: ErrorPlace, work: () => Promise<void>): Promise<boolean>
  frame(flush: () => void): void
  pause(ms: number): Promise<void>
  seed(): number
  /** Begins to fetch a file from this address as a download. */
  save(url: string, name: string): void
}

export interface StateOptions {
  /** Calls back before the next repaint. */
  frame?: Kit['frame']
  pause?: Kit['pause']
  /** 0 to 2^31-1. */
  seed?: Kit['seed']
  save?: Kit['save']
}

/** The store over a client of the host. Nothing is asked of the host before `start`. */
export function createState(far: Client, options: StateOptions = {}): WindowStore {
  return createStore<WindowState>()((set, get) => {
    const client = watched(far, (lost, problem) => {
      if (get().lost === lost) return
      // It is said once, where nobody acts too; of a host that is there again it is over.
      const over = get().problems.app?.code === 'disconnected' ? undefined : get().problems.app
      set(({ problems }) => ({ lost, problems: { ...problems, app: problem ?? over } }))
    })
    const kit: Kit = {
      client,
      get,
      set: counting(set),
      async attempt(place, work) {
        set((state) => ({ problems: { ...state.problems, [place]: undefined } }))
        try {
          await work()
          return true
        } catch (error) {
          const problem = toWire(error)
          // A lost connection affects everything: it is shown once, at the top, unless a dialog covers that.
          const where = problem.code === 'disconnected' && get().dialog === null ? 'app' : place
          set((state) => ({ problems: { ...state.problems, [where]: problem } }))
          return false
        }
      },
      frame: options.frame ?? ((flush) => requestAnimationFrame(flush)),
      pause: options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
      seed: options.seed ?? (() => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1),
      save: options.save ?? save
    }
    const settings = readSettings()
    return {
      info: null,
      sessions: null,
      scenarios: [],
      brokenScenarios: [],
      worldToSave: null,
      variedOne: null,
      variations: null,
      trueWorld: null,
      fidelity: null,
      consistency: null,
      turing: null,
      writtenFrom: null,
      writing: null,
      scenarioToEdit: null,
      fictions: null,
      fictionPresets: null,
      fiction: null,
      inventing: null,
      agents: null,
      builtIn: null,
      samples: null,
      exporters: [],
      engines: [],
      unconverted: [],
      models: null,
      engine: null,
      lost: null,
      world: null,
      others: [],
      queued: {},
      taken: null,
      opening: false,
      runs: {},
      landed: null,
      same: null,
      failures: {},
      news: {},
      pulls: {},
      pullProblems: {},
      fits: {},
      found: null,
      preferences: null,
      templates: [],
      asking: null,
      confirming: null,
      loading: null,
      modelShown: null,
      problems: {},
      instruction: '',
      playing: false,
      tracing: settings.trace,
      announcement: '',
      announced: 0,
      imported: null,
      importRun: null,
      exportOf: [],
      exportRun: null,
      scenarioRun: null,
      dialog: null,
      newKind: domains[0]?.id ?? '',
      deleting: null,
      theme: settings.theme,
      // In a narrow window the list would lie over the world.
      sidebar: settings.sidebar && !isNarrow(),
      wish: null,
      ...startFolding(),
      unsaved: {},
      renaming: false,
      ...windowing(kit),
      ...worldActions(kit),
      ...historyActions(kit),
      ...lookActions(kit),
      ...stepActions(kit),
      ...downloadActions(kit),
      ...fitActions(kit),
      ...exportActions(kit),
      ...modelActions(kit),
      ...setupActions(kit),
      ...perturbationActions(kit),
      ...controlActions(kit),
      ...programCalls(kit),
      ...scenarioActions(kit),
      ...variationActions(kit),
      ...fidelityActions(kit),
      ...judgingActions(kit),
      ...consistencyActions(kit),
      ...turingActions(kit),
      ...authorActions(kit),
      ...fictionActions(kit),
      ...agentActions(kit),
      ...catchUpActions(kit),
      ...presenceActions(kit),
      ...foldActions(kit),
      ...unsavedActions(kit),
      ...builtInActions(kit)
    }
  })
}

/** The store's `set`, which counts what is announced. */
function counting(set: StoreApi<WindowState>['setState']): Kit['set'] {
  return (change) =>
    set((state) => {
      const next = typeof change === 'function' ? change(state) : change
      return next.announcement === undefined ? next : { ...next, announced: state.announced + 1 }
    })
}

/** The client, telling after each call and stream whether the host was reached, and what is said where it was not. */
function watched(client: Client, tell: (lost: Loss | null, problem?: ShownError) => void): Client {
  const failed = (error: unknown) => {
    const problem = toWire(error)
    const lost = lossIn(error)
    // What was cancelled may never have been sent.
    if (lost) tell(lost, problem)
    else if (problem.code !== 'cancelled') tell(null)
  }
  return {
    async call(name, input) {
      try {
        const value = await client.call(name, input)
        tell(null)
        return value
      } catch (error) {
        failed(error)
        throw error
      }
    },
    async *stream(name, input, options) {
      try {
        yield* client.stream(name, input, options)
        tell(null)
      } catch (error) {
        failed(error)
        throw error
      }
    }
  }
}

function windowing({ client, get, set, attempt }: Kit): Window {
  return {
    async start() {
      const last = readSettings().world
      // Each by itself: a damaged sample must not keep the worlds from showing.
      const read = (work: () => Promise<Partial<Data>>) => attempt('app', async () => set(await work()))
      await Promise.all([
        read(async () => ({ sessions: await client.call('worlds.list', {}) })),
        read(async () => ({ info: await client.call('app.info', {}) })),
        read(async () => ({ engine: await client.call('models.status', {}) })),
        read(async () => ({ engines: await client.call('models.engines', {}) })),
        read(async () => ({ unconverted: await client.call('models.unconverted', {}) })),
        read(async () => ({ models: await client.call('models.list', {}) })),
        get().readScenarios(),
        read(async () => ({ samples: await client.call('worlds.samples', {}) })),
        read(async () => ({ exporters: await client.call('formats.list', {}) }))
      ])
      // The worlds show before all is read: who chose one by then is in it already.
      const { world, opening, sessions } = get()
      if (!world && !opening && sessions?.some(({ id }) => id === last)) await get().open(last)
    },
    show: (dialog) => set({ dialog, modelShown: null, scenarioToEdit: null }),
    askNew: (newKind) => set({ dialog: 'new', newKind, modelShown: null }),
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
    fitSidebar: () => set({ sidebar: readSettings().sidebar && !isNarrow() }),
    showPanel(panel, tab) {
      if (get().folds.panels) get().toggleFold('panels')
      set({ wish: { panel, ...(tab && { tab }) } })
    },
    setRenaming: (renaming) => set({ renaming }),
    setTracing(tracing) {
      writeSettings({ trace: tracing })
      set({ tracing })
    },
    setInstruction: (instruction) => set({ instruction }),
    dismiss: (place) => set((state) => ({ problems: { ...state.problems, [place]: undefined } }))
  }
}
