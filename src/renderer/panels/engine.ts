// The engine in a person's words.
import type { EngineStatus } from '../../core/api.ts'

/** What answers: the model's name without its folders, or that nothing does. */
export function engineName(engine: EngineStatus | null): string {
  if (!engine || engine.engine === 'none') return 'No model'
  return (
    engine.model
      ?.split(/[\\/]/)
      .at(-1)
      ?.replace(/\.gguf$/i, '') ?? 'Model'
  )
}

/** What it is doing. */
export function engineWords(engine: EngineStatus | null): string {
  if (!engine) return 'Connecting'
  if (engine.engine === 'none') return 'Recorded worlds only'
  switch (engine.state) {
    case 'idle':
      return 'Idle: loads at the next step'
    case 'loading':
      return 'Loading the model'
    case 'ready':
      return 'Ready'
    case 'generating':
      return 'Generating'
    case 'crashed':
      return 'Crashed: restarts at the next step'
    default:
      return engine.state satisfies never
  }
}
