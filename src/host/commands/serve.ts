// `orrery serve`: the window in a browser, for this machine or through a tunnel.

import { join } from 'node:path'
import type { Command } from 'commander'
import { dataHome } from '../data/home.ts'
import { type Doorway, keepInviting, makeDoorway } from '../doors/doorway.ts'
import { checkReach, serve } from '../doors/http.ts'
import { openDefault } from '../launch/browser.ts'
import { build, isBuilt } from '../launch/build.ts'
import { terminalConfirm } from '../process/confirm.ts'
import { showDoors } from './agents.ts'
import { type Cli, machinesOption, queueOption, ROOT } from './door.ts'
import { json, line, note } from './print.ts'
import { type TokenOptions, tokenOf, tokenOptions } from './token-option.ts'
import { port } from './values.ts'

interface Options extends TokenOptions {
  port?: number
  machines?: number
  queue?: number
  host?: string
  build: boolean
  open?: boolean
  json?: boolean
}

const HELP = `
Each link works once; a new one is printed after it is used. Doors for agents are printed when they are opened in the window. Programs send a token instead, as "Authorization: Bearer TOKEN".
The token is random and printed by --json, unless set with ORRERY_TOKEN or --token-file.`

export function serveCommand(program: Command, cli: Cli): void {
  tokenOptions(queueOption(machinesOption(program.command('serve'))))
    .description('serve the window on 127.0.0.1 until stopped; prints a link that opens it')
    .option('--port <number>', 'port to listen on (default: any free port)', port)
    .option('--host <address>', 'address to listen on; a non-loopback address needs a token')
    .option('--no-build', 'serve the last build of the window')
    .option('--open', 'open it in the default browser')
    .option(
      '--json',
      'print {"url","port","token"}, again with each new link; the doors for agents as "agents --json" does'
    )
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const token = await tokenOf(options)
      checkReach(options.host, token)
      if (options.build && !isBuilt(ROOT)) {
        note(cli.io, 'Building Orrery (once, and after changes)…')
        await build(ROOT)
      }
      const { stdin, stderr } = cli.io
      const confirm = terminalConfirm({ input: stdin, output: stderr })
      const { port, host, machines, queue } = options
      const limits = { ...(machines !== undefined && { machines }), ...(queue !== undefined && { queue }) }
      const door = await cli.open(limits, { confirm, window: true })
      const server = await serve(door.handlers, { port, host, token, rendererDir: join(ROOT, 'out', 'renderer') })
      let doorway: Doorway | null = null
      try {
        keepInviting(server, (url, first) => {
          if (options.json) json(cli.io, { url, port: server.port, token: server.token })
          else if (first) line(cli.io, url)
          else note(cli.io, `For another browser: ${url}`)
        })
        if (options.open) {
          doorway = makeDoorway(server, dataHome())
          if (!(await openDefault(doorway.path))) note(cli.io, 'No browser could be opened. Open the link yourself.')
        }
        await showDoors(cli, door, options.json === true)
      } finally {
        doorway?.remove()
        await server.close()
      }
    })
}

/** Resolves when the command is stopped. */
export function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
