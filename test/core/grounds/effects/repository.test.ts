import { expect, it } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import { repositoryIn } from '../../../../src/core/grounds/effects/repository.ts'

const of = (text: string) => {
  const [{ do: _, path: _path, identity: _identity, ...rest } = { do: 'git', path: '', identity: null }] = repositoryIn(
    text,
    '/srv/app'
  )
  return rest as Partial<Omit<ReturnType<typeof repositoryIn>[number], 'do' | 'path'>> // none where there is no repository
}

it('there is no repository where the text says so, or does not tell of one', () => {
  for (const text of ['No git.', 'It is not a git repository.', 'Python 3.11, git 2.39.5.', 'A folder.'])
    expect(repositoryIn(text, '/srv/app')).toEqual([])
})

it.each([
  [
    'Git: branch main, 2 commits. History, newest first: 4be1c02 "Two" by Ann Lee <ann@x.org> on 2026-01-02; 9d0a7f3 "One", 2026-01-01.',
    {
      branch: 'main',
      commits: [
        { message: 'One', date: '2026-01-01', hash: '9d0a7f3' },
        { message: 'Two', author: 'Ann Lee', email: 'ann@x.org', date: '2026-01-02', hash: '4be1c02' }
      ]
    }
  ],
  [
    'A git repository, two commits:\n  a1b2c3d 2025-03-01 10:00 "One"\n  d4e5f6a 2025-03-02 11:30 "Two"\n',
    {
      branch: 'main',
      commits: [
        { message: 'One', date: '2025-03-01 10:00', hash: 'a1b2c3d' },
        { message: 'Two', date: '2025-03-02 11:30', hash: 'd4e5f6a' }
      ]
    }
  ],
  [
    '$ git log --oneline\n4be1c02 (HEAD -> dev, tag: v1.1, next) Second\n9d0a7f3 (tag: v1.0, origin/main) First\n',
    {
      branch: 'dev',
      commits: [
        { message: 'First', hash: '9d0a7f3' },
        { message: 'Second', hash: '4be1c02' }
      ],
      branches: ['next'],
      tracked: [{ name: 'origin/main', back: 1 }],
      tags: ['v1.1', { name: 'v1.0', back: 1 }]
    }
  ],
  [
    'commit 4be1c02aa11bb22cc33dd44ee55ff66778899aab (HEAD -> main)\nAuthor: Ann Lee <ann@x.org>\nDate:   Fri Jan 2 10:00:00 2026 +0100\n\n    Second\n    \n    With a body.\n\ncommit 9d0a7f3aa11bb22cc33dd44ee55ff66778899aab\nAuthor: Bo <bo@x.org>\nDate:   Thu Jan 1 09:00:00 2026 +0100\n\n    First\n',
    {
      branch: 'main',
      commits: [
        {
          message: 'First',
          author: 'Bo',
          email: 'bo@x.org',
          date: 'Thu Jan 1 09:00:00 2026 +0100',
          hash: '9d0a7f3aa11bb22cc33dd44ee55ff66778899aab'
        },
        {
          message: 'Second\n\nWith a body.',
          author: 'Ann Lee',
          email: 'ann@x.org',
          date: 'Fri Jan 2 10:00:00 2026 +0100',
          hash: '4be1c02aa11bb22cc33dd44ee55ff66778899aab'
        }
      ]
    }
  ],
  [
    'A git repository on branch main, clean. Branches: main, feature/login and fix-12. Tags: v1.0, v2.0. Remote origin https://git.example.org/app.git.',
    {
      branch: 'main',
      commits: ['Initial commit'],
      branches: ['feature/login', 'fix-12'],
      tags: ['v1.0', 'v2.0'],
      remotes: [{ name: 'origin', url: 'https://git.example.org/app.git' }]
    }
  ],
  [
    'Git repository, one commit 1a2b3c4 "Begin". origin\tgit@host.example:a/b.git (fetch)\nremote upstream: ssh://git@host.example/b.git',
    {
      branch: 'main',
      commits: [{ message: 'Begin', hash: '1a2b3c4' }],
      remotes: [{ name: 'upstream', url: 'ssh://git@host.example/b.git' }]
    }
  ]
])('reads history, branches, tags and remotes of %j', (text, expected) => {
  expect(of(text)).toEqual(expected)
})

