// The models of this machine: the catalogue, what is on disk, what is being downloaded, and which one answers.
import { readdir, stat } from 'node:fs/promises'
import { resolve as absolute, basename, dirname, join } from 'node:path'
import type { Model, ModelInfo, StreamEvent } from '../core/api.ts'
import { OrreryError } from '../core/errors.ts'
import { type Entry, readCatalogue } from './catalogue.ts'
import { type DownloadOptions, download, partialBytes } from './download.ts'
import { inspect } from './gguf.ts'
import { openHashes } from './hashes.ts'
import { type Active, openSettings } from './settings.ts'

/** What the engine needs to load a model. */
export interface Resolved {
  path: string
  name: string
  hash: string
  template: 'standard' | 'small'
  /** Tokens of context to open it with; `null` when the catalogue has no opinion. */
  contextSize: number | null
}

export interface Models {
  /** The catalogue, then other .gguf files of the models folder, then files elsewhere that were used once. */
  list(): Promise<Model[]>
  /** @throws OrreryError not-found, model-broken */
  info(id: string): Promise<ModelInfo>
  /** The file behind a catalogue id or path, hashed. @throws OrreryError not-found, model-broken */
  resolve(id: string, options?: { signal?: AbortSignal }): Promise<Resolved>
  /** Downloads a catalogue model. @throws OrreryError not-found, busy, cancelled, disk-full, download-failed */
  pull(id: string, options: { signal: AbortSignal }): AsyncGenerator<StreamEvent<'models.pull'>>
  active(): Active | null
  /** Remembers the choice for the next start; a local file is remembered by its absolute path. */
  setActive(active: Active | null): Promise<void>
  /** What was wrong with the settings file, for the person to know; `null` when nothing was. */
  notice(): string | null
}

/** Opens the models of the data folder `home`; `resources` holds the catalogue. */
export function createModels({
  home,
  resources,
  ...downloading
}: { home: string; resources: string } & DownloadOptions): Models {
  const folder = join(home, 'models')
  const settings = openSettings(home)
  const hashes = openHashes(join(folder, 'hashes.json'))
  const catalogue = readCatalogue(resources)
  // Whoever asks first is told; until then a broken catalogue must not end the process.
  catalogue.catch(() => {})
  const pulling = new Set<string>()

  const pathOf = (entry: Entry) => join(folder, `${entry.id}.gguf`)

  /** The catalogue entry called `id`, or the local file it names, which need not exist. */
  async function find(id: string): Promise<{ entry: Entry; path: string } | { entry: null; path: string }> {
    const entry = (await catalogue).find((one) => one.id === id)
    if (entry) return { entry, path: pathOf(entry) }
    const inFolder = join(folder, id)
    return { entry: null, path: !/[\\/]/.test(id) && (await sizeOf(inFolder)) !== null ? inFolder : absolute(id) }
  }

  async function onDisk(id: string): Promise<{ entry: Entry | null; path: string; size: number }> {
    const { entry, path } = await find(id)
    const size = await sizeOf(path)
    if (size !== null) return { entry, path, size }
    if (entry) {
      throw new OrreryError(
        'not-found',
        `The model "${id}" is not on this machine. Get it with: orrery model pull ${id}`
      )
    }
    const known = (await catalogue).map((one) => one.id).join(', ')
    throw new OrreryError(
      'not-found',
      `There is no model "${id}": it is neither a model file nor in the catalogue (${known}).`
    )
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
      active: isActive(entry.id)
    }
  }

  function localModel(path: string, size: number): Model {
    return {
      id: path,
      title: basename(path, '.gguf'),
      description: 'A model file on this machine.',
      license: 'unknown',
      size,
      // Without reading it: the file, a fifth of it for keys and values, and 300 MB of work buffers.
      memory: Math.round(size * 1.2 + 3e8),
      sha256: null,
      path,
      partial: 0,
      active: isActive(path)
    }
  }

  function isActive(id: string): boolean {
    const { active } = settings.read()
    return active !== null && !('baseUrl' in active) && active.model === id
  }

  return {
    async list() {
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
          return size === null ? [] : [localModel(path, size)]
        })
      return [...(await Promise.all(entries.map(modelOf))), ...(await Promise.all(locals)).flat()]
    },

    async info(id) {
      const { entry, path, size } = await onDisk(id)
      const header = await inspect(path)
      if (!entry) return { model: localModel(path, size), ...header }
      return { model: await modelOf(entry), ...header, template: entry.template }
    },

    async resolve(id, { signal } = {}) {
      const { entry, path } = await onDisk(id)
      const { template } = entry ?? (await inspect(path, { signal }))
      return {
        path,
        name: entry?.id ?? basename(path, '.gguf'),
        hash: await hashes.of(path, { signal }),
        template,
        contextSize: entry?.context ?? null
      }
    },

    async *pull(id, { signal }) {
      const { entry, path } = await find(id)
      if (!entry) {
        const known = (await catalogue).map((one) => one.id).join(', ')
        throw new OrreryError('not-found', `"${id}" is not in the catalogue. Models to pull: ${known}.`)
      }
      if (pulling.has(id)) throw new OrreryError('busy', `"${id}" is already being downloaded.`)
      pulling.add(id)
      try {
        if ((await sizeOf(path)) === null) {
          const sha256 = yield* download(entry, path, { signal, ...downloading })
          await hashes.remember(path, sha256)
        }
        yield { type: 'pulled', model: await modelOf(entry) }
      } finally {
        pulling.delete(id)
      }
    },

    active: () => settings.read().active,

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

/** A model split over several files is opened by its first. */
const isLaterPart = (name: string) => /-(?!00001)\d{5}-of-\d{5}\.gguf$/.test(name)
