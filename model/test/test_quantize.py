import pytest
import torch
from gguf import GGUFReader
from gguf.quants import dequantize
from tiny import tiny

from lwm import gguf_weights
from lwm.quantize import quantize


def described(path):
    return {key: field.contents() for key, field in GGUFReader(path).fields.items() if key.startswith(("tokenizer.", "llama."))}


@pytest.mark.parametrize(("mix", "error"), [("f16", 0.002), ("q8_0", 0.01), ("q5_0", 0.08), ("mixed", 0.15)])
def test_what_is_written_is_read_again(tmp_path, mix, error):
    base = tiny(tmp_path / "base.gguf")
    _, weights = gguf_weights.load(base)
    size = quantize(weights, base, tmp_path / "out.gguf", mix, "Orrery LWM")
    assert size == (tmp_path / "out.gguf").stat().st_size
    _, again = gguf_weights.load(tmp_path / "out.gguf")
    assert set(again) == set(weights)
    assert max(float((again[name] - weights[name]).abs().max()) for name in weights) < error
    assert described(tmp_path / "out.gguf") == described(base)
    about = {key: GGUFReader(tmp_path / "out.gguf").fields[f"general.{key}"].contents() for key in ("name", "license", "architecture")}
    assert about == {"name": "Orrery LWM", "license": "apache-2.0", "architecture": "llama"}


def test_the_rows_of_q_and_k_lie_in_the_file_as_they_were(tmp_path):
    base = tiny(tmp_path / "base.gguf")
    quantize(gguf_weights.load(base)[1], base, tmp_path / "out.gguf", "f16", "Same")
    one, other = ({t.name: dequantize(t.data, t.tensor_type) for t in GGUFReader(path).tensors} for path in (base, tmp_path / "out.gguf"))
    assert all(torch.allclose(torch.tensor(one[name]), torch.tensor(other[name]), atol=0.002) for name in one)


def test_norms_stay_as_they_are():
    kinds = {name: gguf_weights.kind_of(name, "mixed").name for name in ("layers.0.before_mlp.weight", "norm.weight", "layers.3.up.weight", "layers.3.q.weight")}
    assert kinds == {"layers.0.before_mlp.weight": "F32", "norm.weight": "F32", "layers.3.up.weight": "Q4_0", "layers.3.q.weight": "Q5_0"}
