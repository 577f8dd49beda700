// A step that this window did not begin, in words: who runs it.
import type { Draft } from '../core/tree/model.ts'

/** As "another Orrery (process 4711)": who runs a step that this window did not begin. */
export function whoRuns({ agent, runner }: Pick<Draft, 'agent' | 'runner'>): string {
  const where = runner && !runner.own ? `another Orrery (process ${runner.process})` : null
  if (agent !== undefined) return where ? `the agent ${agent}, in ${where}` : `the agent ${agent}`
  return where ?? 'another window'
}

/** A sentence for a refusal. */
export function ranElsewhere(draft: Draft): string {
  return `A step runs on this branch, by ${whoRuns(draft)}.`
}
