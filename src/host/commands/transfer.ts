// `orrery export` and `orrery import`: worlds as files.
import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { OrreryError } from '../../core/errors.ts'
import { exporters } from '../../core/exporters/index.ts'
import { importers } from '../../core/importers/index.ts'
import { type Cli, MOST_BYTES, readText, tooLong } from './door.ts'
import { json, line, note } from './print.ts'
import { findSession, openBranch } from './sessions.ts'

export function transferCommands(program: Command, cli: Cli): void {
  program
    .command('export <session>')
    .description('write a world to a file, or to stdout')
    .addOption(
      new Option('--format <name>', 'what to write').choices(exporters.map(({ name }) => name)).default('orrery')
    )
    .option('--branch <id>', 'for formats that hold one branch: id or title; default main, else the first')
    .option('-o, --output <file>', 'where to')
    .option('--json', 'say as JSON what was written')
    .action(async (wanted: string, options: { format: string; branch?: string; output?: string; json?: boolean }) => {
      const door = await cli.open()
      const session = await findSession(door, wanted)
      const branch = options.branch && (await openBranch(door, session, options.branch)).id
      const { filename, text } = await door.call('sessions.export', { session, format: options.format, branch })
      if (options.output === undefined) {
        if (options.json) json(cli.io, { filename, text })
        else cli.io.stdout.write(text)
        return
      }
      await write(options.output, text)
      if (options.json) json(cli.io, { file: options.output, format: options.format, bytes: Buffer.byteLength(text) })
      else note(cli.io, `Wrote ${options.output}`)
    })

  program
    .command('import <file>')
    .description('read worlds from a file; - reads stdin')
    .addOption(new Option('--format <name>', 'default: found from the text').choices(importers.map(({ name }) => name)))
    .option('--title <text>', 'title of the world')
    .option('--json', 'the report as JSON')
    .action(async (file: string, options: { format?: string; title?: string; json?: boolean }) => {
      const text = file === '-' ? await readAll(cli.io.stdin) : await readText(file)
      const door = await cli.open()
      const report = await door.call('sessions.import', { text, format: options.format, title: options.title })
      if (options.json) json(cli.io, report)
      else {
        for (const session of report.sessions) line(cli.io, session)
        for (const { line: number, reason } of report.skipped) note(cli.io, `line ${number}: ${reason}`)
        const { sessions, steps, skipped, unlisted = 0 } = report
        const left = count(skipped.length + unlisted, 'line')
        const listed = unlisted ? `, of which the first ${skipped.length} are listed` : ''
        note(
          cli.io,
          `Imported ${count(sessions.length, 'world')} with ${count(steps, 'step')}; ${left} skipped${listed}.`
        )
      }
      if (!report.sessions.length) cli.exitCode = 1
    })
}

export async function readAll(stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const given of stdin) {
    const chunk = typeof given === 'string' ? Buffer.from(given) : given
    size += chunk.length
    if (size > MOST_BYTES) throw tooLong('What came on stdin')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'ENOENT') {
      const what = `"${path}" cannot be written: its folder does not exist. Make it, or choose another.`
      throw new OrreryError('not-found', what, { cause })
    }
    const full = code === 'ENOSPC'
    const message = full
      ? `The disk is full: "${path}" could not be written.`
      : `"${path}" cannot be written: ${String(cause)}`
    throw new OrreryError(full ? 'disk-full' : 'invalid-input', message, { cause })
  }
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
