"""A small repository put together from real sources, and how an initial state tells of it."""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from .scripts import SCRIPTS, script
from .sources import PACKAGES, STANDARD, Cut, cut

# All files together: what an initial state can show within about 1,000 tokens.
MOST_CHARS = 3000

PEOPLE = "Ada Ben Chika Dana Emil Farah Goran Hana Ines Jonas Kira Lars Mina Noor Olga Pavel Rosa Sami Tomas Uma Vera Wen Yara Zoe".split()
THINGS = (
    "amber anvil atlas barley basin birch brook cedar chalk cinder clover cobalt compass coral crane delta ember falcon fern flint".split()
)
THINGS += (
    "garnet harbor hazel heron indigo ivory jasper juniper kestrel lantern larch ledger linen lotus maple meadow mosaic nimbus oak".split()
)
THINGS += "orchid osprey otter pebble pine plume prism quartz quill raven reed ripple robin saddle sage shell slate sparrow spruce thistle".split()
THINGS += "timber topaz tulip umber valley velvet walnut willow wren yarrow zephyr".split()
KINDS = "tools kit lib core utils parts box base hub works api cli app service bench store".split()
SUBJECTS = (
    "First version",
    "Import {it}",
    "Add {it}",
    "Split {it} from the old tree",
    "Start {it}",
    "Initial commit",
    "{it}: first cut",
    "Move {it} here",
)


@dataclass(frozen=True)
class Repository:
    """Where it is, what is in it, and what its machine and git are like. `files` are in the order they are told."""

    root: str
    files: dict[str, str]
    date: str
    author: str
    # The one commit there is; None for a folder without git.
    subject: str | None
    initial_state: str


def project(rng: random.Random) -> str:
    return rng.choice(
        (
            f"{rng.choice(THINGS)}-{rng.choice(KINDS)}",
            rng.choice(THINGS),
            f"{rng.choice(THINGS)}{rng.choice(KINDS)}",
            f"{rng.choice(THINGS)}_{rng.choice(THINGS)}",
        )
    )


def repository(
    rng: random.Random, files: dict[str, str], git: bool | None = None, language: str = "Python 3.11", told_date: bool = False
) -> Repository:
    """The repository of these files at a seeded place. `git` is by chance unless it is given."""
    name = project(rng)
    author = rng.choice(PEOPLE)
    root = rng.choice(
        (f"/srv/{name}", f"/srv/{name}", f"/home/{author.lower()}/{name}", f"/opt/{name}", f"/repo/{name}", f"/home/dev/{name}")
    )
    date = f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    subject = rng.choice(SUBJECTS).format(it=name) if git or (git is None and rng.random() < 0.6) else None
    return Repository(
        root, files, f"{date}T09:00:00Z", author, subject, told(rng, root, files, language, author, subject, date if told_date else "")
    )


def told(rng: random.Random, root: str, files: dict[str, str], language: str, author: str, subject: str | None, date: str) -> str:
    """The words of the initial state: the machine in a line or two, then each file after its path."""
    packages = rng.choice((", only the standard library", ", nothing else installed", "")) if language.startswith("Python") else ""
    opening = rng.choice(
        (f"Repository {root}, {language}{packages}.", f"Repository {root} ({language}{packages}).", f"{root}: {language}{packages}.")
    )
    on = f" on {date}" if date else ""
    git = f' Git: clean, branch main, one commit "{subject}" by {author}{on}.' if subject else rng.choice((" No git.", " Not under git."))
    # A blank line between files, as between the paragraphs of a text.
    return f"{opening}{git}\n\n" + "\n".join(f"{path}\n{text}" for path, text in files.items())


