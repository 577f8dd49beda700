"""Text to the tokens that the app's engine feeds a model: the tokenizer and the chat format of a GGUF file.

The app joins a conversation as ChatML, with the model's BOS token before it, and splits each message by itself. test_tokens.py and
tokens.ts compare the ids with those of the app's own engine.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .session import Ask, Session

SMOLLM = "smollm"


@dataclass(frozen=True)
class Vocabulary:
    """What a GGUF file says of its tokenizer. Plain data, so that processes can be given it."""

    tokens: list[str]
    merges: list[str]
    pre: str
    special: list[int]
    bos: int
    eos: int

    @cached_property
    def tokenizer(self):
        from tokenizers import Tokenizer, decoders, models, pre_tokenizers

        ids = {token: at for at, token in enumerate(self.tokens)}
        made = Tokenizer(models.BPE(ids, [tuple(pair.split(" ")) for pair in self.merges]))
        made.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        )
        made.decoder = decoders.ByteLevel()
        return made

    def ids(self, text: str) -> list[int]:
        """A text's tokens. What looks like a special token is text here, as in the app."""
        return self.tokenizer.encode(text, add_special_tokens=False).ids if text else []

    def text(self, ids: list[int]) -> str:
        return self.tokenizer.decode([one for one in ids if one not in self.special], skip_special_tokens=False)

    @cached_property
    def start(self) -> int:
        return self.tokens.index("<|im_start|>")

    @cached_property
    def end(self) -> int:
        return self.tokens.index("<|im_end|>")

    @cached_property
    def newline(self) -> list[int]:
        return self.ids("\n")

    def opening(self, role: str) -> list[int]:
        return [self.start, *self.ids(f"{role}\n")]

    def message(self, role: str, content: str) -> list[int]:
        return [*self.opening(role), *self.ids(content), self.end, *self.newline]


def vocabulary(path: Path) -> Vocabulary:
    """@raises SystemExit for a tokenizer that this is not written for"""
    from gguf import GGUFReader

    fields = GGUFReader(path).fields

    def field(name: str):
        return fields[f"tokenizer.ggml.{name}"].contents()

    if field("model") != "gpt2" or field("pre") != SMOLLM:
        raise SystemExit(f'"{path}" splits text as {field("model")}/{field("pre")}; the recipe is written for gpt2/{SMOLLM}.')
    control = 3
    special = [at for at, kind in enumerate(field("token_type")) if kind == control]
    return Vocabulary(field("tokens"), field("merges"), field("pre"), special, field("bos_token_id"), field("eos_token_id"))


@dataclass(frozen=True)
class Tokens:
    """A session's tokens: its head (BOS and the system message), then for each turn the question and the answer.

    `said` counts an answer's last tokens that the model has to say, the end of the turn included; the line break that closes the message
    follows it and is nobody's.
    """

    head: list[int]
    turns: list[tuple[list[int], int]]


def session_tokens(vocabulary: Vocabulary, session: Session) -> Tokens:
    head = [vocabulary.bos, *vocabulary.message("system", session.system)]
    return Tokens(head, [turn_tokens(vocabulary, turn) for turn in session.turns])


def turn_tokens(vocabulary: Vocabulary, turn: Ask) -> tuple[list[int], int]:
    """(ids, how many of them are said). What the app begins is split apart from what the model says, as it is when it says it."""
    asked = [*vocabulary.message("user", turn.user), *vocabulary.opening("assistant"), *vocabulary.ids(turn.given)]
    said = [*vocabulary.ids(turn.said), vocabulary.end]
    return [*asked, *said, *vocabulary.newline], len(said)
