// What a GGUF file says of itself, read from its header.
import { basename } from 'node:path'
import type { GgufFileInfo } from 'node-llama-cpp'
import { z } from 'zod'
import type { ModelInfo } from '../../../core/contract/models.ts'
import { OrreryError } from '../../../core/errors.ts'
import { trimEndOf } from '../../../core/text/plain.ts'
import type { TemplateKind } from '../../../core/tree/model.ts'
import { checkHeader, type HeaderOutline } from './check.ts'
import { unfit } from './kind.ts'
import { checkFirstPart, fileSize, partOf, partsOf } from './parts.ts'

export type Header = Omit<ModelInfo, 'model' | 'chat'>

// The published names of Word2World's checkpoints, as repositories and converters spell them.
const WORD2WORLD = /world ?-?_?model[ _-](?:alfworld|sciworld|textworld|webshop)/i

// Below this a model follows a short prompt with demonstrations better than a long one with rules.
const SMALL_PARAMETERS = 1e9

const Metadata = z.looseObject({
  general: z.looseObject({
    architecture: z.string(),
    file_type: z.int().optional(),
    name: z.string().optional(),
    license: z.string().optional()
  }),
  tokenizer: z.looseObject({ chat_template: z.string().optional() }).optional()
})
const Architecture = z.looseObject({ context_length: z.int().optional() })

/**
 * Reads the header of the model file at `path`. `embeds`: it need not write text.
 * @throws OrreryError not-found; invalid-input when it is no model that writes text, or a later part of one; model-broken when it is no GGUF
 * file, or ends before its weights do
 */
export async function inspect(
  path: string,
  { signal, embeds }: { signal?: AbortSignal | undefined; embeds?: boolean | undefined } = {}
): Promise<Header> {
  const size = await fileSize(path)
  if (size === null) throw new OrreryError('not-found', `There is no model file at "${path}". Check the path.`)
  checkFirstPart(path)
  try {
    const outlines = await readOutlines(path)
    refuseUnfit(path, outlines, { embeds })
    const { info, tensors } = await readInfo(path, outlines, { signal })
    const { GgufFileType } = await import('node-llama-cpp')
    const { general, tokenizer } = Metadata.parse(info.metadata)
    const parameters = countParameters(tensors)
    const type = general.file_type === undefined ? undefined : GgufFileType[general.file_type]
    return {
      name: general.name ?? null,
      license: general.license ?? null,
      architecture: general.architecture,
      parameters,
      contextLength: Architecture.parse(info.architectureMetadata ?? {}).context_length ?? null,
      quantization: type?.replace(/^(MOSTLY|ALL)_/, '') ?? 'unknown',
      template: templateOf([general.name ?? '', basename(path)], parameters),
      chatTemplate: tokenizer?.chat_template ?? null
    }
  } catch (cause) {
    signal?.throwIfAborted()
    throw unusable(path, cause)
  }
}

/**
 * Why the file at `path` cannot be a world's model, as a sentence; `null` where it can. Quicker than `inspect`: only what tells is read.
 * A file that cannot be read is told of when it is chosen.
 */
export async function whyUnfit(path: string): Promise<string | null> {
  try {
    const found = unfit(await readOutlines(path))
    return found && `It ${found.why}`
  } catch (error) {
    return error instanceof MissingPart ? `It is not complete: ${error.message}.` : null
  }
}

/** The file at `path` is no model that writes text. @throws OrreryError invalid-input */
export async function checkFit(path: string): Promise<void> {
  checkFirstPart(path)
  try {
    refuseUnfit(path, await readOutlines(path))
  } catch (cause) {
    throw unusable(path, cause)
  }
}

/** The header of the model at `path`, and its tensors. Throws an Error that says what is wrong with the file. */
export async function readHeader(path: string) {
  return readInfo(path, await readOutlines(path), {})
}

/** A part of a split model that is not there. */
class MissingPart extends Error {}

interface Part extends HeaderOutline {
  size: number
}

/** The outlines of the file at `path`, and of all that it is split into. */
async function readOutlines(path: string): Promise<Part[]> {
  const parts: Part[] = []
  const paths = partsOf(path)
  for (const [index, part] of paths.entries()) {
    const size = await fileSize(part)
    const named = `its part ${index + 1} of ${paths.length}`
    if (size === null) throw new MissingPart(`${named} is missing: ${part}`)
    try {
      parts.push({ ...(await checkHeader(part, size)), size })
    } catch (cause) {
      if (paths.length === 1 || isForbidden(cause)) throw cause
      throw new Error(`${named} cannot be read (${part}): ${messageOf(cause)}`, { cause })
    }
  }
  return parts
}

async function readInfo(path: string, parts: readonly Part[], { signal }: { signal?: AbortSignal | undefined }) {
  // Loaded on first use: the library is large and most commands never look at a model.
  const { readGgufFileInfo } = await import('node-llama-cpp')
  const info = await readGgufFileInfo(path, { sourceType: 'filesystem', logWarnings: false, ...(signal && { signal }) })
  const tensors = info.fullTensorInfo ?? []
  if (!tensors.length) throw new Error('it has no weights')
  const cut = tensors.find(({ fileOffset, filePart }) => Number(fileOffset) >= (parts[filePart - 1]?.size ?? 0))
  if (!cut) return { info, tensors }
  const part = partOf(path) ? `its part ${cut.filePart} of ${parts.length}` : 'it'
  throw new Error(`${part} is truncated`)
}

function refuseUnfit(path: string, parts: readonly HeaderOutline[], { embeds = false } = {}): void {
  const found = unfit(parts, { embeds })
  if (!found) return
  if (found.broken) throw new Error(trimEndOf(`it ${found.why}`, '.'))
  throw new OrreryError(
    'invalid-input',
    `"${basename(path)}" ${found.why} Choose a model that writes text; see those that there are with: orrery model list`
  )
}

function unusable(path: string, cause: unknown): OrreryError {
  if (cause instanceof OrreryError) return cause
  if (isForbidden(cause)) {
    return new OrreryError(
      'not-found',
      `The model file "${path}" may not be read: permission denied. Allow reading it, or choose another model.`,
      { cause }
    )
  }
  const reason = cause instanceof z.ZodError ? 'its header lacks required fields' : messageOf(cause)
  return new OrreryError(
    'model-broken',
    `"${path}" is not a usable GGUF model file: ${reason}. Download it again, or choose another file.`,
    { cause }
  )
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(EACCES|EPERM)$/.test(String(error.code))

function templateOf(names: string[], parameters: number): TemplateKind {
  if (names.some((name) => WORD2WORLD.test(name))) return 'word2world'
  return parameters < SMALL_PARAMETERS ? 'small' : 'standard'
}

function countParameters(tensors: NonNullable<GgufFileInfo['fullTensorInfo']>): number {
  return tensors.reduce((sum, { dimensions }) => sum + dimensions.reduce<number>((all, one) => all * Number(one), 1), 0)
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
