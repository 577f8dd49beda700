// Exports from the window: what one would be, making it as a download, and stopping it.

import type { ExporterRow, ExportInput, ExportPreview } from '../../core/contract/formats.ts'
import type { Coverage } from '../../core/control/evaluate/coverage-report.ts'
import { toWire } from '../../core/errors.ts'
import { isObject } from '../../core/text/json.ts'
import type { Session } from '../../core/tree/model.ts'
import type { Json } from '../../core/tree/ports.ts'
import type { ShownError } from './data.ts'
import type { Kit } from './state.ts'

/** An export under way. */
export interface ExportRun {
  filename: string
  done: number
  total: number
  bytes: number
}

export interface ExportActions {
  /** Opens the export dialog on these worlds. */
  askExport(sessions: Session[]): void
  previewExport(input: ExportInput): Promise<ExportPreview | ShownError>
  coverage(input: Pick<ExportInput, 'sessions' | 'branch'>): Promise<Coverage | ShownError>
  /** True when the file was fetched to its end. */
  startExport(input: ExportInput): Promise<boolean>
  cancelExport(): void
}

/** @param options.save begins to fetch a file from this address as a download */
export function exportActions({ client, get, set, save }: Kit): ExportActions {
  let running: AbortController | null = null
  return {
    askExport: (exportOf) => set({ exportOf, dialog: 'export', modelShown: null }),
    previewExport: (input) =>
      client.call('formats.preview', input).catch((error: unknown): ShownError => toWire(error)),
    coverage: (input) => client.call('formats.coverage', input).catch((error: unknown): ShownError => toWire(error)),
    async startExport(input) {
      if (running) return false
      running = new AbortController()
      const { signal } = running
      set(({ problems }) => ({ problems: { ...problems, export: undefined } }))
      let done = false
      try {
        const stream = client.stream('formats.export', { ...input, to: { kind: 'download' } }, { signal })
        for await (const event of stream) {
          const { exportRun } = get()
          if (event.type === 'file') {
            set({ exportRun: { filename: event.name, done: 0, total: 0, bytes: 0 } })
            if (event.url) save(event.url, event.name)
          } else if (event.type === 'progress' && exportRun) {
            const { done: read, total, bytes } = event
            set({ exportRun: { ...exportRun, done: read, total, bytes } })
          } else if (event.type === 'done') {
            done = true
            set({ dialog: null, announcement: `Exported ${exportRun?.filename ?? 'the world'}` })
          }
        }
      } catch (error) {
        const problem = toWire(error)
        if (!signal.aborted) set(({ problems }) => ({ problems: { ...problems, export: problem } }))
      }
      running = null
      set({ exportRun: null })
      return done
    },
    cancelExport: () => running?.abort()
  }
}

/** The options of a format before anybody changed them. */
export function presets({ form }: ExporterRow): Record<string, Json> {
  const properties = isObject(form.properties) ? form.properties : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isObject(schema) && schema.default !== undefined ? [[name, schema.default]] : []
    )
  )
}
