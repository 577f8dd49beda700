// The IPC door: the same handlers, for our own window's main frame only.
import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { Handlers, Reply, StreamMessage } from '../core/contract/index.ts'
import { OrreryError, toWire } from '../core/errors.ts'
import { mount } from '../host/doors/mount.ts'

/**
 * Answers the preload's four channels. Streams end with the page that began them; `close` cancels all and waits.
 * Input stays unknown here: `mount` is where it is read.
 */
export function mountIpc(
  handlers: Handlers,
  { window, origin }: { window: BrowserWindow; origin: string }
): { close(): Promise<void> } {
  const mounted = mount(handlers, 'window')
  const contents = window.webContents
  const running = new Map<unknown, { abort: AbortController; ended: Promise<void> }>()

  function ours({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
    return sender === contents && senderFrame !== null && senderFrame.parent === null && senderFrame.origin === origin
  }

  function tell(message: StreamMessage): void {
    if (!contents.isDestroyed()) contents.send('event', message)
  }

  async function run(id: string, name: string, input: unknown, signal: AbortSignal): Promise<void> {
    const emit = (event: unknown) => tell({ id, type: 'event', event })
    const error = await mounted.stream(name, input, { signal, emit }).then(() => null, toWire)
    running.delete(id)
    tell({ id, type: 'end', error })
  }

  function cancelAll(): void {
    for (const { abort } of running.values()) abort.abort()
  }

  ipcMain.handle('call', (event, name: unknown, input: unknown): Reply | Promise<Reply> => {
    if (ours(event)) return mounted.call(String(name), input)
    return { ok: false, error: toWire(new OrreryError('forbidden', "Only Orrery's own window can make calls.")) }
  })
  ipcMain.on('start', (event, id: unknown, name: unknown, input: unknown) => {
    // An id in use would mix two streams; the client draws a fresh one each time.
    if (!ours(event) || running.has(id)) return
    const abort = new AbortController()
    running.set(id, { abort, ended: run(String(id), String(name), input, abort.signal) })
  })
  ipcMain.on('cancel', (event, id: unknown) => {
    if (ours(event)) running.get(id)?.abort.abort()
  })

  // A page that is gone, reloaded or crashed listens to nothing that it began.
  contents.on('did-navigate', cancelAll)
  contents.on('render-process-gone', cancelAll)
  contents.on('destroyed', cancelAll)

  return {
    async close() {
      cancelAll()
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
    }
  }
}
