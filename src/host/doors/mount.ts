// Where every front door meets the handlers: the only place that says who may ask for what, validates input and maps errors.

import type { z } from 'zod'
import { type Audience, isFor } from '../../core/contract/entry.ts'
import { type CallName, calls, type Handlers, type Reply, type StreamName, streams } from '../../core/contract/index.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import { ended, sentenceOf } from '../../core/text/issues.ts'
import { notTooDeep } from '../../core/text/json.ts'

/** The handlers as one audience has them. */
export interface Mounted {
  /** Answers the call `name`. Never throws: an unknown name, bad input and a handler's error are all `{ ok: false }`. */
  call(name: string, input: unknown): Promise<Reply>
  /**
   * Runs the stream `name` to its end, handing each event to `emit` in order.
   * @throws OrreryError invalid-input, not-found (no such stream), forbidden, cancelled, and whatever the handler throws
   */
  stream(name: string, input: unknown, options: StreamOptions): Promise<void>
}

export interface StreamOptions {
  /** Aborting it asks the handler to stop; what the handler still says afterwards is still emitted. */
  signal: AbortSignal
  /** Takes one event; the next one is not asked for until a returned promise resolves. */
  emit: (event: unknown) => void | Promise<void>
}

/** What a door for `audience` gives of the handlers. */
export function mount(handlers: Handlers, audience: Audience): Mounted {
  return {
    async call(name, input) {
      try {
        if (!isCall(name)) throw unknownName(name)
        if (!isFor(audience, calls[name])) throw notFor(audience, name)
        const parsed = parse(name, calls[name].input, input)
        // TypeScript cannot see that `name` picks the schema and the handler of the same entry.
        const handler = handlers.calls[name] as (input: unknown) => unknown
        return { ok: true, value: await handler(parsed) }
      } catch (error) {
        return { ok: false, error: toWire(error) }
      }
    },
    async stream(name, input, { signal, emit }) {
      try {
        if (!isStream(name)) throw unknownName(name)
        if (!isFor(audience, streams[name])) throw notFor(audience, name)
        const parsed = parse(name, streams[name].input, input)
        signal.throwIfAborted()
        // TypeScript cannot see that `name` picks the schema and the handler of the same entry.
        const handler = handlers.streams[name] as (
          input: unknown,
          options: { signal: AbortSignal }
        ) => AsyncIterable<unknown>
        for await (const event of handler(parsed, { signal })) await emit(event)
      } catch (error) {
        if (error instanceof OrreryError) throw error
        if (signal.aborted) throw new OrreryError('cancelled', `"${name}" was cancelled.`, { cause: error })
        const { code, message } = toWire(error)
        throw new OrreryError(code, message, { cause: error })
      }
    }
  }
}

function isCall(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

function isStream(name: string): name is StreamName {
  return Object.hasOwn(streams, name)
}

function notFor(audience: Audience, name: string): OrreryError {
  const who = { window: 'the window', 'command-line': 'the command line', agent: 'agents' }[audience]
  return new OrreryError('forbidden', `"${name}" is not available to ${who}.`)
}

function unknownName(name: string): OrreryError {
  const other = isStream(name) ? ' as a call: it is a stream' : isCall(name) ? ' as a stream: it is a call' : ''
  const hint = other || `; expected one of ${[...Object.keys(calls), ...Object.keys(streams)].join(', ')}`
  return new OrreryError('not-found', `There is no "${name}"${hint}.`)
}

function parse(name: string, schema: z.ZodType, input: unknown): unknown {
  const result = safely(schema, input)
  // Where the schema has said nothing of it, or ended the stack over it.
  if (!result || result.success) notTooDeep(input, `The input of "${name}"`)
  if (!result) throw new OrreryError('internal', `The input of "${name}" could not be checked.`)
  if (result.success) return result.data
  const why = ended(sentenceOf(result.error, { value: input, schema }))
  throw new OrreryError('invalid-input', `The input of "${name}" does not fit: ${why}`)
}

function safely(schema: z.ZodType, input: unknown): z.ZodSafeParseResult<unknown> | null {
  try {
    return schema.safeParse(input)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
