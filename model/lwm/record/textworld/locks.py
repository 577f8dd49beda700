"""Games about locks: rooms in a row, each behind a door, keys that lie about or are locked away, and something at the end."""

from random import Random

from textworld import Game, GameMaker, GameOptions

ROOMS = (
    "vault", "lobby", "archive", "pantry", "chapel", "attic", "cellar", "workshop", "gallery", "library", "stable",
    "tower", "crypt", "office", "laundry", "greenhouse",
)  # fmt: skip
MATTER = (
    "iron", "brass", "oak", "copper", "silver", "walnut", "bone", "steel", "ivory", "bronze", "cedar", "pewter",
)  # fmt: skip
DOORS = (
    "door", "gate", "hatch", "grille", "portal",
)  # fmt: skip
CHESTS = (
    "chest", "box", "trunk", "casket", "cabinet", "safe", "crate", "locker",
)  # fmt: skip
STANDS = (
    "table", "shelf", "bench", "desk", "pedestal", "counter",
)  # fmt: skip
THINGS = (
    "ledger", "lamp", "candle", "coin", "bottle", "scroll", "medal", "brush", "hammer", "compass", "glove", "mask",
    "flute", "letter",
)  # fmt: skip
FOODS = (
    "apple", "loaf of bread", "plum", "piece of cheese", "carrot", "biscuit", "pear",
)  # fmt: skip
SORTS = ("plain", "old", "small", "large")
WAYS = (("east", "west"), ("west", "east"), ("north", "south"), ("south", "north"))


def locks(random: Random, options: GameOptions) -> Game:
    """Two to four rooms. Every door is locked, closed or open; a locked one's key lies openly or in a chest before it."""
    maker = GameMaker(options)
    names = random.sample(ROOMS, random.randint(2, 4))
    matter = random.sample(MATTER, len(MATTER))
    chests, stands, things = (random.sample(words, len(words)) for words in (CHESTS, STANDS, THINGS))
    rooms = [maker.new_room(name) for name in names]
    maker.set_player(rooms[0])
    way: list[str] = []
    here = 0
    forth, back = random.choice(WAYS)
    for at, room in enumerate(rooms[:-1]):
        path = maker.connect(getattr(room, forth), getattr(rooms[at + 1], back))
        kind = matter.pop()
        door = maker.new_door(path, name=f"{kind} {random.choice(DOORS)}")
        state = random.choice(("locked", "locked", "closed", "open"))
        door.add_property(state)
        if state == "locked":
            key = maker.new(type="k", name=f"{kind} key")
            maker.add_fact("match", key, door)
            way += hidden(maker, random, room, key, chests, stands, matter)
            way += [f"unlock {door.name} with {key.name}", f"open {door.name}"]
        elif state == "closed":
            way.append(f"open {door.name}")
        way.append(f"go {forth}")
        here = at + 1
    prize = maker.new(type="o", name=things.pop())
    way += hidden(maker, random, rooms[here], prize, chests, stands, matter)
    if random.random() < 0.6:
        stand = maker.new(type="s", name=stands.pop())
        rooms[here].add(stand)
        way.append(f"put {prize.name} on {stand.name}")
    for number, room in enumerate(rooms):
        for thing in random.sample((*FOODS, things.pop()), random.randint(0, 2)):
            # The same food may lie in several rooms, but no two things may have the same name.
            name = f"{SORTS[number]} {thing}" if number else thing
            room.add(maker.new(type="f" if thing in FOODS else "o", name=name))
    maker.set_quest_from_commands(way)
    return maker.build()


def hidden(maker: GameMaker, random: Random, room, thing, chests: list[str], stands: list[str], matter: list[str]) -> list[str]:
    """Puts a thing somewhere in a room, and says the commands that take it from there."""
    place = random.choice(("floor", "stand", "chest", "locked chest"))
    if place == "floor":
        room.add(thing)
        return [f"take {thing.name}"]
    if place == "stand":
        stand = maker.new(type="s", name=stands.pop())
        stand.add(thing)
        room.add(stand)
        return [f"take {thing.name} from {stand.name}"]
    kind = matter.pop()
    chest = maker.new(type="c", name=f"{kind} {chests.pop()}")
    chest.add_property("locked" if place == "locked chest" else "closed")
    chest.add(thing)
    room.add(chest)
    way = [f"open {chest.name}", f"take {thing.name} from {chest.name}"]
    if place == "locked chest":
        key = maker.new(type="k", name=f"{kind} key")
        maker.add_fact("match", key, chest)
        room.add(key)
        way = [f"take {key.name}", f"unlock {chest.name} with {key.name}", *way]
    return way
