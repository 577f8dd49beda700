"""Rollouts side by side with OpenEnv's async client, each a session of its own. Usage: URL HOW_MANY ACTION_JSON"""

import asyncio
import json
import sys

from openenv import GenericEnvClient

url, many, action = sys.argv[1:]


async def rollout(env):
    await env.reset(seed=7)
    made = await env.step(json.loads(action))
    return [made.reward, made.done, made.metadata["step"]]


async def main():
    async with GenericEnvClient(base_url=url) as env:
        others = [await env.new_session() for _ in range(int(many) - 1)]
        return await asyncio.gather(*[rollout(one) for one in [env, *others]])


print(json.dumps(asyncio.run(main())))
