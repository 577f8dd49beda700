// `orrery program`: programs of worlds, read, shown and tested.
import { join } from 'node:path'
import type { Command } from 'commander'
import type { StreamEvent } from '../../core/contract/index.ts'
import { worldOf } from '../../core/control/scene.ts'
import { scenarioOf } from '../../core/control/variants.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Setup } from '../../core/tree/model.ts'
import { dataHome } from '../data/home.ts'
import { checkFile, createKnown } from '../library/known.ts'
import { readProgramFile } from '../library/program-file.ts'
import { type Cli, type Door, ROOT, usage } from './door.ts'
import { json, line, note, problemLine } from './print.ts'
import { fileIn } from './program-option.ts'
import { fileOf } from './run.ts'
import { findSession, openBranch } from './sessions.ts'

const HELP = `
A program computes what actions in a world come to: JavaScript, tables and verbs or stories as data, or a Z-machine story (docs/programs.md).
Its tests stand beside it, as "tests" of a scenario's program. No model is asked and nothing is kept.`

interface WorldOptions {
  session?: string
  branch?: string
  json?: boolean
}

export function programCommands(root: Command, cli: Cli): void {
  const program = root
    .command('program')
    .description('check, show and test the programs of worlds')
    .addHelpText('after', HELP)

  program
    .command('check <files...>')
    .description('read programs; what is wrong is printed as file:line:column: message')
    .option('--json', 'print JSON')
    .action(async (files: string[], options: WorldOptions) => {
      const door = await cli.open()
      const problems = []
      for (const file of files) {
        const read = await door.call('programs.read', readProgramFile(file))
        for (const { reason, file: name, ...at } of read.problems)
          problems.push({ file: fileIn(file, name), ...at, message: reason })
        if (read.program && !options.json) line(cli.io, `${file}: ok, ${read.program.hash.slice(0, 12)}`)
      }
      if (problems.length) cli.exitCode = 1
      if (options.json) return json(cli.io, { problems })
      for (const problem of problems) line(cli.io, problemLine(problem))
    })

  program
    .command('show <session>')
    .description('print the program of a world')
    .option('--branch <id>', 'branch id or title (default: main, else the first)')
    .option('--file <name>', 'print another file of it')
    .option('--state', 'print what it keeps after the last step, as JSON')
    .option('--json', 'print JSON')
    .action(async (session: string, options: WorldOptions & { state?: boolean; file?: string }) => {
      const door = await cli.open()
      const branch = await openBranch(door, await findSession(door, session), options.branch)
      const found = await door.call('programs.state', { branch: branch.id, at: branch.tip })
      if (!found) throw new OrreryError('not-found', 'This world has no program.')
      if (options.json) return json(cli.io, found)
      for (const [name, size] of Object.entries(found.leftOut)) note(cli.io, `left out: ${name}, ${size} characters`)
      const { program, title, stated } = found
      if (!program && !options.state) note(cli.io, `the rules of this world are built in: ${title}; it states`)
      const files = program?.files ?? {}
      const other = options.file === undefined ? undefined : files[options.file]
      if (options.file !== undefined && other === undefined)
        throw new OrreryError('not-found', `This program has no other file "${options.file}".`)
      if (options.file === undefined && !options.state)
        for (const name of Object.keys(files)) note(cli.io, `other file: ${name}`)
      const text = other ?? program?.text ?? JSON.stringify(stated, null, 2)
      cli.io.stdout.write(
        options.state ? `${JSON.stringify(found.state, null, 2)}\n` : text.endsWith('\n') ? text : `${text}\n`
      )
    })

  program
    .command('test [scenarios...]')
    .description("play the tests of scenarios' programs; a scenario is a name or a file")
    .option('--session <id>', 'the tests of a world')
    .option('--branch <id>', 'branch id or title (default: main, else the first)')
    .option('--json', 'print JSON')
    .action(async (scenarios: string[], options: WorldOptions) => {
      if ((options.session === undefined) === (scenarios.length === 0))
        throw usage('Name scenarios, or a world with --session.')
      const door = await cli.open()
      const worlds = options.session
        ? [
            {
              name: options.session,
              setup: (await openBranch(door, await findSession(door, options.session), options.branch)).setup
            }
          ]
        : await Promise.all(scenarios.map(async (name) => ({ name, setup: await setupOf(cli, name) })))
      const results = []
      for (const { name, setup } of worlds) {
        const tested = await played(cli, door, setup)
        if (!tested.length) note(cli.io, `${name}: no tests`)
        for (const one of tested) {
          results.push({ of: name, ...one })
          if (!options.json) show(cli, name, one)
        }
      }
      const failed = results.filter(({ passed }) => !passed).length
      // A command that finds nothing to do must not look like one that found nothing wrong.
      if (failed || !results.length) cli.exitCode = 1
      if (options.json) return json(cli.io, { results })
      line(cli.io, `${results.length - failed} of ${results.length} tests passed`)
    })
}

type Tested = StreamEvent<'programs.test'>

async function played(cli: Cli, door: Door, setup: Setup): Promise<Tested[]> {
  const found: Tested[] = []
  await door.stream('programs.test', { setup }, { signal: cli.signal, on: (event) => found.push(event) })
  return found
}

/** @throws OrreryError invalid-input for what is no scenario, after every problem was told */
async function setupOf(cli: Cli, name: string): Promise<Setup> {
  const { scenario, problems } = await checkFile(
    fileOf(name),
    createKnown({ home: dataHome(), resources: join(ROOT, 'resources') })
  )
  for (const problem of problems) note(cli.io, problemLine(problem))
  if (!scenario || problems.some(({ warning }) => !warning))
    throw new OrreryError('invalid-input', `"${name}" is not in order. Nothing was tested.`)
  return worldOf(scenarioOf(scenario).setup)
}

function show({ io }: Cli, of: string, { name, passed, differences, problem }: Tested): void {
  line(io, `${passed ? 'pass' : 'FAIL'}  ${of}: ${name}`)
  if (problem !== undefined) line(io, `      ${problem}`)
  for (const { of: what, expected, shown } of differences) {
    line(io, `      ${what}`)
    for (const [sign, text] of [
      ['-', expected],
      ['+', shown]
    ] as const)
      for (const one of text.split('\n')) line(io, `      ${sign} ${one}`)
  }
}
