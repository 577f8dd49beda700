// The llama-server program of this machine's owner: where it is, what this version can do, and how it is told to open a model.
import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import { OrreryError } from '../../../core/errors.ts'
import { trimEndOf } from '../../../core/text/plain.ts'
import type { Placement } from './fit.ts'

/** A llama-server and what it says of itself. */
export interface LlamaServerProgram {
  path: string
  /** Every option its help lists; options differ between versions. */
  options: Set<string>
  /** Whether it reads its key from the environment, where other users of the machine cannot see it; else from a file. */
  keyFromEnvironment: boolean
  /** Whether it can draft answers with a model's own layers for the tokens after the next one. */
  drafts: boolean
  /** GPUs it can use. */
  devices: { name: string; free: number }[]
}

/**
 * The program to run: `given`, else ORRERY_LLAMA_SERVER, else the first llama-server on the PATH.
 * @throws OrreryError not-found
 */
export function findProgram(given: string | null): string {
  const named = given || process.env.ORRERY_LLAMA_SERVER
  if (named) {
    if (isProgram(named)) return named
    throw new OrreryError(
      'not-found',
      `"${named}" is not an executable program. Give the path of llama-server itself, or leave it out to search the PATH.`
    )
  }
  const file = process.platform === 'win32' ? 'llama-server.exe' : 'llama-server'
  // An app that was started from a desktop has a short PATH, without the folder that Homebrew installs to.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/opt/homebrew/bin', '/usr/local/bin']
  const found = folders.filter(Boolean).map((folder) => join(folder, file))
  const path = found.find(isProgram)
  if (path) return path
  throw new OrreryError(
    'not-found',
    "There is no llama-server on the PATH. Install llama.cpp (brew install llama.cpp, winget install llama.cpp, or a build from its releases), or set ORRERY_LLAMA_SERVER to the program's path; or open the model with Orrery's own engine."
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** What a person is told of a program that died of SIGILL. */
export const OTHER_PROCESSOR =
  "this build of llama-server needs instructions that this machine's processor lacks (signal SIGILL). Install a build for this processor, or one that chooses when it starts."

// Loading CUDA's libraries from a cold disk takes seconds; asking must still end.
const ASK_MS = 60_000

/** Reads the help and the list of devices. @throws OrreryError engine-failed when this is no llama-server, or it cannot run */
export async function lookAt(path: string): Promise<LlamaServerProgram> {
  const help = await ask(path, '--help')
  const options = new Set(help.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g))
  if (!options.has('--model') || !options.has('--port')) {
    const last = help.trim().split('\n').at(-1)?.slice(0, 300).replace(/\.$/, '')
    throw new OrreryError(
      'engine-failed',
      `"${path}" does not answer --help like llama-server${last ? `; it says: ${last}` : ''}. Check that it is llama-server and runs in a terminal.`
    )
  }
  const keyFromEnvironment = help.includes('LLAMA_API_KEY')
  if (!keyFromEnvironment && !options.has('--api-key-file')) {
    throw new OrreryError(
      'engine-failed',
      `"${path}" is too old: it accepts its key only on the command line, where every user of this machine could read it. Update llama.cpp.`
    )
  }
  const listed = options.has('--list-devices') ? await ask(path, '--list-devices') : ''
  const devices = [...listed.matchAll(/^ +(\w+): .*\(\d+ MiB, (\d+) MiB free\)/gm)]
  return {
    path,
    options,
    keyFromEnvironment,
    drafts: options.has('--spec-type') && /\bdraft-mtp\b/.test(help),
    devices: devices.map(([, name = '', free]) => ({ name, free: Number(free) * 2 ** 20 }))
  }
}

/** What it says to `option`, on either stream. @throws OrreryError engine-failed when the processor cannot run it */
function ask(path: string, option: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const limits = { timeout: ASK_MS, killSignal: 'SIGKILL' as const, maxBuffer: 2 ** 24, env: environment() }
    // Some versions answer on stderr, some end with a code; what was said is all that counts.
    execFile(path, [option], limits, (error, stdout, stderr) => {
      if (error?.signal === 'SIGILL') {
        reject(new OrreryError('engine-failed', `"${path}" does not run here: ${OTHER_PROCESSOR}`, { cause: error }))
        return
      }
      resolve(`${stdout}\n${stderr}${stdout || stderr || !error ? '' : error.message}`)
    })
  })
}

/** Bytes the model may take: what is free on the program's GPUs, and the RAM that can be had without swapping. */
export function measureFree({ devices }: LlamaServerProgram): { ram: number; vram: number } {
  // macOS counts as free only what nobody uses; it gives up caches on demand. A quarter is left to the rest of the machine.
  const ram = process.platform === 'darwin' ? totalmem() * 0.75 : process.availableMemory()
  return { ram, vram: devices.reduce((sum, { free }) => sum + free, 0) }
}

/** `cuda`, `vulkan` or `metal` when the model uses such a GPU, another backend by its own name, else `cpu`. */
export function deviceOf({ devices }: LlamaServerProgram, { gpuLayers }: Placement): string {
  const name = gpuLayers > 0 ? trimEndOf(devices[0]?.name ?? '', '0123456789').toLowerCase() : undefined
  return name === 'mtl' ? 'metal' : (name ?? 'cpu')
}

/** The command line, of what this version knows. */
export function argumentsFor(
  { options, drafts: canDraft }: Pick<LlamaServerProgram, 'options' | 'drafts'>,
  {
    modelPath,
    port,
    keyFile,
    placement
  }: { modelPath: string; port: number; keyFile: string | null; placement: Placement }
): string[] {
  const { contextSize, sequences, kvType, gpuLayers, cpuExperts, checkpoints, cacheRam, drafts } = placement
  const wanted: [string, ...string[]][] = [
    ['--model', modelPath],
    ['--host', '127.0.0.1'],
    ['--port', String(port)],
    // The server shares the context out among its slots.
    ['--ctx-size', String(contextSize * sequences)],
    ['--parallel', String(sequences)],
    ['--n-gpu-layers', String(gpuLayers)],
    // Everything is placed already; its own fitting would only measure again.
    ['--fit', 'off'],
    ['--jinja'],
    ['--offline'],
    ['--no-webui'],
    // A world that runs out of context is refused with the numbers, never shortened behind one's back.
    ['--no-context-shift'],
    ['--cache-ram', String(cacheRam)]
  ]
  if (drafts && canDraft) wanted.push(['--spec-type', 'draft-mtp'])
  if (keyFile !== null) wanted.push(['--api-key-file', keyFile])
  if (cpuExperts > 0) wanted.push(['--n-cpu-moe', String(cpuExperts)])
  if (kvType !== 'f16') wanted.push(['--cache-type-k', kvType], ['--cache-type-v', kvType])
  if (checkpoints !== null) {
    // By default checkpoints thin out to one in 8192 tokens once the list is full; the latest turns are the ones gone back to.
    wanted.push(['--ctx-checkpoints', String(checkpoints)], ['--checkpoint-min-step', '0'])
  }
  return wanted.filter(([name]) => options.has(name)).flat()
}

/** The environment without what would change a llama-server's options: those that Orrery gives are the ones that hold. */
export function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^LLAMA_(ARG_|API_KEY)/.test(name))
  return Object.fromEntries(kept)
}
