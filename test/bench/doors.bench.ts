// What a door for agents costs: milliseconds of a call as its client sees it, less those of what it asks for behind the door (`door`), and
// of those again less the engine's own (`behind`: in a world the step with its draft and its commit to the disk).
import { Agent, request } from 'node:http'
import { createDoors } from '../../src/host/doors/agents/index.ts'
import { type Mounted, mount } from '../../src/host/doors/mount.ts'
import { type Served, serveDoors, shows } from '../doors/served.ts'
import { must } from '../must.ts'
import { round } from './timing.ts'

// As long as a small model takes for a short answer; so that 64 clients wait for engines, as they do, and not for each other.
const ENGINE_MS = 200
const CALLS = 25
const CLIENTS = [1, 16, 64]

const ECHO = {
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
} as const

/** A call of a tool over MCP, a step in a world. At one client the door may cost 5 ms. */
export function mcp() {
  return measured(async (served) => {
    const { secret } = await served.world({ domain: 'mcp', tools: [ECHO as never] })
    const headers = {
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': 'echo' }
    }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {}
    }
    return (text) => {
      const params = { name: 'echo', arguments: { text }, _meta }
      return { path: `/w/${secret}/mcp`, headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } }
    }
  })
}

/** An answer of the model itself, whole, as a client of OpenAI's API asks for it. */
export function openai() {
  return measured(async ({ key }) => (text) => {
    const body = { model: 'scripted', messages: [{ role: 'user', content: text }] }
    return { path: '/v1/chat/completions', headers: { authorization: `Bearer ${key}` }, body }
  })
}

type Ask = (text: string) => { path: string; headers: Record<string, string>; body: unknown }

/** @param client what each client asks, in a world of its own where it acts in one */
async function measured(client: (served: Served) => Promise<Ask>) {
  const engine = new Map<string, number>()
  const served = await serveDoors(async ({ action, messages }) => {
    const from = performance.now()
    await new Promise((resolve) => setTimeout(resolve, ENGINE_MS))
    const text = action === null ? messages[0]?.content : Object(Object(action).arguments).text
    engine.set(String(text), performance.now() - from)
    return action === null ? 'heard' : shows('heard')
  })
  const behind = new Map<string, number>()
  const doors = createDoors({ mounted: () => timing(mount(served.host, 'agent'), behind), key: () => served.key })
  const url = must((await doors.open()).url)
  const agent = new Agent({ keepAlive: true })
  const results: Record<string, object> = {}
  for (const count of CLIENTS) {
    const costs: { door: number[]; behind: number[] } = { door: [], behind: [] }
    const asks = await Promise.all(Array.from({ length: count }, () => client(served)))
    const before = process.cpuUsage()
    await Promise.all(
      asks.map(async (ask, of) => {
        // The first call warms up.
        for (let call = -1; call < CALLS; call++) {
          const text = `${count} ${of} ${call}`
          const from = performance.now()
          await send(url, agent, ask(text))
          const took = performance.now() - from
          if (call < 0) continue
          const inside = must(behind.get(text))
          costs.door.push(took - inside)
          costs.behind.push(inside - must(engine.get(text)))
        }
      })
    )
    const { user, system } = process.cpuUsage(before)
    // Of this process, clients included: what a busy machine changes least.
    const cpu = round((user + system) / 1000 / (count * (CALLS + 1)))
    results[`at${count}`] = { door: percentiles(costs.door), behind: percentiles(costs.behind), cpu }
  }
  agent.destroy()
  await doors.close()
  await served.close()
  return { limit: 5, engine: ENGINE_MS, ...results }
}

/** Notes how long each stream took, by the text that it was asked with. */
function timing(mounted: Mounted, took: Map<string, number>): Mounted {
  return {
    ...mounted,
    async stream(name, input, options) {
      const from = performance.now()
      await mounted.stream(name, input, options)
      const { arguments: args, messages } = Object(input)
      took.set(String(args?.text ?? messages?.[0]?.content), performance.now() - from)
    }
  }
}

function send(url: string, agent: Agent, { path, headers, body }: ReturnType<Ask>): Promise<void> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = { port, path, agent, method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () =>
        text.includes('heard') ? resolve() : reject(new Error(`${response.statusCode}: ${text}`))
      )
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}

function percentiles(ms: number[]) {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99), samples: ms.length }
}
