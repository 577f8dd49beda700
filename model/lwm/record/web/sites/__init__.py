"""The families of sites, each a generator that a seed drives."""

from collections.abc import Callable
from random import Random

from ..site import Site
from .accordion import accordion
from .asking import asking
from .bank import bank
from .calculator import calculator
from .chat import chat
from .contacts import contacts
from .converter import converter
from .counters import counters
from .explorer import explorer
from .finder import finder
from .guestbook import guestbook
from .inbox import inbox
from .kanban import kanban
from .library import library
from .lights import lights
from .login import login
from .menus import menus
from .notes import notes
from .noughts import noughts
from .pager import pager
from .player import player
from .poll import poll
from .programme import programme
from .queue import queue
from .quiz import quiz
from .reviews import reviews
from .seats import seats
from .settings import settings
from .shop import shop
from .sorter import sorter
from .store import store
from .tabs import tabs
from .tickets import tickets
from .todo import todo
from .week import week
from .wizard import wizard

SITES: dict[str, Callable[[Random], Site]] = {
    "accordion": accordion,
    "asking": asking,
    "bank": bank,
    "calculator": calculator,
    "chat": chat,
    "contacts": contacts,
    "converter": converter,
    "counters": counters,
    "explorer": explorer,
    "finder": finder,
    "guestbook": guestbook,
    "inbox": inbox,
    "kanban": kanban,
    "library": library,
    "lights": lights,
    "login": login,
    "menus": menus,
    "notes": notes,
    "noughts": noughts,
    "pager": pager,
    "player": player,
    "poll": poll,
    "programme": programme,
    "queue": queue,
    "quiz": quiz,
    "reviews": reviews,
    "seats": seats,
    "settings": settings,
    "shop": shop,
    "sorter": sorter,
    "store": store,
    "tabs": tabs,
    "tickets": tickets,
    "todo": todo,
    "week": week,
    "wizard": wizard,
}

HELD_OUT = frozenset({"kanban", "poll", "queue", "bank"})
