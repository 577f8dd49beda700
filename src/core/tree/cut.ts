// Answers that were ended before their end: the mark that says so in the observation, and the sentence that says why.
import { NO_OUTPUT, OrreryError } from '../errors.ts'
import type { Cut, Tokens } from './model.ts'

/** What `Parser.push` found: text to add, or `restart` when what was shown so far was not the observation after all. */
export type Delta = { type: 'thinking' | 'observation'; text: string } | { type: 'restart' }

/** What ended an answer: the model's own caps, or the limit on an observation's characters. */
export type Ending = Cut | 'limit'

const MARK =
  /(?:^|\n)\[Orrery cut this off (?:after [\d,]+ (token|character)s?|where it (repeated) itself|where only the (numbers) kept changing|where a (list) went on without end|where it (outgrew) what is shown here|where it took too (long))\]$/

/**
 * The observation with an honest last line: it ends where Orrery stopped listening, not where the world fell silent. Whoever reads
 * the trajectory sees it; `unmarked` takes it off for whoever must not take it for a part of the world.
 */
export function marked(text: string, ending: Ending, { tokens, limit }: { tokens: Tokens; limit: number }): string {
  const where = {
    length: `after ${amount(tokens.generated, 'token')}`,
    limit: `after ${amount(limit, 'character')}`,
    repetition: 'where it repeated itself',
    counting: 'where only the numbers kept changing',
    rows: 'where a list went on without end',
    size: 'where it outgrew what is shown here',
    time: 'where it took too long'
  }[ending]
  return `${text}${text.endsWith('\n') ? '' : '\n'}[Orrery cut this off ${where}]`
}

/**
 * The observation as the world showed it. Models and folds are given this: a mark is no part of the screen, and a model that saw
 * marks in its history would learn to write them where nothing was cut.
 */
export function unmarked(text: string): string {
  return text.replace(MARK, '')
}

/** What the mark on an observation says; `null` without one. */
export function endingOf(text: string): Ending | null {
  const [mark, unit, repeated, numbers, list, outgrew, long] = MARK.exec(text) ?? []
  if (!mark) return null
  if (repeated) return 'repetition'
  if (numbers) return 'counting'
  if (list) return 'rows'
  if (outgrew) return 'size'
  if (long) return 'time'
  return unit === 'token' ? 'length' : 'limit'
}

/** For the call's warnings: what ended the answer, in a sentence. `whole`: it had closed its observation before. */
export function endingWarning(
  ending: Ending,
  { tokens, limit, most, whole }: { tokens: Tokens; limit: number; most: number; whole: boolean }
): string {
  const after = whole ? ' That was after its observation, which is whole.' : ''
  switch (ending) {
    case 'length': {
      const why = tokens.generated < most ? 'all that the context had left' : 'the most that the rules allow'
      return `The answer was cut off after ${amount(tokens.generated, 'token')}, ${why}.${after}`
    }
    case 'repetition':
      return `The answer went on repeating itself and was cut off there.${after}`
    case 'counting':
      return `Only the numbers in the answer kept changing, which this action gives no reason for, and it was cut off there.${after}`
    case 'rows':
      return `A list in the answer went on past the longest of the screens before, and was cut off there.${after}`
    case 'size':
      return `The answer grew larger than what such a world shows, and was cut off at its last whole line.${after}`
    case 'time':
      return `The answer took longer than a small model is given, and was cut off at its last whole line.${after}`
    case 'limit':
      return `The observation was cut off after ${amount(limit, 'character')}, the most that the rules allow.`
    default:
      return ending satisfies never
  }
}

/** Why there is no observation: a model that was cut off while it thought needs room, not another try. */
export function noObservation(cutAfter: Tokens | null): OrreryError {
  if (!cutAfter) return new OrreryError('no-output', NO_OUTPUT)
  const used = amount(cutAfter.generated, 'token')
  const message = `No output: the answer was cut off after ${used}, before the model reached its observation. Allow more tokens, or try again.`
  return new OrreryError('no-output', message)
}

/** For the call's warnings when a trace was asked for. `ended`: the engine came to the end of its answer. */
export function noTrace(ended: boolean): string {
  return ended
    ? 'There is no trace: this engine does not tell how probable its tokens were.'
    : 'There is no trace: it comes at the end of an answer, and this one was cut off before.'
}

/** The first `limit` UTF-16 units, never half a character. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}

/** Lets an observation stream through up to `limit` characters. */
export interface CutStream {
  pass(deltas: Delta[]): Delta[]
  /** Whether more came than may pass. */
  full(): boolean
  /** What is left to tell so that what was let through becomes `text`. */
  settle(text: string): Delta[]
}

export function createCutStream(limit: number): CutStream {
  // Only ever added to, so that what was shown is put together once, at the end.
  let shown = ''
  let full = false

  function passOne(delta: Delta): Delta[] {
    if (delta.type === 'restart') {
      shown = ''
      full = false
    }
    if (delta.type !== 'observation') return [delta]
    if (full) return []
    const text = clip(delta.text, limit - shown.length)
    full = text.length < delta.text.length
    shown += text
    return text ? [{ type: 'observation', text }] : []
  }

  return {
    pass: (deltas) => deltas.flatMap(passOne),
    full: () => full,
    settle(text) {
      const was = shown
      shown = text
      if (text === was) return []
      if (text.startsWith(was)) return [{ type: 'observation', text: text.slice(was.length) }]
      return [{ type: 'restart' }, { type: 'observation', text }]
    }
  }
}

/** A number as people write it, with its unit. */
export function amount(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`
}
