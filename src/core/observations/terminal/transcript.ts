// A chain of steps as the text of one terminal session, and the least that must be written to get from one to another.
import type { Action, Step } from '../../tree/model.ts'
import { clean } from './clean.ts'
import { clears, echo } from './keystrokes.ts'
import { isPicture } from './picture.ts'
import { asks, lastLine } from './prompts.ts'

/** What one step adds to the terminal: its text is safe to write. Pieces only ever follow one another. */
export interface TerminalPiece {
  /** The step's id; `null` while its text may still grow. */
  id: string | null
  text: string
}

/** A step in flight: what was asked, and what has been streamed of the answer. */
export interface Live {
  action: Action
  observation: string
}

/**
 * The session as pieces, oldest first. An observation opens with the prompt line that the one before it ended in; that
 * line is written once. `prompt` is what the terminal shows before its first step.
 */
export function transcript(steps: readonly Step[], live: Live | null, prompt: string): TerminalPiece[] {
  let before: Before = { text: null, picture: false, started: '' }
  const pieces = steps.map((step) => {
    const text = piece(step, before)
    const picture = isPicture(step.observation.text)
    before = picture
      ? { text: before.text ?? '', picture, started: before.picture ? before.started : startOf(before, step.action) }
      : { text: step.observation.text, picture, started: '' }
    return { id: step.id, text }
  })
  if (steps.length === 0) {
    // One piece, as the first step will be one: what is streamed grows out of the prompt that is already there.
    const typed = prompt + (live === null ? '' : echo(live.action))
    const differs = live !== null && !typed.startsWith(live.observation)
    return [{ id: null, text: RESET + clean(differs ? settled(live.observation) : typed) }]
  }
  if (live === null) return pieces
  return [...pieces, { id: null, text: RESET + arriving(before, live) }]
}

/** What to write so that a terminal showing `written` shows `next`; with `reset` it must be emptied first. */
export function difference(
  written: readonly TerminalPiece[],
  next: readonly TerminalPiece[]
): { reset: boolean; text: string } {
  const whole = (from: number) => next.slice(from).map((piece) => piece.text)
  const last = written.length - 1
  if (last < 0) return { reset: false, text: whole(0).join('') }
  // A window over a long session slides: its first steps are still on the terminal, only further up.
  const first = next[0]?.id ?? null
  const skip =
    first === null
      ? 0
      : Math.max(
          0,
          written.findIndex((piece) => piece.id === first)
        )
  const before = written.slice(skip, last).every((piece, index) => piece.id === next[index]?.id)
  const [from, to] = [written[last], next[last - skip]]
  if (before && from !== undefined && to !== undefined) {
    const rest = whole(last - skip + 1).join('')
    if (from.id !== null && from.id === to.id) return { reset: false, text: rest }
    if (to.text.startsWith(from.text)) return { reset: false, text: to.text.slice(from.text.length) + rest }
  }
  return { reset: true, text: whole(0).join('') }
}

/**
 * What stands between the text and what is typed behind it: nothing, the blank that its prompt lost, or a line break
 * where it asks for nothing.
 */
export function lead(text: string): '' | ' ' | '\n' {
  const line = lastLine(ended(text))
  if (asks(line)) return /\s$/.test(line) ? '' : ' '
  return line.trim() === '' ? '' : '\n'
}

// Colours one observation left on must not run into the next, nor into the line being typed.
const RESET = '\x1b[0m'
const CLEAR = '\x1b[H\x1b[2J'

// A full-screen program draws on a screen of its own; when it has gone, what scrolled by before is there again.
const ENTER = '\x1b[?1049h'
const LEAVE = '\x1b[?1049l'

/** What a terminal ends in before a step: the last text that scrolls, `null` for none yet, and whether a picture lies over it. */
interface Before {
  text: string | null
  picture: boolean
  /** The line on which the picture's program was started. */
  started: string
}

