// `orrery eval --suite`: the public benchmarks of worlds that models write, on files in their published layouts.
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { ImportFile } from '../../core/contract/files.ts'
import { LONGEST_NAME } from '../../core/contract/runs.ts'
import type { SuiteName, SuiteReport } from '../../core/control/suites/report.ts'
import { OrreryError } from '../../core/errors.ts'
import { suiteItems, suiteMarkdown, suiteMeans, suiteNotes } from '../control/reports/suite-text.ts'
import { bytesIn, noFile } from '../data/plain-file.ts'
import type { Cli, EngineChoice } from './door.ts'
import { type JudgeOptions, judgeOf } from './judge-options.ts'
import { json, line, note, progress, table } from './print.ts'

export interface SuiteChoice extends EngineChoice, JudgeOptions {
  suite?: SuiteName
  limit?: number
  seed: number
  maxTokens?: number
  episodes?: number
  play?: boolean
  effort?: 'small' | 'published'
  run?: string
  json?: boolean
  markdown?: boolean
}

export async function evalSuite(cli: Cli, path: string, suite: SuiteName, options: SuiteChoice): Promise<void> {
  const judge = judgeOf(options)
  const files = filesAt(path)
  const { limit, seed, maxTokens, episodes, effort, play } = options
  const settings = {
    ...{ suite, seed },
    ...(limit !== undefined && { limit }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(episodes !== undefined && { episodes }),
    ...(play && { play }),
    ...(effort !== undefined && { effort }),
    ...(judge && { judge })
  }
  const door = await cli.open(options)
  const { model } = await door.call('models.status', {})
  const hash = createHash('sha256')
    .update(JSON.stringify([settings, files, model]))
    .digest('hex')
    .slice(0, 16)
  const plain = basename(path).replace(/[^\w.-]+/g, '_')
  const name = options.run ?? `${suite}-${plain}-${hash}`.slice(-LONGEST_NAME)
  const bar = progress(cli.io)
  let report: SuiteReport | null = null
  let output = ''
  try {
    await door.stream(
      'runs.start',
      { kind: 'suites', name, options: { ...settings, files } },
      {
        signal: cli.signal,
        on(event) {
          if (event.type === 'started') {
            output = event.output
            if (event.known)
              note(cli.io, `${event.known} of ${event.total} items are from an earlier run with this name.`)
          }
          if (event.type === 'problem') note(cli.io, `${path}${event.line ? `:${event.line}` : ''}: ${event.reason}`)
          if (event.type === 'job') bar.show('Scoring', event.done / event.total, event.label)
          if (event.type === 'report' && event.kind === 'suites') report = event.report
        }
      }
    )
  } finally {
    bar.clear()
  }
  if (report) show(cli, report, output, options)
}

function show({ io }: Cli, report: SuiteReport, output: string, options: SuiteChoice): void {
  if (options.json || options.markdown) {
    if (options.json) json(io, report)
    else io.stdout.write(suiteMarkdown(report))
    return
  }
  table(io, suiteMeans(report))
  if (report.rows.length > 1) {
    line(io, '')
    table(io, suiteItems(report))
  }
  for (const one of suiteNotes(report)) note(io, one)
  line(io, `Results: ${output}`)
}

const MOST_FILES = 5000
const MOST_BYTES = 64 * 2 ** 20
const MOST_DEPTH = 8
const TAKEN = /\.(?:json|py|csv|npz|pkl)$/

/** The file, or those of the folder that a benchmark can be made of, by their paths in it. */
function filesAt(path: string): ImportFile[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw noFile(path)
  if (!found.isDirectory()) return [fileAt(path, basename(path))]
  const files: ImportFile[] = []
  let bytes = 0
  const walk = (folder: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const at = join(folder, entry.name)
      if (entry.isDirectory() && depth < MOST_DEPTH && !entry.name.startsWith('.')) walk(at, depth + 1)
      if (!entry.isFile() || !TAKEN.test(entry.name)) continue
      bytes += statSync(at).size
      if (files.length === MOST_FILES || bytes > MOST_BYTES)
        throw new OrreryError(
          'invalid-input',
          `"${path}" holds more than ${MOST_FILES} files or ${MOST_BYTES / 2 ** 20} MB. Name a folder in it that holds less.`
        )
      files.push(fileAt(at, relative(path, at).split('\\').join('/')))
    }
  }
  walk(path, 0)
  return files
}

function fileAt(path: string, name: string): ImportFile {
  const bytes = bytesIn(path, MOST_BYTES)
  // Arrays and pickles are no text.
  return /\.(?:npz|pkl)$/.test(name)
    ? { name, base64: bytes.toString('base64') }
    : { name, text: bytes.toString('utf8') }
}
