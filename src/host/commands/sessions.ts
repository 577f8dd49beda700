// `orrery sessions`: lists, shows and deletes worlds.
import type { Command } from 'commander'
import type { Branch } from '../../core/model.ts'
import { type Cli, type Door, usage } from './door.ts'
import { json, line, table, when } from './print.ts'

export function sessionsCommands(program: Command, cli: Cli): void {
  const sessions = program.command('sessions').description('list, show and delete worlds')

  sessions
    .command('list', { isDefault: true })
    .description('list all worlds, most recently used first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const all = await (await cli.open()).call('sessions.list', {})
      if (options.json) return json(cli.io, all)
      if (!all.length) return line(cli.io, "No worlds yet. Create one: echo 'ls' | orrery step --domain terminal")
      table(
        cli.io,
        all.map(({ id, domain, updatedAt, title }) => [id, domain, when(updatedAt), title])
      )
    })

  sessions
    .command('show <session>')
    .description("show a world's branches and the steps of one branch")
    .option('--branch <id>', 'branch id or title (default: main, else the first)')
    .option('--json', 'print JSON')
    .action(async (wanted: string, options: { branch?: string; json?: boolean }) => {
      const door = await cli.open()
      const session = await findSession(door, wanted)
      const opened = await door.call('sessions.open', { session })
      const branch = findBranch(opened.branches, options.branch)
      const steps = await door.call('steps.list', { session, branch: branch.id })
      if (options.json) return json(cli.io, { ...opened, branch: branch.id, steps })
      line(cli.io, `${opened.session.title} (${opened.session.domain})`)
      table(
        cli.io,
        opened.branches.map(({ id, title, tip }) => [
          id === branch.id ? '*' : ' ',
          id,
          tip?.slice(0, 10) ?? 'no steps yet',
          title
        ])
      )
      table(
        cli.io,
        steps.map(({ id, label, preview, siblings }, index) => [
          String(index + 1).padStart(4),
          id.slice(0, 10),
          siblings ? `+${siblings}` : '',
          label.slice(0, 60),
          preview.slice(0, 80)
        ])
      )
      for (const draft of opened.drafts) line(cli.io, `unfinished: ${draft.status} ${draft.reason}`.trimEnd())
    })

  sessions
    .command('delete <session>')
    .description('delete a world with all its branches')
    .option('--json', 'print JSON')
    .action(async (wanted: string, options: { json?: boolean }) => {
      const door = await cli.open()
      const session = await findSession(door, wanted)
      const { session: found } = await door.call('sessions.open', { session })
      await door.call('sessions.delete', { session })
      if (options.json) json(cli.io, { deleted: session })
      else line(cli.io, `Deleted "${found.title}".`)
    })
}

/** The id of the world with this id, else of the only one whose id begins so; what matches none is left for the call to name. */
export async function findSession(door: Door, wanted: string): Promise<string> {
  const ids = (await door.call('sessions.list', {})).map(({ id }) => id)
  const begun = ids.includes(wanted) ? [wanted] : ids.filter((id) => wanted && id.startsWith(wanted))
  if (begun.length < 2) return begun[0] ?? wanted
  throw usage(`Several world ids begin with "${wanted}": ${begun.join(', ')}. Give a longer part of the id.`)
}

/** The branch with this id, else this title; without either `main`, else the first. */
function findBranch(branches: Branch[], wanted: string | undefined): Branch {
  const named = (title: string) => branches.find((one) => one.title === title)
  const found =
    wanted === undefined ? (named('main') ?? branches[0]) : (branches.find(({ id }) => id === wanted) ?? named(wanted))
  if (found) return found
  throw usage(`There is no branch "${wanted ?? 'main'}". Use one of: ${branches.map(({ title }) => title).join(', ')}.`)
}

export async function openBranch(door: Door, session: string, wanted: string | undefined): Promise<Branch> {
  return findBranch((await door.call('sessions.open', { session })).branches, wanted)
}
