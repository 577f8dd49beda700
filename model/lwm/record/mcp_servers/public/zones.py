"""The time server from PyPI, with its clock set: a time of day in one zone is told in another."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import mcp_server_time.server as program

from ..talk import chosen, defined, talked
from ..wire import forked

ZONES = """Europe/London Europe/Berlin Europe/Paris Europe/Helsinki Europe/Lisbon Europe/Athens Europe/Warsaw America/New_York America/Chicago America/Denver
America/Los_Angeles America/Sao_Paulo America/Toronto Asia/Tokyo Asia/Seoul Asia/Shanghai Asia/Singapore Asia/Kolkata Asia/Dubai Asia/Kathmandu Australia/Sydney
Australia/Perth Pacific/Auckland Africa/Nairobi Africa/Cairo Africa/Lagos UTC""".split()


def session(rng: Random, folder: Path):
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=rng.randint(0, 360 * 24 * 60))
    local = rng.choice(ZONES)

    class Clock(datetime):
        """The day stands still, so that a session can be told when it is."""

        @classmethod
        def now(cls, tz=None):
            return now.astimezone(tz)

    def run() -> None:
        program.datetime = Clock
        asyncio.run(program.serve(local))

    zones = rng.sample(ZONES, rng.randint(3, 5))
    with forked(run) as server:
        turns = talked(rng, server, lambda turns: chosen(rng, proposals(rng, zones), {"convert_time": 3.0, "get_current_time": 1.5}, turns))
        state = f"It is {now.isoformat(timespec='seconds')} ({now:%A}), and the clock stands still."
        return "mcp-server-time 2026.1.26", state, defined(server, set(), 2, rng), turns


def proposals(rng: Random, zones: list[str]) -> dict[str, Any]:
    def zone() -> str:
        return rng.choice(zones) if rng.random() < 0.94 else rng.choice(["Europe/Atlantis", "Mars/Olympus", "America/Gotham", "EST5", "Asia/Nowhere"])

    def convert() -> dict[str, Any]:
        time = (
            f"{rng.randint(0, 23):02}:{rng.choice([0, 0, 15, 30, 45]):02}" if rng.random() < 0.93 else rng.choice(["25:00", "noon", "9am", "12:60"])
        )
        source, target = rng.sample(zones, 2) if rng.random() < 0.9 else [zone(), zone()]
        return {"source_timezone": source, "time": time, "target_timezone": target}

    return {"convert_time": convert, "get_current_time": lambda: {"timezone": zone()}}
