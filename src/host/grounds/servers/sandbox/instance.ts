// One started server and the client's side of its conversation.
import { pathToFileURL } from 'node:url'
import { type Answered, answered } from '../../../../core/formats/importers/mcp/result.ts'
import { nextTimer, type Timers, useTimers } from './chance.ts'
import { looked } from './disk.ts'
import type { ServerNeed, ServerToolCall, ServerWorld } from './protocol.ts'
import { nextWire, type SandboxMessage } from './transport.ts'

export interface Instance {
  /** Makes this server the one that runs: its variables and timers are the process's. */
  enter(): void
  /** Its answer to the call, or what it needs for one. After a need its memory is not to be trusted. */
  call(call: ServerToolCall): Promise<Answered | { need: ServerNeed }>
}

// A server that gives nothing to do for so many rounds of the event loop waits for time to pass.
const ROUNDS = 20
// More than any server has to wait for in one call; what goes on after them goes on for ever.
const MOST_TIMERS = 20_000
const MOST_ROUNDS = 1_000_000

let started = 0
/** What the network was asked for by the call that runs. */
let refused: string | null = null

/** Starts the server's own entry file; the world's first files have to be there. @throws Error with the server's last words */
export async function startServer(world: ServerWorld): Promise<Instance> {
  const timers: Timers = new Map()
  const said: string[] = []
  let wanted: { id: number; answer: SandboxMessage | null } = { id: 0, answer: null }
  let asked: string | null = null
  const wire = nextWire((message) => {
    const { id, method, ...rest } = message as SandboxMessage
    // A request of the server's own. Notifications need no answer.
    if (method !== undefined && id !== undefined) asked ??= method
    else if (method === undefined && id === wanted.id) wanted.answer = rest
  })

  function enter(): void {
    useTimers(timers)
    process.env = { ...world.env }
    process.argv = ['/usr/bin/node', `${world.folder}/${world.entry}`, ...world.args]
    console.error = (...words: unknown[]) => void said.push(words.map(String).join(' '))
  }

  async function request(method: string, params: unknown): Promise<SandboxMessage | null> {
    wanted = { id: wanted.id + 1, answer: null }
    asked = null
    refused = null
    said.length = 0
    wire.tell({ jsonrpc: '2.0', id: wanted.id, method, params })
    await until(() => wanted.answer !== null || asked !== null || refused !== null || looked() !== null)
    return wanted.answer
  }

  enter()
  await import(`${pathToFileURL(`${world.folder}/${world.entry}`).href}?start=${++started}`)
  await idle()
  const hello = { protocolVersion: '2025-11-25', clientInfo: { name: 'orrery', version: '1' } }
  const answer = await request('initialize', { ...hello, capabilities: world.client })
  if (!answer?.result) throw new Error(`The server did not start. It said: ${said.slice(-3).join(' / ') || 'nothing'}`)
  wire.tell({ jsonrpc: '2.0', method: 'notifications/initialized' })
  await idle()

  return {
    enter,
    async call({ name, arguments: given }) {
      const answer = await request('tools/call', { name, arguments: given })
      const seen = looked()
      if (seen) return { need: { rule: 'unseen', what: seen.path, kind: seen.kind } }
      if (refused !== null) return { need: { rule: 'network', what: refused } }
      if (asked !== null) return { need: { rule: 'client', what: asked } }
      return answered(answer ?? {})
    }
  }
}

const round = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function idle(): Promise<void> {
  for (let count = 0; count < ROUNDS; count++) await round()
}

/** Lets the server work until then; where it only waits, time passes. */
async function until(done: () => boolean): Promise<void> {
  for (let rounds = 0, timers = 0; rounds < MOST_ROUNDS && timers < MOST_TIMERS; rounds++) {
    if (done()) return
    await round()
    if (rounds % ROUNDS === ROUNDS - 1 && nextTimer()) timers++
  }
  throw new Error('The server waits for something that does not come.')
}

/** The network, in the place of this process's own: what an address itself holds, and nothing else. */
export async function fetchNothing(given: unknown): Promise<Response> {
  const url = String(given instanceof Request ? given.url : given)
  const inline = /^data:([^,;]*)((?:;[^,;]*)*),(.*)$/s.exec(url)
  if (!inline) {
    refused ??= url
    throw new TypeError('fetch failed')
  }
  const [, type = '', more = '', data = ''] = inline
  const bytes = /;base64$/i.test(more)
    ? Buffer.from(decodeURIComponent(data), 'base64')
    : Buffer.from(decodeURIComponent(data), 'utf8')
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type || 'text/plain' } })
}
