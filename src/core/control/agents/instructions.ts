// What an agent is told of its world before it acts: the task, and the rules of the world that are meant for it. Nothing that is hidden.
import { findDomain } from '../../domains/index.ts'
import type { Setup } from '../../tree/model.ts'
import { PREVIEW } from './preview.ts'

/** @returns `''` where there is nothing to tell */
export function instructionsOf(
  { domain, task, gate }: Setup,
  { budget, previews }: { budget: number | null; previews: number }
): string {
  const waits = findDomain(domain).agents?.tools.find((one) => one.waits)?.tool.name
  const all = [
    task && `Your task:\n${task}`,
    waits !== undefined &&
      budget !== null &&
      `What takes longer than ${budget / 1000} seconds is answered with what is shown until then, and goes on; "${waits}" shows the rest.`,
    gate &&
      `Some calls have to be previewed with "${PREVIEW.name}" at the same step, or they are refused and nothing is done.`,
    previews > 0 &&
      `Before each step you may preview ${previews === 1 ? 'one call' : `${previews} calls`} with "${PREVIEW.name}".`
  ]
  return all.filter((one) => typeof one === 'string' && one !== '').join('\n\n')
}
