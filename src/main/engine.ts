// The engine process under Electron: a utility process, which dies alone when the model does.
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import { lastWords, type SpawnEngine } from '../host/engines/spawn.ts'

/** Starts out/main/engine.js, which the build makes of host/engine-process. */
export const spawnEngine: SpawnEngine = () => {
  const child = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), [], {
    serviceName: 'Orrery engine',
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
