"""A small search engine, a reader of pages and a memory: what the app's search domain promises, over the pages of one session.

The engine is SQLite's FTS5: it ranks by BM25, with stems, and a word of a title counts as much as five of the text.
"""

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .pages import Page

# What an engine leaves out of a question.
SMALL_WORDS = frozenset(
    "a about an and are as at be by can do does did for from give how i in is it its me my of on or should that the there to use was what when where which who why will with you your".split()
)

# The domain's tool promises ten results for each query.
MOST = 10
TITLE_WEIGHT = 5.0

# Characters of a page that describe it in the results.
SNIPPET = 150
# Words of a passage that is quoted.
PASSAGE = 18


@dataclass
class Engine:
    """The web of one session, its index, and the notes that have been made. With `passages` a snippet is what matches, else how the page begins."""

    pages: Sequence[Page]
    passages: bool = False
    notes: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.index = sqlite3.connect(":memory:")
        self.index.execute("CREATE VIRTUAL TABLE page USING fts5(title, text, tokenize = 'porter unicode61')")
        self.index.executemany(
            "INSERT INTO page(rowid, title, text) VALUES (?, ?, ?)",
            [(at, page.title, plain(page.text)) for at, page in enumerate(self.pages)],
        )

    def call(self, name: str, given: dict[str, Any]) -> str:
        """What the tool answers."""
        match name:
            case "web_search":
                queries = given["queries"] if "queries" in given else [given["query"]]
                return "\n\n".join(self.results(query) for query in queries)
            case "web_extractor":
                urls = given["urls"] if "urls" in given else [given["url"]]
                read = [self.page(url, given.get("goal", "")) for url in urls]
                return read[0] if len(urls) == 1 else "\n\n".join(f"{url}\n{text}" for url, text in zip(urls, read))
            case "dict_memory":
                return self.remember(given["action"], given.get("dict", {}), given.get("key_list", []))
        raise ValueError(f"There is no tool {name}.")

    def results(self, query: str) -> str:
        """Pages with every word of the query, best first; where there is none, pages with any of them."""
        words = [word for word in re.findall(r"\w+", query.lower()) if word not in SMALL_WORDS]
        quoted = [f'"{word}"' for word in dict.fromkeys(words)]
        found = self.matching(" AND ".join(quoted)) or self.matching(" OR ".join(quoted)) if quoted else []
        hits = []
        for rank, (at, passage) in enumerate(found, 1):
            page = self.pages[at]
            snippet = passage if self.passages else beginning(plain(page.text))
            hits.append(f"[{rank}] {page.url}\nTitle: {page.title}\nSnippet: {snippet}\nDate: {page.date}")
        return "\n\n".join(hits) or "No results found."

    def matching(self, expression: str) -> list[tuple[int, str]]:
        return self.index.execute(
            f"SELECT rowid, snippet(page, 1, '', '', ' ...', {PASSAGE}) FROM page WHERE page MATCH ? ORDER BY bm25(page, {TITLE_WEIGHT}, 1.0), rowid LIMIT {MOST}",
            [expression],
        ).fetchall()

    def page(self, url: str, goal: str) -> str:
        """The page as Markdown; with a goal its heading and the paragraphs that have a word of it."""
        page = next((one for one in self.pages if one.url == url), None)
        if page is None:
            known = {host(one.url) for one in self.pages}
            return f"Error: could not fetch {url} ({'404 Not Found' if host(url) in known else 'Name or service not known'})"
        if not goal:
            return page.text
        words = {word for word in re.findall(r"\w+", goal.lower()) if word not in SMALL_WORDS}
        heading, *blocks = page.text.split("\n\n")
        serving = [block for block in blocks if words & set(re.findall(r"\w+", block.lower()))]
        return "\n\n".join([heading, *serving]) if serving else f"The page does not mention {goal}."

    def remember(self, action: str, given: dict[str, Any], keys: list[str]) -> str:
        missing = [
            key for key in (keys if action in ("retrieve", "remove") else given if action == "update" else []) if key not in self.notes
        ]
        if missing:
            return "\n".join(f"Key not found: {key}" for key in missing)
        match action:
            case "add" | "update":
                self.notes.update(given)
                return f"Successfully {'added' if action == 'add' else 'updated'} items of {list(given)} {'to' if action == 'add' else 'in'} memory."
            case "remove":
                for key in keys:
                    self.notes.pop(key, None)
                return f"Successfully removed items of {keys} from memory."
            case "remove_all":
                self.notes.clear()
                return "Successfully removed all items from memory."
        held = self.notes if action == "retrieve_all" else {key: self.notes[key] for key in keys}
        return json.dumps(held, indent=2, ensure_ascii=False)


def host(url: str) -> str:
    return url.split("/")[2] if url.count("/") > 1 else url


def plain(text: str) -> str:
    """The page's text without its heading and marks, on one line."""
    body = text.partition("\n\n")[2] if text.startswith("# ") else text
    bare = re.sub(r"^\| --- .*$|^- ", "", body.replace("`", "").replace("**", ""), flags=re.M)
    return " ".join(bare.replace("|", " ").split())


def beginning(text: str) -> str:
    """The first words, with dots where it goes on."""
    if len(text) <= SNIPPET:
        return text
    return text[:SNIPPET].rpartition(" ")[0].rstrip(",;:") + " ..."
