// `orrery agents`: the doors for agents, open until stopped; and the links by which agents come.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { CallOutput } from '../../core/contract/index.ts'
import type { LinkRow } from '../../core/contract/links.ts'
import { expectedLine } from '../../core/control/expectations.ts'
import { noSuch } from '../../core/text/nearest.ts'
import { typed } from '../process/confirm.ts'
import { type Cli, type Door, machinesOption, queueOption, usage } from './door.ts'
import { type JudgeOptions, judgeOf, judgeOptions } from './judge-options.ts'
import { checkLink, type LinkOptions, linkOptions, makeLink, PASSING } from './link.ts'
import { json, line, note, table, when } from './print.ts'
import { findSession, openBranch } from './sessions.ts'
import { port } from './values.ts'

interface Options extends LinkOptions {
  port?: number
  json?: boolean
}

const HELP = `
Prints the address of each door, one a line: first those of the world that --scenario or --session names, then those of the links
that there are already, and the model itself with its key. Then it prints who connects. Whoever knows an address acts in its
world; it stays valid until it is revoked. Everything listens on 127.0.0.1 alone.
${PASSING}

Examples:
  orrery agents --scenario mcp-issues
  orrery agents --session 4f2a --forks --json
  orrery agents --session 4f2a --pass-through get_weather --server "npx -y weather-server"
  orrery agents links
  orrery agents expected 4f2a
  orrery agents revoke 0d3c`

export function agentsCommands(program: Command, cli: Cli): void {
  const agents = program.command('agents').description('let agents into worlds until stopped; prints their addresses')
  queueOption(machinesOption(linkOptions(agents)))
    .option('--port <number>', 'port to listen on (default: any free port)', port)
    .option('--json', 'print JSON, one object a line: the addresses, then each client that connects')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      checkLink(options, { needsWorld: false })
      // Whoever typed the program has said what is to be started.
      const door = await cli.open(options, { confirm: typed })
      const made = await makeLink(cli, door, options, { kept: true })
      const status = await door.call('doors.open', options.port === undefined ? {} : { port: options.port })
      try {
        await show(cli, door, status, { made, asJson: options.json === true })
        await watch(cli, door, options.json === true)
      } finally {
        await door.call('doors.close', {})
      }
    })
  agents
    .command('links')
    .description('list the links by which agents come')
    .option('--json', 'print JSON')
    .action(async (_options: object, command: Command) => {
      const links = await (await cli.open()).call('links.list', {})
      if (command.optsWithGlobals().json)
        return json(
          cli.io,
          links.map(({ secret: _, ...link }) => link)
        )
      if (!links.length) return line(cli.io, 'No links yet. Let an agent into a world: orrery agents --scenario NAME')
      table(
        cli.io,
        links.map(({ id, title, createdAt, forks, answers }) => [
          id,
          when(createdAt),
          answers,
          title,
          forks ? 'forks' : ''
        ])
      )
    })
  judgeOptions(agents.command('expected <session>'))
    .description('how right agents were about what they said that they expect, in one world')
    .option('--branch <name>', 'branch by title or id (default: main)')
    .option('--json', 'print JSON')
    .action(async (wanted: string, options: JudgeOptions & { branch?: string }, command: Command) => {
      const judge = judgeOf(options)
      const door = await cli.open()
      const session = await findSession(door, wanted)
      const branch = await openBranch(door, session, options.branch)
      const found = await door.call('links.expected', { session, branch: branch.id, ...(judge && { judge }) })
      if (command.optsWithGlobals().json) json(cli.io, found)
      else line(cli.io, found ? expectedLine(found) : 'No agent said there what it expects.')
    })
  agents
    .command('revoke <link>')
    .description('revoke a link: its address leads nowhere any more; the world stays')
    .option('--json', 'print JSON')
    .action(async (wanted: string, _options: object, command: Command) => {
      const door = await cli.open()
      const link = findLink(await door.call('links.list', {}), wanted)
      await door.call('links.revoke', { id: link.id })
      if (command.optsWithGlobals().json) json(cli.io, { revoked: link.id })
      else line(cli.io, `Revoked the link to "${link.title}".`)
    })
}

/** The only link whose id begins so. @throws OrreryError not-found; CommanderError for several */
function findLink(links: LinkRow[], wanted: string): LinkRow {
  const begun = links.filter(({ id }) => wanted && id.startsWith(wanted))
  if (begun.length === 1 && begun[0]) return begun[0]
  if (begun.length) throw usage(`Several links begin with "${wanted}". Give a longer part of the id.`)
  throw noSuch(
    'link',
    wanted,
    links.map(({ id }) => id),
    'orrery agents links'
  )
}

async function show(
  { io }: Pick<Cli, 'io'>,
  door: Door,
  { url, doors, model }: CallOutput<'doors.status'>,
  { made, asJson }: { made: LinkRow | null; asJson: boolean }
): Promise<void> {
  const rest = (await door.call('links.list', {})).filter(({ id }) => id !== made?.id)
  const links = [...(made ? [made] : []), ...rest].map(({ id, title, secret, doors: own }) => ({
    ...{ id, title },
    doors: doors
      .filter(({ name }) => own.includes(name))
      .map(({ name, title: of, example }) => {
        const at = `${url}/w/${secret}/${name}`
        return { name, title: of, url: at, ...(example && { example: example.replace('{url}', at) }) }
      })
  }))
  const models = model.doors.map(({ path, title }) => ({ title, url: `${url}${path}` }))
  if (asJson) return json(io, { url, links, model: { doors: models, key: model.key } })
  for (const link of links) {
    note(io, `World "${link.title}" (link ${link.id})`)
    for (const { title, url: at, example } of link.doors) line(io, `${title}: ${at}${example ? `   ${example}` : ''}`)
  }
  if (!links.length) note(io, 'No world is open to agents. Name one with --scenario or --session.')
  note(io, 'The loaded model itself')
  for (const one of models) line(io, `${one.title}: ${one.url} (key ${model.key})`)
}

/** Prints the doors of an Orrery that runs as they are opened there, and again when a world gets or loses a link, until stopped. */
export async function showDoors({ io, signal }: Cli, door: Door, asJson: boolean): Promise<void> {
  let shown = ''
  while (!signal.aborted) {
    const status = await door.call('doors.status', {})
    const now = status.url && JSON.stringify([status.url, (await door.call('links.list', {})).map(({ id }) => id)])
    if (now && now !== shown) await show({ io }, door, status, { made: null, asJson })
    shown = now ?? ''
    await pause(signal)
  }
}

// Soon enough for a person who waits to see an agent come.
const LOOK_MS = 500

/** Says who connects, until stopped. */
async function watch({ io, signal }: Cli, door: Door, asJson: boolean): Promise<void> {
  const known = new Set<string>()
  while (!signal.aborted) {
    for (const { id: link, title, clients } of await door.call('links.list', {})) {
      for (const { door: by, name } of clients) {
        const key = JSON.stringify([link, by, name])
        if (known.has(key)) continue
        known.add(key)
        if (asJson) json(io, { connected: { link, door: by, client: name } })
        else line(io, `Connected: ${name || 'a client without a name'}, by ${by}, to "${title}"`)
      }
    }
    await pause(signal)
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
}
