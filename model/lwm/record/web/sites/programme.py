"""A programme: everything on the first page, and a page for each day and each place with its part of it."""

from random import Random

from ..page import Asked
from ..served import Page, choice, field, form, link, served, slug, table
from ..site import ENTER, Site, choose, click, fill
from ..words import DAYS, SUBJECTS, TOWNS, some


def programme(rng: Random) -> Site:
    days = DAYS[(start := rng.randint(0, 3)) : start + rng.randint(2, 3)]
    places = some(rng, rng.choice([TOWNS, ["Hall", "Garden", "Attic", "Library", "Stage", "Kitchen", "Tent"]]), rng.randint(2, 3))
    events = [
        (name, rng.choice(days), f"{rng.randint(9, 20)}:{rng.choice(['00', '30'])}", rng.choice(places))
        for name in some(rng, SUBJECTS, rng.randint(4, 6))
    ]
    events.sort(key=lambda one: (days.index(one[1]), len(one[2]), one[2]))
    heads = ["Event", "Day", "Time", "Place"]
    by_place = rng.random() < 0.7
    narrow = rng.choice(["search", "choice", None])

    def shown(page: Page, title: str, wanted: list[tuple[str, ...]], path: str, above: str = "") -> str:
        lines = [
            [name, link(day, f"/{slug(day)}"), time, link(place, f"/{slug(place)}") if by_place else place]
            for name, day, time, place in wanted
        ]
        told = table(heads, lines) if lines else "<p>Nothing found.</p>"
        return page(title, above + told, path)

    def reply(asked: Asked, page: Page) -> str | None:
        if asked.path == "/":
            above = ""
            wanted = events
            if narrow == "search":
                word = asked.fields.get("q", "")
                wanted = [one for one in events if word.strip().lower() in one[0].lower()]
                above = form("/", field("Find", "q", word, "search"), button="Search", method="get")
            if narrow == "choice":
                at = asked.fields.get("place", "Anywhere")
                wanted = [one for one in events if at in ("Anywhere", one[3])]
                above = form("/", choice("Where", "place", ["Anywhere", *places], at), button="Show", method="get")
            return shown(page, "Programme", wanted, "/", above)
        day = next((one for one in days if asked.path == f"/{slug(one)}"), None)
        if day:
            return shown(page, day, [one for one in events if one[1] == day], asked.path)
        place = next((one for one in places if asked.path == f"/{slug(one)}"), None)
        return shown(page, place, [one for one in events if one[3] == place], asked.path) if place and by_place else None

    home = click("link 'Programme'")
    goals = [
        *([click(f"link '{day}'"), home] for day in days),
        *([click(f"link '{day}'"), ("go_back", None)] for day in days[:2]),
        *([[click(f"link '{place}'"), ("go_back", None), ("go_forward", None)] for place in places] if by_place else []),
    ]
    if narrow == "search":
        words = [rng.choice(events)[0], rng.choice(events)[0][:3].lower(), rng.choice(["zebra", "xyz"]), ""]
        goals += [[home, fill("searchbox", word), rng.choice([ENTER, click("button 'Search'")])] for word in words]
    if narrow == "choice":
        goals += [[home, choose("combobox", place), click("button 'Show'")] for place in places]
    return served(
        rng,
        rng.choice(["Festival", "Fair", "School", "Theatre"]),
        goals,
        reply,
        lambda: [("Programme", "/"), *((day, f"/{slug(day)}") for day in days)],
    )
