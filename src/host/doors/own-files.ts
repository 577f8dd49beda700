// Paths on the host's machine are for the command line, where a person typed them. A window's token must not be enough to read or write files.
import type { Handlers } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'

/** The same handlers for windows and other clients: importing from a path and exporting to one is `forbidden`. */
export function withoutPaths(handlers: Handlers): Handlers {
  const { streams } = handlers
  return {
    ...handlers,
    streams: {
      ...streams,
      'formats.import': (input, options) => {
        if (input.paths.length) throw refused('Send the files themselves', 'import')
        return streams['formats.import'](input, options)
      },
      'formats.export': (input, options) => {
        if (input.to.kind === 'path') throw refused('Ask for a download', 'export')
        return streams['formats.export'](input, options)
      }
    }
  }
}

function refused(instead: string, command: string): OrreryError {
  return new OrreryError(
    'forbidden',
    `Only the command line can name files on this machine. ${instead}, or use \`orrery ${command}\`.`
  )
}
