// SWE-ReX's sessions and commands on the shell of a world.
import type { BashAction, RexCommand } from './rex-shapes.ts'
import { around, word } from './shell-text.ts'
import type { Ran, WorldShell } from './world-shell.ts'

/** An error that SWE-ReX's client raises again by its name. */
export class RexError extends Error {
  readonly path: string
  readonly extra: Record<string, string>
  constructor(path: string, message: string, extra: Record<string, string> = {}) {
    super(message)
    this.path = path
    this.extra = extra
  }
}

const rex = (name: string, message: string, extra = {}) => new RexError(`swerex.exceptions.${name}`, message, extra)

/** The open sessions of one link, with the shell of the world that each is, once it has begun. */
export type Sessions = Map<string, { shell: string | null }>

const observation = (output: string, exit_code: number | null, expect_string = '') => ({
  output,
  exit_code,
  failure_reason: '',
  expect_string,
  session_type: 'bash'
})

/** Programs end what they print with a newline; what is read off an observation does not show the last one. */
const lines = (text: string, { guessed }: Pick<Ran, 'guessed'>): string =>
  guessed && text && !text.endsWith('\n') ? `${text}\n` : text

/** Beyond SWE-ReX: what of the output is not in the answer. */
const noted = ({ note }: Pick<Ran, 'note'>) => (note ? { note } : {})

// What SWE-ReX takes out of a session's output.
const ESC = '\\x1b'
const SEQUENCE = new RegExp(`${ESC}[@-_][0-?]*[ -/]*[@-~]`, 'g')

/** @throws RexError */
export async function createSession(
  shell: WorldShell,
  sessions: Sessions,
  { session, startup_source }: { session: string; startup_source: string[] }
) {
  if (sessions.has(session)) throw rex('SessionExistsError', `session ${session} already exists`)
  const [other] = sessions.keys()
  // Two sessions at one keyboard would type into each other's commands.
  if (shell.has.keys && other !== undefined) {
    throw rex('SwerexException', `this terminal is the session ${other}; close it before another one is created`)
  }
  sessions.set(session, { shell: null })
  let output = ''
  for (const path of startup_source) {
    const asked = { command: `source ${word(path)}`, session, check: 'ignore' as const, expect: [] }
    output += (await inSession(shell, sessions, { ...INTERACTIVE, ...asked })).output
  }
  return { output, session_type: 'bash' }
}

// With room for a number.
const MOST_NAME = 180

const INTERACTIVE = { is_interactive_command: false, is_interactive_quit: false, error_msg: '', timeout: null }

export function closeSession(sessions: Sessions, session: string) {
  if (!sessions.delete(session)) throw missing(session)
  return { session_type: 'bash' }
}

const missing = (session: string) => rex('SessionDoesNotExistError', `session ${session} does not exist`)

/** @throws RexError, OrreryError */
export async function inSession(shell: WorldShell, sessions: Sessions, action: BashAction) {
  const { command, check, expect } = action
  const session = sessions.get(action.session)
  if (!session) throw missing(action.session)
  if (shell.has.keys && (action.is_interactive_command || action.is_interactive_quit)) {
    const output = await shell.keys([`${command}\n`], action.timeout ?? undefined)
    return observation(
      output,
      0,
      expect.find((one) => output.includes(one))
    )
  }
  if (!command.trim()) return observation('', check === 'ignore' ? null : 0)
  const ran = await shell.run(command, {
    seconds: action.timeout ?? undefined,
    code: check !== 'ignore',
    session: session.shell ?? action.session.slice(0, MOST_NAME),
    fresh: session.shell === null,
    checked: true
  })
  session.shell ??= ran.session
  await checkEnded(shell, ran, command, action.timeout ?? null)
  const output = ran.guessed ? ran.output : ran.output.replace(SEQUENCE, '')
  const { exitCode } = ran
  if (check === 'raise' && exitCode === null) throw rex('NoExitCodeError', `no exit code of ${command}`)
  if (check === 'raise' && exitCode !== 0) throw failed(command, exitCode, `Here is the output:\n${output}`, action)
  return {
    ...observation(
      lines(output, ran),
      check === 'ignore' ? null : exitCode,
      expect.find((one) => output.includes(one))
    ),
    ...(ran.restarted && { restarted: true }),
    ...noted(ran)
  }
}

