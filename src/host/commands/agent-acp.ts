// `orrery agent acp`: an agent program of the user's own, named on this command line, acts in a world over the Agent Client Protocol.

import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import type { Command } from 'commander'
import { USUAL } from '../../core/domains/usual.ts'
import { OrreryError } from '../../core/errors.ts'
import { runAcp } from '../doors/agents/acp.ts'
import { agentWorld } from '../doors/agents/door.ts'
import { mount } from '../doors/mount.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, usage } from './door.ts'
import { endLink } from './link.ts'
import { line, note } from './print.ts'
import { findScenario } from './scenario.ts'
import { findSession, openBranch } from './sessions.ts'

interface Options extends EngineChoice {
  session?: string
  branch?: string
  scenario?: string
  task?: string
  cwd?: string
  allow?: boolean
}

const HELP = `
The agent is started on this machine, with your rights. The files that it reads and writes and the commands that it runs through the protocol
(fs/*, terminal/*) are the world's. What an agent does by itself, without asking its client, it does on this machine: use agents that
delegate, and switch their own tools off. What an agent asks leave for is refused without --allow.

Example:
  orrery agent acp --scenario debian --task "Which version of Debian is this?" -- my-agent --acp`

export function acpCommand(agent: Command, cli: Cli): void {
  engineOptions(agent.command('acp <command> [args...]'))
    .description('start an agent that speaks the Agent Client Protocol and give it a task')
    .option('--scenario <name>', 'in a new world from this scenario')
    .option('--session <id>', 'in this world')
    .option('--branch <id>', 'branch id or title (default: main, else the first)')
    .option('--task <text>', "what to do (default: the world's task)")
    .option('--cwd <path>', 'folder of the world to work in (default: where its shell is)')
    .option('--allow', 'allow what the agent asks leave for')
    .addHelpText('after', HELP)
    .action(async (command: string, args: string[], options: Options) => {
      if ((options.session === undefined) === (options.scenario === undefined)) {
        throw usage('Give one of --scenario and --session: the world that the agent acts in.')
      }
      const door = await cli.open(options)
      const branch = options.session
        ? await openBranch(door, await findSession(door, options.session), options.branch)
        : await fromScenario(door, options.scenario ?? '')
      const task = options.task ?? branch.setup.task
      if (!task) throw usage('This world has no task. Say with --task what the agent is to do.')
      const place = { session: branch.session, branch: branch.id }
      const link = await door.call('links.create', { ...place, title: 'acp', kept: false })
      try {
        const world = agentWorld(mount(door.handlers, 'agent'), link.secret, 'acp')
        const { stopReason, served } = await withAgent(cli, command, args, (stream, signal) =>
          runAcp(stream, world, {
            ...{ task, signal, cwd: options.cwd, allow: options.allow ?? false },
            on: (news) =>
              news.type === 'message' ? cli.io.stdout.write(news.text) : note(cli.io, `${news.type}: ${news.title}`)
          })
        )
        line(cli.io, '')
        note(cli.io, `${stopReason}; the world answered ${served} requests. Session ${branch.session}`)
        if (!served) note(cli.io, 'This agent asked its client for nothing: what it did, it did on this machine.')
      } finally {
        await endLink(door, link)
      }
    })
}

async function fromScenario(door: Door, name: string) {
  const { title, setup } = await findScenario(door, name)
  return (await door.call('worlds.create', { title, setup: { ...setup, domain: setup.domain ?? USUAL } })).branch
}

type AgentStream = ReturnType<typeof ndJsonStream>

/** Runs `work` with the agent's program, and ends the program after it. */
async function withAgent<T>(
  { signal: outer }: Cli,
  command: string,
  args: string[],
  work: (stream: AgentStream, signal: AbortSignal) => Promise<T>
): Promise<T> {
  // No shell: the words are passed as they were given.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = new AbortController()
  const ended = new Promise<never>((_resolve, reject) => {
    const fail = (why: string, cause?: unknown) => {
      gone.abort()
      reject(new OrreryError('server-failed', `The agent "${command}" ${why}.`, { cause }))
    }
    child.once('error', (error) => fail(`could not be started: ${error.message}`, error))
    child.once('exit', (code) =>
      fail(`ended before its task did, with ${code === null ? 'a signal' : `exit code ${code}`}`)
    )
  })
  ended.catch(() => {})
  const signal = AbortSignal.any([outer, gone.signal])
  const stop = () => child.kill()
  outer.addEventListener('abort', stop, { once: true })
  try {
    // `as`: Node's web streams are those of the DOM's types.
    const stream = ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>
    )
    return await Promise.race([
      work(stream, signal).catch((error: unknown) => {
        // Its end closes the connection first, and says why after that.
        if (error instanceof Error && error.message.includes('connection closed')) return ended
        throw error
      }),
      ended
    ])
  } finally {
    outer.removeEventListener('abort', stop)
    child.kill()
  }
}
