"""Records what a real Chromium makes of widget turns, through BrowserGym 0.14.3 (pip install browsergym-core==0.14.3):
python -P test/record/browsergym.py SITES > test/fixtures/widgets/sites-browsergym.json, where SITES has pages and actions.json. CHROMIUM names
the browser; Playwright also looks for one of its own to talk with a user, where PLAYWRIGHT_BROWSERS_PATH says.
"""

import json
import os
import pathlib
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlparse

import browsergym.core  # noqa: F401: it registers the environment
import gymnasium
from browsergym.core.action.highlevel import HighLevelActionSet
from browsergym.utils.obs import flatten_axtree_to_str

sites = pathlib.Path(sys.argv[1])
actions = json.loads((sites / "actions.json").read_text())
ELSEWHERE = b"<!doctype html><title>Elsewhere</title><p>Another page.</p>"


class Pages(BaseHTTPRequestHandler):
    def do_GET(self):
        address = urlparse(self.path)
        name = (address.hostname or self.headers["host"]).split(".")[0]
        is_first = address.path == "/" and name in actions
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write((sites / f"{name}.html").read_bytes() if is_first else ELSEWHERE)

    do_POST = do_GET

    def log_message(self, *_):
        pass


def reference(tree, role, name):
    """The number of the thing of that role and name; one that nothing has where there is none."""
    lines = tree.split("\n")
    quoted = repr(name)
    of_role = [line for line in lines if role and re.search(rf"\] {role} {re.escape(quoted)}", line)]
    of_name = [line for line in lines if quoted in line and "[" in line and not re.search("LabelText|Root", line)]
    found = re.search(r"\[(\w+)\]", (of_role or of_name or ["[999]"])[0])
    return found.group(1) if found else "999"


def call(turn, tree):
    verb, role, name, value = [*turn, "", "", ""][:4]
    if verb == "press":
        return f"keyboard_press({role!r})"
    if verb == "back":
        return "go_back()"
    if verb == "type":
        return f"keyboard_type({value!r})"
    thing = reference(tree, role, name)
    if verb == "drag":
        return f"drag_and_drop({thing!r}, {reference(tree, '', value)!r})"
    if verb in ("fill", "submit", "select"):
        return f"{'select_option' if verb == 'select' else 'fill'}({thing!r}, {value!r})"
    return f"{verb}({thing!r})"


def told(seen):
    return flatten_axtree_to_str(
        seen["axtree_object"],
        extra_properties=seen["extra_element_properties"],
        with_visible=False,
        with_clickable=True,
        filter_visible_only=False,
    )


server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
threading.Thread(target=server.serve_forever, daemon=True).start()
acts = HighLevelActionSet(subsets=["bid", "nav", "coord"], strict=False, multiaction=False)
sessions = []
for name, turns in actions.items():
    world = gymnasium.make(
        "browsergym/openended",
        task_kwargs={"start_url": f"http://{name}.example/"},
        headless=True,
        wait_for_user_message=False,
        action_mapping=acts.to_python_code,
        pw_chromium_kwargs={
            "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            "proxy": {"server": f"http://127.0.0.1:{server.server_port}"},
        },
        pre_observation_delay=0.1,
    )
    seen, _ = world.reset()
    first = page = told(seen)
    done = []
    for turn in turns:
        # `gone`: a click on what stood on the first page.
        action = call(["click", *turn[1:]], first) if turn[0] == "gone" else call(turn, page)
        seen, *_ = world.step(action)
        page, error = told(seen), seen["last_action_error"]
        done.append({"action": action, "observation": page, **({"error": error} if error else {})})
    sessions.append({"name": name, "first": first, "turns": done})
    world.close()
print(json.dumps(sessions, ensure_ascii=False, separators=(",", ":")))
