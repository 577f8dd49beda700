// A world as text over HTTP: a line in, what is seen out.
import type { ServerResponse } from 'node:http'
import { hasBodies, lineOf } from '../../../core/domains/agent-tools.ts'
import { OrreryError } from '../../../core/errors.ts'
import { BODY_TOOLS } from '../../../core/grounds/programs/bodies.ts'
import { readText } from '../http-limits.ts'
import { leaving } from '../listen.ts'
import type { AgentDoor } from './door.ts'
import { clientOf, seededHeader } from './http.ts'

// Longer lines are no commands.
const MOST_BYTES = 64 * 1024

export function textDoor(): AgentDoor {
  return {
    name: 'text',
    title: 'Text',
    description: 'Scripts and people that type a line and read what the world tells.',
    example: (url) => `curl -d look ${url}`,
    serves: (setup) => hasBodies(setup) || lineOf(setup) !== null,
    async serve({ request, response, world }) {
      const client = clientOf(request)
      const told = await world.call('agent.world', {}, client)
      for (const [name, value] of Object.entries(seededHeader(told))) response.setHeader(name, value)
      if (request.method !== 'POST') return said(response, (await world.call('agent.look', {}, client)).text)
      const text = (await readText(request, MOST_BYTES)).trim()
      if (!text) throw new OrreryError('invalid-input', 'The line is empty. Send one as the body, such as "look".')
      const { line } = told
      const act = line
        ? { tool: line.tool, arguments: { [line.argument]: text } }
        : { tool: BODY_TOOLS.text, arguments: { text }, body: 'text' as const }
      const options = { signal: leaving(response), client }
      const seen = await world.stream('agent.act', { ...act, whole: true }, options)
      said(response, seen.text, seen.error)
    },
    close: async () => {}
  }
}

function said(response: ServerResponse, text: string, refused = false): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(refused ? 422 : 200, { ...headers, 'x-content-type-options': 'nosniff' }).end(text)
}
