// The engine in a person's words.
import type { EngineStatus } from '../../core/api.ts'
import type { Run } from '../store/data.ts'
import { count } from '../words.ts'

/** What answers: the model's name without its folders, or that nothing does. */
export function engineName(engine: EngineStatus | null): string {
  if (!engine) return 'Models'
  if (engine.model === null) return 'No model'
  return (
    engine.model
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.gguf$/i, '') ?? 'Model'
  )
}

/** What it is doing, as far as is known: of a host that is `lost` nothing is. */
export function engineWords(engine: EngineStatus | null, lost: boolean): string {
  if (lost) return 'Connection lost: restart Orrery'
  if (!engine) return 'Connecting'
  if (engine.model === null) return 'Recorded worlds only'
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

/** What a step in flight is at. */
export function runWords(run: Pick<Run, 'queued' | 'progress' | 'observation' | 'thinking'>): string {
  if (run.queued) return `Waiting for ${run.queued === 1 ? 'one other step' : `${run.queued} other steps`}`
  if (run.progress?.phase === 'load') {
    return `Loading the model, ${Math.round((100 * run.progress.done) / Math.max(run.progress.total, 0.001))} %`
  }
  if (run.progress) return `Reading the prompt, ${count(run.progress.done)} of ${count(run.progress.total)} tokens`
  if (run.observation !== '') return 'Writing the observation'
  return run.thinking === '' ? 'Starting' : 'Thinking'
}
