// Names of runs that commands begin: the same command gives the same name, so that repeating one that was interrupted resumes it.
import type { CallInput } from '../../core/contract/index.ts'
import type { Door } from './door.ts'

/** `base`, or with a number where a run of this name is in progress or has ended: those stay alone. */
export async function runName(door: Door, kind: CallInput<'runs.list'>['kind'], base: string): Promise<string> {
  const runs = await door.call('runs.list', { kind })
  const taken = runs.filter(({ state }) => state !== 'stopped').map(({ name }) => name)
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}-${count}`
    if (!taken.includes(name)) return name
  }
}
