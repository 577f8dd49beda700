// A GGUF file small enough to make in a test: the header of a llama model with one tensor, and some bytes of weights.

interface Options {
  architecture?: string
  fileType?: number
  contextLength?: number
  chatTemplate?: string
  /** Further texts of the header, such as `general.name`. */
  texts?: Record<string, string>
  /** Elements of the one tensor, of 4 bytes each. */
  dimensions?: [number, number]
  /** Bytes of weights to write, whether or not that is what the tensor needs. */
  weights?: number
}

/** The layout of https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, version 3. */
export function ggufFile({
  architecture = 'llama',
  fileType = 3,
  contextLength = 2048,
  chatTemplate = '{{ messages }}',
  texts = {},
  dimensions = [16, 4],
  weights = 256
}: Options = {}): Buffer {
  const pairs = [
    [text('general.architecture'), u32(8), text(architecture)],
    [text('general.file_type'), u32(4), u32(fileType)],
    [text(`${architecture}.context_length`), u32(4), u32(contextLength)],
    [text('tokenizer.chat_template'), u32(8), text(chatTemplate)],
    ...Object.entries(texts).map(([key, value]) => [text(key), u32(8), text(value)])
  ]
  const header = [Buffer.from('GGUF'), u32(3), u64(1), u64(pairs.length), ...pairs.flat()]
  const tensor = [text('token_embd.weight'), u32(2), u64(dimensions[0]), u64(dimensions[1]), u32(0), u64(0)]
  const info = Buffer.concat([...header, ...tensor])
  const padding = Buffer.alloc((32 - (info.length % 32)) % 32)
  return Buffer.concat([info, padding, Buffer.alloc(weights, 7)])
}

function text(value: string): Buffer {
  return Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
