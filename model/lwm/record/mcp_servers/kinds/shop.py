"""A shop: products in stock, and orders that are placed, paid, shipped, cancelled."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Op, Param, Refused, Table, Value, World

MOVES = ("new", "paid", "shipped", "cancelled")


def make(rng: Random) -> World:
    products = Table(
        "product",
        "products",
        [
            Field("name", words.thing),
            Field("price", words.price, "number"),
            Field("stock", lambda r: r.choice([0, 1, 2, 5, r.randint(3, 60)]), "integer"),
        ],
        last=rng.choice([0, 100, 300, rng.randint(10, 900)]),
        prefix=rng.choice(["", "", "P-", "SKU"]),
        width=rng.choice([0, 3]),
    )
    orders = Table(
        "order",
        "orders",
        [
            Field("customer", words.person),
            ops.of_other("product", products),
            Field("quantity", lambda r: r.randint(1, 6), "integer", changes=False),
            Field("status", lambda r: r.choice(MOVES), enum=MOVES, given=False, changes=False, initial="new"),
        ],
        last=rng.choice([0, 1000, rng.randint(50, 9000)]),
        prefix=rng.choice(["", "", "ORD-", "o"]),
    )
    for name in words.distinct(rng, words.thing, rng.randint(2, 5)):
        products.add({"name": name, "price": products.of("price").make(rng), "stock": products.of("stock").make(rng)})
    for _ in range(rng.randint(0, 4)):
        orders.add(
            {"customer": words.person(rng), "product": rng.choice(list(products.rows)), "quantity": rng.randint(1, 4), "status": rng.choice(MOVES)}
        )
    world = World(f'The shop "{words.firm(rng)}".', {"products": products, "orders": orders}, [])
    made = [
        ops.listed("products"),
        ops.get("products"),
        ops.search("products", ("name",)),
        changes.update("products", only=("price", "stock")),
        changes.create("products", unique="name"),
        ops.listed("orders", ("status",), pages=rng.random() < 0.3),
        ops.get("orders"),
        ops.count("orders", "status"),
        changes.step("orders", "pay", "paid", "status", {"new": "paid"}, "Marks a new order as paid."),
        changes.step("orders", "ship", "shipped", "status", {"paid": "shipped"}, "Ships a paid order."),
    ]
    world.ops = [one(world) for one in made] + [place(world), cancel(world), stock(world), price(world)]
    return world


def place(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        product = w["products"].get(a["product"])
        if product["stock"] < a["quantity"]:
            raise Refused("out_of_stock", f"only {product['stock']} of product {product['id']} left")
        product["stock"] -= a["quantity"]
        row = w["orders"].add({"customer": a["customer"], "product": product["id"], "quantity": a["quantity"], "status": "new"})
        w.focus = ("orders", row["id"])
        return Done(w["orders"], "placed", row)

    params = [Param("customer"), ops.id_param(world["products"], "product"), Param("quantity", "integer")]

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"customer": words.person(rng), "product": ops.some_id(rng, w, w["products"]), "quantity": rng.choice([1, 1, 2, 3, 4, 12])}

    about = "Places an order and takes its quantity out of the stock."
    return Op("place", "order", about, params, run, propose, True, 1.6, "done", "orders", ("only N of product X left",))


def cancel(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w["orders"].get(a["id"])
        if row["status"] in ("shipped", "cancelled"):
            raise Refused("conflict", f"order {row['id']} is {row['status']}")
        row["status"] = "cancelled"
        if row["product"] in w["products"].rows:
            w["products"].rows[row["product"]]["stock"] += row["quantity"]
        w.focus = ("orders", row["id"])
        return Done(w["orders"], "cancelled", row)

    about = "Cancels an order that is not shipped; its quantity goes back into the stock."
    return Op(
        "cancel",
        "order",
        about,
        [ops.id_param(world["orders"])],
        run,
        lambda r, w: {"id": ops.some_id(r, w, w["orders"])},
        True,
        0.9,
        "done",
        "orders",
        ("order X is STATUS",),
    )


def stock(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        row = w["products"].get(a["product"])
        return Value({"product": row["id"], "stock": row["stock"], "available": row["stock"] > 0})

    return Op(
        "check",
        "stock",
        "Tells how many of a product are left.",
        [ops.id_param(world["products"], "product")],
        run,
        lambda r, w: {"product": ops.some_id(r, w, w["products"])},
        keys=("product", "stock", "available"),
    )


def price(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        row = w["products"].get(a["product"])
        return Value({"product": row["name"], "quantity": a["quantity"], "total": words.tidy(row["price"] * a["quantity"])})

    params = [ops.id_param(world["products"], "product"), Param("quantity", "integer")]
    return Op(
        "quote",
        "price",
        "What so many of a product cost.",
        params,
        run,
        lambda r, w: {"product": ops.some_id(r, w, w["products"]), "quantity": r.choice([1, 2, 3, 10])},
        weight=0.5,
        keys=("product", "quantity", "total"),
    )
