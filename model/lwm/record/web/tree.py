"""A page as BrowserGym tells it: one line for each node of Chromium's accessibility tree that has anything to say."""

from typing import Any

from .devtools import Browser

IGNORED = {"editable", "readonly", "level", "settable", "multiline", "invalid", "focusable"}
BARE = {"required", "focused", "atomic"}

# Gives every element that has none a bid, counting on from the last: elements keep theirs as long as they live.
MARK = """(() => {
  const { dataset } = document.documentElement
  let next = Number(dataset.bids ?? 0)
  for (const element of document.querySelectorAll('*:not([bid])')) element.setAttribute('bid', String(next++))
  dataset.bids = String(next)
})()"""


def tell(browser: Browser, session: str) -> str:
    """The tree as text, `[bid] role 'name' value=..., clickable, properties` and a tab for each step down."""
    browser.send("Runtime.evaluate", session, expression=MARK)
    asked = browser.send("Accessibility.getFullAXTree", session)
    shot = browser.send("DOMSnapshot.captureSnapshot", session, computedStyles=[])
    nodes = browser.answer(asked, "Accessibility.getFullAXTree")["nodes"]
    elements = _elements(browser.answer(shot, "DOMSnapshot.captureSnapshot"))
    by_id = {node["nodeId"]: node for node in nodes}
    lines: list[str] = []

    def write(node: dict[str, Any], depth: int, above: str) -> None:
        """BrowserGym's own rules: what has no name of any kind is passed over, and what lies in it moves up."""
        role = str(node.get("role", {}).get("value", ""))
        name = str(node["name"].get("value", "")) if "name" in node else None
        bid, clickable = elements.get(node.get("backendDOMNodeId", -1), (None, False))
        properties = _properties(node)
        extras = [*(["clickable"] if clickable else []), *properties]
        passed = (
            name is None
            or role in ("LineBreak", "InlineTextBox")
            or (role == "generic" and not extras)
            or (role == "StaticText" and name in above)
        )
        if not passed:
            label = "" if bid is None or role == "StaticText" else f"[{bid}] "
            named = role if role == "generic" and not name else f"{role} {name.strip()!r}"
            value = f" value={_literal(node['value'].get('value'))}" if "value" in node else ""
            rest = properties if role == "StaticText" else extras
            lines.append("\t" * depth + ", ".join([f"{label}{named}{value}", *rest]))
        for child in node.get("childIds", []):
            if child in by_id:
                write(by_id[child], depth if passed else depth + 1, name or "")

    if nodes:
        write(nodes[0], 0, "")
    return "\n".join(lines)


def _elements(shot: dict[str, Any]) -> dict[int, tuple[str | None, bool]]:
    """Bids and what Chromium thinks can be clicked, by Chromium's number of the node."""
    strings, nodes = shot["strings"], shot["documents"][0]["nodes"]
    clickable = set(nodes.get("isClickable", {}).get("index", []))
    found = {}
    for at, (number, words) in enumerate(zip(nodes["backendNodeId"], nodes["attributes"])):
        named = dict(zip((strings[one] for one in words[::2]), words[1::2]))
        bid = strings[named["bid"]] if "bid" in named else None
        found[number] = (bid, at in clickable)
    return found


def _properties(node: dict[str, Any]) -> list[str]:
    written = []
    for one in node.get("properties", []):
        name, value = one["name"], one["value"].get("value")
        if value is None or name in IGNORED or (name in BARE and not value):
            continue
        written.append(name if name in BARE else f"{name}={_literal(value)}")
    return written


def _literal(value: Any) -> str:
    return repr(value) if isinstance(value, bool | int | float) else repr(str(value))
