// MCP over HTTP: the tools of a world as the tools of a server, for clients of 2026-07-28 and for those before it.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import { readJson } from '../http-limits.ts'
import type { AgentDoor, Visit } from './door.ts'
import { MOST_BYTES } from './http.ts'
import { mcpServer } from './mcp-server.ts'
import { createSessions } from './sessions.ts'

interface Session {
  link: string
  transport: NodeStreamableHTTPServerTransport
}

export function mcpDoor(): AgentDoor {
  const sessions = createSessions<string, Session>(({ transport }) => transport.close())

  /** An old client: a session of its own, in which what it cancels can be told from what it asks. */
  async function serveSession({ request, response, link, world, base }: Visit, body: unknown): Promise<void> {
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? sessions.find(id, link) : undefined
    if (known) return known.transport.handleRequest(request, response, body)
    if (typeof id === 'string') {
      return void response.writeHead(404, JSON_TYPE).end(rpcError(-32_001, 'There is no such session. Connect anew.'))
    }
    const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => void sessions.add(made, { link, transport })
    })
    transport.onclose = () => transport.sessionId && sessions.forget(transport.sessionId)
    await (await mcpServer(world, { base })).connect(transport)
    await transport.handleRequest(request, response, body)
  }

  return {
    name: 'mcp',
    title: 'MCP',
    description: 'Agents and clients that speak the Model Context Protocol over HTTP.',
    async serve(visit) {
      const { request, response, world, base } = visit
      acceptAll(request)
      const body = request.method === 'POST' ? await readRpc(request, response) : null
      if (body === undefined) return
      if (await isLegacyRequest(asFetch(request), body ?? undefined)) return serveSession(visit, body ?? undefined)
      // Always a stream: its head is sent at once, so that no client waits in vain for a first byte.
      const handler = createMcpHandler(() => mcpServer(world, { base }), { legacy: 'reject', responseMode: 'sse' })
      response.on('close', () => void handler.close())
      // `as`: every request that a server is given has a method and an address.
      await toNodeHandler(handler)(
        request as IncomingMessage & { method: string; url: string },
        response,
        body ?? undefined
      )
    },
    close: sessions.closeAll
  }
}

const BOTH = 'application/json, text/event-stream'

/** Who accepts everything, or does not say what, accepts what this protocol answers with (RFC 9110, 12.5.1): its library asks for the two by name. */
function acceptAll(request: IncomingMessage): void {
  const ranges = request.headers.accept?.split(',').map((range) => range.trim())
  const takesAll = !ranges || ranges.some((range) => /^\*\/\*(?:;|$)/.test(range) && !/;\s*q=0(?:\.0*)?$/.test(range))
  if (!takesAll) return
  // The library reads the one, and at other places the other.
  request.headers.accept = BOTH
  request.rawHeaders.push('accept', BOTH)
}

const JSON_TYPE = { 'content-type': 'application/json' }

const rpcError = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })

/** The body; `undefined` where it is none and that was answered. */
async function readRpc(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  try {
    return await readJson(request, MOST_BYTES)
  } catch (error) {
    const { message } = error as Error
    response.writeHead(400, JSON_TYPE).end(rpcError(-32_700, message))
    return undefined
  }
}

/** As much of the request as tells which clients sent it. */
function asFetch({ method = 'GET', headers }: IncomingMessage): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') ? [] : [[name, String(value)] as [string, string]]
  )
  return new Request('http://localhost/', { method, headers: pairs })
}
