"""A shop of several pages: a list, a page for each thing, a basket and an order."""

from random import Random

from ..page import Asked
from ..served import Page, alert, field, form, link, listed, served, slug, table
from ..site import Site, click, fill
from ..words import SURNAMES, goods, names, price


def store(rng: Random) -> Site:
    items = [(one, rng.choice(SURNAMES), price(rng)) for one in goods(rng, rng.randint(3, 5))]
    sign, basket_word = rng.choice("£$€"), rng.choice(["Basket", "Cart", "Bag"])
    add, pay = rng.choice(["Add to basket", "Buy", "Add"]), rng.choice(["Place order", "Order", "Pay"])
    basket: dict[str, int] = {}
    who = names(rng, 1)[0]

    def money(cents: int) -> str:
        return f"{sign}{cents // 100}.{cents % 100:02}"

    def lines() -> str:
        chosen = [(name, cents) for name, _, cents in items if name in basket]
        total = sum(cents * basket[name] for name, cents in chosen)
        rows = [[name, str(basket[name]), money(cents * basket[name])] for name, cents in chosen]
        return table(["Item", "Pieces", "Price"], [*rows, ["Total", str(sum(basket.values())), money(total)]])

    def shown(page: Page, problem: str = "", name: str = "") -> str:
        if not basket:
            return page(basket_word, f"<p>{basket_word} is empty.</p>", "/basket")
        order = form("/order", field("Name", "name", name), button=pay)
        return page(basket_word, lines() + alert(problem) + order + form("/empty", button="Empty"), "/basket")

    def thing(page: Page, name: str, maker: str, cents: int) -> str:
        many = field("Pieces", "count", "1")
        return page(name, f"<p>{money(cents)}, made by {maker}</p>" + form(f"/add/{slug(name)}", many, button=add))

    def reply(asked: Asked, page: Page) -> str | None:
        found = next((one for one in items if asked.path in (f"/{slug(one[0])}", f"/add/{slug(one[0])}")), None)
        if asked.path == "/":
            return page(
                "All things",
                listed([f"{link(name, f'/{slug(name)}')} {money(cents)}, made by {maker}" for name, maker, cents in items]),
                "/",
            )
        if found and not asked.posted:
            return thing(page, *found)
        if found:
            count = asked.fields.get("count", "").strip()
            if not count.isdigit() or count == "0":
                return page(found[0], alert("Pieces must be a number.") + link("Back", f"/{slug(found[0])}"))
            basket[found[0]] = basket.get(found[0], 0) + int(count)
            return "/basket"
        if asked.path == "/basket":
            return shown(page)
        if asked.path == "/empty":
            basket.clear()
            return "/basket"
        if asked.path == "/order" and basket:
            if not asked.fields.get("name", "").strip():
                return shown(page, "Name is required.")
            basket.clear()
            return "/thanks"
        return page("Thank you", "<p>Your order is placed.</p>") if asked.path == "/thanks" else None

    if rng.random() < 0.7:
        basket[rng.choice(items)[0]] = rng.randint(1, 3)
    first, second = rng.sample(items, 2)
    put = click(f"button '{add}'")
    goals = [
        [click(f"link '{first[0]}'"), put, click("link 'All things'"), click(f"link '{second[0]}'"), put],
        [click(f"link '{second[0]}'"), fill("textbox 'Pieces'", rng.randint(2, 5)), put, ("go_back", None)],
        [click(f"link '{basket_word}"), fill("textbox 'Name'", who), click(f"button '{pay}'")],
        [click(f"link '{basket_word}"), click(f"button '{pay}'")],
        [click(f"link '{basket_word}"), click("button 'Empty'"), ("go_back", None)],
        [click(f"link '{first[0]}'"), fill("textbox 'Pieces'", rng.choice(["", "some", "0"])), put, ("go_back", None)],
    ]
    return served(
        rng,
        rng.choice(["Shop", "Store", "Supplies"]),
        goals,
        reply,
        lambda: [("All things", "/"), (f"{basket_word} ({sum(basket.values())})", "/basket")],
    )
