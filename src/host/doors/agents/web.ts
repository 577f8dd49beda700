// The HTTP API of a world: each request is one step. Nothing is proxied; the world's own program, or the model, answers.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBodies } from '../../../core/domains/agent-tools.ts'
import { readResponse } from '../../../core/domains/http-response.ts'
import { OrreryError } from '../../../core/errors.ts'
import { BODY_TOOLS, type HttpRequestArguments } from '../../../core/grounds/programs/bodies.ts'
import { parseJson } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { readText } from '../http-limits.ts'
import { leaving, sendJson } from '../listen.ts'
import type { AgentDoor } from './door.ts'
import { clientOf, MOST_BYTES, seededHeader } from './http.ts'

export function webDoor(): AgentDoor {
  return {
    name: 'http',
    title: 'HTTP API',
    description: 'Programs that ask the world as a web service, where a program computes it.',
    example: (url) => `curl -i ${url}/`,
    serves: hasBodies,
    async serve({ request, response, world, base }) {
      const body = await jsonOrText(request)
      if ('problem' in body) return sendJson(response, 400, { error: body.problem })
      const asked: HttpRequestArguments = { ...addressed(request, base), headers: sent(request), body: body.value }
      const acting = world.stream(
        'agent.act',
        // `as`: its parts are plain JSON.
        { tool: BODY_TOOLS.http, arguments: asked as unknown as Record<string, Json>, body: 'http', whole: true },
        { signal: leaving(response), client: clientOf(request) }
      )
      // What nobody can answer is no answer of the world, as a conflict would be.
      const seen = await acting.catch((error: unknown) => {
        if (!(error instanceof OrreryError) || error.code !== 'no-model') throw error
        sendJson(response, 501, { error: error.message })
        return null
      })
      if (!seen) return
      const told = await world.call('agent.world', {}, clientOf(request))
      for (const [name, value] of Object.entries(seededHeader(told))) response.setHeader(name, value)
      answer(request, response, readResponse(seen.text), base)
    },
    close: async () => {}
  }
}

/** Method, path and query, as they stand behind the door's own address. */
function addressed({ method = 'GET', url = '' }: IncomingMessage, base: string) {
  const { pathname, searchParams } = new URL(url, base)
  const path = pathname.slice(new URL(base).pathname.length) || '/'
  return { method, path, query: Object.fromEntries(searchParams) }
}

/** `null` for none; what is said to be JSON is read. */
async function jsonOrText(request: IncomingMessage): Promise<{ value: Json } | { problem: string }> {
  const text = await readText(request, MOST_BYTES)
  if (!text) return { value: null }
  if (!/^application\/([\w.-]{1,40}\+)?json\b/i.test(request.headers['content-type'] ?? '')) return { value: text }
  try {
    return { value: parseJson(text) as Json } // JSON that was read is JSON.
  } catch {
    return { problem: 'The body is not JSON, though its content-type says so. Nothing was done.' }
  }
}

// Those that a service answers differently for. What tells clients apart, as user-agent and host do, would make equal tasks differ.
const HEARD = /^(accept|authorization|content-type|cookie|if-match|if-none-match|idempotency-key|x-.{1,60})$/

const sent = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      HEARD.test(name) && value !== undefined ? [[name, String(value)]] : []
    )
  )

// What a world says can lead no client out of it, and sets no cookie beside those of the window, which has the same host.
const SAID = /^(allow|content-language|content-type|etag|last-modified|link|retry-after|www-authenticate|x-.{1,60})$/
const BY_US = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-orrery-simulated': 'true'
}

function answer(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ReturnType<typeof readResponse>,
  base: string
): void {
  const said = Object.entries(headers).filter(([name, value]) => SAID.test(name) && /^[\x20-\x7e]*$/.test(value))
  const { location = '' } = headers
  const within = /^\/(?!\/)[\x21-\x7e]*$/.test(location) && !location.includes('\\')
  response.writeHead(status < 200 ? 502 : status, {
    ...Object.fromEntries(said),
    ...(within && { location: `${base}${location}` }),
    ...BY_US
  })
  response.end(method === 'HEAD' || status === 204 || status === 304 ? undefined : body)
}
