"""An airline: flights between cities, seats that are sold and given back, delays."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Param, Refused, Table, Value, World


def clock(rng: Random) -> str:
    return f"{rng.randint(5, 22):02}:{rng.randrange(0, 60, 5):02}"


def make(rng: Random) -> World:
    cities = rng.sample(words.PLACES, 4)
    states = ("scheduled", "boarding", "departed", "cancelled")
    flights = Table(
        "flight",
        "flights",
        [
            Field("origin", lambda r: r.choice(cities)),
            Field("destination", lambda r: r.choice(cities)),
            Field("departure", clock),
            Field("seats", lambda r: r.choice([0, 1, 2, 5, r.randint(6, 80)]), "integer"),
            Field("state", lambda r: r.choice(states), enum=states, given=False, initial="scheduled"),
        ],
        last=rng.randint(100, 900),
        prefix=rng.choice(["OR", "SK", "NX", "LW"]),
    )
    bookings = Table(
        "reservation",
        "reservations",
        [Field("passenger", words.person), ops.of_other("flight", flights), Field("seats", lambda r: 1, "integer")],
        last=rng.choice([0, 4000, rng.randint(10, 999)]),
        prefix=rng.choice(["", "R"]),
    )
    for _ in range(rng.randint(3, 6)):
        a, b = rng.sample(cities, 2)
        flights.add(
            {
                "origin": a,
                "destination": b,
                "departure": clock(rng),
                "seats": flights.of("seats").make(rng),
                "state": rng.choice(("scheduled",) * 4 + states),
            }
        )
    for _ in range(rng.randint(0, 3)):
        bookings.add({"passenger": words.person(rng), "flight": rng.choice(list(flights.rows)), "seats": rng.randint(1, 3)})
    world = World(
        f"Reservation desk of {words.firm(rng)} Air.", {"flights": flights, "reservations": bookings}, [], ["Only scheduled flights can be booked."]
    )
    made = [
        ops.get("flights"),
        ops.listed("flights", ("state",)),
        ops.get("reservations"),
        ops.listed("reservations", ("flight",)),
        changes.update("flights", verb="retime", word="retimed", only=("departure",)),
    ]
    world.ops = [one(world) for one in made] + [route(cities), book(world), release(world), seats_left(world)]
    world.ops.append(changes.step("flights", "board", "boarding", "state", {"scheduled": "boarding"}, "Begins to board a scheduled flight.")(world))
    world.ops.append(changes.step("flights", "depart", "departed", "state", {"boarding": "departed"}, "A boarding flight leaves.")(world))
    return world


def route(cities: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Many:
        fits = [row for row in w["flights"].rows.values() if row["origin"] == a["origin"] and a["destination"] in (None, row["destination"])]
        return Many(w["flights"], sorted(fits, key=lambda row: row["departure"]))

    def propose(rng: Random, w: World) -> dict[str, Any]:
        row = rng.choice(list(w["flights"].rows.values()))
        return {
            "origin": row["origin"] if rng.random() < 0.8 else rng.choice(cities),
            **({"destination": row["destination"]} if rng.random() < 0.5 else {}),
        }

    params = [Param("origin"), Param("destination", required=False)]
    return Op("search", "flights", "Flights from a city, earliest first.", params, run, propose, weight=1.5, answers="rows", table="flights")


def book(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        flight = w["flights"].get(a["flight"])
        if flight["state"] != "scheduled":
            raise Refused("conflict", f"flight {flight['id']} is {flight['state']}")
        if flight["seats"] < a["seats"]:
            raise Refused("full", f"flight {flight['id']} has {flight['seats']} seats left")
        flight["seats"] -= a["seats"]
        row = w["reservations"].add({"passenger": a["passenger"], "flight": flight["id"], "seats": a["seats"]})
        w.focus = ("reservations", row["id"])
        return Done(w["reservations"], "made", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {
            "flight": ops.some_id(rng, w, w["flights"], where=lambda row: row["state"] == "scheduled" or rng.random() < 0.1),
            "passenger": words.person(rng),
            "seats": rng.choice([1, 1, 2, 3, 6]),
        }

    params = [ops.id_param(world["flights"], "flight"), Param("passenger"), Param("seats", "integer")]
    return Op(
        "book",
        "flight",
        "Reserves seats on a flight.",
        params,
        run,
        propose,
        True,
        2.0,
        "done",
        "reservations",
        ("flight X is STATE", "flight X has N seats left"),
    )


def release(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w["reservations"].remove(a["id"])
        flight = w["flights"].get(row["flight"])
        flight["seats"] += row["seats"]
        w.focus = ("flights", flight["id"])
        return Done(w["reservations"], "cancelled", row)

    return Op(
        "cancel",
        "reservation",
        "Gives up a reservation; its seats are free again.",
        [ops.id_param(world["reservations"])],
        run,
        lambda r, w: {"id": ops.some_id(r, w, w["reservations"])},
        True,
        1.0,
        "done",
        "reservations",
    )


def seats_left(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        row = w["flights"].get(a["flight"])
        return Value({"flight": row["id"], "state": row["state"], "seats_left": row["seats"]})

    return Op(
        "flight",
        "status",
        "A flight's state and how many seats are left.",
        [ops.id_param(world["flights"], "flight")],
        run,
        lambda r, w: {"flight": ops.some_id(r, w, w["flights"])},
        keys=("flight", "state", "seats_left"),
    )
