"""An agent of the OpenAI Agents SDK with a scripted model: it calls a world's tool over MCP, then says what it saw. Usage: URL TOOL ARGUMENTS_JSON"""

import asyncio
import json
import sys

from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

url, tool, arguments = sys.argv[1:]
set_tracing_disabled(True)


class Scripted(Model):
    """Calls the tool once, then repeats its result."""

    async def get_response(self, system_instructions, input, *args, **kwargs):
        outputs = [one["output"] for one in input if isinstance(one, dict) and one.get("type") == "function_call_output"]
        if outputs:
            part = ResponseOutputText(text=json.dumps(outputs), type="output_text", annotations=[])
            item = ResponseOutputMessage(
                id="said", content=[part], role="assistant", status="completed", type="message"
            )
        else:
            item = ResponseFunctionToolCall(call_id="one", name=tool, arguments=arguments, type="function_call")
        return ModelResponse(output=[item], usage=Usage(), response_id=None)

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError


async def main():
    params = {"url": url}
    async with MCPServerStreamableHttp(params=params, client_session_timeout_seconds=120) as server:
        agent = Agent(name="visitor", instructions="Act.", mcp_servers=[server], model=Scripted())
        result = await Runner.run(agent, "Go.")
    print(json.dumps({"said": result.final_output}))


asyncio.run(main())
