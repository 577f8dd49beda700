// What to paste into each client so that it acts in a world: its time-out raised, its own tools off where it has any.

export interface Snippet {
  id: string
  title: string
  /** The door that it uses. */
  door: string
  /** What the client does that a person should know. */
  note: string
  /** @param url the address of that door for a link */
  text(url: string): string
}

// Longer than a large model thinks about one answer.
const SECONDS = 300

// Versions are those of 2026-11-22.
export const snippets: readonly Snippet[] = [
  {
    id: 'mcp',
    title: 'Any MCP client',
    door: 'mcp',
    note: 'Transport: streamable HTTP. Clients that give up after a few seconds see “still running” in terminals and wait for the rest.',
    text: (url) => url
  },
  {
    id: 'json',
    title: 'Settings of desktop clients (JSON)',
    door: 'mcp',
    note: 'The client keeps its own tools. Switch them off in its settings, or it acts on this computer too.',
    text: (url) => JSON.stringify({ mcpServers: { orrery: { type: 'http', url } } }, null, 2)
  },
  {
    id: 'claude-agent-sdk',
    title: 'Claude Agent SDK (Python)',
    door: 'mcp',
    note: 'tools=[] switches its own tools off: without it, its Bash acts on this computer.',
    text: (url) =>
      `ClaudeAgentOptions(\n    mcp_servers={"orrery": {"type": "http", "url": "${url}"}},\n    tools=[],\n    strict_mcp_config=True,\n)`
  },
  {
    id: 'openai-agents',
    title: 'OpenAI Agents SDK (Python)',
    door: 'mcp',
    note: 'Its usual time-out is 5 seconds; this raises it.',
    text: (url) =>
      `MCPServerStreamableHttp(\n    params={"url": "${url}", "timeout": ${SECONDS}},\n    client_session_timeout_seconds=${SECONDS},\n)`
  },
  {
    id: 'pydantic-ai',
    title: 'Pydantic AI (Python)',
    door: 'mcp',
    note: 'It waits 300 seconds for an answer by itself.',
    text: (url) => `Agent(model, toolsets=[MCPToolset("${url}")])`
  },
  {
    id: 'langchain',
    title: 'LangChain (Python)',
    door: 'mcp',
    note: 'Its usual time-out is 30 seconds; this raises it.',
    text: (url) =>
      `MultiServerMCPClient({\n    "orrery": {\n        "transport": "streamable_http",\n        "url": "${url}",\n        "timeout": timedelta(seconds=${SECONDS}),\n    }\n})`
  },
  {
    id: 'inspect',
    title: 'Inspect (Python)',
    door: 'mcp',
    note: 'Its usual time-out is 5 seconds; this raises it.',
    text: (url) => `mcp_server_http(url="${url}", timeout=${SECONDS})`
  },
  {
    id: 'harbor',
    title: 'Harbor (task.toml)',
    door: 'mcp',
    note: 'Without the transport Harbor would use SSE, which Orrery does not serve.',
    text: (url) => `[[environment.mcp_servers]]\nname = "orrery"\ntransport = "streamable-http"\nurl = "${url}"`
  },
  {
    id: 'inspector',
    title: 'MCP Inspector',
    door: 'mcp',
    note: 'Lists the tools on the command line; leave out --cli for a page.',
    text: (url) => `npx @modelcontextprotocol/inspector --cli ${url} --transport http --method tools/list`
  }
]
