"""HTML documentation as sections of Markdown: a heading and the paragraphs, lists and examples under it."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

HEADINGS = ("h1", "h2", "h3", "h4")
# What is around the text of a page, not in it.
AROUND = ("script", "style", "nav", "form", "head", "select", "footer", "table", "svg", "button")
EMPTY = frozenset("area base br col embed hr img input link meta source track wbr".split())
# Sections that only point elsewhere, and what stands at the foot of every page.
LISTS = re.compile(
    r"(?:$|see also|table of contents|notes?$|contents|node\.js v|summary of directives|index|previous|next|this page)", re.I
)
FOOT = re.compile(r"Available Languages|Copyright|Modules \||Source code:|Stability:|\W+$|©")
BLOCKS = ("p", "li", "dt", "dd", "pre", "div", "ul", "ol", "dl", "section", "blockquote", "td", "tr")


@dataclass(frozen=True)
class Section:
    heading: str
    # Paragraphs, list items and fenced examples, in their order.
    blocks: tuple[str, ...]


@dataclass
class Draft:
    """A section as it is being read."""

    heading: str = ""
    blocks: list[str] = field(default_factory=list)


class Reader(HTMLParser):
    """Reads one page; a class because the standard library's parser wants one."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sections: list[Draft] = [Draft()]
        self.text = ""
        self.inside = ""
        self.around = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = dict(attrs).get("class") or ""
        if self.around or tag in AROUND or "sidebar" in classes or "headerlink" in classes or "nav" in classes.split():
            # Everything below it is left out, too, up to its own end.
            self.around += tag not in EMPTY
            return
        if tag in HEADINGS or tag in BLOCKS:
            self.flush()
            self.inside = tag if tag in (*HEADINGS, "p", "li", "dt", "dd", "pre") else self.inside
        elif tag == "code" and self.inside not in ("pre", *HEADINGS):
            self.text += "`"
        elif tag in ("strong", "b") and self.inside in ("p", "li", "dd"):
            self.text += "**"
        elif tag == "br":
            self.text += "\n" if self.inside == "pre" else " "

    def handle_endtag(self, tag: str) -> None:
        if self.around:
            self.around -= tag not in EMPTY
            return
        if tag in HEADINGS or tag in BLOCKS:
            self.flush()
        elif tag == "code" and self.inside not in ("pre", *HEADINGS):
            self.text += "`"
        elif tag in ("strong", "b") and self.inside in ("p", "li", "dd"):
            self.text += "**"

    def handle_data(self, data: str) -> None:
        if not self.around:
            self.text += data

    def flush(self) -> None:
        """Ends the block that is being read."""
        text, kind, self.text = self.text, self.inside, ""
        if kind == "pre" and text.strip():
            lines = "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))
            self.sections[-1].blocks.append(f"```\n{lines}\n```")
            self.inside = ""
            return
        text = " ".join(text.split()).replace("¶", "").replace("****", "").strip()
        if not text:
            return
        if kind in HEADINGS:
            self.sections.append(Draft(re.sub(r"^[\d.]+\s+|^Chapter \d+\.\s*|^[A-Z]\.[\d.]+\s+|#$", "", text)))
        elif kind in ("li", "p", "dd", "dt"):
            self.sections[-1].blocks.append(f"- {text}" if kind == "li" else f"**{text.strip('`')}**" if kind == "dt" else text)
        self.inside = "" if kind in HEADINGS else kind


def sections(html: str) -> list[Section]:
    """The sections of the page that have a heading and some text."""
    reader = Reader()
    reader.feed(html)
    reader.flush()
    kept = [(one.heading, tuple(block for block in one.blocks if not FOOT.match(block))) for one in reader.sections]
    return [Section(heading, blocks) for heading, blocks in kept if blocks and not LISTS.match(heading)]


def cut(section: Section, most: int) -> str:
    """The section as Markdown with as many of its blocks as there is room for."""
    text = f"# {section.heading}"
    before = ""
    for block in section.blocks:
        # Items of a list stand close together.
        gap = "\n" if block.startswith("- ") and before.startswith("- ") else "\n\n"
        if len(text) + len(gap) + len(block) > most:
            break
        text += gap + block
        before = block
    return text
