// Acts without end on the database named by its argument and prints each step's id once its commit has returned.
import { writeSync } from 'node:fs'
import { openStore } from '../../src/host/database/store.ts'
import { branchOf, callOf, draftOf, sessionOf, stepAfter } from './records.ts'

const store = openStore(process.argv[2] ?? '', { clock: { now: Date.now } })
if (!store.sessions().length) store.createSession(sessionOf('s'), [branchOf('s', 'main'), branchOf('s', 'slow')])
store.saveDraft(draftOf(store.branch('slow'), 'slow'))

for (let n = 0; ; n++) {
  const main = store.branch('main')
  const step = await stepAfter(main.tip === null ? null : store.step(main.tip), 'x'.repeat((n * 977) % 9000))
  store.saveDraft(draftOf(main, 'next', { parent: main.tip }))
  await store.commit({
    step,
    call: callOf(step.id, main),
    branch: 'main',
    expected: main.tip,
    fork: null,
    draft: 'next'
  })
  writeSync(1, `${step.id}\n`)
}
