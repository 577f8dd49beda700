// Exports through the contract: what is written, where it goes, and how far it has come.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import pkg from '../../../package.json' with { type: 'json' }
import type { ExporterRow, ExportInput, ExportPreview } from '../../core/contract/formats.ts'
import type { Handlers, StreamEvent } from '../../core/contract/index.ts'
import type { Coverage } from '../../core/control/evaluate/coverage-report.ts'
import type { JudgeItem } from '../../core/control/judging/report.ts'
import type { Domain, DomainTemplate } from '../../core/domains/domain.ts'
import { OrreryError } from '../../core/errors.ts'
import { coverageOf } from '../../core/formats/coverage.ts'
import { judgedCandidates } from '../../core/formats/exporters/candidates.ts'
import { exporters, findExporter, readOptions } from '../../core/formats/exporters/index.ts'
import { hasReference, withoutReference } from '../../core/formats/exporters/reference.ts'
import { pickBranch } from '../../core/formats/exporters/source.ts'
import type { Exporter } from '../../core/formats/exporting.ts'
import { fileStem } from '../../core/text/file-name.ts'
import type { Store } from '../../core/tree/store.ts'
import type { Fictions } from '../grounds/facts/index.ts'
import type { Folders } from '../library/folders.ts'
import type { Downloads } from './downloads.ts'
import { createMeter, type Meter } from './meter.ts'
import { bytesOf, type ExportJob, type FilePart, isSeveral, keepsReference, parts, saysOf } from './parts.ts'
import { placeFile, placeFolder } from './place.ts'
import { preview } from './preview.ts'
import { sourceOf } from './source.ts'
import { zipped } from './zip.ts'

export interface ExportService {
  list(): ExporterRow[]
  preview(input: z.output<typeof ExportInput>): Promise<ExportPreview>
  coverage(input: Pick<z.output<typeof ExportInput>, 'sessions' | 'branch'>): Promise<Coverage>
  candidates(input: Pick<z.output<typeof ExportInput>, 'sessions' | 'branch'>): Promise<JudgeItem[]>
  export: Handlers['streams']['formats.export']
}

type Event = StreamEvent<'formats.export'>

export interface ExportsOptions {
  store: Store
  folders: Folders
  fictions: Pick<Fictions, 'copy'>
  downloads: Downloads
  /** Templates of prompt packs. */
  templates(domain: Domain): DomainTemplate[]
  /** Folder of what was built for exporters. */
  assets: string
}

