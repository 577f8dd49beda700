// No program is started without confirmation by the person at this machine, given where no token, page or model can reach.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'

/** A program as it will be started. */
export interface StartedProgram {
  command: string
  args: string[]
  env: Record<string, string>
  cwd?: string | undefined
}

/** How the shell that Orrery runs in asks its person. */
export interface Confirm {
  /** The sentence that the window shows while the person is asked; `null` where nobody has to be asked any more. */
  waiting: string | null
  /** Whether the person said yes; no when `signal` aborts first. @throws OrreryError forbidden where nobody can be asked */
  ask(program: StartedProgram, options: { signal: AbortSignal }): Promise<boolean>
}

/** On the command line the person typed the program. */
export const typed: Confirm = { waiting: null, ask: async () => true }

// More than this cannot be read before it is answered.
const LONGEST = 2000

/**
 * The question before a program, one at a time: a flood of them must not hide what is asked, nor wear a person down.
 * @throws OrreryError forbidden when the answer is no or nobody can be asked, busy, cancelled
 */
export function confirming(confirm: Confirm | undefined) {
  let waiting = false
  return async function* (program: StartedProgram, { signal }: { signal: AbortSignal }): AsyncGenerator<Confirming> {
    if (!confirm) throw unasked('There is no window or terminal to confirm a program in')
    if (waiting)
      throw new OrreryError('busy', 'Another program is waiting for confirmation. Answer that question first.')
    if (confirm.waiting !== null && describe(program).length > LONGEST) {
      throw unasked(`A command longer than ${LONGEST} characters is too long to confirm`)
    }
    waiting = true
    try {
      if (confirm.waiting !== null) yield { type: 'confirm', text: confirm.waiting }
      const yes = await confirm.ask(program, { signal })
      if (signal.aborted) throw new OrreryError('cancelled', 'The request for the tools was cancelled.')
      if (!yes) throw new OrreryError('forbidden', `"${shown(program.command)}" was not started: it was not confirmed.`)
    } finally {
      waiting = false
    }
  }
}
type Confirming = Extract<StreamEvent<'tools.ask'>, { type: 'confirm' }>

// Variables that hold secrets are named for it. All others are shown whole: some of them decide what a program runs.
const SECRET = /key|token|secret|pass|auth|cred/i

/** What is to be started, exactly, in lines. */
export function describe({ command, args, env, cwd }: StartedProgram): string {
  const variables = Object.entries(env).map(
    ([name, value]) => `${name}=${SECRET.test(name) ? '(hidden)' : shown(value)}`
  )
  return [
    `Program:   ${[command, ...args].map(shown).join(' ')}`,
    `Folder:    ${shown(cwd ?? process.cwd())}`,
    ...(variables.length ? [`Variables: ${variables.join(' ')}`] : [])
  ].join('\n')
}

/** A word as a shell would take it, where it is plain; else in quotes, and with nothing in it that is not seen. */
function shown(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word
  const unseen = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu
  return JSON.stringify(word).replace(unseen, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
}

function unasked(why: string): OrreryError {
  const way = "In a terminal on this machine run: orrery tools --ask 'COMMAND' > tools.json, then open that file here."
  return new OrreryError('forbidden', `${why}, so it is not started. ${way}`)
}

// Lines typed before the question are no answer to it. They can be read at once, so they are dropped within this time.
const TYPED_AHEAD_MS = 100

interface Terminal {
  input: unknown
  output: { write(text: string): unknown; isTTY?: boolean }
  /** Whether Orrery may read from its terminal now. */
  foreground?: () => boolean
}

/** Asks in the terminal that Orrery was started in. */
export function terminalConfirm({ input, output, foreground = isForeground }: Terminal): Confirm {
  const isTerminal = input instanceof Readable && 'isTTY' in input && input.isTTY === true && output.isTTY === true
  return {
    waiting: 'Answer in the terminal that Orrery runs in.',
    async ask(program, { signal }) {
      if (!isTerminal || input.readableEnded) throw unasked('Orrery runs without a terminal to confirm a program in')
      // Reading from the background would stop the whole process (SIGTTIN).
      if (!foreground()) throw unasked('Orrery is running in the background of its terminal')
      const lines = createInterface({ input, terminal: false })
      try {
        await sleep(TYPED_AHEAD_MS)
        output.write(
          `\nAn Orrery window asks to start this program on this machine, with your permissions:\n${describe(program)}\nStart it? [y/N] `
        )
        const answer = await new Promise<string | null>((resolve) => {
          const withdraw = () => resolve(null)
          lines.once('line', resolve).once('close', withdraw)
          if (signal.aborted) withdraw()
          else signal.addEventListener('abort', withdraw, { once: true })
        })
        if (answer === null) output.write('\nThe question was withdrawn.\n')
        const yes = answer !== null && /^\s*y(es)?\s*$/i.test(answer)
        if (answer !== null) output.write(yes ? 'Starting it.\n' : 'Not started.\n')
        return yes
      } finally {
        lines.close()
      }
    }
  }
}

/** Whether this process is in its terminal's foreground group; where that cannot be told, it is taken to be. */
function isForeground(): boolean {
  try {
    const [own, front] = process.platform === 'linux' ? groupsByProc() : groupsByPs()
    return own === front
  } catch {
    return true
  }
}

function groupsByProc() {
  // proc(5): after the name in brackets come state, ppid, pgrp, session, tty_nr, tpgid.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return [fields[2], fields[5]]
}

function groupsByPs() {
  return execFileSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
}
