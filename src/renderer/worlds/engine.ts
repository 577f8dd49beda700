// The engine in a person's words.
import type { EngineStatus } from '../../core/tree/engine-status.ts'
import type { Loss } from '../store/client.ts'
import { modelTextKind, type Run } from '../store/data.ts'
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
export function engineWords(engine: EngineStatus | null, lost: Loss | null): string {
  if (lost) return lost === 'restarted' ? 'Restarted: open the new link' : 'Connection lost: restart Orrery'
  if (!engine) return 'Connecting'
  if (engine.problem !== undefined) return 'The selected model cannot be used'
  if (engine.model === null) return 'Recorded worlds only'
  switch (engine.state) {
    case 'idle':
      return 'Idle: loads when it is asked'
    case 'loading':
      return 'Loading the model'
    case 'ready':
      return 'Ready'
    case 'generating':
      return 'Generating'
    case 'crashed':
      return 'Crashed: restarts when it is asked'
    default:
      return engine.state satisfies never
  }
}

/** What a step in flight is at. */
export function runWords(run: Run): string {
  if (run.queued) return `Waiting for ${run.queued === 1 ? 'one other step' : `${run.queued} other steps`}`
  const { progress } = run
  if (progress?.phase === 'read')
    return `Reading the prompt, ${count(progress.done)} of ${count(progress.total)} tokens`
  if (progress) {
    const what = progress.phase === 'start' ? 'Starting the machine' : 'Loading the model'
    return `${what}, ${Math.round((100 * progress.done) / Math.max(progress.total, 0.001))} %`
  }
  const aside = modelTextKind(run)
  if (aside) return aside === 'dream' ? 'Asking the model' : 'The model predicts this step, for comparison'
  if (run.observation !== '') return 'Writing the observation'
  return run.thinking === '' ? 'Waiting for the answer' : 'Thinking'
}
