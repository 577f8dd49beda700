// The llama-server program of this machine's owner: found, asked what it can do, started, and never left behind.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import type { Placement } from './llama-server-fit.ts'
import { reasonOf } from './openai-request.ts'
import { stopped } from './wait.ts'

/** A llama-server and what it says of itself. */
export interface Program {
  path: string
  /** Every option its help lists; options differ between versions. */
  options: Set<string>
  /** Whether it reads its key from the environment, where other users of the machine cannot see it. */
  keyFromEnvironment: boolean
  /** GPUs it can use. */
  devices: { name: string; free: number }[]
}

/** A llama-server that answers. */
export interface Server {
  /** `http://127.0.0.1:<port>` */
  url: string
  key: string
  /** Tokens of one sequence, as the server opened it. */
  contextSize: number | null
  /** How it ended, in words; never rejects. */
  exited: Promise<string>
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
      `"${named}" is not a program that can be run. Give the path of llama-server itself, or leave it out to have it looked for on the PATH.`
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

// Loading CUDA's libraries from a cold disk takes seconds; asking must still end.
const ASK_MS = 60_000

/** Reads the help and the list of devices. @throws OrreryError engine-failed when this is no llama-server, or it cannot run */
export async function lookAt(path: string): Promise<Program> {
  const help = await ask(path, '--help')
  const options = new Set(help.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g))
  if (!options.has('--model') || !options.has('--port')) {
    const last = help.trim().split('\n').at(-1)?.slice(0, 300).replace(/\.$/, '')
    throw new OrreryError(
      'engine-failed',
      `"${path}" does not answer --help as a llama-server does${last ? `; it says: ${last}` : ''}. Check that it is one and that it runs in a terminal.`
    )
  }
  const listed = options.has('--list-devices') ? await ask(path, '--list-devices') : ''
  const devices = [...listed.matchAll(/^ +(\w+): .*\(\d+ MiB, (\d+) MiB free\)/gm)]
  return {
    path,
    options,
    keyFromEnvironment: help.includes('LLAMA_API_KEY'),
    devices: devices.map(([, name = '', free]) => ({ name, free: Number(free) * 2 ** 20 }))
  }
}

function ask(path: string, option: string): Promise<string> {
  return new Promise((resolve) => {
    const limits = { timeout: ASK_MS, killSignal: 'SIGKILL' as const, maxBuffer: 2 ** 24, env: environment() }
    // Some versions answer on stderr, some end with a code; what was said is all that counts.
    execFile(path, [option], limits, (error, stdout, stderr) => {
      resolve(`${stdout}\n${stderr}${stdout || stderr || !error ? '' : error.message}`)
    })
  })
}

/** Bytes the model may take: what is free on the program's GPUs, and the RAM that can be had without swapping. */
export function measureFree({ devices }: Program): { ram: number; vram: number } {
  // macOS counts as free only what nobody uses; it gives up caches on demand. A quarter is left to the rest of the machine.
  const ram = process.platform === 'darwin' ? totalmem() * 0.75 : process.availableMemory()
  return { ram, vram: devices.reduce((sum, { free }) => sum + free, 0) }
}

/** `cuda`, `vulkan` or `metal` when the model uses such a GPU, another backend by its own name, else `cpu`. */
export function deviceOf({ devices }: Program, { gpuLayers }: Placement): string {
  const name = gpuLayers > 0 ? devices[0]?.name.replace(/\d+$/, '').toLowerCase() : undefined
  return name === 'mtl' ? 'metal' : (name ?? 'cpu')
}

/** The command line, of what this version knows. */
export function argumentsFor(
  { options, keyFromEnvironment }: Pick<Program, 'options' | 'keyFromEnvironment'>,
  { modelPath, port, key, placement }: { modelPath: string; port: number; key: string; placement: Placement }
): string[] {
  const { contextSize, sequences, kvType, gpuLayers, cpuExperts, checkpoints, cacheRam } = placement
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
  if (!keyFromEnvironment) wanted.push(['--api-key', key])
  if (cpuExperts > 0) wanted.push(['--n-cpu-moe', String(cpuExperts)])
  if (kvType !== 'f16') wanted.push(['--cache-type-k', kvType], ['--cache-type-v', kvType])
  if (checkpoints !== null) {
    // By default checkpoints thin out to one in 8192 tokens once the list is full; the latest turns are the ones gone back to.
    wanted.push(['--ctx-checkpoints', String(checkpoints)], ['--checkpoint-min-step', '0'])
  }
  return wanted.filter(([name]) => options.has(name)).flat()
}

// A large model from a slow disk takes minutes. Past this nobody waits any more.
const START_MS = 15 * 60_000
const LOOK_AGAIN_MS = 50
const Props = z.looseObject({ default_generation_settings: z.looseObject({ n_ctx: z.int() }) })

/**
 * Starts the server and waits until it answers. It ends with `life`, and with this process however that ends.
 * `onProgress` is told how much is loaded, 0 to 1, by versions that print it.
 * @throws OrreryError model-broken, model-too-big, engine-crashed
 */
