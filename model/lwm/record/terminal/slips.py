"""Mistakes that people make at a shell: a good line becomes one that fails."""

import os
import re
from random import Random

# Lines with more than a plain command in them are left alone: half of them would be carried out, and of two programs
# in a pipe that both complain nobody knows which comes first.
PLAIN = re.compile(r"^[a-z][\w-]*( [^|;&><`$(){}\\*]*)?$")
OPTIONS = ("-Y", "--quick", "--sorted", "-@", "--all-of-it", "--revers", "--no-such", "-Q5", "--size-of", "--fast")
READERS = {"cat", "head", "tail", "sort", "wc", "grep", "cut", "uniq", "nl", "tac", "rev", "sed", "awk", "diff", "cmp", "stat", "cp", "mv", "rm", "chmod", "jq", "python3", "bash", "paste", "join", "comm", "tar", "gzip", "ls", "file", "fold", "column", "md5sum", "touch", "tr"}
# Whose answer to an unknown option is short.
STRICT = {"cat", "head", "tail", "sort", "wc", "cut", "uniq", "ls", "cp", "mv", "rm", "mkdir", "rmdir", "touch", "chmod", "nl", "tac", "paste", "comm", "join", "fold", "seq", "date", "grep", "ln", "tee", "du", "basename"}
KNOWN = {"cd", "echo", "export", "alias", "source", "history", "jobs", "fg", "bg", "read", "set", "unset", "type", "test", "printf", "umask", "exit", "shift", "eval", "for", "if", "while", "do", "done", "fi", "case", "esac", "then", "function", "in", "local", "let", "time", "wait", "trap", "kill", "pwd", "true", "false", "declare", "help", "hash", "times", "popd", "pushd", "dirs", "fc", "bind", "until", "else", "elif", "select"}


def slip(rng: Random, line: str, files: list[str]) -> str | None:
    """A wrong form of `line`, or None where none comes to mind."""
    if not PLAIN.match(line):
        return None
    program, _, rest = line.partition(" ")
    named = [name for name in files if name in rest.split()]
    kinds = ["program"] * 4 + ["file"] * 4 * (program in READERS and bool(named)) + ["option"] * 2 * (program in STRICT)
    kind = rng.choice(kinds)
    if kind == "program":
        wrong = misspelled(rng, program)
        return None if not wrong or exists(wrong) else f"{wrong} {rest}".rstrip()
    if kind == "file":
        name = rng.choice(named)
        stem, dot, end = name.rpartition(".")
        wrong = misspelled(rng, stem) if dot and stem else misspelled(rng, name)
        if not wrong or "/" in name:
            return None
        wrong = f"{wrong}{dot}{end}" if dot and stem else wrong
        return None if wrong in files else line.replace(name, wrong)
    return f"{program} {rng.choice(OPTIONS)} {rest}".rstrip()


def misspelled(rng: Random, word: str) -> str | None:
    """`word` with two letters swapped, one left out or one typed twice."""
    if len(word) < 3 or not re.fullmatch(r"[\w-]+", word):
        return f"{word}{word[-1]}" if len(word) == 2 else None
    at = rng.randrange(len(word) - 1)
    wrong = rng.choice((word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[: at + 1] + word[at + 2 :], word[: at + 1] + word[at:]))
    return None if wrong == word else wrong


def exists(program: str) -> bool:
    return program in KNOWN or any(os.path.exists(f"/usr/{folder}/{program}") for folder in ("bin", "sbin"))
