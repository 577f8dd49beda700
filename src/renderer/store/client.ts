// The contract as the window calls it: over the preload's bridge in Electron, over HTTP in a browser.
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type {
  Bridge,
  CallInput,
  CallName,
  CallOutput,
  Client,
  Reply,
  StreamEvent,
  StreamMessage
} from '../../core/contract/index.ts'
import { CODES, OrreryError } from '../../core/errors.ts'

declare global {
  interface Window {
    orrery?: Bridge
  }
}

/** The client for wherever this page runs. */
export function createClient(): Client {
  if (window.orrery) return bridgeClient(window.orrery)
  return httpClient({
    origin: window.location.origin,
    onReturn(again) {
      window.addEventListener('focus', again)
      document.addEventListener('visibilitychange', again)
    }
  })
}

/** Why the host behind the window cannot be asked: it is gone, or another one was started that does not know this page. */
export type Loss = 'gone' | 'restarted'

/** `null`: it is there, and the error is another one. */
export function lossIn(error: unknown): Loss | null {
  if (!(error instanceof OrreryError) || error.code !== 'disconnected') return null
  return error.cause === RESTARTED ? RESTARTED : 'gone'
}

const RESTARTED = 'restarted'

/** Speaks over IPC. */
export function bridgeClient(bridge: Bridge): Client {
  return {
    async call<K extends CallName>(name: K, input: CallInput<K>) {
      return unwrap<K>(await bridge.call(name, input).catch(lost))
    },
    async *stream(name, input, { signal } = {}) {
      refuseAborted(name, signal)
      const id = crypto.randomUUID()
      const inbox = createInbox<StreamMessage>()
      const stop = bridge.onEvent((message) => message.id === id && inbox.push(message))
      const cancel = () => bridge.cancel(id)
      signal?.addEventListener('abort', cancel)
      let ended = false
      try {
        bridge.start(id, name, input)
        while (!ended) {
          const message = await inbox.next()
          ended = message.type === 'end'
          if (message.type === 'event')
            yield message.event as StreamEvent<typeof name> // mount's handlers are typed
          else if (message.error) throw fromWire(message.error)
        }
      } finally {
        stop()
        signal?.removeEventListener('abort', cancel)
        if (!ended) cancel()
      }
    }
  }
}

interface HttpOptions {
  origin: string
  /** A page that the host served itself needs none: its cookie goes along. */
  token?: string
  /** Calls back whenever a person comes back to the page, who may have opened the new link in this browser meanwhile. */
  onReturn?(again: () => void): void
}

/** Speaks to `orrery serve` at `origin`. A host that does not know this page is asked once, and again when a person comes back. */
export function httpClient({ origin, token, onReturn }: HttpOptions): Client {
  const auth: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  // A page's own cookie is of the Orrery that served it: one that was started since does not know it.
  let refusal: OrreryError | null = null
  onReturn?.(() => {
    refusal = null
  })
  const refused = (reply: Reply) => {
    if (token !== undefined || reply.ok || reply.error.code !== 'wrong-token') return
    refusal = restarted()
    throw refusal
  }
  const post = async (
    path: string,
    input: unknown,
    options: { signal?: AbortSignal; headers?: Record<string, string> } = {}
  ) => {
    if (refusal) throw refusal
    return fetch(new URL(path, origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...auth, ...options.headers },
      body: JSON.stringify(input),
      signal: options.signal ?? null
    }).catch(lost)
  }

  return {
    async call<K extends CallName>(name: K, input: CallInput<K>) {
      const response = await post(`/api/call/${name}`, input)
      const reply: Reply = await response.json().catch(lost)
      refused(reply)
      return unwrap<K>(reply)
    },
    async *stream(name, input, { signal } = {}) {
      refuseAborted(name, signal)
      const id = crypto.randomUUID()
      const connection = new AbortController()
      // Only once the host knows the stream: a cancel that overtook it would be lost.
      const started = createInbox<void>()
      const cancel = () =>
        void started
          .next()
          .then(() => post(`/api/cancel/${id}`, {}))
          .catch(() => connection.abort())
      signal?.addEventListener('abort', cancel)
      try {
        const options = { signal: connection.signal, headers: { 'orrery-stream': id } }
        const response = await post(`/api/stream/${name}`, input, options)
        started.push()
        if (!response.ok || !response.body) {
          const reply: Reply = await response.json().catch(lost)
          refused(reply)
          unwrap(reply)
        }
        for await (const { event, data } of serverSentEvents(response)) {
          if (event !== 'end')
            yield data as StreamEvent<typeof name> // mount's handlers are typed
          else if (data)
            throw fromWire(data as { code: string; message: string }) // http.ts sends toWire's form
          else return
        }
        lost()
      } finally {
        signal?.removeEventListener('abort', cancel)
        connection.abort()
      }
    }
  }
}

/** The value of a reply, or its error thrown. */
function unwrap<K extends CallName>(reply: Reply): CallOutput<K> {
  if (!reply.ok) throw fromWire(reply.error)
  return reply.value as CallOutput<K> // mount's handlers are typed
}

function fromWire({ code, message }: { code: string; message: string }): OrreryError {
  return new OrreryError(CODES.find((known) => known === code) ?? 'internal', message)
}

function refuseAborted(name: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new OrreryError('cancelled', `"${name}" was cancelled.`)
}

/** The token of this page is not the host's. */
function restarted(): OrreryError {
  const message =
    'Orrery was restarted after this window was opened. Your committed steps are safe. Open the link that Orrery prints now in this browser: what you typed here stays, and this window works again when you come back to it.'
  return new OrreryError('disconnected', message, { cause: RESTARTED })
}

function lost(cause?: unknown): never {
  const message =
    'The connection to Orrery was lost. Your committed steps are safe. Restart Orrery and open the link that it prints.'
  throw new OrreryError('disconnected', message, { cause })
}

/** What arrives by callback, taken one by one in order. */
function createInbox<T>(): { push(value: T): void; next(): Promise<T> } {
  const waiting: T[] = []
  let wake: (() => void) | null = null
  return {
    push(value) {
      waiting.push(value)
      wake?.()
    },
    async next() {
      while (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return waiting.shift() as T // just seen to hold one
    }
  }
}

/** Reads a text/event-stream body as http.ts writes it: each event's data is JSON. */
async function* serverSentEvents(response: Response): AsyncGenerator<{ event: string; data: unknown }> {
  const texts = response.body?.pipeThrough(new TextDecoderStream())
  const reader = texts?.pipeThrough(new EventSourceParserStream()).getReader()
  for (;;) {
    const next = await reader?.read().catch(lost)
    if (!next || next.done) return
    const { event = 'message', data } = next.value
    yield { event, data: JSON.parse(data) }
  }
}
