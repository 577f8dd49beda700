// Which engine answers: taken up at the start, changed one at a time, never while something runs on it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Model } from '../../../core/contract/models.ts'
import { OrreryError } from '../../../core/errors.ts'
import { IN_USE } from '../../../core/tree/conditions.ts'
import type { Bytes, EngineStatus } from '../../../core/tree/engine-status.ts'
import type { Branch } from '../../../core/tree/model.ts'
import type { Engine } from '../../../core/tree/ports.ts'
import type { Active } from '../../data/settings.ts'
import type { Recordings } from '../../library/recordings.ts'
import type { Models, Resolved } from '../../models/index.ts'
import type { EnginePlaces, ReplayEngine } from '../declare.ts'
import { READY } from '../idle.ts'
import { refusing } from '../none.ts'
import { NOTHING, type Opened, openChoice } from './opening.ts'

/** Opens the choice in place of what answers now. One that fails leaves that as it was. */
type Start = (choice: Active | null) => Promise<void>

export interface Answering {
  /** How the engine is doing, from the engine itself. */
  status(): EngineStatus
  /** What the loaded model takes, and gives back when another is loaded. */
  memory(): Bytes
  /** The model file that answers; `null` when a server does, or nothing. */
  file(): Resolved | null
  /** Whether `model` is what answers here, which is not what another Orrery on the same data may have chosen since. */
  uses(model: Model): boolean
  /** The engine, once no change is under way. */
  engine(): Promise<Engine>
  /** The engine of a branch: its recording first where it has one, then the chosen model. @throws OrreryError not-found */
  of(branch: Branch): Promise<Engine>
  replay(recording: string): Promise<ReplayEngine>
  /**
   * An engine beside the one that answers, or that one where it is meant: `in-use`, or its own name. Whoever asks gives it back.
   * @param options.baseUrl a server that has the model; its key is that of the environment
   * @param options.embeds it is asked for vectors, and need not write text
   * @throws OrreryError as opening one does
   */
  beside(
    model: string,
    options: { baseUrl?: string | undefined; embeds?: boolean }
  ): Promise<{ engine: Engine; release(): Promise<void> }>
  /** Waits for the changes under way. */
  settled(): Promise<void>
  /** What runs on the engine now: while there is anything the engine stays. */
  inFlight: Set<string>
  /** Changes the engine with `start`, after the changes before this one. @throws OrreryError busy while something is in flight */
  change<T>(work: (start: Start) => Promise<T>): Promise<T>
  /** The idle time was set to something else. */
  rearm(): void
  /** Why the model used last could not be opened; `null` when it could. */
  notice(): string | null
  dispose(): Promise<void>
}

// A model is found at once or not for a while; the window must not wait for the second.
const RESUME_MS = 250
const NO_BYTES: Bytes = { ram: 0, vram: 0 }

/**
 * Takes up the engine that was brought along, or the model that was asked for by name, or the one used last. `minute`: milliseconds that
 * count as a minute without work.
 */
export async function createAnswering({
  models,
  recordings,
  around,
  minute,
  engine,
  model
}: {
  models: Models
  recordings: Recordings
  around: EnginePlaces
  minute: number
  engine: Engine | undefined
  model: string | undefined
}): Promise<Answering> {
  const inFlight = new Set<string>()
  // Nothing is taken up once the host is disposed of.
  const closing = new AbortController()
  let now: Opened = engine ? { ...NOTHING, engine, model: engine.info().model.name } : NOTHING
  /** What is shown while the model used last is being taken up. */
  let resuming: EngineStatus | null = null
  let notice: string | null = null
  // Each change waits here for the one before.
  let changed: Promise<void> = Promise.resolve()
  // A run that asked for a model by name must not go on without it; a model that has gone since last time may.
  if (!engine && model !== undefined) await start({ model })
  else if (!engine) {
    changed = resume()
    await Promise.race([changed, sleep(RESUME_MS)])
  }

  async function start(choice: Active | null): Promise<void> {
    const { signal } = closing
    const next = await openChoice(choice, { models, around, idleAfter, signal })
    const last = now
    now = next
    await last.engine.dispose()
  }

  /** Takes up the model used last. A file that is new to Orrery is hashed first, which takes a minute for 20 GB. */
  async function resume(): Promise<void> {
    resuming = statusOf(NOTHING)
    try {
      const last = await models.active()
      // Whoever looks meanwhile sees it, not the lack of one.
      if (last && !('baseUrl' in last)) {
        resuming = { ...resuming, engine: models.settings(last.model).runtime, model: last.model }
      }
      await start(last)
    } catch (error) {
      if (closing.signal.aborted) return
      if (!(error instanceof OrreryError)) throw error
      // Whoever acts now is told of the model that was chosen, not that none was.
      now = { ...NOTHING, engine: refusing(error), problem: error.message }
      notice = `The last used model could not be opened: ${error.message}`
    } finally {
      resuming = null
    }
  }

  function idleAfter(): number | null {
    const { idleMinutes } = models.preferences()
    return idleMinutes === null ? null : idleMinutes * minute
  }

  const replay = (recording: string) => recordings.replay(recording, now.model === null ? null : now.engine)

  return {
    inFlight,
    replay,
    status: () => resuming ?? statusOf(now),
    memory: () => now.engine.status?.().memory ?? NO_BYTES,
    file: () => now.file,
    uses(model) {
      if (!resuming) return now.file !== null && model.path === now.file.path
      // Another Orrery may choose while the choice of the start is still taken up.
      return resuming.model === null ? model.active : model.id === resuming.model
    },
    settled: () => changed,
    rearm: () => now.rearm(),
    notice: () => notice,

    async engine() {
      await changed
      return now.engine
    },

    async of({ setup }) {
      await changed
      return setup.recording ? replay(setup.recording) : now.engine
    },

    async beside(model, { baseUrl, embeds = false }) {
      await changed
      const { engine: own } = now
      const isOwn = [IN_USE, now.model, own.info().model.name].includes(model)
      if (isOwn && baseUrl === undefined) {
        if (own.absent) throw own.absent
        return { engine: own, release: async () => {} }
      }
      const choice = baseUrl === undefined ? { model } : { baseUrl, model, apiKey: process.env.OPENAI_API_KEY }
      const { engine } = await openChoice(choice, { models, around, idleAfter, signal: closing.signal, embeds })
      return { engine, release: () => engine.dispose() }
    },

    async change(work) {
      if (inFlight.size) {
        const what = 'A step or a run is still running.'
        throw new OrreryError('busy', `${what} Wait for it to finish, or cancel it, before changing the model.`)
      }
      const before = changed
      const making = before.then(() => work(start))
      // Whoever waits for a change that failed goes on with what was there.
      changed = making.then(
        () => {},
        () => before
      )
      return making
    },

    async dispose() {
      closing.abort()
      await changed
      await now.engine.dispose()
    }
  }
}

function statusOf({ engine, model, problem }: Opened): EngineStatus {
  const { engine: id, contextSize } = engine.info()
  const { state, device } = engine.status?.() ?? READY
  return { engine: id, model, state, contextSize, device, ...(problem !== undefined && { problem }) }
}
