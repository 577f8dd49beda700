// `orrery tools`: the tools of a file or a live MCP server, as what `orrery step --tools` takes.

import type { Command } from 'commander'
import type { StreamEvent } from '../../core/contract/index.ts'
import type { ToolServer } from '../../core/contract/tools.ts'
import { chooseTools, MANY_TOOLS } from '../../core/domains/tools/choose.ts'
import { readCommandLine } from '../../core/domains/tools/command-line.ts'
import { GENERAL } from '../../core/domains/usual.ts'
import { OrreryError } from '../../core/errors.ts'
import { withoutOutputs } from '../../core/step/prompt.ts'
import { present } from '../../core/text/present.ts'
import type { Tool } from '../../core/tree/model.ts'
import { besides } from '../domains/tools/beside.ts'
import { typed } from '../process/confirm.ts'
import { type Cli, type Door, readText, usage } from './door.ts'
import { readAll } from './import.ts'
import { json, note, table } from './print.ts'

/** Where a live MCP server is, and what it is given. */
export interface ServerOptions {
  url?: string
  header: Record<string, string>
  headerFile?: string
  env: Record<string, string>
  cwd?: string
}

interface Options extends ServerOptions {
  ask?: string
  only?: string
  withoutOutputSchemas?: boolean
  list?: boolean
  json?: boolean
}

const HELP = `
A file holds tool definitions as JSON (MCP, OpenAI, Anthropic, Gemini) or an OpenAPI document as JSON or YAML; - reads stdin.
--only keeps the tools with these names, separated by commas; * stands for any characters.
--list prints the size of each tool instead, the largest first: what it takes of every prompt, in characters; --json has it too.
--ask starts the command, requests its list of tools and stops it. No tool is called.
Every user of this machine can see command lines: pass secrets with --env NAME or --header-file.

Examples:
  orrery tools petstore.yaml > tools.json
  orrery tools github.json --list
  orrery tools github.json --only "get_*,list_issues" --without-output-schemas > tools.json
  orrery tools --ask "npx -y @modelcontextprotocol/server-everything" > tools.json
  echo '{"name": "echo", "arguments": {"message": "hi"}}' | orrery step --domain mcp --tools tools.json`

export function toolsCommand(program: Command, cli: Cli): void {
  const tools = program
    .command('tools [file]')
    .description('read tool definitions from a file or an MCP server')
    .option('--ask <command>', 'start this MCP server and list its tools')
  serverOptions(tools, '--ask')
    .option('--only <names>', 'only the tools with these names; * stands for any characters')
    .option('--without-output-schemas', 'leave out what the tools declare of their results')
    .option('--list', 'print names and sizes, the largest first')
    .option('--json', 'print the tools, the problems and the server as JSON')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, options: Options) => {
      const given = [file, options.ask, options.url].filter((one) => one !== undefined)
      if (given.length !== 1) throw usage('Give one of: a file, --ask with a command, or --url with an address.')
      // Whoever typed the program has said what is to be started.
      const door = await cli.open({}, { confirm: typed })
      const read = file === undefined ? await ask(cli, door, await serverOf(options)) : await fromFile(cli, door, file)
      // With --json the report says it.
      if (file !== undefined && !read.tools.length && !options.json) throw noTools(file, read.problems)
      for (const problem of read.problems) note(cli.io, problem)
      read.tools = chosen(read.tools, options)
      if (options.list) await list(cli, door, read.tools, options)
      else if (options.json) json(cli.io, read)
      else if (read.tools.length) cli.io.stdout.write(`${JSON.stringify(read.tools, null, 2)}\n`)
      if (!read.tools.length) cli.exitCode = 1
    })
  declareCommand(tools, cli)
}

const DECLARE = `
What is listed, created, changed or deleted by several tools becomes a table with verbs, as YAML to be edited (docs/worlds-as-data.md).
Other tools are left to the model. A scenario or a new world takes the file as its program.

Examples:
  orrery tools declare petstore.yaml > petstore-tables.yaml
  orrery tools declare issues.json --initial-file state.md > issues-tables.yaml`

interface DeclareOptions {
  only?: string
  initialFile?: string
  fiction?: string
  json?: boolean
}

function declareCommand(tools: Command, cli: Cli): void {
  tools
    .command('declare <file>')
    .description('propose tables and verbs for tools, as YAML to be edited')
    .option('--only <names>', 'only the tools with these names; * stands for any characters')
    .option('--initial-file <file>', 'take the first rows from JSON or tables in this text')
    .option('--fiction <name>', 'take the first rows from this fictional world')
    .option('--json', 'print the text, the tables and the tools that are left out as JSON')
    .addHelpText('after', DECLARE)
    .action(async (file: string, _own: DeclareOptions, command: Command) => {
      const options = command.optsWithGlobals<DeclareOptions>()
      const door = await cli.open()
      const read = await fromFile(cli, door, file)
      for (const problem of read.problems) note(cli.io, problem)
      const initialState = options.initialFile === undefined ? '' : await readText(options.initialFile)
      const { fiction: name } = options
      const fiction = name !== undefined && {
        fiction: { name, hash: (await door.call('fictions.get', { name })).hash }
      }
      const made = await door.call('tools.declare', { tools: chosen(read.tools, options), initialState, ...fiction })
      if (options.json) return json(cli.io, made)
      if (made.left.length) note(cli.io, `Left to the model: ${made.left.join(', ')}.`)
      if (made.yaml !== null) return void cli.io.stdout.write(made.yaml)
      note(cli.io, 'No table fits these tools: each needs two of list, get, create, update and delete of one thing.')
      cli.exitCode = 1
    })
}

