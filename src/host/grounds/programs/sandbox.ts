// A world's JavaScript in QuickJS compiled to WebAssembly: no clock, no chance but from a seed, no network, no modules, nothing of the host.
// Each call runs in a realm of its own, so nothing but the state goes from step to step. States are held in a realm that is frozen.
import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle
} from 'quickjs-emscripten-core'
import { changesBetween } from '../../../core/grounds/programs/changes.ts'
import { pathFrom } from '../../../core/grounds/programs/files.ts'
import type { ProgramFiles } from '../../../core/tree/program.ts'
import type { ToWorldProgram } from './protocol.ts'

// Counted, not timed, so that a program ends at the same place on every machine. QuickJS asks about every 5,000 jumps and calls.
const MOST_INTERRUPTS = 2000
const MOST_MB = 128
const MOST_STACK = 256 * 1024
// Characters of JSON that one call may give: the first state of a world of 10,000 rows has a million.
const MOST_OUTPUT = 8 * 2 ** 20
// States that are held at once. They share what did not change; older ones are given again.
const MOST_STATES = 64

const INTRINSICS = {
  ...{ BaseObjects: true, Eval: true, JSON: true, MapSet: true, RegExp: true, RegExpCompiler: true },
  // Without it, what import() makes cannot be freed.
  ...{ Promise: true, TypedArrays: true, BigInt: true }
}

// The frozen realm: no code can be made in it from text, so what a program reaches through a state is all that is there for it.
const KEEPER = `((changesBetween, most, held) => {
  const { parse, stringify } = JSON
  const { freeze, getPrototypeOf, getOwnPropertyDescriptor } = Object
  const states = new Map()
  const seen = new Set()
  const closed = (one) => {
    if ((typeof one !== 'object' && typeof one !== 'function') || one === null || seen.has(one)) return
    seen.add(one)
    freeze(one)
    closed(getPrototypeOf(one))
    for (const key of Reflect.ownKeys(one)) {
      const { value, get, set } = getOwnPropertyDescriptor(one, key)
      closed(value), closed(get), closed(set)
    }
  }
  const hold = (name, state) => {
    states.set(name, state)
    if (states.size > held) states.delete(states.keys().next().value)
  }
  const written = (value) => {
    const text = stringify(value)
    if (text.length > most) throw new RangeError('what it returned is larger than ' + most + ' characters')
    return text
  }
  const clean = (value, name) => changesBetween(null, value, name).state
  const object = (value, name) => {
    if (typeof value === 'object' && value !== null) {
      if (typeof value.then !== 'function') return value
      throw new TypeError(name + ' returned a promise, and a program waits for nothing')
    }
    throw new TypeError(name + ' returned ' + (value === null ? 'null' : 'a ' + typeof value) + ', not an object')
  }
  const stated = (before, after, name) => {
    const made = changesBetween(before, after, 'state')
    if (typeof made.state !== 'object' || made.state === null || Array.isArray(made.state))
      throw new TypeError('the state that ' + name + ' returned is not an object')
    return made
  }
  delete Function.prototype.constructor
  const api = {
    has: (name) => states.has(name),
    take: (name, text) => hold(name, changesBetween(null, parse(text), 'state').state),
    get: (name) => states.get(name),
    parse,
    begun(next, state) {
      const made = stated({}, object(state, 'init'), 'init')
      hold(next, made.state)
      return { changes: made.changes }
    },
    stepped(name, next, result) {
      const before = states.get(name)
      hold(next, before)
      if (result === undefined || result === null) return { step: null, changes: [] }
      const { state, ...rest } = object(result, 'step')
      const step = clean(rest, 'the answer')
      if (state === undefined || step.error !== undefined || step.ask !== undefined) return { step, changes: [] }
      const made = stated(before, state, 'step')
      hold(next, made.state)
      return { step, changes: made.changes }
    },
    written: (parts, actions) => written({ ...parts, actions: clean(object(actions ?? {}, 'actions'), 'actions') }),
    looked: (actions, view) => written({ actions: clean(object(actions ?? {}, 'actions'), 'actions'), ...(view !== undefined && { view: clean(view, 'the view') }) })
  }
  closed(globalThis)
  for (const one of [Array.prototype, Object.prototype, [][Symbol.iterator]()]) closed(one)
  return api
})`

