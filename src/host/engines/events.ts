// Reads what a model server streams, whoever it is: in pieces, within limits, and not for ever.
import { createParser } from 'eventsource-parser'
import { OrreryError } from '../../core/errors.ts'
import { isObject, parseJson } from '../../core/text/json.ts'

// No vocabulary has a longer token: a server that keeps to its limit sends no more for each.
const LONGEST_TOKEN = 128
// Some servers know no limit; a long screen is less than the least. The most is twice what 262,144 tokens, all that rules allow, are in words.
const LEAST_LIMIT = 65_536
const MOST_LIMIT = 2_000_000
// A whole answer in one event, all of it escaped, is longer than any server sends; this takes a tenth of a second to parse.
const MOST_OF_EVENT = 4_000_000
// What comes beside an answer: progress, pings. A token comes in an event of some hundred characters, with its alternatives in a few thousand.
const MOST_BESIDE = 8_000_000
const MOST_FOR_A_CHARACTER = 4_000
// What a refusal says is in its first lines.
const MOST_OF_REFUSAL = 65_536
const REFUSAL_MS = 5_000
/** fetch itself gives up after 300 s without a byte, and does not say why. */
export const SILENCE_MS = 280_000

/** Keeps count of what was said of an answer. */
export interface Measure {
  /** The server's name in errors. */
  from: string
  /** @throws OrreryError engine-failed once it is longer than any answer */
  say(text: string): void
  said(): number
}

/** `tokens`: the most that the answer was asked to have. */
export function createMeasure(from: string, tokens: number): Measure {
  const most = Math.min(MOST_LIMIT, Math.max(LEAST_LIMIT, tokens * LONGEST_TOKEN))
  let said = 0
  return {
    from,
    say(text) {
      said += text.length
      if (said > most) throw tooMuch(from, most, 'in one answer')
    },
    said: () => said
  }
}

interface Reading {
  measure: Measure
  /** Milliseconds without a byte after which nothing more is expected. */
  silence?: number | undefined
}

/**
 * The data of server-sent events, as many at a time as arrived together
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). Leaving it closes the connection.
 * @throws OrreryError engine-failed for a stream that is too long or falls silent; what reading the body throws
 */
export async function* eventData(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { measure, silence = SILENCE_MS }: Reading
): AsyncGenerator<string[]> {
  const { from } = measure
  let events: string[] = []
  let tooLong = false
  const parser = createParser({
    onEvent: ({ event, data }) => void events.push(event === 'error' ? failureOf(data) : data),
    onError: ({ type, field, value = '' }) => {
      tooLong ||= type === 'max-buffer-size-exceeded'
      // What llama-server did before September 2025.
      if (field === 'error') events.push(failureOf(value))
    },
    maxBufferSize: MOST_OF_EVENT
  })
  const texts = body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let received = 0
  let half = ''
  try {
    for (
      let next = await within(silence, from, texts.next());
      !next.done;
      next = await within(silence, from, texts.next())
    ) {
      received += next.value.length
      // The parser looks for line feeds from each carriage return on: it is given none. One at the end may be half of a line break.
      const text = half + next.value
      half = text.endsWith('\r') ? '\r' : ''
      parser.feed(text.slice(0, text.length - half.length).replaceAll(/\r\n?/g, '\n'))
      if (events.length) yield events
      events = []
      if (tooLong) throw tooMuch(from, MOST_OF_EVENT, 'in one event')
      const most = MOST_BESIDE + MOST_FOR_A_CHARACTER * measure.said()
      if (received > most) throw tooMuch(from, most, 'that belong to no answer')
    }
    // Some servers close right after the last line, without the blank one.
    parser.feed('\n\n')
    if (events.length) yield events
  } finally {
    // Not waited for: a body that was torn has nobody to say goodbye to.
    texts.return?.().catch(() => {})
  }
}

/** What is said in an event for failures alone, as the others are said. */
function failureOf(data: string): string {
  try {
    const said: unknown = parseJson(data)
    return isObject(said) && said.error !== undefined ? data : JSON.stringify({ error: said })
  } catch {
    return JSON.stringify({ error: data })
  }
}

/** `work`, unless nothing came for `ms` milliseconds. @throws OrreryError engine-failed */
export async function within<T>(ms: number, from: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silence(from, ms)), ms)
  })
  return Promise.race([work, silent]).finally(() => clearTimeout(timer))
}

/** The beginning of a body, at most `most` characters of it, and what came of it in time. Leaves the rest unread. */
export async function beginningOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  { most = MOST_OF_REFUSAL, ms = REFUSAL_MS }: { most?: number; ms?: number } = {}
): Promise<string> {
  const texts = body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  const parts: string[] = []
  const until = performance.now() + ms
  try {
    for (let length = 0; texts && length < most; ) {
      const next = await within(until - performance.now(), '', texts.next())
      if (next.done) break
      parts.push(next.value)
      length += next.value.length
    }
  } catch {
    // What came says enough, or nothing does.
  }
  texts?.return?.().catch(() => {})
  return parts.join('').slice(0, most)
}

function tooMuch(from: string, most: number, where: string): OrreryError {
  return new OrreryError(
    'engine-failed',
    `${from} sent more than ${most.toLocaleString('en-US')} characters ${where} and was cut off. Check that it keeps to max_tokens, then try the step again.`
  )
}

function silence(from: string, ms: number): OrreryError {
  return new OrreryError(
    'engine-failed',
    `${from} sent nothing for ${Math.round(ms / 100) / 10} s. Check its log, then try the step again, or choose another model.`
  )
}
