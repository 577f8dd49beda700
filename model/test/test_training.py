import argparse

import numpy as np
import pytest
import torch
from tiny import SHAPE, session, tiny

from lwm import attention, data, gguf_weights, net, packing, pieces, score, train
from lwm.checkpoint import weights
from lwm.quantize import quantize
from lwm.session import pieces as found
from lwm.session import read
from lwm.step import adamw, update
from lwm.tokens import session_tokens, vocabulary


@pytest.fixture
def folder(tmp_path):
    tiny(tmp_path / "tiny.gguf")
    (tmp_path / "prepared").mkdir()
    pieces.write(tmp_path / "prepared", "train", [session(seed) for seed in range(1, 13)], 15)
    return tmp_path


def settings(folder, out="run", *more):
    parser = argparse.ArgumentParser()
    train.add_arguments(parser)
    given = ["--base", "tiny.gguf", "--data", "prepared", "--cache", "cache", "--out", out]
    given = [str(folder / one) if not one.startswith("--") else one for one in given]
    sizes = ["--context", "512", "--micro", "1024", "--batch", "1024", "--epochs", "2", "--rate", "0.01", "--device", "cpu"]
    return parser.parse_args([*given, *sizes, *more])


def loaded(folder):
    return data.load(folder / "prepared", "train", folder / "cache", vocabulary(folder / "tiny.gguf"), 512, jobs=1)


def test_exactly_what_the_model_says_is_learned(folder):
    words, windows = vocabulary(folder / "tiny.gguf"), loaded(folder)
    batch = packing.batch(windows, [0, 1])
    learned = words.text(batch.next.tolist())
    truth = [turn.said for at in (0, 1) for turn in list_of(folder)[at].turns]
    assert learned == "".join(truth)
    assert int((batch.next == words.end).sum()) == len(truth)


def list_of(folder):
    """In the order of the windows."""
    [path] = found(folder / "prepared", "train")
    return [one for part in range(data.PARTS) for one in read(path, part, data.PARTS)]


def test_packed_sessions_do_not_see_each_other(folder):
    windows = loaded(folder)
    shape, held = gguf_weights.load(folder / "tiny.gguf")
    model = net.built(shape, held)

    def hidden(chosen):
        batch = packing.batch(windows, chosen)
        return model(batch.tokens, batch.positions, attention.plain(batch.bounds, batch.longest))[0]

    alone = hidden([1])
    assert torch.allclose(hidden([0, 1, 2])[windows.lengths[0] :][: len(alone)], alone, atol=1e-5)


def test_rows_hold_every_window_once_and_follow_from_the_seed(folder):
    lengths = np.random.default_rng(0).integers(10, 500, 300)
    made = packing.rows(lengths, 512, seed=1, epoch=0)
    assert sorted(at for row in made for at in row) == list(range(300))
    assert all(sum(int(lengths[at]) for at in row) <= 512 for row in made)
    assert made == packing.rows(lengths, 512, 1, 0) != packing.rows(lengths, 512, 1, 1)


def test_padding_changes_nothing_that_is_learned(folder):
    windows = loaded(folder)
    bare, padded = packing.batch(windows, [0, 1]), packing.batch(windows, [0, 1], 2048)
    assert len(padded.tokens) == 2048 == padded.bounds[-1]
    assert torch.equal(bare.next, padded.next) and torch.equal(bare.at, padded.at)


def test_training_that_was_stopped_goes_on_as_if_it_had_not_been(folder):
    whole = list(train.train(settings(folder, "whole")))
    stop = settings(folder, "parts", "--stretch", "0")
    lines = [line for _ in range(50) if not (folder / "done").exists() for line in stretch(folder, stop)]
    assert sum("checkpoint" in line for line in lines) > 2
    assert lines[-1]["step"] == whole[-1]["step"]
    one, other = (weights(folder / name / "checkpoint.pt") for name in ("whole", "parts"))
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_minutes_end_the_training_with_the_learning_rate(folder):
    args = settings(folder, "run", "--minutes", "0.05", "--epochs", "2000")
    lines = list(train.train(args))
    steps = [line for line in lines if "rate" in line and "loss" in line]
    assert lines[-1]["done"] and lines[-1]["step"] < lines[-1]["of"]
    assert steps[-1]["over"] == 1 and steps[-1]["rate"] < 0.05 * args.rate
    # Whoever asks again is told so, and nothing is trained.
    assert list(train.train(args))[-1] == {**lines[-1], "seconds": pytest.approx(lines[-1]["seconds"], abs=60)}


def test_where_compiling_fails_training_goes_without_and_says_why(folder, monkeypatch):
    def broken(*_):
        raise RuntimeError("no compiler here")

    monkeypatch.setattr(net, "compiled", lambda: (broken, broken))
    monkeypatch.setattr(torch, "compile", lambda function, **_: function)
    plain = list(train.train(settings(folder, "plain")))
    tried = list(train.train(settings(folder, "tried", "--compile")))
    assert tried[0]["refused"] == ["RuntimeError: no compiler here"] and not tried[0]["compiled"]
    one, other = (weights(folder / name / "checkpoint.pt") for name in ("plain", "tried"))
    assert tried[-1]["step"] == plain[-1]["step"] and all(torch.equal(one[name], other[name]) for name in one)


