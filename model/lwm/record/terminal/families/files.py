"""Files and folders: making, moving, listing, finding, linking."""

from ..parts import go, name, names, sentence, sentences, some, text
from ..session import Session
from ..words import TOPICS


def tidy(s: Session) -> None:
    """Files are sorted into folders, copied, renamed and thrown away."""
    r = s.rng
    files = names(r, r.randint(3, 6), "txt") + names(r, r.randint(0, 2), "md")
    for file in files:
        s.put(file, text(sentences(r, r.randint(1, 2))))
    folders: list[str] = []
    s.run(r.choice(("ls", "ls -1", "ls")))

    def make() -> None:
        folder = r.choice([t for t in TOPICS if t not in folders])
        s.run(f"mkdir {r.choice(('', '-p ', '-v '))}{folder}")
        folders.append(folder)

    def into() -> None:
        if not folders:
            return make()
        file, folder = r.choice(files), r.choice(folders)
        verb = r.choice(("mv", "mv -v", "mv", "cp", "cp -v"))
        s.run(f"{verb} {file} {folder}/")
        if verb.startswith("mv") and len(files) > 1:
            files.remove(file)

    def rename() -> None:
        file = r.choice(files)
        new = name(r, "txt")
        s.run(f"mv {r.choice(('', '-v '))}{file} {new}")
        files[files.index(file)] = new

    def copy() -> None:
        file = r.choice(files)
        new = r.choice((f"{file}.bak", name(r, "txt"), f"copy-{file}"))
        s.run(f"cp {r.choice(('', '-v '))}{file} {new}")
        files.append(new)

    def drop() -> None:
        file = r.choice([*files, name(r, "txt")])
        s.run(f"rm {r.choice(('', '-v ', '-f '))}{file}")
        if file in files and len(files) > 1:
            files.remove(file)

    def see() -> None:
        s.run(r.choice(["ls", "ls -1", f"ls *.{r.choice(('txt', 'md', 'bak'))}", "ls | wc -l", "ls -p", "ls -F", *(f"ls {f}" for f in folders)]))

    def read() -> None:
        s.run(f"cat {' '.join(some(r, files, 1, 2))}")

    def enter() -> None:
        if not folders:
            return make()
        s.run(f"cd {r.choice(folders)}", "ls")
        s.run(r.choice(("cd ..", "cd -", "pwd; cd ..")))

    def away() -> None:
        folder = r.choice([*folders, name(r, "")])
        s.run(r.choice((f"rmdir {folder}", f"rm {folder}", f"rm -r {folder}")))
        if s.run("ls -1").splitlines().count(folder) == 0 and folder in folders:
            folders.remove(folder)

    def link() -> None:
        new = r.choice([t for t in TOPICS if t not in folders])
        s.run(f"ln -s {r.choice(files)} {new} && {r.choice((f'readlink {new}', 'ls -F', f'cat {new}'))}")

    go(r, [make, link, into, into, rename, copy, drop, see, see, read, enter, away], 8, 15)


