"""A library: what is in and what is lent, to whom, and how it changes hands."""

from random import Random

from ..page import Asked
from ..served import Page, alert, choice, field, form, link, served, slug, table
from ..site import Site, choose, click, fill
from ..words import PEOPLE, SURNAMES, goods, some


def library(rng: Random) -> Site:
    things = {one: (rng.choice(SURNAMES), "") for one in goods(rng, rng.randint(3, 5))}
    people = some(rng, PEOPLE, 4)
    for one in rng.sample(list(things), 2):
        things[one] = (things[one][0], rng.choice(people))
    by_hand = rng.random() < 0.5
    borrow, back = rng.choice([("Borrow", "Return"), ("Lend", "Take back"), ("Check out", "Check in")])

    def state(holder: str) -> str:
        return f"with {holder}" if holder else "in"

    def line(name: str) -> list[str]:
        owner, holder = things[name]
        return [link(name, f"/{slug(name)}"), owner, state(holder)]

    def shown(page: Page, name: str, problem: str = "") -> str:
        owner, holder = things[name]
        who = field("Who", "who") if by_hand else choice("Who", "who", people)
        what = form(f"/return/{slug(name)}", button=back) if holder else form(f"/borrow/{slug(name)}", who, button=borrow)
        return page(name, f"<p>From {owner}</p><p>Now {state(holder)}</p>{alert(problem)}{what}")

    def reply(asked: Asked, page: Page) -> str | None:
        if asked.path in ("/", "/in", "/out"):
            wanted = [name for name, (_, holder) in things.items() if asked.path == "/" or (asked.path == "/out") == bool(holder)]
            title = {"/": "Everything", "/in": "What is in", "/out": "What is lent"}[asked.path]
            found = table(["Name", "From", "Now"], [line(name) for name in wanted]) if wanted else "<p>Nothing.</p>"
            return page(title, f"{found}<p>{len(wanted)} of {len(things)}</p>", asked.path)
        name = next((one for one in things if asked.path.rsplit("/", 1)[-1] == slug(one)), None)
        if name is None:
            return None
        if not asked.posted:
            return shown(page, name)
        who = asked.fields.get("who", "").strip()
        if asked.path.startswith("/borrow/") and not who:
            return shown(page, name, "Who is required.")
        things[name] = (things[name][0], who if asked.path.startswith("/borrow/") else "")
        return f"/{slug(name)}"

    def take(name: str) -> list:
        who = fill("textbox 'Who'", rng.choice(people)) if by_hand else choose("combobox 'Who'", rng.choice(people))
        return [click(f"link '{name}'"), who, click(f"button '{borrow}'"), click("link 'Everything'")]

    lent = [name for name, (_, holder) in things.items() if holder]
    free = [name for name, (_, holder) in things.items() if not holder]
    goals = [
        *(take(name) for name in free),
        *([click(f"link '{name}'"), click(f"button '{back}'"), click("link 'Everything'")] for name in lent),
        [click("link 'What is in'"), click("link 'What is lent'")],
        [click(f"link '{rng.choice(free or lent)}'"), click(f"button '{borrow}'"), ("go_back", None)],
    ]
    return served(
        rng,
        rng.choice(["Library", "Lending", "Archive"]),
        goals,
        reply,
        lambda: [("Everything", "/"), ("What is in", "/in"), ("What is lent", "/out")],
    )
