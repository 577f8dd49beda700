import argparse
from dataclasses import replace

from samples import all_samples
from tiny import session, tiny

from lwm import evaluate, pieces, rollouts


def scores(samples, failed, exact):
    return {"samples": samples, "failed": failed, "exactRaw": exact, "exactNormalised": exact, "wordF1": 1.0, "rougeL": 0.5}


def test_the_table_counts_a_failed_turn_as_wrong():
    told = {"overall": scores(4, 2, 0.5), "byTask": {"terminal": scores(4, 2, 0.5)}, "byKind": {"terminal/files": scores(4, 2, 0.5)}}
    assert evaluate.table({"a/base.gguf": told}).splitlines() == [
        "| | turns | base exact | base normalised | base word F1 | base ROUGE-L |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        "| all | 4 | 25.0% | 25.0% | 50.0% | 25.0% |",
        "| terminal | 4 | 25.0% | 25.0% | 50.0% | 25.0% |",
        "| terminal/files | 4 | 25.0% | 25.0% | 50.0% | 25.0% |",
    ]


def test_rollouts_take_long_sessions_of_every_domain():
    sessions = [replace(one, seed=seed) for one in all_samples() for seed in (1, 2)]
    few = rollouts.chosen(sessions, 8, 0)
    assert len({one.domain for one in few}) == 8
    assert [len(one.turns) for one in few if one.domain == "web"] == [23]


def test_rollouts_are_added_up_by_turn():
    one = {"kind": "a/b", "seed": 1, "exact": 1, "normalised": 1, "ending": "end", "tokens": 20, "first": 100, "ms": 600}
    told = rollouts.told([{**one, "turn": 1}, {**one, "turn": 2, "exact": 0, "normalised": 0, "ending": "repetition", "first": 50}])
    assert told == {
        "answers": 2,
        "exact": 0.5,
        "normalised": 0.5,
        "by turn": {1: [1, 1.0], 2: [1, 0.0]},
        "empty": 0,
        "runaway": 1,
        "too long": 0,
        "first token ms, first turn": 100,
        "first token ms, later": 50,
        "tokens a second": 40.0,
    }


def test_models_are_compared_on_whole_observations(tmp_path, capsys):
    base = tiny(tmp_path / "base.gguf")
    (tmp_path / "prepared").mkdir()
    pieces.write(tmp_path / "prepared", "test-seed", [session(seed) for seed in range(3)], 15)
    parser = argparse.ArgumentParser()
    evaluate.add_arguments(parser)
    args = ["exact", str(base), "--data", str(tmp_path / "prepared"), "--cache", str(tmp_path / "cache"), "--device", "cpu"]
    found = evaluate.exact(parser.parse_args(args))
    assert found[str(base)]["test-seed"]["tiny/counting"]["turns"] == 9
    assert "tiny" in capsys.readouterr().out
