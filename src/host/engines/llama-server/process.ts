// A running llama-server: started, waited for, and never left behind.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { trimEndOf } from '../../../core/text/plain.ts'
import { stopped } from '../../engine-process/wait.ts'
import { startGuard } from '../../process/guard.ts'
import { reasonOf } from '../openai-request.ts'
import type { Placement } from './fit.ts'
import { argumentsFor, environment, type LlamaServerProgram, OTHER_PROCESSOR } from './program.ts'

/** A llama-server that answers. */
export interface LlamaServer {
  /** `http://127.0.0.1:<port>` */
  url: string
  key: string
  /** Tokens of one sequence, as the server opened it. */
  contextSize: number | null
  /** What a template writes between an answer and the next user message; `null` when it cannot be told. */
  userStart: string | null
  /** The template that it tells the model its turns by; `null` from versions that do not say. */
  chatTemplate: string | null
  /** What is to be known of each answer; `null` for nothing. */
  warning: string | null
  /** How it ended, in words; never rejects. */
  exited: Promise<string>
}

// A large model from a slow disk takes minutes. Past this nobody waits any more.
const START_MS = 15 * 60_000
const LOOK_AGAIN_MS = 50
const Props = z.looseObject({
  default_generation_settings: z.looseObject({ n_ctx: z.int() }),
  chat_template: z.string().optional()
})

/**
 * Starts the server and waits until it answers. It ends with `life`, and with this process however that ends.
 * `onProgress` is told how much is loaded, 0 to 1, by versions that print it.
 * @throws OrreryError model-broken, model-too-big, engine-crashed
 */
export async function startServer(
  program: LlamaServerProgram,
  options: {
    modelPath: string
    name: string
    placement: Placement
    life: AbortSignal
    onProgress: (done: number) => void
  }
): Promise<LlamaServer> {
  const { modelPath, name, placement, life, onProgress } = options
  const port = await freePort()
  const key = randomBytes(24).toString('hex')
  const keyFile = program.keyFromEnvironment ? null : await fileWith(key)
  if (life.aborted) {
    await keyFile?.remove()
    throw stopped()
  }
  const url = `http://127.0.0.1:${port}`
  const child = runWatched(
    program.path,
    argumentsFor(program, { modelPath, port, keyFile: keyFile?.path ?? null, placement }),
    {
      ...environment(),
      LLAMA_API_KEY: key
    }
  )
  life.addEventListener('abort', child.kill, { once: true })
  child.onText((said) => {
    // One dot for each hundredth of the weights.
    const dots = said.length - trimEndOf(said, '.').length
    if (dots >= 3) onProgress(Math.min(dots, 99) / 100)
  })
  let ended = ''
  child.exited.then((how) => {
    ended = how || 'no reason given'
  })
  const until = performance.now() + START_MS
  try {
    while (!(await answers(url))) {
      if (ended) throw life.aborted ? stopped() : notStarted(name, ended)
      if (performance.now() > until) {
        child.kill()
        throw new OrreryError(
          'engine-failed',
          `llama-server was not ready with ${name} after ${START_MS / 60_000} minutes and was stopped. Try a smaller model or context.`
        )
      }
      await Promise.race([child.exited, sleep(LOOK_AGAIN_MS)])
    }
  } finally {
    // By now it has read its key, or never will.
    await keyFile?.remove()
  }
  const asked = { headers: { authorization: `Bearer ${key}` } }
  const props = await json(`${url}/props`, asked)
  const mark = await json(`${url}/apply-template`, {
    ...asked,
    method: 'POST',
    body: JSON.stringify({ messages: MARKED })
  })
  return {
    url,
    key,
    contextSize: Props.safeParse(props).data?.default_generation_settings.n_ctx ?? null,
    chatTemplate: Props.safeParse(props).data?.chat_template ?? null,
    warning: null,
    userStart: between(Prompt.safeParse(mark).data?.prompt ?? ''),
    exited: child.exited
  }
}

const Prompt = z.looseObject({ prompt: z.string() })
const MARKED = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: '0answer0' },
  { role: 'user', content: '0question0' }
]

/** How the server's template goes from an answer to the next question; `null` where it has left out one of them. */
function between(prompt: string): string | null {
  const start = prompt.indexOf('0answer0') + '0answer0'.length
  const end = prompt.lastIndexOf('0question0')
  return prompt.includes('0answer0') && end > start ? prompt.slice(start, end) : null
}

/** What a call that is useful but not needed answers; `null` when it does not. */
async function json(url: string, init: RequestInit): Promise<unknown> {
  try {
    return await (await fetch(url, init)).json()
  } catch {
    return null
  }
}

/** A file that only its owner can read, in a folder of its own. */
async function fileWith(text: string): Promise<{ path: string; remove: () => Promise<void> }> {
  // `mkdtemp` makes it for its owner alone.
  const folder = await mkdtemp(join(tmpdir(), 'orrery-key-'))
  const path = join(folder, 'key')
  await writeFile(path, text, { mode: 0o600 })
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
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

/** Runs a program that dies with this process. */
function runWatched(path: string, args: string[], env: NodeJS.ProcessEnv) {
  const guard = startGuard()
  const child = spawn(path, args, {
    env: { ...env, ...guard.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    // The head of a group, for the guard.
    detached: process.platform !== 'win32',
    windowsHide: true
  })
  if (child.pid) guard.watch(child.pid)
  let said = ''
  let listener: (said: string) => void = () => {}
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-16_000)
    listener(said)
  })
  const kill = () => {
    child.kill('SIGKILL')
    void guard.end()
  }
  const exited = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(reasonOf(error)))
    child.on('exit', kill)
    child.on('close', (code, signal) => {
      // A shell tells of a signal as 128 and its number.
      const died = signal ?? (code !== null && code > 128 ? signalName(code - 128) : null)
      resolve([died ? `signal ${died}` : `exit code ${code}`, lastError(said)].filter(Boolean).join('; '))
    })
  })
  return {
    exited,
    kill,
    onText: (listen: (said: string) => void) => {
      listener = listen
    }
  }
}

function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? String(number)
}

/** Whether a server that ended so met an instruction that this processor does not have. */
export const isForOtherProcessor = (how: string) => how.startsWith('signal SIGILL')

/** The line of a log that says what went wrong: the first complaint of the last ones, without its time and level. */
function lastError(log: string): string {
  const lines = log.split('\n').map((line) => line.replace(/^[\d.]+ [A-Z] /, '').trim())
  const bad = lines.filter((line) => /error|fail|unable|invalid|insufficient|out of memory|couldn't|cannot/i.test(line))
  return (bad.find((line) => MEMORY.test(line)) ?? bad.at(0) ?? lines.filter(Boolean).at(-1) ?? '').slice(0, 300)
}

const MEMORY = /out of memory|insufficient memory|(failed|unable) to (allocate|fit)/i

function notStarted(name: string, how: string): OrreryError {
  if (isForOtherProcessor(how)) {
    return new OrreryError('engine-crashed', `llama-server did not start with ${name}: ${OTHER_PROCESSOR}`)
  }
  if (MEMORY.test(how)) {
    return new OrreryError(
      'model-too-big',
      `llama-server ran out of memory loading ${name} (${how}). Close other programs, use a smaller context, or put fewer experts or layers on the GPU.`
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
    `llama-server exited before it was ready with ${name} (${how}). Try the step again; if it happens again, run llama-server in a terminal to see why.`
  )
}
