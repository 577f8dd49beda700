// Shell commands as text: words, folders and variables around a command, and whether it changes the shell that it runs in.

/** One word of a command. */
export const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text))

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** `printf` writes exactly this. */
export const literal = quoted

export interface Around {
  cwd?: string | null | undefined
  env?: Record<string, string> | null | undefined
}

/**
 * The command in a folder and with variables of its own.
 * @param apart in a shell of its own, where what it changes would otherwise stay
 */
export function around(command: string, { cwd, env }: Around, { apart }: { apart: boolean }): string {
  const before = [
    ...(cwd ? [`cd ${word(cwd)} || exit`] : []),
    ...Object.entries(env ?? {}).flatMap(([name, value]) => (NAME.test(name) ? [`export ${name}=${word(value)}`] : []))
  ]
  const whole = [...before, command].join('; ')
  if (!apart || (!before.length && !changes(command))) return whole
  // What follows a here-document on its line would belong to it.
  return command.includes('\n') ? `(\n${whole}\n)` : `(${whole})`
}

const NAME = /^[A-Za-z_]\w*$/

const CHANGING =
  /(?:^|[\s;&|({])(?:cd|pushd|popd|export|source|\.|unset|set|shopt|declare|typeset|readonly|umask|eval|exit|exec|function)(?=[\s;&|)]|$)|(?:^|[\s;&|({])[A-Za-z_]\w*(?:=|\(\))/

/** Whether it may leave the shell in another folder, with other variables or functions, or ended. */
const changes = (command: string): boolean => CHANGING.test(command)

/** A command that begins with what the last one left in the file, and leaves the same there: folder, exported variables, functions. */
export function continued(command: string, file: string, { begun }: { begun: boolean }): string {
  const state = word(file)
  return [
    ...(begun ? [`[ ! -f ${state} ] || . ${state}`] : []),
    ...(changes(command) ? [`trap '{ export -p; declare -f; printf "cd %q\\n" "$PWD"; } > ${state}' EXIT`] : []),
    command
  ].join('\n')
}
