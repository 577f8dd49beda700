// What a GGUF file says of itself, read from its header.
import { stat } from 'node:fs/promises'
import type { GgufFileInfo } from 'node-llama-cpp'
import { z } from 'zod'
import type { ModelInfo } from '../../core/api.ts'
import { OrreryError } from '../../core/errors.ts'
import { checkHeader } from './check.ts'

export type Header = Omit<ModelInfo, 'model'>

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
 * Reads the header of the model file at `path`.
 * @throws OrreryError not-found; model-broken when it is no GGUF file, or ends before its weights do
 */
export async function inspect(path: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<Header> {
  const size = await sizeOf(path)
  try {
    const { info, tensors } = await readHeader(path, size, { signal })
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
      template: parameters < SMALL_PARAMETERS ? 'small' : 'standard',
      chatTemplate: tokenizer?.chat_template ?? null
    }
  } catch (cause) {
    signal?.throwIfAborted()
    const reason = cause instanceof z.ZodError ? 'its header lacks required fields' : messageOf(cause)
    throw new OrreryError(
      'model-broken',
      `"${path}" is not a usable GGUF model file: ${reason}. Download it again, or choose another file.`,
      { cause }
    )
  }
}

/** The header of a file of `size` bytes, and its tensors. Throws an Error that says what is wrong with the file. */
export async function readHeader(path: string, size: number, { signal }: { signal?: AbortSignal | undefined } = {}) {
  for (const part of partsOf(path)) await checkHeader(part, part === path ? size : (await stat(part)).size)
  // Loaded on first use: the library is large and most commands never look at a model.
  const { readGgufFileInfo } = await import('node-llama-cpp')
  const info = await readGgufFileInfo(path, { sourceType: 'filesystem', logWarnings: false, ...(signal && { signal }) })
  const tensors = info.fullTensorInfo ?? []
  if (!tensors.length) throw new Error('it has no weights')
  // Of a model in several files the others have sizes of their own.
  const cut = tensors.some(({ fileOffset, filePart }) => filePart === 1 && Number(fileOffset) >= size)
  if (cut) throw new Error('it is truncated')
  return { info, tensors }
}

// The largest models there are come in some hundred files.
const MOST_PARTS = 1_000

/** The files that the library reads with `path`: all of a split model, told from the name. */
function partsOf(path: string): string[] {
  const [ending = '', part, parts] = /-(\d{5})-of-(\d{5})\.gguf$/.exec(path) ?? []
  const count = Number(parts ?? 1)
  if (!ending || Number(part) < 1 || Number(part) > count) return [path]
  if (count > MOST_PARTS) throw new Error(`its name declares ${count} parts`)
  const stem = path.slice(0, -ending.length)
  return Array.from({ length: count }, (_, index) => `${stem}-${String(index + 1).padStart(5, '0')}-of-${parts}.gguf`)
}

function countParameters(tensors: NonNullable<GgufFileInfo['fullTensorInfo']>): number {
  return tensors.reduce((sum, { dimensions }) => sum + dimensions.reduce<number>((all, one) => all * Number(one), 1), 0)
}

async function sizeOf(path: string): Promise<number> {
  const file = await stat(path).catch(() => null)
  if (file?.isFile()) return file.size
  throw new OrreryError('not-found', `There is no model file at "${path}". Check the path.`)
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
