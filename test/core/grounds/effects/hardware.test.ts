import { expect, test } from 'vitest'
import { hardwareIn, unshownIn } from '../../../../src/core/grounds/effects/facts/hardware.ts'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'

const G = 2 ** 20

test.each([
  [
    '2 CPU cores, 4 GB RAM (3.6 GB free), one 40 GB disk (37 GB free), network up.',
    { cores: 2, memory: { size: 4 * G, free: Math.round(3.6 * G) }, disk: { size: 40 * G, free: 37 * G } }
  ],
  ['A box with 8 vCPUs and 512 MB of memory.', { cores: 8, memory: { size: 512 * 1024 } }],
  ['One CPU core. 16 GiB RAM; a 1.5 TB NVMe disk.', { cores: 1, memory: { size: 16 * G }, disk: { size: 1536 * G } }],
  ['The disk is nearly full: 20 GB, 200 MB free.', { disk: { size: 20 * G, free: 200 * 1024 } }],
  ['Debian 12, x86_64, kernel 6.1.0-28-amd64, 2 CPUs.', { cores: 2, kernel: '6.1.0-28-amd64', bits: 64 }],
  ['A 64-bit machine that works with 32-bit integers.', { bits: 64 }],
  ['It runs Linux; kernel version: 5.14.0-427.el9.', { kernel: '5.14.0-427.el9' }],
  ['A dual-core box with a 100 GB disk (40% used).', { cores: 2, disk: { size: 100 * G, free: Math.round(60.5 * G) } }],
  ['A 20 GB disk (30 GB free).', { disk: { size: 20 * G } }]
])('hardware is read from the text: %s', (text, hardware) => {
  expect(hardwareIn(text)).toEqual([{ do: 'hardware', ...hardware }])
})

test.each([
  'A file of 4 GB.',
  'Version 2 of the core.',
  'It counts with 64-bit integers.',
  'It has a disk.',
  '0 CPUs',
  'Two core developers and 3 core modules.',
  'notes.txt\n  2 CPU cores and 4 GB RAM'
])('what names none, and what only stands in a file, is none: %s', (text) => {
  expect(readInitial(text).effects.filter((effect) => effect.do === 'hardware')).toEqual([])
})

test('what of a disk and of 64 bits no program shows is told with its line', () => {
  const text = 'A machine.\nx86_64, 2 CPUs.\nA 40 GB disk.'
  const [hardware] = hardwareIn(text)
  expect(hardware && unshownIn(hardware, text)).toMatchObject([{ line: 3 }, { line: 2 }])
  expect(readInitial(text).unread.map(({ line }) => line)).toEqual([3, 2])
  expect(readInitial('2 CPUs, 4 GB RAM.').unread).toEqual([])
})
