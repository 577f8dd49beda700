"""git: a small repository from its first commit to branches, conflicts and tags."""

from ..parts import go, here, name, names, sentence, sentences, text
from ..session import Session
from ..words import ADJECTIVES, ITEMS, TOPICS, VERBS

EXTENSIONS = ("txt", "md", "py", "cfg")


def message(s: Session) -> str:
    r = s.rng
    return r.choice((f"{r.choice(VERBS).capitalize()} {r.choice(ITEMS)}", f"{r.choice(VERBS).capitalize()} the {r.choice(ADJECTIVES)} {r.choice(ITEMS)}", f"{r.choice(VERBS)}: {r.choice(TOPICS)}", f"Add {r.choice(TOPICS)}", f"Fix {r.choice(TOPICS)} of {r.choice(ITEMS)}"))


def commit(s: Session, options: str = "") -> None:
    """Commits; half of the time without the line that names the new commit, which nobody can know."""
    s.run(f"git commit {s.rng.choice(('-q ', '-q ', '-q ', ''))}{options}-m '{message(s)}'")


def repository(s: Session) -> None:
    """From git init on: staging, committing, and what git says in between."""
    r = s.rng
    files = names(r, 3, r.choice(EXTENSIONS))
    for file in files[:2]:
        s.put(file, text(sentences(r, r.randint(1, 3))))
    s.run("git init -q" if r.random() < 0.6 else "git init")
    s.run(r.choice(("git status", "git status -s", "git status --short")))
    s.run(f"git add {r.choice((files[0], '.', ' '.join(files[:2])))}")
    if r.random() < 0.4:
        s.run(r.choice(("git status -s", "git status")))
    commit(s)
    one = lambda: r.choice(files[:2])
    moves = [
        lambda: s.run("git status"),
        lambda: s.run("git status -s"),
        lambda: s.run(r.choice(("git log --format=%s", "git log --format='%an: %s'", "git log --oneline | wc -l", "git log -1 --format='%s (%ad)' --date=short", "git log --format='%ae' | sort -u"))),
        lambda: s.run(f"echo '{sentence(r)}' >> {one()}"),
        lambda: s.run(f"sed -i '1d' {one()}"),
        lambda: s.run("git diff --stat"),
        lambda: s.run("git diff | grep '^[-+]'"),
        lambda: s.run("git diff --name-only"),
        lambda: s.run(f"git add {one()}; git status -s"),
        lambda: commit(s),
        lambda: commit(s, "-a "),
        lambda: [s.run(here(files[2], text(sentences(r, r.randint(1, 2))))), s.run(f"git add {files[2]} && git status -s")],
        lambda: s.run(f"git checkout {r.choice(('-q ', ''))}-- {one()}"),
        lambda: s.run(f"git restore {r.choice(('', '--staged '))}{one()}"),
        lambda: s.run(f"git rm {r.choice(('-q ', '', '--cached '))}{one()}"),
        lambda: s.run(f"git mv {files[0]} {files[2]}"),
        lambda: s.run("git ls-files"),
        lambda: s.run("git branch"),
        lambda: s.run(f"git {r.choice(('comit', 'stauts', 'psuh', 'brnach', 'lgo', 'chekout'))}"),
        lambda: s.run(f"git add {name(r, 'pdf')}"),
        lambda: s.run("git push"),
        lambda: s.run("git remote -v; git config user.name"),
        lambda: s.run(f"echo '*.{r.choice(('log', 'tmp'))}' > .gitignore; touch {name(r, 'log')}; git status -s"),
        lambda: s.run("git show --stat --format=%s"),
        lambda: s.run("git commit -m 'again'") if r.random() < 0.3 else s.run("git log --oneline"),
    ]
    go(r, moves, 6, 11)


def prepared(s: Session, commits: int) -> list[str]:
    """A repository with some commits, told as the commands that made it. Gives its files."""
    r = s.rng
    files = names(r, 2, r.choice(EXTENSIONS))
    for file in files:
        s.put(file, text(sentences(r, r.randint(2, 3))))
    s.prepare("git init -q", "git add .", f"git commit -q -m '{message(s)}'")
    for _ in range(commits - 1):
        s.prepare(f"echo '{sentence(r)}' >> {r.choice(files)}", f"git commit -q -a -m '{message(s)}'")
    return files


def branches(s: Session) -> None:
    """Branches are made, switched, merged without conflict and deleted."""
    r = s.rng
    files = prepared(s, r.randint(1, 3))
    branch, second = r.sample([f"{r.choice(('', '', 'feature/', 'fix-'))}{t}" for t in TOPICS], 2)
    new = names(r, 1, "txt")[0]
    s.run(f"git {r.choice((f'checkout -b {branch}', f'switch -c {branch}'))}")
    s.run(here(new, text(sentences(r, 1))))
    s.run(f"git add {new}")
    commit(s)
    any_ = lambda: r.choice((branch, "main", second))

    def clash() -> None:
        s.run(f"git checkout -q -B clash; sed -i '1s/.*/{sentence(r)}/' {files[1]}; git commit -qam left")
        s.run(f"git checkout -q main; sed -i '1s/.*/{sentence(r)}/' {files[1]}; git commit -qam right")
        s.run("git merge clash")
        s.run(r.choice((f"cat {files[1]}", "git status -s", f"head -5 {files[1]}")))
        s.run("git merge --abort; git status -s")

    moves = [
        lambda: s.run(f"git {r.choice(('checkout', 'switch'))} {any_()}"),
        lambda: s.run("git switch -q main && ls"),
        clash,
        lambda: s.run("git branch"),
        lambda: s.run("git branch --show-current"),
        lambda: s.run(f"git merge -q {r.choice((branch, second))}; git log --format=%s"),
        lambda: s.run(f"git log --format=%s {r.choice(('main', branch))}"),
        lambda: s.run(f"git branch {second}"),
        lambda: s.run(f"git branch -{r.choice('dD')} {r.choice((second, branch))} 2>&1 | sed 's/(was .*)/(gone)/'"),
        lambda: s.run(f"git diff --stat main {branch}"),
        lambda: s.run(f"git diff --name-only main..{branch}"),
        lambda: s.run(f"git log --format=%s main..{branch}"),
        lambda: [s.run(f"echo '{sentence(r)}' >> {files[0]}"), commit(s, "-a ")],
        lambda: s.run("git status -sb"),
        lambda: s.run("git checkout -"),
        lambda: s.run(f"git branch -m {second} {second}-2"),
        lambda: s.run(f"git show {branch}:{r.choice((new, files[0], files[1]))}"),
        lambda: s.run(f"git checkout {r.choice(TOPICS)}"),
        lambda: s.run("ls"),
        lambda: s.run("git branch --merged"),
        lambda: s.run("git log --format='%h %s' -1"),
    ]
    go(r, moves, 5, 9)


