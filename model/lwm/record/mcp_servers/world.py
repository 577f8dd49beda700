"""A business server's world: tables of records, and operations that are carried out on them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """One property of a kind of record. `make` invents a value for it."""

    name: str
    make: Callable[[Random], Any]
    type: str = "string"
    enum: tuple[str, ...] = ()
    # Whether a call that creates a record may give it, and one that changes it; what is not given is `initial`.
    given: bool = True
    changes: bool = True
    initial: Any = None


@dataclass
class Table:
    """All records of a kind. An id is the next number, as it is or behind a prefix."""

    noun: str
    plural: str
    fields: list[Field]
    last: int = 0
    prefix: str = ""
    width: int = 0
    rows: dict[Any, Row] = field(default_factory=dict)
    removed: list[Any] = field(default_factory=list)

    def id_of(self, number: int) -> Any:
        return f"{self.prefix}{number:0{self.width}}" if self.prefix else number

    def add(self, row: Row) -> Row:
        self.last += 1
        key = self.id_of(self.last)
        self.rows[key] = {"id": key, **row}
        return self.rows[key]

    def get(self, key: Any) -> Row:
        if key not in self.rows:
            raise Missing(self.noun, key)
        return self.rows[key]

    def remove(self, key: Any) -> Row:
        row = self.get(key)
        del self.rows[key]
        self.removed.append(key)
        return row

    def of(self, name: str) -> Field:
        return next(one for one in self.fields if one.name == name)


@dataclass(frozen=True)
class Param:
    """One argument of an operation."""

    name: str
    type: str = "string"
    about: str = ""
    required: bool = True
    enum: tuple[str, ...] = ()
    default: Any = None


@dataclass(frozen=True)
class Op:
    """One tool. `run` does it; `propose` invents arguments that are worth calling it with, or None when there are none."""

    verb: str
    noun: str
    about: str
    params: list[Param]
    run: Callable[["World", dict[str, Any]], Any]
    propose: Callable[[Random, "World"], dict[str, Any] | None]
    writes: bool = False
    weight: float = 1.0
    # What it answers with, for its description: row, rows, done or value; and the table that this is of.
    answers: str = "value"
    table: str = ""
    # The sentences it fails with, in its description.
    fails: tuple[str, ...] = ()
    # The keys of the value, and the sentence where it is not the usual one, for its description.
    keys: tuple[str, ...] = ()
    says: str = ""


@dataclass
class World:
    """What one server holds, and what is told of it."""

    title: str
    tables: dict[str, Table]
    ops: list[Op]
    rules: list[str] = field(default_factory=list)
    today: str = ""
    # The record that the last change was about: what follows is often about it too.
    focus: tuple[str, Any] | None = None

    def __getitem__(self, plural: str) -> Table:
        return self.tables[plural]


# What an operation answers; a style puts it into words.


@dataclass(frozen=True)
class One:
    table: Table
    row: Row


@dataclass(frozen=True)
class Many:
    table: Table
    rows: list[Row]
    # How many there are in all, where the rows are a page of them.
    total: int | None = None


@dataclass(frozen=True)
class Done:
    """A change was made: `word` is a participle (created, moved); `text` a sentence where the usual one says too little."""

    table: Table
    word: str
    row: Row
    text: str = ""


@dataclass(frozen=True)
class Value:
    """Facts that are no record."""

    facts: dict[str, Any]


class Refused(Exception):
    """The operation cannot be done: a short code and a sentence."""

    def __init__(self, code: str, text: str):
        super().__init__(text)
        self.code, self.text = code, text


class Missing(Exception):
    """There is no such record."""

    def __init__(self, noun: str, key: Any):
        super().__init__(f"{noun} {key}")
        self.noun, self.key = noun, key
