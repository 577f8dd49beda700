// How commands print the report of scenarios: their options, the files they write, and whether all is well.
import { type Command, Option } from 'commander'
import type { DivergenceTree } from '../../core/control/divergence-tree.ts'
import type { ScenarioGroup, ScenarioReport } from '../../core/control/summary.ts'
import { divergenceLines } from '../control/reports/divergence.ts'
import { html } from '../control/reports/html.ts'
import { junit } from '../control/reports/junit.ts'
import { reporters } from '../control/reports/text.ts'
import { nameOfGroup } from '../control/reports/words.ts'
import { type Cli, checkOut, writeOut } from './door.ts'
import { json, line } from './print.ts'

export interface ReportOptions {
  reporter: keyof typeof reporters
  junit?: string
  html?: string
  allowFlaky?: boolean
  allowInconclusive?: boolean
  json?: boolean
}

export function reportOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--reporter <name>', 'how results are printed').choices(Object.keys(reporters)).default('line')
    )
    .option('--junit <file>', "write JUnit's XML")
    .option('--html <file>', 'write an HTML page')
    .option('--allow-flaky', 'exit 0 although some variants pass and fail')
    .option('--allow-inconclusive', 'exit 0 although no run of a variant was conclusive')
    .option('--json', 'print the report as JSON')
}

/** Before the work is done that is to be reported. @throws OrreryError not-found, invalid-input */
export function checkReport({ junit, html }: ReportOptions): void {
  checkOut(junit)
  checkOut(html)
}

interface Around {
  /** Where each scenario is written, by its name. */
  files: ReadonlyMap<string, string>
  /** What was run, a line each. */
  about: readonly string[]
  /** The command that runs one variant alone, where there is one. */
  command?(group: ScenarioGroup): string
  /** Where the repeats of groups parted, if that was asked. */
  parted?: ReadonlyMap<ScenarioGroup, DivergenceTree>
}

/** @throws OrreryError disk-full, forbidden */
export function showReport(
  cli: Cli,
  report: ScenarioReport,
  { files, about, command, parted = new Map(), ...options }: ReportOptions & Around
): void {
  if (options.junit !== undefined) writeOut(options.junit, junit(report, files))
  if (options.html !== undefined) writeOut(options.html, html(report, [...about, new Date().toISOString()]))
  if (options.json) {
    json(cli.io, { ...report, groups: report.groups.map((group) => withParted(group, parted)) })
    return
  }
  const lines = reporters[options.reporter](report, { files, ...(command && { command }) })
  const trees = [...parted].flatMap(([group, partings]) => ['', ...divergenceLines(nameOfGroup(group), partings)])
  for (const text of [...lines, ...trees]) line(cli.io, text)
}

function withParted(group: ScenarioGroup, parted: ReadonlyMap<ScenarioGroup, DivergenceTree>) {
  const partings = parted.get(group)
  return partings ? { ...group, parted: partings } : group
}

/** Nothing failed, and everything was decided, as far as the options ask for it. */
export function isGood({ groups, broken }: ScenarioReport, { allowFlaky, allowInconclusive }: ReportOptions): boolean {
  const passes = ({ verdict, flaky }: ScenarioGroup) =>
    verdict === 'pass' || (flaky && allowFlaky) || (verdict === 'inconclusive' && allowInconclusive)
  return (broken === 0 || allowInconclusive === true) && groups.every(passes)
}
