// The official TypeScript clients of both ages, as what makes calls one after the other.
import { Client as Modern, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Recorded } from './sessions.ts'
import { type Given, givenOf } from './wire.ts'

export interface Asked {
  tools: unknown
  instructions: string | undefined
  given: Given[]
}

// A server of Python takes most of their own minute to begin on a busy machine.
const PATIENT = { timeout: 10 * 60_000 }

type Calls = Pick<Recorded['calls'][number], 'action'>[]

/** By the client's version: what it is given at this door. */
export const clients: Record<'1.32' | '2.4', (url: URL, calls: Calls) => Promise<Asked>> = {
  '1.32': async (url, calls) => {
    const client = new Client({ name: 'old', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(url) as never)
    return using(client, calls, (action) => client.callTool(action, undefined, PATIENT))
  },
  '2.4': async (url, calls) => {
    const client = new Modern({ name: 'modern', version: '2' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new ModernTransport(url))
    return using(client, calls, (action) => client.callTool(action, PATIENT))
  }
}

async function using(
  client: Client | Modern,
  calls: Calls,
  call: (action: Calls[number]['action']) => Promise<object>
): Promise<Asked> {
  try {
    // They hold results to the schemas that they have seen.
    const { tools } = await client.listTools()
    const given: Given[] = []
    for (const { action } of calls) given.push(await givenOf(() => call(action)))
    return { tools, instructions: client.getInstructions(), given }
  } finally {
    await client.close()
  }
}
