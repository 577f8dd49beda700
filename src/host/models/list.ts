// Models as they are listed: the catalogue, the models folder, and files elsewhere that were used once.
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Model } from '../../core/contract/models.ts'
import { Sampling } from '../../core/tree/model.ts'
import type { SettingsFile } from '../data/settings.ts'
import type { CatalogueModel } from './catalogue.ts'
import type { Choices } from './choose.ts'
import { partialBytes } from './download.ts'
import type { Finder } from './find.ts'
import { findModels, type ModelFolders } from './found.ts'
import { fileSize, isLaterPart, modelSize } from './gguf/parts.ts'
import type { JudgeModelFile } from './judge.ts'

export interface Lists {
  /** The catalogue, then other .gguf files of the models folder, then files elsewhere that were used once. */
  list(): Promise<Model[]>
  /** One of the catalogue, or a file. @throws OrreryError not-found */
  one(id: string): Promise<Model>
  ofEntry(entry: CatalogueModel): Promise<Model>
  /** `size`: of all of its parts. */
  ofFile(path: string, size: number): Promise<Model>
  /** Of a file whose name says nothing, the title that the program which keeps it shows. */
  titleOf(path: string): Promise<string>
}

export function createLists({
  finder: { folder, catalogue, pathOf, find, unknown },
  choices,
  settings,
  places,
  judge
}: {
  finder: Finder
  choices: Choices
  settings: SettingsFile
  places: ModelFolders | undefined
  judge: JudgeModelFile
}): Lists {
  async function ofEntry(entry: CatalogueModel): Promise<Model> {
    const path = pathOf(entry)
    const size = await fileSize(path)
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
      active: await choices.isActive(entry.id),
      published: entry.sampling,
      ...choices.settings(entry.id),
      ...(entry.embeds && {
        embeds: true as const,
        unfit: 'It is an embedding model: it turns text into numbers and cannot write any.'
      })
    }
  }

  async function ofFile(path: string, size: number): Promise<Model> {
    const unfit = await judge(path)
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
      active: await choices.isActive(path),
      published: Sampling.parse({}),
      ...choices.settings(path),
      ...(unfit && { unfit })
    }
  }

  async function titleOf(path: string): Promise<string> {
    if (/\.gguf$/i.test(path)) return basename(path).replace(/\.gguf$/i, '')
    const found = (await findModels(places)).find((one) => one.path === path)
    return found?.title ?? basename(path)
  }

  return {
    ofEntry,
    ofFile,
    titleOf,

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
          const size = await modelSize(path)
          return size === null ? [] : [await ofFile(path, size)]
        })
      return [...(await Promise.all(entries.map(ofEntry))), ...(await Promise.all(locals)).flat()]
    },

    async one(id) {
      const { entry, path } = await find(id)
      if (entry) return ofEntry(entry)
      const size = await modelSize(path)
      if (size === null) throw await unknown(id)
      return ofFile(path, size)
    }
  }
}
