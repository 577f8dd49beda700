// `orrery serve`: the window in a browser, for this machine or through a tunnel.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { OrreryError } from '../../core/errors.ts'
import { dataHome } from '../data/home.ts'
import { noFile } from '../data/plain-file.ts'
import { readTextIn } from '../data/text-file.ts'
import { type Doorway, keepInviting, makeDoorway } from '../doors/doorway.ts'
import { checkReach, serve } from '../doors/http.ts'
import { openDefault } from '../launch/browser.ts'
import { build, isBuilt } from '../launch/build.ts'
import { terminalConfirm } from '../process/confirm.ts'
import { showDoors } from './agents.ts'
import { type Cli, machinesOption, ROOT, usage } from './door.ts'
import { json, line, note } from './print.ts'
import { port } from './values.ts'

interface Options {
  port?: number
  machines?: number
  host?: string
  token?: string
  tokenFile?: string
  build: boolean
  open?: boolean
  json?: boolean
}

const HELP = `
Each link works once; a new one is printed after it is used. Doors for agents are printed when they are opened in the window. Programs send a token instead, as "Authorization: Bearer TOKEN".
The token is random and printed by --json, unless set with ORRERY_TOKEN or --token-file.`

export function serveCommand(program: Command, cli: Cli): void {
  machinesOption(program.command('serve'))
    .description('serve the window on 127.0.0.1 until stopped; prints a link that opens it')
    .option('--port <number>', 'port to listen on (default: any free port)', port)
    .option('--host <address>', 'address to listen on; a non-loopback address needs a token')
    .option(
      '--token-file <file>',
      'file with the token that programs must send, readable only by you; or set ORRERY_TOKEN'
    )
    .addOption(new Option('--token <text>').hideHelp())
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
      const door = await cli.open(options.machines === undefined ? {} : { machines: options.machines }, {
        confirm,
        window: true
      })
      const { port, host } = options
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

// Twice what a person remembers: it must stand against guessing by programs on the same machine.
const SHORTEST = 16

/** @throws CommanderError for --token; OrreryError not-found, forbidden, invalid-input for a file or a token that will not do */
async function tokenOf({ token, tokenFile }: Options): Promise<string | undefined> {
  if (token !== undefined) {
    throw usage(
      '--token would show the token in the process list to every user of this machine. Set ORRERY_TOKEN, or use --token-file with a file that only you can read.'
    )
  }
  const chosen = tokenFile === undefined ? process.env.ORRERY_TOKEN : await secretIn(tokenFile)
  // What Orrery starts, a browser among it, has no use for it.
  delete process.env.ORRERY_TOKEN
  if (tokenFile === undefined && !chosen) return undefined
  if (chosen && chosen.length >= SHORTEST) return chosen
  throw new OrreryError(
    'invalid-input',
    `The token is shorter than ${SHORTEST} characters. Use a longer one, or leave it out for a random one.`
  )
}

async function secretIn(path: string): Promise<string> {
  const found = await stat(path).catch((cause: unknown) => {
    throw noFile(path, cause)
  })
  if (process.platform !== 'win32' && found.mode & 0o077) {
    throw new OrreryError('forbidden', `Other users can read "${path}". Restrict it first: chmod 600 ${path}`)
  }
  return (await readTextIn(path)).trim()
}

/** Resolves when the command is stopped. */
export function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
