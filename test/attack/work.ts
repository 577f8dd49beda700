// Counts the work of a piece of code without a clock: its own steps (`counting.ts`), the steps of its regular expressions
// (`steps.ts`), and the characters and items that it hands to JavaScript's own functions.
import { counter, type Search } from './steps.ts'

interface Work {
  step(): void
  spread<T>(value: T): T
}

declare global {
  var __work: Work | undefined
}

/** Thrown once more was done than allowed, so that what is quadratic ends. */
class TooMuchWork extends Error {}

let total = 0
let most = Number.POSITIVE_INFINITY
let measuring = false

function add(work: number): void {
  total += work
  if (total > most) {
    // The functions that count must be what they were while the error is told of.
    stop()
    throw new TooMuchWork(`More than ${most} steps`)
  }
}

/** How much work `run` is; the same on every machine. @throws TooMuchWork past `limit` */
export function workOf(run: () => unknown, limit = Number.POSITIVE_INFINITY): number {
  start(limit)
  try {
    run()
  } finally {
    stop()
  }
  return total
}

/** The same for what takes its time; nothing else may run meanwhile. */
export async function workOfAsync(run: () => Promise<unknown>, limit = Number.POSITIVE_INFINITY): Promise<number> {
  start(limit)
  try {
    await run()
  } finally {
    stop()
  }
  return total
}

function start(limit: number): void {
  total = 0
  most = limit
  measuring = true
  globalThis.__work = {
    step: () => add(1),
    spread(value) {
      add(sizeOf(value))
      return value
    }
  }
  for (const [owner, name, own] of replaced) Object.assign(owner, { [name]: own })
}

function stop(): void {
  measuring = false
  globalThis.__work = undefined
  for (const [owner, name, , native] of replaced) Object.assign(owner, { [name]: native })
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (value instanceof Map || value instanceof Set) return value.size
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

type Native = (this: unknown, ...given: unknown[]) => unknown
/** What a call costs, told from what it was given and what it gave. */
type Cost = (self: string, given: unknown[], result: unknown) => number

const replaced: [owner: object, name: string, own: Native, native: Native][] = []

function count(owner: object, name: string, cost: (self: unknown, given: unknown[], result: unknown) => number): void {
  const native: Native = Reflect.get(owner, name)
  const own: Native = function (...given) {
    const result = native.apply(this, given)
    if (measuring) add(cost(this, given, result))
    return result
  }
  replaced.push([owner, name, own, native])
}

const whole: Cost = (self) => self.length
const given = (index: number) => (_: unknown, all: unknown[]) => sizeOf(all[index])
const trimmed: Cost = (self, _, result) => self.length - String(result).length + 1
const made = (_: unknown, __: unknown[], result: unknown) => sizeOf(result)
const searched: Cost = (self, [wanted, from = 0], at) =>
  at === -1 || at === false
    ? self.length - Number(from)
    : Math.max(0, Number(at) - Number(from)) + String(wanted).length
const searchedBack: Cost = (self, [wanted, from = self.length], at) =>
  Number(at) < 0 ? Number(from) : Math.max(0, Math.min(Number(from), self.length) - Number(at)) + String(wanted).length

const strings: [string, Cost][] = [
  ['indexOf', searched],
  ['lastIndexOf', searchedBack],
  ['includes', searched],
  ['startsWith', given(0)],
  ['endsWith', given(0)],
  ['trim', trimmed],
  ['trimStart', trimmed],
  ['trimEnd', trimmed],
  ['toLowerCase', whole],
  ['toUpperCase', whole],
  ['normalize', whole],
  ['replaceAll', whole],
  ['split', (self, _, result) => self.length + sizeOf(result)],
  ['repeat', made],
  ['padEnd', made],
  ['padStart', made]
]
for (const [name, cost] of strings)
  count(String.prototype, name, (self, all, result) => cost(String(self), all, result))

const lists: [string, (self: unknown, given: unknown[], result: unknown) => number][] = [
  ['includes', (self) => sizeOf(self)],
  ['indexOf', (self) => sizeOf(self)],
  ['join', made],
  ['slice', made],
  ['concat', made],
  ['flat', made],
  ['reverse', made],
  ['toReversed', made],
  ['sort', made],
  ['toSorted', made],
  ['with', made],
  ['toSpliced', made],
  ['splice', (self) => sizeOf(self)],
  ['shift', () => 1],
  ['unshift', (self) => sizeOf(self)]
]
for (const [name, cost] of lists) count(Array.prototype, name, cost)
for (const name of ['keys', 'values', 'entries', 'fromEntries', 'assign']) count(Object, name, made)
count(JSON, 'parse', given(0))
count(JSON, 'stringify', made)

const searches = new Map<string, Search>()

/** Every method of strings and patterns that searches comes here, as the language has it for an `exec` that was replaced. */
const exec = RegExp.prototype.exec
replaced.push([
  RegExp.prototype,
  'exec',
  function (this: RegExp, ...all) {
    const text = String(all[0])
    const from = this.global || this.sticky ? this.lastIndex : 0
    const match = exec.call(this, text)
    if (measuring) add(stepsAt(this, text, from))
    return match
  } as Native,
  exec as Native
])

function stepsAt(pattern: RegExp, text: string, from: number): number {
  // The counter itself searches, joins and splits.
  measuring = false
  try {
    const key = String(pattern)
    const search = searches.get(key) ?? counter(pattern)
    searches.set(key, search)
    return search(text, from).steps
  } catch (error) {
    // A group repeated so often that the counter's own stack ends: it looked at the text once, at least.
    if (error instanceof RangeError) return text.length - from
    throw error
  } finally {
    measuring = true
  }
}