def conflict(s: Session) -> None:
    """Two branches change the same line; the conflict is looked at, resolved or given up."""
    r = s.rng
    file = name(r, r.choice(("txt", "md", "cfg")))
    lines = sentences(r, 3)
    s.put(file, text(lines))
    branch = r.choice(TOPICS)
    at = r.randint(1, 3)
    ours, theirs = sentence(r), sentence(r)
    s.prepare("git init -q", "git add .", f"git commit -q -m '{message(s)}'")
    s.run(f"git checkout -q -b {branch}")
    s.run(f"sed -i '{at}s/.*/{theirs}/' {file}")
    s.run(f"git commit -qam '{message(s)}'")
    s.run("git checkout -q main")
    s.run(r.choice((f"cat {file}", f"sed -n {at}p {file}", f"git diff --stat main {branch}")))
    s.run(f"sed -i '{at}s/.*/{ours}/' {file} && git commit -qam '{message(s)}'")
    s.run(f"git merge {branch}")
    s.run(f"cat {file}")

    def solve() -> None:
        s.run(r.choice((f"git checkout --{r.choice(('ours', 'theirs'))} {file}", f"sed -i '/^<<<</d;/^====/d;/^>>>>/d' {file}", f"sed -i '/^<<<</d;/^====/,/^>>>>/d' {file}", f"sed -i '/^<<<</,/^====/d;/^>>>>/d' {file}")))
        s.run(f"cat {file}")

    moves = [
        solve,
        solve,
        lambda: s.run("git status -s"),
        lambda: s.run("git status"),
        lambda: s.run(f"git add {file}"),
        lambda: s.run("git commit -q --no-edit"),
        lambda: s.run("git commit -q -m 'Merge'"),
        lambda: s.run("git merge --abort"),
        lambda: s.run(f"git merge {branch}"),
        lambda: s.run("git log --format=%s"),
        lambda: s.run(f"grep -c '^[<=>]\\{{7\\}}' {file}"),
        lambda: s.run("git diff --name-only --diff-filter=U"),
        lambda: s.run(f"cat {file}"),
        lambda: s.run(f"git show {branch}:{file} | sed -n {at}p"),
    ]
    go(r, moves, 4, 7)


def shelves(s: Session) -> None:
    """stash, tag, reset, revert and amend."""
    r = s.rng
    files = prepared(s, r.randint(2, 3))
    tag = f"v{r.randint(0, 3)}.{r.randint(0, 9)}"
    one = lambda: r.choice(files)
    s.run(f"echo '{sentence(r)}' >> {one()}")
    moves = [
        lambda: s.run(f"echo '{sentence(r)}' >> {one()}"),
        lambda: s.run("git stash -q; git status -s"),
        lambda: s.run("git stash list | wc -l"),
        lambda: s.run("git stash pop -q; git status -s"),
        lambda: s.run("git stash show --stat"),
        lambda: s.run("git stash drop -q; git stash list"),
        lambda: s.run(f"git tag {tag}"),
        lambda: s.run("git tag"),
        lambda: s.run(f"git tag -a {tag} -m '{sentence(r)}'; git tag -n"),
        lambda: s.run("git describe --tags"),
        lambda: s.run(f"git show -s --format=%s {r.choice((tag, 'HEAD', 'HEAD~1', 'HEAD~9'))}"),
        lambda: s.run("git log --format=%s"),
        lambda: s.run(f"git reset -q --{r.choice(('hard', 'soft', 'mixed'))} {r.choice(('HEAD~1', 'HEAD', tag))}; git status -s"),
        lambda: s.run(f"git commit -q --amend -m '{message(s)}'; git log -1 --format=%s"),
        lambda: commit(s, "-a "),
        lambda: s.run("git revert --no-edit HEAD > /dev/null; git log -2 --format=%s"),
        lambda: s.run("git diff --stat"),
        lambda: s.run("git status -s"),
        lambda: s.run(f"tail -1 {one()}"),
        lambda: s.run("git diff HEAD~1 --stat"),
        lambda: s.run(f"git checkout -q HEAD~1 -- {one()}; git status -s"),
        lambda: s.run(f"git blame -s {one()} | cut -d')' -f2-"),
        lambda: s.run("git rev-list --count HEAD"),
    ]
    go(r, moves, 6, 10)


FAMILIES = {"repository": (repository, 0.1), "branches": (branches, 0.1), "merge-conflict": (conflict, 0.1), "shelves": (shelves, 0.1)}
