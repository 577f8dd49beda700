import json
from dataclasses import replace
from pathlib import Path

import pytest
from samples import all_samples, sample

from lwm import bench, prepare
from lwm.render import render
from lwm.select_turns import Selection
from lwm.session import pieces, read
from lwm.trajectory import Turn, write


def selected(*trajectories):
    selection = Selection()
    return [selection.select(one, rendered) for one, rendered in render(trajectories)], selection


def test_an_answer_is_told_as_the_app_begins_it_and_the_model_goes_on():
    [session], _ = selected(sample("first-steps"))
    first = session.turns[0]
    assert first.user == '### Turn 1\n**Action:**\n```json\n[{"keystrokes":"ls -la\\n","duration":1}]\n```'
    assert first.given == "**Environment Observation:**\nada@debian:~$ ls -la\n"
    assert first.said.startswith("total 12\ndrwxr-xr-x")
    assert session.system.startswith("# Task\n\nYou are a Linux terminal.")


def test_an_action_that_its_domain_does_not_accept_is_an_error_that_names_the_session(capfd):
    bad = replace(sample("first-steps"), turns=[Turn([{"keys": "ls\n"}], "x"), Turn([], "y")])
    with pytest.raises(SystemExit):
        list(render([bad]))
    assert "samples/sample/1: turn 1: This is not an action of the terminal domain" in capfd.readouterr().err


def test_a_session_that_was_there_already_is_dropped():
    one = sample("textenv-nest")
    [first, second], selection = selected(one, replace(one, seed=2))
    assert first and second is None
    assert dict(selection.dropped) == {"duplicate": 1}


def test_turns_that_were_asked_before_are_context_only():
    one = sample("textenv-nest")
    shorter = replace(one, seed=2, turns=one.turns[:3] + [Turn("look", "A place of its own.")])
    [_, second], selection = selected(one, shorter)
    assert [turn.category for turn in second.turns[:3]] == ["seen before"] * 3
    assert [turn.weight for turn in second.turns] == [0, 0, 0, second.turns[3].weight] and second.turns[3].weight > 0
    assert selection.masked["seen before"] == 3


def test_waits_repeats_and_unchanged_screens_teach_nothing():
    one = sample("first-steps")
    wait = Turn([{"keystrokes": "", "duration": 1}], "ada@debian:~$ ")
    [terminal], _ = selected(replace(one, turns=[one.turns[0], one.turns[0], wait]))
    assert [turn.category for turn in terminal.turns][1:] == ["said again", "nothing done"]
    page = sample("web-chores")
    [web], _ = selected(replace(page, turns=[Turn("hover('12')", page.initial_state), page.turns[0]]))
    assert web.turns[0].category == "no change"


def test_short_sessions_and_undeclared_tools_are_dropped():
    one, tools = sample("textenv-nest"), sample("mcp-files")
    strange = replace(tools, turns=[Turn({"name": "fly", "arguments": {}}, "Flown."), *tools.turns])
    refused = replace(tools, turns=[Turn({"name": "fly", "arguments": {}}, "MCP error -32602: Tool fly not found"), *tools.turns])
    kept, selection = selected(replace(one, turns=one.turns[:1]), strange, refused)
    assert [bool(session) for session in kept] == [False, False, True]
    assert dict(selection.dropped) == {"under two turns": 1, "calls an undeclared tool": 1}


def test_a_bench_sample_has_every_domain_alike_and_is_the_same_for_the_same_seed(tmp_path):
    sessions = [one for one in selected(*all_samples())[0] if one]
    path = tmp_path / "bench.jsonl"
    assert bench.write(path, sessions, 15, 0, 12_000) == 15
    again = path.read_text()
    bench.write(path, sessions, 15, 0, 12_000)
    assert path.read_text() == again
    lines = [json.loads(line) for line in again.splitlines()]
    counts = {name: sum(line["task"] == name for line in lines) for name in {line["task"] for line in lines}}
    assert max(counts.values()) - min(counts.values()) <= 1
    assert all(len(line["prompt"]) == len(line["response"]) == line["turn_idx"] for line in lines)
    assert lines[0]["kind"] == "samples/sample"


def test_recordings_become_pieces_samples_and_a_summary(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(prepare, "held_out_of", lambda name: frozenset({"rare"}))
    texts = [one for one in all_samples() if one.domain in ("terminal", "textenv", "swe")]
    (tmp_path / "recorded").mkdir()
    write(tmp_path / "recorded" / "samples.jsonl.gz", texts)
    write(tmp_path / "recorded" / "samples.jsonl.gz", [replace(texts[0], family="rare", initial_state="Another machine."), replace(texts[1], seed=40), texts[2]])
    out = tmp_path / "prepared"
    told = prepare.prepare(tmp_path / "recorded", out, None, 15, [5], {}, 0)
    assert {name: told["totals"][name]["sessions"] for name in told["totals"] if "sessions" in told["totals"][name]} == {
        "train": len(texts),
        "test-family": 1,
    }
    assert told["dropped"] == {"duplicate": 2}
    assert json.loads((out / "summary.json").read_text()) == told
    assert sum(len(list(read(path))) for path in pieces(out, "train")) == len(texts)
    assert len((out / "bench-test-family-5.jsonl").read_text().splitlines()) == 5
