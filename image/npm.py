#!/usr/bin/python3
"""npm and npx for what needs no registry: the project's scripts, its package.json, what is in node_modules. As npm 9.2.0 prints it.

Node starts too slowly on an emulated processor to be waited for where it only starts something else. Anything beyond asks the host (`dream.c`).
"""
import itertools
import json
import os
import re
import subprocess
import sys
import time

VERSION = "9.2.0"
LIFECYCLE = ("test", "start", "stop", "restart")
ALIASES = {"run-script": "run", "rum": "run", "urn": "run", "t": "test", "tst": "test", "list": "ls"}


class Fault(Exception):
    """What is said as an error, line by line, and the exit code."""

    def __init__(self, lines, code=1):
        super().__init__("\n".join(lines))
        self.lines, self.code = lines, code


def main():
    if os.path.basename(sys.argv[0]) == "npx":
        return execute(list(itertools.dropwhile(lambda word: word.startswith("-"), sys.argv[1:])))
    flags, words, rest = split(sys.argv[1:])
    verb = ALIASES.get(words[0], words[0]) if words else ""
    try:
        if "version" in flags or "v" in flags:
            print(VERSION)
            return 0
        if verb in LIFECYCLE:
            return run(verb, words[1:] + rest, flags)
        if verb == "run":
            return run(words[1], words[2:] + rest, flags) if len(words) > 1 else scripts()
        if verb == "init":
            return init()
        if verb == "pkg":
            return PKG[words[1]](words[2:], flags)
        if verb == "ls":
            return tree()
        if verb in ("root", "prefix"):
            top = "/usr/local/lib" if "g" in flags or "global" in flags else project()
            print("/usr/local" if verb == "prefix" and top == "/usr/local/lib" else top if verb == "prefix" else f"{top}/node_modules")
            return 0
        raise Fault([f'Unknown command: "{verb}"'])
    except Fault as fault:
        for line in fault.lines:
            print(f"npm ERR! {line}", file=sys.stderr)
        logs = os.path.expanduser("~/.npm/_logs")
        stamp = time.strftime("%Y-%m-%dT%H_%M_%S", time.gmtime()) + f"_{time.time_ns() // 10**6 % 1000:03}Z"
        print(f"\nnpm ERR! A complete log of this run can be found in:\nnpm ERR!     {logs}/{stamp}-debug-0.log", file=sys.stderr)
        return fault.code


