// A person at the terminal who plays the user of a world: they are asked there, while stdin holds the action.
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { ReadStream } from 'node:tty'
import { OrreryError } from '../../core/errors.ts'
import type { StepContext } from '../../core/step/context.ts'
import { isObject, parseJson } from '../../core/text/json.ts'
import type { PersonQuestion } from '../../core/tree/ports.ts'
import { USER_STOP, type UserUse } from '../../core/tree/user.ts'
import type { Io } from './door.ts'
import { note } from './print.ts'

/** Whoever sits at the terminal, apart from stdin. */
export interface Person {
  /** The next line that they type; `null` once they have closed the terminal, or the signal stops the question. */
  line(signal: AbortSignal): Promise<string | null>
  close(): void
}

type AskPerson = NonNullable<StepContext['askPerson']>

/** @param reply what the user answers; without it the person at the terminal is asked */
export function personAt(io: Io, reply: string | undefined): { ask: AskPerson; asked(): boolean } {
  let asked = false
  return {
    asked: () => asked,
    async ask(question, { branch: { setup }, signal }) {
      asked = true
      if (reply !== undefined) return reply
      const person = io.person ? io.person() : atTerminal(io)
      if (!person) throw new OrreryError('engine-failed', NOBODY)
      try {
        return await talk(io, { person, question, user: setup.user, signal })
      } finally {
        person.close()
      }
    }
  }
}

interface Talk {
  person: Person
  question: PersonQuestion
  user: UserUse | undefined
  signal: AbortSignal
}

/** Asks until the person has answered. What they get wrong is said, and asked again. */
async function talk(io: Io, { person, question, user, signal }: Talk): Promise<string> {
  const { wants, knows = {}, tools = [], stop = USER_STOP } = user ?? {}
  io.stderr.write('\n')
  if (wants) note(io, `You are the user. You want: ${wants}`)
  for (const [name, value] of Object.entries(knows)) note(io, `You know: ${name}: ${value}`)
  if (tools.length)
    note(io, `Your own tools: ${tools.join(', ')}. To use one first: /use ${tools[0]} {"argument": "value"}`)
  note(io, 'To say your last words: /leave and the words. Ctrl-C stops the step.')
  note(io, `It is said to you: ${question.message}`)
  for (;;) {
    io.stderr.write('> ')
    const typed = (await person.line(signal))?.trim()
    if (signal.aborted) throw new OrreryError('cancelled', 'The step was stopped.')
    if (typed === undefined)
      throw new OrreryError('engine-failed', 'The terminal was closed before the user had answered.')
    const [command, ...rest] = typed.split(' ')
    const words = rest.join(' ').trim()
    if (command === '/leave' && words) return `${words} ${stop}`
    if (command === '/use') note(io, await used(question, words))
    else if (typed.startsWith('/')) note(io, 'Answer in words, or with /use TOOL {…}, or /leave WORDS.')
    else if (typed) return typed
  }
}

/** What the user's own tool shows, or what was wrong with the call. */
async function used({ act }: PersonQuestion, words: string): Promise<string> {
  const [tool = ''] = words.split(' ')
  try {
    const given: unknown = parseJson(words.slice(tool.length).trim() || '{}')
    if (!isObject(given)) return `The arguments of ${tool} are a JSON object, such as {"name": "value"}.`
    // `as`: an object that was read from JSON.
    return await act({ tool, arguments: given as Parameters<PersonQuestion['act']>[0]['arguments'] })
  } catch (error) {
    if (error instanceof OrreryError) return error.message
    if (error instanceof SyntaxError) return `What follows ${tool} is not JSON: ${error.message}`
    throw error
  }
}

/** `null` where the command has no terminal, as in a pipeline of a script. */
function atTerminal({ stderr }: Io): Person | null {
  if (!stderr.isTTY) return null
  let file: number
  try {
    file = openSync(process.platform === 'win32' ? String.raw`\\.\CONIN$` : '/dev/tty', 'r')
  } catch {
    return null
  }
  let input: ReadStream
  try {
    input = new ReadStream(file)
  } catch {
    closeSync(file)
    return null
  }
  return personOn(input)
}

/** Whoever types there. Lines that come before they are asked for are kept. */
export function personOn(input: Readable): Person {
  const lines = createInterface({ input, terminal: false })
  const typed = lines[Symbol.asyncIterator]()
  const close = () => {
    lines.close()
    input.destroy()
  }
  return {
    async line(signal) {
      if (signal.aborted) return null
      signal.addEventListener('abort', close, { once: true })
      try {
        const next = await typed.next()
        return next.done ? null : next.value
      } finally {
        signal.removeEventListener('abort', close)
      }
    },
    close
  }
}

const NOBODY =
  'The user of this world is played by a person, and there is no terminal to ask them at. Give their answer with --reply "WORDS", run the command at a terminal, or open the world in the window.'
