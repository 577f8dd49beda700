// The same sessions acted five times: twice as they are, with a process restarted between sessions, beside two busy loops, and with another state
// restored before every turn. Each run has a folder, a process and a snapshot of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineGround } from '../../src/host/grounds/machine/index.ts'
import { must } from '../must.ts'
import { play } from './play.ts'
import type { Session } from './session.ts'

const resources = join(import.meta.dirname, '..', '..', 'resources')
export const RUNS = ['plain', 'again', 'restarted', 'busy', 'restored'] as const
/** What the five meet, in three. */
export const SHORT = ['plain', 'busy and restarted', 'restored'] as const
type Run = (typeof RUNS | typeof SHORT)[number]

/** A turn whose bytes are not those of the first run. */
export interface Difference {
  run: Run
  session: string
  /** From 1. */
  turn: number
  first: string
  then: string
}

/** @returns the turns that were compared, and those that differ */
export async function five(
  sessions: Session[],
  { of = RUNS, onRun = () => {} }: { of?: readonly Run[]; onRun?: (run: Run, seconds: number) => void } = {}
): Promise<{ turns: number; differences: Difference[] }> {
  const runs: { run: Run; texts: string[][] }[] = []
  for (const run of of) {
    const began = performance.now()
    runs.push({ run, texts: await acted(run, sessions) })
    onRun(run, (performance.now() - began) / 1000)
  }
  const [first, ...others] = runs
  const { texts: expected } = must(first)
  const differences = others.flatMap(({ run, texts }) =>
    expected.flatMap((shown, at) =>
      shown.flatMap((text, turn) => {
        const then = texts[at]?.[turn] ?? ''
        return then === text ? [] : [{ run, session: must(sessions[at]).name, turn: turn + 1, first: text, then }]
      })
    )
  )
  return { turns: expected.flat().length, differences }
}

/** What each turn of each session showed. */
async function acted(run: Run, sessions: Session[]): Promise<string[][]> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-five-'))
  const open = () => must(machineGround({ home, resources }))
  let ground = open()
  const busy = run.includes('busy') ? [loop(), loop()] : []
  const texts: string[][] = sessions.map(() => [])
  try {
    if (run === 'restored') {
      // All by turns: before each turn the machine was in the state of another session.
      const playing = sessions.map((session) => play(ground, session))
      for (let going = true; going; ) {
        going = false
        for (const [at, session] of playing.entries()) {
          const { done, value } = await session.next()
          if (done) continue
          must(texts[at]).push(value)
          going = true
        }
      }
    } else {
      for (const [at, session] of sessions.entries()) {
        for await (const text of play(ground, session)) must(texts[at]).push(text)
        if (!run.includes('restarted')) continue
        await ground.dispose()
        ground = open()
      }
    }
    return texts
  } finally {
    for (const child of busy) child.kill('SIGKILL')
    await ground.dispose()
    await rm(home, { recursive: true, force: true })
  }
}

const loop = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
