// Where an answer came from: formats that other programs read must say which answers were simulated.
import type { Source, Turn } from '../exporting.ts'
import type { Call, Setup } from '../model.ts'

export type Origin = 'predicted' | 'recorded' | 'authored' | 'unknown'

// Every other engine is a model, or stands in for one.
const ORIGINS: Record<string, Origin> = {
  recorded: 'recorded',
  replay: 'recorded',
  authored: 'authored',
  import: 'unknown'
}

/** `predicted` is what counts as simulated; `recorded` came from the real thing, `authored` from a person. */
export function originOf(call: Pick<Call, 'engine'> | null | undefined): Origin {
  return call ? (ORIGINS[call.engine] ?? 'predicted') : 'unknown'
}

/** What a format that has room for metadata says of an answer. Deterministic, and the same keys in every format. */
export function factsOf({ step, call, setup }: Turn, before: Setup): Record<string, unknown> {
  const origin = originOf(call)
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
      ...(call.firings.length && { firings: call.firings })
    })
  }
}

/** What `factsOf` keeps, together with the session's own metadata. */
export const FACTS = ['notes', 'setup', 'settings', 'instructions', 'origin', 'thinking', 'firings'] as const

/** What such a format says of the session. */
export function aboutOf({ session, branch }: Source): Record<string, unknown> {
  const { id, title, notes, domain, createdAt } = session
  return { id, title, notes, domain, createdAt, branch: branch.title, setup: branch.setup }
}
