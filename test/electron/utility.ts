// Loaded with --import into a forked engine process: what an Electron utility process has in place of process.send.
import { EventEmitter } from 'node:events'

const send = process.send?.bind(process)
const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) })
// As in Electron, nothing is taken from the channel before somebody listens.
port.on('newListener', (name) => {
  if (name !== 'message' || port.listenerCount('message')) return
  process.on('message', (data) => port.emit('message', { data, ports: [] }))
  process.on('disconnect', () => port.emit('close'))
})
Object.assign(process, { parentPort: port, send: undefined })
// What the engine forks in turn is plain Node again.
process.execArgv.length = 0
