// What a GGUF file says of itself, read from its header.
import { open, stat } from 'node:fs/promises'
import type { GgufFileInfo } from 'node-llama-cpp'
import { z } from 'zod'
import type { ModelInfo } from '../core/api.ts'
import { OrreryError } from '../core/errors.ts'

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
export async function inspect(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<Header> {
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
    const reason = cause instanceof z.ZodError ? 'its header lacks what a model must say' : messageOf(cause)
    throw new OrreryError(
      'model-broken',
      `"${path}" is not a usable GGUF model file: ${reason}. Download it again, or choose another file.`,
      { cause }
    )
  }
}

/** The header of a file of `size` bytes, and its tensors. Throws an Error that says what is wrong with the file. */
export async function readHeader(path: string, size: number, { signal }: { signal?: AbortSignal } = {}) {
  await checkBeginning(path, size)
  // Loaded on first use: the library is large and most commands never look at a model.
  const { readGgufFileInfo } = await import('node-llama-cpp')
  const info = await readGgufFileInfo(path, { sourceType: 'filesystem', logWarnings: false, signal })
  const tensors = info.fullTensorInfo ?? []
  if (!tensors.length) throw new Error('it holds no weights')
  // Of a model in several files the others have sizes of their own.
  const cut = tensors.some(({ fileOffset, filePart }) => filePart === 1 && Number(fileOffset) >= size)
  if (cut) throw new Error('it ends before its weights do')
  return { info, tensors }
}

// The least that an entry takes: a length, a type and a byte; a length, a count of dimensions, a type and an offset.
const LEAST = { text: 13n, tensor: 24n }

/**
 * Throws unless the counts that a GGUF file begins with can be true of one of `size` bytes: the library reads zeros beyond a
 * file's end, and would go on for as long as a damaged count says (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md).
 */
async function checkBeginning(path: string, size: number): Promise<void> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(24), 0, 24, 0).finally(() => file.close())
  if (buffer.toString('latin1', 0, 4) !== 'GGUF') throw new Error('it does not begin as one does')
  const [tensors, texts] = [buffer.readBigUInt64LE(8), buffer.readBigUInt64LE(16)]
  if (tensors * LEAST.tensor + texts * LEAST.text > size) throw new Error('its header is damaged')
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
