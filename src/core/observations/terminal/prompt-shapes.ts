// Prompts by their look, for recordings in which nothing else tells them: at the start of a line, up to where the command begins.

// A virtual environment's name stands before the prompt.
const ENV = /^\([^)\n]{1,40}\) ?/

const SHAPES: [kind: string, shape: RegExp][] = [
  ['host', /^\[?[\w.-]{1,60}@[\w.-]{1,100}(?:[: ][^\]$#%❯➜>\n]{0,120})?\]? ?[$#%❯➜>] /],
  ['shell', /^(?:ba|z|da|k|a)?sh(?:-[\d.]{1,8})?[$#%] /],
  // oh-my-zsh's usual theme: the folder, and a branch with its state.
  ['folder', /^➜ {2}\S{1,80} (?:git:\([^)\n]{0,80}\) )?(?:[✗✘±*] )?/],
  ['arrow', /^[➜❯λ»▶›❱⟩→] {1,2}/],
  ['path', /^(?:~|\/|\.{1,2}\/)[^\s$#%❯➜>]{0,100}(?: [^\s$#%❯➜>]{1,60}){0,3} ?[$#%❯➜>] /],
  ['powershell', /^PS (?:[A-Za-z]:|\/)[^>\n]{0,120}> /],
  ['dollar', /^\$ /],
  ['percent', /^% /],
  ['python', /^>>> /]
]
// What ends in one of these is a prompt, whatever stands before.
const ENDING = /^[^\n]{0,120}[➜❯λ»❱⟩] {1,2}$/

/** The shape that the line begins with, and how long it is. */
function shapeOf(line: string): { length: number; kind: string } | null {
  const env = ENV.exec(line)?.[0].length ?? 0
  const rest = line.slice(env, env + LONGEST)
  for (const [kind, shape] of SHAPES) {
    const length = shape.exec(rest)?.[0].length
    if (length !== undefined) return { length: env + length, kind }
  }
  return null
}

// Characters of a prompt.
const LONGEST = 500

/** The prompt that the line begins with, and what kind of prompt it is; `null` for none, or where nothing stands behind it. */
export function promptOf(line: string): { prompt: string; kind: string } | null {
  const shape = shapeOf(line)
  const isTyped = shape && line.slice(shape.length).trim() !== ''
  return isTyped ? { prompt: line.slice(0, shape.length), kind: shape.kind } : null
}

/** Whether the whole line is a prompt that waits. */
export function isPromptLine(line: string): boolean {
  return ENDING.test(line) || shapeOf(line)?.length === line.length
}
