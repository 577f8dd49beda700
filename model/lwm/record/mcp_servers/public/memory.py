"""The reference memory server: a graph of entities, what was observed of them, and how they relate."""

import json
from pathlib import Path
from random import Random
from typing import Any

from .. import npm, words
from ..talk import chosen, defined, some_tools, talked

FILE = "/tmp/memory.jsonl"
TYPES = ["person", "place", "project", "company", "tool", "event", "animal", "book", "building", "vehicle", "team", "plant"]
RELATIONS = [
    "knows",
    "works at",
    "works_with",
    "owns",
    "lives in",
    "manages",
    "depends on",
    "part of",
    "wrote",
    "visited",
    "uses",
    "likes",
    "reports to",
    "is near",
    "repairs",
    "MEMBER_OF",
    "LOCATED_IN",
]

BUILD = {
    "create_entities": 2.5,
    "create_relations": 2,
    "add_observations": 2,
    "read_graph": 0.8,
    "open_nodes": 1,
    "search_nodes": 0.6,
    "delete_observations": 0.5,
}
FIND = {
    "search_nodes": 2.5,
    "open_nodes": 2,
    "read_graph": 0.5,
    "delete_entities": 1,
    "delete_relations": 0.8,
    "delete_observations": 1,
    "add_observations": 1,
    "create_relations": 0.6,
}

Graph = dict[str, list[dict[str, Any]]]


def building(rng: Random, folder: Path):
    """From nothing or little to a graph."""
    return session(rng, BUILD, rng.choice([0, 0, 1, 2]))


def finding(rng: Random, folder: Path):
    """A graph that is there already."""
    return session(rng, FIND, rng.randint(3, 5))


def session(rng: Random, weights: dict[str, float], size: int):
    server = npm.running("memory", env={"MEMORY_FILE_PATH": FILE})
    file = npm.inside(server, FILE)
    try:
        graph = made(rng, size)
        file.write_text(
            "\n".join(json.dumps({"type": kind, **one}) for kind, key in (("entity", "entities"), ("relation", "relations")) for one in graph[key])
        )
        tools = some_tools(rng, weights, rng.choice([3, 4, 4]))
        state = told(rng, graph)
        turns = talked(rng, server, lambda turns: chosen(rng, proposals(rng, read(file)), tools, turns))
        return (
            f"@modelcontextprotocol/server-memory {npm.VERSION}",
            state,
            defined(server, {turn.action["name"] for turn in turns}, len(tools), rng),
            turns,
        )
    except BaseException:
        npm.stopped("memory")
        raise


def read(file: Path) -> Graph:
    """The graph as the server keeps it now."""
    held: list[dict[str, Any]] = [json.loads(line) for line in file.read_text().split("\n") if line.strip()]
    return {"entities": [one for one in held if one["type"] == "entity"], "relations": [one for one in held if one["type"] == "relation"]}


def name(rng: Random) -> str:
    return rng.choice(
        [
            words.person(rng),
            words.person(rng),
            rng.choice(words.PLACES),
            words.firm(rng),
            words.thing(rng),
            f"{rng.choice(words.THINGS)}_{rng.choice(words.THINGS)}",
        ]
    )


def observed(rng: Random) -> str:
    return rng.choice(
        [
            f"born in {rng.randint(1930, 2010)}",
            f"lives in {rng.choice(words.PLACES)}",
            f"likes {rng.choice(words.MAKES)} {rng.choice(words.THINGS)}s",
            f"moved to {rng.choice(words.PLACES)} in {rng.randint(1990, 2026)}",
            f"{rng.randint(2, 90)} m tall",
            f"has {rng.randint(2, 40)} {rng.choice(words.THINGS)}s",
            f"prefers {rng.choice(words.COLOURS)}",
            f"speaks {rng.choice(['Finnish', 'Dutch', 'Polish', 'Greek', 'Welsh', 'Thai'])}",
            words.task(rng),
            f"closed since {words.day(rng)}",
            f"costs {rng.randint(2, 900)}",
        ]
    )


