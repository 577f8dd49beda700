// Reads from a GGUF header how large each part of the model is, so that it can be placed before anything is loaded.
import type { GgufFileInfo } from 'node-llama-cpp'
import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { readHeader } from '../../models/gguf/header.ts'
import { fileSize, goneFrom } from '../../models/gguf/parts.ts'
import type { ModelFacts, ModelLayer } from './fit.ts'

// Models have some hundred at most.
const MOST_LAYERS = 4096
// Per layer where layers differ, as in models that mix attention with something else.
const PerLayer = z.union([z.number(), z.array(z.number())])
const Architecture = z.looseObject({
  block_count: z.int().min(0).max(MOST_LAYERS),
  context_length: z.int(),
  nextn_predict_layers: z.int().min(0).default(0),
  embedding_length: z.int(),
  vocab_size: z.int().optional(),
  attention: z.looseObject({
    head_count: PerLayer,
    head_count_kv: PerLayer.optional(),
    key_length: z.int().optional(),
    value_length: z.int().optional()
  }),
  ssm: z
    .looseObject({ conv_kernel: z.int(), inner_size: z.int(), state_size: z.int(), group_count: z.int().default(0) })
    .optional()
})
const Tokenizer = z.looseObject({ tokenizer: z.looseObject({ ggml: z.looseObject({ tokens: z.array(z.unknown()) }) }) })

/**
 * The sizes of the model at `path`, split files included, and the chat template that it brings.
 * @throws OrreryError not-found, model-broken
 */
export async function readFacts(path: string): Promise<ModelFacts & { chatTemplate: string | null }> {
  if ((await fileSize(path)) === null) throw goneFrom(path)
  try {
    const { info } = await readHeader(path)
    return { ...factsOf(info), chatTemplate: info.metadata.tokenizer?.chat_template ?? null }
  } catch (cause) {
    const reason = cause instanceof Error && !(cause instanceof z.ZodError) ? `: ${cause.message}` : ''
    throw new OrreryError(
      'model-broken',
      `"${path}" does not declare the sizes of its parts${reason}. Choose another file, or open it with Orrery's own engine.`,
      { cause }
    )
  }
}

function factsOf(info: GgufFileInfo): ModelFacts {
  const model = Architecture.parse(info.architectureMetadata)
  const tensors = sizes(info)
  const { attention, ssm } = model
  const sum = (wanted: (name: string) => boolean, among = tensors) =>
    among.reduce((total, { name, bytes }) => total + (wanted(name) ? bytes : 0), 0)

  const byLayer = new Map<string, typeof tensors>()
  for (const tensor of tensors) {
    const [, layer = ''] = /^blk\.(\d+)\./.exec(tensor.name) ?? []
    const others = byLayer.get(layer)
    if (others) others.push(tensor)
    else byLayer.set(layer, [tensor])
  }
  const layers = Array.from({ length: model.block_count }, (_, index): ModelLayer => {
    const own = byLayer.get(String(index)) ?? []
    const heads = at(attention.head_count_kv ?? attention.head_count, index)
    const size = model.embedding_length / Math.max(1, at(attention.head_count, index))
    const recurrent = own.some(({ name }) => name.includes('.ssm_'))
    return {
      weights: sum((name) => !isExpert(name), own),
      experts: sum(isExpert, own),
      cachePerToken: recurrent ? 0 : heads * ((attention.key_length ?? size) + (attention.value_length ?? size)) * 2,
      state: recurrent && ssm ? stateBytes(ssm) : 0
    }
  })
  const embedding = sum((name) => name === 'token_embd.weight')
  const output = sum((name) => !name.startsWith('blk.') && name !== 'token_embd.weight')
  // Without a matrix of its own for the output, the embedding is used for it and lies on the GPU a second time.
  const tied = !tensors.some(({ name }) => name === 'output.weight')
  return {
    layers,
    embedding,
    output: output + (tied ? embedding : 0),
    vocabulary: model.vocab_size ?? Tokenizer.parse(info.metadata).tokenizer.ggml.tokens.length,
    contextLength: model.context_length,
    // Some conversions name the layers and leave their weights out.
    predictors: tensors.some(({ name }) => name.includes('.nextn.')) ? model.nextn_predict_layers : 0
  }
}

const isExpert = (name: string) => /_exps\b/.test(name)
const at = (value: number | number[], index: number) => (typeof value === 'number' ? value : (value[index] ?? 0))

/** Bytes of one recurrent layer's state: f32, the matrix and the last inputs of its convolution. */
function stateBytes(ssm: NonNullable<z.infer<typeof Architecture>['ssm']>): number {
  const convolved = (ssm.conv_kernel - 1) * (ssm.inner_size + 2 * ssm.group_count * ssm.state_size)
  return 4 * (ssm.inner_size * ssm.state_size + convolved)
}

/** Each tensor's bytes: up to where the next one of its file begins. The last has none after it and takes its file's average. */
function sizes(info: GgufFileInfo): { name: string; bytes: number }[] {
  const tensors = [...(info.fullTensorInfo ?? [])].sort(
    (a, b) => a.filePart - b.filePart || Number(a.fileOffset) - Number(b.fileOffset)
  )
  const measured = tensors.map((tensor, index) => {
    const next = tensors[index + 1]
    const numbers = tensor.dimensions.reduce<number>((all, one) => all * Number(one), 1)
    const bytes = next?.filePart === tensor.filePart ? Number(next.fileOffset) - Number(tensor.fileOffset) : null
    return { name: tensor.name, part: tensor.filePart, numbers, bytes }
  })
  return measured.map(({ name, part, numbers, bytes }) => {
    if (bytes !== null) return { name, bytes }
    const beside = measured.filter((other) => other.part === part && other.bytes !== null)
    const each = total(beside, 'bytes') / Math.max(1, total(beside, 'numbers'))
    return { name, bytes: Math.round(numbers * each) }
  })
}

function total<K extends string>(of: Record<K, number | null>[], key: K): number {
  return of.reduce((sum, one) => sum + (one[key] ?? 0), 0)
}
