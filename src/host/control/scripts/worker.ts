// Runs JavaScript that came with a scenario, in QuickJS compiled to WebAssembly, in a thread of its own: it has no input, no output, no
// clock and no chance, and what it may take of time and memory is limited.
import { parentPort } from 'node:worker_threads'
import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule
} from 'quickjs-emscripten-core'
import type { FromScript, ToScript } from './protocol.ts'

// Counted, not timed, so that a script gets the same verdict on every machine. QuickJS asks about every 5,000 jumps and calls.
const MOST_INTERRUPTS = 2000
const MOST_MB = 128
const MOST_STACK = 512 * 1024
// What a script puts off is only looked at for imports.
const MOST_JOBS = 100

// QuickJS here counts allocations and not their sizes, so its own limit holds little: the module's whole memory is limited. 16 pages have a megabyte.
async function fresh(): Promise<QuickJSWASMModule> {
  const wasmMemory = new WebAssembly.Memory({ initial: 16 * 16, maximum: 16 * MOST_MB })
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
}

let quickjs = fresh()

parentPort?.on('message', async ({ id, source, input }: ToScript) => {
  const told = run(await quickjs, source, input)
  parentPort?.postMessage({ id, ...told } satisfies FromScript)
})

function run(module: QuickJSWASMModule, source: string, input: string): { holds: boolean } | { problem: string } {
  const runtime = module.newRuntime()
  runtime.setMaxStackSize(MOST_STACK)
  let interrupts = 0
  runtime.setInterruptHandler(() => ++interrupts > MOST_INTERRUPTS)
  const isLate = () => interrupts > MOST_INTERRUPTS
  // QuickJS itself failed, in the middle of something: what it holds cannot be freed, and it is not asked again.
  let broken = false
  let imported: string | null = null
  runtime.setModuleLoader((name) => {
    imported ??= name
    return { error: new Error('A check imports nothing.') }
  })
  const context = runtime.newContext({
    intrinsics: {
      BaseObjects: true,
      Eval: true,
      JSON: true,
      MapSet: true,
      // Without it, what import() makes cannot be freed.
      Promise: true,
      RegExp: true,
      RegExpCompiler: true,
      TypedArrays: true,
      BigInt: true
    }
  })
  try {
    context.newString(input).consume((text) => context.setProp(context.global, 'input', text))
    const result = context.evalCode(codeOf(source), 'check.js')
    if (result.error) {
      const problem = result.error.consume((error) => told(context, error))
      return { problem: isLate() ? TOO_LATE : problem }
    }
    const returned = result.value.consume((value) => {
      const type = context.typeof(value)
      return type === 'boolean' ? context.sameValue(value, context.true) : type
    })
    runtime.executePendingJobs(MOST_JOBS).dispose()
    if (isLate()) return { problem: TOO_LATE }
    if (imported !== null) return { problem: `The script imports "${imported}". A check can import nothing.` }
    if (typeof returned === 'boolean') return { holds: returned }
    return { problem: `The script returned ${returned === 'undefined' ? 'nothing' : returned}. Return true or false.` }
  } catch (error) {
    broken = true
    const why = error instanceof Error ? error.message : String(error)
    return { problem: isLate() ? TOO_LATE : `The script failed: ${why}.` }
  } finally {
    if (broken) quickjs = fresh()
    else {
      context.dispose()
      runtime.dispose()
    }
  }
}

const TOO_LATE = 'The script took more than about ten million operations and was stopped.'

/** The body as a function of what it is given. Chance is taken away: the same run gets the same verdict. */
function codeOf(source: string): string {
  return `delete Math.random;
const { turn, turns } = JSON.parse(input);
delete globalThis.input;
(function (turn, turns) { 'use strict';
${source}
})(turn, turns)`
}

function told(context: QuickJSContext, error: QuickJSHandle): string {
  if (context.typeof(error) !== 'object') return `The script failed: Error: ${String(context.dump(error))}.`
  const text = (name: string) =>
    context
      .getProp(error, name)
      .consume((value) => (context.typeof(value) === 'string' ? context.getString(value) : ''))
  return `The script failed: ${text('name') || 'Error'}: ${text('message') || 'what it threw has no message'}.`
}
