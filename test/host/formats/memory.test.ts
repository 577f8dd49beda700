import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const CHILD = fileURLToPath(new URL('memory.child.ts', import.meta.url))

// Formats that write a turn and forget it, with the bytes they write at least; a new one is a line here. `messages` stands for all that
// are written row by row (formats/exporters/rows.ts), which leave out the raw text of calls.
test.each([
  ['orrery', 400_000_000],
  ['messages', 200_000_000],
  ['patchworld', 400_000_000]
])(
  'a session of 400 MB is exported as %s in less than 300 MB',
  async (format, least) => {
    // A format that collects what it reads ends early here. New objects have little room too: otherwise it is the machine's load that
    // decides how much garbage stands around.
    const limits = ['--max-old-space-size=100', '--max-semi-space-size=8']
    const { stdout } = await promisify(execFile)(process.execPath, [...limits, CHILD, format])
    const { bytes, memory } = JSON.parse(stdout)
    expect(bytes).toBeGreaterThan(least)
    expect(memory).toBeLessThan(300_000_000)
  },
  300_000
)
