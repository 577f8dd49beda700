"""SWE-ReX's own client on a world. Argument: the world's address. Prints what every request came to."""

import asyncio
import contextlib
import json
import logging
import sys
import tempfile
from pathlib import Path

from swerex.runtime.abstract import (
    BashAction,
    BashInterruptAction,
    CloseBashSessionRequest,
    Command,
    CreateBashSessionRequest,
    ReadFileRequest,
    UploadRequest,
    WriteFileRequest,
)
from swerex.runtime.remote import RemoteRuntime

logging.disable(logging.CRITICAL)
TEXT = "one\n\ttwo !\n$x \"q\" 'é'\n"


async def main() -> list[list[object]]:
    # Its default time-out for `is_alive`, 0.15 s, is for machines that have nothing else to do.
    runtime = RemoteRuntime(host=sys.argv[1], auth_token="", timeout=30)
    told: list[list[object]] = []

    async def ask(name: str, made: object) -> None:
        try:
            value = await made  # type: ignore[misc]
            told.append([name, value.model_dump()])
        except Exception as error:
            told.append([name, f"{type(error).__module__}.{type(error).__name__}"])

    async def run(command: str, check: str = "silent", **more: object) -> None:
        await ask(command, runtime.run_in_session(BashAction(command=command, check=check, **more)))

    await ask("is_alive", runtime.is_alive())
    await run("echo no session")
    await ask("create", runtime.create_session(CreateBashSessionRequest()))
    await ask("create twice", runtime.create_session(CreateBashSessionRequest()))
    await run("echo hi; cd /tmp; export A=1")
    await run('pwd; echo "$A"')
    await run("f() { echo from f; }")
    await run("f\nfalse")
    await run("echo 'abc")
    await run("cat /nope", check="raise")
    await run("false", check="ignore")
    await run("sleep 60", timeout=2)
    await ask("interrupt", runtime.run_in_session(BashInterruptAction()))
    await run("echo after")
    command = Command(command=["ls", "-d", "/etc", "/no pe"])
    await ask("execute a list", runtime.execute(command))
    await ask("execute", runtime.execute(Command(command="pwd; echo $B; exit 4", shell=True, cwd="/usr", env={"B": "b b"})))
    await ask("still here", runtime.execute(Command(command="pwd", shell=True)))
    await ask("write", runtime.write_file(WriteFileRequest(path="/tmp/a/b.txt", content=TEXT)))
    await ask("read", runtime.read_file(ReadFileRequest(path="/tmp/a/b.txt")))
    long = "".join(f"{line} of a long file\n" for line in range(600))
    await ask("write long", runtime.write_file(WriteFileRequest(path="/tmp/long", content=long)))
    same = (await runtime.read_file(ReadFileRequest(path="/tmp/long"))).content == long
    told.append(["long is the same", same])
    await ask("missing", runtime.read_file(ReadFileRequest(path="/tmp/a/nope")))
    await ask("a folder", runtime.read_file(ReadFileRequest(path="/tmp/a")))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "s").mkdir()
        (Path(folder) / "s" / "x.py").write_text("print(1)\n")
        (Path(folder) / "all").write_bytes(bytes(range(256)))
        await ask("upload", runtime.upload(UploadRequest(source_path=folder, target_path="/tmp/up")))
    await ask("uploaded", runtime.execute(Command(command="cd /tmp/up && wc -c all s/x.py", shell=True)))
    await ask("close", runtime.close_session(CloseBashSessionRequest()))
    await run("echo closed")
    return told


# The client prints the errors that it raises again.
with contextlib.redirect_stdout(sys.stderr):
    answers = asyncio.run(main())
print(json.dumps(answers))
