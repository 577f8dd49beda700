// What a person decided: which model answers, and how each is opened and sampled.
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Preferences } from '../../core/contract/app.ts'
import type { Model } from '../../core/contract/models.ts'
import { type Active, ModelSettings, type SettingsFile } from '../data/settings.ts'
import { findRuntime } from '../engines/index.ts'
import type { Finder } from './find.ts'
import { fileSize } from './gguf/parts.ts'

/** What a person may decide for a model. */
export type ModelChoice = Pick<Model, 'runtime' | 'load' | 'sampling'>

export interface Choices {
  /** What was decided for the model `id`; defaults where nothing was. */
  settings(id: string): ModelChoice
  /** Changes what is given of the settings of the model `id`. @throws OrreryError invalid-input, disk-full, forbidden */
  configure(id: string, change: Partial<ModelChoice>): void
  /** What was chosen; before anything was, the model that comes with Orrery. */
  active(): Promise<Active | null>
  isActive(id: string): Promise<boolean>
  /** Remembers the choice for the next start; a local file is remembered by its absolute path. */
  setActive(active: Active | null): Promise<void>
  preferences(): Preferences
  setPreferences(change: Partial<Preferences>): void
}

export function createChoices(file: SettingsFile, { folder, catalogue, pathOf, find }: Finder): Choices {
  async function active(): Promise<Active | null> {
    const chosen = file.read().active
    if (chosen !== undefined) return chosen
    for (const entry of await catalogue) {
      if (entry.bundled && (await fileSize(pathOf(entry))) !== null) return { model: entry.id }
    }
    return null
  }

  return {
    active,

    settings(id) {
      const { runtime, load, sampling } = file.read().configured[id] ?? ModelSettings.parse({})
      return { runtime, load, sampling }
    },

    configure(id, { runtime, load, sampling }) {
      if (runtime !== undefined) findRuntime(runtime)
      file.update(({ configured: { [id]: before = ModelSettings.parse({}), ...others }, ...rest }) => {
        const now: ModelSettings = {
          ...before,
          runtime: runtime ?? before.runtime,
          load: load ?? before.load,
          sampling: sampling === undefined ? before.sampling : sampling
        }
        const nothing = isDeepStrictEqual(now, ModelSettings.parse({}))
        return { ...rest, configured: nothing ? others : { ...others, [id]: now } }
      })
    },

    async isActive(id) {
      const chosen = await active()
      return chosen !== null && !('baseUrl' in chosen) && chosen.model === id
    },

    async setActive(active) {
      if (active === null || 'baseUrl' in active) return file.update((before) => ({ ...before, active }))
      const { entry, path } = await find(active.model)
      const elsewhere = !entry && dirname(path) !== folder
      file.update((before) => ({
        ...before,
        active: { model: entry?.id ?? path },
        models: elsewhere ? [...new Set([...before.models, path])] : before.models
      }))
    },

    preferences() {
      const { idleMinutes, episodeDays } = file.read()
      return { idleMinutes, episodeDays }
    },
    setPreferences: (change) => file.update((before) => ({ ...before, ...change }))
  }
}
