// Variations in the window: what is varied, the stream that makes them, and what came of it.
import type { CallInput, StreamInput } from '../../core/contract/index.ts'
import type { DroppedVariation, KeptVariation } from '../../core/control/variation.ts'
import type { Session } from '../../core/tree/model.ts'
import type { ScenarioFile } from '../../core/tree/scenario.ts'
import { shownBranch } from './scenarios.ts'
import type { Kit } from './state.ts'
import { isSameSubject } from './unsaved.ts'

/** What the dialog varies. */
export interface VariedOne {
  title: string
  from: { scenario: ScenarioFile } | { session: string; branch: string }
}

export interface Variations {
  /** `null` once it has ended. */
  progress: { done: number; total: number } | null
  kept: KeptVariation[]
  dropped: DroppedVariation[]
}

export interface VariationActions {
  /** Opens the dialog on a world, as `askScenario` does. */
  askVary(session: Session): Promise<void>
  askVaryScenario(scenario: ScenarioFile): void
  vary(options: Omit<StreamInput<'scenarios.vary'>, 'from'>): Promise<void>
  stopVarying(): void
  /** Saves them as own scenarios. True when all were. */
  saveVariations(kept: readonly KeptVariation[]): Promise<boolean>
  /** Saves one and shows it in the editor. */
  editVariation(kept: KeptVariation): Promise<void>
}

export function variationActions({ client, get, set, attempt }: Kit): VariationActions {
  let running: AbortController | null = null
  const ask = (variedOne: VariedOne) =>
    set({
      variedOne,
      variations: isSameSubject(variedOne, get().variedOne) ? get().variations : null,
      dialog: 'vary',
      modelShown: null,
      problems: { ...get().problems, scenario: undefined }
    })
  const save = (input: CallInput<'scenarios.save'>) => client.call('scenarios.save', input)
  return {
    async askVary(session) {
      await attempt('worlds', async () => {
        const branch = await shownBranch({ client, get }, session)
        if (branch !== undefined) ask({ title: session.title, from: { session: session.id, branch } })
      })
    },
    askVaryScenario: (scenario) => ask({ title: scenario.title, from: { scenario } }),
    async vary(options) {
      const { variedOne } = get()
      if (running || !variedOne) return
      running = new AbortController()
      const { signal } = running
      let made: Variations = { progress: { done: 0, total: options.n ?? 0 }, kept: [], dropped: [] }
      const show = (next: Partial<Variations>) => {
        made = { ...made, ...next }
        set({ variations: made })
      }
      show({})
      await attempt('scenario', async () => {
        const from = JSON.parse(JSON.stringify(variedOne.from))
        try {
          for await (const event of client.stream('scenarios.vary', { ...options, from }, { signal })) {
            if (event.type === 'started') show({ progress: { done: event.known, total: event.total } })
            if (event.type !== 'varied') continue
            const { kept, dropped, done, total } = event
            show({
              progress: { done, total },
              kept: kept ? [...made.kept, kept] : made.kept,
              dropped: [...made.dropped, ...dropped]
            })
          }
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
      running = null
      show({ progress: null })
      set({ announcement: `${made.kept.length} variations were kept` })
    },
    stopVarying: () => running?.abort(),
    async saveVariations(kept) {
      const saved = await attempt('scenario', async () => {
        for (const { name, text } of kept) await save({ name, text })
      })
      if (saved) set({ announcement: `Saved ${kept.length} scenarios` })
      await get().readScenarios()
      return saved
    },
    async editVariation(kept) {
      if (!(await get().saveVariations([kept]))) return
      set({ scenarioToEdit: kept.name, dialog: 'scenarios' })
    }
  }
}
