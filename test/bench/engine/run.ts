// One run: every measurement after the other, each on engines of its own, so that none finds what another left behind.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, platform, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pkg from '../../../package.json' with { type: 'json' }
import { toWire } from '../../../src/core/errors.ts'
import { inspect } from '../../../src/host/gguf/header.ts'
import { agreement } from './agreement.ts'
import { type Bench, FULL, QUICK, withBoth } from './bench.ts'
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

/** What is measured, in this order. */
const MEASUREMENTS: [name: string, measure: (bench: Bench) => Promise<Findings>][] = [
  ['speed', speed],
  ['turns', turns],
  ['long history', longHistory],
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

/** Names that `only` takes. */
export const names = MEASUREMENTS.map(([name]) => name)

/**
 * Measures the engine with `model`: everything, or what `only` names. What fails is named in the report and the rest is measured; when `signal` is aborted the report
 * holds what was measured until then. `onProgress` is told what is going on.
 */
export async function runBench(
  model: Bench['model'],
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
    model: await about(model),
    setting: null,
    ratios: {},
    absolutes: {},
    missing: []
  }
  const sizes = quick ? QUICK : FULL
  const bench: Bench = { model, sizes, signal, folder, say: () => {} }
  try {
    report.setting = await withBoth(bench, {}, async ({ ours, raw }) => {
      const { contextSize, batchSize, threads, versions } = raw.facts
      Object.assign(report.versions, versions)
      return { device: ours.device, contextSize, batchSize, threads }
    })
    const wanted = MEASUREMENTS.filter(([name]) => only.length === 0 || only.includes(name))
    for (const [index, [name, measure]] of wanted.entries()) {
      const tell = (what: string) => onProgress(what ? `${name}: ${what}` : name, index, wanted.length)
      tell('')
      const over = AbortSignal.timeout(sizes.limit * 1000)
      try {
        const { ratios, absolutes } = await measure({ ...bench, signal: AbortSignal.any([signal, over]), say: tell })
        Object.assign(report.ratios, ratios)
        Object.assign(report.absolutes, absolutes)
      } catch (error) {
        if (signal.aborted) throw error
        const reason = over.aborted ? `It took longer than ${sizes.limit} seconds.` : toWire(error).message
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

async function about({ path, name, hash }: Bench['model']): Promise<Report['model']> {
  const [{ size }, { architecture, parameters, quantization }] = await Promise.all([stat(path), inspect(path)])
  return { name, hash, size, architecture, parameters, quantization }
}
