// `orrery mcp`: one world as an MCP server over standard input and output, for clients that start their servers.
import type { Command } from 'commander'
import { agentWorld } from '../doors/agents/door.ts'
import { mount } from '../doors/mount.ts'
import { typed } from '../process/confirm.ts'
import type { Cli } from './door.ts'
import { checkLink, endLink, type LinkOptions, linkOptions, makeLink, PASSING } from './link.ts'
import { stdioOf } from './mcp-stdio.ts'
import { stopped } from './serve.ts'

const HELP = `
Standard output carries the protocol and nothing else; what there is to say goes to standard error. It ends with its input.
${PASSING}

Examples, as the configuration of a client has it:
  {"command": "orrery", "args": ["mcp", "--scenario", "mcp-issues"]}
  {"command": "orrery", "args": ["mcp", "--session", "4f2a", "--branch", "main"]}`

export function mcpCommand(program: Command, cli: Cli): void {
  linkOptions(program.command('mcp').description('serve a world as an MCP server over standard input and output'))
    .addHelpText('after', HELP)
    .action(async (options: LinkOptions) => {
      checkLink(options, { needsWorld: true })
      // Whoever typed the program has said what is to be started.
      const door = await cli.open(options, { confirm: typed })
      // A fork over these streams would have no address: agents that fork come by `orrery agents`.
      const link = await makeLink(cli, door, { ...options, forks: false }, { kept: false })
      if (!link) return
      // MCP's library is large, and few commands need it.
      const [{ mcpServer }, { serveStdio, StdioServerTransport }] = await Promise.all([
        import('../doors/agents/mcp-server.ts'),
        import('@modelcontextprotocol/server/stdio')
      ])
      const world = agentWorld(mount(door.handlers, 'agent'), link.secret, 'stdio')
      const { input, output } = stdioOf(cli)
      const ended = new Promise<void>((resolve) => input.on('end', resolve).on('close', resolve))
      const transport = new StdioServerTransport(input, output)
      const serving = serveStdio(() => mcpServer(world), { transport })
      await Promise.race([ended, stopped(cli.signal)])
      await serving.close()
      await endLink(door, link)
      input.destroy()
    })
}
