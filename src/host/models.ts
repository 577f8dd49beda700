// The models of this machine: the catalogue, what is on disk, what is being downloaded, and which one answers.
import { readdir, rm, stat } from 'node:fs/promises'
import { resolve as absolute, basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FoundModel, Model, ModelInfo, Preferences, StreamEvent } from '../core/api.ts'
import { OrreryError } from '../core/errors.ts'
import { levenshteinSimilarity } from '../core/evaluate/metrics.ts'
import { Sampling } from '../core/model.ts'
import { type Entry, readCatalogue } from './catalogue.ts'
import { explain } from './database/errors.ts'
import { type DownloadOptions, download, leftoversOf, partialBytes } from './download.ts'
import type { Facts } from './estimate.ts'
import { findModels, isLaterPart, type Places } from './found.ts'
import { inspect } from './gguf.ts'
import { openHashes } from './hashes.ts'
import { type Active, ModelSettings, openSettings } from './settings.ts'

/** What the engine needs to load a model. */
export interface Resolved extends Pick<Model, 'runtime' | 'load' | 'published'> {
  /** The model's name everywhere: a catalogue id, or the path of its file. */
  id: string
  path: string
  name: string
  hash: string
  template: 'standard' | 'small'
  /** Tokens of context to open it with; `null` when the catalogue has no opinion. */
  contextSize: number | null
}

/** A model that can be asked how much it takes. `contextSize` as in `Resolved`. */
export interface Measurable {
  of: { path: string } | { facts: Facts; size: number }
  contextSize: number | null
}

/** What a person may decide for a model. */
type Settled = Pick<Model, 'runtime' | 'load' | 'sampling'>

export interface Models {
  /** The catalogue, then other .gguf files of the models folder, then files elsewhere that were used once. */
  list(): Promise<Model[]>
  /** @throws OrreryError not-found, model-broken */
  info(id: string): Promise<ModelInfo>
  /** The file behind a catalogue id or path, hashed. @throws OrreryError not-found, model-broken */
  resolve(id: string, options?: { signal?: AbortSignal }): Promise<Resolved>
  /** What tells whether a model fits: its file, or what the catalogue knows of it. @throws OrreryError not-found */
  measure(id: string): Promise<Measurable>
  /** Downloads a catalogue model. @throws OrreryError not-found, busy, cancelled, disk-full, download-failed */
  pull(id: string, options: { signal: AbortSignal }): AsyncGenerator<StreamEvent<'models.pull'>>
  /** Models that other programs keep on this machine, without those that `list` has. */
  found(): Promise<FoundModel[]>
  /** One of the catalogue, or a file. @throws OrreryError not-found */
  one(id: string): Promise<Model>
  /** What was decided for the model `id`; defaults where nothing was. */
  settings(id: string): Settled
  /** Changes what is given of a model's settings. @throws OrreryError not-found, disk-full, forbidden */
  configure(id: string, change: Partial<Settled>): Promise<Model>
  /** Deletes a file of the models folder with its unfinished download; forgets one elsewhere. @throws OrreryError not-found, busy, forbidden */
  delete(id: string): Promise<void>
  preferences(): Preferences
  setPreferences(preferences: Preferences): void
  /** What was chosen; before anything was, the model that comes with Orrery. */
  active(): Promise<Active | null>
  /** Remembers the choice for the next start; a local file is remembered by its absolute path. */
  setActive(active: Active | null): Promise<void>
  /** What was wrong with the settings file, for the person to know; `null` when nothing was. */
  notice(): string | null
}

