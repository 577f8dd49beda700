// Models that other programs keep on this machine: found by the way each of them lays out its folders, and only read.

import type { Dirent } from 'node:fs'
import { open, opendir, readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { FoundModel } from '../../core/contract/models.ts'
import { parseJson } from '../../core/text/json.ts'
import { isPlain } from '../data/regular-file.ts'
import { isLaterPart, modelSize } from './gguf/parts.ts'

/** What tests replace. */
export interface ModelFolders {
  env?: NodeJS.ProcessEnv
  /** The person's home folder. */
  home?: string
  platform?: NodeJS.Platform
}

/**
 * The GGUF models of Ollama, LM Studio and the Hugging Face cache, in that order, each file once. What cannot be read is passed
 * over: another program's folders may be half written, of a newer layout, or not ours to see.
 */
export async function findModels(places: ModelFolders = {}): Promise<FoundModel[]> {
  const found = [...(await ollama(places)), ...(await lmStudio(places)), ...(await huggingFace(places))]
  const checked = await each(found, async (one) => [{ one, file: await modelFile(one.path) }])
  const seen = new Set<string>()
  return checked.flatMap(({ one, file }) => {
    if (file === null || seen.has(file.real)) return []
    seen.add(file.real)
    return [{ ...one, size: file.size }]
  })
}

type Found = Omit<FoundModel, 'size'>

const Manifest = z.looseObject({ layers: z.array(z.looseObject({ mediaType: z.string(), digest: z.string() })) })
// Weights have this type; adapters, projectors, templates and licenses have others.
const WEIGHTS = 'application/vnd.ollama.image.model'

/** `manifests/<registry>/<namespace>/<name>/<tag>` names the blob that holds the weights. */
async function ollama({
  env = process.env,
  home = homedir(),
  platform = process.platform
}: ModelFolders): Promise<Found[]> {
  // Installed as a Linux service, Ollama is a user of its own.
  const service = platform === 'linux' ? ['/usr/share/ollama/.ollama/models'] : []
  const roots = env.OLLAMA_MODELS ? [env.OLLAMA_MODELS] : [join(home, '.ollama', 'models'), ...service]
  return each(roots, async (root) => {
    const manifests = join(root, 'manifests')
    // A namespace may have a part more, as the models that Ollama fetches from other hubs do.
    const names = await filesUnder(manifests, { depth: 6 })
    return each(names, async (parts) => {
      const text = await textOf(join(manifests, parts.join('/')))
      const digest = weightsOf(text)
      return digest ? [{ source: 'ollama', title: ollamaTitle(parts), path: join(root, 'blobs', digest) }] : []
    })
  })
}

/** The blob's file name in a manifest; `null` when there is none. A digest is checked, since it becomes a part of a path. */
function weightsOf(manifest: string): string | null {
  try {
    const { layers } = Manifest.parse(parseJson(manifest))
    const digest = layers.find(({ mediaType }) => mediaType === WEIGHTS)?.digest ?? ''
    return /^sha256:[0-9a-f]{64}$/.test(digest) ? digest.replace(':', '-') : null
  } catch {
    return null
  }
}

/** As `ollama list` says it: what goes without saying is left out. */
function ollamaTitle(parts: string[]): string {
  const [registry = '', ...path] = parts.slice(0, -1)
  const named = registry === 'registry.ollama.ai' ? path : [registry, ...path]
  const short = named[0] === 'library' ? named.slice(1) : named
  return `${short.join('/')}:${parts.at(-1)}`
}

/** `<publisher>/<repository>/<file>.gguf`, under a folder that a person may have moved. */
async function lmStudio({ home = homedir() }: ModelFolders): Promise<Found[]> {
  const moved = (await textOf(join(home, '.lmstudio-home-pointer'))).trim()
  const homes = [...(moved ? [moved] : []), join(home, '.lmstudio'), join(home, '.cache', 'lm-studio')]
  const roots = homes.map((folder) => join(folder, 'models'))
  return each(roots, async (root) => {
    const files = await filesUnder(root, { depth: 4 })
    return files.filter(isModel).map((parts) => named('lm-studio', root, parts))
  })
}

/** `models--<owner>--<name>/snapshots/<commit>/<file>.gguf`: links into `blobs`, kept by the name that says what they are. */
async function huggingFace({ env = process.env, home = homedir() }: ModelFolders): Promise<Found[]> {
  const cache = env.HF_HOME ?? join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'huggingface')
  const root = env.HF_HUB_CACHE ?? env.HUGGINGFACE_HUB_CACHE ?? join(cache, 'hub')
  const repositories = (await entriesOf(root, MOST_ENTRIES)).filter(({ name }) => name.startsWith('models--'))
  return each(repositories, async ({ name }) => {
    const snapshots = join(root, name, 'snapshots')
    const files = await filesUnder(snapshots, { depth: 4 })
    return files.filter(isModel).map((parts) => named('hugging-face', snapshots, parts))
  })
}

