import json
import re
from functools import cmp_to_key
from pathlib import Path

import pytest

from lwm.record import swe
from lwm.record.swe.repository import Repository
from lwm.record.swe.session import begin
from lwm.record.swe.tools import call, collated, glob
from lwm.record.swe.world import World, run

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"


def sample(name):
    """The calls of a committed sample with what they answered, and its initial state."""
    rows = [json.loads(line) for line in (SAMPLES / f"{name}.jsonl").read_text().splitlines()]
    steps = [row["step"] for row in rows if row.get("type") == "step"]
    state = next(row["branch"]["setup"]["initialState"] for row in rows if row.get("type") == "branch")
    return [(step["action"], step["observation"]["text"]) for step in steps], state


def files_of(state, paths):
    """The files of an initial state, each told after its path."""
    found = {}
    for path in paths:
        rest = state.split(f"\n\n{path}\n", 1)[1]
        ends = [rest.index(f"\n\n{other}\n") for other in paths if f"\n\n{other}\n" in rest]
        found[path] = rest[: min(ends)] + "\n" if ends else rest
    return found


def timeless(text):
    return re.sub(r"in \d\.\d+s", "in 0.000s", text)


def test_the_calls_of_the_sample_about_a_mean_answer_as_they_did(tmp_path):
    calls, state = sample("swe-mean")
    files = {**files_of(state, ["calc.py", "test_calc.py"]), ".gitignore": "__pycache__\n"}
    repository = Repository("/srv/calc", files, "2026-03-02T09:00:00Z", "Ada", "Calculator", state)
    session = begin(None, tmp_path, repository, 99, 0)
    for action, observation in calls:
        assert timeless(call(session.world, action["name"], action["arguments"])) == timeless(observation)


def test_the_calls_of_the_sample_about_words_answer_as_they_did_where_they_need_no_node(tmp_path):
    calls, state = sample("swe-words")
    paths = ["package.json", "src/words.js", "src/count.js", "pets.txt"]
    session = begin(
        None, tmp_path, Repository("/srv/calc", files_of(state, paths), "2026-03-02T09:00:00Z", "Ada", "Count words", state), 99, 0
    )
    replayed = [(action, observation) for action, observation in calls if action["arguments"].get("command", "")[:4] != "node"]
    assert len(replayed) == 6
    for action, observation in replayed:
        assert call(session.world, action["name"], action["arguments"]) == observation


@pytest.mark.parametrize("family", swe.FAMILIES)
def test_a_session_is_the_same_in_another_folder(family, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = swe.record(family, 7, tmp_path / "a")
    assert swe.record(family, 7, tmp_path / "b") == first
    assert first.id == f"swe/{family}/7"
    assert 4 <= len(first.turns) <= 20
    assert len(first.initial_state) < 3840
    assert all(turn.observation and len(turn.observation) <= 2500 for turn in first.turns)
    assert all(set(turn.action) == {"name", "arguments"} for turn in first.turns)
    assert str(tmp_path) not in first.initial_state + "".join(turn.observation for turn in first.turns)


def test_another_seed_is_another_session(tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
    assert swe.record("edits", 1, tmp_path / "a").turns != swe.record("edits", 2, tmp_path / "b").turns


def test_families_that_are_held_out_are_families():
    assert swe.HELD_OUT < set(swe.FAMILIES)


def test_a_command_sees_its_repository_and_cannot_write_outside_of_it(tmp_path):
    (tmp_path / "files").mkdir()
    world = World(tmp_path / "files", "/srv/here", user="ada")
    out, err, code = run(world, ["/bin/bash", "-c", "pwd; whoami; touch /usr/x; touch a; cat /proc/uptime; exit 3"])
    assert (out, code) == ("/srv/here\nada\n", 3)
    assert "touch: cannot touch '/usr/x': Read-only file system" in err
    assert [one.name for one in world.files.iterdir()] == ["a"]


def test_paths_are_sorted_as_node_sorts_them():
    # As ["b.py", ...].sort((a, b) => a.localeCompare(b)) gives them in Node 24.
    assert sorted(["b.py", "B.py", "a/c.py", "a_b.py", "a-b.py", "ab.py", "a.py", "A1.py", "a1.py"], key=cmp_to_key(collated)) == [
        "a_b.py", "a-b.py", "a.py", "a/c.py", "a1.py", "A1.py", "ab.py", "b.py", "B.py",
    ]  # fmt: skip


def test_what_was_changed_last_is_found_first(tmp_path):
    session = begin(None, tmp_path, Repository("/srv/x", {"a.py": "1\n", "b.py": "2\n", ".c.py": ""}, "", "Ada", None, ""), 9, 0)
    assert glob(session.world, "*.py") == "a.py\nb.py"
    session.do("edit", file_path="b.py", old_string="2", new_string="3")
    assert glob(session.world, "**/*.py") == "b.py\na.py"
    assert [turn.observation for turn in session.turns] == ["--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-2\n+3"]