export async function startServer(
  program: Program,
  options: {
    modelPath: string
    name: string
    placement: Placement
    life: AbortSignal
    onProgress: (done: number) => void
  }
): Promise<Server> {
  const { modelPath, name, placement, life, onProgress } = options
  const port = await freePort()
  if (life.aborted) throw stopped()
  const key = randomBytes(24).toString('hex')
  const url = `http://127.0.0.1:${port}`
  const child = runWatched(program.path, argumentsFor(program, { modelPath, port, key, placement }), {
    ...environment(),
    LLAMA_API_KEY: key
  })
  life.addEventListener('abort', child.kill, { once: true })
  child.onText((said) => {
    // One dot for each hundredth of the weights.
    const dots = /\.{3,}$/.exec(said)?.[0].length ?? 0
    if (dots) onProgress(Math.min(dots, 99) / 100)
  })
  let ended = ''
  child.exited.then((how) => {
    ended = how || 'no reason given'
  })
  const until = performance.now() + START_MS
  while (!(await answers(url))) {
    if (ended) throw life.aborted ? stopped() : notStarted(name, ended)
    if (performance.now() > until) {
      child.kill()
      throw new OrreryError(
        'engine-failed',
        `llama-server did not get ready with ${name} in ${START_MS / 60_000} minutes and was stopped. Try a smaller model or context.`
      )
    }
    await Promise.race([child.exited, sleep(LOOK_AGAIN_MS)])
  }
  const props = await fetch(`${url}/props`, { headers: { authorization: `Bearer ${key}` } }).then(
    (response) => response.json(),
    () => null
  )
  return {
    url,
    key,
    contextSize: Props.safeParse(props).data?.default_generation_settings.n_ctx ?? null,
    exited: child.exited
  }
}

/** The environment without what would change a llama-server's options: those that Orrery gives are the ones that hold. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^LLAMA_(ARG_|API_KEY)/.test(name))
  return Object.fromEntries(kept)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

// The server runs beside a reader of a pipe whose other end Orrery holds. When Orrery ends, whatever ended it, the pipe closes, the reader
// wakes and the server is killed. Windows does this by itself: Node's children are in a job that ends with it.
const WATCH = `
exec 3<&0 </dev/null
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -KILL $server; } >/dev/null 2>&1 & watch=$!
wait $server; code=$?
kill $watch
exit $code`

/** Runs a program that dies with this process. */
function runWatched(path: string, args: string[], env: NodeJS.ProcessEnv) {
  const windows = process.platform === 'win32'
  const [command, given] = windows ? [path, args] : ['/bin/sh', ['-c', WATCH, 'llama-server', path, ...args]]
  const child = spawn(command, given, { env, stdio: ['pipe', 'ignore', 'pipe'], windowsHide: true })
  let said = ''
  let listener: (said: string) => void = () => {}
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-16_000)
    listener(said)
  })
  const kill = () => {
    child.stdin.destroy()
    if (windows) child.kill()
  }
  const exited = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(reasonOf(error)))
    // Where only the watch was killed, this ends the server too.
    child.on('exit', kill)
    child.on('close', (code, signal) => {
      const how = signal ?? (code !== null && code > 128 ? `signal ${code - 128}` : `exit code ${code}`)
      resolve([how, lastError(said)].filter(Boolean).join('; '))
    })
  })
  child.stdin.on('error', () => {})
  return {
    exited,
    kill,
    onText: (listen: (said: string) => void) => {
      listener = listen
    }
  }
}

/** The line of a log that says what went wrong: the first complaint of the last ones, without its time and level. */
function lastError(log: string): string {
  const lines = log.split('\n').map((line) => line.replace(/^[\d.]+ [A-Z] /, '').trim())
  const bad = lines.filter((line) => /error|fail|unable|invalid|insufficient|out of memory|couldn't|cannot/i.test(line))
  return (bad.find((line) => MEMORY.test(line)) ?? bad.at(0) ?? lines.filter(Boolean).at(-1) ?? '').slice(0, 300)
}

const MEMORY = /out of memory|insufficient memory|(failed|unable) to (allocate|fit)/i

function notStarted(name: string, how: string): OrreryError {
  if (MEMORY.test(how)) {
    return new OrreryError(
      'model-too-big',
      `llama-server found too little memory for ${name} (${how}). Close other programs, ask for a smaller context, or keep more experts or layers off the GPU.`
    )
  }
  if (/load(ing)? model|gguf|unknown (model )?architecture/i.test(how)) {
    return new OrreryError(
      'model-broken',
      `llama-server could not load ${name} (${how}). The file may be damaged, or newer than this llama-server: update it, or download the model again.`
    )
  }
  return new OrreryError(
    'engine-crashed',
    `llama-server ended before it was ready with ${name} (${how}). Try the step again; if it happens again, run llama-server in a terminal to see why.`
  )
}
