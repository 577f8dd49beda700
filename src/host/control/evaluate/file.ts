// The file of predictions: AgentWorldBench's own lines with what the model made of each.
import { z } from 'zod'
import { SamplePrediction } from '../../../core/control/evaluate/report.ts'
import { CODES } from '../../../core/errors.ts'
import { readLine } from '../../../core/formats/importers/lines.ts'
import type { Sample } from '../../../core/formats/importers/samples.ts'
import { contentId } from '../../../core/tree/history.ts'
import { Thinking } from '../../../core/tree/model.ts'
import type { ResultLines } from '../runs/kind.ts'

/** What predictions are made with. One file holds predictions of one kind only. */
const Settings = z.strictObject({
  engine: z.string(),
  model: z.strictObject({ name: z.string(), hash: z.string().nullable() }),
  template: z.string(),
  seed: z.int(),
  greedy: z.boolean(),
  /** Absent: `full`. */
  thinking: Thinking.exactOptional(),
  /** Absent: as set for the model, else what the template allows. */
  maxTokens: z.int().exactOptional(),
  /** A ground answered what it could. */
  grounded: z.literal(true).exactOptional()
})
export type EvaluationSettings = z.infer<typeof Settings>

/** A sample's own content, whoever predicted it: an edited sample is another sample. */
export function keyOf(record: Record<string, unknown>): Promise<string> {
  const { gen: _, orrery: __, ...own } = record
  return contentId(z.json().parse(own))
}

/** A prediction as it lies in the file: the sample's own fields, `gen`, which the public judge script reads, and `orrery`. */
const Row = z.looseObject({
  gen: SamplePrediction.shape.gen,
  orrery: z.looseObject({
    settings: Settings,
    error: z.strictObject({ code: z.enum(CODES), message: z.string() }).nullable(),
    ...SamplePrediction.omit({ gen: true }).shape
  })
})

/** Reads and writes the lines of `samples`, which are predicted with `used`. */
export function linesOf(samples: Map<string, Sample>, used: EvaluationSettings): ResultLines<SamplePrediction> {
  return {
    async read(line) {
      const read = readLine(line, Row)
      if ('skipped' in read) return null
      const { gen, orrery } = read.value
      const { settings, error, ...rest } = orrery
      const result = SamplePrediction.strip().parse({ gen, ...rest })
      return { key: await keyOf(read.value), entry: { result, error }, settings }
    },
    write(key, { result, error }) {
      const { gen, ...rest } = result
      return { ...samples.get(key), gen, orrery: { settings: used, error, ...rest } }
    }
  }
}
