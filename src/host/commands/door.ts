// What every command has: its streams, a signal to stop at, and the contract's calls, typed.

import { statSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, CommanderError, Option } from 'commander'
import type {
  CallInput,
  CallName,
  CallOutput,
  Handlers,
  StreamEvent,
  StreamInput,
  StreamName
} from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { readText as readTrees } from '../../core/formats/importing-text.ts'
import { parseJson } from '../../core/text/json.ts'
import type { Engine } from '../../core/tree/ports.ts'
import { explain } from '../data/disk-errors.ts'
import { dataHome } from '../data/home.ts'
import { noFile } from '../data/plain-file.ts'
import { readTextIn } from '../data/text-file.ts'
import { mount } from '../doors/mount.ts'
import { engines, findRecordingEngine, findRuntime, findServerEngine } from '../engines/index.ts'
import { createHost, type HostOptions } from '../host.ts'
import type { Person } from './person.ts'
import { positive } from './values.ts'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The process's own streams, or a test's. */
export interface Io {
  stdin: AsyncIterable<Uint8Array | string> & { isTTY?: boolean }
  /** `write` gives `false` when it wants to be waited for. */
  stdout: {
    write(text: string | Uint8Array): unknown
    isTTY?: boolean
    once?(event: 'drain', then: () => void): unknown
  }
  stderr: { write(text: string): unknown; isTTY?: boolean }
  /** Opens the terminal of whoever sits at it; `null` where there is none. Left out: that of this process. */
  person?(): Person | null
}

/** How people are asked. */
type Asking = Pick<HostOptions, 'confirm' | 'window' | 'askPerson'>

export interface Cli {
  io: Io
  signal: AbortSignal
  /** Opens the data folder, with the engine that was asked for instead of the chosen model. */
  open(choice?: EngineChoice, options?: Asking): Promise<Door>
  /** The exit code of a command that has said itself how it failed. */
  exitCode: 0 | 1 | 100
}

/** The contract, as commands call it: values come back typed, errors are thrown. */
export interface Door {
  handlers: Handlers
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<CallOutput<K>>
  stream<K extends StreamName>(
    name: K,
    input: StreamInput<K>,
    options: { signal: AbortSignal; on: (event: StreamEvent<K>) => unknown }
  ): Promise<void>
}

/** Options of the commands that predict. */
export interface EngineChoice {
  engine?: string
  model?: string | undefined
  baseUrl?: string
  recording?: string
  /** How fast recordings are played; 0 at once. */
  tempo?: number
  /** Processes of the machine at once. */
  machines?: number
  /** Calls of agents at once in worlds that they compute. */
  queue?: number
}

// Which engine runs a model file is set for each model (`model set --runtime`), so of those engines only the usual one can be named here.
const CHOICES = engines.filter(({ takes, id }) => takes !== 'nothing' && (takes !== 'file' || id === findRuntime().id))

/** @param more what the command takes beside the engines */
export function engineOptions(command: Command, more: string[] = []): Command {
  return command
    .addOption(new Option('--engine <name>', 'prediction engine').choices([...CHOICES.map(({ id }) => id), ...more]))
    .option('--model <id>', 'catalogue id or .gguf path, for this run only; with openai, the model name on the server')
    .option(
      '--base-url <url>',
      'openai: server address, e.g. http://localhost:8000/v1 (reads the key from OPENAI_API_KEY)'
    )
    .option('--recording <file>', 'replay: exported session to replay')
}

/** The option of the commands in which many worlds may run at once. */
export const machinesOption = (command: Command): Command =>
  command.option('--machines <n>', 'processes of the machine at the same time (default: as many as cores)', positive)

/** The option of the commands that let agents in. */
export const queueOption = (command: Command): Command =>
  command.option(
    '--queue <n>',
    'calls of agents at the same time in worlds that machines compute; more are told when to come again (default: 32 for each machine)',
    positive
  )

/** @throws CommanderError when the options do not go together */
export async function openDoor(
  choice: EngineChoice,
  {
    open = createHost,
    confirm,
    askPerson,
    window = false
  }: { open?: ((options: HostOptions) => Promise<Handlers>) | undefined } & Asking = {}
): Promise<{ door: Door; handlers: Handlers }> {
  const engine = await engineOf(choice)
  const handlers = await open({
    home: dataHome(),
    resources: join(ROOT, 'resources'),
    ...(confirm && { confirm }),
    ...(askPerson && { askPerson }),
    window,
    ...(choice.machines !== undefined && { machines: choice.machines }),
    ...(choice.queue !== undefined && { queue: choice.queue }),
    ...(choice.tempo !== undefined && { tempo: choice.tempo }),
    ...(engine ? { engine } : choice.model !== undefined && { model: choice.model })
  })
  return { handlers, door: doorTo(handlers) }
}

