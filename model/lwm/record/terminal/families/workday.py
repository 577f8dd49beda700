"""Several kinds of session one after another at the same prompt: what one left behind is still there in the next."""

from ..session import Over, Session
from . import craft, data, files, flow, queries, streams, tables, text, versions

# Those that end at the shell's prompt wherever they are cut off, and none that is kept for testing.
PARTS = {
    **craft.FAMILIES,
    **{name: of for module in (data, files, flow, queries, tables, text, versions) for name, of in module.FAMILIES.items()},
    "redirections": streams.FAMILIES["redirections"],
}
KEPT_FOR_TESTS = ("symlinks", "inventory-awk", "config-sed", "merge-conflict", "long-lists")


def workday(s: Session) -> None:
    """Two to four pieces of work, each of a few turns."""
    generators = [generate for name, (generate, _) in PARTS.items() if name not in KEPT_FOR_TESTS]
    whole, s.most = s.most, 0
    for generate in s.rng.sample(generators, s.rng.randint(2, 4)):
        s.most = min(whole, len(s.turns) + s.rng.randint(4, 7))
        try:
            generate(s)
        except Over:
            if not s.at_prompt() or len(s.turns) >= whole:
                raise


FAMILIES = {"workday": (workday, 0.15)}