/** @param program the option with which a server is started */
export function serverOptions(command: Command, program: string): Command {
  return command
    .option('--url <address>', 'reach the MCP server at this address')
    .option('--header <name: value>', 'with --url: send this header; can be repeated', header, {})
    .option('--header-file <file>', 'with --url: send the headers in this file, one per line')
    .option(
      '--env <name=value>',
      `with ${program}: set this variable; NAME alone passes its current value`,
      variable,
      {}
    )
    .option('--cwd <folder>', `with ${program}: start the server in this folder`)
}

/** The tools in a file, for the commands that make worlds. What could not be taken is noted. @throws CommanderError for a long list of which nothing was chosen */
export async function toolsOf(cli: Cli, door: Door, file: string, only: string | undefined): Promise<Tool[]> {
  const { tools, problems } = await fromFile(cli, door, file)
  if (!tools.length) throw noTools(file, problems)
  for (const problem of problems) note(cli.io, problem)
  if (only === undefined && tools.length > MANY_TOOLS) {
    const many = tools.length.toLocaleString('en-US')
    throw usage(
      `"${file}" has ${many} tools, and a model is told all of them. Choose some with --only, e.g. --only "${tools[0]?.name},${tools[1]?.name}"; --only "*" takes all. Their sizes: orrery tools "${file}" --list`
    )
  }
  return chosen(tools, { only })
}

function noTools(file: string, problems: readonly string[]): OrreryError {
  return new OrreryError('invalid-input', `"${file}": ${problems.join(' ') || 'There are no tools in it.'}`)
}

function chosen(
  tools: Tool[],
  { only, withoutOutputSchemas }: { only?: string | undefined; withoutOutputSchemas?: boolean }
): Tool[] {
  const kept = only === undefined ? tools : chooseTools(tools, only.split(','))
  return withoutOutputSchemas ? withoutOutputs(kept) : kept
}

/** Names and sizes as a model for tool worlds is told them. */
async function list({ io }: Cli, door: Door, tools: Tool[], options: Options): Promise<void> {
  const { characters, tokens } = await door.call('tools.cost', { domain: GENERAL.calls, template: 'standard', tools })
  const sizes = tokens ?? characters
  const unit = tokens ? 'tokens' : 'characters'
  const rows = tools.map(({ name }, at) => ({ name, size: sizes[at] ?? 0 })).sort((a, b) => b.size - a.size)
  if (options.json) return json(io, { unit, tools: rows })
  const total = sizes.reduce((sum, size) => sum + size, 0)
  table(io, [
    ...rows.map(({ name, size }) => [size.toLocaleString('en-US').padStart(10), name]),
    [total.toLocaleString('en-US').padStart(10), `${unit} in all, ${tools.length.toLocaleString('en-US')} tools`]
  ])
}

async function fromFile(cli: Cli, door: Door, file: string) {
  if (file === '-') return door.call('tools.read', { text: await readAll(cli.io.stdin) })
  const text = await readText(file)
  return door.call('tools.read', { text, ...(await besides(file, text)) })
}

async function ask(cli: Cli, door: Door, server: ToolServer) {
  const answers: Extract<StreamEvent<'tools.ask'>, { type: 'tools' }>[] = []
  await door.stream('tools.ask', server, {
    signal: cli.signal,
    on: (event) => {
      if (event.type === 'progress') note(cli.io, event.text)
      else if (event.type === 'tools') answers.push(event)
    }
  })
  const { tools, problems, server: told } = present(answers[0]) // A stream that ends without an error ends with its answer.
  return { tools, problems, server: told }
}

/** The server that the options name: the program of `ask`, else the address. */
export async function serverOf({
  ask,
  url,
  header: given,
  headerFile,
  env,
  cwd
}: ServerOptions & { ask?: string }): Promise<ToolServer> {
  if (url !== undefined) {
    const lines = headerFile === undefined ? [] : (await readText(headerFile)).split(/\r?\n/)
    const headers = lines.filter((one) => one.trim()).reduce((all, one) => header(one, all), {})
    return { url, headers: { ...headers, ...given } }
  }
  const line = readCommandLine(ask ?? '')
  return { ...line, env: { ...line.env, ...env }, ...(cwd !== undefined && { cwd }) }
}

function header(text: string, all: Record<string, string>): Record<string, string> {
  const [, name, value = ''] = /^([^:\s]+):(.*)$/s.exec(text) ?? []
  if (name === undefined)
    throw usage(`"${text}" is not a header. Expected name: value, such as "Authorization: Bearer abc".`)
  return { ...all, [name]: value.trimStart() }
}

function variable(text: string, all: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([^=\s]+)(?:=(.*))?$/s.exec(text) ?? []
  if (name === undefined) throw usage(`"${text}" is not a variable. Expected NAME=value.`)
  const kept = value ?? process.env[name]
  if (kept === undefined) throw usage(`The variable ${name} is not set. Set it, or pass ${name}=value.`)
  return { ...all, [name]: kept }
}
