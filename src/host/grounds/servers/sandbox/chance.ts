// Time and chance of a sandbox: both are counted, so that the same calls give the same bytes.

import { mulberry32 } from '../../../../core/text/chance.ts'

// Any fixed moment would do.
const BEGAN = Date.parse('2026-03-02T09:00:00Z')
/** Between the calls of a world pass ten seconds. */
const BETWEEN_MS = 10_000

export interface SandboxChance {
  /** Milliseconds since 1970. */
  now: number
  /** Numbers drawn so far. */
  drawn: number
  seed: number
}

export const firstChance = (seed: number): SandboxChance => ({ now: BEGAN, drawn: 0, seed })

/** What the server that runs now sees. */
let current: SandboxChance = firstChance(0)

export function useChance(chance: SandboxChance): void {
  current = chance
}

export function passTime(): void {
  current.now += BETWEEN_MS
}

interface Timer {
  id: number
  at: number
  every: number | null
  run: () => void
}

/** Timers of one server; its process has one list for the server that runs now. */
export type Timers = Map<number, Timer>

let timers: Timers = new Map()
let ids = 0

export function useTimers(own: Timers): void {
  timers = own
}

/** Runs the timer that is due first, and moves the clock there. @returns whether there was one */
export function nextTimer(): boolean {
  const [due] = [...timers.values()].sort((a, b) => a.at - b.at || a.id - b.id)
  if (!due) return false
  current.now = Math.max(current.now, due.at)
  if (due.every === null) timers.delete(due.id)
  else due.at = current.now + due.every
  due.run()
  return true
}

/** 0 to 1, evenly. */
const draw = (): number => mulberry32(current.seed, ++current.drawn) / 2 ** 32

function fill<Bytes extends ArrayBufferView>(bytes: Bytes): Bytes {
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < view.length; at++) view[at] = Math.floor(draw() * 256)
  return bytes
}

const randomBytes = (size: number): Buffer => fill(Buffer.alloc(size))

function randomUUID(): string {
  const bytes = randomBytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** In place of `node:crypto`'s own. */
export const drawing = { randomBytes, randomUUID, getRandomValues: fill }

const LONGEST_MS = 2 ** 31 - 1

const later =
  (repeats: boolean) =>
  (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const id = ++ids
    // Node's: what is too long for a timer comes at once.
    const wait = Number(ms) >= 1 && Number(ms) <= LONGEST_MS ? Math.trunc(Number(ms)) : 1
    timers.set(id, { id, at: current.now + wait, every: repeats ? wait : null, run: () => run(...given) })
    return { ref() {}, unref() {}, hasRef: () => true, refresh() {}, [Symbol.toPrimitive]: () => id }
  }

const cancel = (timer: unknown): void => void timers.delete(Number(timer))

/** Puts counted time and chance in the place of the real ones, for everything in this process. */
export function installChance(): void {
  const RealDate = Date
  class CountedDate extends RealDate {
    constructor(...given: unknown[]) {
      // `as`: whatever Date takes.
      if (given.length) super(...(given as [number]))
      else super(current.now)
    }
    static override now(): number {
      return current.now
    }
  }
  Object.assign(globalThis, {
    Date: CountedDate,
    setTimeout: later(false),
    setInterval: later(true),
    clearTimeout: cancel,
    clearInterval: cancel
  })
  Math.random = draw
  performance.now = () => current.now - BEGAN
  Object.defineProperty(globalThis, 'crypto', { value: { randomUUID, getRandomValues: fill }, configurable: true })
}
