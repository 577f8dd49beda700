// Lines of a shell's screen: a prompt, and the command behind it.

const PROMPTED = /^(?:(?:\([\w.-]{1,30}\) )?\[?[\w.-]+@[\w.-]+[: ][^\n#$%]{0,200}[#$%]|[$%]) +(\S[^\n]*)$/
// Behind a mark that headings and comments begin with too, only what certainly is a command.
const AS_ROOT = /^# ((?:cat|ls|tree|head|tail|cd|pwd)(?: [^\n]*)?)$/

/** The command that a line shows behind its prompt; `null` where there is no prompt. */
export const commandOn = (line: string): string | null =>
  (PROMPTED.exec(line) ?? AS_ROOT.exec(line))?.[1]?.trim() ?? null
