"""The Python MCP client: lists a world's tools and calls one, as JSON. Usage: URL TOOL ARGUMENTS_JSON"""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

url, tool, arguments = sys.argv[1:]


async def main():
    heard = []

    async def on_progress(progress, total, message):
        heard.append(progress)

    async with streamablehttp_client(url) as (read, write, _):
        async with ClientSession(read, write) as session:
            about = await session.initialize()
            tools = (await session.list_tools()).tools
            result = await session.call_tool(tool, json.loads(arguments), progress_callback=on_progress)
            wrong = await session.call_tool(tool, {"no": "such"})
    print(
        json.dumps(
            {
                "protocol": about.protocolVersion,
                "tools": [one.name for one in tools],
                "text": [part.text for part in result.content],
                "structured": result.structuredContent,
                "error": result.isError,
                "progress": len(heard) > 0,
                "wrong": wrong.isError,
            }
        )
    )


asyncio.run(main())
