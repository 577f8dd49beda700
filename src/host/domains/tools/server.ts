// What tools a live MCP server has: it is started or reached, asked for its list, and left. None of its tools is ever called.
import { stat } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'
import pkg from '../../../../package.json' with { type: 'json' }
import type { StreamEvent, streams } from '../../../core/contract/index.ts'
import { readTools } from '../../../core/domains/tools/tools.ts'
import { OrreryError } from '../../../core/errors.ts'
import { reasonOf } from '../../engines/openai-request.ts'
import type { StartedProgram } from '../../process/confirm.ts'
import { serverProcess } from './process.ts'

type Server = z.output<(typeof streams)['tools.ask']['input']>
type Event = StreamEvent<'tools.ask'>
type Answer = Extract<Event, { type: 'tools' }>

interface Asking {
  signal: AbortSignal
  say: (text: string) => void
  /** Milliseconds. */
  limit: number
}

// A first `npx` downloads the server and all it is made of.
const LIMIT_MS = 120_000
// Enough of a command line to know it by.
const LONGEST = 120
// Far more than any prompt holds; a list that never ends must end somewhere.
const MOST_TOOLS = 10_000

/**
 * Asks a server for its tools: what happens as text, the tools last. The server and whatever it started end with the question.
 * @throws OrreryError not-found for a command or folder that is not there; server-failed for one that dies, is no MCP server, or
 * does not answer within `limit` milliseconds; cancelled
 */
export async function* askServer(
  server: Server,
  { signal, limit = LIMIT_MS }: { signal: AbortSignal; limit?: number }
): AsyncGenerator<Event> {
  const left = new AbortController()
  const said = new PassThrough({ objectMode: true })
  const say = (text: string) => {
    if (!said.writableEnded) said.write(text)
  }
  const asking = { signal: AbortSignal.any([signal, left.signal]), say, limit }
  const work = ('command' in server ? askProgram(server, asking) : askAddress(server, asking)).finally(() => said.end())
  // It is waited for below; what it fails with must not count as unheard until then.
  work.catch(() => {})
  try {
    for await (const text of said) yield { type: 'progress', text: String(text) }
    yield await work
  } finally {
    left.abort()
    await work.catch(() => {})
  }
}

async function askProgram(program: StartedProgram, asking: Asking): Promise<Answer> {
  const { say } = asking
  const whole = [program.command, ...program.args].join(' ')
  const name = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole
  const running = serverProcess(program, { onLog: say })
  say(`Starting ${name}`)
  return withLimit(asking, running.transport, async (error, late) => {
    if (isMissing(error)) return missing(program, error)
    const how = late ? null : await running.ended()
    const last = running.lastWords()
    const words = last && ` It said: ${last}`
    if (how !== null) {
      return failed(`"${name}" exited before it listed its tools (${how}).${words}`, error)
    }
    if (!running.spoke()) {
      const when = late ? ` within ${late}` : ''
      return failed(`"${name}" did not respond as an MCP server${when}. Check that it is one.${words}`, error)
    }
    if (late) return failed(`"${name}" did not list its tools within ${late}.${words}`, error)
    return failed(`"${name}" answered, but not as an MCP server: ${reasonOf(error)}.${words}`, error)
  })
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'ENOTDIR'].includes(String(error.code))

async function missing({ command, cwd }: StartedProgram, cause: unknown): Promise<OrreryError> {
  const isFolder = cwd === undefined || (await stat(cwd).catch(() => null))?.isDirectory()
  if (!isFolder) return new OrreryError('not-found', `There is no folder "${cwd}" to start the server in.`, { cause })
  if (cause instanceof Error && 'code' in cause && cause.code === 'EACCES') {
    return new OrreryError(
      'not-found',
      `"${command}" is not executable. Name a program, not a folder or a text file.`,
      {
        cause
      }
    )
  }
  const way = 'Check the spelling, install it, or give its full path.'
  return new OrreryError('not-found', `There is no command "${command}" on this machine. ${way}`, { cause })
}

