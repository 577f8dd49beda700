// Terminal turns as Qwen-AgentWorld was trained on them.
import type { Action, Setup } from '../../tree/model.ts'
import { readPrompt } from './prompt-line.ts'

/** Indented by two, with durations as Python writes floats: `1.0`. */
export function indented(action: Action): string {
  // A line end in keystrokes is escaped, so these digits before a real one are a number.
  return JSON.stringify(action, null, 2).replace(/("duration": -?\d+)(?=\n)/g, '$1.0')
}

/** The bare prompt line that ends the initial state, without blanks at its end; `''` where the state ends in none. */
export function promptLine({ initialState }: Setup): string {
  const { prompt } = readPrompt({ prompt: '', cwd: null, user: null, host: null, running: false }, initialState)
  return typeof prompt === 'string' ? prompt.trimEnd() : ''
}
