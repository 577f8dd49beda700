// `orrery import`: files and folders of any known format as worlds.
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { ImportReport } from '../../core/contract/formats.ts'
import type { StreamEvent } from '../../core/contract/index.ts'
import { importers } from '../../core/formats/importers/index.ts'
import { decodeText } from '../../core/text/decode.ts'
import { type Cli, readOption } from './door.ts'
import { json, line, note, progress } from './print.ts'

interface Options {
  format?: string
  title?: string
  option: Record<string, unknown>
  dryRun?: boolean
  json?: boolean
}

export function importCommand(program: Command, cli: Cli): void {
  program
    .command('import <path...>')
    .description('read worlds from files, folders and zips; - reads stdin')
    .addOption(
      new Option('--format <name>', 'format of the files (default: detected for each file)').choices(
        importers.map(({ name }) => name)
      )
    )
    .option('--title <text>', 'title of the world')
    .option('--option <key=value>', 'format option; can be repeated', readOption, {})
    .option('--dry-run', 'report what would be imported and dropped, without importing')
    .option('--json', 'print the report as JSON')
    .action(async (given: string[], { format, title, option, dryRun, json: asJson }: Options) => {
      const files = given.includes('-') ? [{ name: 'stdin', text: await readAll(cli.io.stdin) }] : []
      const paths = given.filter((path) => path !== '-').map((path) => resolve(path))
      const door = await cli.open()
      const input = { files, paths, format, title, options: option as ImportOptions, keep: !dryRun }
      const bar = progress(cli.io, { lines: false })
      const reports: ImportReport[] = []
      const on = (event: StreamEvent<'formats.import'>) => {
        if (event.type === 'report') reports.push(event.report)
        else bar.show(event.of ? `Importing ${event.at} of ${event.of}` : 'Opening the files', event.share, event.file)
      }
      try {
        await door.stream('formats.import', input, { signal: cli.signal, on })
      } finally {
        bar.clear()
      }
      const [report] = reports
      if (!report) return
      if (asJson) json(cli.io, report)
      else print(cli, report)
      if (!report.worlds.length) cli.exitCode = 1
    })
}

// From readOption: JSON, or text.
type ImportOptions = Record<string, string>

function print(cli: Cli, { files, worlds, understood, dropped, problems, unlisted, kept }: ImportReport): void {
  const several = files.length > 1
  for (const world of worlds) line(cli.io, world.id)
  if (!kept || several) {
    for (const { name, format, sure } of files) {
      const certainty = sure === 'certain' || sure === null ? '' : ` (${sure})`
      note(cli.io, `${name}: ${format === null ? 'unknown format, skipped' : `${format}${certainty}`}`)
    }
  }
  for (const { what, count } of understood) note(cli.io, `understood: ${what}${times(count)}`)
  for (const { what, count } of dropped) note(cli.io, `dropped: ${what}${times(count)}`)
  for (const { file, line: number, reason } of problems) {
    const where = [several && file, number !== null && `line ${number}`].filter(Boolean).join(', ')
    note(cli.io, where ? `${where}: ${reason}` : reason)
  }
  if (unlisted) note(cli.io, `${count(unlisted, 'more line')} could not be read.`)
  const steps = worlds.reduce((sum, world) => sum + world.steps, 0)
  const done = kept ? 'Imported' : 'Would import'
  const skipped = `${count(problems.length + unlisted, 'line')} skipped`
  const imported = `${done} ${count(worlds.length, 'world')} with ${count(steps, 'step')}`
  note(cli.io, `${worlds.length ? imported : 'orrery: No file holds a world that can be read'}; ${skipped}.`)
}

export async function readAll(stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stdin) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return decodeText(Buffer.concat(chunks), 'What came on stdin')
}

const times = (number: number): string => (number === 1 ? '' : ` (${number} times)`)

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