export function createExports({
  store,
  folders,
  fictions,
  downloads,
  templates,
  assets
}: ExportsOptions): ExportService {
  function jobOf(input: z.output<typeof ExportInput>, signal: AbortSignal): { job: ExportJob; meter: Meter } {
    const exporter = findExporter(input.format)
    const options = readOptions(exporter, input.options)
    const { fit, leftOut } = suited(exporter, input.sessions)
    const expected = new Map(fit.map((id) => [id, stepsOf(id, input.branch)]))
    const meter = createMeter(expected)
    const source = (id: string) => {
      const onRead = (reading: string, done: number, of: number) => meter.read(id, reading, done, of)
      const read = sourceOf(store, id, { branch: input.branch, signal, folders, fictions, onRead })
      return keepsReference({ exporter, options }) ? read : withoutReference(read)
    }
    function* sources() {
      for (const id of fit) yield source(id)
    }
    const scores = input.scores && new Map(Object.entries(input.scores))
    const writing = { signal, version: pkg.version, templates, asset, ...(scores && { scores }) }
    const answers = fit.some((id) => hasReference({ branches: store.branches(id) }))
    return { job: { exporter, options, sources, count: fit.length, leftOut, answers, writing }, meter }
  }

  /** Sessions that can be in this format, each once, and a sentence for each that cannot. */
  function suited(exporter: Exporter, ids: string[]): { fit: string[]; leftOut: string[] } {
    const [fit, leftOut]: [string[], string[]] = [[], []]
    for (const id of new Set(ids)) {
      const session = store.session(id)
      const reason = exporter.unsuited?.(session) ?? null
      if (reason === null) fit.push(id)
      else leftOut.push(`"${session.title}" is left out: ${reason}`)
    }
    if (fit.length) return { fit, leftOut }
    throw new OrreryError('invalid-input', leftOut.join('\n'))
  }

  /** Steps on the branch that is asked for. */
  function stepsOf(id: string, wanted: string | undefined): number {
    const branches = store.branches(id)
    if (!branches.length) return 0
    // An unknown branch is not refused here: a format with all branches ignores it, and any other exporter refuses it.
    const known = branches.some(({ id: own, title }) => own === wanted || title === wanted) ? wanted : undefined
    return store.window(pickBranch(store.session(id), branches, known).tip, 1).total
  }

  async function asset(name: string): Promise<string> {
    return readFile(join(assets, name), 'utf8').catch((cause: unknown) => {
      throw new OrreryError('not-found', `"${name}" is not built. Run npm run build.`, { cause })
    })
  }

  function nameOf(job: ExportJob): string {
    const [first] = job.sources()
    const title = job.count === 1 && first ? first.session.title : `${job.count}-worlds`
    const date = job.exporter.dated && first ? `${dateOf(first.session.createdAt)}_` : ''
    return `${date}${fileStem(title)}.${isSeveral(job) ? 'zip' : job.exporter.extension}`
  }

  return {
    list: () =>
      exporters.map(({ name, title, description, purpose, extension, mediaType, lossless, layout, options }) => ({
        ...{ name, title, description, purpose, extension, mediaType, lossless, layout },
        // A JSON schema is JSON.
        form: z.toJSONSchema(options, { io: 'input' }) as ExporterRow['form']
      })),

    preview(input) {
      const { job, meter } = jobOf(input, new AbortController().signal)
      return preview(job, { filename: nameOf(job), steps: meter.now })
    },

    coverage({ sessions, branch }) {
      const { signal } = new AbortController()
      const of = [...new Set(sessions)].map((id) => sourceOf(store, id, { branch, signal, folders, fictions }))
      return coverageOf(of)
    },

    async candidates({ sessions, branch }) {
      const { signal } = new AbortController()
      const items: JudgeItem[] = []
      for (const id of new Set(sessions))
        for await (const item of judgedCandidates(sourceOf(store, id, { branch, signal, folders, fictions })))
          items.push(item)
      return items
    },

    async *export({ to, ...input }, { signal }) {
      const { job, meter } = jobOf(input, signal)
      const several = isSeveral(job)
      const counted = countedBy(meter, parts(job))
      const packed = () => (several ? zipped(counted) : bytesOf(counted))
      const name = nameOf(job)
      const mediaType = several ? 'application/zip' : job.exporter.mediaType
      const file = (url: string | null): Event => ({ type: 'file', name, mediaType, url })
      switch (to.kind) {
        case 'path': {
          yield file(null)
          const folder = several && !/\.zip$/i.test(to.path)
          yield* meter.until(folder ? placeFolder(to.path, counted) : placeFile(to.path, packed()))
          break
        }
        case 'download': {
          const offer = downloads.offer({ name, mediaType, bytes: packed() }, { signal })
          yield file(`/api/download/${offer.ticket}`)
          yield* meter.until(offer.fetched)
          break
        }
        case 'chunks':
          yield file(null)
          for await (const chunk of packed()) {
            yield { type: 'chunk', base64: Buffer.from(chunk).toString('base64') }
            yield meter.now()
          }
          break
        default:
          to satisfies never
      }
      yield { type: 'done', bytes: meter.bytes, files: meter.files, ...saysOf(job) }
    }
  }
}

async function* countedBy(meter: Meter, all: AsyncIterable<FilePart>): AsyncGenerator<FilePart> {
  for await (const part of all) {
    if (part instanceof Uint8Array) meter.bytes += part.length
    else meter.files++
    yield part
  }
}

/** A time as a file's name has it on every system: `2026-11-25T19-10-38`. */
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
