"""Tickets: opened with a form, closed and opened again, listed by their state."""

from html import escape
from random import Random

from ..page import Asked
from ..served import Page, alert, choice, field, form, link, served, table
from ..site import ENTER, Site, choose, click, fill
from ..words import PEOPLE, chores, some


def tickets(rng: Random) -> Site:
    *titles, a, b, c = chores(rng, rng.randint(6, 8))
    people = some(rng, PEOPLE, 3)
    first = rng.choice([1, 1, rng.randint(2, 300)])
    all_ = {first + at: {"title": title, "who": rng.choice(people), "open": rng.random() < 0.6} for at, title in enumerate(titles)}
    close, reopen = rng.choice([("Close", "Reopen"), ("Done", "Not done"), ("Resolve", "Open again")])

    def line(number: int) -> list[str]:
        one = all_[number]
        return [str(number), link(one["title"], f"/ticket/{number}"), one["who"], "open" if one["open"] else "closed"]

    def asking(page: Page, problem: str = "", who: str = "") -> str:
        inside = [field("Title", "title"), choice("Owner", "who", people, who)]
        return page("New ticket", alert(problem) + form("/new", *inside, button="Create"), "/new")

    def reply(asked: Asked, page: Page) -> str | None:
        if asked.path in ("/", "/closed", "/all"):
            title = {"/": "Open tickets", "/closed": "Closed tickets", "/all": "All tickets"}[asked.path]
            wanted = [number for number, one in all_.items() if asked.path == "/all" or one["open"] == (asked.path == "/")]
            found = table(["Number", "Title", "Owner", "State"], [line(number) for number in wanted]) if wanted else "<p>No tickets.</p>"
            return page(title, found, asked.path)
        if asked.path == "/new":
            if not asked.posted:
                return asking(page)
            title = asked.fields.get("title", "").strip()
            if not title:
                return asking(page, "Title is required.", asked.fields.get("who", ""))
            number = max(all_) + 1
            all_[number] = {"title": title, "who": asked.fields.get("who", ""), "open": True}
            return f"/ticket/{number}"
        number = asked.path.removeprefix("/ticket/")
        if not number.isdigit() or int(number) not in all_:
            return None
        one = all_[int(number)]
        if asked.posted:
            one["open"] = not one["open"]
            return asked.path
        about = f"<p>{escape(one['title'])}</p><p>Owner: {one['who']}</p><p>State: {'open' if one['open'] else 'closed'}</p>"
        return page(f"Ticket {number}", about + form(asked.path, button=close if one["open"] else reopen))

    shut = rng.choice(titles)
    create = click("button 'Create'")
    goals = [
        *([click(f"link '{title}'"), click("button"), click("link 'Open tickets'")] for title in rng.sample(titles, 3)),
        [click("link 'New ticket'"), fill("textbox 'Title'", a), create, click("link 'Open tickets'")],
        [
            click("link 'New ticket'"),
            fill("textbox 'Title'", b),
            choose("combobox 'Owner'", people[-1]),
            create,
            click("link 'All tickets'"),
        ],
        [click("link 'New ticket'"), create, fill("textbox 'Title'", c), ENTER],
        [click("link 'Closed tickets'"), click("link 'All tickets'"), click(f"link '{shut}'")],
        [click("link 'All tickets'"), click(f"link '{shut}'"), click("button"), ("go_back", None)],
    ]
    nav = [("Open tickets", "/"), ("Closed tickets", "/closed"), ("All tickets", "/all"), ("New ticket", "/new")]
    return served(rng, rng.choice(["Tickets", "Helpdesk", "Repairs"]), goals, reply, lambda: nav)