def test_a_gradient_that_is_not_finite_is_not_taken(folder):
    shape, held = gguf_weights.load(folder / "tiny.gguf")
    model = net.built(shape, held)
    optimiser = adamw(model, 0.1)
    for value, taken in ((float("nan"), False), (1.0, True)):
        for one in model.parameters():
            one.grad = torch.full_like(one, value)
        update(model, optimiser, 0.1)
        assert torch.equal(model.embed.weight, held["embed.weight"]) != taken


def test_attention_that_looks_elsewhere_does_not_agree():
    def others(bounds, longest):
        return attention.plain(bounds[[0, -1]], longest)

    assert attention.agrees(attention.plain, "cpu", torch.bfloat16)
    for dtype in (torch.float32, torch.bfloat16):
        assert attention.choose("cpu", dtype)[0] == "blocks"
    assert not attention.agrees(others, "cpu", torch.bfloat16)


def stretch(folder, args):
    lines = list(train.train(args))
    if lines[-1]["done"]:
        (folder / "done").touch()
    return lines


def test_other_settings_do_not_go_on(folder):
    list(train.train(settings(folder, "run", "--stretch", "0")))
    with pytest.raises(SystemExit, match=r"rate was 0\.01, is 0\.5"):
        list(train.train(settings(folder, "run", "--rate", "0.5")))


def test_a_trained_model_says_what_it_was_shown(folder):
    first = next(line["loss"] for line in train.train(settings(folder, "first", "--stretch", "0")) if "loss" in line)
    last = [line["loss"] for line in train.train(settings(folder, "run", "--epochs", "12")) if "loss" in line][-1]
    assert last < first / 2


def test_the_last_part_computes_with_quantised_weights(folder):
    list(train.train(settings(folder, "run", "--qat", "q4_0", "--qat-from", "0.5")))
    quantize(weights(folder / "run" / "checkpoint.pt"), folder / "tiny.gguf", folder / "out.gguf", "q4_0", "Trained")
    shape, kept = gguf_weights.load(folder / "out.gguf")
    fake = net.built(SHAPE, weights(folder / "run" / "checkpoint.pt"))
    fake.quantised(lambda name: gguf_weights.kind_of(name, "q4_0").name)
    windows = loaded(folder)
    both = [score.score(one, windows, [0, 1, 2], attention.plain, "cpu", torch.float32, 4096) for one in (fake, net.built(shape, kept))]
    assert both[0] == both[1]


def test_chances_are_those_of_drawing_from_the_likeliest_tokens():
    # Two likely tokens, e to 1, and one that top-p leaves out.
    logits = torch.tensor([[2.0, 1.0, -9.0], [2.0, 1.0, -9.0], [2.0, 1.0, -9.0]])
    losses, right = score.sampled([1.0, 0.5])(logits, torch.eye(3), torch.tensor([0, 1, 2]))
    assert right.tolist() == [True, False, False]
    assert (-losses[:2, 1:]).exp().tolist() == [pytest.approx([0.7311, 0.8808], abs=1e-4), pytest.approx([0.2689, 0.1192], abs=1e-4)]
    assert losses[2, 1:].isinf().all()
    assert torch.equal(losses[:, 0], torch.nn.functional.cross_entropy(logits, torch.tensor([0, 1, 2]), reduction="none"))


def test_a_score_expects_what_is_drawn(folder):
    list(train.train(settings(folder, "run", "--epochs", "25")))
    model = net.built(SHAPE, weights(folder / "run" / "checkpoint.pt"))
    told = score.score(model, loaded(folder), [0, 1, 2], attention.plain, "cpu", torch.float32, 4096, [0.01, 1.0])
    for one in [*told.values(), score.together([*told.values()])]:
        assert one["expected"]["0.01"] == pytest.approx(one["exact"], abs=0.05)
        assert one["expected"]["1.0"] < 1


def test_a_score_tells_turns_that_are_said_right(folder):
    list(train.train(settings(folder, "run", "--epochs", "25")))
    shape, _ = gguf_weights.load(folder / "tiny.gguf")
    model = net.built(shape, weights(folder / "run" / "checkpoint.pt"))
    windows, words = loaded(folder), vocabulary(folder / "tiny.gguf")
    told = score.score(model, windows, [0], attention.plain, "cpu", torch.float32, 4096)
    # The same, by letting it write.
    right = 0
    first = list_of(folder)[0]
    tokens = session_tokens(words, first)
    so_far = list(tokens.head)
    for turn, said in tokens.turns:
        ids = so_far + turn[: -said - 1]
        for _ in range(said):
            at = torch.tensor([0, len(ids)])
            hidden, matrix = model(torch.tensor(ids), torch.arange(len(ids)), attention.plain(at, len(ids)))
            ids.append(int((hidden[-1] @ matrix.T).argmax()))
        right += ids[-said:] == turn[-said - 1 : -1]
        so_far += turn
    assert told["tiny/counting"]["turns"] == 3
    assert told["tiny/counting"]["exact"] == pytest.approx(right / 3, abs=1e-4)
