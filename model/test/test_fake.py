import numpy as np
import pytest
import torch
from gguf import GGMLQuantizationType as Kind
from gguf.quants import dequantize, quantize

from lwm.fake import FAKES, straight_through


@pytest.mark.parametrize("kind", [Kind.Q8_0, Kind.Q5_0, Kind.Q4_0, Kind.F16])
def test_the_fake_is_what_comes_back_from_the_file(kind):
    values = np.random.default_rng(0).normal(0, 0.3, (64, 96)).astype(np.float32)
    # A block of nothing, and one whose largest values differ only in sign.
    values[0, :32] = 0
    values[1, :32] = np.tile([0.5, -0.5], 16)
    kept = dequantize(quantize(values, kind), kind).astype(np.float32)
    assert np.array_equal(FAKES[kind.name](torch.from_numpy(values)).numpy(), kept)


def test_the_gradient_passes_as_if_nothing_were_rounded():
    x = torch.randn(4, 32, requires_grad=True)
    (straight_through(x, "Q4_0") * 3).sum().backward()
    assert torch.equal(x.grad, torch.full_like(x, 3))
