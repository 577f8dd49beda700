"""A guestbook: entries from a form that says what is missing and keeps what was written."""

from html import escape
from random import Random

from ..page import Asked
from ..served import Page, alert, field, form, listed, served
from ..site import ENTER, Site, click, fill
from ..words import PEOPLE, TOWNS, sentence, some


def guestbook(rng: Random) -> Site:
    *people, a, b, c = some(rng, PEOPLE, rng.randint(4, 7))
    entries = [(who, sentence(rng)) for who in people]
    newest = rng.random() < 0.5
    tag = rng.choice(["ul", "ol"])
    asks = rng.choice(["Message", "Text", "Greeting"])
    apart = rng.random() < 0.4
    button = rng.choice(["Sign", "Write", "Send"])

    def writing(problem: str = "", who: str = "", text: str = "") -> str:
        return alert(problem) + form("/sign", field("Name", "who", who), field(asks, "text", text), button=button)

    def all_(page: Page, *given: str) -> str:
        ordered = entries[::-1] if newest else entries
        told = listed([f"<b>{escape(who)}</b>: {escape(text)}" for who, text in ordered], tag)
        return page("Guestbook", f"<p>{len(entries)} entries</p>{told}" + ("" if apart else writing(*given)), "/")

    def reply(asked: Asked, page: Page) -> str | None:
        if asked.path == "/":
            return all_(page)
        if asked.path == "/sign" and not asked.posted:
            return page("Sign", writing(), "/sign") if apart else None
        if asked.path != "/sign":
            return None
        who, text = asked.fields.get("who", "").strip(), asked.fields.get("text", "").strip()
        problem = "Name is required." if not who else f"{asks} is required." if not text else ""
        if problem:
            return page("Sign", writing(problem, who, text), "/sign") if apart else all_(page, problem, who, text)
        entries.append((who, text))
        return "/"

    name, text = "textbox 'Name'", f"textbox '{asks}'"
    open_ = [click("link 'Sign'")] if apart else []
    goals = [
        [*open_, fill(name, a), fill(text, sentence(rng)), click(f"button '{button}'")],
        [*open_, fill(name, f"{b} from {rng.choice(TOWNS)}"), fill(text, sentence(rng)), ENTER],
        [*open_, fill(name, c), click(f"button '{button}'"), fill(text, sentence(rng)), click(f"button '{button}'")],
        [*open_, click(f"button '{button}'")],
        [*open_, fill(text, sentence(rng)), ENTER, fill(name, b), ENTER],
    ]
    return served(
        rng,
        rng.choice(["Inn", "Museum", "Garden", "House"]),
        goals,
        reply,
        lambda: [("Guestbook", "/"), *([("Sign", "/sign")] if apart else [])],
    )
