// What a server connects to in place of stdio: messages are handed over in memory, as the JSON that they would be on a pipe.

export interface SandboxMessage {
  id?: unknown
  method?: string
  params?: unknown
  result?: unknown
  error?: unknown
}

type Listener = (message: unknown) => void

interface Wire {
  /** Set by whoever talks to the server. */
  heard: Listener
  /** Set by the server's transport. */
  tell: Listener
}

let starting: Wire | null = null

/** The next transport that a server makes is on this wire. */
export function nextWire(heard: Listener): Wire {
  starting = {
    heard,
    tell: () => {
      throw new Error('The server has not connected.')
    }
  }
  return starting
}

/** In place of the SDK's class of this name. */
export class StdioServerTransport {
  onmessage?: Listener
  onclose?: () => void
  readonly #wire: Wire | null = starting

  async start(): Promise<void> {
    if (this.#wire) this.#wire.tell = (message) => this.onmessage?.(message)
  }

  async send(message: unknown): Promise<void> {
    this.#wire?.heard(JSON.parse(JSON.stringify(message)))
  }

  async close(): Promise<void> {
    this.onclose?.()
  }
}
