// One run: every measurement after the other, each on engines of its own, so that none finds what another left behind.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, platform, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pkg from '../../../package.json' with { type: 'json' }
import { toWire } from '../../../src/core/errors.ts'
import { inspect } from '../../../src/host/models/gguf/header.ts'
import { must } from '../../must.ts'
import { machine as boxed } from '../grounds/machine.ts'
import { rows } from '../grounds/rows.ts'
import { runs } from '../grounds/runs.ts'
import { together } from '../grounds/together.ts'
import { worlds } from '../grounds/worlds.ts'
import { agreement } from './agreement.ts'
import { readingAhead } from './ahead.ts'
import { type Bench, FULL, type Plain, QUICK, withBoth } from './bench.ts'
import { cancel } from './cancel.ts'
import { copying } from './copying.ts'
import { longHistory } from './history.ts'
import { parallel } from './parallel.ts'
import type { Findings, Report } from './report.ts'
import { rewind } from './rewind.ts'
import { drafts, llamaServer, ollama } from './servers.ts'
import { speed } from './speed.ts'
import { trace } from './trace.ts'
import { turns } from './turns.ts'

/** What is measured, in this order: first what needs a model. */
const OF_MODELS: [name: string, measure: (bench: Bench) => Promise<Findings>][] = [
  ['speed', speed],
  ['turns', turns],
  ['long history', longHistory],
  ['reading ahead', readingAhead],
  ['rewind and branch', rewind],
  ['copying', copying],
  ['token view', trace],
  ['cancel', cancel],
  ['agreement', agreement],
  ['parallel worlds', parallel],
  ['llama-server', llamaServer],
  ['multi-token prediction', drafts],
  ['Ollama', ollama]
]
const OTHERS: [name: string, measure: (plain: Plain) => Promise<Findings>][] = [
  ['machine', boxed],
  ['worlds', worlds],
  ['together', together],
  ['runs', runs],
  ['rows', rows]
]
/** Names for several. */
const GROUPS: Record<string, string[]> = { grounds: ['machine', 'worlds', 'together'], doors: ['together'] }

/** Names that `only` takes. */
export const names = [...OF_MODELS, ...OTHERS].map(([name]) => name).concat(Object.keys(GROUPS))

/** Whether any of what `only` names needs a model. */
export const needsModel = (only: string[] = []): boolean =>
  only.length === 0 || OF_MODELS.some(([name]) => only.includes(name))

/**
 * Measures everything, or what `only` names; the engine with `model`, and without one the rest alone. What fails is named in the report and the rest is measured; when `signal` is aborted the report
 * holds what was measured until then. `onProgress` is told what is going on.
 */
export async function runBench(
  model: Bench['model'] | null,
  {
    quick,
    only = [],
    signal,
    onProgress
  }: {
    quick: boolean
    only?: string[] | undefined
    signal: AbortSignal
    onProgress: (what: string, done: number, of: number) => void
  }
): Promise<Report> {
  const startedAt = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'orrery-bench-'))
  const report: Report = {
    version: 1,
    orrery: pkg.version,
    startedAt,
    seconds: 0,
    quick,
    stopped: false,
    machine: machine(),
    versions: { node: process.version },
    model: model && (await about(model)),
    setting: null,
    ratios: {},
    absolutes: {},
    missing: []
  }
  const sizes = quick ? QUICK : FULL
  const plain: Plain = { sizes, signal, folder, say: () => {} }
  const names = only.flatMap((name) => GROUPS[name] ?? name)
  const isWanted = ([name]: [name: string, ...unknown[]]): boolean => only.length === 0 || names.includes(name)
  const ofModel = OF_MODELS.filter(isWanted)
  try {
    if (model && ofModel.length) {
      report.setting = await withBoth({ ...plain, model }, {}, async ({ ours, raw }) => {
        const { contextSize, batchSize, threads, versions } = raw.facts
        Object.assign(report.versions, versions)
        return { device: ours.device, contextSize, batchSize, threads }
      })
    } else for (const [name] of ofModel) report.missing.push({ measurement: name, reason: 'No model is installed.' })
    const wanted: typeof OTHERS = [
      ...(model ? ofModel : []).map(([name, measure]): (typeof OTHERS)[number] => [
        name,
        (plain) => measure({ ...plain, model: must(model) })
      ]),
      ...OTHERS.filter(isWanted)
    ]
    for (const [index, [name, measure]] of wanted.entries()) {
      const tell = (what: string) => onProgress(what ? `${name}: ${what}` : name, index, wanted.length)
      tell('')
      // Without a model little depends on how fast the machine is.
      const limit = OF_MODELS.some(([of]) => of === name) ? sizes.limit : FULL.limit
      const over = AbortSignal.timeout(limit * 1000)
      try {
        const {
          ratios,
          absolutes,
          missing = []
        } = await measure({
          ...plain,
          signal: AbortSignal.any([signal, over]),
          say: tell
        })
        Object.assign(report.ratios, ratios)
        Object.assign(report.absolutes, absolutes)
        report.missing.push(...missing)
      } catch (error) {
        if (signal.aborted) throw error
        const reason = over.aborted ? `It took longer than ${limit} seconds.` : toWire(error).message
        report.missing.push({ measurement: name, reason })
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
    report.stopped = true
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  report.seconds = Math.round((Date.now() - startedAt) / 1000)
  return report
}

function machine(): Report['machine'] {
  return {
    platform: `${platform()} ${release()} ${arch()}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memory: totalmem(),
    load: Number((loadavg()[0] ?? 0).toFixed(2))
  }
}

async function about({ path, name, hash }: Bench['model']): Promise<NonNullable<Report['model']>> {
  const [{ size }, { architecture, parameters, quantization }] = await Promise.all([stat(path), inspect(path)])
  return { name, hash, size, architecture, parameters, quantization }
}
