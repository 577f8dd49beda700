// Where the repository of a coding world lies.
import { expect, it } from 'vitest'
import { rootOf } from '../../../../src/host/grounds/disk-tools/root.ts'

it.each([
  ['A TypeScript service in /srv/cart. `src/a.ts`:\n\n```ts\nexport {}\n```\n', '/srv/cart'],
  ['You are root. /root/ring contains a C library: ring.h and ring.c.\n\nring.h:\n```c\nint a;\n```\n', '/root/ring'],
  ['A monorepo at /repo:\n\n- /repo/packages/ui: version 1.4.0\n', '/repo'],
  ['The user "ana" develops a Flask app in /home/ana/tracker (git).', '/home/ana/tracker'],
  ['```\n/go/src/limit\n├── go.mod\n└── a.go\n```\n', '/go/src/limit'],
  ['$ whoami\nkim\n$ cd ~/todo && ls\nCargo.toml  src\n', '/home/kim/todo'],
  // What is the system's own is nobody's repository.
  ['The program reads /etc/app.conf and logs to /var/log/app.', '/workspace']
])('it lies where %j has it', (initialState, root) => {
  expect(rootOf({ initialState })).toBe(root)
})
