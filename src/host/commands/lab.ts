// `orrery lab`: fresh, true turns of worlds that are executed, for measuring and training.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type Command, Option } from 'commander'
import { chanceOf, terminalSession } from '../../core/control/lab/terminal.ts'
import { GENERAL } from '../../core/domains/usual.ts'
import { OrreryError } from '../../core/errors.ts'
import { typing } from '../../core/observations/terminal/keystrokes.ts'
import type { StepEvent } from '../../core/tree/model.ts'
import type { Cli, Door } from './door.ts'
import { json, note, progress } from './print.ts'
import { positive, whole } from './values.ts'

interface Options {
  domain: string
  turns: number
  perSession: number
  seed: number
  out: string
  json?: boolean
}

export function labCommands(program: Command, cli: Cli): void {
  program
    .command('lab')
    .description('make data of worlds that are executed')
    .command('generate')
    .description('execute sessions that nobody has typed before, and write them as AgentWorldBench JSONL')
    .requiredOption('--out <file>', 'the file to write')
    .requiredOption('--turns <n>', 'turns in all', positive)
    .addOption(new Option('--domain <name>', 'kind of world').choices([GENERAL.keys]).default(GENERAL.keys))
    .option('--per-session <n>', 'turns of one session', positive, 12)
    .option('--seed <n>', 'another seed gives other sessions; the same one the same', whole, 0)
    .option('--json', 'print a report as JSON')
    .action(async (options: Options) => {
      const door = await cli.open()
      const sessions: string[] = []
      try {
        await execute(cli, door, options, sessions)
        await write(cli, door, options.out, sessions)
      } finally {
        // The file has their turns now. They would only fill the user's list of worlds.
        for (const session of sessions) await door.call('worlds.delete', { session })
      }
      const report = { file: options.out, turns: options.turns, sessions: sessions.length }
      if (options.json) json(cli.io, report)
      else note(cli.io, `Wrote ${report.turns} turns of ${report.sessions} sessions to ${options.out}`)
    })
}

async function execute(
  cli: Cli,
  door: Door,
  { domain, turns, perSession, seed }: Options,
  sessions: string[]
): Promise<void> {
  const bar = progress(cli.io)
  const chance = chanceOf(seed)
  for (let done = 0; done < turns; ) {
    const { session, branch } = await door.call('worlds.create', {
      setup: { domain, grounding: 'executed', seed }
    })
    sessions.push(session.id)
    for (const line of terminalSession(chance(2 ** 31), Math.min(perSession, turns - done))) {
      bar.show('Executing', done / turns, `${done} of ${turns}`)
      let last: StepEvent | null = null
      const input = { session: session.id, branch: branch.id, action: typing(`${line}\n`) }
      await door.stream('steps.run', input, { signal: cli.signal, on: (event) => (last = event) })
      // Assigned in `on`, which TypeScript does not follow.
      const end = last as StepEvent | null
      if (end?.type === 'failed') throw new OrreryError(end.error.code, end.error.message)
      done++
    }
  }
  bar.clear()
}

async function write(cli: Cli, door: Door, path: string, sessions: string[]): Promise<void> {
  const file = createWriteStream(path)
  await once(file, 'open')
  await door.stream(
    'formats.export',
    { sessions, format: 'agentworldbench', options: {}, to: { kind: 'chunks' } },
    {
      signal: cli.signal,
      async on(event) {
        if (event.type === 'chunk' && !file.write(Buffer.from(event.base64, 'base64'))) await once(file, 'drain')
      }
    }
  )
  file.end()
  await once(file, 'close')
}
