// `orrery clean`: removes what agents left behind, and says what that gave back.
import type { Command } from 'commander'
import type { Cli } from './door.ts'
import { bytes, json, line } from './print.ts'
import { whole } from './values.ts'

const HELP = `
An episode is a branch that an agent began for itself, at a door for rollouts or by starting anew. Those in which a person acted, which
were renamed, from which another branch goes on, or to which a link leads stay. What is kept of the machine is deleted by orrery machine clean.

Examples:
  orrery clean               episodes as old as the settings say: 30 days
  orrery clean --days 0      every episode that its agent has left, and what nobody came back to for a day
  orrery clean --keep 7      from now on they are removed by themselves after seven days; "never" keeps them`

export function cleanCommand(program: Command, cli: Cli): void {
  program
    .command('clean')
    .description('remove episodes that agents left, and give the disk back what was deleted')
    .option('--days <count>', 'those whose last step is so many days old', whole)
    .option('--keep <days>', 'how long they are kept from now on, or never', (text) =>
      text === 'never' ? text : whole(text)
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async ({ days, keep, json: asJson }: { days?: number; keep?: number | 'never'; json?: boolean }) => {
      const door = await cli.open()
      const { episodeDays } = await (keep === undefined
        ? door.call('app.settings', {})
        : door.call('app.configure', { episodeDays: keep === 'never' ? null : keep }))
      const age = days ?? episodeDays
      const cleaned = age === null ? null : await door.call('app.clean', { episodeDays: age })
      if (asJson) return json(cli.io, { episodeDays, cleaned })
      if (!cleaned)
        return line(cli.io, 'Episodes are kept for ever. To remove those of the last years: orrery clean --days 365')
      const { removed, before, after } = cleaned
      const episodes = removed === 1 ? '1 episode' : `${removed} episodes`
      line(cli.io, `Removed ${episodes}. The worlds took ${bytes(before)}, and take ${bytes(after)} now.`)
    })
}