// What a program finds beside JavaScript itself. \`random\` is sfc32 from a hash of the seed: whole numbers, so the same on every machine.
const BESIDE = `delete Math.random
globalThis.random = (seed) => {
  let h = 1779033703
  const hash = () => {
    for (const sign of String(seed)) h = Math.imul(h ^ sign.codePointAt(0), 3432918353), h = (h << 13) | (h >>> 19)
    h = Math.imul(h ^ (h >>> 16), 2246822507)
    h = Math.imul(h ^ (h >>> 13), 3266489909)
    return (h ^= h >>> 16) >>> 0
  }
  let [a, b, c, d] = [hash(), hash(), hash(), hash()]
  const next = () => {
    const t = (a + b + d) | 0
    d = (d + 1) | 0, a = b ^ (b >>> 9), b = (c + (c << 3)) | 0, c = ((c << 21) | (c >>> 11)) + t | 0
    return (t >>> 0) / 4294967296
  }
  for (let turn = 0; turn < 12; turn++) next()
  return next
}
globalThis.put = (state, [key, ...rest], value) => {
  const made = Array.isArray(state) ? [...state] : { ...state }
  if (rest.length) made[key] = put(made[key] ?? {}, rest, value)
  else if (value === undefined) Array.isArray(made) ? made.splice(key, 1) : delete made[key]
  else made[key] = value
  return made
}`

export interface Sandbox {
  has(state: string): boolean
  take(state: string, text: string): void
  /** @returns JSON @throws ProgramProblem */
  work(work: ToWorldProgram['work']): string
}

/** What went wrong in a program, in a sentence. `broken`: QuickJS itself failed, and is not asked again. */
export class ProgramProblem extends Error {
  readonly broken: boolean
  constructor(message: string, broken = false) {
    super(message)
    this.broken = broken
  }
}

