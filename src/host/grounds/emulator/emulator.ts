// A PC inside this process whose time is counted, not measured: the same state and the same keys give the same bytes on any host at any
// load. The emulator is v86; what is replaced in it, and why, stands beside each piece.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { present } from '../../../core/text/present.ts'
import { type CountedClock, createClock, NS_PER_MS } from './counted-clock.ts'
import { ImageDisk } from './disk.ts'
import { createCodeTable } from './generated-code.ts'
import { createMailbox } from './mailbox.ts'
import { type Cpu, type EmulatorExports, type Env, startV86 } from './v86.ts'
import { type Imports, instantiate, type Memory } from './wasm.ts'

// v86's own addresses in its memory, fixed for the build that the image is made for (`image.ts` compares its hash).
const FLAGS = 120 >> 2
const INTERRUPTS_ALLOWED = 1 << 9
const HALTED = 616

// The host does something else this often while the guest computes, in milliseconds.
const YIELD_MS = 20
const KERNEL_LINE =
  'root=/dev/sda rootfstype=squashfs ro init=/sbin/machine-init console=ttyS0 quiet loglevel=3 tsc=reliable random.trust_cpu=on panic=-1 reboot=pci'
// What the console writes without a pause is bounded: a program that floods it fills no memory of the host.
const MOST_OUTPUT = 2 << 20

/**
 * Why `run` came back: the time was over, the budget of instructions was, the console was flooded, somebody stopped it, or the guest ended
 * itself.
 */
export type Ended = 'time' | 'budget' | 'flood' | 'stopped' | 'off'

interface Running {
  /** Instructions. */
  budget?: number
  signal?: AbortSignal | undefined
  done?: () => boolean
}

/** The machine with everything that its state consists of (`state.ts`). */
export interface Emulator {
  cpu: Cpu
  memory: Memory
  clock: CountedClock
  code: ReturnType<typeof createCodeTable>
  /** Whether v86 gave up: it must be made anew. */
  isBroken(): boolean
  /** Forgets what was on its way: after a state was put back. */
  resume(): void
  /** Runs until `until` (ns) or `done`. While the guest is halted, time jumps to its next timer. @returns why it came back */
  run(until: number, options?: Running): Promise<Ended>
  /** Keys to the console, as bytes of UTF-8. */
  type(text: string): void
  /** What the console wrote since the last time. */
  take(): Buffer
  /** Asks the guest's first process. Words are 32 bits. */
  ask(words: Uint32Array, options: Running & { seconds: number }): Promise<{ how: Ended; answer: Uint32Array }>
  /** Takes what is on its way from it. @returns what gives it back, when the state is back too */
  aside(): () => void
  close(): void
}

/**
 * A machine over the image in `folder`, without a network device and without any path of the host; `wasm`: v86's module. `epoch`: milliseconds
 * since 1970 at power-on. With `boot` it is ready to start from power-on, else it waits for a state. `between`: is waited for now and then while
 * it runs, and may put its state away and back.
 */
