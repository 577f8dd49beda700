"""What is packed and kept: tar, gzip, zip, and a script that copies what changed."""

from ..parts import go, here, name, names, sentence, sentences, text
from ..session import Session
from ..words import TOPICS


def archives(s: Session) -> None:
    """tar, gzip and zip with the names of what they take."""
    r = s.rng
    files = names(r, r.randint(2, 4), r.choice(("txt", "md", "csv")))
    folder = r.choice(TOPICS)
    inside = r.random() < 0.5
    paths = [f"{folder}/{f}" if inside else f for f in files]
    for path in paths:
        s.put(path, text(sentences(r, r.randint(1, 2))))
    kind = r.choice(("tar", "tar.gz", "tgz"))
    pack = f"{r.choice(TOPICS)}{r.choice(('', '-1', '_old'))}.{kind}"
    z = "" if kind == "tar" else "z"
    box = f"{r.choice(TOPICS)}.zip"
    out = r.choice([t for t in TOPICS if t != folder])
    s.run(f"tar -c{z}{r.choice(('v', 'v', ''))}f {pack} {' '.join(paths)}")
    one = lambda: r.choice(paths)
    moves = [
        lambda: s.run(f"tar -t{z}f {pack}"),
        lambda: s.run(f"tar -tf {pack} | wc -l"),
        lambda: s.run(f"mkdir -p {out} && tar -x{r.choice(('v', ''))}f {pack} -C {out}"),
        lambda: s.run(f"find {out} -type f | sort"),
        lambda: s.run(f"tar -xOf {pack} {one()}"),
        lambda: s.run(f"rm {one()}; tar -xvf {pack} {one()}"),
        lambda: s.run(f"tar -xf {pack} {name(r, 'png')}"),
        lambda: s.run(f"tar -xf {name(r, 'tar')}"),
        lambda: s.run(f"tar -c{z}f {pack} {' '.join(paths)} {name(r, 'pdf')}"),
        lambda: s.run(f"gzip {r.choice(('-f ', '-kf '))}{one()}"),
        lambda: s.run(f"gunzip -f {one()}.gz"),
        lambda: s.run(f"zcat {one()}.gz"),
        lambda: s.run(f"gzip -kf {one()}; ls{f' {folder}' if inside else ''}"),
        lambda: s.run(f"zip -q {box} {' '.join(paths)}; ls *.zip"),
        lambda: s.run(f"unzip -qo {box} -d z && find z -type f | sort"),
        lambda: s.run(f"unzip -p {box} {one()}"),
        lambda: s.run(f"unzip -Z1 {box}"),
        lambda: s.run(f"ls{f' {folder}' if inside else ''}"),
        lambda: s.run(f"cat {one()}"),
        lambda: s.run(f"echo '{sentence(r)}' > {one()}"),
        lambda: s.run(f"tar -{r.choice(('q', 'Y'))}f {pack}"),
        lambda: s.run(f"tar --list --file {pack} | sort | head -{r.randint(1, 3)}"),
        lambda: s.run(f"gunzip {one()}"),
        lambda: s.run(f"tar -df {pack} && echo same"),
    ]
    go(r, moves, 7, 11)


def backup_script(s: Session) -> None:
    """A script that copies files to a dated folder; what it does the second time, and when something is missing."""
    r = s.rng
    source, target, script = r.choice(TOPICS[:40]), f"{r.choice(TOPICS[40:])}-copy", r.choice(("backup.sh", "save.sh", "keep.sh", "copy.sh"))
    files = names(r, r.randint(2, 4), r.choice(("txt", "cfg", "md")))
    for file in files:
        s.put(f"{source}/{file}", text(sentences(r, 1)))
    end = files[0].split(".")[-1]
    stamp = r.choice(("$(date +%F)", "$(date +%Y%m%d)", "${1:-first}", "$(date +%d-%b)"))
    say = r.choice(("saved", "copied", "kept"))
    body = f"#!/bin/bash\nset -e\nto={target}/{stamp}\nmkdir -p \"$to\"\nn=0\nfor f in {source}/*.{end}; do\n  if ! cmp -s \"$f\" \"$to/${{f##*/}}\"; then\n    cp \"$f\" \"$to/\"\n    echo \"{say} ${{f##*/}}\"\n    n=$((n + 1))\n  fi\ndone\necho \"$n files {say}\"\n"
    s.run(here(script, body))
    s.run(f"bash {script}")
    moves = [
        lambda: s.run(f"bash {script}"),
        lambda: s.run(f"echo '{sentence(r)}' >> {source}/{r.choice(files)}"),
        lambda: s.run(f"touch {source}/{name(r, end)}"),
        lambda: s.run(f"rm {source}/{r.choice(files)}"),
        lambda: s.run(f"find {target} -type f | sort"),
        lambda: s.run(f"ls {target}"),
        lambda: s.run(f"chmod +x {script}; ./{script}"),
        lambda: s.run(f"bash {script} second"),
        lambda: s.run(f"mv {source} {source}-old; bash {script}; mv {source}-old {source}"),
        lambda: s.run(f"rm -r {target}; bash {script} | tail -1"),
        lambda: s.run(f"bash {script} > log.txt; wc -l log.txt"),
        lambda: s.run(f"cat {source}/{r.choice(files)}"),
        lambda: s.run(f"diff -r {source} {target}/*"),
        lambda: s.run(f"sed -i 's/{say}/{r.choice(('stored', 'done', 'moved'))}/' {script} && bash {script}"),
        lambda: s.run(f"ls {source} | wc -l"),
    ]
    go(r, moves, 6, 10)


FAMILIES = {
    "archives": (archives, 0.1),
    "backup-script": (backup_script, 0.1),
}
