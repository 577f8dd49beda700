"""A bank: accounts, deposits, withdrawals, transfers, a ledger that says what happened."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Param, Refused, Table, Value, World


def make(rng: Random) -> World:
    currency = rng.choice(["EUR", "USD", "SEK", "CHF", "points", "tokens"])
    step = rng.choice([1, 5, 10, 50, 100])
    limit = step * rng.choice([20, 50, 100])
    accounts = Table(
        "account",
        "accounts",
        [
            Field("owner", words.person),
            Field("balance", lambda r: step * r.randint(0, 60), "integer", given=False, changes=False, initial=0),
            Field("frozen", lambda r: r.random() < 0.15, "boolean", given=False, changes=False, initial=False),
        ],
        last=rng.choice([0, 1000, rng.randint(100, 900)]),
        prefix=rng.choice(["", "A", "ACC-"]),
    )
    entries = Table(
        "entry",
        "entries",
        [
            ops.of_other("account", accounts),
            Field("kind", lambda r: r.choice(["deposit", "withdrawal", "in", "out"])),
            Field("amount", lambda r: 0, "integer"),
            Field("balance", lambda r: 0, "integer"),
        ],
        last=rng.choice([0, 0, rng.randint(3, 500)]),
    )
    for name in words.distinct(rng, words.person, rng.randint(2, 5)):
        accounts.add({"owner": name, "balance": accounts.of("balance").make(rng), "frozen": rng.random() < 0.15})
    rules = [f"Amounts are whole {currency}, more than 0 and at most {limit} at once."]
    world = World(f"{rng.choice(words.PLACES)} Savings Bank.", {"accounts": accounts, "entries": entries}, [], rules)
    made = [
        ops.get("accounts"),
        ops.listed("accounts", ("frozen",) if rng.random() < 0.4 else ()),
        ops.search("accounts", ("owner",)),
        changes.create("accounts", verb="open", word="opened"),
        ops.total("accounts", "balance"),
    ]
    world.ops = [one(world) for one in made]
    world.ops += [
        pay(world, "deposit", 1, step, limit),
        pay(world, "withdraw", -1, step, limit),
        transfer(world, step, limit),
        balance(world),
        ledger(world),
        freeze(world),
    ]
    return world


def checked(account: dict[str, Any], amount: int, sign: int, limit: int) -> None:
    if not 0 < amount <= limit:
        raise Refused("amount", f"amount must be 1 to {limit}")
    if account["frozen"]:
        raise Refused("frozen", f"account {account['id']} is frozen")
    if sign < 0 and account["balance"] < amount:
        raise Refused("funds", f"insufficient funds: balance is {account['balance']}")


def booked(w: World, account: dict[str, Any], kind: str, amount: int) -> None:
    account["balance"] += -amount if kind in ("withdrawal", "out") else amount
    w["entries"].add({"account": account["id"], "kind": kind, "amount": amount, "balance": account["balance"]})
    w.focus = ("accounts", account["id"])


def some_amount(rng: Random, step: int, limit: int) -> int:
    return rng.choice([0, -step, limit + step]) if rng.random() < 0.06 else step * rng.randint(1, 12)


def fails(limit: int) -> tuple[str, ...]:
    return (f"amount must be 1 to {limit}", "account X is frozen", "insufficient funds: balance is N")


def pay(world: World, verb: str, sign: int, step: int, limit: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        account = w["accounts"].get(a["account"])
        checked(account, a["amount"], sign, limit)
        booked(w, account, "deposit" if sign > 0 else "withdrawal", a["amount"])
        return Done(w["accounts"], "updated", account, f"New balance of {account['id']}: {account['balance']}")

    params = [ops.id_param(world["accounts"], "account"), Param("amount", "integer")]
    about = "Pays in." if sign > 0 else "Pays out."
    return Op(
        verb,
        "money",
        about,
        params,
        run,
        lambda r, w: {"account": ops.some_id(r, w, w["accounts"]), "amount": some_amount(r, step, limit)},
        True,
        1.3,
        "done",
        "accounts",
        fails(limit)[: 2 if sign > 0 else 3],
        says="New balance of ID: N",
    )


def transfer(world: World, step: int, limit: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        source, target = w["accounts"].get(a["source"]), w["accounts"].get(a["target"])
        if source is target:
            raise Refused("same", "source and target are the same account")
        checked(source, a["amount"], -1, limit)
        checked(target, a["amount"], 1, limit)
        booked(w, source, "out", a["amount"])
        booked(w, target, "in", a["amount"])
        return Value({"amount": a["amount"], "source_balance": source["balance"], "target_balance": target["balance"]})

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {
            "source": ops.some_id(rng, w, w["accounts"], 0.06),
            "target": ops.some_id(rng, w, w["accounts"], 0.06),
            "amount": some_amount(rng, step, limit),
        }

    params = [ops.id_param(world["accounts"], "source"), ops.id_param(world["accounts"], "target"), Param("amount", "integer")]
    return Op(
        "transfer",
        "money",
        "Moves money from one account to another.",
        params,
        run,
        propose,
        True,
        1.5,
        "value",
        "",
        fails(limit),
        ("amount", "source_balance", "target_balance"),
    )


def balance(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        row = w["accounts"].get(a["account"])
        return Value({"account": row["id"], "balance": row["balance"]})

    return Op(
        "get",
        "balance",
        "The money that is on an account.",
        [ops.id_param(world["accounts"], "account")],
        run,
        lambda r, w: {"account": ops.some_id(r, w, w["accounts"])},
        weight=1.4,
        keys=("account", "balance"),
    )


def ledger(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Many:
        w["accounts"].get(a["account"])
        return Many(w["entries"], [row for row in w["entries"].rows.values() if row["account"] == a["account"]])

    return Op(
        "list",
        "entries",
        "What was booked on an account, oldest first.",
        [ops.id_param(world["accounts"], "account")],
        run,
        lambda r, w: {"account": ops.some_id(r, w, w["accounts"])},
        answers="rows",
        table="entries",
    )


def freeze(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w["accounts"].get(a["account"])
        if row["frozen"] == a["frozen"]:
            raise Refused("same", f"account {row['id']} is {'frozen' if row['frozen'] else 'not frozen'}")
        row["frozen"] = a["frozen"]
        w.focus = ("accounts", row["id"])
        return Done(w["accounts"], "frozen" if a["frozen"] else "released", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        key = ops.some_id(rng, w, w["accounts"])
        return {"account": key, "frozen": not w["accounts"].rows.get(key, {}).get("frozen", False) if rng.random() < 0.85 else rng.random() < 0.5}

    params = [ops.id_param(world["accounts"], "account"), Param("frozen", "boolean")]
    return Op(
        "freeze",
        "account",
        "Stops all payments of an account, or lets it pay again.",
        params,
        run,
        propose,
        True,
        0.8,
        "done",
        "accounts",
        ("account X is frozen", "account X is not frozen"),
    )