export async function createEmulator({
  folder,
  wasm,
  megabytes,
  epoch,
  boot,
  between
}: {
  folder: string
  wasm: string
  megabytes: number
  epoch: number
  boot: boolean
  between?: () => Promise<void>
}): Promise<Emulator> {
  let exports: EmulatorExports | undefined
  let env: Env | undefined
  let cpu: Cpu | undefined
  let views = { u32: new Uint32Array(), u8: new Uint8Array() }
  /** Views of the memory; a memory that has grown has a new buffer. */
  function view(): typeof views {
    const { buffer } = present(exports).memory
    if (views.u8.buffer !== buffer) views = { u32: new Uint32Array(buffer), u8: new Uint8Array(buffer) }
    return views
  }
  const { clock, count, tick, draw, recount } = createClock(() => (exports ? view().u32 : null))
  const code = createCodeTable({
    table: () => present(env).__indirect_function_table,
    imports: () => present(cpu).jit_imports,
    finished: (slot, start, flags) => present(exports).codegen_finalize_finished(slot, start, flags)
  })

  async function wasm_fn(imports: Imports): Promise<EmulatorExports> {
    // `as`: v86's own table of imports.
    env = imports.env as Env
    const timers = env.run_hardware_timers
    Object.assign(
      env,
      code.env((at, length) => view().u8.slice(at, at + length)),
      {
        microtick: tick,
        get_rand_int: draw,
        // Nobody else schedules this machine.
        stop_idling: () => {},
        run_hardware_timers: (acpi: number, now: number) => {
          code.adopt()
          return timers(acpi, now)
        }
      }
    )
    const { instance } = await instantiate(readFileSync(wasm), imports)
    // `as`: what this build of v86 exports.
    exports = instance.exports as unknown as EmulatorExports
    return exports
  }

  const disk = new ImageDisk(join(folder, 'disk.img'))
  const v86 = await startV86({ wasm_fn, ...hardware(folder, megabytes, boot), hda: disk }, tick)
  cpu = v86.cpu
  const { rtc } = cpu.devices
  rtc.rtc_time = epoch
  rtc.last_update = epoch
  // v86's reads the host's calendar.
  rtc.timer = () => {
    rtc.rtc_time = epoch + clock.ns / NS_PER_MS
    return 100
  }
  let out: number[] = []
  v86.listen('serial0-output-byte', (byte) => void out.push(byte))
  let off = false
  let broken = false
  /** v86 gives up by a trap, at a triple fault for one. @returns milliseconds to the next timer */
  function execute(): number {
    try {
      return main_loop()
    } catch {
      broken = true
      off = true
      return 0
    }
  }
  // A kernel that panics restarts; the machine ends there instead.
  cpu.reboot_internal = () => {
    off = true
  }
  const mailbox = createMailbox(cpu.io)
  const { main_loop, memory } = present(exports)

  const emulator: Emulator = {
    cpu,
    memory,
    clock,
    code,
    isBroken: () => broken,
    resume() {
      recount()
      out = []
      off = false
    },
    async run(until, { budget = Number.POSITIVE_INFINITY, signal, done } = {}) {
      const first = clock.instructions
      let yielded = performance.now()
      for (;;) {
        const due = execute()
        count()
        if (off) return 'off'
        if (done?.()) return 'time'
        if (view().u8[HALTED]) {
          if (!(present(view().u32[FLAGS]) & INTERRUPTS_ALLOWED)) return 'off'
          // The time that v86 names can be just before the timer fires, even 0: go past it.
          const next = Math.ceil(clock.ns + Math.max(due, 0) * NS_PER_MS) + 1000
          if (next >= until) {
            clock.ns = Math.max(clock.ns, until)
            return 'time'
          }
          clock.ns = next
        } else if (clock.ns >= until) return 'time'
        if (clock.instructions - first > budget) return 'budget'
        if (out.length > MOST_OUTPUT) return 'flood'
        if (performance.now() - yielded > YIELD_MS) {
          await new Promise((resolve) => setImmediate(resolve))
          await between?.()
          if (signal?.aborted) return 'stopped'
          yielded = performance.now()
        }
      }
    },
    type(text) {
      for (const byte of Buffer.from(text)) v86.send('serial0-input', byte)
    },
    take() {
      const bytes = Buffer.from(out)
      out = []
      return bytes
    },
    async ask(words, { seconds, ...running }) {
      const answer = mailbox.post(words)
      v86.send('serial1-input', 1)
      const how = await emulator.run(clock.ns + seconds * 1e9, { ...running, done: () => answer() !== null })
      return { how, answer: answer() ?? new Uint32Array() }
    },
    aside() {
      const [said, put] = [out, mailbox.aside()]
      return () => {
        out = said
        put()
      }
    },
    close: () => disk.close()
  }
  return emulator
}

function hardware(folder: string, megabytes: number, boot: boolean) {
  const buffer = (name: string) => ({ buffer: Uint8Array.from(readFileSync(join(folder, name))).buffer })
  return {
    memory_size: megabytes << 20,
    vga_memory_size: 1 << 20,
    autostart: false,
    fastboot: true,
    log_level: 0,
    bios: buffer('bios.bin'),
    vga_bios: buffer('vgabios.bin'),
    uart1: true,
    disable_keyboard: true,
    disable_mouse: true,
    disable_speaker: true,
    net_device: { type: 'none' },
    ...(boot && { bzimage: buffer('kernel'), cmdline: KERNEL_LINE })
  }
}
