// Runs a built preload inside the page, before its own scripts, with what a sandboxed preload may require.

/** The init script for pages: `source`, the CommonJS preload bundle, run in the main frame with a `require` that knows only electron. */
export function preloadScript(source: string): string {
  // The page forbids eval, so the bundle becomes part of the script's own text.
  return `(${withElectron})((require, module, exports) => {\n${source}\n})`
}

/** Serialised into the page: it may use nothing from this file. */
function withElectron(preload: (require: (name: string) => unknown, module: object, exports: object) => void): void {
  // Subframes get no preload unless nodeIntegrationInSubFrames is on.
  if (window !== window.top) return
  type Ipc = (kind: 'invoke' | 'send', channel: string, args: unknown[]) => Promise<unknown>
  type Listener = (event: object, ...args: unknown[]) => void
  const listeners = new Map<string, Set<Listener>>()
  // Playwright's binding of that name, made before any script of the page runs.
  const ipc = (window as unknown as { __electronIpc: Ipc }).__electronIpc

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => ipc('invoke', channel, args),
    send: (channel: string, ...args: unknown[]) => void ipc('send', channel, args),
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    off: (channel: string, listener: Listener) => void listeners.get(channel)?.delete(listener)
  }
  const contextBridge = {
    exposeInMainWorld(name: string, value: object) {
      Object.defineProperty(window, name, { value: Object.freeze(value), enumerable: true })
    }
  }
  Object.defineProperty(window, '__electronDeliver', {
    value: ([channel, ...args]: [string, ...unknown[]]) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
    }
  })
  const electron = { ipcRenderer, contextBridge }
  const module = { exports: {} }
  preload(
    (name) => {
      if (name === 'electron') return electron
      throw new Error(`module not found: ${name} (a sandboxed preload has electron only)`)
    },
    module,
    module.exports
  )
}
