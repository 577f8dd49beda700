// `orrery sessions`: lists, shows and deletes worlds.
import type { Command } from 'commander'
import { findDomain } from '../../core/domains/index.ts'
import { noSuch } from '../../core/text/nearest.ts'
import type { Branch } from '../../core/tree/model.ts'
import { type Cli, type Door, usage } from './door.ts'
import { json, line, table, when } from './print.ts'

export function sessionsCommands(program: Command, cli: Cli): void {
  const sessions = program.command('sessions').description('list, show and delete worlds')

  sessions
    .command('list', { isDefault: true })
    .description('list all worlds, most recently used first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const all = await (await cli.open()).call('worlds.list', {})
      if (options.json) return json(cli.io, all)
      if (!all.length) return line(cli.io, "No worlds yet. Create one: echo 'ls' | orrery step --domain terminal")
      table(
        cli.io,
        all.map(({ id, domain, updatedAt, title, answers }) => [id, domain, answers, when(updatedAt), title])
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
      const opened = await door.call('worlds.open', { session })
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
        steps.map(({ id, label, preview, siblings, origin, diverged }, index) => [
          String(index + 1).padStart(4),
          id.slice(0, 10),
          origin + (diverged ? ', diverged' : ''),
          siblings ? `+${siblings}` : '',
          label.slice(0, 60),
          preview.slice(0, 80)
        ])
      )
      for (const [index, { id, diverged }] of steps.entries()) {
        if (!diverged) continue
        const { step, again = '' } = await door.call('steps.get', { session, step: id })
        line(cli.io, divergence(index + 1, step.observation.text, again))
      }
      for (const draft of opened.drafts) {
        const { status, reason, runner } = draft
        if (runner)
          line(
            cli.io,
            `running: ${findDomain(opened.session.domain).label(draft.action)}${runner.own ? '' : ` in process ${runner.process}`}`
          )
        else line(cli.io, `unfinished: ${status} ${reason}`.trimEnd())
      }
    })

  sessions
    .command('delete <session>')
    .description('delete a world with all its branches')
    .option('--json', 'print JSON')
    .action(async (wanted: string, options: { json?: boolean }) => {
      const door = await cli.open()
      const session = await findSession(door, wanted)
      const { session: found } = await door.call('worlds.open', { session })
      await door.call('worlds.delete', { session })
      if (options.json) json(cli.io, { deleted: session })
      else line(cli.io, `Deleted "${found.title}".`)
    })
}

/** The first lines that differ. */
function divergence(turn: number, recorded: string, again: string): string {
  if (!again) return `diverged in step ${turn}: the machine could not do it again`
  const [was, is] = [recorded, again].map((text) => text.split('\n').map((one) => one.trimEnd()))
  const at = was?.findIndex((one, index) => one !== is?.[index]) ?? 0
  return `diverged in step ${turn}: recorded ${JSON.stringify(was?.[at] ?? '')}, now ${JSON.stringify(is?.[at] ?? '')}`
}

/** The id of the world with this id, else of the only one whose id begins so. @throws OrreryError not-found; CommanderError for several */
export async function findSession(door: Door, wanted: string): Promise<string> {
  if (!wanted) throw usage('The id of a world is missing. `orrery sessions` lists them.')
  const ids = (await door.call('worlds.list', {})).map(({ id }) => id)
  const begun = ids.includes(wanted) ? [wanted] : ids.filter((id) => id.startsWith(wanted))
  if (begun.length === 1 && begun[0]) return begun[0]
  if (!begun.length) throw noSuch('world', wanted, ids, 'orrery sessions')
  throw usage(`Several world ids begin with "${wanted}": ${begun.join(', ')}. Give a longer part of the id.`)
}

/** The branch with this id, else this title; without either `main`, else the first. @throws OrreryError not-found */
function findBranch(branches: Branch[], wanted: string | undefined): Branch {
  const named = (title: string) => branches.find((one) => one.title === title)
  const found =
    wanted === undefined ? (named('main') ?? branches[0]) : (branches.find(({ id }) => id === wanted) ?? named(wanted))
  if (found) return found
  throw noSuch(
    'branch',
    wanted ?? 'main',
    branches.map(({ title }) => title)
  )
}

export async function openBranch(door: Door, session: string, wanted: string | undefined): Promise<Branch> {
  return findBranch((await door.call('worlds.open', { session })).branches, wanted)
}
