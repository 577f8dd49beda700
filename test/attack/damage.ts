// Databases with something wrong with them, the same for the same seed.
import { gzipSync } from 'node:zlib'
import { createDice } from '../fixtures/dice.ts'
import { must } from '../must.ts'

/** What stands at the database's path, and beside it under the same name and this ending. */
export type Files = Record<string, Buffer>

/** One way to damage `whole`, an Orrery database; its name says which. */
export function damaged(whole: Buffer, seed: number): { name: string; files: Files } {
  const dice = createDice(seed)
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => dice.below(256)))
  const bytes = Buffer.from(whole)
  const pages = bytes.length / PAGE
  const one = (name: string, file: Buffer = bytes) => ({ name: `${seed} ${name}`, files: { '': file } })
  const flip = (from: number, to: number, times: number) => {
    for (let n = 0; n < times; n++) {
      const at = from + dice.below(to - from)
      bytes[at] = must(bytes[at]) ^ (1 << dice.below(8))
    }
  }
  const kinds: (() => { name: string; files: Files })[] = [
    () => {
      flip(0, 100, 1 + dice.below(3))
      return one('flips in the header')
    },
    () => {
      flip(100, PAGE, 1 + dice.below(6))
      return one('flips in the schema')
    },
    () => {
      flip(0, bytes.length, 1 + dice.below(8))
      return one('a few flips')
    },
    () => {
      flip(PAGE, bytes.length, 50 + dice.below(400))
      return one('many flips')
    },
    () => {
      // Where a page says how it is to be read, and where its cells are.
      for (let n = 0; n < 6; n++) {
        const start = PAGE * (1 + dice.below(pages - 1))
        flip(start, start + 40, 2)
      }
      return one('flips in the heads of pages')
    },
    () => {
      // Words of the schema and of JSON, so that it stays readable but says something else.
      for (let n = 0; n < 4; n++) {
        const word = dice.pick(WORDS)
        const places = findAll(bytes, word)
        if (places.length) bytes.write(dice.letters(word.length, word.length), dice.pick(places), 'latin1')
      }
      return one('other words')
    },
    () => one('cut off', bytes.subarray(0, dice.below(bytes.length))),
    () => one('cut off at a page', bytes.subarray(0, PAGE * dice.below(pages))),
    () => {
      const start = PAGE * dice.below(pages)
      bytes.fill(0, start, Math.min(bytes.length, start + PAGE * (1 + dice.below(3))))
      return one('pages of zeros')
    },
    () => {
      const start = dice.below(bytes.length)
      noise(Math.min(bytes.length - start, 1 + dice.below(3 * PAGE))).copy(bytes, start)
      return one('noise in it')
    },
    () => {
      const [from, to] = [1 + dice.below(pages - 1), 1 + dice.below(pages - 1)]
      bytes.copyWithin(PAGE * to, PAGE * from, PAGE * (from + 1))
      return one('a page twice')
    },
    () => one('more behind it', Buffer.concat([bytes, noise(dice.below(3 * PAGE))])),
    () => {
      // Every number of the header once: page size, versions, encoding, schema, application.
      const at = dice.pick([16, 18, 19, 20, 21, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 92, 96])
      bytes.writeUInt8(dice.pick([0, 1, 2, 3, 4, 127, 255]), at + (at > 20 ? 3 : 0))
      return one(`another number at ${at}`)
    },
    () => one('another kind of file', dice.pick(FOREIGN)(noise)),
    () => ({ name: `${seed} a log of noise`, files: { '': bytes, '-wal': noise(dice.below(4 * PAGE)) } }),
    () => ({ name: `${seed} a log that begins as one`, files: { '': bytes, '-wal': log(noise) } }),
    () => ({ name: `${seed} a journal of noise`, files: { '': bytes, '-journal': noise(dice.below(2 * PAGE)) } }),
    () => ({ name: `${seed} noise for an index of the log`, files: { '': bytes, '-shm': noise(32_768) } })
  ]
  return must(kinds[seed % kinds.length])()
}

const PAGE = 4096
const WORDS = [
  '"text"',
  '"keystrokes"',
  '"domain"',
  'observation',
  'sessions',
  'parent',
  '"tokens"',
  '"prompt"',
  'running',
  '{"',
  '"}'
]
type Noise = (length: number) => Buffer
const FOREIGN: ((noise: Noise) => Buffer)[] = [
  () => Buffer.alloc(0),
  () => Buffer.from('S'),
  () => Buffer.from('SQLite format 3\0'),
  (noise) => Buffer.concat([Buffer.from('SQLite format 3\0'), noise(8000)]),
  () => Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000)]),
  () => Buffer.from('{"title": "not a database"}'),
  () => Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(600, '.'), 'latin1'),
  () => Buffer.from('\x7fELF'.padEnd(9000, '\0'), 'latin1'),
  () => gzipSync('a database, packed'),
  (noise) => noise(20_000)
]

/** A write-ahead log with a right beginning and nothing true behind it. */
function log(noise: Noise): Buffer {
  const head = Buffer.alloc(32)
  head.writeUInt32BE(0x377f0682, 0)
  head.writeUInt32BE(3_007_000, 4)
  head.writeUInt32BE(PAGE, 8)
  return Buffer.concat([head, noise(2 * (PAGE + 24))])
}

function findAll(bytes: Buffer, word: string): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) places.push(at)
  return places
}
