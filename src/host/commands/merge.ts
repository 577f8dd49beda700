// `orrery merge`: data folders of several machines as one, with the report of all their runs.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import { RESULTS } from '../../core/contract/runs.ts'
import { joined, type ScenarioReport, summarise } from '../../core/control/summary.ts'
import { entriesIn } from '../control/runs/results.ts'
import { mergeFolders } from '../formats/merge.ts'
import type { Cli } from './door.ts'
import { note, progress } from './print.ts'
import { checkReport, isGood, type ReportOptions, reportOptions, showReport } from './report.ts'

interface Options extends ReportOptions {
  into: string
}

export function mergeCommand(program: Command, cli: Cli): void {
  reportOptions(program.command('merge <folders...>'))
    .description('join the data folders of shards: worlds, results, and one report')
    .requiredOption('--into <folder>', 'data folder that gets everything; made when missing')
    .action(async (folders: string[], { into, ...options }: Options) => {
      checkReport(options)
      const bar = progress(cli.io)
      const clock = { now: Date.now, ticks: () => Math.round(performance.now()) }
      const from = folders.map((folder) => resolve(folder))
      const merged = await mergeFolders(from, resolve(into), {
        clock,
        onWorld: (done, total) => bar.show('Copying worlds', done / total)
      })
      bar.clear()
      note(cli.io, `${merged.worlds} worlds, ${merged.runs.length} runs in ${resolve(into)}.`)
      const reports: ScenarioReport[] = []
      for (const { kind, output } of merged.runs) if (kind === 'scenarios') reports.push(await reportOf(output))
      if (!reports.length) return
      const report = joined(reports)
      showReport(cli, report, { ...options, files: new Map(), about: folders })
      if (!isGood(report, options)) cli.exitCode = 100
    })
}

async function reportOf(results: string): Promise<ScenarioReport> {
  const summary = summarise([])
  for await (const { result } of entriesIn(results, RESULTS.scenarios.result)) summary.add(result)
  return summary.report()
}
