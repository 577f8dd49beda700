// The shell of a world as agents' harnesses want one: commands, keystrokes, and files that are read and written by commands.
import type { CallOutput, StreamEvent } from '../../../core/contract/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import type { AgentWorld } from './door.ts'
import { literal, word } from './shell-text.ts'

export type Ran = Extract<StreamEvent<'agent.run'>, { type: 'ran' }>

/** Why a file could not be read or written, in the words of the system. */
export class FileError extends Error {
  readonly kind: 'missing' | 'folder' | 'permission' | 'other'
  constructor(path: string, reason: string) {
    super(`${reason}: '${path}'`)
    this.kind = KINDS.find(([words]) => reason.includes(words))?.[1] ?? 'other'
  }
}

const KINDS = [
  ['No such file or directory', 'missing'],
  // A file stands where a folder would have to be.
  ['Not a directory', 'missing'],
  ['Is a directory', 'folder'],
  ['Permission denied', 'permission'],
  ['Read-only file system', 'permission']
] as const

export interface ShellRunOptions {
  seconds?: number | undefined
  /** Whether the exit code is wanted. */
  code?: boolean
  /** For the command, which runs already: `''` waits. */
  keys?: string
  /** Where commands are computed: the shell that lives on, or one of its own beside all of them. */
  session?: string
  /** A new one, under a name that the answer tells. */
  fresh?: boolean
  beside?: boolean
  /** A command that is none is not typed. */
  checked?: boolean
}

export interface WorldShell {
  has: NonNullable<CallOutput<'agent.world'>['shell']>
  /** @throws OrreryError */
  run(command: string, options?: ShellRunOptions): Promise<Ran>
  /** What the screen shows after these keys. */
  keys(keys: string[], seconds?: number): Promise<string>
  /** What it shows now. */
  look(): Promise<string>
  /** @throws FileError, OrreryError */
  read(path: string): Promise<Buffer>
  /** Folders that are missing are made. @throws FileError, OrreryError */
  write(path: string, bytes: Buffer): Promise<void>
}

// Files of a world that is computed; of another every page is a prediction.
const MOST = 1024 * 1024
const MOST_PREDICTED = 64 * 1024
// What bash takes as one command, with room for what stands around it.
const MOST_OF_A_COMMAND = 96 * 1024

/** @throws OrreryError invalid-input in a world without a shell */
export async function worldShell(
  world: AgentWorld,
  { signal, client = '' }: { signal: AbortSignal; client?: string }
): Promise<WorldShell> {
  const { shell: has } = await world.call('agent.world', {}, client)
  if (!has) throw new OrreryError('invalid-input', 'This world has no shell. Choose a terminal or a code world.')
  const most = has.computed || !has.keys ? MOST : MOST_PREDICTED
  // What base64 makes of them fits what is shown, and a command.
  const page = Math.floor((Math.min(has.shows, MOST_OF_A_COMMAND) * 3) / 4 / 3) * 3 - 300

  const run: WorldShell['run'] = (command, { seconds, code = true, keys, session, fresh, beside, checked } = {}) => {
    const more = {
      ...(seconds !== undefined && { seconds }),
      ...(keys !== undefined && { keys }),
      ...(session !== undefined && { session }),
      ...(fresh && { fresh }),
      ...(beside && { beside }),
      ...(checked && { checked })
    }
    return world.stream('agent.run', { command, code, ...more }, { signal, client })
  }

  function fits(path: string, size: number): void {
    if (size <= most) return
    throw new FileError(path, `File too large: ${size} bytes, and the shell of this world takes at most ${most}`)
  }

  /** Every byte: as base64, page by page. */
  async function exactly(path: string): Promise<Buffer> {
    const at = word(path)
    const parts: Buffer[] = []
    let size = 1
    for (let from = 0; from < size; from += page) {
      const part = `tail -c +${from + 1} ${at} | head -c ${page} | base64 -w 0 && echo`
      const { output } = await run(`wc -c < ${at} && ${part}`, { code: false, beside: true })
      const [first = '', ...rows] = output.split('\n')
      if (!/^\d{1,15}$/.test(first.trim()) || COMPLAINT.test(output)) throw new FileError(path, reasonIn(output))
      size = Number(first)
      fits(path, size)
      parts.push(Buffer.from(rows.join('').replace(/\s+/g, ''), 'base64'))
    }
    return Buffer.concat(parts)
  }

  /** As a model tells it: text, which ends in a newline. */
  async function asText(path: string): Promise<Buffer> {
    const { output } = await run(`cat ${word(path)}`, { code: false })
    if (/^(?:cat|bash|sh): /.test(output)) throw new FileError(path, reasonIn(output))
    return Buffer.from(output && !output.endsWith('\n') ? `${output}\n` : output)
  }

  async function written(path: string, command: string): Promise<void> {
    const { output } = await run(command, { code: false, beside: true })
    const reason = COMPLAINT.exec(output)?.[1]
    if (reason) throw new FileError(path, reason.trim())
  }

  return {
    has,
    run,
    async keys(keys, seconds = 1) {
      return (await world.stream('agent.keys', { keys, seconds }, { signal, client })).text
    },
    async look() {
      return (await world.call('agent.look', {}, client)).text
    },
    read: (path) => (has.computed ? exactly(path) : asText(path)),
    async write(path, bytes) {
      fits(path, bytes.length)
      const at = word(path)
      const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
      const made = folder ? `mkdir -p ${word(folder)} && ` : ''
      const text = textOf(bytes)
      if (text !== null && (!has.computed || typed(text, page))) {
        return written(path, `${made}${textInto(text, at)}`)
      }
      for (let from = 0; from === 0 || from < bytes.length; from += page) {
        const part = bytes
          .subarray(from, from + page)
          .toString('base64')
          .replace(/.{76}/g, '$&\n')
        await written(path, `${from ? '' : made}base64 -d >${from ? '>' : ''} ${at} <<'EOF'\n${part}\nEOF`)
      }
    }
  }
}

// How a shell and its programs complain: the last part says why.
const COMPLAINT = /^(?:-?bash|sh|cat|mkdir|base64|wc|tail)(?=: )[^\n]*: ([^:\n]+)$/m

const reasonIn = (output: string): string =>
  KINDS.find(([words]) => output.includes(words))?.[0] ??
  (output.trim().split('\n').at(-1) || 'the world showed nothing of it')

function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8')
  return !text.includes('\0') && Buffer.from(text).equals(bytes) ? text : null
}

/** Whether it can be a part of a command as it is. */
const typed = (text: string, most: number): boolean =>
  text.length <= most && /^\P{Cc}*$/u.test(text.replace(/[\n\t]/g, ''))

function textInto(text: string, at: string): string {
  if (text === '') return `: > ${at}`
  if (!text.endsWith('\n')) return `printf '%s' ${literal(text)} > ${at}`
  const lines = new Set(text.split('\n'))
  let end = 'EOF'
  while (lines.has(end)) end = `_${end}`
  return `cat > ${at} <<'${end}'\n${text}${end}`
}
