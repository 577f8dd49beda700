"""The desktop's side of os.ts: runs inside the X session and answers one JSON line with one JSON line.

A line that is a list of words is run as a command. "xml" is answered with the accessibility tree in the namespaces and
attributes of OSWorld's server, "table" with the seven columns that OSWorld's agent makes of it, "old" with the five that
it made before.
"""
import json
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

NS = {
    short: "https://accessibility.ubuntu.example.org/ns/" + long
    for short, long in {
        "st": "state",
        "attr": "attributes",
        "cp": "component",
        "val": "value",
    }.items()
}
for short, uri in NS.items():
    ET.register_namespace(short, uri)


def name_in(short, name):
    return "{%s}%s" % (NS[short], name)


def element(node, root=False):
    """The node and what shows in it, or None: what no one can see is left out to keep the files small."""
    states = [state.value_nick for state in node.get_state_set().get_states()]
    application = node.get_role() == Atspi.Role.APPLICATION
    if not (root or application or ("showing" in states and "visible" in states)):
        return None
    out = ET.Element((node.get_role_name().strip() or "unknown").replace(" ", "-"))
    if not root:
        out.set("name", node.get_name() or "")
    for state in states:
        out.set(name_in("st", state), "true")
    for key, value in (node.get_attributes() or {}).items():
        if key and key != "toolkit":
            out.set(name_in("attr", key), value)
    if not root and node.get_component_iface():
        box = node.get_extents(Atspi.CoordType.SCREEN)
        out.set(name_in("cp", "screencoord"), str((box.x, box.y)))
        out.set(name_in("cp", "size"), str((box.width, box.height)))
    if node.get_value_iface():
        out.set(name_in("val", "value"), str(Atspi.Value.get_current_value(node)))
    if node.get_text_iface():
        out.text = Atspi.Text.get_text(node, 0, -1).replace("\ufffc", "") or None
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        inner = element(child) if child else None
        if inner is not None:
            out.append(inner)
    return None if application and not len(out) else out


def tree():
    # Twice the same tree is a screen that has settled; an application that goes away meanwhile is read again.
    last = None
    for _ in range(40):
        try:
            root = element(Atspi.get_desktop(0), root=True)
            now = ET.tostring(root, encoding="unicode")
        except GLib.Error:
            now = None
        if now is not None and now == last:
            return root
        last = now
        time.sleep(0.25)
    raise SystemExit("The screen did not come to rest in ten seconds.")


# The roles that OSWorld's filter lets through, besides every one that ends in one of the words below.
ROLES = set(
    "alert canvas check-box combo-box entry icon image paragraph scroll-bar section slider static table-cell terminal text".split()
)
ENDINGS = tuple(
    "item button heading label scrollbar searchbox textbox link tabelement textfield textarea menu".split()
)
HEADER = "tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)"
OLD_HEADER = "TAG\tNAME\tPOSITION (top-left x & y)\tSIZE (width & height)\tTEXT"


def listed(node):
    def has(*states):
        return any(node.get(name_in("st", state)) == "true" for state in states)

    spot = [int(n) for n in (node.get(name_in("cp", "screencoord"), "(-1, -1)").strip("()").split(","))]
    size = [int(n) for n in (node.get(name_in("cp", "size"), "(-1, -1)").strip("()").split(","))]
    return (
        (node.tag in ROLES or node.tag.startswith("document") or node.tag.endswith(ENDINGS))
        and has("showing")
        and has("visible")
        and has("enabled", "editable", "expandable", "checkable")
        and bool(node.get("name") or node.text)
        and min(spot) >= 0
        and min(size) > 0
    )


def places(node):
    return [node.get(name_in("cp", key), "") for key in ("screencoord", "size")]


def row(node):
    text = node.text or ""
    quoted = '"%s"' % text.replace('"', '""') if not text or '"' in text else text
    return "\t".join([node.tag, node.get("name", ""), quoted, "", "", *places(node)])


def old_row(node):
    return "\t".join([node.tag, node.get("name", ""), *places(node), repr(node.text or "")])



for line in sys.stdin:
    order = json.loads(line)
    if isinstance(order, list):
        subprocess.run(order, check=True, timeout=20, stdout=subprocess.DEVNULL)
        print("null", flush=True)
    elif order == "xml":
        # No attribute or text holds a bare >, so this only takes out the blank that OSWorld's library does not write.
        print(json.dumps(ET.tostring(tree(), encoding="unicode").replace(" />", "/>")), flush=True)
    else:
        head, spell = (HEADER, row) if order == "table" else (OLD_HEADER, old_row)
        print(json.dumps("\n".join([head, *map(spell, filter(listed, tree().iter()))])), flush=True)
