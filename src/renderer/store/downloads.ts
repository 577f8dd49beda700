// Downloads of models: begun, watched, paused, and gone on with.
import { toWire } from '../../core/errors.ts'
import { batch } from './batch.ts'
import type { Pull } from './data.ts'
import type { Kit } from './state.ts'

export interface DownloadActions {
  /** Downloads a catalogue model; what an earlier attempt left is continued. True when it is on disk. */
  pull(model: string): Promise<boolean>
  /** Stops a download; the partial file stays on disk, and `pull` resumes it. */
  pausePull(model: string): void
  /** Downloads what is not here yet, then uses it. */
  pullAndUse(model: string): Promise<boolean>
}

export function downloadActions({ client, get, set, frame }: Kit): DownloadActions {
  const aborts = new Map<string, AbortController>()
  const progress = (model: string, pull: Pull | null) =>
    set(({ pulls: { [model]: _old, ...pulls } }) => ({ pulls: pull ? { ...pulls, [model]: pull } : pulls }))

  const pull = async (model: string) => {
    if (get().pulls[model]) return false
    const abort = new AbortController()
    aborts.set(model, abort)
    set(({ pullProblems: { [model]: _old, ...pullProblems } }) => ({ pullProblems }))
    progress(model, { phase: 'connecting', source: '', done: 0, total: null, bytesPerSecond: 0 })
    // Progress comes per chunk; the bar needs it once a frame.
    const shown = batch<Partial<Pull>>(frame, (changes) => {
      const now = get().pulls[model]
      if (!now) return
      const next = { ...now }
      for (const change of changes) Object.assign(next, change)
      progress(model, next)
    })
    let pulled = false
    try {
      for await (const event of client.stream('models.pull', { model }, { signal: abort.signal })) {
        if (event.type === 'source') shown.push({ source: event.source })
        else if (event.type === 'progress')
          shown.push({
            phase: 'downloading',
            done: event.done,
            total: event.total,
            bytesPerSecond: event.bytesPerSecond
          })
        else if (event.type === 'verifying')
          shown.push({ phase: 'verifying', done: event.done, total: event.total, bytesPerSecond: 0 })
        else pulled = true
      }
    } catch (error) {
      const problem = toWire(error)
      if (problem.code !== 'cancelled') {
        set(({ pullProblems }) => ({ pullProblems: { ...pullProblems, [model]: problem } }))
      }
    }
    shown.drop()
    aborts.delete(model)
    progress(model, null)
    // The file tells more of itself than the catalogue does.
    if (pulled) get().forgetFit(model)
    await get().loadModels()
    return pulled
  }

  return {
    pull,
    pausePull: (model) => aborts.get(model)?.abort(),
    async pullAndUse(model) {
      const here = get().models?.some(({ id, path }) => id === model && path !== null)
      if (!here && !(await pull(model))) return false
      return get().useModel({ model })
    }
  }
}
