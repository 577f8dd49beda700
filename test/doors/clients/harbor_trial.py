"""Harbor's own code on its class for worlds: the factory, transfers, and Terminus-2's tmux session. Arguments: the address, and `tmux` or not."""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from harbor.agents.terminus_2.tmux_session import TmuxSession
from harbor.environments.factory import EnvironmentFactory
from harbor.models.task.config import EnvironmentConfig
from harbor.models.trial.paths import TrialPaths

url, kind = sys.argv[1:]


async def main() -> dict[str, object]:
    folder = Path(tempfile.mkdtemp())
    paths = TrialPaths(folder / "trial")
    paths.mkdir()
    (folder / "environment").mkdir()
    environment = EnvironmentFactory.create_environment_from_import_path(
        "orrery_harbor:OrreryEnvironment",
        environment_dir=folder / "environment",
        environment_name="task",
        session_id="trial",
        trial_paths=paths,
        task_env_config=EnvironmentConfig(),
        url=url,
    )
    await environment.start(force_build=False)
    told: dict[str, object] = {}
    (folder / "up" / "deep").mkdir(parents=True)
    (folder / "up" / "a.txt").write_text("one\n")
    (folder / "up" / "deep" / "b.bin").write_bytes(bytes(range(256)))
    await environment.upload_dir(folder / "up", "/tests")
    ran = await environment.exec("cat a.txt; exit 3", cwd="/tests", env={"A": "b"}, timeout_sec=30)
    told["ran"] = ran.model_dump()
    await environment.download_dir("/tests", folder / "down")
    told["same"] = (folder / "down/deep/b.bin").read_bytes() == bytes(range(256))
    told["is_dir"] = await environment.is_dir("/tests")
    if kind == "tmux":
        session = TmuxSession("t", environment, Path("/logs/agent/pane"), None, None)
        await session.start()
        told["alive"] = await session.is_session_alive()
        await session.send_keys(["echo 'a b' && cd /tests", "Enter"])
        told["first"] = await session.capture_pane()
        await session.send_keys(["sleep 30", "Enter"])
        await session.send_keys(["C-c"])
        told["stopped"] = await session.get_incremental_output()
        await session.send_keys(["ls", "Enter"], block=True)
        told["blocked"] = await session.capture_pane()
        await session.send_keys(["clear", "Enter"])
        await session.send_keys(["for i in 1 2; do echo $i; sleep 3; done", "Enter"], block=True)
        await session.send_keys(["vi a.txt", "Enter"])
        told["editor"] = await session.capture_pane()
        await session.send_keys(["Escape", ":q!", "Enter"])
        told["back"] = await session.capture_pane(capture_entire=True)
        await session.send_keys(["cat", "Enter"])
        beside = await environment.exec("pwd; cat a.txt", cwd="/tests")
        told["beside"] = beside.stdout
        for keys in (["still here", "Enter"], ["still here", "Enter"], ["C-d"]):
            await session.send_keys(keys)
        told["after"] = await session.get_incremental_output()
        await session.send_keys(["echo half"])
        told["half"] = (await environment.exec("echo whole")).stdout
    else:
        refused = await environment.exec("tmux send-keys -t t -- ls Enter")
        told["refused"] = refused.model_dump()
    await environment.stop(delete=True)
    return told


print(json.dumps(asyncio.run(main())))
