// What a model is told, and the prompt packs that it comes from.
import { z } from 'zod'
import { Action, StepId } from '../tree/model.ts'
import { None } from './entry.ts'

/** One of the five components of the system prompt, or a turn, with its length. */
export const PromptPart = z.strictObject({
  name: z.enum([
    'task_description',
    'action_space',
    'initial_state',
    'demonstrations',
    'simulation_instruction',
    'turn'
  ]),
  text: z.string(),
  /** Token count; `null` when no engine can count. */
  tokens: z.int().nullable()
})
export type PromptPart = z.infer<typeof PromptPart>

/** A way of asking the model that a world can choose. */
export const TemplateRow = z.strictObject({
  domain: z.string(),
  name: z.string(),
  /** The model thinks first. */
  thinking: z.boolean(),
  /** It came with a prompt pack of this name. */
  pack: z.boolean(),
  /** The pack has a prompt for judging answers too. */
  judge: z.boolean(),
  /** The name stands for so many variants of the pack, of which the world's seed chooses one. Absent where there is no choice. */
  variants: z.int().exactOptional()
})
export type TemplateRow = z.infer<typeof TemplateRow>

export const promptCalls = {
  /** What the model would be sent for `action` after `at`, part by part. */
  'prompts.preview': {
    input: z.strictObject({
      branch: z.string(),
      at: StepId.nullable(),
      action: Action.nullable().default(null),
      instruction: z.string().default(''),
      /** Asks for the whole request as well. */
      request: z
        .strictObject({ seed: z.int().min(0).optional(), trace: z.boolean().default(false) })
        .nullable()
        .default(null)
    }),
    output: z.strictObject({
      template: z.string(),
      /** So many of the oldest turns are not told (`compact`); `null` while the model that is to count is not loaded. */
      leftOut: z.int().nullable(),
      /** What the answer is held to. */
      shape: z.strictObject({ tags: z.boolean(), schema: z.json() }),
      parts: z.array(PromptPart),
      total: z.int().nullable(),
      contextSize: z.int().nullable(),
      /** What an engine would be given, without what perturbations would add; `null` unless it was asked for. */
      request: z.json()
    })
  },
  /** Templates by name: those of the domains themselves, then those of prompt packs; of one domain or of all. */
  'prompts.list': {
    input: z.strictObject({ domain: z.string().optional() }),
    output: z.array(TemplateRow)
  },
  /**
   * Takes in a prompt pack: `<domain>/system_prompt.txt`, variants of it as `<domain>/system_prompt.VARIANT.txt`, and
   * `<domain>/judge_system_prompt.txt`, at whatever depth; other files are passed over.
   */
  'prompts.import': {
    input: z.strictObject({
      name: z.string(),
      files: z
        .array(z.strictObject({ path: z.string(), text: z.string() }))
        .max(1000, 'a pack has at most 1,000 prompts'),
      /** What a person should know of it, kept beside its prompts as ABOUT.md. */
      about: z.string().max(100_000).exactOptional()
    }),
    output: z.strictObject({ name: z.string(), domains: z.array(z.string()), problems: z.array(z.string()) })
  },
  /** The prompts of a pack as they were imported, and what is said of it. @throws OrreryError not-found */
  'prompts.read': {
    input: z.strictObject({ name: z.string() }),
    output: z.strictObject({
      files: z.array(z.strictObject({ path: z.string(), text: z.string() })),
      about: z.string().nullable()
    })
  },
  'prompts.delete': { input: z.strictObject({ name: z.string() }), output: None }
}
