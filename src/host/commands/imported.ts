// Files that a command needs as worlds: imported, with what could not be read told line by line.
import type { ImportReport } from '../../core/contract/formats.ts'
import type { StreamEvent } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Cli, Door } from './door.ts'
import { note } from './print.ts'

/** The worlds of these files, in their order. Importing one twice adds nothing. @throws OrreryError invalid-input when no file holds a world */
export async function imported(cli: Cli, door: Door, paths: string[]): Promise<string[]> {
  const reports: ImportReport[] = []
  const on = (event: StreamEvent<'formats.import'>) => {
    if (event.type === 'report') reports.push(event.report)
  }
  await door.stream('formats.import', { files: [], paths, options: {}, keep: true }, { signal: cli.signal, on })
  const worlds = reports.flatMap((report) => report.worlds)
  for (const { problems, unlisted } of reports) {
    for (const { file, line, reason } of problems) note(cli.io, `${file}${line === null ? '' : `:${line}`}: ${reason}`)
    if (unlisted) note(cli.io, `${unlisted} more lines could not be read.`)
  }
  if (!worlds.length) throw new OrreryError('invalid-input', 'No file holds a world that can be read.')
  return [...new Set(worlds.map(({ id }) => id))]
}
