// The token that programs must send to what this command serves: from a file or the environment, and never from the command line.
import { stat } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { OrreryError } from '../../core/errors.ts'
import { noFile } from '../data/plain-file.ts'
import { readTextIn } from '../data/text-file.ts'
import { usage } from './door.ts'

export interface TokenOptions {
  token?: string
  tokenFile?: string
}

export const tokenOptions = (command: Command): Command =>
  command
    .option(
      '--token-file <file>',
      'file with the token that programs must send, readable only by you; or set ORRERY_TOKEN'
    )
    .addOption(new Option('--token <text>').hideHelp())

// Twice what a person remembers: it must stand against guessing by programs on the same machine.
const SHORTEST = 16

/** `undefined` where none was chosen, and one is drawn. @throws CommanderError for --token; OrreryError not-found, forbidden, invalid-input for a file or a token that will not do */
export async function tokenOf({ token, tokenFile }: TokenOptions): Promise<string | undefined> {
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