def long_lists(s: Session) -> None:
    """ls -l of files whose sizes and dates are known, and what changes in it."""
    r = s.rng
    s.listed = True
    files = names(r, r.randint(3, 5), r.choice(("txt", "log", "md", "csv")))
    for file in files:
        s.put(file, text(sentences(r, r.randint(1, 3))), r.choice((0o644, 0o644, 0o600, 0o640, 0o755)))
    s.run(r.choice(("ls -l", "ls -la", "ls -lh")))

    def order() -> None:
        s.run(r.choice(("ls -lt", "ls -lS", "ls -lr", "ls -ltr", "ls -t", "ls -S", "ls -ls", "ls -ltr | tail -1", "ls -lS | head -2")))

    def alone() -> None:
        s.run(f"ls -l {' '.join(some(r, files, 1, 2))}")

    def stat() -> None:
        s.run(r.choice((f"stat -c '%n %s %A' {r.choice(files)}", f"stat -c '%s' {r.choice(files)}", f"wc -c {r.choice(files)}", f"stat -c %a {r.choice(files)}", f"stat -c '%U:%G %a' {r.choice(files)}")))

    def touch() -> None:
        new = name(r, "txt")
        day = f"20{r.randint(18, 22)}-{r.randint(1, 12):02}-{r.randint(1, 28):02} {r.randint(0, 23):02}:{r.randint(0, 59):02}"
        s.run(f"touch {f'-d {chr(34)}{day}{chr(34)} ' if r.random() < 0.5 else ''}{new}", f"ls -l {new}")
        files.append(new)

    def grow() -> None:
        file = r.choice(files)
        s.run(f"echo {r.choice(('ok', 'more', 'the end', 'one line'))} >> {file} && ls -l {file}")

    def empty() -> None:
        file = r.choice(files)
        s.run(f"{r.choice((': >', '>', 'truncate -s 0'))} {file}; ls -l {file}")

    def lost() -> None:
        s.run(f"ls -l {name(r, 'pdf')}")

    def mode() -> None:
        file = r.choice(files)
        s.run(f"chmod {r.choice(('+x', '600', '644', 'go-r', 'u-w', '755'))} {file}", f"ls -l {file}")

    def link() -> None:
        file, new = r.choice(files), name(r, "lnk")
        s.run(f"ln -s {file} {new}", f"ls -l {new}")

    def folder() -> None:
        new = name(r, "")
        s.run(f"mkdir {new} && ls -ld {new}")

    go(r, [order, order, alone, stat, touch, grow, empty, lost, mode, link, folder, lambda: s.run("ls -l")], 6, 11)


def finding(s: Session) -> None:
    """find in a small tree."""
    r = s.rng
    folders = r.sample(TOPICS, r.randint(2, 3))
    paths = []
    for folder in folders:
        inner = r.choice(("", "", r.choice(TOPICS)))
        for _ in range(r.randint(1, 3)):
            path = f"{folder}/{f'{inner}/' if inner and r.random() < 0.6 else ''}{name(r, r.choice(('txt', 'md', 'py', 'log')))}"
            if path not in paths:
                paths.append(s.put(path, text(sentences(r, r.randint(0, 3)))))
    end = lambda: r.choice(("txt", "md", "py", "log"))

    def names_() -> None:
        s.run(r.choice((f"find . -name '*.{end()}' | sort", f"find {r.choice(folders)} -type f | sort", "find . -type d | sort", f"find . -name '{r.choice(TOPICS)}*' | sort", "find . -type f -empty | sort", f"find . -name '*.{end()}' | wc -l", f"find . -type f ! -name '*.{end()}' | sort", "find . -maxdepth 1 -mindepth 1 | sort", f"find . -path './{r.choice(folders)}/*' -type f | sort")))

    def run_() -> None:
        s.run(r.choice((f"find . -name '*.{end()}' -exec wc -l {{}} \\;", f"find {r.choice(folders)} -type f -exec basename {{}} \\; | sort", f"find . -name '*.{end()}' -delete", f"find . -name '{r.choice(paths).split('/')[-1]}' -exec cat {{}} \\;")))

    def add() -> None:
        path = f"{r.choice(folders)}/{name(r, end())}"
        s.run(f"touch {path}" if r.random() < 0.4 else f"echo '{sentence(r)}' > {path}")
        paths.append(path)

    def wrong() -> None:
        s.run(r.choice((f"find {name(r, '')}", f"find . -nam '*.{end()}'", "find . -type x", f"find . -name '{name(r, 'zip')}'", "find . -size")))

    def tree() -> None:
        s.run(r.choice(("tree", "tree -d", f"tree {r.choice(folders)}", "tree -L 1", f"ls -R {r.choice(folders)}", "ls -R", "du -a | wc -l", "tree --noreport", "tree -a")))

    def search() -> None:
        word = r.choice((sentence(r).split()[1], "the", "a", "and"))
        s.run(r.choice((f"grep -rl {word} . | sort", f"grep -rc {word} {r.choice(folders)} | sort", f"grep -rn {word} {r.choice(folders)} | sort")))

    def away() -> None:
        s.run(r.choice((f"rm -v {r.choice(paths)}", f"rm -r {r.choice(folders)}", f"mv {r.choice(folders)} {name(r, '')}")))

    tree()
    go(r, [names_, names_, names_, run_, add, wrong, tree, search, away], 7, 12)


