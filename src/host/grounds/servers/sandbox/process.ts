// The process that runs the servers. It is started without rights on this machine (client.ts), takes what is left of them from what it loads,
// and keeps nothing that cannot be made again: killing it loses no state.
import { toWire } from '../../../../core/errors.ts'
import { openPort } from '../../../process/parent.ts'
import { installChance } from './chance.ts'
import { installModules } from './modules.ts'
import { type FromServers, ToServers } from './protocol.ts'

const port = openPort<FromServers>()
for (const name of Object.keys(process.env)) delete process.env[name]
// The servers' world is a Linux machine, whatever this one is.
Object.defineProperty(process, 'platform', { value: 'linux' })
installModules()

// What is loaded from here on sees the sandbox.
const { createStates } = await import('./states.ts')
const { fetchNothing } = await import('./instance.ts')
installChance()
// A parent that ended ends this process, whatever a server makes of `process`.
const kill = process.kill.bind(process, process.pid, 'SIGKILL')
process.removeAllListeners('disconnect').on('disconnect', kill)
const refuse = (): never => {
  throw new Error("A server in Orrery's sandbox may not do this.")
}
for (const name of ['exit', 'reallyExit', 'kill', 'abort', 'chdir', 'dlopen', 'binding', 'getBuiltinModule']) {
  Object.defineProperty(process, name, { value: refuse })
}
process.cwd = () => '/'
Object.assign(globalThis, {
  fetch: fetchNothing,
  WebSocket: undefined,
  EventSource: undefined,
  XMLHttpRequest: undefined
})
for (const name of ['log', 'info', 'warn', 'debug', 'error', 'trace'] as const) console[name] = () => {}

const states = createStates()
/** One thing at a time. */
let last: Promise<void> = Promise.resolve()

port.listen((message) => {
  const asked = ToServers.parse(message)
  last = last.then(async () => {
    try {
      port.send(await answer(asked))
    } catch (error) {
      port.send({ type: 'error', id: asked.id, ...failure(error) })
    }
  })
})

async function answer(asked: ToServers): Promise<FromServers> {
  if (asked.type === 'nearest') return { type: 'nearest', id: asked.id, index: states.nearest(asked.keys) }
  const result = await states.work(asked)
  return { type: 'done', id: asked.id, result, worn: states.worn() }
}

/** A server that fails is no bug of Orrery's. */
function failure(error: unknown): { code: ReturnType<typeof toWire>['code']; message: string } {
  const { code, message } = toWire(error)
  return code === 'internal' && error instanceof Error
    ? { code: 'engine-failed', message: `The server's code failed: ${error.message}` }
    : { code, message }
}
