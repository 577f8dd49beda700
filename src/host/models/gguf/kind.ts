// What a GGUF file is, where it is not a model that writes text: judged from its header, since most of them load and then "answer" with noise.
import type { HeaderOutline } from './check.ts'

/** A kind of file that cannot answer as a world: what it is, and why that is no model to choose. */
interface Kind {
  what: string
  why: string
  /** It may as well be a model whose header is damaged. */
  broken?: true
  /** It gives vectors. */
  embeds?: true
  is(file: File): boolean
}

interface File extends HeaderOutline {
  architecture: string
  /** What the file declares itself to be; `model` where it says nothing. */
  type: string
  /** A value of the model's own architecture, such as its pooling type. */
  own(key: string): string | number | boolean | undefined
}

// llama.cpp's enum llama_pooling_type: none, mean, cls, last, rank; unspecified is -1, which some write without a sign.
const POOLED = [1, 2, 3]
const RANK = 4
// `pangu-embedded` is no embedding model: it is made for embedded devices.
const EMBEDDING = /bert|(^|[-_])embed(ding)?s?$|^t5encoder$/
const DRAFT = /(^|[-_.])(eagle\d*|dflash|medusa|hydra|mtp|nextn|draft(er)?|assistant)$/
const AUDIO =
  /tts|wavtokenizer|codec|whisper|kokoro|parakeet|moonshine|^(snac|mimi|dac|bark|vits|dia|csm|piper|voxcpm|chatterbox|musicgen|seamless)([-_.]|$)/
const PICTURES =
  /diffusion|^(flux|sd|sdxl|aura|auraflow|ltxv?|hyvid|hunyuan[-_]?(video|dit|image)|wan|hidream|cosmos|lumina|qwen[-_]image|pixart|chroma|mochi|cogvideox?|kolors|sana|z[-_]image|omnigen|vae|unet|pig|svd|animatediff)([-_.]?v?\d[\w.]*)?([-_.]|$)/
// What the parts of a picture model are called in files that say nothing else of themselves.
const PICTURE_TENSORS =
  /^(model\.diffusion_model|first_stage_model|cond_stage_model|double_blocks|single_blocks|joint_blocks|input_blocks|down_blocks|transformer_blocks|double_stream_modulation|(en|de)coder\.(up|down)(_blocks)?)\./
const DIFFUSION_TEXT = /^(dream|llada|rnd1|sdar|mmada)([-_.]|$)/
// Tags as the model hubs have them. Those of the second list are on models that write, whatever else they do.
const TAGS: [tag: RegExp, kind: 'embedding' | 'reranker' | 'audio' | 'pictures'][] = [
  [/^(sentence-transformers|sentence-similarity)$/, 'embedding'],
  [/^(text-ranking|reranker|cross-encoder)$/, 'reranker'],
  [/^(text-to-speech|text-to-audio|automatic-speech-recognition)$/, 'audio'],
  [/^(text-to-image|image-to-image|text-to-video|image-to-video)$/, 'pictures']
]
const WRITES =
  /^(text-generation|conversational|text2text-generation|image-text-to-text|video-text-to-text|audio-text-to-text|any-to-any|chat|instruct|code)$/

function tagged({ tags }: File, kind: (typeof TAGS)[number][1]): boolean {
  if (tags.some((tag) => WRITES.test(tag))) return false
  return TAGS.some(([tag, of]) => of === kind && tags.some((one) => tag.test(one)))
}

const pooling = ({ own }: File): number => Number(own('pooling_type') ?? 0)
const hasTensor = ({ tensors }: File, name: RegExp): boolean => tensors.some((one) => name.test(one))

