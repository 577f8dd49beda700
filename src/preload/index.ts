// The bridge: four functions that carry plain values between the window and main, and nothing else.
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Bridge, StreamMessage } from '../core/contract/index.ts'

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke('call', name, input),
  start: (id, name, input) => ipcRenderer.send('start', id, name, input),
  cancel: (id) => ipcRenderer.send('cancel', id),
  onEvent(listener) {
    // The Electron event stays here: it would hand the window a reference to ipcRenderer.
    const pass = (_event: IpcRendererEvent, message: StreamMessage) => listener(message)
    ipcRenderer.on('event', pass)
    return () => void ipcRenderer.off('event', pass)
  }
}
contextBridge.exposeInMainWorld('orrery', bridge)
