import type { Bridge, Handlers, StreamMessage } from '../../src/core/contract/index.ts'
import { toWire } from '../../src/core/errors.ts'
import { mount } from '../../src/host/doors/mount.ts'

/** The handlers behind nothing but `mount`: the shortest door there can be. */
export function mountBridge(handlers: Handlers): Bridge {
  const mounted = mount(handlers, 'window')
  const running = new Map<string, AbortController>()
  const listeners = new Set<(message: StreamMessage) => void>()
  const tell = (message: StreamMessage) => {
    for (const listener of listeners) listener(message)
  }
  return {
    call: mounted.call,
    start(id, name, input) {
      const abort = new AbortController()
      running.set(id, abort)
      mounted
        .stream(name, input, { signal: abort.signal, emit: (event) => tell({ id, type: 'event', event }) })
        .then(() => null, toWire)
        .then((error) => tell({ id, type: 'end', error }))
    },
    cancel: (id) => running.get(id)?.abort(),
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
