// What `orrery agents` and `orrery mcp` have in common: which world agents are let into, and which of its tools a real server answers.
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import type { StreamEvent } from '../../core/contract/index.ts'
import type { LinkRow } from '../../core/contract/links.ts'
import { present } from '../../core/text/present.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, usage } from './door.ts'
import { note } from './print.ts'
import { programSetup } from './program-option.ts'
import { findScenario } from './scenario.ts'
import { findSession, openBranch } from './sessions.ts'
import { type ServerOptions, serverOf, serverOptions } from './tools.ts'
import { positive, whole } from './values.ts'

export interface LinkOptions extends EngineChoice, ServerOptions {
  scenario?: string
  program?: string
  session?: string
  branch?: string
  task?: string[]
  forks?: boolean
  previews?: number
  budget?: number
  passThrough?: string[]
  server?: string
}

export const PASSING = `
--pass-through names a tool that a real MCP server answers instead of the model; repeat it for each tool. The server is the program after
--server, which is started with your permissions, or the address after --url. Only these tools are forwarded, with the agent's
arguments; every other tool stays simulated. Agents cannot ask for it. Every user of this machine can see command lines: pass secrets
with --env NAME or --header-file.`

export function linkOptions(command: Command): Command {
  const made = engineOptions(command)
    .option('--scenario <name>', 'let agents into a new world from this scenario')
    .option('--program <file>', 'let agents into a new world that the program in this file computes')
    .option('--session <id>', 'let agents into this world')
    .option('--branch <id>', 'with --session: branch id or title (default: main, else the first)')
    .option(
      '--task <scenario>',
      'a scenario that agents may begin as a task, each episode in a world of its own; can be repeated',
      several
    )
    .option('--forks', 'agents may fork the world')
    .addOption(
      new Option(
        '--previews [n]',
        'agents may preview so many actions a step (4 where no number is given; default: none)'
      )
        .argParser(whole)
        .preset('4')
    )
    .option(
      '--budget <ms>',
      'milliseconds after which a terminal says that a command still runs (default: 4000)',
      positive
    )
    .option('--pass-through <tool>', 'a real server answers this tool; can be repeated', several)
    .option('--server <command>', 'with --pass-through: start this MCP server')
  return serverOptions(made, '--server')
}

const several = (one: string, all: string[] = []): string[] => [...all, one]

/** Checks what can be checked before anything is opened. @throws CommanderError */
export function checkLink(options: LinkOptions, { needsWorld }: { needsWorld: boolean }): void {
  const { scenario, program, session, branch, passThrough, server, url } = options
  const named = scenario ?? (session === undefined && program === undefined ? options.task?.[0] : undefined)
  const worlds = [named, program, session].filter((one) => one !== undefined).length
  if (worlds > 1 || (needsWorld && !worlds))
    throw usage('Give one of: --scenario with a name, --program with a file, or --session with an id.')
  if (branch !== undefined && session === undefined) throw usage('--branch is of a world: give --session too.')
  const servers = [server, url].filter((one) => one !== undefined).length
  if (passThrough && !worlds) throw usage('--pass-through is of a world: give --scenario, --program or --session too.')
  if (passThrough && servers !== 1) throw usage('--pass-through needs one of: --server with a command, or --url.')
  if (!passThrough && servers) throw usage('Name the tools that the server answers, each with --pass-through.')
}

/** Makes the link that the options ask for; `null` where they name no world. */
export async function makeLink(
  cli: Cli,
  door: Door,
  options: LinkOptions,
  { kept }: { kept: boolean }
): Promise<LinkRow | null> {
  const { session, program, task: tasks, forks, previews, budget, passThrough } = options
  const known = session ?? program
  const scenario = options.scenario ?? (known === undefined ? tasks?.[0] : undefined)
  if (scenario === undefined && known === undefined) return null
  const row = scenario === undefined ? null : await findScenario(door, scenario)
  const branch = row
    ? (await door.call('worlds.create', { title: row.title, setup: row.setup })).branch
    : program !== undefined
      ? (await door.call('worlds.create', { title: basename(program), setup: programSetup(program) })).branch
      : await openBranch(door, await findSession(door, session ?? ''), options.branch)
  // What has nothing to check has no reward to tell.
  const judged = row?.checks.length ? row.name : undefined
  const given = { scenario: judged, tasks, forks, previews, budget }
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const link = await door.call('links.create', { session: branch.session, branch: branch.id, kept, ...chosen })
  if (!passThrough) return link
  try {
    return await passOn(cli, door, link, options)
  } catch (error) {
    await door.call('links.revoke', { id: link.id })
    throw error
  }
}

/** Takes back a link of this process's own. A world that was deleted has taken its links along. */
export async function endLink(door: Door, { id }: Pick<LinkRow, 'id'>): Promise<void> {
  const links = await door.call('links.list', {})
  if (links.some((one) => one.id === id)) await door.call('links.revoke', { id })
}

async function passOn(cli: Cli, door: Door, { id }: LinkRow, options: LinkOptions): Promise<LinkRow> {
  const { passThrough: tools = [], server } = options
  const ends: Extract<StreamEvent<'links.passThrough'>, { type: 'passing' }>[] = []
  const asked = await serverOf({ ...options, ...(server !== undefined && { ask: server }) })
  await door.stream(
    'links.passThrough',
    { id, tools, server: asked },
    {
      signal: cli.signal,
      on: (event) => {
        if (event.type === 'progress') note(cli.io, event.text)
        else if (event.type === 'passing') ends.push(event)
      }
    }
  )
  const { link } = present(ends[0]) // A stream that ends without an error ends with the link.
  note(cli.io, `Passed through to ${link.passed?.server}: ${link.passed?.tools.join(', ')}`)
  return link
}
