// A shell command in an agent's words: mini-swe-agent's and SWE-agent's replies are a thought and one fenced block.

const FENCE = /^```(?:bash|sh|shell|mswea_bash_command)?[ \t]*$/
const NAMED = /^```(?:bash|sh|shell|mswea_bash_command)[ \t]*$/m

/** The command in the only shell fence of the text; `null` for none, for several, and for one that is not closed. Linear. */
export function commandIn(text: string): string | null {
  if (!NAMED.test(text)) return null
  const commands: string[] = []
  let open: string[] | null = null
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (open && /^```[ \t]*$/.test(line)) {
      commands.push(open.join('\n'))
      open = null
    } else if (open) open.push(line)
    else if (FENCE.test(line)) open = []
  }
  return !open && commands.length === 1 ? (commands[0] ?? null) : null
}
