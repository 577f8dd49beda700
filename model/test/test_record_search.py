import json

import pytest

from lwm.record import search
from lwm.record.search.engine import Engine
from lwm.record.search.markdown import cut, sections
from lwm.record.search.pages import Page, there

HAMMER = Page(
    "https://tools.example/hammer", "Hammer - Tools", "Mar 4, 2025", "# Hammer\n\nA hammer drives nails.\n\nIts head is of **steel**."
)
SAW = Page(
    "https://tools.example/saw", "Saw - Tools", "N/A", "# Saw\n\nA saw cuts wood. " + "It has many teeth and each of them is sharp. " * 5
)
NAIL = Page("https://tools.example/nail", "Nail", "Jan 1, 2020", "# Nail\n\nNails are driven by a hammer into wood.")

needs_pages = pytest.mark.skipif(not there(), reason="the documentation packages have not been fetched")


def engine():
    return Engine([HAMMER, SAW, NAIL])


def test_a_search_finds_pages_with_all_words_and_the_title_counts_most():
    assert engine().call("web_search", {"queries": ["a hammer"]}) == (
        "[1] https://tools.example/hammer\nTitle: Hammer - Tools\nSnippet: A hammer drives nails. Its head is of steel.\nDate: Mar 4, 2025\n\n"
        "[2] https://tools.example/nail\nTitle: Nail\nSnippet: Nails are driven by a hammer into wood.\nDate: Jan 1, 2020"
    )


def test_where_no_page_has_all_words_any_will_do_and_numbers_begin_again_for_each_query():
    answer = engine().call("web_search", {"queries": ["steel teeth", "glue", "saws"]})
    assert [line for line in answer.split("\n") if line.startswith(("[", "No"))] == [
        "[1] https://tools.example/saw",
        "[2] https://tools.example/hammer",
        "No results found.",
        "[1] https://tools.example/saw",
    ]
    snippets = [line for line in answer.split("\n") if line.startswith("Snippet: A saw cuts wood. It has many teeth")]
    assert [(len(line) < 170, line.endswith(" ...")) for line in snippets] == [(True, True), (True, True)]


def test_a_page_is_its_markdown_and_one_that_is_not_there_cannot_be_fetched():
    assert engine().call("web_extractor", {"url": NAIL.url}) == NAIL.text
    assert engine().call("web_extractor", {"urls": [NAIL.url, "https://tools.example/axe"]}) == (
        f"{NAIL.url}\n{NAIL.text}\n\nhttps://tools.example/axe\nError: could not fetch https://tools.example/axe (404 Not Found)"
    )
    assert (
        engine().call("web_extractor", {"url": "https://axes.example/"})
        == "Error: could not fetch https://axes.example/ (Name or service not known)"
    )


def test_a_goal_leaves_what_serves_it():
    assert engine().call("web_extractor", {"url": HAMMER.url, "goal": "what steel"}) == "# Hammer\n\nIts head is of **steel**."
    assert engine().call("web_extractor", {"url": HAMMER.url, "goal": "price"}) == "The page does not mention price."


def test_the_memory_keeps_what_was_added_until_it_is_removed():
    memory = engine()
    say = lambda action, **given: memory.call("dict_memory", {"action": action, **given})
    assert say("add", dict={"a": 1, "b": "x"}) == "Successfully added items of ['a', 'b'] to memory."
    assert say("update", dict={"c": 2}) == "Key not found: c"
    assert say("update", dict={"a": [2]}) == "Successfully updated items of ['a'] in memory."
    assert say("remove", key_list=["b"]) == "Successfully removed items of ['b'] from memory."
    assert say("retrieve", key_list=["a", "b"]) == "Key not found: b"
    assert json.loads(say("retrieve_all")) == {"a": [2]}
    assert say("remove_all") == "Successfully removed all items from memory."
    assert say("retrieve_all") == "{}"


def test_a_passage_is_quoted_where_the_session_says_so():
    assert "Snippet: ... has many" not in Engine([SAW]).call("web_search", {"query": "teeth"})
    assert Engine([SAW], passages=True).call("web_search", {"query": "teeth"}).split("\n")[2].startswith("Snippet: ")


def test_html_becomes_sections_of_markdown():
    html = "<title>no</title><h2>1.2 Files<a class='headerlink'>¶</a></h2><p>Open <code>a</code>\n now.</p><ul><li>one</li><li>two</li></ul><pre>x =\n  1</pre><h3>Empty</h3><nav>no</nav>"
    (only,) = sections(html)
    assert cut(only, 999) == "# Files\n\nOpen `a` now.\n\n- one\n- two\n\n```\nx =\n  1\n```"
    assert cut(only, 30) == "# Files\n\nOpen `a` now.\n\n- one"


@needs_pages
@pytest.mark.parametrize("family", search.FAMILIES)
def test_a_session_is_the_same_every_time_and_its_pages_are_all_told(family, tmp_path):
    first = search.record(family, 7, tmp_path)
    assert search.record(family, 7, tmp_path) == first
    assert 4 <= len(first.turns) <= 16
    assert len(first.initial_state) < 4800
    for turn in first.turns:
        assert turn.observation and set(turn.action) == {"name", "arguments"}
        given = turn.action["arguments"]
        if turn.action["name"] == "web_extractor" and "goal" not in given and "url" in given and not turn.observation.startswith("Error"):
            assert turn.observation in first.initial_state


def test_families_that_are_held_out_are_families():
    assert search.HELD_OUT < set(search.FAMILIES)
