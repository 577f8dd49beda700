"""An agent of the OpenAI Agents SDK, streamed: its tools are a world's, its model is the loaded one. Usage: WORLD_URL BASE_URL KEY MODEL"""

import asyncio
import json
import sys

from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, Runner, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp
from openai import AsyncOpenAI

url, base_url, key, name = sys.argv[1:]
set_tracing_disabled(True)


async def main():
    client = AsyncOpenAI(base_url=base_url, api_key=key, max_retries=0)
    async with MCPServerStreamableHttp(params={"url": url}, client_session_timeout_seconds=120) as server:
        model = OpenAIChatCompletionsModel(model=name, openai_client=client)
        settings = ModelSettings(include_usage=True)
        agent = Agent(name="visitor", instructions="Act.", mcp_servers=[server], model=model, model_settings=settings)
        run = Runner.run_streamed(agent, "Where is the sky clear?")
        events = []
        async for event in run.stream_events():
            if event.type == "run_item_stream_event":
                events.append(event.name)
        calls = [item.raw_item for item in run.new_items if item.type == "tool_call_item"]
        outputs = [item.output for item in run.new_items if item.type == "tool_call_output_item"]
        usage = run.context_wrapper.usage
    print(
        json.dumps(
            {
                "events": events,
                "calls": [[call.name, json.loads(call.arguments)] for call in calls],
                "outputs": [json.loads(output["text"]) for output in outputs],
                "said": run.final_output,
                "requests": usage.requests,
                "tokens": usage.total_tokens > 0,
            }
        )
    )


asyncio.run(main())
