"""Inspect's own conformance checks of a sandbox, against a world. Arguments: the world's address, names of checks that are left out."""

import asyncio
import json
import os
import sys

import orrery_inspect
from inspect_ai.util._sandbox import self_check

os.environ["ORRERY_URL"], *left_out = sys.argv[1:]


async def main() -> dict[str, str]:
    world = (await orrery_inspect.OrrerySandboxEnvironment.sample_init("check", None, {}))["default"]
    ended: dict[str, str] = {}
    for name in sorted(self_check.__all__):
        if name in left_out:
            continue
        try:
            await getattr(self_check, name)(world)
            ended[name] = "passed"
        except Exception as error:
            ended[name] = f"{type(error).__name__}: {error}"[:300]
    return ended


print(json.dumps(asyncio.run(main())))
