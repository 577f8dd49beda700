"""The card of prepared data: what is in it by split and family, what was left out and why, for people."""

# What the filters of prepare say, in the order of their list in the recipe.
COLUMNS = ("sessions", "turns", "learned", "tokens", "learned tokens")


def of(summary: dict) -> str:
    """Markdown. Counts of tokens are there where `prepare` was given a tokenizer (--base)."""
    lines = ["# Data", "", "Recorded from environments and programs that were run; no observation was written by a model. `model/README.md` says how to make it again.", ""]
    lines += table("split", summary["totals"])
    for name, why in (("dropped", "Sessions that were left out"), ("masked", "Turns that are context only")):
        lines += ["", f"## {why}", ""] + [f"- {reason}: {count}" for reason, count in sorted(summary[name].items())] if summary[name] else []
    for split, kinds in summary["kinds"].items():
        if kinds:
            lines += ["", f"## {split}", ""] + table("family", kinds)
    return "\n".join(lines) + "\n"


def table(first: str, rows: dict[str, dict]) -> list[str]:
    columns = [one for one in COLUMNS if any(one in row for row in rows.values())]
    head = [f"| {first} | {' | '.join(columns)} |", "| --- " + "| ---: " * len(columns) + "|"]
    return head + [f"| {name} | {' | '.join(f'{row.get(one, 0):,}' for one in columns)} |" for name, row in rows.items()]
