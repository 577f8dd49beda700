// Run as a process of its own with a small heap: exports a session of 400 MB in the format it is given, from a store that makes each step
// when it is read, and prints the bytes written and the most memory the process ever had.
import { findExporter } from '../../../src/core/formats/exporters/index.ts'
import { type Branch, type Call, Setup } from '../../../src/core/tree/model.ts'
import type { Store } from '../../../src/core/tree/store.ts'
import { bytesOf, parts } from '../../../src/host/formats/parts.ts'
import { sourceOf } from '../../../src/host/formats/source.ts'
import { writing } from '../../core/trees.ts'

const STEPS = 40_000
// 5 kB of observation, and the same again as raw text in its call.
const text = `${'drwxr-xr-x  2 root root 4096 Nov 21 05:01 directory\n'.repeat(100)}`
const idOf = (n: number) => n.toString(16).padStart(64, '0')
const setup = Setup.parse({ domain: 'terminal' })
const ids = Array.from({ length: STEPS }, (_, n) => idOf(n))
const branch: Branch = { ...{ id: 'b', session: 's', title: 'main', fork: null, setup, createdAt: 0 }, tip: idOf(0) }
const call = (step: string): Call => ({
  ...{ id: step, step, session: 's', branch: 'b', engine: 'llama', model: { name: 'm', hash: null }, seed: 0, setup },
  ...{ template: 'standard', instruction: '', firings: [], raw: `${step}\n${text}`, thinking: '', warnings: [] },
  ...{ tokens: { prompt: 0, cached: 0, generated: 0 }, ms: { first: 0, total: 0 }, createdAt: 0, trace: null }
})
const store: Partial<Store> = {
  session: () => ({ id: 's', title: 'Long', notes: '', domain: 'terminal', createdAt: 0, updatedAt: 0 }),
  branches: () => [branch],
  stepIds: () => ids,
  pathIds: () => ids,
  forkedIds: () => [],
  callIds: () => ids,
  call,
  step: (id) => ({
    id,
    parent: id === ids[0] ? null : idOf(Number.parseInt(id, 16) - 1),
    action: [{ keystrokes: 'ls -la\n', duration: 0.1 }],
    observation: { text: `${id}\n${text}` }
  }),
  calls: (_, step) => [call(step)]
}

const exporter = findExporter(process.argv[2] ?? '')
const { signal } = new AbortController()
// Only what reading needs is there.
const sources = () => [sourceOf(store as Store, 's', { signal })]
const job = { exporter, options: exporter.options.parse({}), sources, count: 1, leftOut: [], writing: writing() }
let bytes = 0
for await (const chunk of bytesOf(parts(job))) bytes += chunk.length
// maxRSS is in kilobytes.
process.stdout.write(JSON.stringify({ bytes, memory: process.resourceUsage().maxRSS * 1024 }))
