from lwm.trajectory import Trajectory, Turn, read, repair, split, write


def trajectory(seed=1, family="files", **rest):
    return Trajectory("terminal", family, seed, "bash", "terminal", "start", [Turn([{"keystrokes": "ls\n"}], "a\nb")], **rest)


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "t.jsonl.gz"
    assert write(path, [trajectory(1), trajectory(2, tools=[{"name": "ä"}])]) == 2
    write(path, [trajectory(3)])
    assert list(read(path)) == [trajectory(1), trajectory(2, tools=[{"name": "ä"}]), trajectory(3)]


def test_a_session_that_a_crash_cut_off_is_left_out(tmp_path):
    path = tmp_path / "t.jsonl.gz"
    write(path, [trajectory(1), trajectory(2)])
    path.write_bytes(path.read_bytes()[:-20])
    assert list(read(path)) == [trajectory(1)]


def test_what_a_crash_cut_off_is_removed_before_more_is_written(tmp_path):
    path = tmp_path / "t.jsonl.gz"
    write(path, [trajectory(1), trajectory(2)])
    whole = path.read_bytes()
    assert repair(path) == 0 and path.read_bytes() == whole
    path.write_bytes(whole[:-20])
    assert repair(path) == len(whole) // 2 - 20
    write(path, [trajectory(3)])
    assert list(read(path)) == [trajectory(1), trajectory(3)]


def test_families_and_seeds_are_held_out():
    held = frozenset({"archives"})
    assert split(trajectory(1), held) == "train"
    assert split(trajectory(40), held) == "test-seed"
    assert split(trajectory(1, "archives"), held) == "test-family"
