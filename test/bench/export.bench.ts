// What exporting a long session costs, from a real store to a file: seconds, and the megabytes the process took at most.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exporters } from '../../src/core/formats/exporters/index.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Branch, type Call, Setup, type Step } from '../../src/core/tree/model.ts'
import { openStore } from '../../src/host/database/store.ts'
import { bytesOf, parts } from '../../src/host/formats/parts.ts'
import { placeFile, placeFolder } from '../../src/host/formats/place.ts'
import { sourceOf } from '../../src/host/formats/source.ts'
import { writing } from '../core/trees.ts'
import { round } from './timing.ts'

const clock = { now: Date.now }
// Every row of these repeats its whole past: 10,000 steps would be gigabytes in any program.
const SQUARE = new Map([
  ['agentworldbench', 500],
  ['verl', 500]
])
const ASSETS = join(import.meta.dirname, '../../out/assets')
const asset = async (name: string) => readFileSync(join(ASSETS, name), 'utf8')

/** A session of 10,000 steps with their calls, in every format. Each may take 5 s. */
export async function steps10000() {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  try {
    const result: Record<string, Record<string, number>> = {}
    for (const exporter of exporters) {
      const steps = SQUARE.get(exporter.name) ?? 10_000
      const store = await filled(steps)
      const { signal } = new AbortController()
      const sources = () => [sourceOf(store, 's', { signal })]
      const job = {
        exporter,
        options: exporter.options.parse({}),
        sources,
        count: 1,
        leftOut: [],
        writing: writing({ asset })
      }
      const path = join(folder, exporter.name)
      const from = performance.now()
      if (exporter.layout === 'folder') await placeFolder(path, parts(job))
      else await placeFile(path, bytesOf(parts(job)))
      const seconds = round((performance.now() - from) / 1000)
      result[exporter.name] = { steps, seconds, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }
      store.close()
    }
    return { limit: 5, ...result }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function filled(count: number) {
  const setup = Setup.parse({ domain: 'terminal', initialState: 'A fresh Debian 12 box.\n'.repeat(40) })
  const text = Array.from({ length: 24 }, (_, n) => `drwxr-xr-x  2 root root 4096 Nov 21 05:01 folder-${n}`).join('\n')
  const steps: Step[] = []
  for (let n = 0; n < count; n++) {
    steps.push(
      await makeStep(steps.at(-1)?.id ?? null, [{ keystrokes: 'ls -la\n', duration: 0.1 }], { text: `${n}\n${text}` })
    )
  }
  const calls = steps.map(
    ({ id, observation }): Call => ({
      ...{
        id,
        step: id,
        session: 's',
        branch: 'main',
        engine: 'llama',
        model: { name: 'm', hash: null },
        seed: 0,
        setup
      },
      ...{ template: 'standard', instruction: '', firings: [], raw: observation.text, thinking: 'hm', warnings: [] },
      ...{ tokens: { prompt: 9, cached: 0, generated: 9 }, ms: { first: 1, total: 2 }, createdAt: 0, trace: null }
    })
  )
  const tip = steps.at(-1)?.id ?? null
  const main: Branch = { id: 'main', session: 's', title: 'main', tip, fork: null, setup, createdAt: 0 }
  const store = openStore(':memory:', { clock })
  const session = { id: 's', title: 'Bench', notes: '', domain: 'terminal', createdAt: 0, updatedAt: 0 }
  store.importSession(session, [main], steps, calls)
  return store
}
