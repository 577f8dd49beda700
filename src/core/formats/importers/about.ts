// What Orrery's own exporters say of a session and of each answer, in formats that have room for metadata (formats/exporters/facts.ts).
import { z } from 'zod'
import { Grounded } from '../../tree/ground.ts'
import { Firing, Prediction, Setup, Tokens } from '../../tree/model.ts'
import { StepResult } from '../../tree/result.ts'
import type { LinearTurn } from './linear.ts'

export const About = z
  .looseObject({ title: z.string(), notes: z.string(), domain: z.string(), createdAt: z.int(), setup: Setup })
  // Anything else under the name is not ours.
  .or(z.unknown().transform(() => undefined))

export const Facts = z
  .looseObject({
    engine: z.string().optional(),
    model: z.string().optional(),
    ms: z.number().optional(),
    tokens: Tokens.optional(),
    instruction: z.string().optional(),
    thinking: z.string().optional(),
    firings: z.array(Firing).optional(),
    grounded: Grounded.optional(),
    predicted: Prediction.optional(),
    result: StepResult.optional(),
    setup: Setup.optional()
  })
  .transform(
    ({ engine, model, ...facts }): Partial<LinearTurn> => ({
      ...(engine !== undefined && model !== undefined && { by: { engine, model } }),
      ...(facts.ms !== undefined && { ms: facts.ms }),
      ...(facts.tokens && { tokens: facts.tokens }),
      ...(facts.instruction && { instruction: facts.instruction }),
      ...(facts.thinking && { thinking: facts.thinking }),
      ...(facts.firings && { firings: facts.firings }),
      ...(facts.grounded && { grounded: facts.grounded }),
      ...(facts.predicted && { predicted: facts.predicted }),
      ...(facts.result && { result: facts.result }),
      ...(facts.setup && { setup: facts.setup })
    })
  )
  .or(z.unknown().transform((): Partial<LinearTurn> => ({})))
