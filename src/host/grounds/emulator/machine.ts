// A Debian of the world's own: it is booted once, and does what it is asked from any state that it was in.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { OrreryError } from '../../../core/errors.ts'
import { type Console, drawn, EMPTY, show } from './console.ts'
import { createEmulator, type Emulator, type Ended } from './emulator.ts'
import type { GeneratedModule } from './generated-code.ts'
import { answerOf, errorText, requests } from './guest.ts'
import type { KeptStates, Whole } from './kept.ts'
import { type Base, type KeptPages, type MachineState, openBase, PAGE, writeBase } from './pages.ts'
import { type EmulatorJob, type EmulatorResult, OVER_BUDGET } from './protocol.ts'
import { createTurns, type MachineTurns } from './turns.ts'
import { typeKeys } from './typing.ts'

/** Where an image is and what a machine over it has. */
export interface MachineOptions {
  /** Folder with the image's files. */
  folder: string
  /** v86's WebAssembly module. */
  wasm: string
}

const MEGABYTES = 256
// 2026-01-15 09:30:00 UTC: a moment of every machine, so that no two differ.
const EPOCH = Date.UTC(2026, 0, 15, 9, 30)
/** Instructions of one job: 16 virtual seconds of work without a pause, about 80 seconds of a quick host. */
const BUDGET = 8e9
/** Virtual seconds of a script or a file, which nobody sees. */
const UNSEEN_S = 30

/**
 * Boots the image, types the lines of `warmUp` at its prompt so that their programs are in the guest's page cache, and writes the snapshot
 * that machines start from to `path`. @throws OrreryError engine-failed when no prompt comes
 */
export async function makeSnapshot({
  path,
  warmUp,
  signal,
  onProgress,
  ...options
}: MachineOptions & {
  path: string
  warmUp: string[]
  signal?: AbortSignal | undefined
  onProgress?: (done: number, total: number) => void
}): Promise<{ bytes: number; instructions: number }> {
  const emulator = await createEmulator({ ...options, megabytes: MEGABYTES, epoch: EPOCH, boot: true })
  try {
    await prompt(emulator, 60, signal)
    for (const [index, line] of warmUp.entries()) {
      onProgress?.(index + 1, warmUp.length + 2)
      emulator.type(`${line}\r`)
      await prompt(emulator, 600, signal)
    }
    await emulator.run(emulator.clock.ns + 1e9, { signal })
    emulator.type('\f')
    await emulator.run(emulator.clock.ns + 1e9, { signal })
    signal?.throwIfAborted()
    onProgress?.(warmUp.length + 1, warmUp.length + 2)
    return { bytes: writeBase(emulator, path), instructions: emulator.clock.instructions }
  } finally {
    emulator.close()
  }
}

