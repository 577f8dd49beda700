// Reads hostile GGUF files in turn and prints a line of JSON about what came of each.
import { mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toWire } from '../../src/core/errors.ts'
import { readFacts } from '../../src/host/engines/llama-server/facts.ts'
import { inspect } from '../../src/host/models/gguf/header.ts'
import { createDice } from '../fixtures/dice.ts'
import { ggufFile } from '../host/gguf-file.ts'
import { must } from '../must.ts'

export interface Outcome {
  name: string
  came: 'read' | 'broken'
  wrong: string[]
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
const text = (value: string) => Buffer.concat([u64(value.length), Buffer.from(value)])
const head = (tensors: number | bigint, keys: number | bigint, version = 3) =>
  Buffer.concat([Buffer.from('GGUF'), u32(version), u64(tensors), u64(keys)])
const ARRAY = u32(9)
const ZEROS = Buffer.alloc(1 << 20)
const most = 2n ** 64n - 1n

const hostile: Record<string, Buffer | (() => [name: string, bytes: Buffer][])> = {
  'more tensors than there can be': Buffer.concat([head(most, 0), ZEROS]),
  'more keys than there can be': Buffer.concat([head(1, most), ZEROS]),
  'as many keys as fit, all of nothing': Buffer.concat([head(0, 80_000), ZEROS]),
  'as many tensors as fit, all of nothing': Buffer.concat([head(43_000, 0), ZEROS]),
  'a key as long as anything': Buffer.concat([head(1, 1), u64(most), ZEROS]),
  'a text as long as anything': Buffer.concat([head(1, 1), text('general.name'), u32(8), u64(2n ** 40n), ZEROS]),
  'an array without an end': Buffer.concat([head(1, 1), text('a'), ARRAY, u32(0), u64(2n ** 50n), ZEROS]),
  'an array of empty texts without an end': Buffer.concat([
    head(1, 1),
    text('a'),
    ARRAY,
    u32(8),
    u64(2n ** 50n),
    ZEROS
  ]),
  'arrays in arrays': Buffer.concat([
    head(1, 1),
    text('a'),
    ...Array.from({ length: 60_000 }, () => [ARRAY, u64(1)]).flat(),
    ZEROS
  ]),
  'arrays of nothing in an array': Buffer.concat([head(1, 1), text('a'), ARRAY, ARRAY, u64(2n ** 40n), ZEROS]),
  'a type that is none': Buffer.concat([head(1, 1), text('a'), u32(77), ZEROS]),
  'a key of a million words': Buffer.concat([head(0, 1), text('a.'.repeat(500_000)), u32(0), ZEROS]),
  'keys that are parts of objects': Buffer.concat([
    head(0, 3),
    ...['__proto__.polluted', 'constructor.prototype.polluted', '__proto__'].flatMap((key) => [
      text(key),
      u32(8),
      text('yes')
    ]),
    ZEROS
  ]),
  'a tensor of dimensions without an end': Buffer.concat([head(1, 0), text('t'), u32(2 ** 32 - 1), ZEROS]),
  'an alignment of nothing': Buffer.concat([head(0, 1), text('general.alignment'), u32(4), u32(0), ZEROS]),
  'numbers the other way round': Buffer.concat([
    Buffer.from('GGUF'),
    Buffer.from([0, 0, 0, 3]),
    Buffer.from(u64(1)).reverse(),
    ZEROS
  ]),
  'a version to come': Buffer.concat([head(0, 0, 4_000_000_000), ZEROS]),
  'a model of layers without an end': Buffer.concat([
    head(1, 6),
    ...[text('general.architecture'), u32(8), text('llama')],
    ...['block_count', 'context_length', 'embedding_length', 'attention.head_count', 'vocab_size'].flatMap((key) => [
      ...[text(`llama.${key}`), u32(4), u32(2 ** 32 - 1)]
    ]),
    ...[text('blk.0.t'), u32(1), u64(8), u32(0), u64(0), ZEROS]
  ]),
  'a part of many': () => [['m-00001-of-99999.gguf', ggufFile()]],
  'a part beside a hostile one': () => [
    ['m-00001-of-00002.gguf', ggufFile()],
    ['m-00002-of-00002.gguf', Buffer.concat([head(most, 0), ZEROS])]
  ],
  'part nought': () => [['m-00000-of-00000.gguf', ggufFile()]],
  'a header as long as a model': (() => {
    const value = Buffer.alloc(3_000_000, 120)
    return Buffer.concat([
      head(0, 30),
      ...Array.from({ length: 30 }, (_, at) => [text(`k${at}`), u32(8), u64(value.length), value]).flat()
    ])
  })()
}

const whole = ggufFile({ texts: { 'general.name': 'A model', 'tokenizer.ggml.model': 'gpt2' } })
for (const [name, made] of Object.entries(hostile)) {
  const files: [string, Buffer][] = typeof made === 'function' ? made() : [['m.gguf', made]]
  await tell(name, files)
}
for (let seed = 0; seed < Number(process.argv[2]); seed++) {
  const dice = createDice(seed)
  const bytes = Buffer.from(whole)
  for (let times = 1 + dice.below(6); times > 0; times--)
    bytes[dice.below(bytes.length - 256)] = dice.pick([0, 1, 9, 127, 128, 255])
  await tell(`${seed} other bytes`, [
    ['m.gguf', dice.chance(0.2) ? bytes.subarray(0, dice.below(bytes.length)) : bytes]
  ])
}

async function tell(name: string, files: [string, Buffer][]): Promise<void> {
  writeSync(1, `${JSON.stringify({ name })}\n`)
  const home = mkdtempSync(join(tmpdir(), 'orrery-gguf-'))
  for (const [file, bytes] of files) writeFileSync(join(home, file), bytes)
  const path = join(home, must(files[0])[0])
  const wrong: string[] = []
  let came: Outcome['came'] = 'read'
  for (const read of [inspect, readFacts]) {
    try {
      await read(path)
    } catch (error) {
      const { code, message } = toWire(error)
      if (read === inspect) came = 'broken'
      if (code !== 'model-broken') wrong.push(message)
    }
  }
  if ('polluted' in {}) wrong.push('every object has what the file says')
  rmSync(home, { recursive: true })
  writeSync(1, `${JSON.stringify({ name, came, wrong } satisfies Outcome)}\n`)
}