it.each([
  ['README.md has one uncommitted change: its second line was added.', [{ path: 'README.md', is: 'changed', line: 2 }]],
  ['There is one uncommitted line in README.md.', [{ path: 'README.md', is: 'changed' }]],
  [
    'Uncommitted changes: src/app.py (modified), notes.txt (untracked).',
    [
      { path: 'src/app.py', is: 'changed' },
      { path: 'notes.txt', is: 'untracked' }
    ]
  ],
  [
    'Untracked files: a.txt and b/c.txt.',
    [
      { path: 'a.txt', is: 'untracked' },
      { path: 'b/c.txt', is: 'untracked' }
    ]
  ],
  [
    'git status --short shows:\n M src/a.py\n?? new.txt\nA  added.py\n D gone.py',
    [
      { path: 'src/a.py', is: 'changed' },
      { path: 'new.txt', is: 'untracked' },
      { path: 'added.py', is: 'staged' },
      { path: 'gone.py', is: 'deleted' }
    ]
  ],
  [
    'Changes not staged for commit:\n\tmodified:   src/a.py\n\tdeleted:    gone.py\n',
    [
      { path: 'src/a.py', is: 'changed' },
      { path: 'gone.py', is: 'deleted' }
    ]
  ],
  ['README.md differs from the last commit by one line.', [{ path: 'README.md', is: 'changed' }]],
  ['The working tree is dirty: src/main.c was edited.', [{ path: 'src/main.c', is: 'changed' }]],
  ['lib/a.js has been changed since the last commit.', [{ path: 'lib/a.js', is: 'changed' }]],
  ['There are pending edits in Makefile.', [{ path: 'Makefile', is: 'changed' }]],
  ['config.yaml was edited and not yet committed.', [{ path: 'config.yaml', is: 'changed' }]],
  ['No uncommitted changes in README.md.', undefined]
])('reads what is not committed of %j', (text, pending) => {
  expect(of(`A git repository on branch main.\n${text}`).pending).toEqual(pending)
})

it('something that is not committed makes a repository of what is said to use git', () => {
  expect(of('Git 2.39; app.py has one uncommitted change.').pending).toEqual([{ path: 'app.py', is: 'changed' }])
})

const ADA = { name: 'Ada Lovelace', email: 'ada@example.org' }
it.each([
  ['Git: main, last commit 1a2b3c4 "Begin". Commits are by Ada Lovelace <ada@example.org>.', ADA],
  ['A git repository with three commits by Ada Lovelace <ada@example.org>; the last commit is "Begin".', ADA],
  ['Git repository. The last commit is "Begin", by Ada Lovelace <ada@example.org>.', ADA],
  ['Git repository, last commit "Begin". Its only author is Ada.', { name: 'Ada' }],
  ['Git repository, last commit "Begin". All commits were made by hand.', { name: 'ada', email: 'ada@localhost' }],
  ['Git repository, last commit "Begin". Commits by bo <bo@x.org>.', { name: 'bo', email: 'bo@x.org' }],
  ['Git: history, newest first: "Two" by Bo <bo@x.org>; "One" by Ada Lovelace <ada@example.org>.', ADA],
  ['Git: history, newest first: "Two" by Bo <bo@x.org>; "One" by Cy <cy@x.org>.', null],
  [
    'Git: history, newest first: "Two" by Bo <bo@x.org>; "One" by Cy <cy@x.org>. git is configured as Di <di@x.org>.',
    { name: 'Di', email: 'di@x.org' }
  ],
  [
    'Git repository, last commit "Begin"; user.name is Ada L, user.email is a@x.org.',
    { name: 'Ada L', email: 'a@x.org' }
  ],
  ['Git repository, last commit "Begin". git is not configured yet.', null],
  ['A git repository without a commit, on branch main.', null]
])("the next commit is whose the text says, or the only author's: %s", (text, identity) => {
  expect(repositoryIn(text, '/srv/app', { user: 'ada' })[0]?.identity ?? null).toEqual(identity)
})

