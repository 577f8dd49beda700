// Shell commands as text: words, folders and variables around a command.
import { changes, inBrackets } from '../../../core/observations/terminal/brackets.ts'

/** One word of a command. */
export const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text))

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** `printf` writes exactly this. */
export const literal = quoted

export interface ShellPlace {
  cwd?: string | null | undefined
  env?: Record<string, string> | null | undefined
}

/**
 * The command in a folder and with variables of its own.
 * @param apart in a shell of its own, where what it changes would otherwise stay
 */
export function around(command: string, { cwd, env }: ShellPlace, { apart }: { apart: boolean }): string {
  const before = [
    ...(cwd ? [`cd ${word(cwd)} || exit`] : []),
    ...Object.entries(env ?? {}).flatMap(([name, value]) => (NAME.test(name) ? [`export ${name}=${word(value)}`] : []))
  ]
  // A line that begins with none of the command's words ends before it.
  const whole = [...before, command].join(/^\s*(?:\n|#)/.test(command) ? '\n' : '; ')
  return apart && (before.length || changes(command)) ? inBrackets(whole) : whole
}

const NAME = /^[A-Za-z_]\w*$/