function doorTo(handlers: Handlers): Door {
  const mounted = mount(handlers, 'command-line')
  return {
    handlers,
    async call<K extends CallName>(name: K, input: CallInput<K>) {
      const reply = await mounted.call(name, input)
      // The mount gives back what the handler of this name returned.
      if (reply.ok) return reply.value as CallOutput<K>
      throw new OrreryError(reply.error.code as OrreryError['code'], reply.error.message)
    },
    async stream<K extends StreamName>(
      name: K,
      input: StreamInput<K>,
      { signal, on }: { signal: AbortSignal; on: (event: StreamEvent<K>) => unknown }
    ) {
      // The mount emits what the handler of this name yielded.
      const emit = async (event: unknown) => {
        await on(event as StreamEvent<K>)
      }
      await mounted.stream(name, input, { signal, emit })
    }
  }
}

/** The one event of a stream that has one. */
export async function theOnly<K extends StreamName>(
  door: Door,
  name: K,
  input: StreamInput<K>,
  { signal }: { signal: AbortSignal }
): Promise<StreamEvent<K>> {
  const events: StreamEvent<K>[] = []
  await door.stream(name, input, { signal, on: (event) => events.push(event) })
  const [event] = events
  if (event === undefined) throw new OrreryError('internal', `"${name}" ended without an answer.`)
  return event
}

/** The engine for this run when it is not a model file. */
async function engineOf({ engine: id, model, baseUrl, recording, tempo }: EngineChoice): Promise<Engine | null> {
  const named = CHOICES.find((one) => one.id === id)?.takes
  const takes = named ?? (baseUrl !== undefined ? 'server' : recording !== undefined ? 'recording' : 'file')
  if (takes === 'server') {
    const engine = findServerEngine(id)
    if (!baseUrl || !model) throw usage(`--engine ${engine.id} needs --base-url and --model.`)
    return engine.open({ baseUrl, model, apiKey: process.env.OPENAI_API_KEY })
  }
  if (takes === 'recording') {
    const engine = findRecordingEngine(id)
    if (!recording) throw usage(`--engine ${engine.id} needs --recording, a file made by \`orrery export\`.`)
    const text = await readText(recording)
    const { trees } = await readTrees(text, { now: 0 })
    return engine.open({ trees, otherwise: null }, tempo === undefined ? {} : { tempo })
  }
  return null
}

// JavaScript holds no text of twice as many characters.
const MOST_BYTES = 512 * 1024 * 1024 - 1024

function tooLong(what: string): OrreryError {
  const most = Math.floor(MOST_BYTES / 1_000_000)
  return new OrreryError(
    'invalid-input',
    `${what} is larger than the limit of ${most} MB. Split it into several files.`
  )
}

/** @throws OrreryError not-found, invalid-input */
export async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > MOST_BYTES) throw tooLong(`"${path}"`)
    return await readTextIn(path)
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'ENOENT') throw noFile(path, cause)
    if (code === 'EISDIR') throw new OrreryError('invalid-input', `"${path}" is a folder. Name a file.`, { cause })
    throw new OrreryError('invalid-input', `"${path}" cannot be read: ${String(cause)}`, { cause })
  }
}

/**
 * Refuses a file that could not be written, before the work that is to be written there. `undefined`: nothing is to be written.
 * @throws OrreryError not-found for a folder that is not there, invalid-input for what is no file
 */
export function checkOut(path: string | undefined): void {
  if (path === undefined) return
  const folder = dirname(resolve(path))
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new OrreryError('not-found', `There is no folder "${folder}" to write "${path}" in. Make it first.`)
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new OrreryError('invalid-input', `"${path}" is a folder. Name a file.`)
  }
}

/** Writes a report to a file that `checkOut` has let pass. @throws OrreryError disk-full, forbidden */
export function writeOut(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw explain(error, path)
  }
}

/** Collects `--option key=value`: the value is JSON where it reads as JSON, else text. */
export function readOption(given: string, before: Record<string, unknown>): Record<string, unknown> {
  const [, key, text] = /^([\w.-]+)=([\s\S]*)$/.exec(given) ?? []
  if (key === undefined || text === undefined) throw usage(`--option "${given}" is not key=value.`)
  try {
    return { ...before, [key]: parseJson(text) }
  } catch {
    return { ...before, [key]: text }
  }
}

/** A mistake in the command line that commander cannot see: exit code 2. */
export function usage(message: string): CommanderError {
  return new CommanderError(2, 'orrery.usage', message)
}
