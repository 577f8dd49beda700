// What terminal agents say as a whole, and the commands in it: Terminus-2's replies in JSON and XML, and a shell command alone in a fence or
// in an object, as mini-swe-agent and SWE-agent give it. Their analysis, plans and thoughts are no action.
import { parseJson } from '../../text/json.ts'
import { commandIn } from '../../text/shell-reply.ts'

/** An array of commands as JSON would hold it, for the schema to check. */
type Given = unknown

/** The commands in a reply that was parsed; anything else as it was. */
export function commandsIn(reply: Given): Given {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return reply
  const { commands, command, task_complete, keystrokes } = Object(reply)
  if (commands === undefined && typeof command === 'string') return [entered(command)]
  if (keystrokes !== undefined) return [reply]
  const done = task_complete === true || task_complete === 'true'
  if (commands === undefined) return done ? [] : reply
  // Without commands and without being done, the agent only looks again.
  return Array.isArray(commands) && !commands.length && !done ? [{ keystrokes: '' }] : commands
}

const entered = (command: string) => ({ keystrokes: command.endsWith('\n') ? command : `${command}\n` })

/**
 * A reply as text: JSON, with other words around it or none, the XML of Terminus-2, or words with one fenced shell command.
 * @throws SyntaxError where there is none of these
 */
export function readReply(text: string): Given {
  const words = text.trim()
  const fenced = /^```(?:json|xml)?[ \t]*\n([\s\S]*?)\n?```$/.exec(words)?.[1] ?? words
  // Some go on with words behind their reply.
  const whole = fenced.startsWith('{') ? objectIn(fenced) : null
  if (/^[[{"]/.test(fenced)) return commandsIn(parseJson(whole ?? fenced))
  const xml = fenced.includes('<commands') || fenced.includes('<response>') ? readXml(fenced) : null
  if (xml) return xml
  const command = commandIn(words)
  if (command !== null) return [entered(command)]
  const object = objectIn(words)
  if (object !== null) {
    const commands = commandsIn(parseJson(object))
    if (Array.isArray(commands)) return commands
  }
  // As for all that is no JSON: the message names where it ends to be that.
  return parseJson(words)
}

/** `<commands><keystrokes duration="0.1">ls\n</keystrokes></commands>`: what stands in it is verbatim, entities too. */
function readXml(text: string): Given | null {
  const done = between(text, '<task_complete>', '</task_complete>')?.trim().toLowerCase() === 'true'
  const inside = between(text, '<commands>', '</commands>')
  if (inside === null && !/<commands\s{0,9}\/>/.test(text) && !done) return null
  const commands: { keystrokes: string; duration?: number }[] = []
  const body = inside ?? ''
  for (let at = body.indexOf('<keystrokes'); at >= 0; at = body.indexOf('<keystrokes', at)) {
    const open = body.indexOf('>', at)
    const close = open < 0 ? -1 : body.indexOf('</keystrokes>', open)
    if (close < 0) throw new SyntaxError('The keystrokes in <commands> have no closing tag.')
    const duration = /duration\s*=\s*["']([\d.]+)["']/.exec(body.slice(at, open))?.[1]
    commands.push({ keystrokes: body.slice(open + 1, close), ...(duration && { duration: Number(duration) }) })
    at = close
  }
  return commandsIn({ commands, task_complete: done })
}

function between(text: string, open: string, close: string): string | null {
  const start = text.indexOf(open)
  const end = start < 0 ? -1 : text.indexOf(close, start)
  return end < 0 ? null : text.slice(start + open.length, end)
}

/** From the first brace to the one that closes it. */
function objectIn(text: string): string | null {
  const start = text.indexOf('{')
  let depth = 0
  let quoted = false
  for (let at = start; at >= 0 && at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return text.slice(start, at + 1)
  }
  return null
}
