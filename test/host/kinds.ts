// Headers of GGUF files that are no models to choose, each as its kind of program writes it, and of models that are.
import { Gguf, u32, type Value } from '../fixtures/gguf-writer.ts'

interface Header {
  architecture?: string
  pairs?: Record<string, Value>
  tensors?: string[]
}

const WRITES = [
  'token_embd.weight',
  'blk.0.attn_q.weight',
  'blk.1.attn_q.weight',
  'output_norm.weight',
  'output.weight'
]

/** The bytes of a file with this header, and tensors of 32 zeros. */
export function headerOf({ architecture, pairs = {}, tensors = WRITES }: Header): Buffer {
  const file = new Gguf()
  if (architecture !== undefined) file.set('general.architecture', architecture)
  for (const [key, value] of Object.entries(pairs)) file.set(key, value)
  for (const name of tensors) file.tensor(name, [32])
  return file.bytes()
}

const vocabulary = { 'tokenizer.ggml.model': 'llama', 'tokenizer.ggml.tokens': ['<s>', 'a'] }

/** What each is called, and its header. */
export const UNFIT: [what: string, kind: string, header: Header][] = [
  ['bert', 'an embedding model', { architecture: 'bert', tensors: ['token_embd.weight', 'blk.0.attn_q.weight'] }],
  ['nomic-bert', 'an embedding model', { architecture: 'nomic-bert' }],
  ['jina-bert-v3', 'an embedding model', { architecture: 'jina-bert-v3' }],
  ['modern-bert', 'an embedding model', { architecture: 'modern-bert' }],
  ['gemma-embedding', 'an embedding model', { architecture: 'gemma-embedding' }],
  [
    't5encoder',
    'an embedding model',
    { architecture: 't5encoder', tensors: ['token_embd.weight', 'enc.blk.0.attn_q.weight'] }
  ],
  ['qwen3 with pooling', 'an embedding model', { architecture: 'qwen3', pairs: { 'qwen3.pooling_type': u32(3) } }],
  [
    'llama that looks both ways',
    'an embedding model',
    { architecture: 'llama', pairs: { 'llama.attention.causal': false } }
  ],
  [
    'qwen2 by its tags',
    'an embedding model',
    { architecture: 'qwen2', pairs: { 'general.tags': ['Sentence-Transformers', 'mteb'] } }
  ],
  ['qwen3 with ranks', 'a reranker', { architecture: 'qwen3', pairs: { 'qwen3.pooling_type': u32(4) } }],
  ['bert with a classifier', 'a reranker', { architecture: 'bert', tensors: [...WRITES, 'cls.output.weight'] }],
  [
    'clip',
    'the part of a model that reads pictures or sound (mmproj)',
    { architecture: 'clip', tensors: ['v.blk.0.attn_q.weight', 'mm.0.weight'] }
  ],
  [
    'a projector',
    'the part of a model that reads pictures or sound (mmproj)',
    { architecture: 'gemma3', pairs: { 'general.type': 'mmproj' } }
  ],
  [
    'a LoRA',
    'a LoRA adapter',
    {
      architecture: 'llama',
      pairs: { 'general.type': 'adapter', 'adapter.type': 'lora' },
      tensors: ['blk.0.attn_q.weight.lora_a', 'blk.0.attn_q.weight.lora_b']
    }
  ],
  ['a control vector', 'a control vector', { architecture: 'controlvector', tensors: ['direction.1', 'direction.2'] }],
  [
    'an imatrix',
    'an importance matrix',
    {
      pairs: { 'general.type': 'imatrix', 'imatrix.chunk_count': u32(1) },
      tensors: ['blk.0.attn_q.weight.in_sum2', 'blk.0.attn_q.weight.counts']
    }
  ],
  ['eagle3', 'a draft head', { architecture: 'eagle3', tensors: ['fc.weight', 'd2t'] }],
  ['gemma4-assistant', 'a draft head', { architecture: 'gemma4-assistant' }],
  [
    'the last layer alone',
    'a draft head',
    { architecture: 'glm4moe', tensors: ['token_embd.weight', 'blk.46.nextn.eh_proj.weight'] }
  ],
  ['a vocabulary', 'a vocabulary without weights', { architecture: 'llama', pairs: vocabulary, tensors: [] }],
  [
    'wavtokenizer',
    'a speech or audio model',
    { architecture: 'wavtokenizer-dec', tensors: ['token_embd.weight', 'convnext.0.dw.weight'] }
  ],
  ['qwen3tts', 'a speech or audio model', { architecture: 'qwen3tts' }],
  ['whisper', 'a speech or audio model', { architecture: 'whisper', tensors: ['encoder.blocks.0.attn.query.weight'] }],
  ['flux', 'a picture or video model', { architecture: 'flux', tensors: ['double_blocks.0.img_attn.qkv.weight'] }],
  ['sd3', 'a picture or video model', { architecture: 'sd3', tensors: ['joint_blocks.0.x_block.attn.qkv.weight'] }],
  [
    'qwen_image',
    'a picture or video model',
    { architecture: 'qwen_image', tensors: ['transformer_blocks.0.attn.to_q.weight'] }
  ],
  [
    'stable diffusion without a word',
    'a picture or video model',
    { tensors: ['model.diffusion_model.input_blocks.0.0.weight'] }
  ],
  ['llada', 'a diffusion language model', { architecture: 'llada' }],
  [
    't5',
    'an encoder-decoder model',
    { architecture: 't5', tensors: ['token_embd.weight', 'enc.blk.0.attn_q.weight', 'dec.blk.0.attn_q.weight'] }
  ]
]

/** Models that write text, and have something of those above. */
export const FIT: [what: string, header: Header][] = [
  ['llama', { architecture: 'llama', pairs: vocabulary }],
  ['a model that says it is one', { architecture: 'qwen3', pairs: { 'general.type': 'model' } }],
  ['pangu-embedded', { architecture: 'pangu-embedded' }],
  ['hunyuan_vl', { architecture: 'hunyuan_vl' }],
  ['no pooling', { architecture: 'qwen3', pairs: { 'qwen3.pooling_type': u32(0) } }],
  ['causal', { architecture: 'qwen3', pairs: { 'qwen3.attention.causal': true } }],
  [
    'one that also embeds',
    { architecture: 'qwen2', pairs: { 'general.tags': ['sentence-transformers', 'text-generation'] } }
  ],
  [
    'its own pictures',
    { architecture: 'gemma3', tensors: [...WRITES, 'v.blk.0.attn_q.weight', 'mm.input_projection.weight'] }
  ],
  ['its own draft head', { architecture: 'glm4moe', tensors: [...WRITES, 'blk.46.nextn.eh_proj.weight'] }],
  ['tied output', { architecture: 'gemma2', tensors: WRITES.slice(0, 4) }]
]
