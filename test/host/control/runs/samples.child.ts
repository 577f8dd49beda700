// `orrery step --samples 4` whose model answers twice and then no more.
import { setInterval } from 'node:timers'
import { main } from '../../../../src/host/commands/cli.ts'
import { createHost } from '../../../../src/host/host.ts'
import { singer } from './singer.ts'

const stdin = (async function* () {
  yield 'ls'
})()
// Nothing else keeps a process alive that waits for an answer.
setInterval(() => {}, 1000)
await main(
  ['step', '--samples', '4', '--seed', '40'],
  { stdin, stdout: process.stdout, stderr: process.stderr },
  { open: (options) => createHost({ ...options, engine: singer(() => {}, { answers: 2 }) }) }
)
