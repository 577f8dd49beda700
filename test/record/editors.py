"""Records what the editors of OpenHands and SWE-agent really answer.

    python3 editors.py openhands SESSIONS OUT          with openhands-aci 0.3.3 installed
    python3 editors.py swe-agent SESSIONS OUT TOOLS    TOOLS: the folder `tools` of SWE-agent's sources (1.x)

SESSIONS is JSON: what `node -p` prints of the module coding-sessions.mjs.
"""
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time

NAMES = {"openhands": "openhands-aci 0.3.3", "swe-agent": "SWE-agent 1, tools/edit_anthropic"}


def make(root, files):
    for path, one in files.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as out:
            out.write(base64.b64decode(one["base64"]) if "base64" in one else one["text"].encode())
        then = time.time() - one.get("age", 0)
        os.utime(full, (then, then))


def openhands(root):
    from openhands_aci.editor import file_editor

    def answer(given):
        told = re.sub(r"</?oh_aci_output_\w+>", "", file_editor(**given))
        text = json.loads(told)["formatted_output_and_error"]
        return text, text.startswith("ERROR:")

    return answer


def swe_agent(root, tools):
    tools = os.path.abspath(tools)
    state = os.path.join(tempfile.mkdtemp(), "env.json")
    env = {**os.environ, "SWE_AGENT_ENV_FILE": state, "PYTHONPATH": os.path.join(tools, "registry", "lib")}
    with open(state, "w") as out:
        out.write("{}")

    def answer(given):
        words = [sys.executable, os.path.join(tools, "edit_anthropic", "bin", "str_replace_editor"), given["command"], given["path"]]
        for name, value in given.items():
            if name not in ("command", "path"):
                words += [f"--{name}", *(map(str, value) if isinstance(value, list) else [str(value)])]
        done = subprocess.run(words, cwd=root, env=env, capture_output=True, text=True)
        return (done.stdout + done.stderr).removesuffix("\n"), done.returncode != 0

    return answer


def main():
    kind, sessions, out, *tools = sys.argv[1:]
    recorded = []
    for session in json.load(open(sessions))[kind]:
        root = os.path.realpath(tempfile.mkdtemp(prefix="orrery-swe-"))
        make(root, session["files"])
        answer = openhands(root) if kind == "openhands" else swe_agent(root, tools[0])
        turns = []
        for call in session["calls"]:
            text, fails = answer(json.loads(json.dumps(call["arguments"]).replace("{root}", root)))
            turns.append({**call, "answer": text.replace(root, "{root}"), "fails": fails})
        recorded.append({"title": session["title"], "git": False, "files": session["files"], "turns": turns})
    with open(out, "w") as written:
        json.dump({"program": NAMES[kind], "set": kind, "sessions": recorded}, written, indent=1, ensure_ascii=False)


main()
