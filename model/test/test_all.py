"""One command for the five steps: what is done is not done again, and without a GPU it ends before the training."""

import argparse
import subprocess

import pytest

from lwm import all as recipe
from lwm import card


def given(tmp_path, *argv):
    parser = argparse.ArgumentParser()
    recipe.add_arguments(parser)
    return parser.parse_args(["--base", "base.gguf", "--data", str(tmp_path), "--out", str(tmp_path / "out.gguf"), *argv])


def ran(monkeypatch, args, code=0, gpu=True):
    done = []

    def run(command, **_):
        done.append(command[3])
        return subprocess.CompletedProcess(command, code)

    monkeypatch.setattr(recipe.subprocess, "run", run)
    monkeypatch.setattr(recipe.shutil, "which", lambda _: "nvidia-smi" if gpu else None)
    recipe.run(args)
    return done


def test_all_five_steps_run_in_their_order_with_options_that_they_take(tmp_path, monkeypatch):
    args = given(tmp_path, "--recorders", "programs", "--seeds", "0:2")
    assert ran(monkeypatch, args) == ["record", "prepare", "train", "quantize", "evaluate"]
    assert recipe.steps(args)[0][2] == ["programs", "--seeds", "0:2", "--out", tmp_path / "recorded"]
    assert "--compile" in recipe.steps(given(tmp_path, "--cpu"))[2][2]


def test_what_is_done_is_not_done_again_and_a_step_that_fails_ends_it(tmp_path, monkeypatch):
    (tmp_path / "prepared").mkdir()
    (tmp_path / "prepared" / "CARD.md").write_text("")
    (tmp_path / "out.gguf").write_text("")
    assert ran(monkeypatch, given(tmp_path)) == ["record", "evaluate"]
    with pytest.raises(SystemExit, match='"record" ended with 3'):
        ran(monkeypatch, given(tmp_path), code=3)


def test_without_a_gpu_it_ends_before_the_training(tmp_path, monkeypatch):
    with pytest.raises(SystemExit, match="Training needs a GPU"):
        ran(monkeypatch, given(tmp_path), gpu=False)
    assert "train" in ran(monkeypatch, given(tmp_path, "--cpu"), gpu=False)


def test_the_card_has_every_family_with_its_counts():
    counts = {"sessions": 1, "turns": 2, "learned": 2, "tokens": 12345, "learned tokens": 9}
    summary = {"totals": {"train": {**counts, "categories": {}}}, "dropped": {"twice": 3}, "masked": {}, "kinds": {"train": {"programs/bank": counts}, "test-seed": {}}}
    told = card.of(summary)
    assert "| programs/bank | 1 | 2 | 2 | 12,345 | 9 |" in told
    assert "- twice: 3" in told
