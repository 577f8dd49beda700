// SWE-ReX's sessions and commands on the shell of a world.
import type { BashAction, Command } from './rex-shapes.ts'
import { around, continued, word } from './shell-text.ts'
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

/** What is known of the open sessions of one link. */
export type Sessions = Map<string, { begun: boolean }>

const observation = (output: string, exit_code: number | null, expect_string = '') => ({
  output,
  exit_code,
  failure_reason: '',
  expect_string,
  session_type: 'bash'
})

/** Programs end what they print with a newline; worlds do not show the last one. */
const lines = (text: string): string => (text && !text.endsWith('\n') ? `${text}\n` : text)

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
  sessions.set(session, { begun: false })
  let output = ''
  for (const path of startup_source) {
    const asked = { command: `source ${word(path)}`, session, check: 'ignore' as const, expect: [] }
    output += (await inSession(shell, sessions, { ...INTERACTIVE, ...asked })).output
  }
  return { output, session_type: 'bash' }
}

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
  // A shell of a command's own would forget what the session is to remember.
  const file = `/tmp/.session-${action.session.replace(/[^\w-]/g, '_')}`
  const keeps = shell.has.keeps || !shell.has.computed
  const ran = await shell.run(keeps ? command : continued(command, file, session), {
    seconds: action.timeout ?? undefined,
    code: check !== 'ignore'
  })
  session.begun = true
  await checkEnded(shell, ran, command, action.timeout ?? null)
  const { output, exitCode } = ran
  if (check === 'raise' && exitCode === null) throw rex('NoExitCodeError', `no exit code of ${command}`)
  if (check === 'raise' && exitCode !== 0) throw failed(command, exitCode, `Here is the output:\n${output}`, action)
  return observation(
    lines(output),
    check === 'ignore' ? null : exitCode,
    expect.find((one) => output.includes(one))
  )
}

/** @throws RexError where the command is none, or has not ended */
async function checkEnded(
  shell: WorldShell,
  { output, running, exitCode }: Ran,
  command: string,
  timeout: number | null
) {
  const incomplete = running && shell.has.keys && /(?:^|\n)>\s*$/.test(output)
  if (incomplete) await shell.keys(['C-c'])
  if (incomplete || (exitCode === 2 && MISTYPED.test(output))) {
    const extra = { bash_stdout: '', bash_stderr: output }
    throw rex('BashIncorrectSyntaxError', `Error while checking bash command\n${command}\n${output}`, extra)
  }
  if (running)
    throw rex('CommandTimeoutError', `timeout after ${timeout ?? 'the usual'} seconds while running command ${command}`)
}

const MISTYPED = /^(?:-?bash|sh)(?=: )[^\n]*(?:syntax error|unexpected EOF)/m

const failed = (command: string, code: number | null, printed: string, { error_msg }: { error_msg: string }) =>
  rex(
    'NonZeroExitCodeError',
    `${error_msg && `${error_msg}: `}Command ${command} failed with exit code ${code}. ${printed}`
  )

/** Stops what runs in front. */
export async function interrupt(shell: WorldShell, sessions: Sessions, session: string) {
  if (!sessions.has(session)) throw missing(session)
  return observation(shell.has.keys ? await shell.keys(['C-c']) : '', 0)
}

/** A command beside all sessions. @throws RexError, OrreryError */
export async function execute(shell: WorldShell, { command: given, timeout, ...asked }: Command) {
  const command = typeof given === 'string' ? given : given.map(word).join(' ')
  const whole = around(command, asked, { apart: shell.has.keeps })
  const ran = await shell.run(whole, { seconds: timeout ?? undefined })
  if (ran.running && shell.has.keys) await shell.keys(['C-c'])
  if (ran.running)
    throw rex('CommandTimeoutError', `Timeout (${timeout ?? 'the usual'}s) exceeded while running command`)
  const { output, streams, exitCode } = ran
  const { stdout, stderr } = asked.merge_output_streams || !streams ? { stdout: output, stderr: '' } : streams
  if (asked.check && exitCode !== 0) throw failed(command, exitCode, `Stdout:\n${stdout}\nStderr:\n${stderr}`, asked)
  return { stdout: lines(stdout), stderr: lines(stderr), exit_code: exitCode }
}
