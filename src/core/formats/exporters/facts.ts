// Where an answer came from: formats that other programs read must say which answers were simulated.

import type { Setup } from '../../tree/model.ts'
import { exportOriginOf } from '../../tree/origin.ts'
import type { ExportedTurn, ExportSource } from '../exporting.ts'

/** What a format that has room for metadata says of an answer. Deterministic, and the same keys in every format. */
export function factsOf({ step, call, setup }: ExportedTurn, before: Setup): Record<string, unknown> {
  const origin = exportOriginOf(call)
  const changed = setup !== before && JSON.stringify(setup) !== JSON.stringify(before)
  return {
    step: step.id,
    origin,
    simulated: origin === 'predicted',
    ...(changed && { setup }),
    ...(call && {
      engine: call.engine,
      model: call.model.name,
      tokens: call.tokens,
      ms: call.ms.total,
      ...(call.instruction && { instruction: call.instruction }),
      ...(call.thinking && { thinking: call.thinking }),
      ...(call.firings.length && { firings: call.firings }),
      ...(call.grounded && { grounded: call.grounded }),
      ...(call.predicted && { predicted: call.predicted }),
      ...(call.result && { result: call.result })
    })
  }
}

/** What `factsOf` keeps, together with the session's own metadata. */
export const FACTS = ['notes', 'setup', 'settings', 'instructions', 'origin', 'thinking', 'firings'] as const

/** What such a format says of the session. */
export function aboutOf({ session, branch }: ExportSource): Record<string, unknown> {
  const { id, title, notes, domain, createdAt } = session
  return { id, title, notes, domain, createdAt, branch: branch.title, setup: branch.setup }
}