/** @param files what the program can import, by their paths */
export async function createSandbox(text: string, files: ProgramFiles = {}): Promise<Sandbox> {
  // QuickJS here counts allocations and not their sizes, so the module's whole memory is limited. 16 pages have a megabyte.
  const wasmMemory = new WebAssembly.Memory({ initial: 16 * 16, maximum: 16 * MOST_MB })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  const runtime = quickjs.newRuntime()
  runtime.setMaxStackSize(MOST_STACK)
  runtime.setModuleLoader(
    (name) =>
      Object.hasOwn(files, name)
        ? moduleOf(name, files[name] ?? '')
        : { error: new Error(`"${name}" is imported, and is no file of this program`) },
    (from, path) => (path.startsWith('.') ? pathFrom(from === FILE ? '' : from, path) : null) ?? path
  )
  const keeper = runtime.newContext({ intrinsics: INTRINSICS })
  const api = keeper
    .unwrapResult(keeper.evalCode(KEEPER, 'keeper.js'))
    .consume((make) =>
      keeper
        .unwrapResult(keeper.evalCode(`(${changesBetween.toString()})`, 'changes.js'))
        .consume((changes) =>
          keeper.unwrapResult(
            keeper.callFunction(make, keeper.undefined, [
              changes,
              keeper.newNumber(MOST_OUTPUT),
              keeper.newNumber(MOST_STATES)
            ])
          )
        )
    )
  let interrupts = 0
  runtime.setInterruptHandler(() => ++interrupts > MOST_INTERRUPTS)
  // What a call made in QuickJS is freed at its end.
  const made: { dispose(): void }[] = []
  const own = <T extends { dispose(): void }>(handle: T): T => {
    made.push(handle)
    return handle
  }

  return {
    has: (state) => freeing(() => keeper.dump(kept('has', word(state))) === true),
    take: (state, given) => freeing(() => void kept('take', word(state), word(given))),
    work: (work) =>
      freeing(() => {
        interrupts = 0
        const realm = own(runtime.newContext({ intrinsics: INTRINSICS }))
        const program = programIn(realm)
        const actions = (state: string) => called(realm, program, 'actions', [stateOf(state)])
        if (work.type === 'init') {
          const first = called(realm, program, 'init', [word(work.seed)])
          return textOf(kept('written', kept('begun', word(work.next), first), actions(work.next)))
        }
        if (work.type === 'look') {
          const views = own(realm.getProp(program, 'views'))
          const has = realm.typeof(own(realm.getProp(views, work.door))) === 'function'
          const view = has ? called(realm, views, work.door, [stateOf(work.state)]) : realm.undefined
          return textOf(kept('looked', actions(work.state), view))
        }
        const event = kept('parse', word(work.event))
        const result = called(realm, program, 'step', [stateOf(work.state), event])
        return textOf(kept('written', kept('stepped', word(work.state), word(work.next), result), actions(work.next)))
      })
  }

  /** @throws ProgramProblem */
  function freeing<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof ProgramProblem) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw new ProgramProblem(`The program broke its sandbox: ${why}.`, true)
    } finally {
      while (made.length) made.pop()?.dispose()
    }
  }

  function word(text: string): QuickJSHandle {
    return own(keeper.newString(text))
  }

  function stateOf(name: string): QuickJSHandle {
    return kept('get', word(name))
  }

  function textOf(handle: QuickJSHandle): string {
    return keeper.getString(handle)
  }

  function kept(name: string, ...args: QuickJSHandle[]): QuickJSHandle {
    const result = own(keeper.callFunction(own(keeper.getProp(api, name)), keeper.undefined, args))
    if (result.error) throw problemOf(keeper, result.error, '')
    return result.value
  }

  /** Runs the program's text in this realm. @returns what it exports */
  function programIn(realm: QuickJSContext): QuickJSHandle {
    own(realm.unwrapResult(realm.evalCode(BESIDE, 'beside.js')))
    const result = own(realm.evalCode(text, FILE, { type: 'module' }))
    if (result.error) throw problemOf(realm, result.error, '')
    if (realm.getPromiseState(result.value).type !== 'fulfilled')
      throw new ProgramProblem('The program awaits something, and nothing ever comes. Leave out "await".')
    return result.value
  }

  function called(realm: QuickJSContext, holder: QuickJSHandle, name: string, args: QuickJSHandle[]): QuickJSHandle {
    const fn = own(realm.getProp(holder, name))
    if (realm.typeof(fn) !== 'function') {
      if (name === 'actions') return realm.undefined
      throw new ProgramProblem(`The program exports no function "${name}". It needs init and step.`)
    }
    const result = own(realm.callFunction(fn, realm.undefined, args))
    if (result.error) throw problemOf(realm, result.error, name)
    return result.value
  }

  function problemOf(realm: QuickJSContext, error: QuickJSHandle, within: string): ProgramProblem {
    const during = within ? ` in ${within}` : ''
    if (interrupts > MOST_INTERRUPTS)
      return new ProgramProblem(`The program took more than about ten million operations${during} and was stopped.`)
    const thrown = realm.typeof(error) === 'object'
    const text = (name: string): string => {
      const value = thrown ? own(realm.getProp(error, name)) : realm.undefined
      return realm.typeof(value) === 'string' ? realm.getString(value).slice(0, 500) : ''
    }
    const where = placeIn(text('stack'), files)
    const message = thrown ? text('message') : String(realm.dump(error)).slice(0, 500)
    const told = [text('name'), message].filter(Boolean).join(': ') || 'it threw something without a message'
    const hint = /read-only|not extensible/.test(message) ? ' (states cannot be written to: return a new one)' : ''
    return new ProgramProblem(`The program failed${during}${where}: ${told}${hint}.`)
  }
}

// No other file can have this name: theirs begin with no slash.
const FILE = '/program.js'

/** Code as it is; JSON as a module with its value. */
const moduleOf = (name: string, text: string): string =>
  name.endsWith('.json') ? `export default JSON.parse(${JSON.stringify(text)})` : text

/** The first line of the program's own in what an error says of where it came from: `, line 3`, `, line 3 of prices.js`. */
function placeIn(stack: string, files: ProgramFiles): string {
  for (const [, name = '', line] of stack.matchAll(/(?:^|[\s(])([^\s():]{1,200}):(\d{1,9})/g)) {
    if (name === FILE) return `, line ${line}`
    if (Object.hasOwn(files, name)) return `, line ${line} of ${name}`
  }
  return ''
}
