import json
import shutil
from random import Random

import pytest
from jsonschema import Draft7Validator

from lwm import record
from lwm.record import mcp
from lwm.record.mcp_servers import npm, ops, words
from lwm.record.mcp_servers.kinds import KINDS, shop
from lwm.record.mcp_servers.public import PUBLIC
from lwm.record.mcp_servers.style import style_of, tool_name
from lwm.record.mcp_servers.wire import forked
from lwm.trajectory import read

FROM_NPM = {"files-read", "files-write", "files-move", "memory-build", "memory-find", "thinking", "everything"}


def recorded(family, seed, folder):
    if family in FROM_NPM and not npm.program("filesystem").exists() and not shutil.which("npm"):
        pytest.skip("the npm servers are not installed: python -m lwm.record.mcp_servers.npm")
    folder.mkdir()
    return mcp.record(family, seed, folder)


@pytest.mark.parametrize("family", mcp.FAMILIES)
def test_a_session_is_the_same_for_the_same_seed_in_another_folder(family, tmp_path):
    once, again, other = recorded(family, 7, tmp_path / "a"), recorded(family, 7, tmp_path / "b"), recorded(family, 8, tmp_path / "c")
    assert once == again
    assert [turn.action for turn in once.turns] != [turn.action for turn in other.turns]
    for one in (once, other):
        assert 3 <= len(one.turns) <= 20
        assert one.initial_state and len(one.initial_state) < 3000
        assert str(tmp_path) not in json.dumps([one.initial_state, one.tools, [turn.observation for turn in one.turns]])
        tools = {tool["name"]: tool for tool in one.tools}
        for turn in one.turns:
            assert set(turn.action) == {"name", "arguments"}
            assert turn.observation == turn.observation.strip("\n") != ""
            # What does not fit its tool is answered by the app itself, so none of it is recorded.
            Draft7Validator(tools[turn.action["name"]]["inputSchema"]).validate(turn.action["arguments"])


def test_held_out_families_are_some_of_all():
    assert mcp.HELD_OUT < set(mcp.FAMILIES)
    assert set(mcp.FAMILIES) == set(PUBLIC) | set(KINDS)
    assert mcp.HELD_OUT & set(PUBLIC) and mcp.HELD_OUT & set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_tools_of_a_server_have_one_name(kind):
    for seed in range(30):
        rng = Random(seed)
        world = KINDS[kind](rng)
        assert {one.table for one in world.ops} <= {"", *world.tables}
        style = style_of(rng)
        pairs = [tool_name(style, op) for op in world.ops]
        assert len(pairs) - len(set(pairs)) <= 1, pairs


def test_an_order_takes_from_the_stock_and_its_cancellation_gives_back():
    world = shop.make(Random(3))
    products, orders = world["products"], world["orders"]
    row = next(iter(products.rows.values()))
    row["stock"] = 5
    by_verb = {op.verb: op for op in world.ops if op.table == "orders"}
    placed = by_verb["place"].run(world, {"customer": "Ada Berg", "product": row["id"], "quantity": 2}).row
    assert (row["stock"], placed["status"]) == (3, "new")
    by_verb["cancel"].run(world, {"id": placed["id"]})
    assert (row["stock"], orders.get(placed["id"])["status"]) == (5, "cancelled")


def test_what_was_created_deleted_or_never_there_may_be_asked_for():
    rng, world = Random(1), shop.make(Random(1))
    asked = {ops.some_id(rng, world, world["products"]) for _ in range(300)}
    assert set(world["products"].rows) < asked


def test_a_server_that_ends_is_told_at_once():
    with pytest.raises(EOFError):
        forked(lambda: None)


def test_prices_are_never_whole():
    assert all(words.price(Random(seed)) % 1 for seed in range(200))
    assert (words.tidy(3.0), words.tidy(0.1 + 0.2)) == (3, 0.3)


def test_recording_goes_on_with_new_workers_after_the_first_have_had_their_share(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "WORKER_LASTS", 2)
    monkeypatch.setattr(mcp, "FAMILIES", ("shop",))
    assert [done for done, _, wrong in record.record("mcp", range(1, 6), tmp_path, jobs=1) if wrong is None] == [1, 2, 3, 4, 5]
    assert [one.seed for one in read(tmp_path / "mcp.jsonl.gz")] == [1, 2, 3, 4, 5]
    assert list(record.record("mcp", range(1, 6), tmp_path, jobs=1)) == []