async function askAddress({ url, headers }: Extract<Server, { url: string }>, asking: Asking): Promise<Answer> {
  const at = new URL(url)
  // What stands behind the question mark may be a secret.
  const name = `${at.origin}${at.pathname}`
  const options = { requestInit: { headers } }
  const tell = (error: unknown, late: string | null, more = '') => {
    const status = statusOf(error)
    if (status === 401 || status === 403) {
      const way = 'Send a token in a header, such as "Authorization: Bearer TOKEN".'
      return failed(`${name} requires authentication (HTTP ${status}). ${way}`, error)
    }
    if (late) return failed(`${name} did not list its tools within ${late}.`, error)
    return failed(`${name} does not answer as an MCP server: ${reasonOf(error)}${more}. Check the address.`, error)
  }
  asking.say(`Connecting to ${name}`)
  try {
    return await withLimit(asking, new StreamableHTTPClientTransport(at, options), (error, late) => {
      return fallsBack(error) && !late ? error : tell(error, late)
    })
  } catch (first) {
    if (!fallsBack(first)) throw first
    asking.say('It does not support Streamable HTTP; trying server-sent events')
    // Servers of 2024 have a stream of events at this address instead.
    return withLimit(asking, new SSEClientTransport(at, options), (error, late) =>
      tell(error, late, ` (and over Streamable HTTP: ${reasonOf(first)})`)
    )
  }
}

/** How a server that only knows the older way answers the newer one (MCP 2025-03-26, Backwards Compatibility). */
const fallsBack = (error: unknown) => {
  const status = statusOf(error)
  return status !== null && status >= 400 && status < 500 && status !== 401 && status !== 403
}

function statusOf(error: unknown): number | null {
  if (error instanceof StreamableHTTPError && error.code) return error.code
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'number' && code >= 100 ? code : null
}

const failed = (message: string, cause: unknown) => new OrreryError('server-failed', message, { cause })

/** Asks over `transport`, which is closed whatever happens. `explain` makes what is thrown of a failure. */
async function withLimit(
  { signal, say, limit }: Asking,
  transport: Transport,
  explain: (error: unknown, late: string | null) => unknown
): Promise<Answer> {
  const clock = AbortSignal.timeout(limit)
  const stop = AbortSignal.any([signal, clock])
  const client = new Client({ name: 'orrery', version: pkg.version })
  const stopped = new Promise<never>((_, reject) => {
    const end = () => reject(stop.reason)
    if (stop.aborted) end()
    else stop.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([list(client, transport, { signal: stop, say, limit }), stopped])
  } catch (error) {
    if (signal.aborted) throw new OrreryError('cancelled', 'The request for the tools was cancelled.', { cause: error })
    throw await explain(error, clock.aborted ? seconds(limit) : null)
  } finally {
    // A server that counts its sessions is told that this one is over.
    if (transport instanceof StreamableHTTPClientTransport && transport.sessionId && !stop.aborted) {
      await transport.terminateSession().catch(() => {})
    }
    await client.close().catch(() => {})
    await transport.close().catch(() => {})
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} seconds`

// Looser than the library's: one odd tool must not hide the others.
const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() })

async function list(client: Client, transport: Transport, { signal, say, limit }: Asking): Promise<Answer> {
  const options = { signal, timeout: limit }
  await client.connect(transport, options)
  const { name = 'the server', version = '' } = client.getServerVersion() ?? {}
  const server = { name, version }
  say(`Connected to ${[name, version].filter(Boolean).join(' ')}`)
  if (!client.getServerCapabilities()?.tools) {
    return { type: 'tools', tools: [], problems: [`${name} declares that it has no tools.`], server }
  }
  const entries: unknown[] = []
  const more: string[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      Page,
      options
    )
    for (const one of page.tools) entries.push(one)
    say(`${entries.length} ${entries.length === 1 ? 'tool' : 'tools'} so far`)
    cursor = page.nextCursor || undefined
    if (cursor !== undefined && (seen.has(cursor) || entries.length >= MOST_TOOLS)) {
      more.push(`${name} keeps listing tools without end; only the first ${entries.length} were read.`)
      cursor = undefined
    }
    if (cursor !== undefined) seen.add(cursor)
  } while (cursor !== undefined)
  const { tools, problems } = entries.length ? readTools(entries) : { tools: [], problems: [`${name} has no tools.`] }
  return { type: 'tools', tools, problems: [...problems, ...more], server }
}
