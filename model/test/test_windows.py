import random

from lwm.tokens import Tokens
from lwm.windows import Window, window_tokens, windows


def test_a_session_that_fits_is_one_window():
    assert windows(10, [20, 30], 60) == [Window(0, 0, 2)]


def test_the_oldest_turns_go_until_half_of_the_room_is_free():
    assert windows(10, [20, 20, 20, 20, 20], 90) == [Window(0, 0, 4), Window(2, 4, 5)]


def test_a_turn_that_fits_nowhere_is_left_out():
    assert windows(10, [20, 100, 20], 60) == [Window(0, 0, 1), Window(2, 2, 3)]


def test_every_turn_is_new_once_and_every_window_fits():
    drawn = random.Random(1)
    for _ in range(300):
        head, turns = drawn.randint(5, 40), [drawn.randint(1, 60) for _ in range(drawn.randint(1, 30))]
        made = windows(head, turns, 100)
        assert [at for one in made for at in range(one.new, one.end)] == list(range(len(turns)))
        assert all(head + sum(turns[one.first : one.end]) <= 100 and one.first <= one.new for one in made)


def test_only_what_the_model_says_in_new_turns_is_learned():
    tokens = Tokens([1, 1], [([10, 11, 12, 13], 2), ([20, 21, 22, 23], 2)])
    assert window_tokens(tokens, [1.0, 0.5], Window(0, 1, 2)) == ([1, 1, 10, 11, 12, 13, 20, 21, 22, 23], [0] * 7 + [0.5, 0.5, 0])
    assert window_tokens(tokens, [1.0, 0.5], Window(0, 0, 1)) == ([1, 1, 10, 11, 12, 13], [0, 0, 0, 1, 1, 0])
