// A command as it is typed where it must leave the shell as it is: in brackets.

/** As a person would have to type it for the same effect: in brackets where it would change the shell that it is typed in. */
export function typedForm(command: string): string {
  return changes(command) ? inBrackets(command) : command
}

/** What follows a here-document, a comment or a backslash on its line would belong to it. */
export const inBrackets = (command: string): string => (/[\n#\\]/.test(command) ? `(\n${command}\n)` : `(${command})`)

const CHANGING =
  /(?:^|[\s;&|({])(?:cd|pushd|popd|export|source|\.|unset|set|shopt|declare|typeset|readonly|umask|eval|exit|exec|function)(?=[\s;&|)]|$)|(?:^|[\s;&|({])[A-Za-z_]\w*(?:=|\(\))/

/** Whether it may leave the shell in another folder, with other variables or functions, or ended. */
export const changes = (command: string): boolean => CHANGING.test(command)
