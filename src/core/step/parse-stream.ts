// A turn read while it streams: what a window shows of it is what `parse` makes of the text so far.

import { largest } from '../text/extremes.ts'
import { trimEndOf } from '../text/plain.ts'
import type { Delta } from '../tree/cut.ts'
import { bare, CLOSE, LINE_ENDS, MARKER, OPEN, type ParsedAnswer, parse, parts, THINK, UNTHINK } from './parse.ts'

/**
 * Reads a turn as it streams. The deltas, joined since the last restart, equal `parse` of the text so far, but for what is held back:
 * the beginning of a tag, blanks at the ends, and in a turn that contradicts itself over and over ever larger pieces.
 */
export interface Parser {
  push(text: string): Delta[]
  /** Whether an observation block was opened. */
  opened(): boolean
  /** Flushes what was held back and gives the whole turn's reading. */
  end(): { deltas: Delta[]; raw: string; parsed: ParsedAnswer }
}

// A tag can change how all text before it is read, so the whole turn is read again at each tag. This is done for the first 16 tags (a
// correct turn has four); after them only when the turn has grown by a quarter, so that the work stays linear in the turn.
const FREE = 16
const GROWTH = 1.25

const TAGS = [THINK, UNTHINK, OPEN, CLOSE]
const LONGEST = MARKER.length

/** Where the text goes that comes next. */
type Place = 'thinking' | 'observation' | 'nowhere' | 'not known'

/** Starts a streaming reader. All work together is linear in the turn, however it is cut. */
export function createParser(options: { expectTags?: boolean } = {}): Parser {
  const pieces: string[] = []
  let size = 0
  let held = ''
  let opened = false
  let shown = { thinking: '', observation: '' }
  let place: Place = 'not known'
  // Blanks that go with the text that follows them, or not at all.
  let blanks = ''
  // The end of what was read, and of what it was read as: a tag may come in two pieces, on either side of what was cut out.
  let end = ''
  let ending = ''
  let readings = 0
  let next = 0

  function whole(): string {
    pieces.splice(0, pieces.length, pieces.join(''))
    return pieces[0] ?? ''
  }

  function show(thinking: string, observation: string): Delta[] {
    const deltas: Delta[] = []
    if (!thinking.startsWith(shown.thinking) || !observation.startsWith(shown.observation)) {
      deltas.push({ type: 'restart' })
      shown = { thinking: '', observation: '' }
    }
    const more = [thinking.slice(shown.thinking.length), observation.slice(shown.observation.length)] as const
    if (more[0]) deltas.push({ type: 'thinking', text: more[0] })
    if (more[1]) deltas.push({ type: 'observation', text: more[1] })
    shown = { thinking, observation }
    return deltas
  }

  /** Reads all that has come anew. */
  function read(): Delta[] {
    readings++
    next = readings < FREE ? 0 : size * GROWTH
    const { text, thinking, thinks, body, closed } = parts(whole())
    const said = closed || thinks ? '' : bare(body)
    const observation = trimEndOf(bare(body), LINE_ENDS)
    const begun = said.trim() !== '' && !MARKER.startsWith(body.trimStart())
    place = thinks ? 'thinking' : closed ? 'nowhere' : begun ? 'observation' : 'not known'
    blanks = thinks ? thinking.slice(thinking.trimEnd().length) : said.slice(observation.length)
    ending = (thinks ? thinking : text).slice(-LONGEST)
    return show(thinking.trim(), observation.trim() === '' ? '' : observation)
  }

  /** Adds text that no tag is in. */
  function add(text: string, to: 'thinking' | 'observation'): Delta[] {
    const kept = to === 'thinking' ? text.trimEnd() : trimEndOf(text, LINE_ENDS)
    const first = to === 'thinking' && shown.thinking === ''
    const more = kept && (first ? kept.trimStart() : blanks + kept)
    blanks = kept ? text.slice(kept.length) : blanks + text
    if (!more) return []
    shown = { ...shown, [to]: shown[to] + more }
    return [{ type: to, text: more }]
  }

  return {
    push(given) {
      const text = held + given
      const keep = heldBack(text)
      held = text.slice(text.length - keep)
      const come = text.slice(0, text.length - keep)
      if (!come) return []
      const tagged = completes(end, come) || completes(ending, come)
      opened ||= tagged && (end + come).includes(OPEN)
      pieces.push(come)
      size += come.length
      end = (end + come).slice(-LONGEST)
      ending = (ending + come).slice(-LONGEST)
      if (place === 'not known' ? come.trim() !== '' : tagged) {
        place = 'not known'
        if (size >= next) return read()
      }
      return place === 'thinking' || place === 'observation' ? add(come, place) : []
    },
    opened: () => opened,
    end() {
      pieces.push(held)
      const raw = whole()
      const parsed = parse(raw, options)
      return { deltas: show(parsed.thinking, parsed.observation), raw, parsed }
    }
  }
}

/** Whether `text` completes a tag that begins in it or at the end of what was `before`. */
function completes(before: string, text: string): boolean {
  if (!text.includes('>')) return false
  const both = before + text
  return TAGS.some((tag) => both.indexOf(tag, Math.max(0, before.length - tag.length + 1)) >= 0)
}

/** Characters at the end that may be the beginning of a tag or of the marker, and so must not be shown yet. */
function heldBack(text: string): number {
  const ends = [...TAGS, MARKER].map((tag) => {
    for (let size = Math.min(tag.length - 1, text.length); size > 0; size--)
      if (text.endsWith(tag.slice(0, size))) return size
    return 0
  })
  return largest(ends)
}