it('what git is said to ignore is ignored', () => {
  expect(
    repositoryIn('Git: clean, branch main. dist/ and .env.local are ignored by git.', '/srv/app')[0]?.ignored
  ).toEqual(['dist/', '.env.local'])
})

it.each([
  ['History, oldest first: "One"; "Two"; "Three". Tag v0.1 on the first commit.', [{ name: 'v0.1', back: 2 }]],
  [
    'History, oldest first: "One"; "Two". The first commit is tagged `v1`, the last is tagged v2.',
    [{ name: 'v1', back: 1 }, 'v2']
  ],
  ['History, oldest first: "One"; "Two". v1.0 tags "One".', [{ name: 'v1.0', back: 1 }]],
  ['History, oldest first: "One"; "Two". Tags: v1, v2.', ['v1', 'v2']]
])('a tag is on the commit that it is said to be on: %s', (text, tags) => {
  expect(repositoryIn(`A git repository on branch main. ${text}`, '/srv/app')[0]?.tags).toEqual(tags)
})

it('branches have the commits that they are said to have', () => {
  const text =
    'The repo in /w (branch `topic`) is ready. main has two commits: "base" and "second". topic has "base" and "mul". There is also a branch `spike`.'
  expect(repositoryIn(text, '/w')).toMatchObject([
    { branch: 'topic', commits: ['base', 'mul'], branches: ['spike', { name: 'main', back: 1, commits: ['second'] }] }
  ])
})

it.each([
  [
    'The checkout is on branch main, two commits ("First", then "Second").',
    { branch: 'main', commits: ['First', 'Second'] }
  ],
  [
    'The repository has two commits on main: "One", "Two"; and a branch fix/nav with one more commit, "Three".',
    { branch: 'main', commits: ['One', 'Two'], branches: [{ name: 'fix/nav', back: 0, commits: ['Three'] }] }
  ],
  ['A git repository, branches main (current) and drafts.', { branch: 'main', branches: ['drafts'] }],
  [
    'Is a git repository: yes\nCurrent branch: fix/timeouts\nStatus: M api/client.py',
    { branch: 'fix/timeouts', pending: [{ path: 'api/client.py', is: 'changed' }] }
  ],
  ['The project is under git with everything committed as "v0.0.3".', { branch: 'main', commits: ['v0.0.3'] }],
  [
    '/app is a git checkout (main). Last commit: 3f9c1ab add mean',
    { commits: [{ message: 'add mean', hash: '3f9c1ab' }] }
  ],
  [
    'The git repository is checked out at /w (branch `main`, one commit "init").',
    { branch: 'main', commits: ['init'] }
  ],
  [
    'ana@box:~/w$ git log --format=%s\nSecond\nFirst\nana@box:~/w$ git status\nOn branch main',
    { branch: 'main', commits: ['First', 'Second'] }
  ]
])('as people say it: %s', (text, repository) => {
  expect(repositoryIn(text, '/w')).toMatchObject([repository])
})

it.each([
  [
    'HEAD is at 5f6e7d8 ("Fix it"), authored by Ravi Menon on 2024-05-02.',
    [{ message: 'Fix it', author: 'Ravi Menon', date: '2024-05-02', hash: '5f6e7d8' }]
  ],
  [
    'The last commit, 4be12f0, is "Drop it" from Jo Lind. On branch main.',
    [{ message: 'Drop it', author: 'Jo Lind', hash: '4be12f0' }]
  ],
  ['Branch: main. The last commit is "Add it" (91ac7de).', [{ message: 'Add it', hash: '91ac7de' }]]
])('a commit has the hash that stands beside its message: %s', (text, commits) => {
  expect(of(text).commits).toEqual(commits)
})

