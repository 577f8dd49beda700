import { expect, it } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'

it.each([
  ['The repo in /code/parser (branch `next`) is ready.', '/code/parser'],
  ['Git repo /tmp/merge on branch main.', '/tmp/merge'],
  ['Node project `/opt/shop` (node 18).', '/opt/shop'],
  ['Codebase: **/srv/tool**', '/srv/tool'],
  ['Working dir /app, files:', '/app'],
  ['Project directory ~/count. User: sam.', '/home/sam/count'],
  ['You are `joe` in `/home/joe/blog`.', '/home/joe/blog'],
  ['Terminal of `lena` on `t480`, in `~/notes`, with two files.', '/home/lena/notes'],
  ['Contents of /data/in:\n\n- `a.txt`: "one"', '/data/in'],
  ['Fix it. Files in /root/work: report.py, sales.csv.\n\nreport.py\n```\n1\n```\n', '/root/work'],
  ['Files in /root/logs: a.log (empty).', '/root'],
  ['A box with 2 vCPU / 8GB RAM.', '/root'],
  ['$ pwd\n/srv/jobs\n$ whoami\nroot', '/srv/jobs'],
  ['Machine: root@vm1:/etc/nginx#', '/etc/nginx'],
  ['The log is /var/log/app.log, and it is long.', '/root'],
  ['The repository has a file /srv/notes.md.', '/root'],
  ['It is cloned from https://example.org/acme/tiny into /workspace/tiny (branch main).', '/workspace/tiny'],
  ['I cloned https://example.org/acme/tiny into /workspace/tiny.', '/workspace/tiny'],
  ['git clone git@example.org:acme/tiny.git /src/tiny', '/src/tiny'],
  ['/app is a git checkout (main).', '/app'],
  ['The project https://example.org/acme/x lives in /opt/x.', '/opt/x']
])('where somebody is: %s', (text, cwd) => {
  expect(readInitial(text).cwd).toBe(cwd)
})

it.each([
  ['User `zoe`, host `laptop`.', 'zoe', 'laptop'],
  ['`mira` is at work. You are `mira` on host `depot`.', 'mira', 'depot'],
  ['Terminal of lena on t480, in ~/notes.', 'lena', 't480'],
  ['Shell user: ops@web-02. Home: /home/ops', 'ops', 'web-02'],
  ['Debian 12 VM "mailgw". I\'m logged in as root.', 'root', 'mailgw'],
  ["Runs PostgreSQL 15 on 5432 (user postgres). I'm root.", 'root', null],
  ['PostgreSQL runs on 5432 (user postgres).', 'root', null],
  ['I am the deploy user on ci-3.', 'deploy', null],
  ["You're in `~/game` as `finn` on `nuc`.", 'finn', 'nuc'],
  ['Notes on the box:\n\nkim@lab:~$ ls\na.txt\n\nThat is all.', 'kim', 'lab']
])('whose terminal it is, and on which machine: %s', (text, user, host) => {
  expect(readInitial(text)).toMatchObject({ user, host })
})

it('a row of names ends where something else begins', () => {
  const { effects } = readInitial('User zoe, host laptop. There are users ana, bob and carol.')
  expect(effects.flatMap((one) => (one.do === 'user' ? [one.name] : []))).toEqual(['zoe', 'ana', 'bob', 'carol'])
})
