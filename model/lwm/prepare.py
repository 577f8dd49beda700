"""Recorded sessions to what is trained and tested on: data/recorded/*.jsonl.gz in, data/prepared/{train,test-seed,test-family}-NNN.jsonl.xz out.

Duplicates go, turns are weighed, messages are rendered by the app itself. The pieces are alike and each stands for itself; summary.json
and CARD.md say what is in them and what was left out. bench-SPLIT-N.jsonl are held-out turns for the app's `eval`.
"""

import json
import random
import sys
from collections import Counter, defaultdict
from importlib import import_module
from pathlib import Path

from . import bench, card, pieces
from .record import RECORDERS
from .render import render
from .select_turns import Selection
from .session import Session
from .tokens import session_tokens, vocabulary
from .trajectory import SPLITS, read, split

# A prompt of a bench file has at most so many characters, about 4,000 tokens: it fits whatever context the app finds memory for.
LONGEST = 12_000


def add_arguments(parser) -> None:
    parser.add_argument("--recorded", type=Path, default=Path("data/recorded"), metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=Path("data/prepared"), metavar="FOLDER")
    parser.add_argument("--base", type=Path, metavar="GGUF", help="counts the tokens with this model's tokenizer")
    parser.add_argument("--mb", type=float, default=15, help="megabytes of a piece at most (default 15)")
    parser.add_argument("--sample", type=int, nargs="*", default=[200, 2000], help="turns of the bench files (default 200 and 2000)")
    parser.add_argument("--most", action="append", default=[], metavar="RECORDER=N", help="at most so many sessions of a recorder in train")
    parser.add_argument("--seed", type=int, default=0, help="of the samples and of what goes into which piece")


def run(args) -> None:
    most = {name: int(count) for name, _, count in (one.partition("=") for one in args.most)}
    summary = prepare(args.recorded, args.out, args.base, args.mb, args.sample, most, args.seed)
    print(json.dumps({name: summary[name] for name in ("totals", "dropped", "masked", "odd")}, indent=2))


def prepare(recorded: Path, out: Path, base: Path | None, mb: float, samples: list[int], most: dict[str, int], seed: int) -> dict:
    """Writes the pieces, the bench files and summary.json; returns what the last says."""
    paths = sorted(recorded.glob("*.jsonl.gz"))
    if not paths:
        raise SystemExit(f'There is no NAME.jsonl.gz in "{recorded}". Run "python -m lwm record" first.')
    held_out = {path: held_out_of(path.name.removesuffix(".jsonl.gz")) for path in paths}
    selection = Selection()
    sessions: dict[str, list[Session]] = {name: [] for name in SPLITS}
    # What is trained on comes first, so that a held-out turn that was seen in training is masked there and not the other way round.
    for wanted in SPLITS:
        for path in paths:
            these = (one for one in read(path) if split(one, held_out[path]) == wanted)
            sessions[wanted] += selected(selection, these, most.get(path.name.removesuffix(".jsonl.gz")) if wanted == "train" else None)
            print(f"{wanted}: {path.name}: {len(sessions[wanted])} sessions so far", file=sys.stderr)
    out.mkdir(parents=True, exist_ok=True)
    files = {}
    for name in SPLITS:
        random.Random(seed).shuffle(sessions[name])
        files[name] = {path.name: path.stat().st_size for path in pieces.write(out, name, sessions[name], mb)}
    for name in SPLITS[1:]:
        for count in samples:
            bench.write(out / f"bench-{name}-{count}.jsonl", sessions[name], count, seed, LONGEST)
    totals, kinds = counted(sessions, base)
    summary = {
        "totals": totals,
        "dropped": dict(selection.dropped),
        "masked": dict(selection.masked),
        "odd": dict(+selection.odd),
        "files": files,
        "kinds": kinds,
    }
    (out / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
    (out / "CARD.md").write_text(card.of(summary))
    return summary


def held_out_of(name: str) -> frozenset[str]:
    """The families that are only tested on, as the recorder says; its file may have been made elsewhere."""
    if name not in RECORDERS:
        raise SystemExit(f'"{name}.jsonl.gz" is of no recorder there is, so nobody knows what it holds out. There are: {", ".join(RECORDERS) or "none yet"}.')
    return frozenset(import_module(f"lwm.record.{name}").HELD_OUT)


def selected(selection: Selection, trajectories, most: int | None) -> list[Session]:
    """The sessions worth keeping, `most` of them."""
    kept = []
    for trajectory, one in render(trajectories):
        session = selection.select(trajectory, one) if most is None or len(kept) < most else None
        if session:
            kept.append(session)
    return kept


def counted(sessions: dict[str, list[Session]], base: Path | None) -> tuple[dict, dict]:
    """(by split, by split, recorder and family): sessions, turns, turns learned, and with a tokenizer the tokens and those learned."""
    words = vocabulary(base) if base else None
    totals: dict[str, Counter] = {name: Counter() for name in SPLITS}
    kinds: dict[str, dict[str, Counter]] = {name: defaultdict(Counter) for name in SPLITS}
    for name, all_of_them in sessions.items():
        for session in all_of_them:
            learned = [turn for turn in session.turns if turn.weight]
            count = Counter(sessions=1, turns=len(session.turns), learned=len(learned))
            if words:
                tokens = session_tokens(words, session)
                count["tokens"] = len(tokens.head) + sum(len(turn) for turn, _ in tokens.turns)
                count["learned tokens"] = sum(said for (_, said), turn in zip(tokens.turns, session.turns) if turn.weight)
            totals[name] += count
            kinds[name][f"{session.recorder}/{session.family}"] += count
    categories = {name: dict(Counter(turn.category for one in sessions[name] for turn in one.turns)) for name in SPLITS}
    return (
        {name: {**totals[name], "categories": categories[name]} for name in SPLITS},
        {name: {kind: dict(count) for kind, count in sorted(kinds[name].items())} for name in SPLITS},
    )
