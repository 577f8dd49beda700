import pytest

from lwm.categories import WEIGHTS, category


@pytest.mark.parametrize(
    ("kind", "action", "observation"),
    [
        ("retrieval", "cat notes.txt", "buy bread and milk, then call Ada about the harbour"),
        ("expansion", "fetch harbour page", "harbour page: opened in 1904, ships daily at nine"),
        ("action", "send message to lin about the harbour at nine", "sent"),
        ("transform", "alpha beta gamma delta epsilon zeta eta theta", "alpha is beta"),
        ("boilerplate", "name ada role pilot", "name ada role pilot created now"),
        ("echo", "think about the harbour", "think about the harbour"),
        ("other", "", "anything"),
    ],
)
def test_a_turn_is_of_the_kind_that_its_words_say(kind, action, observation):
    assert category(action, observation) == kind


def test_the_most_specific_kind_wins():
    # Echo turns are boilerplate too, expansions retrievals.
    assert category("a b c d", "a b c d") == "echo"
    assert category("open map", "open map shows nine rooms and two doors here") == "expansion"


def test_every_kind_has_a_weight():
    assert WEIGHTS == {"retrieval": 1, "expansion": 1, "action": 1, "transform": 0.5, "boilerplate": 0.1, "echo": 0.05, "other": 1}