function startOf({ text }: Before, action: Action): string {
  const line = lastLine(ended(text ?? ''))
  return line + lead(line) + echo(action)
}

// Steps never change, and in a chain neither does what stands before one: each is cleaned once.
const cache = new WeakMap<Step, { before: Before; text: string }>()

function piece(step: Step, before: Before): string {
  const known = cache.get(step)
  const same =
    known?.before.text === before.text &&
    known.before.picture === before.picture &&
    known.before.started === before.started
  if (same) return known.text
  const text = RESET + (isPicture(step.observation.text) ? draw(before, step.observation.text) : scroll(before, step))
  cache.set(step, { before, text })
  return text
}

function draw({ picture }: Before, text: string): string {
  return (picture ? '' : ENTER) + CLEAR + clean(text.trimEnd())
}

function scroll(before: Before, { action, observation }: Pick<Step, 'action' | 'observation'>): string {
  const { text, picture } = before
  if (text === null) return clean(ended(observation.text))
  if (!picture) return follow(text, action, observation.text)
  return LEAVE + (returns(text, observation.text) ?? follow(text, action, fromStart(before, observation.text)))
}

/** The part of a whole screen from the line that started the program, which has ended by now: the terminal shows the lines above already. */
function fromStart({ text, started }: Before, whole: string): string {
  const prompt = lastLine(ended(text ?? '')).trimEnd()
  const rows = whole.split('\n')
  // A line that is longer than the terminal has its beginning in one row.
  const at = rows.findLastIndex((row) => row.trimEnd().length > prompt.length && started.startsWith(row.trimEnd()))
  return prompt && at > 0 ? rows.slice(at).join('\n') : whole
}

/** What is new when a full-screen program has gone and the screen from before it is told of once more; `null` where it is not. */
function returns(before: string, text: string): string | null {
  const old = before.trimEnd()
  if (!old.includes('\n') || !text.startsWith(old) || text.trimEnd() === old) return null
  return clean(ended(text).slice(shared(ended(before), text)))
}

/** `text` as it continues a terminal that ends in `before`. */
function follow(before: string, action: Action, whole: string): string {
  const text = ended(whole)
  if (clears(action)) return CLEAR + clean(text)
  const line = lastLine(ended(before))
  if (line.trim() === '' || text.startsWith('\n') || text.startsWith('\r\n')) return clean(text)
  if (asks(line)) {
    if (text.startsWith(line.trimEnd())) return clean(text.slice(shared(line, text)))
    const typed = echo(action)
    if (typed !== '' && text.startsWith(typed)) return lead(line) + clean(text)
  }
  return text === '' ? '' : `\r\n${clean(text)}`
}

/** The answer so far. Until it differs from it, what was typed is shown as a tty would echo it. */
function arriving(state: Before, { action, observation }: Live): string {
  if (observation !== '' && (state.picture || isPicture(observation))) return draw(state, settled(observation))
  if (state.picture) return ''
  const before = state.text ?? ''
  const line = lastLine(ended(before))
  const gap = lead(line)
  const typed = gap === '\n' ? '' : gap + echo(action)
  if ((line + typed).startsWith(observation) || typed.trimStart().startsWith(observation)) return clean(typed)
  return follow(before, action, settled(observation))
}

/** What will not change any more: a commit may trim the end, and half a character may have come. */
function settled(observation: string): string {
  return observation.trimEnd().replace(/[\ud800-\udbff]$/, '')
}

/** Without the line breaks that a model may add behind the prompt it ends with. */
function ended(text: string): string {
  const end = text.trimEnd()
  const lineBreak = text.slice(end.length).search(/[\r\n]/)
  return lineBreak >= 0 && asks(end) ? text.slice(0, end.length + lineBreak) : text
}

function shared(line: string, text: string): number {
  let length = 0
  while (length < line.length && line[length] === text[length]) length++
  return length
}
