// StableToolBench's server: each request is one call of an API, which is a tool of the world; the answer is always 200 and always has an error and
// a response (github.com/THUNLP-MT/StableToolBench, server/main.py).
import { z } from 'zod'
import { findDomain } from '../../../core/domains/index.ts'
import { SAY } from '../../../core/domains/tools/say.ts'
import { toolbenchAnswer, toolbenchArguments, toolbenchToolOf } from '../../../core/domains/tools/toolbench.ts'
import { toWire } from '../../../core/errors.ts'
import { readJson } from '../../../core/observations/documents/value.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { isObject } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { leaving, retryHeaders, sendJson } from '../listen.ts'
import { STATUS } from '../status.ts'
import type { AgentDoor, Visit } from './door.ts'
import { bodyOf, clientOf, seededHeader } from './http.ts'

// `strip` and `toolbench_key` are sent by every client; nothing here is shortened or kept by key.
const Info = z.looseObject({
  category: z.string(),
  tool_name: z.string(),
  api_name: z.string(),
  tool_input: z.union([z.string(), z.record(z.string(), z.unknown())]),
  strip: z.string(),
  toolbench_key: z.string()
})

/** The API by which an agent asks its user, in the words of the benchmark's server. */
const CHAT = 'chat_with_user'

export function toolbenchDoor(): AgentDoor {
  return {
    name: 'virtual',
    title: 'StableToolBench',
    description: 'Agents of StableToolBench and ToolBench: SERVICE_URL is this address.',
    example: (url) =>
      `curl -H 'content-type: application/json' -d '{"category": "Data", "tool_name": "Keyword Analysis", "api_name": "QueryKeywords", "tool_input": {"q": "party ideas"}, "strip": "", "toolbench_key": ""}' ${url}`,
    serves: ({ domain }) => findDomain(domain).door === 'tools',
    async serve(visit) {
      const { request, response } = visit
      if (request.method !== 'POST') return sendJson(response, 405, { detail: 'Method Not Allowed' })
      const read = Info.safeParse(await bodyOf(request))
      // FastAPI's own status for a body that does not fit.
      if (!read.success) return sendJson(response, 422, { detail: sentenceOf(read.error) })
      // Clients take any other status for a server that is down.
      const [status, value, headers] = await called(visit, read.data).then(
        (value) => [200, value] as const,
        (error: unknown) => {
          const { code, message } = toWire(error)
          // The one that is to come again: nothing of it is an answer of an API.
          const status = code === 'overloaded' ? STATUS[code] : 200
          return [status, { error: message, response: '' }, retryHeaders(error)] as const
        }
      )
      sendJson(response, status, value, headers)
    },
    close: async () => {}
  }
}

async function called({ request, response, world }: Visit, info: z.infer<typeof Info>) {
  const given = inputOf(info.tool_input)
  // Its own words, which its clients know.
  if (!given) return { error: 'Tool input parse error...\n', response: '' }
  const client = clientOf(request)
  const told = await world.call('agent.world', {}, client)
  for (const [name, value] of Object.entries(seededHeader(told))) response.setHeader(name, value)
  const { tools } = told
  const tool = info.api_name === CHAT ? tools.find(({ name }) => name === SAY.name) : toolbenchToolOf(tools, info)
  if (!tool) return { error: `There is no API "${info.api_name}" of "${info.tool_name}" here.`, response: '' }
  const args = info.api_name === CHAT ? { message: said(given) } : toolbenchArguments(tool, given)
  const acting = { tool: tool.name, arguments: args, whole: true }
  const seen = await world.stream('agent.act', acting, { signal: leaving(response), client })
  return toolbenchAnswer(seen.text, seen.error)
}

function inputOf(given: string | Record<string, unknown>): Record<string, Json> | null {
  const value = typeof given === 'string' ? (given.trim() ? readJson(given)?.value : {}) : given
  return isObject(value) ? (value as Record<string, Json>) : null // It came as JSON.
}

/** The words of a message, under whatever name. */
function said(given: Record<string, Json>): string {
  const text = Object.values(given).find((one) => typeof one === 'string')
  return typeof text === 'string' ? text : JSON.stringify(given)
}
