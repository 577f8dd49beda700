"""A tree of folders that open and close, from which one thing is chosen."""

from random import Random

from ..site import ENTER, Site, app, click
from ..words import GOODS, SUBJECTS, some

SCRIPT = """
const { ul, li, span, button, p } = tags
const s = { open: new Set(g.open), chosen: null }
const toggle = (name) => () => (s.open.has(name) ? s.open.delete(name) : s.open.add(name))
const leaf = (name) => g.tree
  ? li({ key: name, role: 'none' }, button({ role: 'treeitem', 'aria-selected': String(s.chosen === name), onclick: () => (s.chosen = name) }, name))
  : li({ key: name }, button({ 'aria-pressed': String(s.chosen === name), onclick: () => (s.chosen = name) }, name))
const branch = ([name, inside]) => li({ key: name, role: g.tree && 'none' },
  button({ role: g.tree && 'treeitem', 'aria-expanded': String(s.open.has(name)), onclick: toggle(name) }, name),
  ul({ role: g.tree && 'group', hidden: !s.open.has(name) }, inside.map((one) => (typeof one === 'string' ? leaf(one) : branch(one))))
)
const path = (name, inside = g.folders, above = []) => inside.flatMap((one) =>
  typeof one === 'string' ? (one === name ? [[...above, one].join(' / ')] : []) : path(name, one[1], [...above, one[0]]))
app(() => frame(
  ul({ key: 'tree', role: g.tree && 'tree', 'aria-label': g.tree && 'Folders' }, g.folders.map(branch)),
  g.both && p({ key: 'all' },
    button({ onclick: () => (s.open = new Set(g.names)) }, 'Open all'),
    button({ onclick: () => (s.open = new Set()) }, 'Close all')),
  say(`Chosen: ${s.chosen ? path(s.chosen)[0] : 'nothing'}`)
))
"""


def explorer(rng: Random) -> Site:
    folders = some(rng, SUBJECTS, rng.randint(2, 4))
    ending = rng.choice(["", "", ".txt", ".pdf"])
    leaves = [one + ending for one in some(rng, GOODS, 12)]
    tree = [[name, [leaves.pop() for _ in range(rng.randint(1, 3))]] for name in folders]
    names = list(folders)
    if rng.random() < 0.5 and len(folders) < 4:
        inner = rng.choice([one for one in SUBJECTS if one not in folders])
        rng.choice(tree)[1].append([inner, [leaves.pop() for _ in range(rng.randint(1, 2))]])
        names.append(inner)
    role = rng.random() < 0.5
    given = {"folders": tree, "open": names if rng.random() < 0.7 else names[1:], "names": names, "tree": role, "both": rng.random() < 0.5}
    item = "treeitem" if role else "button"
    chosen = [one for _, inside in tree for one in inside if isinstance(one, str)]
    goals = [
        *([click(f"{item} '{one}'")] for one in names),
        [click(f"{item} '{rng.choice(names)}'"), ENTER],
        *([click(f"{item} '{one}'")] for one in rng.sample(chosen, min(3, len(chosen)))),
        *([[click("button 'Open all'")], [click("button 'Close all'")]] if given["both"] else []),
    ]
    return app(rng, rng.choice(["Files", "Explorer", "Topics", "Folders", "Contents"]), given, SCRIPT, goals)
