// `orrery serve`: the window in a browser, for this machine or through a tunnel.
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { openDefault } from '../browser.ts'
import { build, isBuilt } from '../build.ts'
import { serve } from '../http.ts'
import { type Cli, ROOT } from './door.ts'
import { json, line, note } from './print.ts'

interface Options {
  port?: number
  host?: string
  token?: string
  build: boolean
  open?: boolean
  json?: boolean
}

export function serveCommand(program: Command, cli: Cli): void {
  program
    .command('serve')
    .description('serve the window on 127.0.0.1 until stopped; prints its address, token included')
    .option('--port <number>', 'default: any free port', port)
    .option('--host <address>', 'another address to listen on; needs --token')
    .option('--token <text>', 'what every caller must bring; default: a random one')
    .option('--no-build', 'serve the window as it was built last')
    .option('--open', 'open it in the default browser')
    .option('--json', 'print {"url","port","token"}')
    .action(async (options: Options) => {
      if (options.build && !isBuilt(ROOT)) {
        note(cli.io, 'Building Orrery (once, and after changes)…')
        await build(ROOT)
      }
      const { handlers } = await cli.open()
      const { port, host, token } = options
      const server = await serve(handlers, { port, host, token, rendererDir: join(ROOT, 'out', 'renderer') })
      try {
        const { url } = server
        if (options.json) json(cli.io, { url, port: server.port, token: server.token })
        else line(cli.io, url)
        if (options.open && !(await openDefault(url)))
          note(cli.io, 'No browser could be opened; open the address yourself.')
        await stopped(cli.signal)
      } finally {
        await server.close()
      }
    })
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function port(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new InvalidArgumentError('a port is 0 to 65535')
  return number
}
