// From what was chosen to the engine that answers: a model file run by its runtime, a server, or nothing.
import type { Engine } from '../../../core/tree/ports.ts'
import type { Active } from '../../data/settings.ts'
import type { Models, Resolved } from '../../models/index.ts'
import type { EnginePlaces } from '../declare.ts'
import { unloading } from '../idle.ts'
import { findRuntime, findServerEngine } from '../index.ts'
import { none } from '../none.ts'

/** An engine, and what it was chosen as. */
export interface Opened {
  engine: Engine
  /** What it was chosen by: a catalogue id, a path, a server's name for it. `null`: nothing was chosen. */
  model: string | null
  /** The model file it runs, if it runs one. */
  file: Resolved | null
  /** Why what was chosen cannot be used; then the engine refuses with it. */
  problem?: string
  /** Restarts the time without work, after which the model is unloaded. */
  rearm(): void
}

export const NOTHING: Opened = { engine: none, model: null, file: null, rearm: () => {} }

/**
 * Opens the choice. Nothing is loaded yet. `idleAfter`: milliseconds without work after which a model is unloaded, `null` for never.
 * @throws OrreryError not-found, model-broken, invalid-input, cancelled
 */
export async function openChoice(
  choice: Active | null,
  {
    models,
    around,
    idleAfter,
    signal,
    embeds
  }: { models: Models; around: EnginePlaces; idleAfter: () => number | null; signal: AbortSignal; embeds?: boolean }
): Promise<Opened> {
  if (!choice) return NOTHING
  if ('baseUrl' in choice) {
    return { ...NOTHING, engine: findServerEngine(choice.engine).open(choice), model: choice.model }
  }
  const file = await models.resolve(choice.model, { signal, embeds })
  const runtime = findRuntime(file.runtime)
  // A program that is missing is said now, not at the first step.
  runtime.check?.()
  const engine = unloading(() => runtime.open(file, file.load, around), { after: idleAfter })
  return { engine, model: choice.model, file, rearm: engine.rearm }
}
