// Where an answer came from: formats that other programs read must say which answers were simulated.
import type { Call } from '../model.ts'

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
