// The command line in a data folder of its own, as a test calls it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'

export interface Said {
  code: number
  out: string
  err: string
}

/** A folder with a data folder in it. The environment is as before once it is removed. */
export function ownHome(): { folder: string; home: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-home-'))
  const home = join(folder, 'home')
  const before = process.env.ORRERY_HOME
  process.env.ORRERY_HOME = home
  return {
    folder,
    home,
    remove() {
      if (before === undefined) delete process.env.ORRERY_HOME
      else process.env.ORRERY_HOME = before
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** @param engine answers in the place of a model */
export async function orrery(argv: string[], stdin: string | Uint8Array = '', engine?: Engine): Promise<Said> {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: {
      write(text: string | Uint8Array) {
        out += Buffer.from(text).toString()
      }
    },
    stderr: {
      write(text: string) {
        err += text
      }
    }
  }
  const code = await main(argv, io, {
    open: (options) => createHost({ ...options, tempo: 0, ...(engine && { engine }) })
  })
  return { code, out, err }
}