function named(source: Found['source'], root: string, parts: string[]): Found {
  return {
    source,
    title: basename(parts.at(-1) ?? '', '.gguf').replace(/-00001-of-\d{5}$/, ''),
    path: join(root, parts.join('/'))
  }
}

/** Not the later parts of a split model, which come with the first, nor what turns pictures into tokens. */
function isModel(parts: string[]): boolean {
  const name = parts.at(-1) ?? ''
  return /\.gguf$/i.test(name) && !isLaterPart(name) && !/mmproj/i.test(name)
}

// More than any collection has: what goes on beyond it is no collection of models.
const MOST_ENTRIES = 20_000

/**
 * The files under `root`, each as its path's parts, at most `depth` of them, in the order of their names. Folders behind links
 * are not entered, so no walk goes round in circles; files behind links count.
 */
async function filesUnder(root: string, { depth }: { depth: number }): Promise<string[][]> {
  const files: string[][] = []
  let left = MOST_ENTRIES
  async function walk(parts: string[]): Promise<void> {
    for (const entry of await entriesOf(join(root, parts.join('/')), left)) {
      if (--left < 0) return
      const path = [...parts, entry.name]
      if (entry.isFile() || entry.isSymbolicLink()) files.push(path)
      else if (entry.isDirectory() && path.length < depth) await walk(path)
    }
  }
  await walk([])
  return files
}

/** What is in the folder, at most `most` of it. */
async function entriesOf(folder: string, most: number): Promise<Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder)) {
      if (entries.push(entry) >= most) break
    }
  } catch {
    // Not there, not ours to see, or gone meanwhile: what was seen counts.
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

// A manifest has some hundred bytes.
const MOST_BYTES = 1_000_000

/** `''` for what is no text of a usual size: opening a pipe would wait for its other end. */
async function textOf(path: string): Promise<string> {
  return isPlain(path, { most: MOST_BYTES }) ? readFile(path, 'utf8').catch(() => '') : ''
}

/** The file itself when it begins as GGUF files do: Ollama keeps other kinds of weights too, and downloads stop halfway. */
async function modelFile(path: string): Promise<{ real: string; size: number } | null> {
  try {
    const found = await stat(path)
    // Opening a pipe would wait for its other end.
    if (!found.isFile()) return null
    const file = await open(path)
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
    if (buffer.toString('latin1') !== 'GGUF') return null
    return { real: await realpath(path), size: (await modelSize(path)) ?? found.size }
  } catch {
    return null
  }
}

// Every file that is open at once takes one of the thousand that a process may have.
const AT_ONCE = 16

async function each<T, R>(items: T[], find: (item: T) => Promise<R[]>): Promise<R[]> {
  const found: R[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    for (const one of (await Promise.all(items.slice(from, from + AT_ONCE).map(find))).flat()) found.push(one)
  }
  return found
}
