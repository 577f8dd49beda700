// What an exporter yields, made into files: marks are checked, text is encoded, small chunks are joined.
import { OrreryError } from '../../core/errors.ts'
import { KEPT, LEFT_OUT } from '../../core/formats/exporters/reference.ts'
import type { Chunk, Exporter, ExportSource, Writing } from '../../core/formats/exporting.ts'
import { createFileNames } from '../../core/text/file-name.ts'

/** The start of a file, then its bytes. */
export type FilePart = { file: string } | Uint8Array

export interface ExportJob {
  exporter: Exporter
  options: Record<string, unknown>
  /** Made anew each time: a source is read only once it is reached. */
  sources(): Iterable<ExportSource>
  count: number
  /** Sessions that cannot be in this format, a sentence each. */
  leftOut: string[]
  /** A session has a reference answer. */
  answers?: boolean
  writing: Writing
}

// Bytes given on at once: a disk or a socket takes these as fast as larger ones.
const PIECE = 64 * 1024

/** Whether the file is made for people, or trains the model that plays the world: it may hold what the agent is to find out. */
export const keepsReference = ({ exporter, options }: Pick<ExportJob, 'exporter' | 'options'>): boolean =>
  exporter.reference === 'kept' || options.view === 'world'

/** What the export does not hold, and what it holds that not everybody may see. */
export function saysOf(job: ExportJob): { losses: string[]; warnings?: string[] } {
  const kept = keepsReference(job)
  const losses = new Set(job.leftOut)
  for (const source of job.sources()) for (const loss of job.exporter.losses(source, job.options)) losses.add(loss)
  if (job.answers && !kept) losses.add(LEFT_OUT)
  return { losses: [...losses], ...(job.answers && kept && { warnings: [KEPT] }) }
}

/** Whether the export is several files. */
export function isSeveral({ exporter, count }: Pick<ExportJob, 'exporter' | 'count'>): boolean {
  return exporter.layout === 'folder' || (exporter.layout === 'apart' && count > 1)
}

/** The export file by file. The first part is always the start of a file. */
export async function* parts(job: ExportJob): AsyncGenerator<FilePart> {
  const { exporter, options, writing } = job
  if (exporter.layout === 'folder') {
    yield* encoded(exporter.write(job.sources(), options, writing), exporter.name)
  } else if (exporter.layout === 'joined') {
    yield { file: `worlds.${exporter.extension}` }
    yield* encoded(exporter.write(job.sources(), options, writing), null)
  } else {
    const nameOf = createFileNames(exporter.extension)
    for (const source of job.sources()) {
      yield { file: nameOf(source.session.title) }
      yield* encoded(exporter.write([source], options, writing), null)
    }
  }
}

/** The bytes of an export that is one file. */
export async function* bytesOf(all: AsyncIterable<FilePart>): AsyncGenerator<Uint8Array> {
  for await (const part of all) if (part instanceof Uint8Array) yield part
}

/** @param folder the exporter that may start files, by its name; `null` for one that may not */
async function* encoded(chunks: AsyncIterable<Chunk>, folder: string | null): AsyncGenerator<FilePart> {
  const encoder = new TextEncoder()
  let text = ''
  let started = folder === null
  const flush = () => {
    const bytes = encoder.encode(text)
    text = ''
    return bytes
  }
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      text += chunk
      if (text.length >= PIECE) yield flush()
      continue
    }
    if (text) yield flush()
    if (chunk instanceof Uint8Array) {
      if (chunk.length) yield chunk
      continue
    }
    if (folder === null) throw new OrreryError('internal', `An export of one file began another: "${chunk.file}".`)
    started = true
    yield { file: checked(chunk.file, folder) }
  }
  if (!started) throw new OrreryError('internal', `The export format ${folder} wrote no file.`)
  if (text) yield flush()
}

/** The path, if it stays inside the folder it is written to. */
function checked(path: string, exporter: string): string {
  const parts = path.split('/')
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part))) return path
  throw new OrreryError('internal', `The export format ${exporter} wrote a file of the name "${path}".`)
}
