// `orrery scenario audit`: whether the checks of scenarios tell an agent that does its task from one that does not.
import { join } from 'node:path'
import type { Command } from 'commander'
import type { StreamEvent } from '../../core/contract/index.ts'
import { type AuditReport, type AuditRow, holesIn } from '../../core/control/audit.ts'
import { lazyAgents } from '../../core/control/lazy/index.ts'
import { dataHome } from '../data/home.ts'
import { createScenarios } from '../library/scenarios.ts'
import { type Cli, ROOT, usage } from './door.ts'
import { json, line, note, progress, table } from './print.ts'
import { readAll } from './run.ts'

const HELP = `
A scenario's own actions are its witness: they have to pass its checks. Then lazy agents act in its world, and have to fail:
${lazyAgents.map(({ name, about }) => `  ${name.padEnd(8)} ${about}`).join('\n')}

"audit" in a scenario's file names lazy agents that its checks cannot fail, with the reason; they are listed as open.
Nothing is asked of a model: scenarios whose actions need one are counted apart.
Exit codes: 0 no holes, 1 holes or an error, 2 usage error.`

export function auditCommand(scenario: Command, cli: Cli): void {
  scenario
    .command('audit [files...]')
    .description('try the checks of scenarios with lazy agents')
    .option('--all', 'all scenarios that come with Orrery, and your own')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (files: string[], options: { all?: boolean; json?: boolean }) => {
      if (!files.length === !options.all) throw usage('Name scenarios, files or folders, or all of them with --all.')
      // Which models are there does not matter: none is asked.
      const read = await readAll(cli, options.all ? allFiles() : files, { engine: 'none', matrix: true })
      const door = await cli.open({ tempo: 0 })
      const bar = progress(cli.io)
      const rows: AuditRow[] = []
      let report: AuditReport | null = null
      const on = (event: StreamEvent<'scenarios.audit'>) => {
        if (event.type === 'audited') {
          const { type: _, done, total, ...row } = event
          rows.push(row)
          bar.show('Auditing', done / total, `${done} of ${total}  ${row.scenario}`)
        }
        if (event.type === 'done') report = event
      }
      const scenarios = read.map((one) => one.scenario)
      await door.stream('scenarios.audit', { scenarios }, { signal: cli.signal, on })
      bar.clear()
      rows.sort((a, b) => a.scenario.localeCompare(b.scenario))
      if (rows.some((row) => holesIn(row).length)) cli.exitCode = 1
      if (options.json) return json(cli.io, { scenarios: rows.map((row) => ({ ...row, holes: holesIn(row) })), report })
      show(cli, rows)
      if (report) line(cli.io, summary(report))
    })
}

/** Those of the library, an own one in the place of ours of the same name, and those in the folders beside ours. */
function allFiles(): string[] {
  const resources = join(ROOT, 'resources')
  const library = createScenarios({ home: dataHome(), resources }).list()
  const folders = ['for-agents', 'with-model', 'judged'].map((name) => join(resources, 'scenarios', name))
  return [...library.flatMap(({ checks, file }) => (checks.length ? file : [])), ...folders]
}

function show(cli: Cli, rows: readonly AuditRow[]): void {
  const cells = rows.map(({ scenario, witness, lazy }) => [
    scenario,
    witness.outcome === 'model' ? 'needs a model' : witness.outcome === 'pass' ? 'passes' : 'FAILS',
    ...lazyAgents.map(({ name }) => lazy.filter(({ agent }) => agent === name)).map(wordFor)
  ])
  table(cli.io, [['scenario', 'witness', ...lazyAgents.map(({ name }) => name)], ...cells])
  const walks = rows.flatMap((row) => row.walks ?? [])
  if (walks.length) {
    const right = walks.filter(({ asSaid }) => asSaid).length
    note(cli.io, `Of ${walks.length} other walk${walks.length === 1 ? '' : 's'}, ${right} came out as their files say.`)
  }
  for (const row of rows) for (const hole of holesIn(row)) line(cli.io, `${row.scenario}: ${hole}`)
  for (const { scenario, lazy } of rows)
    for (const { agent, passes, open } of lazy)
      if (passes && open !== undefined) note(cli.io, `Open in ${scenario}: "${agent}" passes. ${open}`)
}

function wordFor(runs: AuditRow['lazy']): string {
  if (!runs.length) return ''
  const passing = runs.find(({ passes }) => passes)
  if (!passing) return 'fails'
  return passing.open === undefined ? 'PASSES' : 'open'
}

function summary({ sound, holes, open, model }: AuditReport): string {
  const more = [
    open && `${open} of them with open holes that they name`,
    model && `${model} need a model and were not tried`
  ]
  return [`${sound} sound, ${holes} with holes`, ...more.filter(Boolean)].join('; ').concat('.')
}