def split(arguments):
    """Flags with their values, other words, and what stands behind `--`."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    flags, words = {}, []
    for word in arguments[:at]:
        if word.startswith("-") and word != "-":
            name, _, value = word.lstrip("-").partition("=")
            flags[name] = value or "true"
        else:
            words.append(word)
    return flags, words, arguments[at + 1:]


def project():
    """The nearest folder upwards that has a package.json or node_modules, else this one."""
    here = at = os.getcwd()
    while True:
        if os.path.exists(f"{at}/package.json") or os.path.isdir(f"{at}/node_modules"):
            return at
        if at == "/":
            return here
        at = os.path.dirname(at)


def read(top):
    path = f"{top}/package.json"
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
        return json.loads(text)
    except FileNotFoundError:
        raise Fault([
            *("code ENOENT", "syscall open", f"path {path}", "errno -2"),
            f"enoent ENOENT: no such file or directory, open '{path}'",
            *("enoent This is related to npm not being able to find a file.", "enoent "),
        ], 254) from None
    except ValueError as error:
        at = getattr(error, "pos", 0)
        if text[at:at + 1] == "{" or text[at:at + 1] == "[":
            at += 1
        at += len(re.match(r"\s*", text[at:]).group())
        token = text[at:at + 1]
        said = f'Unexpected token "{token}" (0x{ord(token):X}) in JSON at position {at}' if token else "Unexpected end of JSON input"
        raise Fault([
            *("code EJSONPARSE", f"path {path}", f"JSON.parse {said} while parsing {json.dumps(text[:40], ensure_ascii=False)}"),
            *("JSON.parse Failed to parse JSON data.", "JSON.parse Note: package.json must be actual JSON, not just JavaScript."),
        ]) from None


def write(top, package):
    with open(f"{top}/package.json", "w", encoding="utf-8") as file:
        file.write(shown(package) + "\n")


def shown(value):
    return json.dumps(value, indent=2, ensure_ascii=False)


def title(package, top):
    name, version = package.get("name"), package.get("version")
    return f"{name}@{version}" if name and version else name or os.path.basename(top)


def init():
    top = os.getcwd()
    before = {}
    if os.path.exists(f"{top}/package.json"):
        before = read(top)
    name = re.sub(r"[^a-z0-9._~-]+", "-", os.path.basename(top).lower()).strip("-._") or "package"
    made = {"name": name, "version": "1.0.0", "description": "", "main": main_file(top)}
    made |= {"scripts": {"test": 'echo "Error: no test specified" && exit 1'}, "keywords": [], "author": "", "license": "ISC"}
    # What was there stays in its place; an empty description is written again at the end.
    package = {key: value for key, value in before.items() if value != "" or key != "description"}
    package |= {key: value for key, value in made.items() if key not in package}
    write(top, package)
    print(f"Wrote to {top}/package.json:\n\n{shown(package)}\n\n")
    return 0


def main_file(top):
    found = sorted(name for name in os.listdir(top) if name.endswith(".js"))
    return found[0] if found and "index.js" not in found else "index.js"


def run(name, words, flags):
    top = project()
    package = read(top)
    all_scripts = package.get("scripts") or {}
    commands = {key: all_scripts[key] for key in (f"pre{name}", name, f"post{name}") if key in all_scripts}
    if name not in commands and name == "start" and os.path.exists(f"{top}/server.js"):
        commands[name] = "node server.js"
    if name not in commands:
        if "if-present" in flags:
            return 0
        raise Fault([f'Missing script: "{name}"', "", *DID_YOU_MEAN.get(name, []), "To see a list of scripts, run:", "  npm run"])
    quiet = "silent" in flags or "s" in flags
    for key in (f"pre{name}", name, f"post{name}"):
        if key not in commands:
            continue
        given = words if key == name else []
        command = " ".join([commands[key], *map(quoted, given)])
        if not quiet:
            print(f"\n> {title(package, top)} {key}\n> {' '.join([commands[key], *given])}\n", flush=True)
        code = subprocess.run(["sh", "-c", "--", command], cwd=top, env=environment(top, package, key, commands[key], flags)).returncode
        if code:
            return code if code > 0 else 128 - code
    return 0


def execute(words):
    """A program of node_modules: `dream.c` has seen that it is there."""
    path = os.pathsep.join([*bins(os.getcwd()), os.environ.get("PATH", "")])
    os.execvpe(words[0], words, os.environ | {"PATH": path})


def bins(at):
    found = []
    while at != "/":
        found.append(f"{at}/node_modules/.bin")
        at = os.path.dirname(at)
    return [*found, "/node_modules/.bin"]


DID_YOU_MEAN = {"start": ["Did you mean one of these?", "    npm star # Mark your favorite packages", "    npm stars # View packages marked as favorites", ""]}


def quoted(word):
    return word if re.fullmatch(r"[\w@%+=:,./-]+", word) else "'" + word.replace("'", "'\\''") + "'"


def environment(top, package, event, command, flags):
    own = {"PATH": os.pathsep.join([*bins(top), os.environ.get("PATH", "")]), "INIT_CWD": os.getcwd()}
    own |= {"npm_lifecycle_event": event, "npm_lifecycle_script": command, "npm_package_json": f"{top}/package.json"}
    own |= {"npm_command": event if event in LIFECYCLE else "run-script", "npm_execpath": "/usr/share/nodejs/npm/bin/npm-cli.js"}
    own |= {"npm_node_execpath": "/usr/bin/node", "NODE": "/usr/bin/node", "npm_config_user_agent": f"npm/{VERSION} node/v18.20.4 linux x64"}
    own |= {f"npm_package_{key}": str(package[key]) for key in ("name", "version") if key in package}
    return os.environ | own | {f"npm_config_{key.replace('-', '_')}": value for key, value in flags.items()}


def scripts():
    top = project()
    package = read(top)
    all_scripts = package.get("scripts") or {}
    groups = [[key for key in all_scripts if (key in LIFECYCLE) is own] for own in (True, False)]
    heads = [f"Lifecycle scripts included in {title(package, top)}:", "available via `npm run-script`:"]
    if not groups[0]:
        heads[1] = f"Scripts available in {title(package, top)} via `npm run-script`:"
    for head, keys in zip(heads, groups):
        if keys:
            print("\n".join([head, *(f"  {key}\n    {all_scripts[key]}" for key in keys), ""]))
    return 0


def steps(path):
    """`a.b[0].c` as keys and places."""
    return [int(at) if at else key for key, at in re.findall(r"([^.\[\]]+(?=[.\[]|$))|\[(\d+)\]", path)]


def package_of():
    top = project()
    if not os.path.exists(f"{top}/package.json"):
        raise Fault(["package.json not found"])
    return top, read(top)


def get(words, _flags):
    _, package = package_of()
    found = {}
    for word in words:
        value = package
        for step in steps(word):
            inside = isinstance(value, dict) and step in value or isinstance(value, list) and isinstance(step, int) and step < len(value)
            value = value[step] if inside else {}
        found[word] = value[0] if isinstance(value, list) and len(value) == 1 else value
    print(shown(package if not words else found if len(words) > 1 else next(iter(found.values()))))
    return 0


def put(words, flags):
    top, package = package_of()
    for word in words:
        path, _, text = word.partition("=")
        try:
            value = json.loads(text) if "json" in flags else text
        except ValueError as error:
            at = getattr(error, "pos", 0)
            raise Fault([f"Unexpected token {text[at:at + 1]} in JSON at position {at}" if at < len(text) else "Unexpected end of JSON input"]) from None
        at, keys = package, steps(path)
        for key, following in zip(keys, keys[1:]):
            at = entry(at, key, [] if isinstance(following, int) else {})
        entry(at, keys[-1], value)
        at[keys[-1]] = value
    write(top, package)
    return 0


def entry(at, key, value):
    """What is at `key`, which is `value` where nothing is."""
    if isinstance(at, list):
        at.extend([{}] * (key + 1 - len(at)))
        return at[key]
    return at.setdefault(key, value)


def delete(words, _flags):
    top, package = package_of()
    for word in words:
        *keys, last = steps(word)
        at = package
        for key in keys:
            at = at.get(key, {}) if isinstance(at, dict) else at[key]
        if isinstance(at, list) or last in at:
            del at[last]
    write(top, package)
    return 0


PKG = {"get": get, "set": put, "delete": delete}


def tree():
    """The packages that the project asks for, and those that nobody asks for."""
    top = project()
    package = read(top) if os.path.exists(f"{top}/package.json") else {}
    wanted = {**(package.get("dependencies") or {}), **(package.get("devDependencies") or {})}
    there = dict(installed(f"{top}/node_modules"))
    missing = [f"missing: {name}@{wanted[name]}, required by {title(package, top)}" for name in sorted(wanted) if name not in there]
    rows = [
        f"{name}@{there[name]}{'' if name in wanted else ' extraneous'}" if name in there else f"UNMET DEPENDENCY {name}@{wanted[name]}"
        for name in sorted({*wanted, *there})
    ]
    if missing:
        for line in ("code ELSPROBLEMS", *missing):
            print(f"npm ERR! {line}", file=sys.stderr, flush=True)
    print(f"{title(package, top)} {top}" if package else top)
    for at, row in enumerate(rows or ["(empty)"]):
        print(f"{'└' if at >= len(rows) - 1 else '├'}── {row}")
    print(flush=True)
    if missing:
        raise Fault([])
    return 0


def installed(folder):
    if not os.path.isdir(folder):
        return
    for name in sorted(os.listdir(folder)):
        inner = [f"{name}/{one}" for one in sorted(os.listdir(f"{folder}/{name}"))] if name.startswith("@") else [name]
        for one in inner:
            try:
                with open(f"{folder}/{one}/package.json", encoding="utf-8") as file:
                    yield one, json.load(file).get("version", "")
            except (OSError, ValueError):
                continue


if __name__ == "__main__":
    sys.exit(main())
