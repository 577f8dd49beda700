// Files in and out of the window: an export becomes a download, a chosen or dropped file an import.
import type { State } from './state.ts'

/** Exports a session and hands the text to the browser as a download. */
export async function saveExport(state: State, session: string, format: string): Promise<void> {
  const made = await state.exportWorld(session, format)
  if (!made) return
  const url = URL.createObjectURL(new Blob([made.text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = made.filename
  link.click()
  // The download has taken the data by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** Asks for a file and imports it. */
export function pickImport(state: State): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.jsonl,.json,.txt'
  input.addEventListener('change', () => {
    for (const file of input.files ?? []) void importFile(state, file)
  })
  // A browser shows its file dialog only right after a key or click that it counts, and its own shortcuts are not counted:
  // the palette then asks for one more Enter.
  if (navigator.userActivation?.isActive === false) state.show('palette')
  else input.click()
}

const PROMPTS = ['system_prompt.txt', 'judge_system_prompt.txt']

/** Asks for the folder of a prompt pack and hands over its prompts, and the folder's name. Must follow a click. */
export function pickPack(take: (name: string, files: { path: string; text: string }[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.webkitdirectory = true
  input.addEventListener('change', async () => {
    const all = [...(input.files ?? [])]
    // Of a folder chosen by mistake nothing else is read, however large it is.
    const prompts = all.filter(({ name }) => PROMPTS.includes(name))
    const name = all[0]?.webkitRelativePath.split('/')[0] ?? ''
    const files = prompts.map(async (file) => ({ path: file.webkitRelativePath, text: await file.text() }))
    take(name.replace(/[^\w.-]+/g, '-') || 'pack', await Promise.all(files))
  })
  input.click()
}

export async function importFile(state: State, file: File): Promise<void> {
  await state.importWorld(await file.text(), file.name.replace(/\.\w+$/, ''))
}
