// The door to whoever started this process, and its end when nobody stands behind that door any more.

/** Electron's parent port in a utility process, Node's IPC in a fork. */
export function openPort<Message>(): {
  send(message: Message): void
  listen(listener: (message: unknown) => void): void
} {
  // `as`: Electron adds parentPort to a utility process's `process`; Node's types do not know it.
  const { parentPort } = process as NodeJS.Process & { parentPort?: ParentPort }
  if (parentPort) {
    parentPort.on('close', stop)
    return {
      send: (message) => parentPort.postMessage(message),
      listen: (listener) => parentPort.on('message', (event) => listener(event.data))
    }
  }
  // The channel closes when the parent ends, however it ends.
  process.on('disconnect', stop)
  return {
    send: (message) => void process.send?.(message),
    listen: (listener) => process.on('message', listener)
  }
}

interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

/** Nobody is left to answer. A plain exit would first wait for the evaluation under way. */
function stop(): void {
  process.kill(process.pid, 'SIGKILL')
}
