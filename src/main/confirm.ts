// The app's own dialog before a program is started: nothing that runs in the window can answer it.
import { type BrowserWindow, dialog } from 'electron'
import { type Confirm, describe } from '../host/process/confirm.ts'

/** Asks in a dialog over the window that is open at the time. */
export function dialogConfirm(window: () => BrowserWindow | null): Confirm {
  return {
    waiting: 'Answer in the dialog that opened.',
    async ask(program, { signal }) {
      const over = window()
      if (!over) return false
      const { response } = await dialog.showMessageBox(over, {
        type: 'warning',
        title: 'Orrery',
        message: 'Start this program on this machine, with your permissions?',
        detail: describe(program),
        buttons: ['Cancel', 'Start It'],
        // Enter and Esc both say no.
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        signal
      })
      return response === 1
    }
  }
}
