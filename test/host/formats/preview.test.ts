import { expect, test } from 'vitest'
import { findExporter } from '../../../src/core/formats/exporters/index.ts'
import type { ExportSource } from '../../../src/core/formats/exporting.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import type { Step } from '../../../src/core/tree/model.ts'
import { openStore } from '../../../src/host/database/store.ts'
import { createMeter } from '../../../src/host/formats/meter.ts'
import { bytesOf, type ExportJob, parts } from '../../../src/host/formats/parts.ts'
import { preview } from '../../../src/host/formats/preview.ts'
import { sourceOf } from '../../../src/host/formats/source.ts'
import { writing } from '../../core/trees.ts'
import { branchOf, clock, sessionOf } from '../records.ts'

const steps: Step[] = []
for (let n = 0; n < 1500; n++) {
  steps.push(await makeStep(steps.at(-1)?.id ?? null, [{ keystrokes: 'ls\n', duration: 1 }], { text: `${n} $ ` }))
}

// One grows with its steps, the other with their square.
test.each(['orrery', 'agentworldbench'])('the size of a long export is estimated: %s', async (format) => {
  const store = openStore(':memory:', { clock })
  const branch = branchOf('s', 'main', { tip: steps.at(-1)?.id ?? null })
  store.importSession(sessionOf('s'), [branch], steps, [])
  const meter = createMeter(new Map([['s', steps.length]]))
  const { signal } = new AbortController()
  const onRead = (reading: string, done: number, of: number) => meter.read('s', reading, done, of)
  const sources = (): ExportSource[] => [sourceOf(store, 's', { signal, onRead })]
  const exporter = findExporter(format)
  const job: ExportJob = {
    exporter,
    options: exporter.options.parse({}),
    sources,
    count: 1,
    leftOut: [],
    writing: writing()
  }
  const { bytes, exact, truncated, steps: total } = await preview(job, { filename: 'a', steps: meter.now })
  let real = 0
  for await (const chunk of bytesOf(parts(job))) real += chunk.length
  store.close()
  expect([exact, truncated, total]).toEqual([false, true, 1500])
  expect(bytes / real).toBeGreaterThan(0.8)
  expect(bytes / real).toBeLessThan(1.25)
})
