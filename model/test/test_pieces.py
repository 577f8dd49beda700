import random

import pytest
from tiny import session

from lwm import pieces
from lwm.session import pieces as found
from lwm.session import read


def test_pieces_are_small_alike_and_hold_everything(tmp_path):
    sessions = [session(seed, turns=random.Random(seed).randint(1, 40)) for seed in range(400)]
    paths = pieces.write(tmp_path, "train", sessions, 0.01)
    assert len(paths) > 1 and all(path.stat().st_size <= 10_000 for path in paths)
    assert sorted(one.seed for path in found(tmp_path, "train") for one in read(path)) == list(range(400))
    # Another time there are fewer, and none of the old ones stays.
    assert pieces.write(tmp_path, "train", sessions[:3], 15) == found(tmp_path, "train")


def test_a_file_is_whole_again(tmp_path):
    whole = tmp_path / "weights.gguf"
    whole.write_bytes(random.Random(0).randbytes(25_000))
    parts = pieces.cut(whole, tmp_path / "parts", 0.01)
    assert [part.name for part in parts] == ["weights.gguf.00", "weights.gguf.01", "weights.gguf.02"]
    assert pieces.join(parts[::-1], tmp_path / "again") == 25_000
    assert (tmp_path / "again").read_bytes() == whole.read_bytes()
    with pytest.raises(SystemExit, match="not all the pieces"):
        pieces.join(parts[:1] + parts[2:], tmp_path / "again")
