import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packSnapshot, unpackSnapshot } from '../../../../src/host/grounds/emulator/packed.ts'

const folder = mkdtempSync(join(tmpdir(), 'packed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Bytes that compress to nothing, the same each time. */
function noise(length: number, seed: number): Buffer {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 24
  }
  return Buffer.from(Array.from({ length }, next))
}

function snapshotOf(...pages: Buffer[]): Buffer {
  const head = Buffer.from(JSON.stringify({ pages: pages.map((_, index) => index) }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...pages, Buffer.from('generated code')])
}

function again(snapshot: Buffer, disk: Buffer): { packed: Buffer; unpacked: Buffer } {
  const [at, to] = ['disk', 'unpacked'].map((name) => join(folder, name)) as [string, string]
  const packed = packSnapshot(snapshot, disk)
  writeFileSync(at, disk)
  unpackSnapshot({ packed, disk: at, to })
  return { packed, unpacked: readFileSync(to) }
}

test('a shipped snapshot leaves out the pages that lie on the disk, at any place, and comes back byte for byte', () => {
  const disk = noise(300_000, 1)
  const onDisk = [disk.subarray(0, 4096), disk.subarray(70_001, 74_097), disk.subarray(disk.length - 4096)]
  const own = [noise(4096, 2), Buffer.concat([disk.subarray(9000, 9000 + 4095), Buffer.of(7)])]
  const snapshot = snapshotOf(...onDisk, ...own, ...onDisk)
  const { packed, unpacked } = again(snapshot, disk)
  expect(unpacked.equals(snapshot)).toBe(true)
  expect(packed.length).toBeLessThan(snapshot.length - 6 * 4096 + 100)
})

test('a snapshot of which nothing is on the disk, and a disk smaller than a page, come back too', () => {
  const snapshot = snapshotOf(noise(4096, 3), Buffer.alloc(4096))
  for (const disk of [Buffer.alloc(10), noise(9000, 4)])
    expect(again(snapshot, disk).unpacked.equals(snapshot)).toBe(true)
})