/** Opens the models of the data folder `home`; `resources` holds the catalogue. */
export function createModels({
  home,
  resources,
  places,
  ...downloading
}: { home: string; resources: string; places?: Places } & DownloadOptions): Models {
  const folder = join(home, 'models')
  const settings = openSettings(home)
  const hashes = openHashes(join(folder, 'hashes.json'))
  const catalogue = readCatalogue(resources)
  // Whoever asks first is told; until then a broken catalogue must not end the process.
  catalogue.catch(() => {})
  const pulling = new Set<string>()

  const pathOf = (entry: Entry) => (entry.bundled ? join(resources, entry.bundled) : join(folder, `${entry.id}.gguf`))

  /**
   * The catalogue entry called `id`, or the file that `id` names: by its path, its name in the models folder, or what the program
   * that keeps it calls it. A path need not lead anywhere.
   */
  async function find(id: string): Promise<{ entry: Entry | null; path: string }> {
    const entry = (await catalogue).find((one) => one.id === id)
    if (entry) return { entry, path: pathOf(entry) }
    const inFolder = join(folder, id)
    if (isPath(id))
      return { entry: null, path: isName(id) && (await sizeOf(inFolder)) !== null ? inFolder : absolute(id) }
    const elsewhere = (await findModels(places)).find(({ title }) => title === id)
    return { entry: null, path: elsewhere?.path ?? absolute(id) }
  }

  async function onDisk(id: string): Promise<{ entry: Entry | null; path: string; size: number }> {
    const { entry, path } = await find(id)
    const size = await sizeOf(path)
    if (size !== null) return { entry, path, size }
    if (!entry) throw await unknown(id)
    if (entry.bundled) throw missing(entry)
    throw new OrreryError('not-found', `The model "${id}" is not on this machine. Get it with: orrery model pull ${id}`)
  }

  const missing = (entry: Entry) =>
    new OrreryError(
      'not-found',
      `"${entry.id}" comes with Orrery, and its file is gone: ${pathOf(entry)}. Reinstall Orrery.`
    )

  /** What is said of a model that is nowhere: the path is wrong, or the name is nearly right, or there is none like it. */
  async function unknown(id: string): Promise<OrreryError> {
    if (isPath(id)) return new OrreryError('not-found', `There is no model file at "${absolute(id)}". Check the path.`)
    const alike = (await catalogue)
      .map((one) => ({ id: one.id, likeness: one.id.includes(id) ? 1 : levenshteinSimilarity(id, one.id) }))
      .sort((a, b) => b.likeness - a.likeness)[0]
    const hint =
      alike && alike.likeness >= LIKE ? `Did you mean "${alike.id}"?` : 'See what there is with: orrery model list'
    return new OrreryError('not-found', `There is no model "${id}". ${hint}`)
  }

  async function modelOf(entry: Entry): Promise<Model> {
    const path = pathOf(entry)
    const size = await sizeOf(path)
    return {
      id: entry.id,
      title: entry.title,
      description: entry.description,
      license: entry.license,
      size: size ?? entry.size,
      memory: entry.memory,
      sha256: entry.sources[0]?.sha256 ?? null,
      path: size === null ? null : path,
      partial: size === null ? await partialBytes(path) : 0,
      bundled: entry.bundled !== undefined,
      active: await isActive(entry.id),
      published: entry.sampling,
      ...settingsOf(entry.id)
    }
  }

  async function localModel(path: string, size: number): Promise<Model> {
    return {
      id: path,
      title: await titleOf(path),
      description: 'A model file on this machine.',
      license: 'unknown',
      size,
      // Without reading it: the file, a fifth of it for keys and values, and 300 MB of work buffers.
      memory: Math.round(size * 1.2 + 3e8),
      sha256: null,
      path,
      partial: 0,
      bundled: false,
      active: await isActive(path),
      published: Sampling.parse({}),
      ...settingsOf(path)
    }
  }

  /** Of a file whose name says nothing, the title that the program which keeps it shows. */
  async function titleOf(path: string): Promise<string> {
    if (/\.gguf$/i.test(path)) return basename(path).replace(/\.gguf$/i, '')
    const found = (await findModels(places)).find((one) => one.path === path)
    return found?.title ?? basename(path)
  }

  function settingsOf(id: string): Settled {
    const { runtime, load, sampling } = settings.read().configured[id] ?? ModelSettings.parse({})
    return { runtime, load, sampling }
  }

  async function choice(): Promise<Active | null> {
    const chosen = settings.read().active
    if (chosen !== undefined) return chosen
    for (const entry of await catalogue) {
      if (entry.bundled && (await sizeOf(pathOf(entry))) !== null) return { model: entry.id }
    }
    return null
  }

  async function isActive(id: string): Promise<boolean> {
    const active = await choice()
    return active !== null && !('baseUrl' in active) && active.model === id
  }

  async function list(): Promise<Model[]> {
    const entries = await catalogue
    const own = new Set(entries.map(pathOf))
    const files = await readdir(folder).catch(() => [])
    const inFolder = files
      .filter((name) => name.endsWith('.gguf') && !isLaterPart(name))
      .map((name) => join(folder, name))
    const paths = new Set([...inFolder.sort(), ...settings.read().models])
    const locals = [...paths]
      .filter((path) => !own.has(path))
      .map(async (path) => {
        const size = await sizeOf(path)
        return size === null ? [] : [await localModel(path, size)]
      })
    return [...(await Promise.all(entries.map(modelOf))), ...(await Promise.all(locals)).flat()]
  }

  async function one(id: string): Promise<Model> {
    const { entry, path } = await find(id)
    if (entry) return modelOf(entry)
    const size = await sizeOf(path)
    if (size === null) throw await unknown(id)
    return localModel(path, size)
  }

  return {
    list,

    one,

    async info(id) {
      const { entry, path, size } = await onDisk(id)
      const header = await inspect(path)
      if (entry) return { model: await modelOf(entry), ...header, template: entry.template }
      const model = await localModel(path, size)
      return { model: { ...model, license: header.license ?? model.license }, ...header }
    },

    async resolve(id, { signal } = {}) {
      const { entry, path } = await onDisk(id)
      const { template } = entry ?? (await inspect(path, { signal }))
      const known = entry?.id ?? path
      const { runtime, load } = settingsOf(known)
      return {
        id: known,
        path,
        runtime,
        load,
        name: entry?.id ?? (await titleOf(path)),
        hash: await hashes.of(path, { signal }),
        template,
        contextSize: entry?.context ?? null,
        published: entry?.sampling ?? Sampling.parse({})
      }
    },

    async measure(id) {
      const { entry, path } = await find(id)
      if (entry?.layout && (await sizeOf(path)) === null) {
        return { of: { facts: entry.layout, size: entry.size }, contextSize: entry.context }
      }
      await onDisk(id)
      return { of: { path }, contextSize: entry?.context ?? null }
    },

    async *pull(id, { signal }) {
      const { entry, path } = await find(id)
      if (!entry) {
        if ((await sizeOf(path)) === null) throw await unknown(id)
        throw new OrreryError(
          'invalid-input',
          `"${id}" is on this machine already; use it with: orrery model use ${id}`
        )
      }
      if (pulling.has(id)) throw new OrreryError('busy', `"${id}" is already being downloaded.`)
      pulling.add(id)
      try {
        if ((await sizeOf(path)) === null) {
          if (entry.bundled) throw missing(entry)
          const sha256 = yield* download(entry, path, { signal, ...downloading })
          await hashes.remember(path, sha256)
        }
        yield { type: 'pulled', model: await modelOf(entry) }
      } finally {
        pulling.delete(id)
      }
    },

    async found() {
      const known = new Set((await list()).map(({ path }) => path))
      return (await findModels(places)).filter(({ path }) => !known.has(path))
    },

    settings: settingsOf,

    async configure(id, { runtime, load, sampling }) {
      const { id: known } = await one(id)
      settings.update(({ configured: { [known]: before = ModelSettings.parse({}), ...others }, ...rest }) => {
        const now: ModelSettings = {
          ...before,
          runtime: runtime ?? before.runtime,
          load: load ?? before.load,
          sampling: sampling === undefined ? before.sampling : sampling
        }
        const nothing = isDeepStrictEqual(now, ModelSettings.parse({}))
        return { ...rest, configured: nothing ? others : { ...others, [known]: now } }
      })
      return one(known)
    },

    async delete(id) {
      const { entry, path } = await find(id)
      const known = entry?.id ?? path
      if (entry?.bundled) {
        const why = `"${id}" comes with Orrery and is not deleted.`
        throw new OrreryError('forbidden', `${why} To answer with nothing: orrery model use none`)
      }
      if (pulling.has(known)) {
        throw new OrreryError('busy', `"${id}" is being downloaded. Stop the download before deleting it.`)
      }
      const ours = dirname(path) === folder && path.endsWith('.gguf')
      const files = ours ? [...(await partsOf(path)), ...leftoversOf(path)] : []
      const there = await Promise.all(files.map((file) => stat(file).catch(() => null)))
      if (there.every((one) => one === null) && !settings.read().models.includes(path)) {
        if (!entry) throw await unknown(id)
        throw new OrreryError(
          'not-found',
          `Nothing of the model "${id}" is on this machine, so there is nothing to delete.`
        )
      }
      try {
        for (const file of files) await rm(file, { recursive: true, force: true })
      } catch (error) {
        throw explain(error, path)
      }
      const wasActive = await isActive(known)
      settings.update(({ configured: { [known]: _old, ...configured }, ...rest }) => ({
        ...rest,
        configured,
        active: wasActive ? null : rest.active,
        models: rest.models.filter((one) => one !== path)
      }))
    },

    preferences: () => ({ idleMinutes: settings.read().idleMinutes }),
    setPreferences: (preferences) => settings.update((before) => ({ ...before, ...preferences })),

    active: choice,

    async setActive(active) {
      if (active === null || 'baseUrl' in active) return settings.update((before) => ({ ...before, active }))
      const { entry, path } = await find(active.model)
      const elsewhere = !entry && dirname(path) !== folder
      settings.update((before) => ({
        ...before,
        active: { model: entry?.id ?? path },
        models: elsewhere ? [...new Set([...before.models, path])] : before.models
      }))
    },

    notice: settings.notice
  }
}

/** Bytes of a file; `null` when there is none. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : null
}

/** Whether `id` is meant as a path: it has folders, or the ending of a model file. */
const isPath = (id: string) => !isName(id) || /\.gguf$/i.test(id)
const isName = (id: string) => !/[\\/]/.test(id)

// Two letters wrong in a short name, four in a long one: what is less alike is another model.
const LIKE = 0.7

/** The files of the model at `path`: a model split over several has them side by side. */
async function partsOf(path: string): Promise<string[]> {
  const [, stem] = /^(.*)-00001(-of-\d{5}\.gguf)$/.exec(basename(path)) ?? []
  if (stem === undefined) return [path]
  const names = await readdir(dirname(path)).catch(() => [])
  const count = basename(path).slice(stem.length + '-00001'.length)
  return names
    .filter(
      (name) =>
        name.startsWith(`${stem}-`) && name.endsWith(count) && /^-\d{5}$/.test(name.slice(stem.length, -count.length))
    )
    .map((name) => join(dirname(path), name))
}
