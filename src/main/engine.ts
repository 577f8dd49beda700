// Starts the engine and the machine as utility processes of Electron. If one of them crashes, the app and the other one go on.
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import { type ChildPort, lastWords, type Spawn } from '../host/process/child.ts'

/** Starts out/main/engine.js, which the build makes of host/engine-process. */
export const spawnEngine: Spawn = () => forkUtility('engine.js', 'Orrery engine')

/** Starts out/main/machine.js, of host/grounds/emulator, as `forkMachine` does. */
export const spawnMachine: Spawn = () =>
  forkUtility('machine.js', 'Orrery machine', ['--js-flags=--v8-pool-size=1 --max-semi-space-size=4'])

function forkUtility(file: string, serviceName: string, execArgv: string[] = []): ChildPort {
  const child = utilityProcess.fork(join(import.meta.dirname, file), [], {
    ...{ serviceName, execArgv },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const said = lastWords(child.stderr)
  return {
    postMessage: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', (code) => listener(code, said())),
    kill: () => void child.kill()
  }
}
