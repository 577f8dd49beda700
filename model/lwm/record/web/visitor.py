"""Who visits the sites: mostly somebody who wants something there, now and then somebody who tries things out."""

import re
from collections.abc import Generator
from random import Random
from typing import Any

from .site import Order, Site

# A call of the web domain and its values.
Call = tuple[str, tuple[Any, ...]]

LINE = re.compile(r"^\t*\[(\w+)\] (.*)$", re.M)
FIELD = re.compile(r"(?:textbox|searchbox|spinbutton) ")
STILL = re.compile(r"(?:heading|paragraph|status|cell|columnheader|list|image|term|definition|row|alert) ")
# What may be clicked without leaving the site's first page for one that says only "Not found".
ACTIVE = re.compile(r"(?:button|checkbox|radio|tab|option|menuitem|treeitem|switch|link|DisclosureTriangle|combobox) ")
KEYS = ["Tab", "Tab", "Tab", "Enter", "Enter", "Escape", "Space", "ArrowDown", "ArrowUp"]

# How often it is seen beforehand that an action would do nothing.
MINDED = 0.9

# One action in so many is none that a goal asks for.
STRAY = 0.16


def actions(rng: Random, site: Site) -> Generator[Call, str, None]:
    """Calls without end: what is seen is sent in each time, and what is done about it comes out; the first that comes out does nothing."""
    seen = yield "noop", ()
    orders: list[Order] = []
    while True:
        if rng.random() < STRAY or "about:blank" in seen:
            call = stray(rng, site, seen)
        else:
            call = None
            # A goal that cannot be gone for from here is given up.
            for _ in range(40):
                if not orders:
                    orders = list(rng.choice(site.goals))
                call = resolve(rng, orders.pop(0), seen)
                if call:
                    break
                orders = []
            call = call or stray(rng, site, seen)
        seen = yield call


def resolve(rng: Random, order: Order, seen: str) -> Call | None:
    """The call with a bid for what it is aimed at: one of the lines that begin so.

    None where no line does, and mostly also where it would do nothing.
    """
    call, target, *values = order
    if target is None:
        return call, tuple(values)
    lines = [(bid, words) for bid, words in LINE.findall(seen) if words.startswith(target)]
    if rng.random() < MINDED:
        # Disabled, filled in already, or leading to where one is.
        here = f", url={re.search('^URL: (.*)$', seen, re.M)[1]!r}"
        vain = ("disabled=True", f" value={values[0]!r}" if values else "disabled=True", "selected=True", here)
        lines = [(bid, words) for bid, words in lines if not any(one in words for one in vain)]
    return (call, (rng.choice(lines)[0], *values)) if lines else None


def stray(rng: Random, site: Site, seen: str) -> Call:
    """Something that can be done on this page, wise or not."""
    lines = LINE.findall(seen)
    fields = [bid for bid, words in lines if FIELD.match(words)]
    active = [bid for bid, words in lines if ACTIVE.match(words)]
    still = [bid for bid, words in lines if STILL.match(words)]
    home = f"http://{site.host}/"
    tabs = len(re.findall(r"^Tab \d", seen, re.M))
    if "RootWebArea '', focused, url='about:blank'" in seen:
        return rng.choice([("goto", (home,)), ("goto", (home,)), ("tab_focus", (0,)), ("tab_close", ())])
    if tabs > 1 and rng.random() < 0.5:
        return rng.choice([("tab_focus", (rng.randrange(tabs),)), ("tab_close", ())])
    kinds = [
        (30, active and ("click", (rng.choice(active),))),
        (14, fields and ("fill", (rng.choice(fields), rng.choice(site.texts)))),
        (4, fields and ("fill", (rng.choice(fields), ""))),
        (10, still and ("click", (rng.choice(still),))),
        (16, ("keyboard_press", (rng.choice(KEYS),))),
        (3, ("noop", ())),
        (3, ("scroll", (0, rng.choice([-300, 200, 300, 400, 600])))),
        (3, lines and ("hover", (rng.choice(lines)[0],))),
        # Nothing has this bid.
        (4, ("click", (str(len(lines) + rng.randint(60, 300)),))),
        (7, ("goto", (home,))),
        (3, ("goto", (home + rng.choice(["help", "about", "login", "old", "index", "shop", "contact"]),))),
        (4, ("go_back", ())),
        (1, ("go_forward", ())),
        (4, ("new_tab", ())),
        (2, ("send_msg_to_user", (rng.choice(["Done.", "This is what I found.", f"{rng.choice(site.texts)}: done."]),))),
        (1, ("report_infeasible", (rng.choice(["There is nothing of the kind here.", "The page does not let me."]),))),
    ]
    possible = [(weight, one) for weight, one in kinds if one]
    return rng.choices([one for _, one in possible], [weight for weight, _ in possible])[0]
