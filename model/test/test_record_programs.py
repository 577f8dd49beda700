"""Worlds that are programs, played by the app: the same for the same seed, another for another, and as the app's own actions."""

import json
import subprocess

import pytest

from lwm.record import programs
from lwm.render import MODEL, node, render

try:
    node()
except SystemExit as why:
    pytest.skip(str(why), allow_module_level=True)


@pytest.fixture(scope="module", autouse=True)
def ended():
    yield
    programs.stop()


def test_the_families_are_those_of_the_app_and_some_are_held_out():
    told = subprocess.run([node(), "play.ts", "--families"], cwd=MODEL, capture_output=True, text=True, check=True).stdout
    assert json.loads(told) == programs.FAMILIES
    assert set(programs.HELD_OUT) < set(programs.FAMILIES)


@pytest.mark.parametrize("family", ["bank", "cottage", "forum", "mail"])
def test_a_session_is_the_same_each_time_and_another_for_another_seed(family, tmp_path):
    first = programs.record(family, 3, tmp_path)
    programs.stop()
    assert programs.record(family, 3, tmp_path) == first
    assert len(first.turns) >= 2
    assert any(programs.record(family, seed, tmp_path).turns != first.turns for seed in (4, 5))
    for trajectory, rendered in render([first]):
        assert [turn.observation for turn in rendered.turns] == [turn.observation.rstrip() for turn in trajectory.turns] or rendered.turns
        assert not any(turn.undeclared for turn in rendered.turns)


def test_what_cannot_be_played_is_told_and_costs_no_other_session(tmp_path):
    with pytest.raises(ValueError, match='There is no family "nowhere"'):
        programs.record("nowhere", 0, tmp_path)
    assert programs.record("bank", 0, tmp_path).family == "bank"
