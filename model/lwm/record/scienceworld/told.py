"""The initial state of a session in words: all that its observations follow from, of the rooms that it comes to."""

from typing import Any

from .world import World, each

# What everything in the house is at, and the air of it, in degrees celsius.
USUAL = 10
USUAL_AIR = 25

# How the simulator is asked for a thing as it is told among others.
CURSORY = 0

EASED = {
    "openDoors": "all doors stand open",
    "openContainers": "all containers stand open",
    "teleportAction": "the agent can teleport to a room",
    "selfWateringFlowerPots": "flower pots water themselves",
    "noElectricalAction": "connect and disconnect are not known",
}


class Told:
    """Made before the first command, for the world changes; told after the last, when it is known which rooms matter."""

    def __init__(self, place: World, eased: list[str]) -> None:
        self.eased = [EASED[name] for name in eased]
        self.task = place.task().replace("Task Description:\n", "").strip()
        self.goals = place.goals()
        self.score = place.score()
        self.first = place.look()
        self.inventory = place.inventory()
        self.here = place.room()
        self.visited = [self.here]
        tree = place.tree()["contents"].values()
        self.inside = {room["name"]: room for room in tree}
        self.looks = {name: room.getDescription(CURSORY).strip() for name, room in place.rooms().items() if name != self.here}
        self.opened = {name: opened(room, self.inside[name]) for name, room in place.rooms().items() if name in self.inside}

    def saw(self, room: str) -> None:
        if room not in self.visited:
            self.visited.append(room)

    def text(self) -> str:
        others = [self.looks[name] for name in self.visited if name in self.looks]
        closed = [line for name in self.visited for line in self.opened.get(name, [])]
        parts = [
            f"ScienceWorld: a house, and what can be done in it.{' Made easier: ' + '; '.join(self.eased) + '.' if self.eased else ''}",
            f"Task: {self.task}",
            points(*self.goals, self.score),
            "\n".join(["Other rooms that matter, as they are now:", *others]) if others else "",
            "\n".join(["What is closed now shows when it is open:", *closed]) if closed else "",
            self.warmth(),
            self.inventory,
            self.first,
        ]
        return "\n\n".join(part for part in parts if part)

    def warmth(self) -> str:
        """Temperatures that are not the usual ones, and when the substances at hand melt and boil."""
        warm: list[str] = []
        substances: dict[str, str] = {}
        for name in self.visited:
            for where, thing in things(self.inside.get(name, {})):
                told = thing["propMaterial"]
                if not told:
                    continue
                usual = USUAL_AIR if thing["name"] == "air" else USUAL
                if abs(told["temperatureC"] - usual) >= 0.5:
                    warm.append(f"{thing['name']} in {where} {told['temperatureC']:.0f}")
                if thing["name"] == told["substanceName"] and thing["name"] != "air":
                    substances[thing["name"]] = f"{thing['name']} {told['meltingPoint']:.0f} and {told['boilingPoint']:.0f}"
        lines = [f"Degrees celsius: all things {USUAL}, air {USUAL_AIR}{''.join('; ' + one for one in dict.fromkeys(warm))}."]
        if substances:
            lines.append(f"Melts and boils at: {'; '.join(substances[name] for name in sorted(substances))}.")
        return "\n".join(lines)


def points(ordered: list[tuple[str, bool]], other: list[tuple[str, bool]], score: int) -> str:
    """The goals with what each is worth, as the package counts it: one of N in order 100/N, those on the way 100/(N+1) together."""
    lines = [f"Score so far: {score}. Goals in order, {100 / len(ordered):.4g} points each, 100 when all are done: {said(ordered)}."]
    if other:
        lines.append(f"On the way, {100 / (len(ordered) + 1) / len(other):.4g} each: {said(other)}.")
    return "\n".join(lines)


def said(goals: list[tuple[str, bool]]) -> str:
    return "; ".join(f"{words}{' (done)' if done else ''}" for words, done in goals)


def things(inside: dict[str, Any], where: str | None = None) -> list[tuple[str, dict[str, Any]]]:
    """Everything in it with the name of what it is in, from the outside inwards, in the order of names."""
    found = []
    for thing in sorted(inside.get("contents", {}).values(), key=lambda one: one["name"]):
        if not thing["name"].startswith(("terminal", "anode", "cathode")):
            found += [(inside["name"], thing), *things(thing, thing["name"])]
    return found


def closed(inside: dict[str, Any]) -> dict[str, str]:
    """The identities of all that can be opened in it, and where each is."""
    found = {}
    for where, thing in things(inside):
        holds = thing["propContainer"]
        if holds and holds["isClosable"] and not holds["isOpen"]:
            found[str(thing["uuid"])] = f"{thing['name']} in {where}"
    return found


def opened(room, inside: dict[str, Any]) -> list[str]:
    """How each closed container that stands in a room describes itself once it is open: it is opened, asked, and closed again."""
    wanted, lines = closed(inside), []
    if not wanted:
        return lines
    for one in each(room.getContainedObjects(True)):
        if (identity := str(one.uuid())) in wanted:
            turn = getattr(one.propContainer().get(), "isOpen_$eq")
            shut = one.getDescription(CURSORY).strip()
            turn(True)
            shown = one.getDescription(CURSORY).strip()
            turn(False)
            # A jar of glass shows what is in it at any time.
            if shown != shut:
                lines.append(f"{wanted[identity]}: {shown}")
    return sorted(lines)
