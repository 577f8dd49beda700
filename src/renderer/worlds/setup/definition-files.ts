// Files of tool definitions that were chosen or dropped: which of them are documents, and what those refer to.
import { dropped, textOf } from '../../store/files.ts'

export interface Definitions {
  name: string
  text: string
  /** What came with it: paths start from the same folder as `name`. */
  files: { path: string; text: string }[]
}

// What an API description is written in.
const TEXT = /\.(?:json|jsonl|ya?ml|txt)$/i
// An OpenAPI document says so at its beginning, if not in its first lines.
const BEGINNING = 100_000
const DOCUMENT = /(?:^|[{,\n])[ \t]*["']?(?:openapi|swagger)["']?[ \t]*:/

/** Each document with the others beside it; without an OpenAPI document every file is one of its own. */
export function documentsIn(files: { path: string; text: string }[]): Definitions[] {
  const known = files.filter(({ path }) => TEXT.test(path))
  const all = known.length ? known : files
  const documents = all.filter(({ text }) => DOCUMENT.test(text.slice(0, BEGINNING)))
  return (documents.length ? documents : all).map(({ path, text }) => ({
    name: path,
    text,
    files: documents.length ? all.filter((one) => one.path !== path) : []
  }))
}

/** Must be called while the drop is handled. */
export async function droppedDefinitions(transfer: DataTransfer): Promise<Definitions[]> {
  const files = await dropped(transfer)
  return documentsIn(files.flatMap((file) => ('text' in file ? [{ path: file.name, text: file.text }] : [])))
}

/** Asks for files of definitions. Must follow a click. */
export function pickDefinitions(take: (documents: Definitions[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = '.json,.jsonl,.yaml,.yml,.txt'
  input.addEventListener('change', async () => {
    const files = [...(input.files ?? [])].map(async (file) => ({ path: file.name, text: await textOf(file) }))
    take(documentsIn(await Promise.all(files)))
  })
  input.click()
}
