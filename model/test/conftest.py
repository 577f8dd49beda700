"""Settings of all tests."""

import importlib.util

# PyTorch comes with five gigabytes of GPU libraries. Recording and preparing need none of it.
NEED_TORCH = ["test_evaluate.py", "test_fake.py", "test_pieces.py", "test_quantize.py", "test_training.py"]

if importlib.util.find_spec("torch"):
    import torch

    # Threads that wait for each other make tiny matrices slow where other programs use the cores.
    torch.set_num_threads(1)
    collect_ignore = []
else:
    collect_ignore = NEED_TORCH


def pytest_terminal_summary(terminalreporter):
    if collect_ignore:
        terminalreporter.write_line(f"NOT RUN: {', '.join(collect_ignore)}: PyTorch is not installed.")
