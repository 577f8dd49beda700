// One MCP server on one world: its tools, and a step for each call. The same for clients of every age, over HTTP and stdio.
import { type CallToolResult, ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import pkg from '../../../../package.json' with { type: 'json' }
import { MISFIT, PREVIEW, PreviewCall, wordsOf } from '../../../core/control/agents/preview.ts'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import type { AgentWorld } from './door.ts'

// Marks what is simulated, where programs look and no model reads (`_meta`).
const META = 'dev.orrery/world'
// What a client says beside a call (`_meta`) of what it expects its answer to be.
const EXPECTS = 'dev.orrery/expects'

const LIST_CHANGED = 'notifications/tools/list_changed'

// How often a client hears that its call goes on: often enough for time-outs of a second.
const PULSE_MS = 500

/**
 * A server that is connected to one client, or made for one request.
 * @param base the address of this world's door, where it has one: forks have one like it
 */
export async function mcpServer(world: AgentWorld, { base = '' }: { base?: string } = {}): Promise<Server> {
  const { instructions, makes } = await world.call('agent.world', {})
  const server = new Server(
    { name: 'orrery', title: 'Orrery', version: pkg.version },
    { capabilities: { tools: { listChanged: makes } }, ...(instructions && { instructions }) }
  )
  const nameOf = () => {
    const { name, version } = server.getClientVersion() ?? {}
    return [name, version].filter(Boolean).join(' ')
  }

  server.setRequestHandler('tools/list', async () => {
    const { tools, forks } = await world.call('agent.world', {}, nameOf())
    return { tools: [...tools, ...(forks ? [FORK] : [])] as never }
  })

  server.setRequestHandler('tools/call', async ({ params }, ctx): Promise<CallToolResult> => {
    const { name, arguments: args = {} } = params
    const client = nameOf()
    if (name === FORK.name && (await world.call('agent.world', {}, client)).forks)
      return fork(world, args, { base, client })
    const previews = name === PREVIEW.name && (await world.call('agent.world', {}, client)).previews > 0
    const pulse = progress(ctx, params._meta?.progressToken)
    try {
      if (previews) return await preview(world, args, { signal: ctx.mcpReq.signal, client, progress: pulse.said })
      const seen = await world.stream(
        'agent.act',
        { tool: name, arguments: args as never },
        { signal: ctx.mcpReq.signal, client, progress: pulse.said, expects: params._meta?.[EXPECTS] as never }
      )
      // A client that is gone needs no news.
      if (seen.made) await ctx.mcpReq.notify({ method: LIST_CHANGED }).catch(() => {})
      if (seen.rpcError) throw new ProtocolError(seen.rpcError.code, seen.rpcError.message)
      return {
        // `as`: the blocks are MCP's, as the world's server gave them.
        content: (seen.content as CallToolResult['content'] | null) ?? [{ type: 'text', text: seen.text }],
        ...(seen.structured && { structuredContent: seen.structured }),
        ...(seen.error && { isError: true }),
        // What a real server answered, on the person's word, is not simulated.
        _meta: {
          [META]: {
            ...{ simulated: seen.passed !== true, origin: seen.origin, step: seen.step, running: seen.running },
            ...(seen.guessed && { guessed: true })
          }
        }
      }
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      const retryAfter = error instanceof OrreryError ? error.retryAfter : undefined
      return {
        content: [{ type: 'text', text: toWire(error).message }],
        isError: true,
        _meta: { [META]: { simulated: true, ...(retryAfter !== undefined && { retryAfter }) } }
      }
    } finally {
      pulse.stop()
    }
  })
  return server
}

const FORK = {
  name: 'fork_world',
  title: 'Fork the world',
  description:
    'Makes a copy of the world as it is now and gives its address. What is done there changes nothing here. With a seed, what is left to chance goes on otherwise there: the same seed, the same way.',
  inputSchema: {
    type: 'object' as const,
    properties: { seed: { type: 'integer', minimum: 0, description: 'Default: that of this world.' } },
    additionalProperties: false
  }
}

const ForkCall = z.strictObject({ seed: z.int().min(0).exactOptional() })

async function preview(
  world: AgentWorld,
  args: unknown,
  options: Parameters<AgentWorld['stream']>[2]
): Promise<CallToolResult> {
  const read = PreviewCall.safeParse(args)
  if (!read.success) throw new OrreryError('invalid-input', MISFIT)
  const { origin, step, ...seen } = await world.stream('agent.preview', read.data, options)
  const { type: _type, ...structuredContent } = seen
  return {
    content: [
      { type: 'text', text: seen.text },
      { type: 'text', text: wordsOf(seen) }
    ],
    structuredContent,
    _meta: { [META]: { simulated: true, origin, step, preview: true } }
  }
}

async function fork(
  world: AgentWorld,
  args: unknown,
  { base, client }: { base: string; client: string }
): Promise<CallToolResult> {
  const { data, error } = ForkCall.safeParse(args)
  if (error) {
    const text = `${FORK.name}: ${sentenceOf(error, { value: args, schema: ForkCall })}`
    return { content: [{ type: 'text', text }], isError: true }
  }
  const { link } = await world.call('agent.fork', { at: 'here', ...data }, client)
  const { seeded } = await world.of(link).call('agent.world', {}, client)
  const url = base.replace(world.link, link)
  return { content: [{ type: 'text', text: url }], structuredContent: { url, seeded } }
}

/** Tells a client that asked for it how far the answer is: as characters come, and that it still waits while none do. */
function progress(ctx: ServerContext, token: string | number | undefined) {
  let told = 0
  const notify = (progress: number) =>
    // A client that is gone needs no news.
    ctx.mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken: token as string | number, progress } })
      .catch(() => {})
  const said = (characters: number) => {
    if (token === undefined || characters <= told) return
    told = characters
    void notify(characters)
  }
  const timer = token === undefined ? null : setInterval(() => said(told + 1), PULSE_MS)
  return {
    said,
    stop: () => timer && clearInterval(timer)
  }
}
