"""Sessions of text environments: told whole before they begin, of the same form as the app's samples, and the same each time."""

import json
import re
from pathlib import Path

import pytest

from lwm.record import RECORDERS, scienceworld, textworld
from lwm.record.scienceworld.world import World, world
from lwm.record.textenv import listed, observation
from lwm.record.textworld import games

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"
FORM = re.compile(r"\A.+\n\nReward: -?\d+\nDone: (true|false)(\nAdmissible actions:( .+)?)?\Z", re.DOTALL)
BOTH = [(one, family) for one in (scienceworld, textworld) for family in one.FAMILIES]


def record(recorder, family, tmp_path, name="a", seed=3):
    folder = tmp_path / name
    folder.mkdir()
    return recorder.record(family, seed, folder)


def test_an_observation_has_the_form_of_the_recorded_samples():
    for name in ("textenv-nest", "textenv-living"):
        for line in (SAMPLES / f"{name}.jsonl").read_text().splitlines():
            step = json.loads(line).get("step")
            if step:
                scene, _, end = step["observation"]["text"].rpartition("\n\n")
                rows = dict(row.split(":", 1) for row in end.split("\n"))
                admissible = [one for one in rows["Admissible actions"].strip().split(", ") if one] if len(rows) == 3 else None
                assert observation(scene, int(rows["Reward"]), rows["Done"] == " true", admissible) == step["observation"]["text"]


def test_at_the_end_nothing_is_admitted_and_a_world_without_lists_tells_none():
    assert observation("It ends.", 1, True, ["look"]).endswith("Done: true\nAdmissible actions:")
    assert listed(None) == ""


@pytest.mark.parametrize(("recorder", "family"), BOTH, ids=lambda one: one if isinstance(one, str) else one.__name__.split(".")[-1])
def test_a_session_is_the_same_each_time_and_keeps_the_contract(recorder, family, tmp_path):
    first = record(recorder, family, tmp_path)
    games.made.cache_clear()
    world().known.clear()
    again = record(recorder, family, tmp_path, "another")
    assert first == again
    assert first.domain == "textenv" and first.recorder in RECORDERS and first.tools is None
    assert 3 <= len(first.turns) <= 16
    assert len(first.initial_state) < 7_000 and str(tmp_path) not in first.initial_state
    for turn in first.turns:
        assert turn.action.strip() and "\n" not in turn.action
        assert FORM.match(turn.observation) and len(turn.observation) < 2_600
    assert all("Done: false" in turn.observation for turn in first.turns[:-1])
    assert len({"Admissible" in text for text in [first.initial_state, *(turn.observation for turn in first.turns)]}) == 1


@pytest.mark.parametrize("family", ["find", "growing"])
def test_another_simulator_with_another_past_plays_the_same(family, tmp_path, monkeypatch):
    here = record(scienceworld, family, tmp_path)
    another = World()
    monkeypatch.setattr(scienceworld, "world", lambda: another)
    record(scienceworld, "paint", tmp_path, "before", seed=5)
    assert record(scienceworld, family, tmp_path, "after") == here
    another.env.close()


def test_rooms_are_told_before_they_are_seen(tmp_path):
    session = next(one for seed in range(1, 9) if "go to" in str((one := record(scienceworld, "find", tmp_path, str(seed), seed)).turns))
    for turn in session.turns:
        if turn.action.startswith("go to") and "You move to" in turn.observation:
            room = re.search(r"You move to the (.+)\.", turn.observation)[1]
            assert f"called the {room}." in session.initial_state


def test_seeds_that_are_tested_on_share_no_game_with_others():
    kept = {games.number(seed) for seed in range(0, 200, 40)}
    assert kept.isdisjoint(games.number(seed) for seed in range(200) if seed % 40)
    assert len({games.number(seed) for seed in range(40)}) == 14


def test_held_out_families_are_among_the_families():
    for recorder in (scienceworld, textworld):
        assert recorder.HELD_OUT < set(recorder.FAMILIES) and len(recorder.FAMILIES) >= 8