/** The first that fits is what the file is: parts and tools of other models first, which declare the architecture of those. */
const KINDS: Kind[] = [
  {
    what: 'a LoRA adapter',
    why: 'it changes another model and is none by itself',
    is: (file) =>
      file.type === 'adapter' || file.values.has('adapter.type') || hasTensor(file, /\.(lora_[ab]|loraA|loraB)$/)
  },
  {
    what: 'a control vector',
    why: 'it steers another model and is none by itself',
    is: ({ architecture, type, tensors }) =>
      architecture === 'controlvector' ||
      type === 'controlvector' ||
      (tensors.length > 0 && tensors.every((name) => /^direction\.\d+$/.test(name)))
  },
  {
    what: 'an importance matrix',
    why: 'it is used to quantize a model and is none by itself',
    is: (file) =>
      file.type === 'imatrix' || file.values.has('imatrix.chunk_count') || hasTensor(file, /\.(in_sum2|counts)$/)
  },
  {
    what: 'the part of a model that reads pictures or sound (mmproj)',
    why: 'it cannot write text without the model that it belongs to',
    is: (file) =>
      file.type === 'mmproj' ||
      file.type === 'projector' ||
      /^(clip|mmproj|siglip)/.test(file.architecture) ||
      (!hasTensor(file, /^token_embd\./) && hasTensor(file, /^(v|a|mm)\.(blk|patch_embd|\d|input_projection)/))
  },
  {
    what: 'a reranker',
    why: 'it grades texts and cannot write any',
    is: (file) =>
      pooling(file) === RANK ||
      /rerank|cross[-_]?encoder/.test(file.architecture) ||
      file.own('classifier.output_labels') !== undefined ||
      hasTensor(file, /^(cls|score|classifier)(\.|_)/) ||
      tagged(file, 'reranker')
  },
  {
    what: 'a picture or video model',
    why: 'it cannot write text',
    is: (file) => PICTURES.test(file.architecture) || hasTensor(file, PICTURE_TENSORS) || tagged(file, 'pictures')
  },
  {
    what: 'a speech or audio model',
    why: 'it cannot write text as a world',
    is: (file) =>
      AUDIO.test(file.architecture) || hasTensor(file, /^(convnext|posnet|vocoder)\b/) || tagged(file, 'audio')
  },
  {
    what: 'a diffusion language model',
    why: 'it does not write from left to right, which is how Orrery asks',
    is: (file) => DIFFUSION_TEXT.test(file.architecture) || file.own('diffusion.shift_logits') !== undefined
  },
  {
    what: 'an embedding model',
    embeds: true,
    why: 'it turns text into numbers and cannot write any',
    is: (file) =>
      POOLED.includes(pooling(file)) ||
      EMBEDDING.test(file.architecture) ||
      file.own('attention.causal') === false ||
      hasTensor(file, /^dense_[23]\./) ||
      tagged(file, 'embedding')
  },
  {
    what: 'an encoder-decoder model',
    why: 'it translates a whole text at once and cannot go on with a conversation',
    is: (file) =>
      /^(m?t5|bart|mbart|marian|m2m|nllb|pegasus)([-_.]|$)/.test(file.architecture) || hasTensor(file, /^enc\.blk\./)
  },
  {
    what: 'a draft head',
    why: 'it guesses ahead for another model and is none by itself',
    is: (file) =>
      DRAFT.test(file.architecture) ||
      hasTensor(file, /^(d2t|t2d|medusa)\b/) ||
      (hasTensor(file, /^blk\.\d+\./) && !hasTensor(file, /^blk\.0\./))
  },
  {
    what: 'a vocabulary without weights',
    why: 'it can split text into tokens and do nothing else',
    is: ({ tensors, values, type }) => type === 'vocab' || (tensors.length === 0 && values.has('tokenizer.ggml.model'))
  },
  {
    what: 'a part of a model',
    why: 'it has no table of tokens to read and write with',
    broken: true,
    is: (file) =>
      (file.tensors.length > 0 && !hasTensor(file, /^token_embd\b/)) ||
      /^(none|no_vocab)$/.test(String(file.values.get('tokenizer.ggml.model') ?? ''))
  }
]

export interface Unfit {
  /** Why it cannot be a world's model, as the rest of a sentence that begins with its name. */
  why: string
  broken: boolean
}

/**
 * What is against the file as a world's model; `null` for nothing, as far as its header tells. `parts`: the outlines of all of its parts.
 * `embeds`: it is to embed texts, for which it need not write any.
 */
export function unfit(parts: readonly HeaderOutline[], { embeds = false } = {}): Unfit | null {
  const [first] = parts
  if (!first) return null
  // Its name does not say that it is a part, or the others would be here.
  const [part, count] = [Number(first.values.get('split.no') ?? 0) + 1, Number(first.values.get('split.count') ?? 1)]
  if (count > 1 && parts.length === 1) {
    const named = `-00001-of-${String(count).padStart(5, '0')}.gguf`
    const why =
      part === 1
        ? `is the first of ${count} parts of a model, which are found by their names only. Name it so that it ends in ${named}, beside the others.`
        : `is part ${part} of ${count} of a split model, which is opened by its first part. Choose that one: its name ends in ${named}.`
    return { why, broken: false }
  }
  const architecture = String(first.values.get('general.architecture') ?? '').toLowerCase()
  const type = String(first.values.get('general.type') ?? 'model').toLowerCase()
  const file: File = {
    ...first,
    tensors: parts.flatMap(({ tensors }) => tensors),
    architecture,
    type,
    own: (key) => first.values.get(`${first.values.get('general.architecture')}.${key}`)
  }
  const kind = KINDS.find(({ is }) => is(file))
  const named = architecture ? ` (architecture ${architecture})` : ''
  if (kind?.embeds && embeds) return null
  if (kind) return { why: `is ${kind.what}${named}: ${kind.why}.`, broken: kind.broken ?? false }
  return type === 'model' ? null : { why: `is a GGUF file of type ${type}${named}, not a model.`, broken: false }
}
