// The models of this machine: the catalogue, what is on disk, what is being downloaded, and which one answers.
import { join } from 'node:path'
import type { FoundModel, Model, ModelInfo, Unconverted } from '../../core/contract/models.ts'
import { Sampling } from '../../core/tree/model.ts'
import { openSettings } from '../data/settings.ts'
import type { ModelFile } from '../engines/declare.ts'
import { type Choices, createChoices, type ModelChoice } from './choose.ts'
import { deleteModel } from './delete.ts'
import type { DownloadOptions } from './download.ts'
import { createFinder } from './find.ts'
import { findModels, type ModelFolders } from './found.ts'
import type { MemoryFacts } from './gguf/estimate.ts'
import { checkFit, inspect } from './gguf/header.ts'
import { fileSize, goneFrom } from './gguf/parts.ts'
import { openHashes } from './hashes.ts'
import { createJudge } from './judge.ts'
import { createLists, type Lists } from './list.ts'
import { createPulls, type Pulls } from './pull.ts'

/** What the engine needs to load a model. */
export interface Resolved extends ModelFile, Pick<Model, 'runtime' | 'load' | 'published'> {
  /** The model's name everywhere: a catalogue id, or the path of its file. */
  id: string
}

/** A model that can be asked how much it takes. `contextSize` as in `Resolved`. */
export interface Measurable {
  of: { path: string } | { facts: MemoryFacts; size: number }
  contextSize: number | null
}

export interface Models
  extends Pick<Lists, 'list' | 'one'>,
    Pick<Pulls, 'pull'>,
    Pick<Choices, 'settings' | 'active' | 'setActive' | 'preferences' | 'setPreferences'> {
  unconverted(): Promise<Unconverted[]>
  /** @throws OrreryError not-found, invalid-input, model-broken */
  info(id: string): Promise<Omit<ModelInfo, 'chat'>>
  /** The file behind a catalogue id or path, hashed. `embeds`: it need not write text. @throws OrreryError not-found, invalid-input, model-broken */
  resolve(id: string, options?: { signal?: AbortSignal; embeds?: boolean | undefined }): Promise<Resolved>
  /** What tells whether a model fits: its file, or what the catalogue knows of it. @throws OrreryError not-found, invalid-input, model-broken */
  measure(id: string): Promise<Measurable>
  /** Models that other programs keep on this machine, without those that `list` has and those that cannot write text. */
  found(): Promise<FoundModel[]>
  /** Changes what is given of a model's settings. @throws OrreryError not-found, invalid-input, disk-full, forbidden */
  configure(id: string, change: Partial<ModelChoice>): Promise<Model>
  /** Deletes a file of the models folder with its unfinished download; forgets one elsewhere. @throws OrreryError not-found, busy, forbidden */
  delete(id: string): Promise<void>
  /** What was wrong with the settings file, for the person to know; `null` when nothing was. */
  notice(): string | null
}

/** As Word2World's own scripts draw. */
const GREEDY = { temperature: 0, topK: 0, topP: 1 }

/** Opens the models of the data folder `home`; `resources` holds the catalogue. */
export function createModels({
  home,
  resources,
  places,
  ...downloading
}: { home: string; resources: string; places?: ModelFolders } & DownloadOptions): Models {
  const settings = openSettings(home)
  const finder = createFinder({ home, resources, places })
  const hashes = openHashes(join(finder.folder, 'hashes.json'))
  const choices = createChoices(settings, finder)
  const judge = createJudge()
  const lists = createLists({ finder, choices, settings, places, judge })
  const pulls = createPulls({ finder, lists, hashes, downloading })
  const { active, setActive, preferences, setPreferences } = choices

  /** As `finder.onDisk`, but if the file of the model in use is gone, the error says so. */
  async function onDisk(id: string): ReturnType<typeof finder.onDisk> {
    const { entry, path } = await finder.find(id)
    const known = entry?.id ?? path
    if (entry?.bundled || (await fileSize(path)) !== null || !(await choices.isActive(known))) return finder.onDisk(id)
    throw goneFrom(path, entry?.id)
  }

  return {
    list: lists.list,
    unconverted: () => finder.unconverted,
    one: lists.one,
    pull: pulls.pull,
    settings: choices.settings,
    ...{ active, setActive, preferences, setPreferences },
    notice: settings.notice,
    delete: (id) => deleteModel(id, { finder, choices, pulls, settings }),

    async info(id) {
      const { entry, path, size } = await onDisk(id)
      const header = await inspect(path)
      if (entry) return { model: await lists.ofEntry(entry), ...header, template: entry.template }
      const model = await lists.ofFile(path, size)
      return { model: { ...model, license: header.license ?? model.license }, ...header }
    },

    async resolve(id, { signal, embeds } = {}) {
      const { entry, path } = await onDisk(id)
      // The header of a small model of the catalogue has nothing to add.
      const header = entry?.template === 'small' ? null : await inspect(path, { signal, embeds })
      const template = entry?.template ?? header?.template ?? 'standard'
      const known = entry?.id ?? path
      const { runtime, load } = choices.settings(known)
      return {
        id: known,
        path,
        runtime,
        load,
        name: entry?.id ?? (await lists.titleOf(path)),
        hash: await hashes.of(path, { signal }),
        template,
        ...(header?.parameters && { parameters: header.parameters }),
        contextSize: entry?.context ?? null,
        published: entry?.sampling ?? Sampling.parse(template === 'word2world' ? GREEDY : {})
      }
    },

    async measure(id) {
      const { entry, path } = await finder.find(id)
      if (entry?.layout && (await fileSize(path)) === null) {
        return { of: { facts: entry.layout, size: entry.size }, contextSize: entry.context }
      }
      await onDisk(id)
      await checkFit(path)
      return { of: { path }, contextSize: entry?.context ?? null }
    },

    async found() {
      const known = new Set((await lists.list()).map(({ path }) => path))
      const others = (await findModels(places)).filter(({ path }) => !known.has(path))
      const judged = await Promise.all(others.map(async (one) => ((await judge(one.path)) === null ? [one] : [])))
      return judged.flat()
    },

    async configure(id, change) {
      const { id: known, path, unfit } = await lists.one(id)
      if (unfit !== undefined && path !== null) await checkFit(path)
      choices.configure(known, change)
      return lists.one(known)
    }
  }
}
