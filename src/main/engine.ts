// The engine's and the machine's process under Electron: utility processes, which die alone.
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import { lastWords, type SpawnEngine } from '../host/engines/spawn.ts'

/** Starts out/main/engine.js, which the build makes of host/engine-process. */
export const spawnEngine: SpawnEngine = () => spawn('engine.js', 'Orrery engine')

/** Starts out/main/machine.js, which the build makes of host/grounds/machine. @public for the host's ground port */
export const spawnMachine: SpawnEngine = () => spawn('machine.js', 'Orrery machine', ['--js-flags=--v8-pool-size=1'])

function spawn(file: string, serviceName: string, execArgv: string[] = []): ReturnType<SpawnEngine> {
  const child = utilityProcess.fork(join(import.meta.dirname, file), [], {
    serviceName,
    execArgv,
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