def globs(s: Session) -> None:
    """Wildcards and braces."""
    r = s.rng
    stem = r.choice(TOPICS)
    low, high = r.randint(1, 3), r.randint(4, 8)
    ends = some(r, ["txt", "log", "csv", "md", "dat"], 2, 3)
    s.run(f"touch {stem}{{{low}..{high}}}.{ends[0]}")
    s.run("ls")
    moves = [
        lambda: s.run(f"touch {stem}{r.randint(low, high)}.{{{','.join(ends)}}}"),
        lambda: s.run(f"echo {stem}[{low}-{r.randint(low, high)}].*"),
        lambda: s.run(f"ls *.{r.choice(ends)}"),
        lambda: s.run(f"ls {stem}?.{r.choice(ends)}"),
        lambda: s.run(f"ls *{r.randint(0, 9)}*"),
        lambda: s.run(f"rm {stem}{r.randint(low, high)}.*"),
        lambda: s.run(f"echo {{a..{r.choice('cdef')}}}{r.randint(1, 9)}"),
        lambda: s.run(f"echo {r.choice(TOPICS)}-{{{','.join(r.sample(TOPICS, 3))}}}"),
        lambda: s.run(f"echo {{{r.randint(1, 5)}..{r.randint(10, 20)}..{r.randint(2, 5)}}}"),
        lambda: s.run(f"echo {{{r.randint(0, 3):02}..{r.randint(8, 12)}}}"),
        lambda: s.run(f"ls *.{name(r, '')}"),
        lambda: s.run(f"echo *.{r.choice([*ends, 'png'])}"),
        lambda: s.run(f"mkdir -p {r.choice(TOPICS)}/{{{','.join(r.sample(TOPICS, 2))}}}", "ls -d */"),
        lambda: s.run(f"ls {stem}[!{low}]*"),
        lambda: s.run(f"for f in {stem}*.{r.choice(ends)}; do echo \"${{f%.*}}\"; done"),
        lambda: s.run(f"for f in *.{ends[0]}; do mv \"$f\" \"${{f%.{ends[0]}}}.{ends[-1]}\"; done; ls"),
        lambda: s.run("ls | wc -l"),
        lambda: s.run("shopt -s nullglob; echo *.none; shopt -u nullglob"),
        lambda: s.run("ls"),
    ]
    go(r, moves, 7, 12)


def symlinks(s: Session) -> None:
    """Links that point at files and folders, and break."""
    r = s.rng
    s.listed = True
    first, second = names(r, 2)
    for file in (first, second):
        s.put(file, text(sentences(r, r.randint(1, 3))))
    folder, link, way = r.sample(TOPICS, 3)
    s.folder(folder)
    s.run(f"ln -s {first} {link}")
    s.run(r.choice((f"ls -l {link}", f"cat {link}", f"readlink {link}")))
    moves = [
        lambda: s.run(f"cat {link}"),
        lambda: s.run(f"readlink {link}"),
        lambda: s.run(f"readlink -f {link}"),
        lambda: s.run(f"echo '{sentence(r)}' >> {link} && cat {first}"),
        lambda: s.run(f"ln -s {r.choice((first, second))} {link}"),
        lambda: s.run(f"ln -sf {second} {link} && readlink {link}"),
        lambda: s.run(f"ln -s {folder} {way}"),
        lambda: s.run("ls -F"),
        lambda: s.run(f"touch {way}/{name(r)} && ls {folder}"),
        lambda: s.run(f"mv {first} {folder}/"),
        lambda: s.run(f"test -L {link} && echo link || echo 'not a link'"),
        lambda: s.run(f"test -e {link}; echo $?"),
        lambda: s.run(f"rm {r.choice((link, first, way))}"),
        lambda: s.run(f"rm {way}/ 2>&1"),
        lambda: s.run(f"ln {second} {name(r)} && stat -c '%h %n' {second}"),
        lambda: s.run("find . -type l | sort"),
        lambda: s.run(f"unlink {link}; ls"),
        lambda: s.run(f"cp {link} {name(r)} && ls"),
        lambda: s.run(f"cd {way} && pwd && pwd -P; cd ~-" if r.random() < 0.5 else f"ls {way}"),
    ]
    go(r, moves, 7, 12)


FAMILIES = {"tidy": (tidy, 0.15), "long-lists": (long_lists, 0.15), "finding": (finding, 0.15), "globs": (globs, 0.15), "symlinks": (symlinks, 0.15)}
