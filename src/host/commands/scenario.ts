// `orrery scenario`: the library of scenarios, people's own among them, and files that are checked.
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import type { CallOutput } from '../../core/contract/index.ts'
import { scenarioSchema } from '../../core/control/scenario-schema.ts'
import { variantsOf } from '../../core/control/variants.ts'
import { findDomain } from '../../core/domains/index.ts'
import { presetsOf } from '../../core/faults/presets.ts'
import { noScenario, type ScenarioProblem, type ScenarioRow } from '../../core/tree/scenario.ts'
import { dataHome } from '../data/home.ts'
import { checkFile, createKnown } from '../library/known.ts'
import { auditCommand } from './audit.ts'
import { type Cli, type Door, ROOT, usage } from './door.ts'
import { json, line, note, problemLine, table } from './print.ts'
import { findSession, openBranch } from './sessions.ts'

const help = () => `
Scenarios are YAML or JSON files (docs/scenarios.md). Your own are in the folder "scenarios" of the data folder: ${join(dataHome(), 'scenarios')}
They are listed beside those that come with Orrery, and take the place of one with the same name. Files whose names begin with an
underscore are parts that others include.`

interface Printed {
  json?: boolean
}

export function scenarioCommands(program: Command, cli: Cli): void {
  const scenario = program
    .command('scenario')
    .description('list, show, check, audit and save scenarios')
    .addHelpText('after', help)

  scenario
    .command('list', { isDefault: true })
    .description('list all scenarios, and own files that have problems')
    .option('--domain <name>', 'only of this domain')
    .option('--json', 'print JSON')
    .action(async ({ domain, json: asJson }: Printed & { domain?: string }) => {
      if (domain !== undefined) findDomain(domain)
      const door = await cli.open()
      const all = await door.call('scenarios.list', {})
      const broken = await door.call('scenarios.broken', {})
      const rows = all.filter(({ setup }) => domain === undefined || setup.domain === domain)
      if (asJson) return json(cli.io, { scenarios: rows, broken })
      group(
        cli,
        'Worlds to start from:',
        rows.filter(({ checks }) => !checks.length)
      )
      group(
        cli,
        'With checks, for `orrery run`:',
        rows.filter(({ checks }) => checks.length)
      )
      for (const { problems } of broken) show(cli, problems)
    })

  scenario
    .command('show <name>')
    .description('print the text of a scenario')
    .option('--json', 'print JSON')
    .action(async (name: string, { json: asJson }: Printed) => {
      const read = await (await cli.open()).call('scenarios.read', { name })
      if (asJson) return json(cli.io, read)
      cli.io.stdout.write(read.text.endsWith('\n') ? read.text : `${read.text}\n`)
    })

  scenario
    .command('validate <files...>')
    .description('check scenario files; problems are printed as file:line:column: message')
    .option('--json', 'print JSON')
    .action(async (files: string[], { json: asJson }: Printed) => {
      const known = createKnown({ home: dataHome(), resources: join(ROOT, 'resources') })
      const read = await Promise.all(files.map(async (file) => ({ file, ...(await checkFile(file, known)) })))
      const problems = read.flatMap((one): ScenarioProblem[] => one.problems)
      if (problems.some(({ warning }) => !warning)) cli.exitCode = 1
      if (asJson) return json(cli.io, { problems })
      show(cli, problems, (text) => line(cli.io, text))
      for (const { file, scenario: found, problems: wrong } of read) {
        const count = found ? variantsOf(found, { presets: presetsOf }).length : 0
        if (found && wrong.every(({ warning }) => warning))
          line(cli.io, `${file}: ok, ${count} ${count === 1 ? 'variant' : 'variants'}`)
      }
    })

  auditCommand(scenario, cli)

  scenario
    .command('schema')
    .description('print the JSON schema of scenario files, for editors')
    .action(() => line(cli.io, JSON.stringify(scenarioSchema(), null, 2)))

  scenario
    .command('save [session]')
    .description('save a world, or a recording that comes with Orrery, as a scenario of your own')
    .option('--recording <name>', 'a recording that comes with Orrery, in the place of a world')
    .option('--branch <id>', 'branch id or title (default: main, else the first)')
    .option('--name <name>', "name of the scenario (default: from the world's title)")
    .option('--title <text>', "title of the scenario (default: the world's)")
    .addOption(
      new Option(
        '--induce [by]',
        'write the whole instruction (state, summary, controls by turn, end) from what was done; by: template or model'
      )
        .choices(['template', 'model'])
        .preset('template')
    )
    .option('--print', 'print the scenario instead of saving it')
    .option('--force', 'replace an own scenario of the same name')
    .option('--json', 'print JSON')
    .action(async (wanted: string | undefined, options: SaveOptions) => {
      if ((wanted === undefined) === (options.recording === undefined))
        throw usage('Name a world or, with --recording, a recording that comes with Orrery: one of both.')
      if (options.recording !== undefined && options.branch !== undefined)
        throw usage('A recording has one branch. Leave out --branch.')
      const door = await cli.open()
      const { name: given, title } = options
      const input = {
        ...(await whatToSave(door, wanted, options)),
        ...(given !== undefined && { name: given }),
        ...(title && { title })
      }
      const { induce } = options
      const { name, text, parts = [] } = await door.call('scenarios.ofWorld', { ...input, ...(induce && { induce }) })
      for (const { part, by, note: why } of parts) note(cli.io, `${part}: by ${by}${why && `. ${why}`}`)
      if (options.print) {
        cli.io.stdout.write(text)
        return
      }
      const saved = await door.call('scenarios.save', { name, text, ...(!options.force && { fresh: true }) })
      if (options.json) return json(cli.io, { name, ...saved })
      show(cli, saved.problems)
      line(cli.io, `Saved "${name}" as ${saved.file}. Run it: orrery run ${name}`)
    })

  scenario
    .command('delete <name>')
    .description('delete a scenario of your own')
    .option('--json', 'print JSON')
    .action(async (name: string, { json: asJson }: Printed) => {
      await (await cli.open()).call('scenarios.delete', { name })
      if (asJson) json(cli.io, { deleted: name })
      else line(cli.io, `Deleted "${name}".`)
    })
}

/** @throws OrreryError not-found */
export async function findScenario(door: Door, name: string): Promise<ScenarioRow> {
  const all = await door.call('scenarios.list', {})
  const found = all.find((one) => one.name === name)
  if (found) return found
  throw noScenario(name, all)
}

/** @throws OrreryError not-found for a world or a branch */
async function whatToSave(door: Door, wanted: string | undefined, { recording, branch }: SaveOptions) {
  if (recording !== undefined) return { recording }
  const session = await findSession(door, wanted ?? '')
  return { session, branch: (await openBranch(door, session, branch)).id }
}

interface SaveOptions extends Printed {
  recording?: string
  induce?: 'template' | 'model'
  branch?: string
  name?: string
  title?: string
  print?: boolean
  force?: boolean
}

function group(cli: Cli, title: string, rows: CallOutput<'scenarios.list'>): void {
  if (!rows.length) return
  line(cli.io, title)
  table(
    cli.io,
    rows.map(({ name, setup, own, title, answers }) => [name, setup.domain, answers, own ? 'yours' : '', title])
  )
}

function show(cli: Cli, problems: readonly ScenarioProblem[], say = (text: string) => note(cli.io, text)): void {
  for (const problem of problems) say(problemLine(problem))
}
