"""The families of sites, each a generator that a seed drives."""

from collections.abc import Callable
from random import Random

from ..site import Site
from .accordion import accordion
from .contacts import contacts
from .finder import finder
from .login import login
from .notes import notes
from .pager import pager
from .settings import settings
from .shop import shop
from .sorter import sorter
from .tabs import tabs
from .todo import todo
from .week import week
from .wizard import wizard

SITES: dict[str, Callable[[Random], Site]] = {
    "accordion": accordion,
    "contacts": contacts,
    "finder": finder,
    "login": login,
    "notes": notes,
    "pager": pager,
    "settings": settings,
    "shop": shop,
    "sorter": sorter,
    "tabs": tabs,
    "todo": todo,
    "week": week,
    "wizard": wizard,
}

HELD_OUT: frozenset[str] = frozenset()
