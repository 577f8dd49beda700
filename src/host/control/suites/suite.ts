// A benchmark: its items in the given files, and how one of them is scored.
import { z } from 'zod'
import { ImportFile } from '../../../core/contract/files.ts'
import type { RunProblem } from '../../../core/contract/runs.ts'
import { RunJudge } from '../../../core/control/ask-judge.ts'
import { SuiteName, type SuiteRow } from '../../../core/control/suites/report.ts'
import type { RunContext } from '../runs/kind.ts'

export const SuiteOptions = z.strictObject({
  suite: SuiteName,
  /** In the benchmark's published layout; names may be paths. */
  files: z.array(ImportFile).min(1).max(5000),
  /** Only the first so many items. */
  limit: z.int().min(1).exactOptional(),
  seed: z.int().min(0).default(0),
  /** The most tokens of an answer of the model in use. */
  maxTokens: z.int().min(16).max(32_768).default(4096),
  /** Who judges ByteSized32's compliance and alignment; absent: nobody. */
  judge: RunJudge.exactOptional(),
  /** ByteSized32: the model in use plays each game. */
  play: z.boolean().default(false),
  /** CWMB: episodes of a return. */
  episodes: z.int().min(1).max(1000).default(10),
  /** How much is planned and crawled: as published, which takes hours in the machine, or less. */
  effort: z.enum(['small', 'published']).default('small')
})
export type SuiteOptions = z.infer<typeof SuiteOptions>

export interface SuiteItem {
  id: string
  /** All that its scores depend on. */
  content: z.core.util.JSONType
  score(options: { signal: AbortSignal }): Promise<Omit<SuiteRow, 'id' | 'ms'>>
}

export type Suite = (
  options: SuiteOptions,
  context: Pick<RunContext, 'engine' | 'python' | 'judge'>
) => { items: SuiteItem[]; problems: RunProblem[] }

/** The last part of a file's path, and that of its folder. */
export function placeOfFile(name: string): { base: string; folder: string } {
  const parts = name.split('/')
  return { base: parts.at(-1) ?? '', folder: parts.at(-2) ?? '' }
}

export const textOf = (file: ImportFile): string =>
  'text' in file ? file.text : Buffer.from(file.base64, 'base64').toString('utf8')

export const contentOf = (file: ImportFile): string | Uint8Array =>
  'text' in file ? file.text : Buffer.from(file.base64, 'base64')

export const NO_MACHINE =
  'there is no image of the machine, and Python of strangers runs nowhere else (image/README.md)'
