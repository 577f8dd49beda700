"""Pages of real sites: the same for the same seed, in the app's form, and with what was done to them."""

import ast
import re
import shutil
from pathlib import Path

import pytest

from lwm.record import web
from lwm.record.web.calls import act
from lwm.record.web.devtools import browser
from lwm.record.web.page import Visit

pytestmark = pytest.mark.skipif(not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), reason="needs Chromium")

# src/core/domains/web/calls.ts, as far as a site's visitor goes.
CALLS = {
    "noop": 0,
    "click": 1,
    "fill": 2,
    "select_option": 2,
    "hover": 1,
    "keyboard_press": 1,
    "scroll": 2,
    "goto": 1,
    "go_back": 0,
    "go_forward": 0,
    "new_tab": 0,
    "tab_focus": 1,
    "tab_close": 0,
    "send_msg_to_user": 1,
    "report_infeasible": 1,
}
LINE = re.compile(r"\t*(\[\d+\] )?[A-Za-z]+( ('([^'\\]|\\.)*'|\"([^\"\\]|\\.)*\"))?( value=('.*?'|\".*?\"|\d+))?(, [a-zA-Z]+(=.+?)?)*")


@pytest.mark.parametrize("family", web.FAMILIES)
def test_a_session_of_every_family_is_the_same_for_the_same_seed_and_is_told_as_the_app_reads_it(family: str, tmp_path: Path) -> None:
    one = web.record(family, 3, tmp_path)
    assert web.record(family, 3, tmp_path / "elsewhere") == one
    assert 1 <= len(one.turns) <= 10
    assert sum(len(turn.observation) for turn in one.turns) <= web.MOST_CHARACTERS
    for turn in one.turns:
        call = ast.parse(turn.action, mode="eval").body
        assert isinstance(call, ast.Call) and len(call.args) == CALLS[call.func.id]
    for text in [one.initial_state, *(turn.observation for turn in one.turns)]:
        head, tree = text.split("\n\n", 1)
        assert re.fullmatch(r"URL: (\S+)\nTitle: .*(\nTab \d( \(current\))?: .* \(\S+\))+", head)
        assert tree.startswith("RootWebArea ")
        assert [line for line in tree.split("\n") if not LINE.fullmatch(line)] == []


def test_another_seed_is_another_session(tmp_path: Path) -> None:
    assert len({web.record("shop", seed, tmp_path).initial_state for seed in range(5)}) == 5


def test_held_out_families_are_families() -> None:
    assert web.HELD_OUT < set(web.FAMILIES)


def test_a_page_keeps_the_bids_of_what_stays_and_counts_on_for_what_is_new() -> None:
    body = "<p>Hello</p><button onclick=\"this.before(Object.assign(document.createElement('strong'), { textContent: 'New' }))\">More</button>"
    visit = Visit(browser(), "small.example", lambda _: f"<!doctype html><title>Small</title><body>{body}</body>")
    # An element has its bid from when it is first seen.
    visit.look()
    act(visit, "click", ("5",))
    act(visit, "click", ("5",))
    assert visit.look() == (
        "URL: http://small.example/\nTitle: Small\nTab 0 (current): Small (http://small.example/)\n\n"
        "RootWebArea 'Small', focused, url='http://small.example/'\n"
        "\t[4] paragraph ''\n\t\tStaticText 'Hello'\n"
        "\t[6] strong ''\n\t\tStaticText 'New'\n"
        "\t[7] strong ''\n\t\tStaticText 'New'\n"
        "\t[5] button 'More', clickable, focused"
    )
    visit.close()


def test_what_cannot_be_clicked_leaves_the_page_as_it_is() -> None:
    visit = Visit(
        browser(), "still.example", lambda _: "<!doctype html><title>Still</title><body><button disabled>No</button><p>Text</p></body>"
    )
    before = visit.look()
    for call in [
        ("click", ("4",)),
        ("click", ("99",)),
        ("fill", ("5", "words")),
        ("select_option", ("5", "One")),
        ("go_back", ()),
        ("tab_close", ()),
    ]:
        act(visit, *call)
        assert visit.look() == before
    visit.close()
