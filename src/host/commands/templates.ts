// `orrery templates`: the prompt templates, and the prompt packs that add to them.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { OrreryError } from '../../core/errors.ts'
import type { Cli } from './door.ts'
import { json, line, note, table } from './print.ts'

const HELP = `
A pack is a folder with one subfolder per domain: <domain>/system_prompt.txt and, optionally, <domain>/judge_system_prompt.txt.
In a prompt, {tool_definitions} stands for the world's tools and {demonstrations} for examples.

Example:
  orrery templates import ./prompts --name mine
  echo 'ls' | orrery step --domain terminal --template mine`

// The layout is two deep; a folder that holds a pack somewhere inside is found too.
const DEEPEST = 4
const FILES = ['system_prompt.txt', 'judge_system_prompt.txt']

export function templatesCommands(program: Command, cli: Cli): void {
  const templates = program.command('templates').description('list, import and delete prompt templates')

  templates
    .command('list', { isDefault: true })
    .description('list the templates that --template accepts')
    .option('--domain <name>', 'only templates of this domain')
    .option('--json', 'print JSON')
    .action(async ({ domain, json: asJson }: { domain?: string; json?: boolean }) => {
      const rows = await (await cli.open()).call('templates.list', { domain })
      if (asJson) return json(cli.io, rows)
      table(
        cli.io,
        rows.map(({ domain, name, thinking, pack, judge }) => [
          domain,
          name,
          thinking ? 'thinking' : 'no thinking',
          [pack ? 'prompt pack' : 'built in', judge ? 'with a judge prompt' : ''].filter(Boolean).join(', ')
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
      const paths = await promptsUnder(folder)
      const files = await Promise.all(
        paths.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') }))
      )
      const name = options.name ?? (basename(resolve(folder)).replace(/[^\w.-]+/g, '-') || 'pack')
      const report = await (await cli.open()).call('templates.import', { name, files })
      if (options.json) return json(cli.io, report)
      for (const problem of report.problems) note(cli.io, problem)
      line(cli.io, `Imported "${report.name}" for ${report.domains.join(', ')}.`)
    })

  templates
    .command('delete <name>')
    .description('delete a prompt pack')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { json?: boolean }) => {
      await (await cli.open()).call('templates.delete', { name })
      if (options.json) json(cli.io, { deleted: name })
      else line(cli.io, `Deleted "${name}".`)
    })
}

/** The prompts under a folder, as paths from it. */
async function promptsUnder(folder: string, path = '', depth = 1): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((cause: unknown) => {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    const what = missing ? `There is no folder "${folder}".` : `"${folder}" is not a readable folder.`
    throw new OrreryError(missing ? 'not-found' : 'invalid-input', what, { cause })
  })
  const found = await Promise.all(
    entries
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(async (entry) => {
        const at = join(path, entry.name)
        if (entry.isDirectory()) return depth < DEEPEST ? promptsUnder(folder, at, depth + 1) : []
        return FILES.includes(entry.name) ? [at] : []
      })
  )
  return found.flat()
}
