// A real MCP server that stays open, for the tools that a person passes through to it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { z } from 'zod'
import pkg from '../../../../package.json' with { type: 'json' }
import type { StreamEvent, streams } from '../../../core/contract/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import { type Answered, answered } from '../../../core/formats/importers/mcp/result.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { reasonOf } from '../../engines/openai-request.ts'
import { serverProcess } from './process.ts'
import { askServer } from './server.ts'

type Server = z.output<(typeof streams)['tools.ask']['input']>

export interface Forwarding {
  /** As it names itself, with its version. */
  name: string
  /** The names of its tools. */
  tools: string[]
  /** What the tool answers. @throws OrreryError cancelled, server-failed */
  call(tool: string, args: Record<string, Json>, signal: AbortSignal): Promise<Answered>
  close(): Promise<void>
}

// The longest that a client of an agent waits.
const LIMIT_MS = 300_000

/**
 * Asks the server for its tools, telling what happens, and opens it anew for calls: what goes wrong at the start is explained by the question.
 * @throws OrreryError as `askServer`
 */
export async function* openForwarding(
  server: Server,
  { signal }: { signal: AbortSignal }
): AsyncGenerator<Extract<StreamEvent<'tools.ask'>, { type: 'progress' | 'confirm' }>, Forwarding> {
  let name = 'the server'
  let tools: string[] = []
  let http: 'streamable' | 'sse' = 'streamable'
  for await (const event of askServer(server, { signal })) {
    if (event.type === 'tools') {
      name = [event.server.name, event.server.version].filter(Boolean).join(' ')
      tools = event.tools.map((tool) => tool.name)
      continue
    }
    if (event.type === 'progress' && event.text.includes('server-sent events')) http = 'sse'
    yield event
  }
  const client = new Client({ name: 'orrery', version: pkg.version })
  const transport = transportTo(server, http)
  try {
    await client.connect(transport, { signal })
  } catch (cause) {
    await transport.close().catch(() => {})
    if (signal.aborted) throw new OrreryError('cancelled', 'Opening the server was cancelled.', { cause })
    throw new OrreryError('server-failed', `${name} did not start a second time: ${reasonOf(cause)}.`, { cause })
  }
  return {
    name,
    tools,
    async call(tool, args, signal) {
      try {
        const result = await client.callTool({ name: tool, arguments: args }, undefined, { signal, timeout: LIMIT_MS })
        return answered({ result })
      } catch (cause) {
        if (signal.aborted) throw new OrreryError('cancelled', 'The step was stopped.', { cause })
        throw new OrreryError('server-failed', `${tool} failed: ${reasonOf(cause)}.`, { cause })
      }
    },
    async close() {
      await client.close().catch(() => {})
      await transport.close().catch(() => {})
    }
  }
}

function transportTo(server: Server, http: 'streamable' | 'sse'): Transport {
  if ('command' in server) return serverProcess(server, { onLog: () => {} }).transport
  const options = { requestInit: { headers: server.headers } }
  const at = new URL(server.url)
  return http === 'sse' ? new SSEClientTransport(at, options) : new StreamableHTTPClientTransport(at, options)
}
