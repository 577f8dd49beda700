// Where a model is: a catalogue id, a name in the models folder, a path, or what another program calls it.
import { resolve as absolute, join } from 'node:path'
import type { Unconverted } from '../../core/contract/models.ts'
import { levenshteinSimilarity } from '../../core/control/evaluate/metrics.ts'
import { OrreryError } from '../../core/errors.ts'
import { type CatalogueModel, readCatalogue } from './catalogue.ts'
import { findModels, type ModelFolders } from './found.ts'
import { fileSize, modelSize } from './gguf/parts.ts'

/** The catalogue entry that was meant, if one was, and where its file is or would be. */
export interface ModelPlace {
  entry: CatalogueModel | null
  path: string
}

export interface Finder {
  /** The models folder. */
  folder: string
  catalogue: Promise<CatalogueModel[]>
  unconverted: Promise<Unconverted[]>
  pathOf(entry: CatalogueModel): string
  /** A path need not lead anywhere. */
  find(id: string): Promise<ModelPlace>
  /** As `find`, of a file that is there, with the size of all of its parts. @throws OrreryError not-found */
  onDisk(id: string): Promise<ModelPlace & { size: number }>
  /** What is said of a model that is nowhere: the path is wrong, or the name is nearly right, or there is none like it. */
  unknown(id: string): Promise<OrreryError>
  /** What is said of a model that should have come with Orrery. */
  missing(entry: CatalogueModel): OrreryError
}

// Two letters wrong in a short name, four in a long one: what is less alike is another model.
const LIKE = 0.7

export function createFinder({
  home,
  resources,
  places
}: {
  home: string
  resources: string
  places: ModelFolders | undefined
}): Finder {
  const folder = join(home, 'models')
  const read = readCatalogue(resources)
  const catalogue = read.then(({ models }) => models)
  const unconverted = read.then((all) => all.unconverted)
  // Whoever asks first is told; until then a broken catalogue must not end the process.
  catalogue.catch(() => {})
  unconverted.catch(() => {})

  const pathOf = (entry: CatalogueModel) =>
    entry.bundled ? join(resources, entry.bundled) : join(folder, `${entry.id}.gguf`)

  async function find(id: string): Promise<ModelPlace> {
    const entry = (await catalogue).find((one) => one.id === id)
    if (entry) return { entry, path: pathOf(entry) }
    const inFolder = join(folder, id)
    if (isPath(id))
      return { entry: null, path: isName(id) && (await fileSize(inFolder)) !== null ? inFolder : absolute(id) }
    const elsewhere = (await findModels(places)).find(({ title }) => title === id)
    return { entry: null, path: elsewhere?.path ?? absolute(id) }
  }

  const missing = (entry: CatalogueModel) =>
    new OrreryError(
      'not-found',
      `"${entry.id}" is bundled with Orrery, but its file is missing: ${pathOf(entry)}. Reinstall Orrery.`
    )

  async function unknown(id: string): Promise<OrreryError> {
    const wanted = id.toLowerCase()
    const weights = (await unconverted).find(({ repository }) => {
      const name = repository.toLowerCase()
      return wanted === name || wanted === name.split('/').at(-1)
    })
    if (weights) return new OrreryError('not-found', unopened(weights))
    if (isPath(id)) return new OrreryError('not-found', `There is no model file at "${absolute(id)}". Check the path.`)
    const alike = (await catalogue)
      .map((one) => ({ id: one.id, likeness: one.id.includes(id) ? 1 : levenshteinSimilarity(id, one.id) }))
      .sort((a, b) => b.likeness - a.likeness)[0]
    const hint =
      alike && alike.likeness >= LIKE ? `Did you mean "${alike.id}"?` : 'List the models with: orrery model list'
    return new OrreryError('not-found', `There is no model "${id}". ${hint}`)
  }

  async function onDisk(id: string): Promise<ModelPlace & { size: number }> {
    const { entry, path } = await find(id)
    const size = await modelSize(path)
    if (size !== null) return { entry, path, size }
    if (!entry) throw await unknown(id)
    if (entry.bundled) throw missing(entry)
    throw new OrreryError(
      'not-found',
      `The model "${id}" is not on this machine. Download it with: orrery model pull ${id}`
    )
  }

  return { folder, catalogue, unconverted, pathOf, find, onDisk, unknown, missing }
}

/** Whether `id` is meant as a path: it has folders, or the ending of a model file. */
const isPath = (id: string) => !isName(id) || /\.gguf$/i.test(id)
const isName = (id: string) => !/[\\/]/.test(id)

function unopened({ repository }: Unconverted): string {
  const name = repository.split('/').at(-1)
  return `"${repository}" is published as safetensors, which Orrery does not open. Make a GGUF file of it with llama.cpp: python convert_hf_to_gguf.py FOLDER --outtype q8_0 --outfile ${name}.gguf. Then: orrery model use ${name}.gguf`
}
