// `orrery tools`: the tools of a file or a live MCP server, as what `orrery step --tools` takes.
import type { Command } from 'commander'
import type { StreamEvent, ToolServer } from '../../core/api.ts'
import { readCommandLine } from '../../core/command-line.ts'
import type { Tool } from '../../core/model.ts'
import { type Cli, type Door, readText, usage } from './door.ts'
import { json, note } from './print.ts'
import { readAll } from './transfer.ts'

interface Options {
  ask?: string
  url?: string
  header: Record<string, string>
  env: Record<string, string>
  cwd?: string
  json?: boolean
}

const HELP = `
A file is JSON of any usual shape (MCP, OpenAI, Anthropic, Gemini) or an OpenAPI document as JSON or YAML; - reads stdin.
--ask starts the command, asks it for its list of tools and ends it; none of its tools is called.

Examples:
  orrery tools petstore.yaml > tools.json
  orrery tools --ask "npx -y @modelcontextprotocol/server-everything" > tools.json
  echo '{"name": "echo", "arguments": {"message": "hi"}}' | orrery step --domain mcp --tools tools.json`

export function toolsCommand(program: Command, cli: Cli): void {
  program
    .command('tools [file]')
    .description('read tool definitions, or ask a live MCP server for them')
    .option('--ask <command>', 'start this MCP server and ask it')
    .option('--url <address>', 'ask the MCP server at this address')
    .option('--header <name: value>', 'url: send this header; may be repeated', header, {})
    .option('--env <name=value>', 'ask: set this variable for it; may be repeated', variable, {})
    .option('--cwd <folder>', 'ask: start it there')
    .option('--json', 'with the problems and the server, as JSON')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, options: Options) => {
      const given = [file, options.ask, options.url].filter((one) => one !== undefined)
      if (given.length !== 1) throw usage('Name one of: a file, --ask with a command, --url with an address.')
      const door = await cli.open()
      const read = file === undefined ? await ask(cli, door, serverOf(options)) : await fromFile(cli, door, file)
      for (const problem of read.problems) note(cli.io, problem)
      if (options.json) json(cli.io, read)
      else if (read.tools.length) cli.io.stdout.write(`${JSON.stringify(read.tools, null, 2)}\n`)
      if (!read.tools.length) cli.exitCode = 1
    })
}

/** The tools in a file, for the commands that make worlds. What could not be taken is noted. */
export async function toolsOf(cli: Cli, door: Door, file: string): Promise<Tool[]> {
  const { tools, problems } = await fromFile(cli, door, file)
  for (const problem of problems) note(cli.io, problem)
  if (!tools.length) throw usage(`There are no tools in "${file}".`)
  return tools
}

async function fromFile(cli: Cli, door: Door, file: string) {
  return door.call('tools.read', { text: file === '-' ? await readAll(cli.io.stdin) : await readText(file) })
}

async function ask(cli: Cli, door: Door, server: ToolServer) {
  const answers: Extract<StreamEvent<'tools.ask'>, { type: 'tools' }>[] = []
  await door.stream('tools.ask', server, {
    signal: cli.signal,
    on: (event) => {
      if (event.type === 'progress') note(cli.io, event.text)
      else answers.push(event)
    }
  })
  const { tools, problems, server: told } = answers[0]! // A stream that ends without an error ends with its answer.
  return { tools, problems, server: told }
}

function serverOf({ ask, url, header, env, cwd }: Options): ToolServer {
  if (url !== undefined) return { url, headers: header }
  const line = readCommandLine(ask ?? '')
  return { ...line, env: { ...line.env, ...env }, ...(cwd !== undefined && { cwd }) }
}

const pair = (mark: RegExp, form: string) => (text: string, all: Record<string, string>) => {
  const [, name, value = ''] = mark.exec(text) ?? []
  if (name === undefined) throw usage(`"${text}" is not ${form}.`)
  return { ...all, [name]: value }
}
const header = pair(/^([^:\s]+):\s*(.*)/s, 'a header, such as "Authorization: Bearer abc"')
const variable = pair(/^([^=\s]+)=(.*)/s, 'a variable, such as NAME=value')
