// What a person has chosen, kept in settings.json in Orrery's data folder.

import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Preferences } from '../../core/contract/app.ts'
import { LoadOptions } from '../../core/contract/fit.ts'
import { OrreryError } from '../../core/errors.ts'
import { sentenceOf } from '../../core/text/issues.ts'
import { Sampling } from '../../core/tree/model.ts'
import { findRuntime } from '../engines/index.ts'
import { explain } from './disk-errors.ts'
import { oddness } from './regular-file.ts'
import { replaceFile, textIn } from './text-file.ts'

/** What answers: a model on this machine by catalogue id or path, or a server. */
export const Active = z.union([
  z.strictObject({ model: z.string() }),
  z.strictObject({
    engine: z.string().optional(),
    baseUrl: z.string(),
    model: z.string(),
    apiKey: z.string().optional()
  })
])
export type Active = z.infer<typeof Active>

/** What was decided for one model. */
export const ModelSettings = z.looseObject({
  runtime: z.string().default(findRuntime().id),
  load: z.looseObject(LoadOptions.shape).prefault({}),
  sampling: z.looseObject(Sampling.shape).nullable().default(null)
})
export type ModelSettings = z.infer<typeof ModelSettings>

// A line for each of ten thousand models would be a tenth of this.
const MOST_BYTES = 16 * 2 ** 20
// Long enough for a person to think or to eat, short enough that a forgotten window does not hold a GPU all day.
const IDLE_MINUTES = 30

// Long enough to export what a training run has made.
const EPISODE_DAYS = 30

// Loose, as what was decided for a model is: what a newer version wrote is kept, not lost, when an older one changes a setting.
const Settings = z.looseObject({
  /** `null`: nothing, on purpose. Without it nothing was chosen yet. */
  active: Active.nullable().optional(),
  /** Absolute paths of model files outside the models folder that were used once. */
  models: z.array(z.string()).default([]),
  /** By the model's id; a model without an entry is as Orrery chooses. */
  configured: z.record(z.string(), ModelSettings).default({}),
  idleMinutes: Preferences.shape.idleMinutes.default(IDLE_MINUTES),
  episodeDays: Preferences.shape.episodeDays.default(EPISODE_DAYS)
})
type Settings = z.infer<typeof Settings>

/** The settings file of one data folder. The file is read each time: the CLI and the window share it. */
export interface SettingsFile {
  read(): Settings
  /** Writes `change(read())`. @throws OrreryError disk-full, forbidden */
  update(change: (settings: Settings) => Settings): void
  /** What was wrong with the file when it was read, for the user; `null` if nothing. */
  notice(): string | null
}

/** Opens `<home>/settings.json`, which need not exist. A file that cannot be read is renamed, never overwritten. */
export function openSettings(home: string): SettingsFile {
  const path = join(home, 'settings.json')
  let notice: string | null = null

  function read(): Settings {
    try {
      const reason = oddness(path, { most: MOST_BYTES })
      return reason ? setAside(reason) : Settings.parse(JSON.parse(textIn(path)))
    } catch (error) {
      if (isMissing(error)) return Settings.parse({})
      if (error instanceof z.ZodError) return setAside(sentenceOf(error))
      if (error instanceof SyntaxError || isUnreadable(error)) return setAside(error.message)
      throw explain(error, path)
    }
  }

  function setAside(reason: string): Settings {
    const aside = freeName(`${path}.broken`)
    try {
      renameSync(path, aside)
    } catch (error) {
      throw explain(error, path)
    }
    notice = `The settings could not be read. The file was renamed to ${aside}, and Orrery starts with the defaults. ${reason}`
    return Settings.parse({})
  }

  return {
    read,
    update(change) {
      const next = Settings.parse(change(read()))
      try {
        mkdirSync(home, { recursive: true })
        // Only the owner may read it: it can hold a key.
        replaceFile(path, `${JSON.stringify(next, null, 2)}\n`)
      } catch (error) {
        throw explain(error, path)
      }
    },
    notice: () => notice
  }
}

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path}-${number}`
    if (!existsSync(name)) return name
  }
}

/** Saved in an encoding that cannot be told. */
const isUnreadable = (error: unknown): error is OrreryError =>
  error instanceof OrreryError && error.code === 'invalid-input'

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
