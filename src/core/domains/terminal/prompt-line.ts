// The prompt line that a terminal waits at.
import type { DerivedState } from '../capabilities.ts'

// user@host:dir# | [user@host dir]$ | (venv) user@host dir % | bash-5.2$ | $ | >>> | mysql> | db=#
const PROMPT =
  /^(?:\([^)\n]*\) )?(?:\[?(?<user>[\w.-]+)@(?<host>[\w.-]+)(?::| )\s?(?<cwd>[^\]\n]*?)\]? ?[#$%❯]|(?:[a-zA-Z][\w.-]* ?)?[#$%❯]|>>>|\.\.\.|\w[\w.-]*(?:[=-][#>]|>)|\([\w-]+\))\s*$/

/** Reads the prompt off the last line; a last line that is none means that the command still runs. */
export function readPrompt(state: DerivedState, text: string): DerivedState {
  const row = text.trimEnd().split('\n').at(-1) ?? ''
  // Output that did not end its line stands before the prompt.
  const line = endsIn(row, state.prompt) ?? row
  const match = PROMPT.exec(line)
  if (!line || !match) return { ...state, prompt: '', running: text.trim() !== '' }
  const { user, host, cwd } = match.groups ?? {}
  return {
    prompt: `${line} `,
    cwd: cwd ?? state.cwd ?? null,
    user: user ?? (host ? null : (state.user ?? null)),
    host: host ?? null,
    running: false
  }
}

/** The prompt, where it is known and the row ends in it; one of a character or two says nothing. */
export function endsIn(row: string, prompt: DerivedState[string] | undefined): string | null {
  const known = typeof prompt === 'string' ? prompt.trimEnd() : ''
  return known && (row === known || (known.length > 2 && row.endsWith(known))) ? known : null
}
