// The models: listed, downloaded, and put to work.
import type { CallInput } from '../core/api.ts'
import { toWire } from '../core/errors.ts'
import { type Kit, NEEDS_MODEL, type Pull } from './state.ts'

export interface Modelling {
  loadModels(): Promise<boolean>
  /** Downloads a catalogue model; what an earlier attempt left is continued. True when it is on disk. */
  pull(model: string): Promise<boolean>
  cancelPull(model: string): void
  useModel(input: CallInput<'models.use'>): Promise<boolean>
  /** Downloads what is not here yet, then uses it. */
  pullAndUse(model: string): Promise<boolean>
}

export function modelling({ client, get, set, attempt, frame }: Kit): Modelling {
  const aborts = new Map<string, AbortController>()
  const progress = (model: string, pull: Pull | null) =>
    set(({ pulls: { [model]: _old, ...pulls } }) => ({ pulls: pull ? { ...pulls, [model]: pull } : pulls }))

  const loadModels = () =>
    attempt('models', async () => {
      const [models, engine] = await Promise.all([client.call('models.list', {}), client.call('engine.status', {})])
      set({ models, engine })
    })

  const pull = async (model: string) => {
    if (get().pulls[model]) return false
    const abort = new AbortController()
    aborts.set(model, abort)
    let now: Pull = { phase: 'connecting', source: '', done: 0, total: null, bytesPerSecond: 0 }
    let asked = false
    progress(model, now)
    // Progress comes per chunk; the bar needs it once a frame.
    const show = (next: Partial<Pull>) => {
      now = { ...now, ...next }
      if (asked) return
      asked = true
      frame(() => {
        asked = false
        if (aborts.has(model)) progress(model, now)
      })
    }
    let pulled = false
    await attempt('models', async () => {
      try {
        for await (const event of client.stream('models.pull', { model }, { signal: abort.signal })) {
          if (event.type === 'source') show({ source: event.source })
          else if (event.type === 'progress')
            show({ phase: 'downloading', done: event.done, total: event.total, bytesPerSecond: event.bytesPerSecond })
          else if (event.type === 'verifying') show({ phase: 'verifying', done: event.done, total: event.total })
          else pulled = true
        }
      } catch (error) {
        if (toWire(error).code !== 'cancelled') throw error
      } finally {
        aborts.delete(model)
        progress(model, null)
      }
    })
    if (!get().problems.models) await loadModels()
    return pulled
  }

  const useModel = (input: CallInput<'models.use'>) =>
    attempt('models', async () => {
      const engine = await client.call('models.use', input)
      const models = await client.call('models.list', {})
      // What failed for want of a model need not be told any more.
      const kept = Object.entries(get().failures).filter(([, { code }]) => !NEEDS_MODEL.includes(code))
      set({ engine, models, failures: Object.fromEntries(kept) })
    })

  return {
    loadModels,
    pull,
    cancelPull: (model) => aborts.get(model)?.abort(),
    useModel,
    async pullAndUse(model) {
      const here = get().models?.some(({ id, path }) => id === model && path !== null)
      if (!here && !(await pull(model))) return false
      return useModel({ model })
    }
  }
}
