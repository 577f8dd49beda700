// The Agent Client Protocol, the client's side: an agent program is given a task, and the files and terminals that it asks for are a world's.
import { client, methods, PROTOCOL_VERSION, RequestError, type Stream } from '@agentclientprotocol/sdk'
import pkg from '../../../../package.json' with { type: 'json' }
import { toWire } from '../../../core/errors.ts'
import { createTerminals } from './acp-terminals.ts'
import type { AgentWorld } from './door.ts'
import { around, word } from './shell-text.ts'
import { FileError, worldShell } from './world-shell.ts'

/** What an agent said or did, to show as it comes. */
export type AcpNews =
  | { type: 'message'; text: string }
  | { type: 'tool'; title: string }
  | { type: 'refused'; title: string }

export interface AcpTask {
  task: string
  /** The world's folder that the agent is told to work in; where its shell is when absent. */
  cwd?: string | undefined
  /** Whether the agent may do what it asks leave for. What it does by itself, it does on this machine. */
  allow: boolean
  signal: AbortSignal
  on(news: AcpNews): void
}

/**
 * Has the agent at the other end of `stream` do one task in the world.
 * @returns why it stopped, as the protocol names it (`end_turn`), and how many requests the world answered
 * @throws OrreryError in a world without a shell; RequestError, as the agent answers
 */
export async function runAcp(stream: Stream, world: AgentWorld, { task, cwd, allow, signal, on }: AcpTask) {
  const open = await worldShell(world, { signal, client: 'acp' })
  const terminals = createTerminals(world, open, signal)
  let served = 0

  const serving = async <T>(work: () => Promise<T>): Promise<T> => {
    served++
    try {
      return await work()
    } catch (error) {
      if (error instanceof RequestError) throw error
      if (error instanceof FileError && error.kind === 'missing') throw new RequestError(-32_002, error.message)
      throw new RequestError(-32_603, error instanceof FileError ? error.message : toWire(error).message)
    }
  }

  const app = client({ name: 'orrery' })
    .onRequest(methods.client.fs.readTextFile, ({ params: { path, line, limit } }) =>
      serving(async () => {
        const text = (await terminals.alone(() => open.read(path))).toString('utf8')
        if (!line && !limit) return { content: text }
        const first = Math.max(0, (line ?? 1) - 1)
        return {
          content: text
            .split('\n')
            .slice(first, limit ? first + limit : undefined)
            .join('\n')
        }
      })
    )
    .onRequest(methods.client.fs.writeTextFile, ({ params: { path, content } }) =>
      serving(async () => {
        await terminals.alone(() => open.write(path, Buffer.from(content)))
        return {}
      })
    )
    .onRequest(methods.client.terminal.create, ({ params: { command, args = [], env = [], cwd, outputByteLimit } }) =>
      serving(async () => {
        const line = args.length ? [command, ...args].map(word).join(' ') : command
        const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]))
        const whole = around(line, { cwd, env: variables }, { apart: open.has.keeps })
        return { terminalId: await terminals.begin(whole, outputByteLimit) }
      })
    )
    .onRequest(methods.client.terminal.output, ({ params: { terminalId } }) =>
      serving(() => terminals.output(terminalId))
    )
    .onRequest(methods.client.terminal.waitForExit, ({ params: { terminalId } }) =>
      serving(() => terminals.wait(terminalId))
    )
    .onRequest(methods.client.terminal.kill, ({ params: { terminalId } }) =>
      serving(async () => {
        await terminals.kill(terminalId)
        return {}
      })
    )
    .onRequest(methods.client.terminal.release, ({ params: { terminalId } }) =>
      serving(async () => {
        await terminals.release(terminalId)
        return {}
      })
    )
    .onRequest(methods.client.session.requestPermission, async ({ params: { options, toolCall } }) => {
      const wanted = allow ? 'allow_once' : 'reject_once'
      const found = options.find(({ kind }) => kind === wanted)
      if (!allow) on({ type: 'refused', title: toolCall.title ?? 'a tool' })
      return { outcome: found ? { outcome: 'selected', optionId: found.optionId } : { outcome: 'cancelled' } }
    })

  try {
    return await app.connectWith(stream, async (agent) => {
      await agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: 'orrery', version: pkg.version },
        clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true }
      })
      const folder = cwd ?? (await open.run('pwd', { code: false })).output.trim().split('\n').at(-1) ?? '/'
      return agent.buildSession({ cwd: folder || '/', mcpServers: [] }).withSession(async (session) => {
        // What fails here is told by the next update too.
        session.prompt(task).catch(() => {})
        for (;;) {
          const news = await session.nextUpdate()
          if (news.kind === 'stop') return { stopReason: news.stopReason, served }
          const { update } = news
          if (update.sessionUpdate === 'tool_call') on({ type: 'tool', title: update.title })
          if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
            on({ type: 'message', text: update.content.text })
          }
        }
      })
    })
  } finally {
    terminals.stop()
  }
}
