"""A queue of jobs: put in, claimed by workers in order of priority, finished, failed, tried again."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Op, Param, Refused, Table, Value, World

STATES = ("queued", "running", "done", "failed")
KINDS = ["resize", "email", "invoice", "import", "export", "thumbnail", "sync", "report", "cleanup", "transcode", "index", "webhook"]


def make(rng: Random) -> World:
    tries = rng.randint(1, 3)
    kinds = rng.sample(KINDS, 3)
    workers = [f"{rng.choice(['w', 'worker-', 'node-'])}{n}" for n in range(1, 4)]
    table = Table(
        "job",
        "jobs",
        [
            Field("kind", lambda r: r.choice(kinds)),
            Field("priority", lambda r: r.randint(1, 5), "integer", initial=3),
            Field("state", lambda r: r.choice(STATES), enum=STATES, given=False, changes=False, initial="queued"),
            Field("worker", lambda r: r.choice(workers), given=False, changes=False),
            Field("tries", lambda r: 0, "integer", given=False, changes=False, initial=0),
        ],
        last=rng.choice([0, 0, 77, 1200]),
        prefix=rng.choice(["", "job-", "j"]),
    )
    for _ in range(rng.randint(2, 6)):
        state = rng.choice(("queued", "queued", *STATES))
        table.add(
            {
                "kind": rng.choice(kinds),
                "priority": rng.randint(1, 5),
                "state": state,
                "worker": rng.choice(workers) if state != "queued" else None,
                "tries": 0 if state == "queued" else rng.randint(1, tries),
            }
        )
    rules = [
        "The queued job with the highest priority is next, the older one of equals.",
        f"A failed job can be tried {tries} time{'s' * (tries > 1)} in all.",
    ]
    world = World(f"The job queue of {words.firm(rng)}. Workers: {', '.join(workers)}.", {"jobs": table}, [], rules)
    made = [
        ops.get("jobs"),
        ops.listed("jobs", ("state",)),
        ops.listed("jobs", ("kind",), verb="find"),
        changes.create("jobs", verb=rng.choice(["enqueue", "submit", "add"]), word="queued", optional=("priority",)),
        ops.count("jobs", "state"),
        changes.update("jobs", verb="reprioritize", only=("priority",)),
    ]
    world.ops = [one(world) for one in made] + [
        claim(workers),
        end(world, "done"),
        end(world, "failed"),
        retry(world, tries),
        peek(),
        worker(workers),
    ]
    return world


def following(w: World) -> dict[str, Any]:
    """The job that is next. @raises Refused when none waits"""
    waiting = [row for row in w["jobs"].rows.values() if row["state"] == "queued"]
    if not waiting:
        raise Refused("empty", "no job is queued")
    return max(waiting, key=lambda row: row["priority"])


def claim(workers: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = following(w)
        row.update(state="running", worker=a["worker"], tries=row["tries"] + 1)
        w.focus = ("jobs", row["id"])
        return Done(w["jobs"], "claimed", row)

    return Op(
        "claim",
        "job",
        "Gives the next job to a worker and runs it.",
        [Param("worker")],
        run,
        lambda r, w: {"worker": r.choice(workers)},
        True,
        1.8,
        "done",
        "jobs",
        ("no job is queued",),
    )


def peek() -> Op:
    def run(w: World, _: dict[str, Any]) -> Value:
        row = following(w)
        return Value({"id": row["id"], "kind": row["kind"], "priority": row["priority"]})

    return Op("peek", "queue", "The next job.", [], run, lambda r, w: {}, fails=("no job is queued",), keys=("id", "kind", "priority"))


def end(world: World, state: str) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w["jobs"].get(a["id"])
        if row["state"] != "running":
            raise Refused("conflict", f"job {row['id']} is {row['state']}, not running")
        row["state"] = state
        w.focus = ("jobs", row["id"])
        return Done(w["jobs"], "finished" if state == "done" else "failed", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"id": ops.some_id(rng, w, w["jobs"], where=lambda row: row["state"] == "running")}

    verb = "finish" if state == "done" else "fail"
    return Op(
        verb,
        "job",
        f"Marks a running job as {state}.",
        [ops.id_param(world["jobs"])],
        run,
        propose,
        True,
        1.1,
        "done",
        "jobs",
        ("job X is STATE, not running",),
    )


def retry(world: World, tries: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w["jobs"].get(a["id"])
        if row["state"] != "failed":
            raise Refused("conflict", f"job {row['id']} is {row['state']}, not failed")
        if row["tries"] >= tries:
            raise Refused("tries", f"job {row['id']} has been tried {row['tries']} times")
        row.update(state="queued", worker=None)
        w.focus = ("jobs", row["id"])
        return Done(w["jobs"], "queued", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"id": ops.some_id(rng, w, w["jobs"], where=lambda row: row["state"] == "failed")}

    return Op(
        "retry",
        "job",
        "Puts a failed job back into the queue.",
        [ops.id_param(world["jobs"])],
        run,
        propose,
        True,
        0.9,
        "done",
        "jobs",
        ("job X is STATE, not failed", "job X has been tried N times"),
    )


def worker(workers: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        held = [row for row in w["jobs"].rows.values() if row["worker"] == a["worker"]]
        return Value(
            {
                "worker": a["worker"],
                "running": [row["id"] for row in held if row["state"] == "running"],
                "done": sum(row["state"] == "done" for row in held),
            }
        )

    return Op(
        "worker",
        "status",
        "The jobs that a worker runs, and how many it has done.",
        [Param("worker")],
        run,
        lambda r, w: {"worker": r.choice(workers)},
        weight=0.8,
        keys=("worker", "running", "done"),
    )
