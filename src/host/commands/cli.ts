// The command line: one more front door onto the same handlers. Commands are in commands/, one file each.
import { type Command, CommanderError } from 'commander'
import pkg from '../../../package.json' with { type: 'json' }
import type { Handlers } from '../../core/contract/index.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import type { HostOptions } from '../host.ts'
import { agentCommands } from './agent.ts'
import { agentsCommands } from './agents.ts'
import { authorCommand } from './author.ts'
import { benchCommand } from './bench.ts'
import { cleanCommand } from './clean.ts'
import { OrreryCommand } from './command.ts'
import { compareCommand } from './compare.ts'
import { consistencyCommand } from './consistency.ts'
import { type Cli, type Io, openDoor } from './door.ts'
import { evalCommand } from './eval.ts'
import { evolveCommand } from './evolve.ts'
import { exportCommand } from './export.ts'
import { fictionCommands } from './fiction.ts'
import { gateCommand } from './gate.ts'
import { importCommand } from './import.ts'
import { judgeCommands } from './judges.ts'
import { labCommands } from './lab.ts'
import { machineCommands } from './machine.ts'
import { mcpCommand } from './mcp.ts'
import { mergeCommand } from './merge.ts'
import { modelCommands } from './model.ts'
import { pddlCommands } from './pddl.ts'
import { perturbationsCommand } from './perturbations.ts'
import { harmless, note, oneLine } from './print.ts'
import { programCommands } from './program.ts'
import { rewardCommands } from './reward.ts'
import { runCommand } from './run.ts'
import { scenarioCommands } from './scenario.ts'
import { serveCommand } from './serve.ts'
import { sessionsCommands } from './sessions.ts'
import { stepCommand } from './step.ts'
import { templatesCommands } from './templates.ts'
import { toolsCommand } from './tools.ts'
import { varyCommand } from './vary.ts'

const HELP = `
Exit codes: 0 success, 1 failure, 2 usage error.
Errors are one line on stderr; with --json also {"error":{"code","message"}} on stdout.
Data is stored in ORRERY_HOME (default: the platform's data folder).

Examples:
  echo 'ls -la' | orrery step --domain terminal
  echo 'ls -la' | orrery step --domain terminal --print prompt
  orrery model pull smollm2-135m
  orrery eval samples.jsonl --model smollm2-135m`

/** Waiting for a second Ctrl-C: terminals signal the whole group, so the first may arrive twice. */
const FORCE_AFTER_MS = 1000

/**
 * Runs one command line (without the program's name).
 * @param options.open what makes the host; tests bring their own
 * @param options.signal stops the command; without it SIGINT, SIGTERM and SIGHUP do
 * @returns the exit code
 */
export async function main(
  argv: string[],
  streams: Io,
  { open, signal }: { open?: (options: HostOptions) => Promise<Handlers>; signal?: AbortSignal } = {}
): Promise<number> {
  const io = harmless(streams)
  const interruption = signal ? { signal, stop() {} } : interruptions()
  const opened: Handlers[] = []
  const cli: Cli = {
    io,
    signal: interruption.signal,
    async open(choice = {}, options = {}) {
      const { door, handlers } = await openDoor(choice, { open, ...options })
      opened.push(handlers)
      const { notice } = await door.call('app.info', {})
      if (notice) note(io, `orrery: ${notice}`)
      return door
    },
    exitCode: 0
  }
  try {
    await program(cli).parseAsync(argv, { from: 'user' })
    return cli.exitCode
  } catch (error) {
    return report(error, argv, io)
  } finally {
    for (const handlers of opened) await handlers.dispose()
    interruption.stop()
  }
}

/** All commands. Nothing of `cli` is used before one of them runs. */
export function program(cli: Cli): Command {
  const root = new OrreryCommand('orrery')
    .description('Language world models on your own machine: act, predict, branch, evaluate.')
    .version(pkg.version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => cli.io.stdout.write(text), writeErr: (text) => cli.io.stderr.write(text) })
    .addHelpText('after', HELP)
  for (const add of [
    stepCommand,
    sessionsCommands,
    exportCommand,
    importCommand,
    toolsCommand,
    templatesCommands,
    scenarioCommands,
    programCommands,
    pddlCommands,
    perturbationsCommand,
    runCommand,
    mergeCommand,
    agentCommands,
    varyCommand,
    evolveCommand,
    authorCommand,
    fictionCommands,
    evalCommand,
    compareCommand,
    consistencyCommand,
    gateCommand,
    judgeCommands,
    rewardCommands,
    modelCommands,
    machineCommands,
    cleanCommand,
    labCommands,
    benchCommand,
    serveCommand,
    agentsCommands,
    mcpCommand
  ]) {
    add(root, cli)
  }
  return root
}

function report(error: unknown, argv: string[], io: Io): number {
  const json = argv.includes('--json')
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    // A group of commands without a default has printed its help.
    if (error.code === 'commander.help') return 2
    const message = oneLine(error.message)
    note(io, `orrery: ${message}`)
    if (json) print({ code: 'invalid-input', message })
    return 2
  }
  const { code, message } = toWire(error)
  note(io, `orrery: ${oneLine(message)} (${code})`)
  if (json) print({ code, message })
  // A bug is worth its stack trace.
  if (code === 'internal' && error instanceof Error)
    io.stderr.write(`${(error.cause instanceof Error ? error.cause : error).stack}\n`)
  return 1

  function print(wire: { code: string; message: string }): void {
    io.stdout.write(`${JSON.stringify({ error: wire })}\n`)
  }
}

/** A signal that the first interruption aborts; another one a while later ends the process where it stands. */
function interruptions(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let first = 0
  const onSignal = (): void => {
    if (first && Date.now() - first > FORCE_AFTER_MS) process.exit(1)
    first ||= Date.now()
    controller.abort(new OrreryError('cancelled', 'Stopped.'))
  }
  for (const name of names) process.on(name, onSignal)
  return {
    signal: controller.signal,
    stop() {
      for (const name of names) process.off(name, onSignal)
    }
  }
}
