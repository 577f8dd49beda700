// Writing a world from what was done in one: rules are induced, a model may go on, and turns that were held back say what the program is worth.
import type { AskedTurn, AuthorReport } from '../../core/control/authoring/report.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Session } from '../../core/tree/model.ts'
import { shownBranch } from './scenarios.ts'
import type { Kit } from './state.ts'
import { isSameSubject } from './unsaved.ts'

/** The world of whose steps another one is written. */
export interface WrittenFrom {
  title: string
  session: string
  branch: string
}

export interface WorldWriting {
  /** What is done at the moment; `null` once the work has ended. */
  progress: { label: string; done: number; total: number } | null
  /** What the work may take, told before it begins. */
  cost: string | null
  /** What the model was asked, in its order. */
  turns: AskedTurn[]
  report: AuthorReport | null
}

export interface AuthorActions {
  /** Opens the dialog on a world, as `askScenario` does. */
  askAuthor(session: Session): Promise<void>
  /** @param hold the share of the turns that is held back, 0 to 0.9 */
  writeWorld(options: { by: 'rules' | 'model'; hold: number }): Promise<void>
  stopWriting(): void
  /** A new world of the program that was written. */
  openWritten(): Promise<void>
}

export function authorActions({ client, get, set, attempt }: Kit): AuthorActions {
  let running: AbortController | null = null
  return {
    async askAuthor(session) {
      await attempt('worlds', async () => {
        const branch = await shownBranch({ client, get }, session)
        if (branch === undefined) return
        const writtenFrom = { title: session.title, session: session.id, branch }
        const problems = { ...get().problems, scenario: undefined }
        const writing = isSameSubject(writtenFrom, get().writtenFrom) ? get().writing : null
        set({ writtenFrom, writing, dialog: 'author', modelShown: null, problems })
      })
    },
    async writeWorld({ by, hold }) {
      const { writtenFrom, engine } = get()
      if (running || !writtenFrom) return
      running = new AbortController()
      const { signal } = running
      const { session, branch, title } = writtenFrom
      let now: WorldWriting = { progress: { label: 'reading', done: 0, total: 0 }, cost: null, turns: [], report: null }
      const show = (next: Partial<WorldWriting>) => {
        now = { ...now, ...next }
        set({ writing: now })
      }
      show({})
      const options = { name: nameOf(title), worlds: [{ session, branch }], by, hold }
      // Asking again goes on where it was stopped; another step makes it another work.
      const tip = get().world?.branches.find(({ id }) => id === branch)?.tip ?? ''
      const run = [session, branch, tip?.slice(0, 12), by, hold, by === 'model' ? engine?.model : '']
        .join('-')
        .replace(/[^\w.-]+/g, '_')
        .slice(0, MOST_NAME)
      await attempt('scenario', async () => {
        try {
          for await (const event of client.stream(
            'runs.start',
            { kind: 'authoring', name: run, options },
            { signal }
          )) {
            if (event.type === 'problem') show({ cost: event.reason })
            if (event.type === 'started') show({ progress: { label: 'rules', done: 0, total: event.total } })
            if (event.type === 'job') {
              const { error, label, done, total } = event
              if (error) throw new OrreryError(error.code, error.message)
              const turn = event.kind === 'authoring' && event.result?.did === 'asked' ? [event.result] : []
              show({ progress: { label, done, total }, turns: [...now.turns, ...turn] })
            }
            if (event.type === 'report' && event.kind === 'authoring') show({ report: event.report })
          }
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
      running = null
      show({ progress: null })
      if (now.report) set({ announcement: `The written world ${now.report.label}` })
    },
    stopWriting: () => running?.abort(),
    async openWritten() {
      const report = get().writing?.report
      if (!report?.program) return
      const { domain, program, setup } = report
      await get().createWorld({
        title: `${report.title}, written`,
        setup: { domain, grounding: 'grounded', program, ...(setup.task !== undefined && { task: setup.task }) }
      })
    }
  }
}

// A run's name becomes that of a file.
const MOST_NAME = 200

/** A title as the name of a program. */
function nameOf(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 60)
  return (plain.endsWith('-') ? plain.slice(0, -1) : plain) || 'world'
}
