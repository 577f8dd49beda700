// A repository that an initial state tells of, made by the same script that the machine runs, with the git of this machine.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readInitial } from '../../../src/core/grounds/effects/initial.ts'
import { repositoryIn } from '../../../src/core/grounds/effects/repository.ts'
import type { StateChange } from '../../../src/core/tree/ground.ts'
import { jobsFor } from '../../../src/host/grounds/machine/apply.ts'
import { repositoryScript } from '../../../src/host/grounds/machine/repository.ts'

const folder = mkdtempSync(join(tmpdir(), 'orrery-git-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const shell = (script: string) =>
  execFileSync('bash', ['-c', script], {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, TZ: 'UTC' }
  }).toString()

function make(text: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  for (const effect of repositoryIn(text, folder)) shell(repositoryScript(effect, 'root').join('\n'))
}

it('what is not committed is in the status and the difference, and the files are as they were told', () => {
  const files = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n', 'new.txt': 'new\n', 'added.txt': 'added\n' }
  make(
    'Git repository, branch main, one commit 1a2b3c4 "Begin". a.txt has an uncommitted change: its second line was added. Untracked: new.txt. added.txt is staged for commit.\n D gone.txt',
    files
  )
  expect(shell('git status --short')).toBe(' M a.txt\nA  added.txt\n D gone.txt\n?? new.txt\n')
  expect(shell('git diff a.txt | tail -n 3')).toBe(' one\n+two\n three\n')
  for (const [name, content] of Object.entries(files)) expect(readFileSync(join(folder, name), 'utf8')).toBe(content)
})

it('commits have their authors, dates and messages; branches, tags and remotes are there', () => {
  make(
    'Git: branch main, history, oldest first: 9d0a7f3 "First one" by Bo Chan <bo@x.org> on 2026-01-01 09:00; 4be1c02 "It\'s two" by Ann Lee, 2026-01-02. Branches: main, dev. Tags: v1.0. Remote origin https://x.example/a.git.',
    { 'a.txt': 'a\n' }
  )
  expect(shell('git log --format="%an <%ae> %ad %cd|%s" --date=iso')).toBe(
    "Ann Lee <root@localhost> 2026-01-02 00:00:00 +0000 2026-01-02 00:00:00 +0000|It's two\n" +
      'Bo Chan <bo@x.org> 2026-01-01 09:00:00 +0000 2026-01-01 09:00:00 +0000|First one\n'
  )
  expect(shell('git branch --format="%(refname:short)"; git tag; git remote -v; git status --short')).toBe(
    'dev\nmain\nv1.0\norigin\thttps://x.example/a.git (fetch)\norigin\thttps://x.example/a.git (push)\n'
  )
})

it('commits have the hashes that they are told to have, for all that git does with them', () => {
  make(
    '$ git log --oneline\nf00d1e5 (HEAD -> topic, origin/topic) Third\na1b2c3d (tag: v2, main) Second\n0badc0d First\n',
    { 'a.txt': 'a\n' }
  )
  expect(shell('git log --oneline --decorate; git rev-parse --short v2; git show -s --format=%s 0badc0d')).toBe(
    'f00d1e5 (HEAD -> topic, origin/topic) Third\na1b2c3d (tag: v2, main) Second\n0badc0d First\na1b2c3d\nFirst\n'
  )
  expect(shell('git reflog --format=%h; git status -sb')).toBe('f00d1e5\na1b2c3d\n0badc0d\n## topic...origin/topic\n')
  expect(
    shell(
      'git checkout -q -b more a1b2c3d; echo b > b; git add b; git -c user.name=x -c user.email=x@y commit -qm Fourth; git log --format=%s'
    )
  ).toBe('Fourth\nSecond\nFirst\n')
})

it("the next commit is its author's, unless git has settings of its own", () => {
  const commit = 'git add -A; git commit -qm Two; git log --format="%an <%ae>"'
  make('Git repository, last commit "Begin". Commits by Ada Lovelace <ada@example.org>.', { 'a.txt': 'a\n' })
  expect(shell(`echo b > b; ${commit}`)).toBe('Ada Lovelace <ada@example.org>\n'.repeat(2))
  rmSync(folder, { recursive: true })
  make('Git repository, last commit "Begin".', { '.gitconfig': '[user]\nname = Bo\nemail = bo@x.org\n' })
  expect(shell(`echo b > b; ${commit}`)).toBe('Bo <bo@x.org>\nroot <root@localhost>\n')
})

/** As jobs of the machine run it, with the machine's own lists in a folder of ours. */
function onMachine(effects: readonly StateChange[]): void {
  mkdirSync(folder, { recursive: true })
  for (const job of jobsFor(effects, { owner: { user: 'root', home: folder }, shell: false })) {
    if (job.do === 'write') {
      mkdirSync(dirname(job.path), { recursive: true })
      writeFileSync(job.path, job.content)
    } else if (job.do === 'run') shell(job.script.replaceAll('/run/dream', join(folder, 'dream')))
  }
}

it.each([
  ['README.md', 'There is one uncommitted line in README.md.', '$'],
  ['app.py', 'app.py has one uncommitted change: its second line was added.', '2'],
  ['src/main.c', 'The working tree is dirty: src/main.c was edited.', '$'],
  ['lib/a.js', 'lib/a.js has been changed since the last commit.', '$'],
  ['Makefile', 'There are pending edits in Makefile.', '$']
])(
  'a change in %s that nobody shows is in the status, and its line in the difference once it is seen',
  (name, says, at) => {
    mkdirSync(folder, { recursive: true })
    const app = join(folder, 'app')
    const text = `A git repository in ${app}, branch main. History, newest first: "Two" by Bo <bo@x.org> on 2026-01-02; "One" by Bo <bo@x.org> on 2026-01-01. Tags: v1. It holds ${name} and util.py.\n${says}`
    onMachine(readInitial(text, { cwd: app }).effects.filter(({ do: does }) => /^(?:mkdir|claim|git)$/.test(does)))
    expect(shell('cd app; git status --short')).toBe(` M ${name}\n`)
    expect(shell('cd app; grep . ../dream/claims | sort')).toBe(
      [`file ${app}/util.py`, `pending ${join(app, name)}`].map((line) => `${line}\n`).join('')
    )
    onMachine([{ do: 'write', path: join(app, 'util.py'), content: 'x = 1\n' }])
    expect(shell('cd app; git status --short')).toBe(` M ${name}\n`)
    onMachine([{ do: 'write', path: join(app, name), content: 'one\ntwo\nthree\n' }])
    expect(shell('cd app; git status --short')).toBe(` M ${name}\n`)
    expect(shell('cd app; git diff | grep "^[+-][^+-]"')).toBe(at === '2' ? '+two\n' : '+three\n')
    expect(
      shell('cd app; git log --format="%an %ad %s" --date=iso; git show --format= --name-only v1; git fsck 2>&1')
    ).toContain(`Bo 2026-01-02 00:00:00 +0000 Two\nBo 2026-01-01 00:00:00 +0000 One\n`)
    expect(shell('cd app; git show v1:util.py; git stash -q; git status --short')).toBe('x = 1\n')
  }
)
