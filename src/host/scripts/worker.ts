// Runs JavaScript that came with a scenario, in QuickJS compiled to WebAssembly, in a thread of its own: it has no input, no output, no
// clock and no chance, and what it may take of time and memory is limited.
import { parentPort } from 'node:worker_threads'
import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from 'quickjs-emscripten-core'
import type { Asked, Told } from './protocol.ts'

// A check looks through a run; a hundred milliseconds is a long one.
const MOST_MS = 500
const MOST_MEMORY = 32 * 2 ** 20
const MOST_STACK = 512 * 1024

const quickjs = await newQuickJSWASMModuleFromVariant(variant)

parentPort?.on('message', ({ id, source, input }: Asked) => {
  parentPort?.postMessage({ id, ...run(source, input) } satisfies Told)
})

function run(source: string, input: string): { holds: boolean } | { problem: string } {
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(MOST_MEMORY)
  runtime.setMaxStackSize(MOST_STACK)
  const end = performance.now() + MOST_MS
  let late = false
  runtime.setInterruptHandler(() => {
    late ||= performance.now() > end
    return late
  })
  const context = runtime.newContext({
    intrinsics: {
      BaseObjects: true,
      Eval: true,
      JSON: true,
      MapSet: true,
      RegExp: true,
      RegExpCompiler: true,
      TypedArrays: true,
      BigInt: true
    }
  })
  try {
    context.newString(input).consume((text) => context.setProp(context.global, 'input', text))
    const result = context.evalCode(codeOf(source), 'check.js')
    if (result.error) return { problem: late ? TOO_LATE : result.error.consume((error) => told(context, error)) }
    return result.value.consume((value) => {
      const returned: unknown = context.dump(value)
      return typeof returned === 'boolean'
        ? { holds: returned }
        : {
            problem: `The script returned ${returned === undefined ? 'nothing' : typeof returned}. Return true or false.`
          }
    })
  } catch (error) {
    return {
      problem: late ? TOO_LATE : `The script failed: ${error instanceof Error ? error.message : String(error)}.`
    }
  } finally {
    dispose(context, runtime)
  }
}

const TOO_LATE = `The script took longer than ${MOST_MS} ms and was stopped.`

/** The body as a function of what it is given. Chance is taken away: the same run gets the same verdict. */
function codeOf(source: string): string {
  return `delete Math.random;
const { turn, turns } = JSON.parse(input);
delete globalThis.input;
(function (turn, turns) { 'use strict';
${source}
})(turn, turns)`
}

function told(context: QuickJSContext, error: Parameters<QuickJSContext['dump']>[0]): string {
  const thrown: unknown = context.dump(error)
  const { name = 'Error', message = String(thrown) } = Object(thrown)
  return `The script failed: ${name}: ${message}.`
}

// A script that ran out of memory leaves a runtime that cannot be freed; the module's memory is limited all the same.
function dispose(...all: { dispose(): void }[]): void {
  for (const one of all) {
    try {
      one.dispose()
    } catch {
      parentPort?.postMessage({ id: null } satisfies Told)
    }
  }
}
