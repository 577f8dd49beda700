// Model text to thinking and observation: the extraction rules of spec/lwm-protocol (Messages), whole or while it streams.
import { trimEndOf } from './plain.ts'

/** The line every observation turn begins with, in history and in generation. */
export const MARKER = '**Environment Observation:**'

const OPEN = '<predicted_observation>'
const CLOSE = '</predicted_observation>'
const THINK = '<think>'
const UNTHINK = '</think>'

/** What a model's turn said. `observation` is `''` when it said nothing: a failed turn. */
export interface Parsed {
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
export function parse(raw: string, { expectTags = false }: { expectTags?: boolean } = {}): Parsed {
  const { text, thinking, warnings } = dropThinking(raw)
  const start = text.lastIndexOf(OPEN)
  let body = text
  if (start >= 0) {
    const from = start + OPEN.length
    const end = text.indexOf(CLOSE, from)
    body = text.slice(from, end < 0 ? undefined : end)
    if (end < 0) warnings.push('The observation was not closed; everything to the end was taken.')
    if (text.indexOf(OPEN) !== start) warnings.push('Several observations were given; the last was taken.')
  } else if (expectTags && !text.trimStart().startsWith(MARKER)) {
    warnings.push('The observation tags were missing; the whole answer was taken.')
  }
  return { thinking: thinking.trim(), observation: stripMarker(body), warnings }
}

/** Where a turn stands in its last observation block: `none` before one is opened, or without one. */
export function blockOf(raw: string): 'none' | 'open' | 'closed' {
  const start = raw.lastIndexOf(OPEN)
  if (start < 0) return 'none'
  return raw.indexOf(CLOSE, start) < 0 ? 'open' : 'closed'
}

/** What `Parser.push` found: text to add, or `restart` when what was shown so far was not the observation after all. */
export type Delta = { type: 'thinking' | 'observation'; text: string } | { type: 'restart' }

/** Reads a turn as it streams. The deltas, joined since the last restart, always equal `parse` of the text so far. */
export interface Parser {
  push(text: string): Delta[]
  /** Flushes what was held back and gives the whole turn's reading. */
  end(): { deltas: Delta[]; raw: string; parsed: Parsed }
}

/** Starts a streaming reader. */
export function createParser(options: { expectTags?: boolean } = {}): Parser {
  let raw = ''
  let shown = { thinking: '', observation: '' }

  // Re-reading the whole turn for each piece is quadratic, and still far below a millisecond at observation sizes; the
  // malformed cases then need no second set of rules.
  function show(next: Parsed): Delta[] {
    const deltas: Delta[] = []
    if (!next.thinking.startsWith(shown.thinking) || !next.observation.startsWith(shown.observation)) {
      deltas.push({ type: 'restart' })
      shown = { thinking: '', observation: '' }
    }
    const thinking = next.thinking.slice(shown.thinking.length)
    const observation = next.observation.slice(shown.observation.length)
    if (thinking) deltas.push({ type: 'thinking', text: thinking })
    if (observation) deltas.push({ type: 'observation', text: observation })
    shown = next
    return deltas
  }

  return {
    push(text) {
      raw += text
      return show(parse(raw.slice(0, raw.length - heldBack(raw)), options))
    },
    end() {
      const parsed = parse(raw, options)
      return { deltas: show(parsed), raw, parsed }
    }
  }
}

/** Removes think blocks and collects what they said. */
function dropThinking(raw: string): { text: string; thinking: string; warnings: string[] } {
  const warnings: string[] = []
  const cuts: [start: number, end: number][] = []
  const open: number[] = []
  for (const tag of raw.matchAll(/<\/?think>/g)) {
    const end = tag.index + tag[0].length
    if (tag[0] === THINK) {
      open.push(tag.index)
    } else {
      const start = open.pop()
      // An orphan closes thinking that began before the text did: everything up to it goes.
      if (start === undefined) warnings.push('Thinking was closed but never opened; everything before was dropped.')
      cuts.push([start ?? 0, end])
    }
  }
  // Whatever is still open runs to the next observation, or to the end. Blocks closed inside it are already cut.
  let from = open[0]
  while (from !== undefined) {
    const inside = cuts.filter(([start]) => start >= from!).sort(([a], [b]) => a - b)
    let next = raw.indexOf(OPEN, from)
    for (const [start, end] of inside) if (next >= start && next < end) next = raw.indexOf(OPEN, end)
    const until = next < 0 ? raw.length : next
    warnings.push('Thinking was never closed; it was taken to end where the observation begins.')
    cuts.push([from, until])
    from = open.find((start) => start >= until)
  }
  if (!cuts.length) return { text: raw, thinking: '', warnings }

  let text = ''
  let thinking = ''
  let at = 0
  for (const [start, end] of cuts.sort(([a, x], [b, y]) => a - b || y - x)) {
    if (end <= at) continue
    text += raw.slice(at, Math.max(at, start))
    thinking += raw.slice(Math.max(at, start), end)
    at = end
  }
  return { text: text + raw.slice(at), thinking: thinking.replaceAll(/<\/?think>/g, ''), warnings }
}

function stripMarker(body: string): string {
  const text = body.trimStart().startsWith(MARKER) ? body.trimStart().slice(MARKER.length) : body
  return trimEndOf(text.replace(/^\s*\n/, ''), '\r\n')
}

/** Characters at the end that may be the beginning of a tag or of the marker, and so must not be shown yet. */
function heldBack(raw: string): number {
  for (const tag of [THINK, UNTHINK, OPEN, CLOSE, MARKER]) {
    for (let size = Math.min(tag.length - 1, raw.length); size > 0; size--) {
      if (raw.endsWith(tag.slice(0, size))) return size
    }
  }
  return 0
}
