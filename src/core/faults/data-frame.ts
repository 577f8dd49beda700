// What of an observation is data, and what stands around it: a terminal's echo and prompt, a shell tool's labels, MCP's content block, the head of a response.

import { isResponse, methodOf } from '../domains/http-response.ts'
import { echo, keystrokes } from '../observations/terminal/keystrokes.ts'
import { parseJson } from '../text/json.ts'
import { type JsonPart, memberOf, partsOf, sourceOf, spliced, textOf } from './data-json.ts'
import type { Moment } from './perturbation.ts'

export interface Framed {
  kind: 'terminal' | 'shell' | 'response' | 'block' | 'fence' | 'whole'
  body: string
  /** The observation with other data. */
  wrap(body: string): string
}

/** The turn that the text answers. */
export type FrameRequest = Pick<Moment, 'domain' | 'state' | 'action'>

/** Linear in the text; never throws. */
export function frameOf(asked: FrameRequest, text: string): Framed {
  if (asked.domain.surface === 'terminal') return atPrompt(asked, text)
  if (methodOf(asked.action) !== null) return response(text) ?? whole(text)
  return labelled(text) ?? tagged(text) ?? block(text) ?? fenced(text) ?? whole(text)
}

const whole = (text: string): Framed => ({ kind: 'whole', body: text, wrap: (body) => body })

/** Below the status line and the headers. */
function response(text: string): Framed | null {
  const end = isResponse(text) ? text.indexOf('\n\n') : -1
  if (end < 0) return null
  const start = end + 2
  return { kind: 'response', body: text.slice(start), wrap: (body) => text.slice(0, start) + body }
}

/** Between the last command that was echoed and the prompt that follows. */
function atPrompt({ domain, state, action }: FrameRequest, text: string): Framed {
  const after = domain.fold(state, { action, observation: { text } })
  const [before, next] = [state.prompt, after.prompt].map((prompt) => (typeof prompt === 'string' ? prompt : ''))
  const end = promptStart(text, before ?? '', next ?? '')
  const lines = text.slice(0, end).split('\n')
  const prompts = [before, next].filter((prompt): prompt is string => (prompt ?? '').trim() !== '')
  const several = keystrokes(action).join('').split('\n').length > 2
  const typed = echo(action).trim()
  const first = typed !== '' && (lines[0] ?? '').trimEnd().endsWith(typed) ? 0 : -1
  const echoed = several ? lines.findLastIndex((line) => prompts.some((prompt) => line.startsWith(prompt))) : first
  const start = Math.min(
    lines.slice(0, echoed + 1).reduce((length, line) => length + line.length + 1, 0),
    end
  )
  const [head, tail] = [text.slice(0, start), text.slice(end)]
  const written = text.slice(start, end)
  const newline = written.endsWith('\n') || (tail !== '' && written === '')
  return {
    kind: 'terminal',
    body: written.endsWith('\n') ? written.slice(0, -1) : written,
    wrap: (body) => head + body + (body && newline && !body.endsWith('\n') ? '\n' : '') + tail
  }
}

/** Where the prompt at the end begins; the end of the text where it ends in none. */
function promptStart(text: string, before: string, next: string): number {
  const trimmed = text.trimEnd()
  // The prompt of before also follows output that lacks its last line end, on the same line.
  const prompt = before.trimEnd()
  if (prompt && trimmed.endsWith(prompt)) return trimmed.length - prompt.length
  return next ? trimmed.lastIndexOf('\n') + 1 : text.length
}

// `Stdout: ` as coding tools label it, up to the next label. An empty stream is written as a word.
const [STDOUT, STDERR, EMPTY] = ['\nStdout: ', '\nStderr:', '(empty)']

function labelled(text: string): Framed | null {
  const at = text.startsWith('Command: ') ? text.indexOf(STDOUT) : -1
  const end = at < 0 ? -1 : text.lastIndexOf(STDERR)
  const start = at + STDOUT.length
  if (end < start) return null
  const body = text.slice(start, end)
  const wrap = (made: string) => text.slice(0, start) + (made || EMPTY) + text.slice(end)
  return { kind: 'shell', body: body === EMPTY ? '' : body, wrap }
}

const [OPEN, CLOSE] = ['<output>', '</output>']

function tagged(text: string): Framed | null {
  const at = text.indexOf(OPEN)
  const end = at < 0 ? -1 : text.lastIndexOf(CLOSE)
  if (end < at + OPEN.length) return null
  const inside = text.slice(at + OPEN.length, end)
  const lead = inside.startsWith('\n') ? '\n' : ''
  const trail = inside.length > 1 && inside.endsWith('\n') ? '\n' : ''
  const body = inside.slice(lead.length, inside.length - trail.length)
  const wrap = (made: string) => text.slice(0, at + OPEN.length) + lead + made + trail + text.slice(end)
  return { kind: 'shell', body, wrap }
}

/** The text of MCP's first text block: alone, in a list, or in a result, whose structured content says the same once more. */
function block(text: string): Framed | null {
  const root = partsOf(text)
  if (!root) return null
  const content = memberOf(root, 'content')
  const blocks = root.kind === 'array' ? root.entries : content?.kind === 'array' ? content.entries : [{ part: root }]
  const said = blocks.map(({ part }) => blockText(text, part)).find((part) => part !== null)
  if (!said) return null
  const structured = content ? memberOf(root, 'structuredContent') : null
  const body = textOf(sourceOf(text, said))
  const twice = structured && isSame(body, sourceOf(text, structured))
  return {
    kind: 'block',
    body,
    wrap(made) {
      const edits = [{ ...said, text: JSON.stringify(made) }]
      if (twice && partsOf(made)?.kind === 'object') edits.push({ ...structured, text: made })
      return spliced(text, edits)
    }
  }
}

function blockText(text: string, part: JsonPart): JsonPart | null {
  const [type, said] = [memberOf(part, 'type'), memberOf(part, 'text')]
  return type && said?.kind === 'string' && sourceOf(text, type) === '"text"' ? said : null
}

function isSame(one: string, two: string): boolean {
  return partsOf(one) !== null && JSON.stringify(parseJson(one)) === JSON.stringify(parseJson(two))
}

function fenced(text: string): Framed | null {
  if (!text.startsWith('```')) return null
  const start = text.indexOf('\n') + 1
  const trimmed = text.trimEnd()
  const end = trimmed.length - '\n```'.length
  if (start === 0 || end < start || !trimmed.endsWith('\n```')) return null
  return { kind: 'fence', body: text.slice(start, end), wrap: (body) => text.slice(0, start) + body + text.slice(end) }
}
