// What can compute answers on this machine: one file or folder each, one line here. The first that serves a world answers in it.
import type { Setup } from '../../core/model.ts'
import type { Ground } from '../../core/ports.ts'
import { mcpServersGround } from './mcp-servers/index.ts'

export interface Grounds {
  /** What answers in worlds of this setup; `null`: the model does. */
  of(setup: Setup): Ground | null
  dispose(): Promise<void>
}

/** What a ground may use. */
export interface GroundOptions {
  /** Folder of all data. */
  home: string
  /** Folder of what ships with Orrery. */
  resources: string
}

type OpenGround = (options: GroundOptions) => Ground | null

const grounds: OpenGround[] = [mcpServersGround]

/** Readies every ground; none loads anything before it is asked. */
export function createGrounds(options: GroundOptions): Grounds {
  const open = grounds.flatMap((make) => make(options) ?? [])
  return {
    of: (setup) => open.find((ground) => ground.serves(setup)) ?? null,
    dispose: async () => {
      await Promise.all(open.map((ground) => ground.dispose()))
    }
  }
}