/** Runs until the shell has said its prompt and waits. */
async function prompt(emulator: Emulator, seconds: number, signal: AbortSignal | undefined): Promise<void> {
  const end = emulator.clock.ns + seconds * 1e9
  let said = ''
  while (emulator.clock.ns < end) {
    await emulator.run(emulator.clock.ns + 2e7, { signal })
    signal?.throwIfAborted()
    const more = emulator.take().toString('latin1')
    said = (said + more).slice(-4000)
    if (!more && /# $/.test(said)) return
  }
  throw failed(`it did not reach a prompt. The last output was: ${said.slice(-300)}`)
}

interface Asked {
  from: string | null
  to: string | null
  jobs: EmulatorJob[]
  passing?: true
}

/** One emulator, which serves many worlds by taking on their states. Of several works at once each has its turns (`turns.ts`). */
export interface WorkingEmulator {
  /**
   * Does `jobs` from the state `from` (`null`: the base). `keep` keeps the state after them as `to`, where one is told, and lets others work: it is
   * called once. @throws OrreryError not-found when `from` is not kept, cancelled, engine-failed; the machine is then where
   * it was before
   */
  work(asked: Asked, signal?: AbortSignal): Promise<{ done: EmulatorResult; keep(): void }>
  has(keys: string[]): boolean[]
  /** Gives a state another key. Nothing happens when `from` is not kept. */
  rename(from: string, to: string): void
  close(): void
}

/** Opens the snapshot at `path`, which was made from the same image by the same build of v86. */
export async function openMachine({
  path,
  kept,
  budget = BUDGET,
  ...options
}: MachineOptions & { path: string; kept: KeptStates; budget?: number | undefined }): Promise<WorkingEmulator> {
  const make = () => createEmulator({ ...options, megabytes: MEGABYTES, epoch: EPOCH, boot: false, between })
  const turns = createTurns()
  let emulator = await make()
  let base = openBase(emulator, path)
  const first = await firstConsole(path, { emulator, base })
  /** The number of the state that the machine is in, `null` in the base; `undefined` when that is none that is kept. */
  let at: number | null | undefined = null
  let console = first
  /** A state that is not kept yet, which the machine is in. */
  let passing: { key: string; put(key: string): void; before: KeptPages | undefined } | null = null

  /** The pages of the state that the machine is in, when it is in one. */
  function now(): KeptPages | undefined {
    if (at === null) return { number: null, pages: [], places: [] }
    return (at === undefined ? null : kept.places(at)) ?? undefined
  }

  function goTo(key: string | null): void {
    if (at !== undefined && at === (key === null ? null : kept.numberOf(key))) return
    const running = [...emulator.code.code.values()].map((one): [string, GeneratedModule] => [one.key, one])
    const known = new Map([...running, ...base.code])
    const whole: Whole | null = key === null ? null : kept.get(key, known)
    if (key !== null && !whole) throw new OrreryError('not-found', `The machine does not hold the state ${key}.`)
    base.restore(whole?.state ?? null, now())
    console = whole?.console ?? first
    at = key === null ? null : (kept.numberOf(key) ?? undefined)
  }

  /** Where others wait and this work had its time, it waits for its next turn. */
  async function between(): Promise<void> {
    if (!turns.isOver()) return
    const mine = { emulator, console, state: copied(base.save()), give: emulator.aside() }
    turns.leave()
    await turns.take(true)
    // Another work broke it: this one begins again.
    if (emulator !== mine.emulator || emulator.isBroken()) throw LOST
    // Another's state, of which nothing is left here from now on.
    passing?.put(passing.key)
    base.restore(mine.state, now())
    at = undefined
    console = mine.console
    mine.give()
  }

  async function type(
    { keys, goesOn = false, hidden = false }: Extract<EmulatorJob, { do: 'type' }>,
    signal: AbortSignal | undefined
  ) {
    const { how, bytes, reader } = await typeKeys(emulator, { keys, console, running: { budget, signal } })
    check(how, bytes, budget)
    const waits = keys.every(({ keystrokes }) => keystrokes === '')
    const { console: next, ...shown } = await show(console, bytes, { waits, goesOn, hidden })
    console = { ...next, line: reader.line() }
    const { output, status, restarted } = reader.heard()
    return {
      did: 'type' as const,
      ...shown,
      ...{ output, restarted, ready: reader.line().at === 'prompt' && !shown.fullScreen },
      status: restarted ? status : shown.status
    }
  }

  /** `long`: a script, which may need more than its budget. A file never does: without an answer, the guest hangs. */
  async function ask(words: Uint32Array, signal: AbortSignal | undefined, { long = false } = {}) {
    const { how, answer } = await emulator.ask(words, { seconds: UNSEEN_S, budget, signal })
    if (answer.length > 0) return answerOf(answer)
    if (long || (how !== 'time' && how !== 'budget')) check(how, emulator.take(), budget)
    if (long) throw failed(`a script did not end within ${UNSEEN_S} seconds of its time.`, OVER_BUDGET)
    throw failed('its first process does not answer, because another program keeps the processor to itself.')
  }

  async function one(job: EmulatorJob, signal: AbortSignal | undefined): Promise<EmulatorResult['results'][number]> {
    switch (job.do) {
      case 'type':
        return type(job, signal)
      case 'pause': {
        const how = await emulator.run(emulator.clock.ns + job.seconds * 1e9, { budget, signal })
        check(how, Buffer.alloc(0), budget)
        return { did: 'pause' }
      }
      case 'draw': {
        const shown = await drawn(console, emulator.take(), job)
        if (shown) console = { ...console, ...shown.console }
        return { did: 'draw', text: shown?.text ?? null }
      }
      case 'run': {
        const { status, bytes } = await ask(requests.run(job.script), signal, { long: true })
        return { did: 'run', status, output: bytes.toString() }
      }
      case 'write': {
        const { status } = await ask(requests.write(job.path, job.mode, job.content), signal)
        return { did: 'write', error: status ? errorText(status) : null }
      }
      case 'read': {
        const { status, bytes } = await ask(requests.read(job.path), signal)
        return status
          ? { did: 'read', content: null, error: errorText(status) }
          : { did: 'read', content: bytes, error: null }
      }
      case 'seed':
        emulator.clock.drawn = job.chance
        return { did: 'seed' }
      default:
        return job satisfies never
    }
  }

  async function repair(): Promise<void> {
    base.close()
    emulator.close()
    emulator = await make()
    base = openBase(emulator, path)
  }

  async function worked({ from, to, jobs, ...how }: Asked, signal: AbortSignal | undefined) {
    signal?.throwIfAborted()
    if (emulator.isBroken()) await repair()
    const goesOn = passing !== null && from === passing.key
    // What leads from a passing state to itself has no need of it.
    if (passing && !(goesOn && to === from)) passing.put(passing.key)
    if (!passing) goTo(from)
    const before = passing ? passing.before : now()
    passing = null
    if (jobs.length > 0) {
      at = undefined
      emulator.code.dropUnused()
    }
    const results: EmulatorResult['results'] = []
    for (const job of jobs) results.push(await one(job, signal))
    const { ns, instructions } = emulator.clock
    // What the guest wrote since the last key is drawn with the next.
    const rest = Buffer.concat([Buffer.from(console.rest, 'base64'), emulator.take()])
    console = { ...console, rest: rest.toString('base64') }
    return {
      done: { results, ns, instructions },
      keep() {
        if (to === null || (at !== undefined && at === kept.numberOf(to))) return
        const put = (key: string): void => {
          at = kept.put(key, { state: base.save(), console }, before).number
          passing = null
        }
        if (how.passing) passing = { key: to, put, before }
        else put(to)
      }
    }
  }

  return {
    has: (keys) => keys.map((key) => key === passing?.key || kept.has(key)),
    rename(from, to) {
      // It was kept before, where another world had the machine meanwhile.
      if (from === passing?.key) passing.put(kept.has(from) ? from : to)
      kept.rename(from, to)
    },
    work: (asked, signal) => inTurn(turns, () => worked(asked, signal)),
    close() {
      base.close()
      emulator.close()
      kept.close()
    }
  }
}

/** A work in its turn, which ends when its state is kept. */
async function inTurn(
  turns: MachineTurns,
  work: () => ReturnType<WorkingEmulator['work']>
): ReturnType<WorkingEmulator['work']> {
  await turns.take()
  for (;;) {
    try {
      const { done, keep } = await work()
      return {
        done,
        keep() {
          try {
            keep()
          } finally {
            turns.leave()
          }
        }
      }
    } catch (error) {
      if (error === LOST) continue
      turns.leave()
      throw error
    }
  }
}

/** The emulator of a work that waited is another one now. */
const LOST = new Error('The emulator of this work is gone.')

/** A state that stays as it is when the machine goes on. */
function copied(state: MachineState): MachineState {
  const memory = Buffer.concat(state.pages.map((_, index) => state.bytes(index)))
  return { ...state, bytes: (index) => memory.subarray(index * PAGE, (index + 1) * PAGE) }
}

/**
 * The console of the base: an empty one on which the shell draws its prompt again. It is kept beside the base: to see it, the machine has to run
 * and to be put back.
 */
async function firstConsole(path: string, { emulator, base }: { emulator: Emulator; base: Base }): Promise<Console> {
  const kept = `${path}.console`
  // `as`: written below.
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Console
  emulator.type('\f')
  await emulator.run(emulator.clock.ns + 1e9)
  const { console } = await show(EMPTY, emulator.take())
  base.restore(null)
  const first = { ...console, prompt: 0, began: 0, atPrompt: true }
  const unfinished = `${kept}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(first), { mode: 0o600 })
  renameSync(unfinished, kept)
  return first
}

const REASONS: Record<Exclude<Ended, 'time' | 'stopped' | 'budget'>, string> = {
  flood: 'a program wrote without end to the console.',
  off: 'it stopped: its kernel gave up, or a program switched it off.'
}

/** @throws OrreryError unless the time was simply over */
function check(how: Ended, bytes: Buffer, budget: number): void {
  if (how === 'time') return
  if (how === 'stopped') throw new OrreryError('cancelled', 'The machine was stopped.')
  if (how === 'budget')
    throw failed(
      `it computed for more than ${budget / 1e9} billion instructions without coming to an end.`,
      OVER_BUDGET
    )
  const panic = /Kernel panic[^\r\n]*/.exec(bytes.toString('latin1'))?.[0]
  throw failed(`${REASONS[how]}${panic ? ` It said: ${panic}.` : ''}`)
}

function failed(reason: string, cause?: typeof OVER_BUDGET): OrreryError {
  const message = `The machine failed: ${reason} It is back where it was before the step.`
  return new OrreryError('engine-failed', message, cause && { cause })
}
