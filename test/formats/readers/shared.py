"""What the readers of trainers share: a tokenizer that needs no download, and packages of which only some modules are loaded."""

import importlib
import json
import sys
import sysconfig
import tempfile
import types
from pathlib import Path

from datasets import load_dataset
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

PACKAGES = Path(sysconfig.get_paths()["purelib"])


def rows_of(path, kind="json"):
    """The rows as datasets reads them, with the types that it settled on."""
    with tempfile.TemporaryDirectory() as cache:
        return load_dataset(kind, data_files=path, split="train", cache_dir=cache).to_list()


def tokenizer():
    """A token for each byte: what is trained can be read off as text. The template is TRL's own for Qwen3."""
    alphabet = {letter: index for index, letter in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    bytewise = Tokenizer(models.BPE(vocab=alphabet, merges=[]))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    bytewise.decoder = decoders.ByteLevel()
    bytewise.add_special_tokens([AddedToken(name, special=True) for name in ("<|im_start|>", "<|im_end|>")])
    template = (PACKAGES / "trl/chat_templates/qwen3_training.jinja").read_text()
    return PreTrainedTokenizerFast(
        tokenizer_object=bytewise, eos_token="<|im_end|>", pad_token="<|im_end|>", chat_template=template
    )


def module(name, *, standing_in=()):
    """A module of an installed package without what its packages load beside it. `standing_in`: modules that it only asks for a name."""
    for missing in standing_in:
        sys.modules[missing.__name__] = missing
    parents = name.split(".")[:-1]
    for depth in range(1, len(parents) + 1):
        parent = ".".join(parents[:depth])
        if parent not in sys.modules:
            package = types.ModuleType(parent)
            package.__path__ = [str(PACKAGES.joinpath(*parents[:depth]))]
            sys.modules[parent] = package
    return importlib.import_module(name)


def stand_in(name, **content):
    made = types.ModuleType(name)
    vars(made).update(content)
    return made


def spans(tokens, learned, decode):
    """The pieces of text that are learned, in order."""
    found, piece = [], []
    for token, is_learned in zip(tokens, learned, strict=True):
        if is_learned:
            piece.append(token)
        elif piece:
            found.append(decode(piece))
            piece = []
    return [*found, *([decode(piece)] if piece else [])]


def tell(result):
    print(json.dumps(result))
