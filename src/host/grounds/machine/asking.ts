// What a program of the machine asks the host (`image/dream.c`), and how it is answered.

import { OrreryError } from '../../../core/errors.ts'
import { gitWords, type Invocation, type SimpleCommandOutput } from '../../../core/grounds/effects/told.ts'
import { writing } from '../emulator/files.ts'
import { quoted } from '../emulator/quoted.ts'
import type { EmulatorJob } from '../emulator-client.ts'

export const ASK = '/run/dream/ask'

/** `line`: what it read, where it goes on reading lines. */
export interface ProgramQuestion extends Invocation {
  line: string
  /** The machine has the program, and the world states that it shows something else (`programs.ts`). */
  stated?: true
}

// A command line of Linux holds at most 2 MB. Programs of the guest write the file: it is their own business what they put there.
const MOST_BYTES = 2 << 20

/** @throws OrreryError engine-failed for what no command line can be */
export function readAsk(bytes: Buffer, { home }: { home: string }): ProgramQuestion {
  if (bytes.length > MOST_BYTES) {
    const size = Math.round(bytes.length / 2 ** 20)
    throw new OrreryError(
      'engine-failed',
      `The machine failed: a program asks the host with ${size} MB, and a command line has at most 2 MB. It is back where it was before the step.`
    )
  }
  const [name = '', cwd = '/', line = '', ...args] = bytes.toString().split('\0').slice(0, -1)
  return { name: name.trimEnd(), cwd, line, args, home, ...(name.endsWith(' ') && { stated: true }) }
}

/** The job that answers, after which the program goes on. */
export function answerJob({
  out,
  err,
  status,
  session
}: Pick<SimpleCommandOutput, 'out' | 'err' | 'status' | 'session'>): EmulatorJob {
  const head = `${session ? 'l' : 'x'} ${status} ${Buffer.byteLength(out)} ${Buffer.byteLength(err)}\n`
  return writing(ANSWER, head + out + err)
}

const ANSWER = '/run/dream/answer'

/** The answer that runs the real program of that name. */
export const REAL: EmulatorJob = writing(ANSWER, 'r 0 0 0\n')

/** The command as a person would type it. */
export function commandOf({ name, args }: Invocation): string {
  return [name, ...args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : quoted(arg)))].join(' ')
}

/** A script that prints the address of the remote that a git command talks to; `null` where the command names it. */
export function remoteScript(asked: ProgramQuestion): string | null {
  const { words, folder } = gitWords(asked)
  const [verb = '', ...rest] = words
  if (verb === 'clone' || verb === 'ls-remote') {
    const url = rest.find((word) => !word.startsWith('-'))
    if (url !== undefined) return null
  }
  const named = rest.filter((word) => !word.startsWith('-'))[verb === 'remote' || verb === 'submodule' ? 1 : 0]
  const at = quoted(folder)
  const git = `git -c safe.directory='*' -C ${at}`
  const usual = `$(${git} config "branch.$(${git} rev-parse --abbrev-ref HEAD 2>/dev/null).remote" || echo origin)`
  return `${git} remote get-url ${named ? quoted(named) : `"${usual}"`} 2>/dev/null || ${named && /[:/]/.test(named) ? `echo ${quoted(named)}` : 'true'}`
}

/** Whether an address is on this machine. No address at all is git's own business too. */
export function isLocal(url: string): boolean {
  const plain = url.trim()
  return plain === '' || /^file:/.test(plain) || !/^\w+:\/\/|^[\w.@-]+:/.test(plain)
}

/** Whether a copy names this machine and no other. */
export function copiesHere({ name, args }: ProgramQuestion): boolean {
  const hosts = args.flatMap((arg) => /^(?:[^@:/]+@)?(\[[^\]]*\]|[^:/@]+):/.exec(arg)?.[1] ?? [])
  return name === 'scp' && hosts.length > 0 && hosts.every((host) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(host))
}

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i
const FETCHED =
  /^(?:https?|ftps?|sftp|scp|tftp|smbs?|imaps?|pop3s?|smtps?|ldaps?|mqtt|dict|gophers?|rtmp\w*|rtsp|telnet|wss?)$/i

/** Whether a client of the network fails, or helps, before it asks for anything: it has no address, or one of a scheme that nobody speaks. */
export function asksNobody({ name, args }: ProgramQuestion): boolean {
  if (name !== 'curl' && name !== 'wget') return false
  return args
    .filter((arg) => !arg.startsWith('-'))
    .every((arg) => {
      const scheme = SCHEME.exec(arg)?.[1]
      return scheme !== undefined && !FETCHED.test(scheme)
    })
}

/** The address that a clone is given. */
export function clonedFrom(asked: ProgramQuestion): string {
  const [, ...rest] = gitWords(asked).words
  return (
    rest.find((word) => /[:/]/.test(word) && !word.startsWith('-')) ??
    rest.findLast((word) => !word.startsWith('-')) ??
    ''
  )
}