def python_files(
    rng: random.Random, sources: Sequence[str] = (), count: int = 0, whole: bool = False, chars: int = MOST_CHARS
) -> dict[str, str]:
    """Modules cut from `sources` (default: any that are trained on), laid out in one of the usual ways."""
    cuts: list[Cut] = []
    left = chars
    for _ in range(count or rng.choice((2, 2, 3, 3, 4))):
        if left > 500:
            source = (
                rng.choice(sources) if sources else rng.choice((STANDARD, STANDARD, STANDARD, rng.choice(PACKAGES), rng.choice(PACKAGES)))
            )
            cuts.append(cut(source, rng, rng.choice((24, 34, 44)), whole, min(left, 1700)))
            left -= len(cuts[-1].text)
    folder = rng.choice(("", "", "", f"{rng.choice(THINGS)}/", f"src/{rng.choice(THINGS)}/", "src/", "lib/"))
    files = {}
    for one in cuts:
        files.setdefault(f"{folder}{stem(rng, one)}.py", one.text)
    if folder.count("/") and folder not in ("src/", "lib/") and rng.random() < 0.5:
        files[f"{folder}__init__.py"] = (
            "".join(f"from .{path.rsplit('/', 1)[1][:-3]} import {one.names[0]}\n" for path, one in zip(files, cuts) if one.whole)
            or '__version__ = "0.1.0"\n'
        )
    return dict(sorted({**files, **around(rng, cuts, left)}.items()))


def stem(rng: random.Random, one: Cut) -> str:
    """A name for the file that hides no module of the standard library."""
    base = one.stem.strip("_").lower()
    name = rng.choice((base, base, f"{base}_{rng.choice(KINDS)}", one.names[0].strip("_").lower(), f"{rng.choice(THINGS)}_{base}"))
    return f"{name}_" if name in sys.stdlib_module_names else name


def around(rng: random.Random, cuts: Sequence[Cut], left: int) -> dict[str, str]:
    """What lies beside the code: one or two of a README, settings, a Makefile, a list of what git ignores."""
    names = [name for one in cuts for name in one.names]
    title = rng.choice(THINGS)
    sentence = f"{', '.join(f'`{name}`' for name in names[:3])} and what {'they need' if len(names) > 1 else 'it needs'}."
    version = f"{rng.randint(0, 4)}.{rng.randint(0, 12)}.{rng.randint(0, 9)}"
    texts = {
        "README.md": f"# {title}\n\n{sentence}\n\n## {rng.choice(('Use', 'Usage', 'Tests', 'Install'))}\n\n    {rng.choice(('python3 -m unittest', 'make test', 'pip install .', 'make'))}\n",
        "pyproject.toml": f'[project]\nname = "{title}"\nversion = "{version}"\nrequires-python = ">=3.{rng.randint(8, 11)}"\n',
        "Makefile": f"test:\n\tpython3 -m unittest\n\n{rng.choice(('clean', 'tidy'))}:\n\trm -rf build __pycache__\n",
        ".gitignore": "".join(
            f"{one}\n" for one in rng.sample(["__pycache__", "*.pyc", "build", "dist", ".venv", ".coverage"], rng.randint(1, 3))
        ),
        "setup.cfg": f"[metadata]\nname = {title}\nversion = {version}\n\n[flake8]\nmax-line-length = {rng.choice((79, 88, 100, 120))}\n",
        "CHANGES.txt": f"{version}\n  {names[0]} is faster.\n\n0.{rng.randint(0, 9)}.0\n  First release.\n",
    }
    return {name: texts[name] for name in rng.sample(list(texts), rng.choice((0, 1, 1, 2))) if left > 250}


def script_files(rng: random.Random, packages: Sequence[str] = SCRIPTS, chars: int = MOST_CHARS) -> dict[str, str]:
    """JavaScript of `packages` with a package.json."""
    name = rng.choice(THINGS)
    folder = rng.choice(("", "lib/", "src/", "src/"))
    version = f"{rng.randint(0, 4)}.{rng.randint(0, 12)}.{rng.randint(0, 9)}"
    more = rng.choice(('  "license": "MIT",\n', f'  "main": "{folder}index.js",\n', '  "private": true,\n', '  "type": "commonjs",\n'))
    files = {"package.json": f'{{\n  "name": "{name}",\n  "version": "{version}",\n{more}  "scripts": {{ "test": "node --test" }}\n}}\n'}
    left = chars
    for _ in range(rng.choice((2, 3, 3))):
        if left > 700:
            one = script(packages, rng, min(left, 1500))
            exported = "" if "export " in one.text else rng.choice(("", f"\nmodule.exports = {{ {', '.join(one.names)} }}\n"))
            files.setdefault(f"{folder}{one.stem}.js", one.text + exported)
            left -= len(one.text)
    return files
