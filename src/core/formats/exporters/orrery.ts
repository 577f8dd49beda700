// Orrery's own file: whole sessions, every branch, step and call of them, one JSON record a line, nothing lost but drafts.
import { z } from 'zod'
import type { Exporter } from '../exporting.ts'
import { lost } from './lost.ts'

// Rises when a reader of the version before could misread a file; the importer then upgrades old files.
const VERSION = 3

const Options = z.strictObject({})

export const orrery: Exporter<typeof Options> = {
  name: 'orrery',
  title: 'Orrery session (lossless)',
  description: 'Everything: all branches, steps and calls. Import it into any Orrery.',
  purpose: 'keep',
  extension: 'orrery.jsonl',
  mediaType: 'application/jsonl',
  lossless: true,
  layout: 'joined',
  reference: 'kept',
  options: Options,
  losses: (source) =>
    lost(source, [
      'branches',
      'notes',
      'setup',
      'settings',
      'instructions',
      'origin',
      'thinking',
      'raw',
      'traces',
      'firings',
      'facts'
    ]),
  async *write(sources) {
    for (const source of sources) {
      yield record({ format: 'orrery', version: VERSION })
      yield record({ type: 'session', session: source.session })
      for (const folder of source.folders?.() ?? []) yield record({ type: 'folder', folder })
      for (const fiction of source.fictions?.() ?? []) yield record({ type: 'fiction', fiction })
      for await (const step of source.steps()) yield record({ type: 'step', step })
      for (const branch of source.branches) yield record({ type: 'branch', branch })
      for await (const call of source.calls()) yield record({ type: 'call', call })
    }
  }
}

const record = (value: object): string => `${JSON.stringify(value)}\n`
