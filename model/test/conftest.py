"""Settings of all tests."""

import torch

# Threads that wait for each other make tiny matrices slow where other programs use the cores.
torch.set_num_threads(1)
