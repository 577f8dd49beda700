"""A model of a few thousand random weights as a GGUF file, whose tokenizer spells bytes: enough to test the whole recipe in a second."""

from pathlib import Path

import gguf
import numpy as np
from gguf import GGUFWriter

from lwm.net import Shape
from lwm.session import Ask, Session

SHAPE = Shape(vocabulary=261, layers=2, width=64, hidden=96, heads=2, kv_heads=1, rope=10000.0, epsilon=1e-5)
TEMPLATE = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def byte_letters() -> list[str]:
    """What byte-level tokenizers write for each byte, in the order of the bytes."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(byte) if byte in printable else chr(next(others)) for byte in range(256)]


def tiny(path: Path, seed: int = 0) -> Path:
    drawn = np.random.default_rng(seed)
    tokens = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<unused>", *byte_letters(), "ex"]
    writer = GGUFWriter(path, "llama")
    writer.add_name("Tiny")
    writer.add_block_count(SHAPE.layers)
    writer.add_context_length(8192)
    writer.add_embedding_length(SHAPE.width)
    writer.add_feed_forward_length(SHAPE.hidden)
    writer.add_head_count(SHAPE.heads)
    writer.add_head_count_kv(SHAPE.kv_heads)
    writer.add_rope_freq_base(SHAPE.rope)
    writer.add_rope_dimension_count(SHAPE.head)
    writer.add_layer_norm_rms_eps(SHAPE.epsilon)
    writer.add_vocab_size(SHAPE.vocabulary)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens)
    writer.add_token_types([3, 3, 3, 3, *[1] * 257])
    # A single merge, because a list of none has no type.
    writer.add_token_merges(["e x"])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)
    kv = SHAPE.kv_heads * SHAPE.head
    sizes = {"attn_q": (64, 64), "attn_k": (kv, 64), "attn_v": (kv, 64), "attn_output": (64, 64)}
    sizes |= {"ffn_gate": (96, 64), "ffn_up": (96, 64), "ffn_down": (64, 96)}

    def add(name: str, size: tuple[int, ...]) -> None:
        values = np.ones(size) if len(size) == 1 else drawn.normal(0, 0.2, size)
        writer.add_tensor(name, values.astype(np.float32))

    add("token_embd.weight", (SHAPE.vocabulary, 64))
    add("output_norm.weight", (64,))
    for layer in range(SHAPE.layers):
        for part, size in {**sizes, "attn_norm": (64,), "ffn_norm": (64,)}.items():
            add(f"blk.{layer}.{part}.weight", size)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def session(seed: int, turns: int = 3, family: str = "counting", weight: float = 1.0) -> Session:
    made = [Ask(f"### Turn {n}\nadd {seed}", "**Environment Observation:**\n", f"{seed * n} is it", "other", weight) for n in range(1, turns + 1)]
    return Session("tiny", family, seed, "textenv", "You count.", made)
