// `orrery bench`: how fast this machine predicts, beside the plain library and other programs, and how fast it computes worlds, in one run.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Report } from '../../../test/bench/engine/report.ts'
import { OrreryError } from '../../core/errors.ts'
import { dataHome } from '../data/home.ts'
import { createModels, type Models } from '../models/index.ts'
import { type Cli, ROOT } from './door.ts'
import { bytes, json, line, note, progress, table } from './print.ts'

interface Options {
  model?: string
  quick?: boolean
  only?: string[]
  json?: boolean
}

export function benchCommand(program: Command, cli: Cli): void {
  program
    .command('bench')
    .description(
      'measure prediction against plain node-llama-cpp, llama-server and ollama, and grounds and runs, which need no model'
    )
    .option('--model <id>', 'catalogue id or .gguf path (default: the smallest catalogue model installed)')
    .option('--quick', 'take a few minutes instead of 15: shorter histories, rougher figures')
    .option('--only <names...>', 'run only these measurements; an unknown name lists the valid ones')
    .option('--json', 'print the report as JSON')
    .action(async ({ model, quick = false, only: listed, ...options }: Options) => {
      const { signal } = cli
      const { names, needsModel, runBench, rows, show } = await measuring()
      // With commas or blanks between them.
      const only = listed?.flatMap((name) => name.split(',').filter(Boolean))
      const unknown = only?.find((name) => !names.includes(name))
      if (unknown !== undefined) {
        throw new OrreryError('invalid-input', `There is no measurement "${unknown}". Use one of: ${names.join(', ')}.`)
      }
      const models = createModels({ home: dataHome(), resources: join(ROOT, 'resources') })
      const id = needsModel(only) ? (model ?? (await smallest(models))) : null
      const chosen = id === null ? null : await models.resolve(id, { signal })
      const bar = progress(cli.io, { lines: false })
      let last = ''
      const report = await runBench(chosen, {
        quick,
        only,
        signal,
        onProgress(what, done, of) {
          // On a terminal one line is redrawn; elsewhere each measurement gets its own.
          bar.show(what, done / of)
          const [name = ''] = what.split(':')
          if (!cli.io.stderr.isTTY && name !== last) note(cli.io, `${done + 1} of ${of}: ${name}`)
          last = name
        }
      })
      bar.clear()
      if (options.json) json(cli.io, report)
      else print(report, { rows, show })
      if (report.stopped) {
        cli.exitCode = 1
        note(cli.io, 'Stopped. Measurements that did not run are missing from the table.')
      }
    })

  function print(report: Report, { rows, show }: Pick<Measuring, 'rows' | 'show'>): void {
    const { io } = cli
    const { ratios, absolutes, missing } = rows(report)
    table(io, ratios)
    line(io, '')
    table(io, absolutes)
    line(io, '')
    for (const one of missing) line(io, one)
    const { model, machine, setting, versions } = report
    if (model) line(io, `${model.name} (${model.architecture}, ${model.quantization}, ${bytes(model.size)})`)
    if (setting) {
      const { device, threads, contextSize, batchSize } = setting
      line(
        io,
        `${device}, ${threads} threads, context of ${contextSize} tokens; the plain library in batches of ${batchSize}`
      )
    }
    const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
    line(io, `${machine.cpu}, ${machine.cores} cores, load ${machine.load}; ${programs.join(', ')}`)
    line(io, `Orrery ${report.orrery}, ${show(report.seconds, 's')}${report.quick ? ', quick' : ''}`)
  }
}

type Measuring = Awaited<ReturnType<typeof measuring>>

/** What measures is part of the sources, not of the product. @throws OrreryError not-found where it was not installed along */
async function measuring() {
  const folder = join(ROOT, 'test', 'bench', 'engine')
  if (!existsSync(folder)) {
    throw new OrreryError('not-found', `The benchmark is missing: ${folder}. Run this from a source checkout.`)
  }
  const { names, needsModel, runBench } = await import('../../../test/bench/engine/run.ts')
  const { rows, show } = await import('../../../test/bench/engine/report.ts')
  return { names, needsModel, runBench, rows, show }
}

/** The smallest model that is on this machine and in the catalogue: what the promises are made for; `null`: there is none. */
async function smallest(models: Models): Promise<string | null> {
  const here = (await models.list()).filter((model) => model.path !== null && model.path !== model.id)
  const [least] = here.toSorted((a, b) => a.size - b.size)
  return least?.id ?? null
}
