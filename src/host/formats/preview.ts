// What an export will be, before it is made: its beginning, what it does not hold, and about how large it gets.
import type { ExportPreview } from '../../core/contract/formats.ts'
import { type ExportJob, parts, saysOf } from './parts.ts'

// A record is seldom longer; what is shown is for a person's eyes.
const HEAD = 16_384
// Enough to tell how a format grows, and a fraction of a second to write.
const STEPS = 1_000
const BYTES = 8_000_000

/** @param steps how many steps were read so far, and how many there are in all */
export async function preview(
  job: ExportJob,
  { filename, steps }: { filename: string; steps: () => { done: number; total: number } }
): Promise<ExportPreview> {
  const { head, cut, bytes, exact } = await sample(job, steps)
  const [first] = job.sources()
  const record = first && job.exporter.record?.(first, job.options, job.writing)
  const text = record ? await record : head
  return {
    filename,
    head: text.slice(0, HEAD),
    truncated: text.length > HEAD || (!record && cut),
    ...saysOf(job),
    steps: steps().total,
    bytes,
    exact
  }
}

/** Writes the beginning, and reckons from it how large the whole will be. */
async function sample(job: ExportJob, steps: () => { done: number; total: number }) {
  const decoder = new TextDecoder()
  let [head, bytes, files] = ['', 0, 0]
  // Bytes when so many steps had been read: two points tell growth with the steps from growth with their square.
  const points: { steps: number; bytes: number }[] = [{ steps: 0, bytes: 0 }]
  const all = parts(job)
  try {
    for await (const part of all) {
      if (part instanceof Uint8Array) {
        bytes += part.length
        // Only the first of several files is shown.
        if (files === 1 && head.length <= HEAD) head += decoder.decode(part, { stream: true })
      } else files++
      const { done } = steps()
      points.push({ steps: done, bytes })
      if (done >= STEPS || bytes >= BYTES)
        return { head, cut: true, bytes: reckoned(points, steps().total), exact: false }
    }
  } finally {
    await all.return(undefined)
  }
  return { head, cut: head.length > HEAD, bytes, exact: true }
}

/** Bytes after `total` steps, if they grow as a*n + b*n*n. */
function reckoned(points: { steps: number; bytes: number }[], total: number): number {
  const last = points.at(-1)
  if (!last || last.steps === 0) return last?.bytes ?? 0
  const half = points.findLast(({ steps }) => steps > 0 && steps <= last.steps / 2)
  const [n, size] = [last.steps, last.bytes]
  if (!half || half.steps === n) return Math.round((size / n) * total)
  const square = Math.max(0, (size / n - half.bytes / half.steps) / (n - half.steps))
  const linear = size / n - square * n
  return Math.round(linear * total + square * total * total)
}
