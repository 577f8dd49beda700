// Worlds over a real machine with nothing of core around them: what tests of the machine begin with. The model is a test's own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import { makeStep } from '../../../src/core/tree/history.ts'
import type { Action, Call, Setup, Step } from '../../../src/core/tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked, ModelQuestion, TurnOptions } from '../../../src/core/tree/ports.ts'
import { machineGround } from '../../../src/host/grounds/machine/index.ts'
import { turnOptions } from '../../core/turn-options.ts'
import { must } from '../../must.ts'
import { image, WHY } from './emulator/image.ts'

export const resources = join(import.meta.dirname, '..', '..', '..', 'resources')

/** Where the machine's disk and snapshot are made once for all tests, like a build; worlds of a run have names of their own. */
export const home = process.env.ORRERY_GROUND_HOME ?? join(tmpdir(), `orrery-ground-${process.getuid?.() ?? ''}`)

/** Another machine over the same disk. Whoever opens it disposes it. */
export const openMachine = (): Ground => must(machineGround({ home, resources }))

/** One machine for the tests of a file, which are skipped where there is no image. It is not there before the first test. */
export function sharedMachine(): () => Ground {
  const shared = image ? openMachine() : null
  afterAll(async () => {
    await shared?.dispose()
  })
  skippedWithoutImage()
  return () => must(shared)
}

/** Machines that know nothing of what was done before, in data folders of their own. */
export function freshMachines(): () => Ground {
  const homes: string[] = []
  const grounds: Ground[] = []
  afterAll(async () => {
    for (const ground of grounds) await ground.dispose()
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  })
  return () => {
    const home = mkdtempSync(join(tmpdir(), 'orrery-machine-of-its-own-'))
    homes.push(home)
    const ground = must(machineGround({ home, resources }))
    grounds.push(ground)
    return ground
  }
}

/** The tests of a file need an image of the machine; where there is none they are skipped, and say so. */
export function skippedWithoutImage(): void {
  beforeEach((context) => {
    if (!image) context.skip(WHY)
  })
}

/** What was done in a world, and what its calls tell of it. */
export interface MachinePast {
  chain: Step[]
  calls: Map<string, Call>
}

export const noPast = (): MachinePast => ({ chain: [], calls: new Map() })

interface Taking {
  model?: (question: ModelQuestion) => string
  /** What core would hand to the turn beside the model. */
  turn?: Partial<TurnOptions>
  /** What core would ask otherwise. */
  asked?: Partial<GroundAsked>
  /** False: no state is kept, so each turn does all turns before it again, from what their calls say. */
  kept?: boolean
}

/** What core asks a ground for after this past. */
export const asking = (setup: Setup, { chain, calls }: MachinePast, action: Action): GroundAsked => ({
  ...{ setup, chain, action, instruction: '' },
  callOf: (step) => calls.get(step) ?? null
})

/** Takes a step after `past`, which grows by it. */
export async function take(
  ground: Ground,
  setup: Setup,
  past: MachinePast,
  action: Action,
  { model, turn, asked, kept = true }: Taking = {}
): Promise<GroundAnswer & { step: Step }> {
  const answer = await ground.turn({ ...asking(setup, past, action), ...asked }, turnOptions(model, turn))
  const { text, grounded, keep } = answer
  const step = await makeStep(past.chain.at(-1)?.id ?? null, action, { text })
  if (kept) await keep(step.id)
  past.chain.push(step)
  const engine = grounded.origin === 'executed' ? 'machine' : 'test'
  // `as`: what the ground reads of a call.
  past.calls.set(step.id, { engine, grounded, firings: [] } as unknown as Call)
  return { ...answer, step }
}
