"""Polls: questions with options, votes of people who vote once, results while open and when closed."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Op, Param, Refused, Table, Value, World

ASKED = [
    "Which {} for the {}?",
    "What shall be the {} of our {}?",
    "Where to put the {} {}?",
    "Who brings the {} and the {}?",
    "When do we need the {} {}?",
]


def question(rng: Random) -> str:
    return rng.choice(ASKED).format(rng.choice(words.THINGS), rng.choice(words.THINGS))


def options(rng: Random) -> list[str]:
    pool = rng.choice([words.COLOURS, ["Monday", "Tuesday", "Friday", "Sunday"], words.PLACES, words.MAKES, ["yes", "no", "later"]])
    return rng.sample(pool, rng.randint(2, 3))


def make(rng: Random) -> World:
    people = [name.lower() for name in words.distinct(rng, lambda r: r.choice(words.FIRST), rng.randint(3, 5))]
    polls = Table(
        "poll",
        "polls",
        [
            Field("question", question),
            Field("options", options, "strings", changes=False),
            Field("open", lambda r: True, "boolean", given=False, changes=False, initial=True),
        ],
        last=rng.choice([0, 0, 30]),
        prefix=rng.choice(["", "", "poll-"]),
    )
    votes = Table(
        "vote",
        "votes",
        [ops.of_other("poll", polls), Field("voter", lambda r: r.choice(people)), Field("option", lambda r: "")],
        last=rng.choice([0, 0, 210]),
    )
    for text in words.distinct(rng, question, rng.randint(1, 3)):
        polls.add({"question": text, "options": options(rng), "open": rng.random() < 0.8})
    for poll in polls.rows.values():
        for voter in words.some(rng, people, min(3, len(people))):
            votes.add({"poll": poll["id"], "voter": voter, "option": rng.choice(poll["options"])})
    world = World(
        f"Polls of {words.firm(rng)}. Voters: {', '.join(people)}.", {"polls": polls, "votes": votes}, [], ["Everybody has one vote a poll."]
    )
    made = [
        ops.get("polls"),
        ops.listed("polls", ("open",)),
        changes.create("polls"),
        ops.search("polls", ("question",)),
        ops.listed("votes", ("poll",)),
    ]
    world.ops = [one(world) for one in made] + [vote(world, people), withdraw(world, people), results(world), close(world), missing(world, people)]
    return world


def cast(w: World, poll: Any, voter: str) -> dict[str, Any] | None:
    return next((row for row in w["votes"].rows.values() if row["poll"] == poll and row["voter"] == voter), None)


def opened(w: World, key: Any) -> dict[str, Any]:
    row = w["polls"].get(key)
    if not row["open"]:
        raise Refused("closed", f"poll {row['id']} is closed")
    return row


def vote(world: World, people: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        poll = opened(w, a["poll"])
        if a["option"] not in poll["options"]:
            raise Refused("option", f"options are {', '.join(poll['options'])}")
        if cast(w, poll["id"], a["voter"]):
            raise Refused("voted", f"{a['voter']} has voted already")
        row = w["votes"].add({"poll": poll["id"], "voter": a["voter"], "option": a["option"]})
        w.focus = ("polls", poll["id"])
        return Done(w["votes"], "counted", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        key = ops.some_id(rng, w, w["polls"], where=lambda row: row["open"] or rng.random() < 0.1)
        left = [one for one in people if not cast(w, key, one)] or people
        held = w["polls"].rows.get(key, {}).get("options", ["yes"])
        return {
            "poll": key,
            "voter": rng.choice(left if rng.random() < 0.85 else people),
            "option": rng.choice(held) if rng.random() < 0.92 else rng.choice(words.MAKES),
        }

    params = [ops.id_param(world["polls"], "poll"), Param("voter"), Param("option")]
    return Op(
        "cast",
        "vote",
        "Votes for an option.",
        params,
        run,
        propose,
        True,
        2.4,
        "done",
        "votes",
        ("poll X is closed", "options are A, B", "VOTER has voted already"),
    )


def withdraw(world: World, people: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        poll = opened(w, a["poll"])
        row = cast(w, poll["id"], a["voter"])
        if row is None:
            raise Refused("not_voted", f"{a['voter']} has not voted")
        w["votes"].remove(row["id"])
        w.focus = ("polls", poll["id"])
        return Done(w["votes"], "withdrawn", row)

    def propose(rng: Random, w: World) -> dict[str, Any] | None:
        held = list(w["votes"].rows.values())
        if not held:
            return None
        row = rng.choice(held)
        return {"poll": row["poll"], "voter": rng.choice(people) if rng.random() < 0.2 else row["voter"]}

    return Op(
        "withdraw",
        "vote",
        "Takes a vote back.",
        [ops.id_param(world["polls"], "poll"), Param("voter")],
        run,
        propose,
        True,
        0.8,
        "done",
        "votes",
        ("poll X is closed", "VOTER has not voted"),
    )


def tally(w: World, poll: dict[str, Any]) -> dict[str, int]:
    return {option: sum(row["poll"] == poll["id"] and row["option"] == option for row in w["votes"].rows.values()) for option in poll["options"]}


def results(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        return Value(tally(w, w["polls"].get(a["poll"])))

    return Op(
        "poll",
        "results",
        "How many votes each option has, in the order of the options.",
        [ops.id_param(world["polls"], "poll")],
        run,
        lambda r, w: {"poll": ops.some_id(r, w, w["polls"])},
        weight=1.4,
    )


def close(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        poll = opened(w, a["poll"])
        poll["open"] = False
        counted = tally(w, poll)
        w.focus = ("polls", poll["id"])
        return Value(
            {
                "poll": poll["id"],
                "votes": sum(counted.values()),
                "winner": max(counted, key=lambda option: counted[option]) if any(counted.values()) else None,
            }
        )

    return Op(
        "close",
        "poll",
        "Closes a poll and names the option with most votes, the first one of equals.",
        [ops.id_param(world["polls"], "poll")],
        run,
        lambda r, w: {"poll": ops.some_id(r, w, w["polls"])},
        True,
        0.7,
        fails=("poll X is closed",),
        keys=("poll", "votes", "winner"),
    )


def missing(world: World, people: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        poll = w["polls"].get(a["poll"])
        return Value({"poll": poll["id"], "not_voted": [one for one in people if not cast(w, poll["id"], one)]})

    return Op(
        "list",
        "missing",
        "Who has not voted yet.",
        [ops.id_param(world["polls"], "poll")],
        run,
        lambda r, w: {"poll": ops.some_id(r, w, w["polls"])},
        weight=0.8,
        keys=("poll", "not_voted"),
    )
