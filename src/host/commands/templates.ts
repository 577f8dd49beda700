// `orrery templates`: the prompt templates, and the prompt packs that add to them.
import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { OrreryError } from '../../core/errors.ts'
import { DEFAULT_VARIANT } from '../../core/step/pack.ts'
import { fileStem } from '../../core/text/file-name.ts'
import { checkPack, type PackReport } from '../library/check-pack.ts'
import type { Cli, Io } from './door.ts'
import { filesUnder } from './pack-files.ts'
import { json, line, note, table } from './print.ts'
import { templateSearch } from './template-search.ts'

const HELP = `
A pack is a folder with one subfolder per domain: <domain>/system_prompt.txt and, optionally, <domain>/judge_system_prompt.txt.
Variants of a prompt are further files, <domain>/system_prompt.VARIANT.txt: the world's seed chooses one, or --template names it.
In a prompt, {tool_definitions} stands for the world's tools, {initial_state} for the initial state and {demonstrations} for examples.

Example:
  orrery templates check ./prompts
  orrery templates import ./prompts --name mine
  echo 'ls' | orrery step --domain terminal --template mine
  echo 'ls' | orrery step --domain terminal --template mine:terse`

export function templatesCommands(program: Command, cli: Cli): void {
  const templates = program.command('templates').description('list, check, search, import and delete prompt templates')

  templates
    .command('list', { isDefault: true })
    .description('list the templates that --template accepts')
    .option('--domain <name>', 'only templates of this domain')
    .option('--json', 'print JSON')
    .action(async ({ domain, json: asJson }: { domain?: string; json?: boolean }) => {
      const rows = await (await cli.open()).call('prompts.list', { domain })
      if (asJson) return json(cli.io, rows)
      table(
        cli.io,
        rows.map(({ domain, name, thinking, pack, judge, variants }) => [
          domain,
          name,
          thinking ? 'thinking' : 'no thinking',
          [
            pack ? 'prompt pack' : 'built in',
            variants ? `one of ${variants} by the world's seed` : '',
            judge ? 'with a judge prompt' : ''
          ]
            .filter(Boolean)
            .join(', ')
        ])
      )
    })

  templates
    .command('import <folder>')
    .description('import a prompt pack')
    .option('--name <name>', "name of the pack (default: the folder's name)")
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(async (folder: string, options: { name?: string; json?: boolean }) => {
      const files = await filesUnder(folder)
      const name = options.name ?? fileStem(basename(resolve(folder)), 'pack')
      const report = await (await cli.open()).call('prompts.import', { name, files })
      if (options.json) return json(cli.io, report)
      for (const problem of report.problems) note(cli.io, problem)
      line(cli.io, `Imported "${report.name}" for ${report.domains.join(', ')}.`)
    })

  templates
    .command('check <folder>')
    .description('show the prompts that a folder would make, and what is missing; imports nothing')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(async (folder: string, options: { json?: boolean }) => {
      const report = checkPack(await filesUnder(folder))
      if (options.json) json(cli.io, report)
      else show(cli.io, report)
      const count = report.errors.length + report.prompts.flatMap(({ errors }) => errors).length
      if (!count) return
      const found = count === 1 ? 'an error' : `${count} errors`
      throw new OrreryError('invalid-input', `The prompts under "${folder}" have ${found}. Nothing was imported.`)
    })

  templateSearch(templates, cli)

  templates
    .command('delete <name>')
    .description('delete a prompt pack')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { json?: boolean }) => {
      await (await cli.open()).call('prompts.delete', { name })
      if (options.json) json(cli.io, { deleted: name })
      else line(cli.io, `Deleted "${name}".`)
    })
}

function show(io: Io, { prompts, errors, notes }: PackReport): void {
  for (const prompt of prompts) {
    const variant = prompt.variant === DEFAULT_VARIANT ? '' : `, variant ${prompt.variant}`
    line(io, `===== ${prompt.domain}${variant} =====`)
    for (const { name, text } of prompt.parts) line(io, `----- ${name}, ${text.length} characters\n${text}\n`)
    for (const error of prompt.errors) note(io, `${prompt.domain}${variant}: error: ${error}`)
    for (const one of prompt.notes) note(io, `${prompt.domain}${variant}: ${one}`)
  }
  for (const error of errors) note(io, `error: ${error}`)
  for (const one of notes) note(io, one)
}
