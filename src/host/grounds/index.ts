// What can compute answers on this machine: one file or folder each, one line here. The first that serves a world answers in it. What is said
// to a world's user is answered before them all (`core/grounds/user`).
import { deafToTalk } from '../../core/grounds/user/talk.ts'
import type { Setup } from '../../core/tree/model.ts'
import type { Ground } from '../../core/tree/ports.ts'
import { fictionGround } from './fiction.ts'
import { machineGround } from './machine/index.ts'
import type { GroundOptions } from './options.ts'
import { besideMachine } from './programs/beside-machine.ts'
import { programsGround } from './programs/index.ts'
import { createWorldPrograms } from './programs/world-programs.ts'
import { searchGround } from './search.ts'
import { mcpServersGround } from './servers/index.ts'
import { openWidgets } from './widgets.ts'

export interface Grounds {
  /** What answers in worlds of this setup; `null`: the model does. */
  of(setup: Setup): Ground | null
  dispose(): Promise<void>
}

type OpenGround = (options: GroundOptions & { machine: Ground | null }) => Ground | null

// A world's own program comes first, then facts that somebody chose, then what runs the very programs of a machine or a server.
export const grounds: readonly OpenGround[] = [
  ({ machine, programs = createWorldPrograms() }) => besideMachine(programsGround({ programs }), machine, programs),
  fictionGround,
  ({ machine }) => machine,
  mcpServersGround,
  searchGround,
  openWidgets
]

/** Readies every ground; none loads anything before it is asked. */
export function createGrounds(options: GroundOptions): Grounds {
  // One machine serves its own worlds, and programs that have one beside them.
  const machine = machineGround(options)
  const open = grounds.flatMap((make) => make({ ...options, machine }) ?? []).map(deafToTalk)
  return {
    of: (setup) => open.find((ground) => ground.serves(setup)) ?? null,
    dispose: async () => {
      await Promise.all(open.map((ground) => ground.dispose()))
    }
  }
}
