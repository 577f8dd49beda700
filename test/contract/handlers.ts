import type { Handlers } from '../../src/core/contract/index.ts'

interface Some {
  calls?: Partial<Handlers['calls']>
  streams?: Partial<Handlers['streams']>
}

/** Handlers of which only the given ones answer: a test that reaches another one fails by name. */
export function handlersOf({ calls = {}, streams = {} }: Some): Handlers {
  const missing = (group: object) =>
    new Proxy(group, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name)
        if (found) return found
        throw new Error(`this test gave no handler "${String(name)}"`)
      }
    })
  return {
    // A Proxy has the type of what it stands before; the missing entries throw.
    calls: missing(calls) as Handlers['calls'],
    streams: missing(streams) as Handlers['streams'],
    download: () => null,
    dispose: async () => {}
  }
}
