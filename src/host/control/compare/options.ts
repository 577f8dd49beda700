// What a comparison is started with.
import { z } from 'zod'
import { ContestantKind, Pass } from '../../../core/control/compare/report.ts'
import { Check } from '../../../core/tree/conditions.ts'
import { Sampling, Thinking } from '../../../core/tree/model.ts'
import { ProgramChoice } from '../../../core/tree/program.ts'
import { EmbeddingChoice } from '../embeddings/index.ts'

export const CompareOptions = z.strictObject({
  /** Recorded worlds of this data folder; without a branch the first one of each is the truth. */
  worlds: z
    .array(z.strictObject({ session: z.string(), branch: z.string().exactOptional() }))
    .min(1)
    .max(100_000),
  /** What reports call the contestant. */
  contestant: z.string().min(1).max(200),
  by: ContestantKind.default('model'),
  /** Rules to compute with in the place of the world's own. */
  program: ProgramChoice.exactOptional(),
  passes: z.array(Pass).min(1).default(['true', 'own']),
  /** Only the first so many turns of each recording. */
  turns: z.int().min(1).exactOptional(),
  template: z.string().default('auto'),
  seed: z.int().min(0).default(0),
  /** Always the likeliest token, instead of the sampling set or published for the model. */
  greedy: z.boolean().default(false),
  thinking: Thinking.exactOptional(),
  /** Rules that a person wrote, for every recording. */
  rules: z.array(Check).max(1000).exactOptional(),
  maxTokens: Sampling.shape.maxTokens.unwrap().unwrap().exactOptional(),
  /** Each turn is told with so many of the most similar steps of these worlds, never of its own. */
  examples: z.strictObject({ count: z.int().min(1).max(20), worlds: z.array(z.string()).min(1) }).exactOptional(),
  /** What gives the vectors whose distance is measured too; they are no part of what answers are made with. */
  embeddings: EmbeddingChoice.exactOptional()
})
export type CompareOptions = z.infer<typeof CompareOptions>