def entity(rng: Random, called: str | None = None) -> dict[str, Any]:
    return {"name": called or name(rng), "entityType": rng.choice(TYPES), "observations": [observed(rng) for _ in range(rng.choice([0, 1, 1, 2, 2]))]}


def made(rng: Random, size: int) -> Graph:
    entities = [entity(rng, called) for called in words.distinct(rng, name, size)]
    relations = words.distinct(rng, lambda r: relation(r, {"entities": entities, "relations": []}, 0), rng.randint(1, size)) if size > 1 else []
    return {"entities": entities, "relations": relations}


def relation(rng: Random, graph: Graph, wrong: float = 0.1) -> dict[str, str]:
    if graph["relations"] and rng.random() < wrong:
        return {key: rng.choice(graph["relations"])[key] for key in ("from", "to", "relationType")}
    return {"from": some(rng, graph, wrong / 2), "to": some(rng, graph, wrong / 2), "relationType": rng.choice(RELATIONS)}


def some(rng: Random, graph: Graph, wrong: float = 0.12) -> str:
    """An entity's name, or one that there is not."""
    names = [one["name"] for one in graph["entities"]]
    if not names or rng.random() < wrong:
        return name(rng)
    return names[-1] if rng.random() < 0.3 else rng.choice(names)


def told(rng: Random, graph: Graph) -> str:
    if not graph["entities"]:
        return rng.choice(["The knowledge graph is empty.", "Nothing is stored yet.", "The memory file does not hold any entity."])
    if rng.random() < 0.5:
        return "The knowledge graph:\n" + json.dumps(graph, ensure_ascii=False)
    entities = [
        f"- {one['name']} ({one['entityType']})" + (f": {'; '.join(one['observations'])}" if one["observations"] else ", nothing observed")
        for one in graph["entities"]
    ]
    relations = [f"- {one['from']} -> {one['relationType']} -> {one['to']}" for one in graph["relations"]] or ["none"]
    return "\n".join(["Entities:", *entities, "", "Relations:", *relations])


def proposals(rng: Random, graph: Graph) -> dict[str, Any]:
    many = rng.choice([1, 1, 2])

    def observations(wrong: float) -> tuple[str, list[str]]:
        named = some(rng, graph, wrong)
        held = next((one["observations"] for one in graph["entities"] if one["name"] == named), [])
        return named, held

    def add() -> dict[str, Any]:
        named, held = observations(0.12)
        new = [observed(rng) for _ in range(many)] + ([rng.choice(held)] if held and rng.random() < 0.25 else [])
        return {"observations": [{"entityName": named, "contents": new}]}

    def remove() -> dict[str, Any]:
        named, held = observations(0.08)
        return {"deletions": [{"entityName": named, "observations": [rng.choice(held) if held and rng.random() < 0.9 else observed(rng)]}]}

    def search() -> dict[str, Any]:
        texts = [text for one in graph["entities"] for text in [one["name"], one["entityType"], *one["observations"]]]
        return {"query": rng.choice(rng.choice(texts).split()) if texts and rng.random() < 0.85 else rng.choice(words.THINGS)}

    return {
        "create_entities": lambda: {"entities": [entity(rng, some(rng, graph, 0.9)) for _ in range(many)]},
        "create_relations": lambda: {"relations": [relation(rng, graph) for _ in range(many)]} if graph["entities"] else None,
        "add_observations": add,
        "delete_observations": remove,
        "delete_entities": lambda: {"entityNames": [some(rng, graph) for _ in range(many)]},
        "delete_relations": lambda: {"relations": [relation(rng, graph, 0.85)]},
        "read_graph": dict,
        "search_nodes": search,
        "open_nodes": lambda: {"names": [some(rng, graph) for _ in range(many)]},
    }
