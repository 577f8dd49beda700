// The code that the emulator generates for hot pages of the guest, and the moment at which it comes into force.
import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { present } from '../../../core/text/present.ts'
import type { Generated } from './v86.ts'
import { type FunctionTable, Instance, Module } from './wasm.ts'

// v86 places generated code in its table from here on.
const FIRST_SLOT = 1024
// Compiled, a piece of code takes three times its own bytes. A shell needs 18 MB of pieces, a Python or a compiler 32, a node 39. What no program of
// the last actions ran is compiled again when it is called: 3 ms for a piece.
const MOST_COMPILED = 40e6
/** Actions between two such clearings, so that programs which take turns keep theirs. */
const ACTIONS = 4

/** A module of generated code and the hash of its bytes. */
export interface GeneratedModule {
  key: string
  /** Code of the base stays in its file until it is needed. */
  inBase: boolean
  bytes(): Uint8Array
}

export interface CodeTable {
  /** The code in force, by slot. */
  code: Map<number, GeneratedModule>
  /** Code that was generated since comes into force. */
  adopt(): void
  /** Forgets all code, then puts `code` in force. */
  replace(code: Iterable<[number, GeneratedModule]>): void
  /** Called before each action: where compiled code takes much memory, that which was not called lately is dropped. */
  dropUnused(): void
  /** Replaces v86's own handling. `slice`: bytes of its memory. */
  env(slice: (at: number, length: number) => Uint8Array): Record<string, unknown>
}

/**
 * v86 compiles generated code in the background. Interrupts fall on block ends, which differ between interpreter and generated code, so here it
 * comes into force at a moment that is counted: the next look at the timers. `finished` tells v86.
 */
export function createCodeTable(machine: {
  table(): FunctionTable
  imports(): Record<string, unknown>
  finished(slot: number, start: number, flags: number): void
}): CodeTable {
  const code = new Map<number, GeneratedModule>()
  const compiled = new Map<string, { run: Generated; bytes: number }>()
  /** Keys of what was called since the last clearing. */
  let called = new Set<string>()
  let actions = 0
  const stubs = new Map<number, Generated>()
  const waiting: { slot: number; start: number; flags: number; bytes: Uint8Array }[] = []

  const place = (slot: number, run: Generated | null): void => machine.table().set(slot + FIRST_SLOT, run)

  function link(slot: number): Generated {
    const { key, bytes } = present(code.get(slot))
    const ready = compiled.get(key) ?? compile(bytes())
    compiled.set(key, ready)
    called.add(key)
    place(slot, ready.run)
    return ready.run
  }

  const compile = (bytes: Uint8Array) => ({ run: compileBaseline(bytes, machine.imports()), bytes: bytes.length })

  function stub(slot: number): Generated {
    const made = stubs.get(slot) ?? stubFor((state) => void (code.has(slot) && link(slot)(state)))
    stubs.set(slot, made)
    return made
  }

  function clear(): void {
    for (const slot of code.keys()) place(slot, null)
    code.clear()
  }

  return {
    code,
    adopt() {
      for (const { slot, start, flags, bytes } of waiting.splice(0)) {
        const key = createHash('sha1').update(bytes).digest('hex')
        code.set(slot, { key, inBase: false, bytes: () => bytes })
        link(slot)
        machine.finished(slot, start, flags)
      }
    },
    replace(next) {
      waiting.length = 0
      clear()
      for (const [slot, one] of next) code.set(slot, one)
      // Compiled when first called: most of it never is.
      for (const slot of code.keys()) place(slot, stub(slot))
    },
    dropUnused() {
      if (++actions < ACTIONS) return
      let bytes = 0
      for (const one of compiled.values()) bytes += one.bytes
      if (bytes <= MOST_COMPILED) return
      actions = 0
      for (const key of compiled.keys()) if (!called.has(key)) compiled.delete(key)
      called = new Set()
      // Each says by a call that it is wanted.
      for (const slot of code.keys()) place(slot, stub(slot))
    },
    env: (slice) => ({
      codegen_finalize: (slot: number, start: number, flags: number, at: number, length: number) => {
        waiting.push({ slot, start, flags, bytes: slice(at >>> 0, length >>> 0) })
      },
      jit_clear_func: (slot: number) => {
        code.delete(slot)
        place(slot, null)
      },
      jit_clear_all_funcs: clear
    })
  }
}

// V8's optimizing compiler would spend ten times the guest's own time on this code. The flags count for the whole process, and are put
// back at once: v86 itself is to be optimized.
const TIERS = ['wasm-dynamic-tiering', 'wasm-tier-up', 'wasm-lazy-compilation']

/** `bytes`: a module that exports the code as `f`. */
function compileBaseline(bytes: Uint8Array, imports: Record<string, unknown>): Generated {
  for (const flag of TIERS) setFlagsFromString(`--no-${flag}`)
  try {
    // `as`: v86 generates it.
    return new Instance(new Module(bytes), { e: imports }).exports.f as Generated
  } finally {
    for (const flag of TIERS) setFlagsFromString(`--${flag}`)
  }
}

// (module (import "e" "c" (func $c (param i32))) (func (export "f") (param i32) (call $c (local.get 0))))
const STUB = new Module(
  Uint8Array.from([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 127, 0, 2, 7, 1, 1, 101, 1, 99, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0,
    1, 10, 8, 1, 6, 0, 32, 0, 16, 0, 11
  ])
)

/** A function that a WebAssembly table takes, and which calls `call`. */
function stubFor(call: (state: number) => void): Generated {
  // `as`: the module above.
  return new Instance(STUB, { e: { c: call } }).exports.f as Generated
}
