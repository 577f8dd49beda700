// Files in and out of the window: an export is fetched as a download, chosen or dropped files are an import.
import type { ImportFile } from '../../core/contract/files.ts'
import { promptFile } from '../../core/step/pack.ts'
import { decodeText, isMarkedUtf16 } from '../../core/text/decode.ts'
import { fileStem } from '../../core/text/file-name.ts'
import { type ProgramFiles, type ProgramLanguage, programLanguage } from '../../core/tree/program.ts'
import type { WindowState } from './state.ts'

/** Has the browser fetch `url` as a file: it shows its own progress, and what it cannot finish it does not keep. */
export function save(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Asks for files and imports them. */
export function pickImport(state: WindowState): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.addEventListener('change', async () => {
    await state.importFiles(await Promise.all([...(input.files ?? [])].map((file) => fileOf(file, file.name))))
  })
  // A browser shows its file dialog only right after a key or click that it counts, and its own shortcuts are not counted:
  // the palette then asks for one more Enter.
  if (navigator.userActivation?.isActive === false) state.show('palette')
  else input.click()
}

/** What was dropped on the window, folders opened. Must be called while the drop is handled. */
export async function dropped({ items }: DataTransfer): Promise<ImportFile[]> {
  // The list is emptied once the handler returns: take everything before anything is waited for.
  const taken = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files: ImportFile[] = []
  for (const { entry, file } of taken) {
    if (entry) await collect(entry, files)
    else if (file) files.push(await fileOf(file, file.name))
  }
  return files
}

async function collect(entry: FileSystemEntry, files: ImportFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    files.push(await fileOf(file, path))
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    // A folder gives its entries a hundred at a time.
    for (;;) {
      const more = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (!more.length) return
      for (const each of more) if (!each.name.startsWith('.')) await collect(each, files)
    }
  }
}

// Chromium has no global names for the two kinds: `instanceof` would throw there.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** The file as the contract takes it: as text where it is text, else as base64. */
export async function fileOf(file: File, name: string): Promise<ImportFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isMarkedUtf16(bytes)) return { name, text: decodeText(bytes, `"${name}"`) }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { name, text }
  } catch {
    return { name, base64: await base64Of(file) }
  }
}

async function base64Of(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}

/** The text of a file that is meant as one. What is no text is left to the host to refuse. */
export async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isMarkedUtf16(bytes) ? decodeText(bytes, `"${file.name}"`) : file.text()
}

/** Asks for the folder of a prompt pack and hands over its prompts, and the folder's name. Must follow a click. */
export function pickPack(take: (name: string, files: { path: string; text: string }[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.webkitdirectory = true
  input.addEventListener('change', async () => {
    const all = [...(input.files ?? [])]
    // Of a folder chosen by mistake nothing else is read, however large it is.
    const prompts = all.filter(({ name }) => promptFile(name))
    const name = all[0]?.webkitRelativePath.split('/')[0] ?? ''
    const files = prompts.map(async (file) => ({ path: file.webkitRelativePath, text: await textOf(file) }))
    take(fileStem(name, 'pack'), await Promise.all(files))
  })
  input.click()
}

/** A program as a file has it; its language follows from the file's name. */
export interface PickedProgram {
  name: string
  language: ProgramLanguage
  text: string
  /** Its other files, where several were chosen. */
  files?: ProgramFiles
}

/** Asks for the file of a program, or for all of its files: the one that names the others is the program. Must follow a click. */
export function pickProgram(take: (program: PickedProgram) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.js,.mjs,.yaml,.yml,.json,.pddl,.tw-pddl,.twl2,.z3,.z4,.z5,.z8'
  input.multiple = true
  input.addEventListener('change', async () => {
    const read = async (file: File): Promise<PickedProgram> => {
      const language = programLanguage(file.name)
      return { name: file.name, language, text: await (language === 'z-machine' ? base64Of(file) : textOf(file)) }
    }
    const all = await Promise.all([...(input.files ?? [])].map(read))
    const namesIn = ({ text }: PickedProgram) => all.filter(({ name }) => text.includes(name)).length
    const [main, ...others] = all.toSorted((one, other) => namesIn(other) - namesIn(one))
    if (!main) return
    const files = Object.fromEntries(others.map(({ name, text }) => [name, text]))
    take({ ...main, ...(others.length && { files }) })
  })
  input.click()
}
