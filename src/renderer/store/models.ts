// The models: listed, put to work, loaded, set up, and deleted.
import type { CallInput } from '../../core/contract/index.ts'
import type { ModelInfo } from '../../core/contract/models.ts'
import { toWire } from '../../core/errors.ts'
import { needsModel } from './data.ts'
import type { Kit } from './state.ts'

export interface ModelActions {
  loadModels(): Promise<boolean>
  /** Looks for models that other programs keep on this machine. */
  findModels(): Promise<boolean>
  useModel(input: CallInput<'models.use'>): Promise<boolean>
  /** Keeps how a model is opened and how it answers. */
  configureModel(input: CallInput<'models.configure'>): Promise<boolean>
  deleteModel(model: string): Promise<boolean>
  /** What a model file says of itself; `null` when it could not be read. */
  modelInfo(model: string): Promise<ModelInfo | null>
  /** Loads the chosen model now instead of at the next step. True when it is ready. */
  loadNow(): Promise<boolean>
  cancelLoad(): void
  readPreferences(): Promise<boolean>
  /** Minutes without work after which the model leaves memory; `null` for never. */
  setIdleMinutes(minutes: number | null): Promise<boolean>
  /** Episodes of agents go so many days after their last step; `null`: never. */
  setEpisodeDays(days: number | null): Promise<boolean>
  /** Opens the models dialog at one model, or at the list. */
  showModel(model: string | null): void
}

export function modelActions({ client, get, set, attempt }: Kit): ModelActions {
  let abort: AbortController | null = null

  const list = async () => {
    const [models, engine] = await Promise.all([client.call('models.list', {}), client.call('models.status', {})])
    set({ models, engine })
  }

  return {
    loadModels: () => attempt('models', list),
    findModels: () => attempt('models', async () => set({ found: await client.call('models.found', {}) })),
    useModel: (input) =>
      attempt('models', async () => {
        const before = get().engine
        const engine = await client.call('models.use', input)
        const models = await client.call('models.list', {})
        // What failed for want of a model need not be told any more.
        const kept = Object.entries(get().failures).filter(([, failure]) => !needsModel(failure, before))
        set({ engine, models, failures: Object.fromEntries(kept) })
        get().forgetFit()
      }),
    configureModel: (input) =>
      attempt('models', async () => {
        await client.call('models.configure', input)
        get().forgetFit(input.model)
        await list()
      }),
    deleteModel: (model) =>
      attempt('models', async () => {
        await client.call('models.delete', { model })
        get().forgetFit(model)
        await list()
        // A file elsewhere is forgotten with its row; a catalogue model stays, to be downloaded again.
        if (!get().models?.some(({ id }) => id === model)) set({ modelShown: null })
      }),
    async modelInfo(model) {
      let info: ModelInfo | null = null
      await attempt('models', async () => {
        info = await client.call('models.info', { model })
      })
      return info
    },
    async loadNow() {
      if (get().loading !== null) return false
      abort = new AbortController()
      const { signal } = abort
      set({ loading: 0 })
      let ready = false
      await attempt('models', async () => {
        try {
          for await (const event of client.stream('models.load', {}, { signal })) {
            if (event.type === 'progress') set({ loading: event.done / event.total })
            else {
              ready = true
              set({ engine: event.status })
            }
          }
        } catch (error) {
          if (toWire(error).code !== 'cancelled') throw error
        } finally {
          set({ loading: null })
        }
      })
      get().forgetFit()
      if (!ready && !get().problems.models) await get().loadModels()
      return ready
    },
    cancelLoad: () => abort?.abort(),
    readPreferences: () => attempt('models', async () => set({ preferences: await client.call('app.settings', {}) })),
    setIdleMinutes: (idleMinutes) =>
      attempt('models', async () => set({ preferences: await client.call('app.configure', { idleMinutes }) })),
    setEpisodeDays: (episodeDays) =>
      attempt('agents', async () => set({ preferences: await client.call('app.configure', { episodeDays }) })),
    showModel: (modelShown) => set({ dialog: 'models', modelShown })
  }
}
