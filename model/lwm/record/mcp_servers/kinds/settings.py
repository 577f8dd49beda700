"""A store of settings: keys in groups, set, unset, copied, with the version that each change makes."""

from random import Random
from typing import Any

from .. import words
from ..world import Op, Param, Refused, Table, Value, World

HEADS = ["app", "db", "mail", "cache", "ui", "log", "auth", "search", "queue", "export"]
TAILS = ["host", "port", "level", "timeout", "enabled", "theme", "limit", "path", "retries", "color", "name", "region", "size", "ttl", "debug"]


def name(rng: Random) -> str:
    return f"{rng.choice(HEADS)}.{rng.choice(TAILS)}"


def value(rng: Random, key: str = "") -> str:
    tail = key.split(".")[-1]
    if tail in ("enabled", "debug"):
        return rng.choice(["true", "false", "on", "off"])
    if tail in ("port", "timeout", "limit", "retries", "size", "ttl"):
        return str(rng.choice([1, 3, 5, 10, 30, 60, 100, 8080, 5432, rng.randint(2, 9000)]))
    return rng.choice(
        [
            rng.choice(words.COLOURS),
            rng.choice(words.PLACES).lower(),
            f"{rng.choice(words.THINGS)}.example",
            f"/srv/{rng.choice(words.THINGS)}",
            rng.choice(["info", "warn", "debug", "error"]),
        ]
    )


def make(rng: Random) -> World:
    """The rows are kept by key, in one table whose ids are the keys."""
    table = Table("setting", "settings", [], prefix="key")
    for key in words.distinct(rng, name, rng.randint(3, 7)):
        table.rows[key] = {"key": key, "value": value(rng, key), "version": rng.choice([1, 1, 2, 3, 7])}
    world = World(
        f"The settings of the service {rng.choice(words.THINGS)}-{rng.choice(['api', 'web', 'worker', 'gateway'])}.",
        {"settings": table},
        [],
        ["Each change of a key adds 1 to its version; a new key has version 1."],
    )
    world.ops = [get(), put(), unset(), keys(), changed_if(), copy(), prefix(), size()]
    return world


def some(rng: Random, w: World, wrong: float = 0.12) -> str:
    held = w["settings"].rows
    if not held or rng.random() < wrong:
        return name(rng)
    return w.focus[1] if w.focus and w.focus[1] in held and rng.random() < 0.45 else rng.choice(list(held))


def stored(w: World, key: str, text: str) -> dict[str, Any]:
    held = w["settings"].rows
    held[key] = {"key": key, "value": text, "version": held[key]["version"] + 1 if key in held else 1}
    w.focus = ("settings", key)
    return held[key]


def get() -> Op:
    def run(w: World, a: dict[str, Any]) -> Any:
        row = w["settings"].get(a["key"])
        return Value(dict(row))

    return Op(
        "get",
        "setting",
        "A key's value and version.",
        [Param("key")],
        run,
        lambda r, w: {"key": some(r, w)},
        weight=1.6,
        keys=("key", "value", "version"),
        table="settings",
    )


def put() -> Op:
    def run(w: World, a: dict[str, Any]) -> Any:
        return Value(dict(stored(w, a["key"], a["value"])))

    def propose(rng: Random, w: World) -> dict[str, Any]:
        key = some(rng, w, 0.3)
        return {"key": key, "value": value(rng, key)}

    return Op("set", "setting", "Sets a key, new or not.", [Param("key"), Param("value")], run, propose, True, 1.6, keys=("key", "value", "version"))


def unset() -> Op:
    def run(w: World, a: dict[str, Any]) -> Any:
        w["settings"].remove(a["key"])
        return Value({"removed": a["key"], "left": len(w["settings"].rows)})

    return Op("unset", "setting", "Removes a key.", [Param("key")], run, lambda r, w: {"key": some(r, w)}, True, 0.8, keys=("removed", "left"))


def keys() -> Op:
    def run(w: World, a: dict[str, Any]) -> Any:
        return Value({"keys": sorted(w["settings"].rows)})

    return Op("list", "keys", "All keys, sorted.", [], run, lambda r, w: {}, keys=("keys",))


def prefix() -> Op:
    def run(w: World, a: dict[str, Any]) -> Any:
        found = {key: w["settings"].rows[key]["value"] for key in sorted(w["settings"].rows) if key.startswith(a["group"] + ".")}
        if not found:
            raise Refused("empty", f"no settings in group {a['group']}")
        return Value(found)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"group": some(rng, w).split(".")[0]}

    return Op(
        "get",
        "group",
        "The keys of a group (what is before the dot) and their values, sorted.",
        [Param("group")],
        run,
        propose,
        fails=("no settings in group X",),
    )


def changed_if() -> Op:
    def run(w: World, a: dict[str, Any]) -> Any:
        row = w["settings"].get(a["key"])
        if row["version"] != a["version"]:
            raise Refused("version", f"version of {a['key']} is {row['version']}, not {a['version']}")
        return Value(dict(stored(w, a["key"], a["value"])))

    def propose(rng: Random, w: World) -> dict[str, Any]:
        key = some(rng, w)
        held = w["settings"].rows.get(key, {}).get("version", 1)
        return {"key": key, "version": held if rng.random() < 0.7 else max(1, held - 1) if held > 1 else held + 1, "value": value(rng, key)}

    params = [Param("key"), Param("version", "integer", "The version that it must have now."), Param("value")]
    return Op(
        "replace",
        "setting",
        "Sets a key if its version is the given one.",
        params,
        run,
        propose,
        True,
        1.0,
        fails=("version of X is N, not N",),
        keys=("key", "value", "version"),
    )


def copy() -> Op:
    def run(w: World, a: dict[str, Any]) -> Any:
        row = w["settings"].get(a["source"])
        return Value(dict(stored(w, a["target"], row["value"])))

    return Op(
        "copy",
        "setting",
        "Sets the target to the source's value.",
        [Param("source"), Param("target")],
        run,
        lambda r, w: {"source": some(r, w), "target": some(r, w, 0.5)},
        True,
        0.7,
        keys=("key", "value", "version"),
    )


def size() -> Op:
    def run(w: World, a: dict[str, Any]) -> Any:
        return Value({"keys": len(w["settings"].rows), "groups": sorted({key.split(".")[0] for key in w["settings"].rows})})

    return Op("store", "info", "How many keys there are, and their groups, sorted.", [], run, lambda r, w: {}, weight=0.5, keys=("keys", "groups"))
