"""The Python MCP client: makes calls one after the other and prints every field of their results. Usage: URL CALLS_JSON"""

import asyncio
import json
import sys

from mcp import ClientSession, McpError
from mcp.client.streamable_http import streamablehttp_client

url, calls = sys.argv[1:]


async def main():
    given = []
    async with streamablehttp_client(url) as (read, write, _):
        async with ClientSession(read, write) as session:
            about = await session.initialize()
            # It holds results to the schemas that it has seen.
            await session.list_tools()
            for call in json.loads(calls):
                try:
                    result = await session.call_tool(call["name"], call["arguments"])
                    fields = result.model_dump(mode="json", by_alias=True, exclude_none=True)
                    fields.pop("_meta", None)
                    given.append(fields)
                except McpError as error:
                    given.append({"code": error.error.code, "message": error.error.message})
    print(json.dumps({"instructions": about.instructions, "given": given}))


asyncio.run(main())
