import os
import re
import signal

import pytest

from lwm.record import one, terminal
from lwm.record.terminal import sandbox
from lwm.record.terminal.slips import slip
from lwm.trajectory import split

pytestmark = pytest.mark.skipif(sandbox.missing() is not None, reason=str(sandbox.missing()))

# How the app's terminal reads a prompt off the last line (src/core/domains/terminal/index.ts).
PROMPT = re.compile(r"^(?:\[?[\w.-]+@[\w.-]+(?::| )\s?[^\]\n]*?\]? ?[#$]|(?:[a-zA-Z][\w.-]* ?)?[#$]|>>>|\.\.\.|\w[\w.-]*>)\s*$")


@pytest.mark.parametrize("family", terminal.FAMILIES)
def test_a_session_is_the_same_when_it_is_recorded_again(family):
    assert one("terminal", family, 7) == one("terminal", family, 7)


@pytest.mark.parametrize("family", terminal.FAMILIES)
def test_a_session_keeps_the_contract(family):
    session = one("terminal", family, 11)
    assert session.domain == "terminal" and 4 <= len(session.turns) <= 20
    assert "\n\nThe terminal shows:\n" in session.initial_state
    prompt = session.initial_state.rsplit("\n", 1)[-1]
    for turn in session.turns:
        assert turn.action and all(set(command) == {"keystrokes", "duration"} and command["duration"] >= 0 for command in turn.action)
        assert len(turn.observation) <= 2500 and "\t" not in turn.observation and "\x1b" not in turn.observation
        assert turn.observation.endswith(" ") == bool(PROMPT.match(turn.observation.rsplit("\n", 1)[-1]) and turn.observation.endswith(" "))
        typed = turn.action[0]["keystrokes"]
        if prompt.endswith(" ") and typed.endswith("\n"):
            assert turn.observation.startswith(f"{prompt}{typed.splitlines()[0]}".rstrip())
        prompt = turn.observation.rsplit("\n", 1)[-1]
    assert sum(len(turn.observation) for turn in session.turns) + len(session.initial_state) < 19_000


def test_a_program_is_interrupted_also_when_recording_runs_in_the_background():
    """A shell hands on what it was started with, and a background job is started with C-c ignored."""
    in_front = [one("terminal", "processes", seed) for seed in range(4)]
    assert any(turn.action[0]["keystrokes"] == "C-c" for session in in_front for turn in session.turns)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert [one("terminal", "processes", seed) for seed in range(4)] == in_front
    finally:
        signal.signal(signal.SIGINT, before)


def test_every_first_prompt_is_one_that_the_app_reads():
    for seed in range(12):
        prompt = one("terminal", "sorting", seed).initial_state.rsplit("\n", 1)[-1]
        assert prompt.endswith(" ") and PROMPT.match(prompt)


def test_seeds_give_different_sessions():
    assert len({str(one("terminal", "filtering", seed).turns) for seed in range(10)}) == 10


def test_the_clock_of_a_session_stands_still():
    for seed in range(3):
        session = one("terminal", "long-lists", seed)
        stands = re.search(r"The clock stands at .*?(\d{4})", session.initial_state)[1]
        for turn in session.turns:
            assert all(year <= stands for year in re.findall(r"\b20\d\d\b", turn.observation))


def test_whole_families_are_held_out_and_nothing_else():
    assert terminal.HELD_OUT < set(terminal.FAMILIES) and 4 <= len(terminal.HELD_OUT) <= 6
    held = next(iter(sorted(terminal.HELD_OUT)))
    assert split(one("terminal", held, 1), terminal.HELD_OUT) == "test-family"


def test_nothing_is_left_behind_when_a_session_is_over(tmp_path, monkeypatch):
    seen = []
    close = terminal.session.Shell.close

    def look_and_close(shell):
        seen.append(living(tmp_path))
        close(shell)

    monkeypatch.setattr(terminal.session.Shell, "close", look_and_close)
    terminal.record("processes", 1, tmp_path)
    assert len(seen) == 1 and seen[0] and not living(tmp_path)
    assert str(tmp_path) not in open("/proc/mounts").read()


def living(folder):
    """The processes whose root folder lies in that one."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            found += [name] * os.readlink(f"/proc/{name}/root").startswith(str(folder))
        except OSError:
            pass
    return found


def test_a_line_with_more_than_a_plain_command_is_never_mistyped():
    import random

    for seed in range(50):
        assert slip(random.Random(seed), "rm -r a; touch b > c", ["a"]) is None


def test_a_machine_that_lacks_a_program_says_which(monkeypatch, tmp_path):
    monkeypatch.setitem(sandbox.NEEDED, "no-such-program", "no-such-package")
    with pytest.raises(RuntimeError, match="install: no-such-package"):
        terminal.record("tidy", 1, tmp_path)
