// How good who answers is in a world that was recorded: contestants are compared with its turns, one after the other.
import type { CompareReport, ContestantKind } from '../../core/control/compare/report.ts'
import type { Session } from '../../core/tree/model.ts'
import { shownBranch } from './scenarios.ts'
import type { Kit } from './state.ts'
import { isSameSubject } from './unsaved.ts'

/** The world whose branch is taken for the truth. */
export interface TrueWorld {
  title: string
  session: string
  branch: string
}

export interface FidelityRun {
  /** `null` once it has ended. */
  progress: { who: string; done: number; total: number } | null
  reports: CompareReport[]
}

export interface FidelityActions {
  /** Opens the dialog on a world, as `askScenario` does. */
  askFidelity(session: Session): Promise<void>
  measureFidelity(options: {
    contestants: readonly ContestantKind[]
    turns: number
    /** What gives the vectors for distances in meaning; `null`: none are measured. */
    embeddings?: string | null
  }): Promise<void>
  stopFidelity(): void
}

export function fidelityActions({ client, get, set, attempt }: Kit): FidelityActions {
  let running: AbortController | null = null
  return {
    async askFidelity(session) {
      await attempt('worlds', async () => {
        const branch = await shownBranch({ client, get }, session)
        if (branch === undefined) return
        const trueWorld = { title: session.title, session: session.id, branch }
        const problems = { ...get().problems, scenario: undefined }
        const fidelity = isSameSubject(trueWorld, get().trueWorld) ? get().fidelity : null
        set({ trueWorld, fidelity, dialog: 'fidelity', modelShown: null, problems })
      })
    },
    async measureFidelity({ contestants, turns, embeddings = null }) {
      const { trueWorld, engine } = get()
      if (running || !trueWorld) return
      running = new AbortController()
      const { signal } = running
      const { session, branch } = trueWorld
      const embedding = embeddings === null ? {} : { embeddings: { model: embeddings } }
      let run: FidelityRun = { progress: null, reports: [] }
      const show = (next: Partial<FidelityRun>) => {
        run = { ...run, ...next }
        set({ fidelity: run })
      }
      await attempt('scenario', async () => {
        try {
          for (const by of contestants) {
            const who = by === 'model' ? (engine?.model ?? by) : by
            show({ progress: { who, done: 0, total: 0 } })
            const options = { worlds: [{ session, branch }], contestant: who, by, turns, ...embedding }
            // Asking again goes on where it was stopped.
            const name = `${session}-${branch}-${by}-${engine?.model ?? ''}`
              .replace(/[^\w.-]+/g, '_')
              .slice(0, MOST_NAME)
            for await (const event of client.stream('runs.start', { kind: 'compare', name, options }, { signal })) {
              if (event.type === 'started') show({ progress: { who, done: 0, total: event.total } })
              if (event.type === 'job') show({ progress: { who, done: event.done, total: event.total } })
              if (event.type === 'report' && event.kind === 'compare') show({ reports: [...run.reports, event.report] })
            }
          }
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
      running = null
      show({ progress: null })
      set({ announcement: `${run.reports.length} were compared with ${trueWorld.title}` })
    },
    stopFidelity: () => running?.abort()
  }
}

// A run's name becomes that of a file.
const MOST_NAME = 200
