// The parts of v86 that its published types leave out, as far as the machine uses them (build 0.5.462).
import { V86 } from 'v86'
import { present } from '../../../core/text/present.ts'
import type { FunctionTable, Imports, Memory } from './wasm.ts'

/** A piece of generated code: runs from the processor state it is given. */
export type Generated = (state: number) => void

/** What a device keeps of itself: numbers, texts, typed arrays, maps, and devices within. */
export interface Stateful {
  get_state(): unknown[]
  set_state(state: unknown[]): void
}

type Read = () => number
type Write = (value: number) => void

export interface Cpu {
  devices: Record<string, Partial<Stateful> | undefined> & {
    rtc: Partial<Stateful> & { rtc_time: number; last_update: number; timer: () => number }
    uart0: Partial<Stateful> & { input: number[] }
  }
  io: {
    register_read(port: number, device: unknown, r8: Read, r16: Read, r32: Read): void
    register_write(port: number, device: unknown, w8: Write, w16: Write, w32: Write): void
  }
  /** Configuration that the BIOS is given. */
  fw_value: unknown
  fw_pointer: number
  jit_imports: Record<string, unknown>
  /** Called when the guest restarts the machine. */
  reboot_internal(): void
}

/** What v86's module exports. */
export interface EmulatorExports {
  memory: Memory
  /** Runs for about a virtual millisecond, or until the processor halts. @returns milliseconds to the next timer */
  main_loop(): number
  codegen_finalize_finished(slot: number, start: number, flags: number): void
}

/** What v86's module is given, as far as it is replaced. */
export interface Env extends Record<string, unknown> {
  run_hardware_timers(acpi: number, now: number): number
  __indirect_function_table: FunctionTable
}

export interface Options extends Record<string, unknown> {
  wasm_fn(imports: Imports): Promise<EmulatorExports>
}

interface Published {
  add_listener(event: string, to: (value: number) => void): void
  bus: { send(event: string, value: number): void }
}

/** Makes the machine; `tick` is what its devices read as the time. It does not run by itself. */
export async function startV86(
  options: Options,
  tick: () => number
): Promise<{
  cpu: Cpu
  send(event: string, value: number): void
  listen(event: string, to: (value: number) => void): void
}> {
  // `as`: options and members of the published build that its types leave out.
  const v86 = new V86(options as unknown as ConstructorParameters<typeof V86>[0]) as unknown as Published
  let core: { cpu: Cpu; constructor: { microtick: () => number } } | undefined
  // The devices written in JavaScript read a static of the inner class: it is replaced before the first of them is built.
  Object.defineProperty(v86, 'v86', {
    get: () => core,
    set(value) {
      core = value
      present(core).constructor.microtick = tick
    }
  })
  await new Promise<void>((resolve) => v86.add_listener('emulator-ready', () => resolve()))
  return {
    cpu: present(core).cpu,
    send: (event, value) => v86.bus.send(event, value),
    listen: (event, to) => v86.add_listener(event, to)
  }
}
