// Scenarios in the window: the library as it changes, and a world saved as one.
import type { CallInput, CallOutput } from '../../core/contract/index.ts'
import { toWire } from '../../core/errors.ts'
import type { Session } from '../../core/tree/model.ts'
import type { ShownError } from './data.ts'
import type { Kit } from './state.ts'

/** What the save dialog is about. */
export interface WorldToSave {
  session: Session
  branch: string
}

export interface ScenarioActions {
  /** Reads the library again if its files were changed, as other programs may do. */
  readScenarios(): Promise<void>
  /** Opens the save dialog on a world: the branch that is shown, else `main`, else the first. */
  askScenario(session: Session): Promise<void>
  previewScenario(input: CallInput<'scenarios.ofWorld'>): Promise<CallOutput<'scenarios.ofWorld'> | ShownError>
  /** True when it was saved. */
  saveScenario(input: CallInput<'scenarios.save'>): Promise<boolean>
}

export function scenarioActions({ client, get, set, attempt }: Kit): ScenarioActions {
  let known: string | null = null
  async function read(): Promise<void> {
    try {
      const version = await client.call('scenarios.version', {})
      if (version === known) return
      const scenarios = await client.call('scenarios.list', {})
      const brokenScenarios = await client.call('scenarios.broken', {})
      known = version
      set({ scenarios, brokenScenarios })
    } catch {
      // What was read last is still shown, and it is read again soon. A lost host is reported by itself.
    }
  }
  // Two megabytes: one reads, and whoever asks meanwhile finds by the version that nothing is left to read.
  let last = Promise.resolve()
  return {
    readScenarios: () => (last = last.then(read)),
    async askScenario(session) {
      await attempt('worlds', async () => {
        const branch = await shownBranch({ client, get }, session)
        if (branch === undefined) return
        const problems = { ...get().problems, scenario: undefined }
        set({ worldToSave: { session, branch }, dialog: 'scenario', modelShown: null, problems })
      })
    },
    previewScenario: (input) =>
      client.call('scenarios.ofWorld', input).catch((error: unknown): ShownError => toWire(error)),
    async saveScenario(input) {
      const saved = await attempt('scenario', async () => {
        await client.call('scenarios.save', input)
      })
      if (!saved) return false
      set({ dialog: null, announcement: `Saved the scenario ${input.name}` })
      await get().readScenarios()
      return true
    }
  }
}

/** The branch of a world that is meant where nobody says: the one that is shown, else `main`, else the first. */
export async function shownBranch({ client, get }: Pick<Kit, 'client' | 'get'>, { id }: Session) {
  const { world } = get()
  if (world?.session.id === id) return world.branch
  const { branches } = await client.call('worlds.open', { session: id })
  return (branches.find(({ title }) => title === 'main') ?? branches[0])?.id
}
