// A model that denies what the machine has.

// They run programs on other machines, whose shells may say this.
const ELSEWHERE = new Set(['ssh', 'docker', 'kubectl', 'su', 'sudo'])
const SHELL = /^-?(?:bash|sh|dash|zsh): .*(?:\n|$)/gm

/** Whether `text` says that the program `name`, which has been started, is not there. */
export function denies(name: string, text: string): boolean {
  return text.includes(`${name}: command not found`) || (!ELSEWHERE.has(name) && /^-?bash: .*not found/m.test(text))
}

/** `text` without what only a shell says: the machine's own shell is the one that speaks. */
export function withoutShell(name: string, text: string): string {
  return ELSEWHERE.has(name) ? text : text.replace(SHELL, '')
}
