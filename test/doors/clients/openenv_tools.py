"""OpenEnv's client for tools: lists them and calls one, over HTTP and its WebSocket. Usage: URL TOOL ARGUMENTS_JSON"""

import asyncio
import json
import sys

from openenv.core import CallToolAction, MCPToolClient

url, tool, arguments = sys.argv[1:]


async def main():
    async with MCPToolClient(base_url=url) as env:
        first = await env.reset()
        names = [one.name for one in await env.list_tools()]
        given = json.loads(arguments)
        called = await env.call_tool(tool, **given)
        stepped = await env.step(CallToolAction(tool_name=tool, arguments=given))
        unknown = await env.step(CallToolAction(tool_name="no_such_tool", arguments={}))
        state = await env.state()
    return {
        "first": first.observation.text,
        "tools": names,
        "called": called,
        "result": stepped.observation.result,
        "error": unknown.observation.error.error_type.value,
        "steps": state.step_count,
    }


print(json.dumps(asyncio.run(main())))
