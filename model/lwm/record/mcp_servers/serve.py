"""A business server as a real MCP server of the official Python SDK, in either of the two ways it offers."""

import inspect
from typing import Annotated, Any, Literal

import anyio
from mcp.server.fastmcp import FastMCP
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
from pydantic import Field

from .style import Style, answered, described, failed, key, tool_name
from .world import Missing, Op, Param, Refused, World

PYTHON = {"string": str, "integer": int, "number": float, "boolean": bool, "strings": list[str]}


class Failed(Exception):
    """What a tool raises to the SDK, which makes an error result of it."""


def arguments(style: Style, op: Op, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments under the names that the operation knows, with its defaults."""
    return {param.name: given[key(style, param.name)] if given.get(key(style, param.name)) is not None else param.default for param in op.params}


def carried_out(style: Style, world: World, op: Op, given: dict[str, Any]) -> str | list[str]:
    """Does it and words the answer. @raises Failed where the server tells errors by raising them"""
    try:
        return answered(style, op.run(world, arguments(style, op, given)))
    except (Missing, Refused) as error:
        text = failed(style, error)
        if style.error == "raise":
            raise Failed(text) from None
        return text


def serve(style: Style, world: World, ops: list[Op]) -> None:
    """Runs the server on stdin and stdout until they are closed."""
    (fastmcp if style.sdk == "fastmcp" else lowlevel)(style, world, ops)


def fastmcp(style: Style, world: World, ops: list[Op]) -> None:
    server = FastMCP("business", log_level="CRITICAL")
    for op in ops:
        server.add_tool(
            function(style, world, op), tool_name(style, op), description=described(style, op, world.tables.get(op.table)), structured_output=False
        )
    server.run("stdio")


def function(style: Style, world: World, op: Op):
    """A function with the signature that FastMCP makes the tool's schema of."""

    def call(**given: Any):
        return carried_out(style, world, op, given)

    call.__name__ = tool_name(style, op).replace("-", "_")
    required_first = sorted(op.params, key=lambda param: not param.required)
    call.__signature__ = inspect.Signature(
        [
            inspect.Parameter(
                key(style, param.name),
                inspect.Parameter.KEYWORD_ONLY,
                annotation=annotation(param),
                default=inspect.Parameter.empty if param.required else param.default,
            )
            for param in required_first
        ]
    )
    return call


def annotation(param: Param) -> Any:
    kind = Literal[param.enum] if param.enum else PYTHON[param.type]
    kind = kind if param.required or param.default is not None else kind | None
    return Annotated[kind, Field(description=param.about)] if param.about else kind


def lowlevel(style: Style, world: World, ops: list[Op]) -> None:
    server = Server("business")
    tools = {tool_name(style, op): op for op in ops}

    @server.list_tools()
    async def list_tools() -> list[Tool]:
        return [
            Tool(name=name, description=described(style, op, world.tables.get(op.table)), inputSchema=schema(style, op)) for name, op in tools.items()
        ]

    @server.call_tool()
    async def call_tool(name: str, given: dict[str, Any]) -> list[TextContent]:
        text = carried_out(style, world, tools[name], given)
        return [TextContent(type="text", text=block) for block in (text if isinstance(text, list) else [text])]

    async def run() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)


def schema(style: Style, op: Op) -> dict[str, Any]:
    required = [key(style, param.name) for param in op.params if param.required]
    properties = {key(style, param.name): of_param(param) for param in op.params}
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


def of_param(param: Param) -> dict[str, Any]:
    kind = {"type": "array", "items": {"type": "string"}} if param.type == "strings" else {"type": param.type}
    more = {"enum": list(param.enum) if param.enum else None, "default": param.default, "description": param.about or None}
    return {**kind, **{name: value for name, value in more.items() if value is not None}}
