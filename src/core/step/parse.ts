// Model text to thinking and observation: the extraction rules that Qwen-AgentWorld publishes. `parse-stream.ts` reads it while it streams.
import { trimEndOf } from '../text/plain.ts'

/** The line every observation turn begins with, in history and in generation. */
export const MARKER = '**Environment Observation:**'

export const OPEN = '<predicted_observation>'
export const CLOSE = '</predicted_observation>'
export const THINK = '<think>'
export const UNTHINK = '</think>'

/** What a model's turn said. `observation` is `''` when it said nothing: a failed turn. */
export interface ParsedAnswer {
  thinking: string
  observation: string
  /** In a person's words: what was wrong with the turn and what was done about it. */
  warnings: string[]
}

/**
 * Reads a whole assistant turn. The rules, in order: think blocks are dropped (closed, nested, left-unclosed,
 * right-unclosed); the last predicted_observation block is taken, to the end if unclosed, the cleaned text if absent; the
 * marker is stripped. Blank lines around the observation go too; spaces within its lines stay, a prompt ends in one.
 * @param expectTags warn when the tags that the template asked for are missing; a turn in its form of history has none
 */
export function parse(raw: string, { expectTags = false }: { expectTags?: boolean } = {}): ParsedAnswer {
  const { text, thinking, body, closed, warnings } = parts(raw)
  if (text.includes(OPEN)) {
    if (!closed) warnings.push('The observation was not closed; everything to the end was taken.')
    if (text.indexOf(OPEN) !== text.lastIndexOf(OPEN)) {
      warnings.push('Several observations were given; the last was taken.')
    }
  } else if (expectTags && !text.trimStart().startsWith(MARKER)) {
    warnings.push('The observation tags were missing; the whole answer was taken.')
  }
  return { thinking: thinking.trim(), observation: trimEndOf(bare(body), LINE_ENDS), warnings }
}

/** What an observation is stripped of at its end. */
export const LINE_ENDS = '\r\n'

/** A turn taken apart, before anything is trimmed. */
export interface AnswerParts {
  /** The turn without what was thought. */
  text: string
  /** What was thought, without the tags. */
  thinking: string
  /** Whether the turn ends while it is thinking. */
  thinks: boolean
  /** The part of `text` that is the observation, and whether it was closed. */
  body: string
  closed: boolean
  warnings: string[]
}

/** Takes a turn apart, in time linear in it. */
export function parts(raw: string): AnswerParts {
  const { text, thinking, thinks, warnings } = dropThinking(raw)
  const start = text.lastIndexOf(OPEN)
  if (start < 0) return { text, thinking, thinks, body: text, closed: false, warnings }
  const from = start + OPEN.length
  const end = text.indexOf(CLOSE, from)
  return { text, thinking, thinks, body: text.slice(from, end < 0 ? undefined : end), closed: end >= 0, warnings }
}

/** The body without its marker and the blank lines that begin it. */
export function bare(body: string): string {
  const text = body.trimStart()
  return (text.startsWith(MARKER) ? text.slice(MARKER.length) : body).replace(/^\s*\n/, '')
}

/** Where a turn stands in its last observation block: `none` before one is opened, or without one. */
export function blockOf(raw: string): 'none' | 'open' | 'closed' {
  const start = raw.lastIndexOf(OPEN)
  if (start < 0) return 'none'
  return raw.indexOf(CLOSE, start) < 0 ? 'open' : 'closed'
}

/** Removes think blocks and collects what they said. */
function dropThinking(raw: string): Pick<AnswerParts, 'text' | 'thinking' | 'thinks' | 'warnings'> {
  const tags = [...raw.matchAll(/<\/?think>|<predicted_observation>/g)]
  const { ends, before, warnings } = pair(tags)
  let text = ''
  let thinking = raw.slice(0, before)
  let at = before
  // Where thinking began that was never closed: it runs to the next observation, or to the end.
  let open = -1
  for (const { 0: tag, index } of tags) {
    if (index < at) continue
    if (tag === THINK) {
      const end = ends.get(index)
      if (open < 0) {
        text += raw.slice(at, index)
        at = index
      }
      if (end === undefined) {
        if (open < 0) open = index
      } else {
        thinking += raw.slice(at, end)
        at = end
      }
    } else if (tag === OPEN && open >= 0) {
      thinking += raw.slice(at, index)
      at = index
      open = -1
      warnings.push(NEVER_CLOSED)
    }
  }
  if (open >= 0) warnings.push(NEVER_CLOSED)
  const rest = raw.slice(at)
  return {
    text: open < 0 ? text + rest : text,
    thinking: (open < 0 ? thinking : thinking + rest).replaceAll(/<\/?think>/g, ''),
    thinks: open >= 0,
    warnings
  }
}

const NEVER_CLOSED = 'Thinking was never closed; it was taken to end where the observation begins.'

/** `ends`: the end of each closed think block by its start. `before`: a closing tag without an opening one ends here; all before it is thought. */
function pair(tags: RegExpExecArray[]): { ends: Map<number, number>; before: number; warnings: string[] } {
  const ends = new Map<number, number>()
  const open: number[] = []
  const warnings: string[] = []
  let before = 0
  for (const { 0: tag, index } of tags) {
    if (tag === THINK) open.push(index)
    if (tag !== UNTHINK) continue
    const start = open.pop()
    const end = index + tag.length
    if (start !== undefined) ends.set(start, end)
    else {
      before = end
      warnings.push('Thinking was closed but never opened; everything before was dropped.')
    }
  }
  return { ends, before, warnings }
}