/** @throws RexError where the command is none, or has not ended */
async function checkEnded(shell: WorldShell, ran: Ran, command: string, timeout: number | null) {
  const { output, exitCode } = ran
  // In a predicted world the text is all that there is.
  const incomplete = ran.guessed && ran.running && shell.has.keys && /(?:^|\n)>\s*$/.test(output)
  const mistyped = ran.guessed && exitCode === 2 && MISTYPED.test(output)
  if (incomplete) await shell.keys(['C-c'])
  if (ran.misspelt !== null || incomplete || mistyped) {
    const said = ran.misspelt ?? output
    const extra = { bash_stdout: '', bash_stderr: said }
    throw rex('BashIncorrectSyntaxError', `Error while checking bash command\n${command}\n${said}`, extra)
  }
  if (ran.running)
    throw rex('CommandTimeoutError', `timeout after ${lasting(timeout)} while running command ${command}`)
}

const lasting = (timeout: number | null): string => (timeout === null ? 'the usual time' : `${timeout} seconds`)

const MISTYPED = /^(?:-?bash|sh)(?=: )[^\n]*(?:syntax error|unexpected EOF)/m

const failed = (command: string, code: number | null, printed: string, { error_msg }: { error_msg: string }) =>
  rex(
    'NonZeroExitCodeError',
    `${error_msg && `${error_msg}: `}Command ${command} failed with exit code ${code}. ${printed}`
  )

// What frees a terminal, one after the other, until its shell reads again: interrupt; then, as SWE-ReX does it, put aside and killed.
const ASIDE = 'C-z'
const KILL = 'kill -9 %1\n'

/** Stops what runs in front. */
export async function interrupt(shell: WorldShell, sessions: Sessions, session: string) {
  if (!sessions.has(session)) throw missing(session)
  if (!shell.has.keys) return observation('', 0)
  const keys = (key: string) => shell.run(INTERRUPTING, { keys: key, seconds: 1, code: false, session })
  let ran = await keys('C-c')
  let output = ran.output
  if (ran.ready === false) {
    await keys(ASIDE)
    ran = await keys(KILL)
    output += ran.output
  }
  return observation(ran.guessed ? output : output.replace(SEQUENCE, '').trim(), 0)
}

// Keys are no command; what they do is read as one's end.
const INTERRUPTING = 'C-c'

/** A command beside all sessions. @throws RexError, OrreryError */
export async function execute(shell: WorldShell, { command: given, timeout, ...asked }: RexCommand) {
  const command = typeof given === 'string' ? given : given.map(word).join(' ')
  if (!command.trim()) return { stdout: '', stderr: '', exit_code: 0 }
  const { computed, keeps, keys } = shell.has
  const whole = around(command, asked, { apart: keeps && !computed })
  const ran = await shell.run(whole, { seconds: timeout ?? undefined, beside: true })
  if (ran.running && ran.guessed && keys) await shell.keys(['C-c'])
  if (ran.running)
    throw rex('CommandTimeoutError', `Timeout (${lasting(timeout ?? null)}) exceeded while running command`)
  const { output, streams, exitCode } = ran
  const { stdout, stderr } = asked.merge_output_streams || !streams ? { stdout: output, stderr: '' } : streams
  if (asked.check && exitCode !== 0) throw failed(command, exitCode, `Stdout:\n${stdout}\nStderr:\n${stderr}`, asked)
  return { stdout: lines(stdout, ran), stderr: lines(stderr, ran), exit_code: exitCode, ...noted(ran) }
}
