// Z-machine stories (.z3, .z5, .z8), played by ifvms in QuickJS: operations and memory are limited as for programs, and nothing of the host is there.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { z } from 'zod'
import { changesBetween } from '../../../core/grounds/programs/changes.ts'
import { ProgramEvent, type ProgramStep } from '../../../core/grounds/programs/program.ts'
import { JsonValue, parseJson } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { ToWorldProgram } from './protocol.ts'
import { ProgramProblem, type Sandbox } from './sandbox.ts'
import { WINDOW } from './story-window.ts'

// The beginning of a TextWorld game takes about 160, a turn 20 to 130. QuickJS asks about every 5,000 jumps and calls.
const MOST_INTERRUPTS = 1000
const MOST_MB = 128
// States that are held at once; older ones are given again.
const MOST_STATES = 64

/** What the machine's state says of itself; the rest is memory. */
const Played = z.looseObject({ text: z.string(), lines: z.array(z.string()), over: z.boolean() })

/** @param text the story's file in base64 */
export async function createStoryMachine(text: string): Promise<Sandbox> {
  const wasmMemory = new WebAssembly.Memory({ initial: 16 * 16, maximum: 16 * MOST_MB })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  const runtime = quickjs.newRuntime()
  // Routines that ifvms compiles are nested deeper than programs that people write.
  runtime.setMaxStackSize(1024 * 1024)
  let interrupts = 0
  runtime.setInterruptHandler(() => ++interrupts > MOST_INTERRUPTS)
  const realm = runtime.newContext({
    intrinsics: {
      BaseObjects: true,
      Eval: true,
      JSON: true,
      MapSet: true,
      RegExp: true,
      RegExpCompiler: true,
      TypedArrays: true
    }
  })
  const file = Buffer.from(text, 'base64')
  let begun: string | null = null
  const states = new Map<string, Json>()
  const hold = (name: string, state: Json): void => {
    states.set(name, state)
    const [oldest] = states.keys()
    if (states.size > MOST_STATES && oldest !== undefined) states.delete(oldest)
  }
  const stateOf = (name: string): Json => states.get(name) ?? {}

  return {
    has: (name) => states.has(name),
    take: (name, given) => hold(name, parseJson(given)),
    work(work: ToWorldProgram['work']) {
      interrupts = 0
      if (work.type === 'look') {
        const { lines, text: said } = Played.parse(stateOf(work.state))
        return JSON.stringify({ actions: {}, ...(work.door === 'text' && { view: shown(lines, said) }) })
      }
      if (work.type === 'init') {
        begun = begin(work.seed)
        const { state, changes } = changesBetween({}, parseJson(begun), 'state')
        hold(work.next, state)
        return JSON.stringify({ changes, actions: {} })
      }
      const before = stateOf(work.state)
      const event = ProgramEvent.parse(parseJson(work.event))
      const stays = (step: ProgramStep | null) => JSON.stringify({ step, changes: [], actions: {} })
      if (event.door !== 'text') return stays(null)
      const was = Played.parse(before)
      if (was.over)
        return stays({ error: 'The story is over. Go back to an earlier turn, or begin again.', done: true })
      // What the machine knows beside its state is the story's file and what ifvms compiled of it.
      begun ??= begin('')
      const after = JsonValue.parse(parseJson(call('play', JSON.stringify(before), event.text)))
      const { state, changes } = changesBetween(before, after, 'state')
      hold(work.next, state)
      const { lines, text: said, over } = Played.parse(state)
      const reward = scoreOf(lines) - scoreOf(was.lines)
      const step: ProgramStep = {
        answer: shown(lines, said),
        ...(reward !== 0 && { reward }),
        ...(over && { done: true })
      }
      return JSON.stringify({ step, changes, actions: {} })
    }
  }

  function begin(seed: string): string {
    if (begun === null) {
      run(readFileSync(createRequire(import.meta.url).resolve('ifvms/dist/zvm.min.js'), 'utf8'), 'ifvms.js')
      run(WINDOW, 'window.js')
    }
    return call('begin', file.toString('hex'), Number(seed) | 0)
  }

  function call(name: string, ...given: (string | number)[]): string {
    return run(`${name}(${given.map((one) => JSON.stringify(one)).join(',')})`, 'call.js')
  }

  /** @throws ProgramProblem */
  function run(code: string, name: string): string {
    const result = realm.evalCode(code, name)
    if (!result.error)
      return result.value.consume((value) => (realm.typeof(value) === 'string' ? realm.getString(value) : ''))
    const thrown: unknown = result.error.consume((error) => realm.dump(error))
    if (interrupts > MOST_INTERRUPTS)
      throw new ProgramProblem('The story took more than about five million operations and was stopped.', true)
    const why = String(Object(thrown).message ?? thrown).slice(0, 300)
    throw new ProgramProblem(`The story failed: ${why}.`, true)
  }
}

/** The status line above what was said, without the prompt, as Frotz prints it. */
function shown(lines: readonly string[], text: string): string {
  const status = lines
    // Of version 3 it is ifvms that writes it.
    .map((line) => line.replace(/\bTurns: (?=\d+ *$)/, 'Moves: ').trimEnd())
    .join('\n')
    .trimEnd()
  const printed = text.trimEnd()
  const said = (printed.endsWith('>') ? printed.slice(0, -1) : printed).trim()
  return status ? `${status}\n\n${said}` : said
}

/** Of the status line: `Score: 3`, or `3/12` of score and turns. */
function scoreOf([line = '']: readonly string[]): number {
  const [, named, first] = /score: ?(-?\d{1,6})|(-?\d{1,6})\/\d{1,6} *$/i.exec(line) ?? []
  return Number(named ?? first ?? 0)
}
