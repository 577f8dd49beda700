// Taking worlds out and in.
import { z } from 'zod'
import { Coverage } from '../control/evaluate/coverage-report.ts'
import { JudgeItem } from '../control/judging/report.ts'
import { StepId } from '../tree/model.ts'
import { Empty, None } from './entry.ts'
import { ImportFile } from './files.ts'

/** An export format. */
export const ExporterRow = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** What somebody wants who exports: to look at it, to train on it, to evaluate, to keep or exchange it. */
  purpose: z.enum(['watch', 'train', 'evaluate', 'keep']),
  extension: z.string(),
  mediaType: z.string(),
  lossless: z.boolean(),
  /** Several sessions are one file, a file each, or the format is always several files. */
  layout: z.enum(['joined', 'apart', 'folder']),
  /** JSON schema of the options. */
  form: z.record(z.string(), z.json())
})
export type ExporterRow = z.infer<typeof ExporterRow>

/** What to export, and how. */
export const ExportInput = z.strictObject({
  sessions: z.array(z.string()).min(1),
  format: z.string().default('orrery'),
  /** Id or title, for formats that hold one branch of a session; default `main`, else the first. */
  branch: z.string().optional(),
  options: z.record(z.string(), z.json()).default({}),
  /** What a judge gave predictions, from 0 to 1, by the ids of their steps: for the option `best=judge`. */
  scores: z.record(StepId, z.number().min(0).max(1)).exactOptional()
})
export type ExportInput = z.input<typeof ExportInput>

/** What an export will be. */
export const ExportPreview = z.strictObject({
  filename: z.string(),
  /** The beginning of the file, or the first record of a format that is no text. */
  head: z.string(),
  /** `head` is not all. */
  truncated: z.boolean(),
  /** What will be lost, a sentence each. */
  losses: z.array(z.string()),
  /** What it holds that not everybody may see, a sentence each. Absent: nothing. */
  warnings: z.array(z.string()).exactOptional(),
  steps: z.int(),
  /** Size of all files together before zipping; an estimate unless `exact`. */
  bytes: z.int(),
  exact: z.boolean()
})
export type ExportPreview = z.infer<typeof ExportPreview>

const Counted = z.strictObject({ what: z.string(), count: z.int() })

/** What an import did, or would do. */
export const ImportReport = z.strictObject({
  files: z.array(
    z.strictObject({
      name: z.string(),
      /** The importer, and the format with its version; `null` for a file that no importer knows. */
      importer: z.string().nullable(),
      format: z.string().nullable(),
      sure: z.enum(['certain', 'likely', 'possible']).nullable()
    })
  ),
  worlds: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      domain: z.string(),
      file: z.string(),
      branches: z.int(),
      steps: z.int(),
      /** It was here before: it keeps what it had, and gains what it lacked. */
      known: z.boolean()
    })
  ),
  understood: z.array(Counted),
  /** What was read and has no place in Orrery. */
  dropped: z.array(Counted),
  /** What could not be read. Lines count from 1; `null` where the problem is the file's. */
  problems: z.array(z.strictObject({ file: z.string(), line: z.int().nullable(), reason: z.string() })),
  /** Problems beyond those listed: only the first thousand are. */
  unlisted: z.int(),
  /** Whether it was kept, or only looked at. */
  kept: z.boolean()
})
export type ImportReport = z.infer<typeof ImportReport>

const ImportEvent = z.discriminatedUnion('type', [
  /**
   * The file being read, its place among all from 1, and the characters read of it. Told while it takes long. While a zip is unpacked,
   * `file` is the zip, `of` is 0, and `share` says how much of it was read, from 0 to 1.
   */
  z.strictObject({
    type: z.literal('progress'),
    file: z.string(),
    at: z.int(),
    of: z.int(),
    characters: z.int(),
    share: z.number().nullable()
  }),
  /** Always last. `ticket`: under which the files wait, where that was asked for. */
  z.strictObject({ type: z.literal('report'), report: ImportReport, ticket: z.string().exactOptional() })
])

const Ticket = z.strictObject({ ticket: z.string() })

export const formatCalls = {
  'formats.list': { input: Empty, output: z.array(ExporterRow) },
  /** The beginning of an export, what it will lose, and how large it gets; nothing is written. */
  'formats.preview': { input: ExportInput, output: ExportPreview },
  /** What behaviour these worlds cover: one branch of each. All of it is read. */
  'formats.coverage': { input: ExportInput.pick({ sessions: true, branch: true }), output: Coverage },
  /** The predictions among which a judge is to choose (`best=judge`), each named by its step: of one branch of each world. */
  'formats.candidates': {
    input: ExportInput.pick({ sessions: true, branch: true }),
    output: z.array(JudgeItem)
  },
  /** Gives up the files that wait under a ticket. */
  'formats.forget': { input: Ticket, output: None }
}

export const formatStreams = {
  /**
   * Imports files and folders: those sent along, and those at `paths` on the host's machine. With `keep: false` it only
   * says what it would do. What was kept before an import is cancelled stays.
   */
  'formats.import': {
    input: z.strictObject({
      files: z.array(ImportFile).default([]),
      paths: z.array(z.string()).default([]),
      /** An importer for all files; found from each file when left out. */
      format: z.string().optional(),
      title: z.string().optional(),
      options: z.record(z.string(), z.json()).default({}),
      keep: z.boolean().default(true),
      /** With `keep: false`: the files wait under a ticket for `formats.keep`, half an hour at most. */
      hold: z.literal(true).exactOptional()
    }),
    event: ImportEvent
  },
  /** Imports the files that wait under a ticket, which ends with it. @throws not-found where they are not held any more */
  'formats.keep': { input: Ticket, event: ImportEvent },
  /**
   * Exports sessions to a path on the host's machine, as chunks, or as a download that the window fetches: `file` says from where.
   * Several files are a folder at a path that does not end in `.zip`, and a zip elsewhere. A cancelled export leaves nothing.
   */
  'formats.export': {
    input: ExportInput.extend({
      to: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('path'), path: z.string().min(1) }),
        z.strictObject({ kind: z.literal('chunks') }),
        z.strictObject({ kind: z.literal('download') })
      ])
    }),
    event: z.discriminatedUnion('type', [
      /** Always first. `url`: where a download is fetched with GET, once, by whoever may call. */
      z.strictObject({
        type: z.literal('file'),
        name: z.string(),
        mediaType: z.string(),
        url: z.string().nullable()
      }),
      z.strictObject({ type: z.literal('progress'), done: z.int(), total: z.int(), bytes: z.int() }),
      z.strictObject({ type: z.literal('chunk'), base64: z.string() }),
      /** `bytes`: of all files, as they were written. */
      z.strictObject({
        type: z.literal('done'),
        bytes: z.int(),
        files: z.int(),
        losses: z.array(z.string()),
        warnings: z.array(z.string()).exactOptional()
      })
    ])
  }
}