it.each([
  ['Branch: main, up to date with `origin/main`. One commit "A".', [{ name: 'origin/main', back: 0 }]],
  [
    'On branch perf, ahead of origin/perf by 2. Commits, newest first: "C", "B", "A".',
    [{ name: 'origin/perf', back: 2 }]
  ],
  // Commits that are not known cannot be counted.
  ['On branch perf, ahead of origin/perf by 2. One commit "A".', undefined]
])('branches of remotes are where the text has them: %s', (text, tracked) => {
  expect(of(text).tracked).toEqual(tracked)
})

it('a tag is on the commit that says it is its version', () => {
  const text =
    'Git log, newest first: "Release 3.1.0", "Handle emoji", "Release 3.0.0". Branch main. Tags: v3.0.0, v3.1.0.'
  expect(of(text).tags).toEqual([{ name: 'v3.0.0', back: 2 }, 'v3.1.0'])
})

it('branches whose last commits are told have gone apart', () => {
  const text = 'Branches: main, topic. On branch main. The last commit on main is "A", the last on topic is "B".'
  expect(of(text)).toMatchObject({
    commits: ['Initial commit', 'A'],
    branches: [{ name: 'topic', back: 1, commits: ['B'] }]
  })
})

it('a repository is told of by what git alone calls so', () => {
  expect(of('The branch is fix; main also exists. Nobody has committed the change in a.ts yet.')).toMatchObject({
    branch: 'fix',
    branches: ['main'],
    pending: [{ path: 'a.ts', is: 'changed' }]
  })
  expect(of('The change in a.yml is not staged. site/ is untracked and contains b.html.').pending).toEqual([
    { path: 'a.yml', is: 'changed' },
    { path: 'site/', is: 'untracked' }
  ])
})

it('a list of commits has its authors and dates in brackets, without quotes', () => {
  const text =
    'A git repository in /srv/r.\nCommits on main (newest first):\n- b81c2f4 Fix typo (Lea Maur, 2024-02-03)\n- 77a0e1d Add list (2024-02-01)\n- 1c9d3aa Begin by lea\n\nBranches:\n- main (current)\n- topic (1 commit ahead of main: "Try")\n- old\n'
  const [git] = readInitial(text).effects.filter((one) => one.do === 'git')
  expect(git).toMatchObject({
    branch: 'main',
    commits: [
      { message: 'Begin', author: 'lea' },
      { message: 'Add list', date: '2024-02-01' },
      { message: 'Fix typo', author: 'Lea Maur', date: '2024-02-03' }
    ],
    branches: ['old', { name: 'topic', back: 0, commits: ['Try'] }]
  })
})

it.each([
  ['In the last commit a.py was `x = 1`.', 'x = 1\n'],
  ['There is one uncommitted change in a.py: `x = 1` became `x = 2`.', 'x = 1\ny = 3\n'],
  ['In a.py the uncommitted line `x = 2` was `x = 0` before.', 'x = 0\ny = 3\n'],
  ['`git diff`:\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-x = 5\n+x = 2\n y = 3', 'x = 5\ny = 3\n']
])('what the commit has of a changed file: %s', (said, head) => {
  const text = `A git repository in /srv/r, on branch main, one commit: "Begin".\n\na.py:\n\`\`\`\nx = 2\ny = 3\n\`\`\`\n\n${said}\n`
  const [git] = readInitial(text).effects.filter((one) => one.do === 'git')
  expect(git?.pending).toEqual([{ path: 'a.py', is: 'changed', head }])
})

it('a stash that is told of is the model’s to show', () => {
  const asks = (text: string) =>
    readInitial(text).effects.flatMap((one) => (one.do === 'ask' && one.program === 'git' ? one.words : []))
  const text = 'A git repository in /srv/r with one commit, "Begin".'
  expect(asks(`${text} The stash has one entry, "try colors".`)).toContain('stash list')
  expect(asks(`${text} Nothing is stashed. There is no stash.`)).toEqual([])
})
