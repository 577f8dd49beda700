// Loaded with --import into a forked engine process: what an Electron utility process has in place of process.send.
import { EventEmitter } from 'node:events'

const send = process.send?.bind(process)
const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) })
process.on('message', (data) => port.emit('message', { data, ports: [] }))
Object.assign(process, { parentPort: port, send: undefined })
